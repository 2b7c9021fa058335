package triage_test

import (
	"strings"
	"testing"
	"time"

	"gatehouse/tenant"
	"gatehouse/ui/panes"
	"gatehouse/ui/panetest"
)

func open(t *testing.T, o panetest.Options) *panetest.Frame {
	t.Helper()
	return panetest.OpenAll(t, panes.All(), o)
}

// firstCard is the name on the card in view.
func firstCard(d *panetest.Frame) string {
	name, _, _ := strings.Cut(strings.TrimLeft(strings.Split(d.Screen(), "\n")[3], "│ "), "  ") // for whom it is stands after a gap
	return strings.TrimSpace(name)
}

func TestTriageSortsTheCardsToCome(t *testing.T) {
	d := open(t, panetest.Options{W: 120, H: 40})
	d.Keys("3", "t", "t", "S")
	d.Sees("by confidence")
}

func TestTriageKeepsItsPlaceWhileTheListIsReadAnew(t *testing.T) {
	d := open(t, panetest.Options{W: 120, H: 40})
	d.Keys("3", "t", "t", "a", "s", "d")
	inView := firstCard(d)
	d.Keys("<esc>", "/oslo", "<ctrl+s>") // a search on the tenant replaces the rows
	d.Keys("<esc>", "t", "t")            // and is over
	if got := firstCard(d); got != inView {
		t.Errorf("the card is %q, want %q as before", got, inView)
	}
	d.Sees("1 accepted · 1 dismissed · 1 skipped")
}

func TestTriageTalliesUnknownOutcomesApart(t *testing.T) {
	d := open(t, panetest.Options{W: 120, H: 40, Tenant: tenant.Options{Rows: 12}})
	d.Keys("3", "t", "t")
	remove := d.Fault(tenant.Rule{Path: "/api/v1/role-mining/suggestions/**", DropAfter: true})
	d.Keys("a")
	d.Sees("1 unknown")
	d.SeesNot("failed", "1 accepted")
	remove()
	for range 12 {
		if strings.Contains(d.Screen(), "tried before") {
			break
		}
		d.Keys("s")
	}
	d.Tells("outcome unknown")
	d.Keys("r") // the record tells
	d.Sees("1 accepted", "The pile is done.")
	d.SeesNot("unknown")
}

func TestThePaceOfATriagePausesWhileItIsLeft(t *testing.T) {
	d := open(t, panetest.Options{W: 120, H: 40})
	d.Keys("3", "t", "t")
	d.Keys("a", "a", "a")
	d.Advance(time.Minute)
	d.Keys("a")
	d.Sees("4 accepted · 4 a minute")
	d.Keys("<esc>")
	d.Advance(time.Hour)
	d.Keys("t", "t")
	d.Sees("4 accepted · 4 a minute")
}
