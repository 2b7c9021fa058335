package ui

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/dialog"
)

func TestAFormLeavesTheTabsInViewAndSaysItsKeysOnce(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("2", "n")
		d.sees("New webhook", "ctrl+s create  tab next  esc cancel")
		for _, key := range []string{"ctrl+s", "tab next", "esc cancel"} {
			if n := strings.Count(d.screen(), key); n != 1 {
				t.Errorf("%v: %q stands %d times:\n%s", size, key, n, d.screen())
			}
		}
		if size[1] == 45 {
			d.sees("2 Webhooks 27", "What people call it")
			if rows := len(d.model.overlay().Lines()); rows > 26 {
				t.Errorf("a form of four fields takes %d rows", rows)
			}
		}
	}
}

func TestTheSessionCanBeLockedWhileAFormIsOpen(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {60, 15}, {40, 10}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("2", "n", "Brand new", "<tab>", "https://hooks.example.com/x", "<ctrl+o>")
		d.sees("Make this session read-only?")
		d.keys("<esc>")
		if d.client.ReadOnly() {
			t.Fatal("locked without a yes")
		}
		d.keys("<ctrl+o>", "<tab>", "<enter>")
		d.reads("(read-only) New webhook", "This session is read-only now")
		d.keys("<ctrl+s>", "<ctrl+s>", "<ctrl+s>")
		d.wantMutations()
		box, ok := d.model.overlay().(*dialog.FormBox)
		if !ok || box.Form.Values()["displayName"] != "Brand new" || !d.client.ReadOnly() {
			t.Errorf("%v: what was typed is lost:\n%s", size, d.screen())
		}
	}
}

func TestTheLockKeyAsksInTheFilterToo(t *testing.T) {
	d := newDriver(t, driverOptions{w: 80, h: 24})
	d.keys("2", "/", "in", "<ctrl+o>")
	d.sees("Make this session read-only?")
	d.keys("<tab>", "<enter>")
	if !d.client.ReadOnly() {
		t.Error("it isn't locked")
	}
}

// The answer never came, and the record shows what somebody else made of it: the form is there again, with both values.
func TestAFormThatWasOvertakenComesBackWithWhatSomebodyElseDid(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	toRole(d, 7)
	d.keys("e", "<ctrl+u>", "Support")
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/iam/roles/*", DropBefore: true})
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/iam/roles/*", Skip: 1, Merge: []byte(`{"role":{"displayName":"Theirs"}}`)})
	d.keys("<ctrl+s>")
	d.tells("It was sent, but the record doesn't show it. Somebody changed the role meanwhile: Name.", "Support", "was: Theirs",
		"Look at what you change now; ctrl+s sends it again.")
	if err := d.tenant.UpdateAs("roles", d.tenant.RoleID(7), func(r map[string]any) { r["displayName"] = "Theirs" }); err != nil {
		t.Fatal(err)
	}
	d.tenant.Faults().Reset()
	d.keys("<ctrl+s>")
	want := `{"role":{"displayName":"Support"},"updateMask":"displayName"}`
	if got := d.bodies(roleEdit); len(got) == 0 || got[len(got)-1] != want {
		t.Errorf("sent %q, want %s last", got, want)
	}
	d.sees("Saved role")
}

// What a form was refused with goes with it, when it is given up; an outcome that nobody knows stays.
func TestARefusalGoesWithItsForm(t *testing.T) {
	for status, stays := range map[int]bool{400: false, 504: true} {
		d := newDriver(t, driverOptions{w: 120, h: 40})
		d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks/*", Status: status})
		d.keys("2", "e", " of Acme", "<ctrl+s>")
		box, ok := d.model.overlay().(*dialog.FormBox)
		if !ok || !strings.HasSuffix(box.Form.Values()["displayName"], " of Acme") {
			t.Fatalf("%d: what was typed is lost:\n%s", status, d.screen())
		}
		d.keys("<esc>", "<esc>", "3")
		if d.model.overlay() != nil || (d.model.notices.Trouble() != nil) != stays {
			t.Errorf("%d: what was said stays: %t, want %t\n%s", status, d.model.notices.Trouble() != nil, stays, d.screen())
		}
	}
}

// The title over a request says which of its lines are in view, not which of what it was opened from.
func TestTheTitleOverARequestCountsItsLines(t *testing.T) {
	span, below := regexp.MustCompile(`(\d+)–(\d+) of (\d+)`), regexp.MustCompile(`… (\d+) lines? more`)
	for name, keys := range map[string][]string{"a form": {"2", "e", " changed", "<ctrl+r>"},
		"the palette": {"1", "<ctrl+p>", "turn on", "<ctrl+r>"}} {
		d := newDriver(t, driverOptions{w: 40, h: 10})
		d.keys(keys...)
		for _, key := range []string{"", "<down>", "<down>"} {
			if key != "" {
				d.keys(key)
			}
			in, more := span.FindStringSubmatch(d.screen()), below.FindStringSubmatch(d.screen())
			if in == nil || more == nil {
				t.Fatalf("%s: no span or no count of what is below:\n%s", name, d.screen())
			}
			last, _ := strconv.Atoi(in[2])
			all, _ := strconv.Atoi(in[3])
			if left, _ := strconv.Atoi(more[1]); last+left != all {
				t.Errorf("%s: %s, with %d more below:\n%s", name, in[0], left, d.screen())
			}
		}
	}
}
