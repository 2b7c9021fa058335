package ui

import (
	"slices"
	"strings"
	"testing"

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
	}
}

// Each key of each pane does behind moves that come as fast as they are held what it does behind moves that have come to rest: only the
// picture of the record may stay behind the cursor, and it has caught up before another key does anything.
func TestAKeyBehindHeldMovesDoesWhatItDoesAtRest(t *testing.T) {
	for place, lead := range heldPlaces() {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			rested, held := newDriver(t, driverOptions{}), newDriver(t, driverOptions{})
			lead := func() {
				for _, d := range []*driver{rested, held} {
					d.keys("<esc>", "<esc>")
					d.keys(lead...)
				}
			}
			lead()
			for i, key := range append(keysBehind(rested.model, place == "Hooks"), unbound, "paste", "burst", "click") {
				moves := []string{"jjj", "jjjk", "kkk", "kkkj"}[i%4] // none ends where its first leads: the preview goes along with that
				rested.keys(moves)
				held.clock.at = rested.clock.at // how long ago something was is said alike
				for _, move := range moves {
					held.rush(string(move))
				}
				for _, d := range []*driver{rested, held} {
					d.behind(key)
				}
				wantSame(t, moves+" "+key, rested, held)
				lead()
			}
		})
	}
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

// wantSame compares what two consoles show, have copied and have sent.
func wantSame(t *testing.T, keys string, rested, held *driver) {
	t.Helper()
	for what, of := range map[string]func(*driver) []string{
		"on the screen": func(d *driver) []string { return strings.Split(d.screen(), "\n") },
		"copied":        func(d *driver) []string { return d.copied },
		"sent":          (*driver).mutations,
	} {
		want, got := of(rested), of(held)
		for i := range max(len(want), len(got)) {
			if i >= len(want) || i >= len(got) || want[i] != got[i] {
				t.Errorf("%s at once: %s, from line %d on, is other than at rest:\n%s\nwant\n%s", keys, what, i+1,
					strings.Join(got[min(i, len(got)):], "\n"), strings.Join(want[min(i, len(want)):], "\n"))
				break
			}
		}
	}
}
