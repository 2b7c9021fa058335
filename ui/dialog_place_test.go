package ui

import (
	"strings"
	"testing"

	"gatehouse/ui/dialog"
)

func TestADialogThatDoesntFitCantBeConfirmed(t *testing.T) {
	for _, showing := range []bool{false, true} {
		d := newDriver(t, driverOptions{})
		d.keys("4", "j", "x", "<tab>")
		if showing {
			d.keys("v")
		}
		d.Resize(30, 7)
		d.keys("<enter>")
		d.Resize(26, 6)
		d.keys("<enter>", "<enter>")
		d.wantMutations()
		d.Resize(160, 45)
		if d.model.overlay() == nil { // enter closed it: that is safe, too
			continue
		}
		d.keys("<esc>")
		d.wantMutations()
	}
}

// What stands behind a box is dim, and seen on both of its sides where there are more than a few cells; the top line keeps its colours.
func TestThePanesStandDimBehindABox(t *testing.T) {
	for _, w := range []int{60, 80, 100, 119, 160} {
		d := newDriver(t, driverOptions{w: w, h: 30})
		d.keys("x")
		now := d.dump()
		tabs := now.styles[1]
		if len(tabs) != 1 || tabs[0].look == now.styles[0][0].look {
			t.Fatalf("%d cells: the tabs are drawn as %v", w, tabs)
		}
		for y := 2; y < len(now.lines)-1; y++ {
			first := now.styles[y]
			if len(first) == 0 || first[0].look == "" || w < 100 && strings.Contains(first[0].look, " on ") { // it is the box
				continue
			}
			if first[0].look != tabs[0].look {
				t.Errorf("%d cells: line %d begins as %v, want %v: %s", w, y, first[0], tabs[0], now.lines[y])
			}
		}
		if beside := strings.Count(now.lines[8], "│") > 2; beside != (w >= 100) {
			t.Errorf("%d cells: the list is seen beside the box: %v\n%s", w, beside, strings.Join(now.lines, "\n"))
		}
	}
}

// A box over the top line leaves none of it, or whole words.
func TestNoScrapsOfTheTopLineStandBesideABox(t *testing.T) {
	for _, w := range []int{60, 80, 100, 119} {
		d := newDriver(t, driverOptions{w: w, h: 30})
		d.keys("2", "n")
		top, _, _ := strings.Cut(d.screen(), "\n")
		if before, _, boxed := strings.Cut(top, "╭"); boxed && before != "" {
			t.Errorf("%d cells: scraps stand beside the box: %q", w, top)
		}
	}
}

// The tenant keeps its colour while something is confirmed: that is when it must not be taken for another.
func TestTheTenantKeepsItsColourBesideADialog(t *testing.T) {
	d := newDriver(t, driverOptions{})
	top := func() string {
		line, _, _ := strings.Cut(d.model.View().Content, "\n")
		return line
	}
	before := top()
	d.keys("x")
	d.sees("Delete hook?")
	if got := top(); got != before {
		t.Errorf("the top line is %q, want %q", got, before)
	}
}

// A name of many words leaves the question, the tenant and the buttons their room; its end is seen, and the request view has all of it.
func TestALongNameLeavesADialogItsRoom(t *testing.T) {
	name := strings.Repeat("Quarterly close of the northern region ", 5) + "-prod"
	d := newDriver(t, driverOptions{w: 40, h: 10})
	id := d.tenant.SecretID(0)
	if err := d.tenant.UpdateAs("secrets", id, func(r map[string]any) {
		r["displayName"], r["status"], r["deletedAt"] = name, "SECRET_STATUS_ACTIVE", nil
	}); err != nil {
		t.Fatal(err)
	}
	d.onSecret(id)
	d.keys("x")
	named := 0
	for _, line := range d.model.overlay().Lines() {
		if strings.Contains(line, "Quarterly") || strings.Contains(line, "northern") || strings.Contains(line, "-prod") {
			named++
		}
	}
	d.sees("-prod", "on tenant acme", "Cancel", "Revoke secret")
	if named == 0 || named > dialog.NameLines {
		t.Errorf("the name takes %d lines:\n%s", named, d.screen())
	}
	d.keys("v", "<pgdown>", "<pgdown>", "<pgdown>", "<pgdown>", "<pgdown>", "<pgdown>")
	d.sees("-prod")
}

// On the smallest screen a batch says what it is and is read to its last name, each line once.
func TestABatchIsReadThroughOnTheSmallestScreen(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.keys("4", "j", " j ", "x")
	d.sees("Shared with 6 people, 4 of them outside.")
	if got := strings.Count(d.screen(), "2 active secrets\n") + strings.Count(d.screen(), "2 active secrets  "); got != 1 {
		t.Errorf("the heading stands %d times:\n%s", got, d.screen())
	}
	d.keys("<down>", "<down>", "<down>", "<down>")
	d.sees("Backup encryption key", "Mail relay password")
}
