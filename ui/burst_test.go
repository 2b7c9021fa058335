package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap/keytest"
	"gatehouse/ui/list"
	"gatehouse/ui/panes"
	"gatehouse/ui/terminal"
)

// burst sends keys as one burst; names as in keys.
func (d *driver) burst(script ...string) {
	d.t.Helper()
	d.send(burstOf(d.t, script...))
}

func burstOf(t testing.TB, script ...string) (b terminal.Burst) {
	t.Helper()
	for _, s := range script {
		if strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") {
			b.Keys = append(b.Keys, keytest.Press(s[1:len(s)-1]))
			continue
		}
		for _, r := range s {
			b.Keys = append(b.Keys, tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	return b
}

const tooMany = "Too many keys came at once"

// Wherever changes are made by a key, a burst that holds all keys sends none.
func TestABurstChangesNothing(t *testing.T) {
	var all strings.Builder
	for c := '!'; c <= '~'; c++ {
		if !strings.ContainsRune("q/:TO'W", c) { // they leave, or open what takes the rest as text
			all.WriteRune(c)
		}
	}
	ways := map[string][]string{ // beside the panes
		"triage": {"3", "t", "t"}, "marked secrets": {"4", "*"}, "secret": {"4", "<enter>"}, "dialog": {"4", "x"},
		"dialog, the other button": {"4", "x", "<tab>"}, "form, its button": {"2", "e", "<shift+tab>"}, "palette": {":"},
	}
	for _, pane := range panes.All() {
		ways[pane.Name] = []string{pane.Key}
		for _, inner := range pane.Inner {
			ways[pane.Name+", "+inner.Name] = []string{pane.Key, inner.Key}
		}
	}
	for name, way := range ways {
		d := newDriver(t, driverOptions{})
		d.keys(way...)
		d.burst(all.String(), "<enter>", "<enter>", "<ctrl+s>", "<enter>", "adxadx", "<enter>")
		if sent := d.mutations(); len(sent) > 0 {
			t.Errorf("%s: %v", name, sent)
		}
	}
}

func TestABurstMoves(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	d.burst(strings.Repeat("j", 20), strings.Repeat("<down>", 1), "kk")
	shown := d.model.pane().(*list.Pane)
	at, _ := shown.Grid.CursorKey()
	if want := d.tenant.SuggestionID(19); at != want {
		t.Errorf("the cursor is on %s, want %s", at, want)
	}
	d.seesNot(tooMany)
	d.burst("jja")
	d.sees(tooMany)
	d.keys("a")
	if sent := d.mutations(); len(sent) != 1 {
		t.Errorf("a key pressed afterwards sends %v", sent)
	}
}

// What gives the terminal to the shell does so where a hand may have pressed it, and not within a text, whose rest would be the shell's.
func TestABurstLeavesOnlyAtItsEnds(t *testing.T) {
	for _, key := range []string{"q", "<ctrl+z>"} {
		for name, c := range map[string]struct {
			way, script []string
			pasted      bool
			leaves      bool
		}{
			"first":                  {nil, []string{key, strings.Repeat("j", 300)}, false, true},
			"last":                   {nil, []string{strings.Repeat("j", 300), key}, false, true},
			"alone":                  {nil, []string{key}, false, true},
			"within":                 {nil, []string{strings.Repeat("j", 30), key, "j"}, false, false},
			"behind a paste":         {nil, []string{key}, true, false},
			"last, in triage":        {[]string{"3", "t", "t"}, []string{strings.Repeat("b", 30), key}, false, true},
			"within, in triage":      {[]string{"3", "t", "t"}, []string{strings.Repeat("b", 30), key, "b"}, false, false},
			"within text in a form":  {[]string{"2", "n"}, []string{"ab", key, "c"}, false, false},
			"behind text in a field": {[]string{"/"}, []string{strings.Repeat("a", 30), key}, false, key != "q"},
		} {
			d := newDriver(t, driverOptions{})
			d.keys(c.way...)
			b := burstOf(t, c.script...)
			b.Pasted = c.pasted
			d.send(b)
			if left := d.quit || d.model.away || strings.Contains(d.screen(), "no shell to suspend to"); left != c.leaves {
				t.Errorf("%s %s: it leaves: %v, want %v", key, name, left, c.leaves)
			}
		}
	}
}

func TestKeysBehindAPasteAreSaidToBeSo(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	b := burstOf(t, "a")
	b.Pasted = true
	d.send(b)
	d.sees("Keys came right behind a paste: they moved, and changed nothing.")
	if sent := d.mutations(); len(sent) > 0 {
		t.Errorf("it sent %v", sent)
	}
	d.keys("a")
	if sent := d.mutations(); len(sent) != 1 {
		t.Errorf("a key pressed afterwards sends %v", sent)
	}
	d = newDriver(t, driverOptions{})
	d.keys("2", "n")
	d.paste("name")
	b = burstOf(t, "<enter>")
	b.Pasted = true
	d.send(b)
	d.sees("Keys came right behind a paste")
	d.keys("x")
	d.sees("namex")
}

func TestABurstIsTextInAField(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("2", "n")
	d.burst("Audit qajx", "<enter>", "<ctrl+j>", "sink", "<tab>", "two", "<enter>")
	d.sees("Audit qajx sink")
	if sent := d.mutations(); len(sent) > 0 {
		t.Errorf("it sent %v", sent)
	}
	d = newDriver(t, driverOptions{})
	d.keys("1")
	d.burst("/scan", "<enter>", "qqaaxx")
	d.sees("scan qqaaxx")
	d.burst("<backspace>", "<backspace>")
	d.sees("scan qqaa")
}

func TestABurstBeforeTheSizeIsKnown(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.model.sized = false
	d.burst(strings.Repeat("t", 30))
	d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	if sent := d.mutations(); len(sent) > 0 {
		t.Errorf("it sent %v", sent)
	}
}

func TestAPasteThatWaitsIsSaidEverywhere(t *testing.T) {
	for _, way := range [][]string{{"3"}, {"3", "t", "t"}, {"4", "x"}, {"2", "n"}, {":"}, {"/"}} {
		d := newDriver(t, driverOptions{w: 80, h: 24})
		d.keys(way...)
		d.send(terminal.Pasting{On: true})
		d.sees("Pasting… ctrl+c ends it")
		d.send(terminal.Pasting{})
		d.seesNot("Pasting…")
	}
}
