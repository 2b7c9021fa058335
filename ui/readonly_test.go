package ui

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/panes"
)

// places are all panes of the console, and what is gone into from them, with the keys that lead there.
func places() map[string][]string {
	all := map[string][]string{
		"triage": {"3", "t", "t"}, "members": {"3", "m"}, "audit": {"4", "A"}, "versions": {"5", "<enter>"}, "journal": {"J"}, "requests": {"L"},
	}
	for _, pane := range panes.All() {
		all[pane.Name] = []string{pane.Key}
		for _, inner := range pane.Inner {
			all[inner.Name] = []string{pane.Key, inner.Key}
		}
	}
	return all
}

// lockedAt is a console in a place, locked once it is there, with what could be done before.
func lockedAt(t *testing.T, keys []string) (d *driver, before []host.Offer) {
	t.Helper()
	d, _ = journalled(t, t.TempDir(), driverOptions{}, nil)
	d.model.disk.Folder = t.TempDir() // exports are still allowed
	d.keys(keys...)
	before = d.model.pane().Offers()
	d.model.lock()
	d.settle()
	return d, before
}

func (d *driver) answerYes() {
	d.keys("<tab>", "<enter>", "<enter>", "<ctrl+s>", "<tab>", "<enter>")
}

func TestInAReadOnlySessionEveryChangeIsVisiblyOff(t *testing.T) {
	for name, keys := range places() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, before := lockedAt(t, keys)
			d.sees("read-only")
			able := map[keymap.ID]bool{}
			for _, o := range before {
				able[o.ID] = o.Able
			}
			var harmless []keymap.ID
			for _, o := range d.model.pane().Offers() {
				switch {
				case o.Able:
					harmless = append(harmless, o.ID)
				case able[o.ID] && !o.Why.Locked():
					t.Errorf("%s is off because %q, want because %q", o.ID, o.Why, action.ReadOnly())
				}
				if o.Why.Locked() && slices.ContainsFunc(d.model.pane().Hints(), func(h host.Hint) bool { return h.ID == o.ID }) {
					t.Errorf("%s is off, but stands in the footer", o.ID)
				}
			}
			for _, h := range d.model.pane().Hints() {
				if id := h.ID; strings.HasPrefix(string(id), "triage.") &&
					!slices.Contains([]keymap.ID{"triage.skip", "triage.back", "triage.sort", "triage.load", "triage.families", "triage.chart"}, id) {
					t.Errorf("%s stands in the footer", h.ID)
				}
			}
			// What is still on changes nothing, and so is never refused for being a change.
			for _, id := range harmless {
				d, _ := lockedAt(t, keys)
				cmd, _ := d.model.pane().Do(id)
				d.queue = append(d.queue, cmd)
				d.settle()
				d.answerYes()
				if said := d.said(); strings.Contains(said, "othing was sent") || strings.Contains(said, "othing will be sent") {
					t.Errorf("%s was on, and then refused:\n%s", id, d.screen())
				}
				d.wantMutations()
			}
		})
	}
}

// Whatever is pressed and whatever is answered, nothing that mutates reaches the tenant.
func TestInAReadOnlySessionNoKeySendsAChange(t *testing.T) {
	for name, keys := range places() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, _ := lockedAt(t, keys)
			for _, b := range d.model.env.Keys.All() {
				if b.ID == keymap.Quit || b.ID == "suspend" || !d.model.works(b.ID) {
					continue
				}
				cmd := d.model.Do(b.ID)
				d.queue = append(d.queue, cmd)
				d.settle()
				d.answerYes()
				for range 4 {
					if d.model.overlay() != nil || d.model.pane().Typing() {
						d.keys("<esc>")
					}
				}
				if d.quit {
					t.Fatalf("%s ended the console", b.ID)
				}
			}
			d.wantMutations()
		})
	}
}

func TestDialogsThatWereOpenSayThatNothingIsSent(t *testing.T) {
	for name, c := range map[string]struct {
		open, yes []string
		says      string
	}{
		"a question": {[]string{"4", "jj", "x"}, []string{"<tab>", "<enter>"},
			"Nothing will be sent, because this session is read-only now."},
		"a word to be typed": {[]string{"2", " j ", "x"}, []string{"2", "<enter>"},
			"Nothing will be sent, because this session is read-only now."},
		"a batch":     {[]string{"3", " j ", "d"}, []string{"<tab>", "<enter>"}, "Nothing will be sent, because this session is read-only now."},
		"a form":      {[]string{"2", "e", "x"}, []string{"<ctrl+s>"}, "Nothing was sent, because this session is read-only now."},
		"the palette": {[]string{"2", ":", "test event"}, []string{"<enter>"}, "This session is read-only."},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{w: 120, h: 40})
			d.keys(c.open...)
			if d.model.overlay() == nil {
				t.Fatalf("nothing is open:\n%s", d.screen())
			}
			d.model.lock()
			d.keys(c.yes...)
			d.tells(c.says)
			d.wantMutations()
		})
	}
}

func TestLockingIsForGoodAndSaidSo(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "d")
	d.sees("u undoes it")
	d.keys("<ctrl+o>")
	d.sees("Make this session read-only?", "▸ Cancel ◂")
	d.keys("<enter>")
	if d.client.ReadOnly() {
		t.Fatal("locked without a yes")
	}
	d.keys("<ctrl+o>", "<ctrl+o>", "<tab>", "<enter>")
	d.sees("read-only", "until gatehouse is restarted")
	d.seesNot("u undo", "d dismiss")
	d.keys("u")
	d.sees("This session is read-only.")
	d.keys("<ctrl+o>")
	d.sees("read-only already")
	d.keys("?")
	d.tells("session is read-only.")
	d.keys("<esc>", "d")
	d.sees("This session is read-only.")
	d.wantMutations("POST /api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(0) + "/state")
}

func TestTheLockGoesAlongToAnotherTenant(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	second, _ := other(t, d, tenant.Options{Seed: 2})
	d.keys("<ctrl+o>", "<tab>", "<enter>", "T", "beta", "<enter>", "3", "d")
	d.sees(" beta ", "read-only", "This session is read-only.")
	if !d.model.env.Client.ReadOnly() {
		t.Error("the other tenant was opened for writing")
	}
	if n := second.Count("POST /api/v1/role-mining/suggestions/{}/state"); n != 0 {
		t.Errorf("%d changes reached the other tenant", n)
	}
}
