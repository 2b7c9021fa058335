package ui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/keymap/keytest"
	"gatehouse/ui/host"
	"gatehouse/ui/terminal"
)

// heldPlaces are where keys move a cursor, and the keys that lead there.
func heldPlaces() map[string][]string {
	return map[string][]string{
		"Hooks": {"1"}, "Webhooks": {"2"}, "Suggestions": {"3"}, "Secrets": {"4"}, "History": {"5"}, "Roles": {"6"}, "Exporters": {"7"},
		"Keys": {"8"}, "Toolsets": {"9"}, "Tenant": {"0"}, "Today": {"`"},
		"detail": {"2", "<enter>"}, "chart": {"3", "D"}, "members": {"3", "m"},
		"compare": {"3", " ", "j", "c"}, "audit": {"4", "A"}, "timeline": {"5", "a"}, "journal": {"J"}, "notifications": {"0", "m"},
		"versions": {"5", "<enter>"},
	}
}

// heldSizes are what places are looked at in; heldGaps is how long a move comes behind another: held, hardly held, and no more held.
var (
	heldSizes = [][2]int{{160, 45}, {120, 40}, {80, 24}, {40, 10}}
	heldGaps  = []time.Duration{0, 5, 30, 100, 140, 160}
)

// Each key of each pane does behind moves that come as fast as they are held what it does behind moves that have come to rest: only the
// picture of the record may stay behind the cursor, and it has caught up before another key does anything. So it is at any size, however
// fast the moves come, and where what they ask for comes only after the key. At the smaller sizes a key in so many is pressed.
func TestAKeyBehindHeldMovesDoesWhatItDoesAtRest(t *testing.T) {
	for place, lead := range heldPlaces() {
		for at, size := range heldSizes {
			t.Run(fmt.Sprintf("%s %dx%d", place, size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				rested, held := newDriver(t, driverOptions{w: size[0], h: size[1]}), newDriver(t, driverOptions{w: size[0], h: size[1]})
				lead := func() {
					for _, d := range []*driver{rested, held} {
						d.keys("<esc>", "<esc>")
						d.keys(lead...)
					}
				}
				lead()
				for i, key := range append(keysBehind(rested.model, place == "Hooks"), unbound, "paste", "burst", "click") {
					if at > 0 && i%len(heldSizes) != at {
						continue
					}
					moves := []string{"jjj", "jjjk", "kkk", "kkkj"}[i%4] // none ends where its first leads: the preview goes along with that
					gap, slow := heldGaps[(i/4)%len(heldGaps)]*time.Millisecond, i%8 > 3
					rested.keys(moves)
					rested.behind(key)
					held.clock.at = rested.clock.at.Add(-time.Duration(len(moves)+1) * gap) // how long ago something was is said alike
					held.held(moves, key, gap, slow)
					wantSame(t, fmt.Sprintf("%s %s, %s apart, slow: %t", moves, key, gap, slow), rested, held)
					lead()
				}
			})
		}
	}
}

// held presses moves and a key behind them at a pace. slow: what they ask for comes after them.
func (d *driver) held(moves, key string, gap time.Duration, slow bool) {
	d.t.Helper()
	press := func() {
		for _, move := range moves {
			d.passes(gap)
			d.rush(string(move))
		}
		d.passes(gap)
		d.behind(key)
	}
	if !slow {
		press()
		return
	}
	d.Waiting(press)
	d.settle()
}

// passes lets time pass, and says that keys have come to rest where that is so.
func (d *driver) passes(while time.Duration) {
	d.t.Helper()
	if in, rested := d.model.Wakes(); rested != nil && in <= while {
		d.clock.advance(in)
		d.send(rested)
		while -= in
	}
	d.clock.advance(while)
}

// unbound is a key that does nothing in any pane.
const unbound = "alt+0"

// behind presses a key without letting time pass, pastes, sends more keys than are taken, or clicks where there is nothing to select.
func (d *driver) behind(key string) {
	d.t.Helper()
	switch key {
	case "paste":
		d.paste("pasted")
	case "burst":
		d.send(terminal.Burst{Keys: []tea.KeyPressMsg{keytest.Press("x"), keytest.Press("x")}})
	case "click":
		d.model.mouse = true
		d.send(tea.MouseClickMsg{X: d.model.w - 3, Y: d.model.h / 2, Button: tea.MouseLeft})
	default:
		d.rush(key)
	}
}

// keysBehind are the keys that do something in the pane in front but moving its cursor or leaving the console, with those of the frame or
// without.
func keysBehind(m *Model, frame bool) (keys []string) {
	for _, scope := range m.pane().Scopes() {
		if scope == keymap.ScopeGlobal && !frame {
			continue
		}
		for _, b := range m.env.Keys.In(scope) {
			if !host.MovesCursor(b.ID) && b.ID != keymap.Quit && b.ID != "suspend" && len(b.Keys) > 0 {
				keys = append(keys, b.Keys[0])
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

var inSeconds = regexp.MustCompile(`(\d+m) \d+s`)

// wantSame compares what two consoles show, have copied and have sent.
func wantSame(t *testing.T, keys string, rested, held *driver) {
	t.Helper()
	for what, of := range map[string]func(*driver) []string{
		"on the screen": func(d *driver) []string { return strings.Split(d.screen(), "\n") },
		"copied":        func(d *driver) []string { return d.copied },
		"sent":          (*driver).mutations,
	} {
		want, got := of(rested), of(held)
		for _, lines := range [][]string{want, got} {
			for i := range lines {
				lines[i] = inSeconds.ReplaceAllString(lines[i], "$1") // of when the record was drawn
			}
		}
		for i := range max(len(want), len(got)) {
			if i >= len(want) || i >= len(got) || want[i] != got[i] {
				t.Errorf("%s at once: %s, from line %d on, is other than at rest:\n%s\nwant\n%s", keys, what, i+1,
					strings.Join(got[min(i, len(got)):], "\n"), strings.Join(want[min(i, len(want)):], "\n"))
				break
			}
		}
	}
}
