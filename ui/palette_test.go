package ui

import (
	"testing"

	"gatehouse/ui/views"
)

func TestARequestInThePaletteScrollsToItsEnd(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.keys("<ctrl+p>", "turn on or off", "<ctrl+r>")
	d.sees("/api/v1/hooks", "down scrolls", "esc back")
	for range 40 {
		d.keys("<down>")
	}
	d.sees("up shows the beginning", "esc back")
	d.wantMutations()
}

// What can't be chosen comes after what matches as well and can, and says why when it is chosen all the same.
func TestThePaletteSaysWhyACommandIsOff(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.onSecret(d.revokedSecret())
	d.keys(":", "revoke", "<enter>")
	d.sees("Paste it; it isn't shown")
	d.seesNot("can't be chosen now")
	for range 3 {
		d.keys("<esc>")
	}
	d.keys(":", "revoke secret", "<enter>")
	d.sees("“Revoke secret” can't be chosen now: ", "revoked already.")
	d.keys("<down>")
	d.seesNot("can't be chosen now")
	d.wantMutations()
}

// revokedSecret is a secret that is revoked.
func (d *driver) revokedSecret() string {
	d.t.Helper()
	for i := range d.tenant.Size("secrets") {
		if rec, _ := d.tenant.Record("secrets", d.tenant.SecretID(i)); rec["status"] == "SECRET_STATUS_REVOKED" {
			return d.tenant.SecretID(i)
		}
	}
	d.t.Fatal("no secret is revoked")
	return ""
}

// What people call a thing elsewhere finds it here.
func TestThePaletteKnowsTheWordsOfOtherPrograms(t *testing.T) {
	for typed, want := range map[string]string{
		"q": "▌ Quit gatehouse", "quit": "▌ Quit gatehouse", "exit": "▌ Quit gatehouse", "export": "▌ Export the rows",
		"search": "▌ Filter the rows",
		"logs":   "▌ Show ", "user": "▌ Switch tenants", "theme": "▌ Theme", "help": "▌ Show the keys",
	} {
		d := newDriver(t, driverOptions{})
		d.keys(":", typed)
		d.sees(want)
	}
	d := newDriver(t, driverOptions{})
	d.keys("3", "d", ":", "undo")
	d.sees("▌ Undo")
	d.keys("<esc>", ":", "quit", "<enter>")
	if !d.quit {
		t.Error(":quit doesn't quit")
	}
}

// Views are in the palette wherever their pane stands in front, whatever is around it.
func TestViewsOfWrappedPanesAreInThePalette(t *testing.T) {
	d, _, _ := withViews(t, driverOptions{}, views.View{Name: "mine", Pane: "suggestions", Filter: "state:new"})
	d.keys("3", "t", "t", ":", "view mine")
	d.sees("View: mine")
	d.keys("<enter>")
	d.sees("Triage", "matching “state:new”")
	d.keys("2", ":", "view mine")
	d.sees("View: mine", "in Triage")
	for _, v := range []struct{ pane, key string }{{"owners", "o"}, {"bindings", "d"}} {
		d, _, _ := withViews(t, driverOptions{}, views.View{Name: "wrapped", Pane: v.pane, Filter: "a"})
		d.keys("0", v.key, "<esc>", v.key)
		d.keys(":", "view wrapped")
		d.sees("View: wrapped")
		d.keys("<esc>", "1", ":", "view wrapped")
		d.sees("View: wrapped")
	}
}

// What is copied is the value itself, however it is drawn.
func TestWhatIsCopiedIsTheValueItself(t *testing.T) {
	d := newDriver(t, driverOptions{})
	const text = "a == 1 &&\n\tb == \"\u2028\u200bé\" // e\u0301\r\n"
	d.queue = append(d.queue, d.model.copy("the filter's CEL", text))
	d.settle()
	if len(d.copied) != 1 || d.copied[0] != text {
		t.Errorf("copied %q, want %q", d.copied, text)
	}
}

// What stands far below is made when it is looked through; how much it is, the box says from the beginning.
func TestThePaletteCountsWhatItHasNotMadeYet(t *testing.T) {
	d := newDriver(t, driverOptions{})
	for _, tab := range []string{"`", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0"} {
		for _, then := range [][]string{nil, {"3", "t"}, {"3", "H"}} { // other panes may stand in the tabs
			d.keys(append(then, tab, ":")...)
			before := d.model.overlay().Scrolled()
			for range 30 {
				d.keys("<pgdown>")
			}
			after := d.model.overlay().Scrolled()
			if before.All != after.All || after.Top+after.Rows != after.All {
				t.Fatalf("tab %s: %d items at first, then %+v", tab, before.All, after)
			}
			d.sees("in ")
			d.keys("x", "<backspace>")
			if again := d.model.overlay().Scrolled(); again.All != before.All {
				t.Fatalf("tab %s: %d items at first, %d behind a search", tab, before.All, again.All)
			}
			d.keys("<esc>")
		}
	}
}
