package triage_test

import (
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/panetest"
	"gatehouse/ui/triage"
)

// ofFamilies is at a list of so many suggestions, from 70% of overlap on a family.
func ofFamilies(t *testing.T, rows int) *panetest.Frame {
	t.Helper()
	d := open(t, panetest.Options{W: 120, H: 40, Tenant: tenant.Options{Rows: rows}, Env: func(e *host.Env) { e.FamilyOverlap = 70 }})
	d.Keys("3")
	return d
}

// marked is the line of the menu that enter takes.
func marked(d *panetest.Frame) string {
	for line := range strings.Lines(d.Screen()) {
		if said, is := strings.CutPrefix(line, "▌ One"); is {
			return said
		}
	}
	return ""
}

// What opens triage asks how the suggestions are to come, says how many decisions each way takes, and marks the way that was taken last.
func TestTriageAsksHowTheCardsCome(t *testing.T) {
	d := ofFamilies(t, 12)
	d.Keys("t")
	d.Sees("One card a suggestion", "12 decisions", "One card a family", "overlaps by 70% or more")
	d.SeesNot("working out", "Counted among")
	if got := marked(d); !strings.HasPrefix(got, " card a suggestion") {
		t.Errorf("%q is marked", got)
	}
	d.Keys("<esc>")
	d.SeesNot("One card a family", "Triage")
	for _, take := range []string{"t", "<enter>"} {
		d.Keys("t", take)
		d.Sees("card 1 of 12")
		d.Keys("<esc>")
	}
	d.Keys("t", "j", "t")
	d.Sees("family 1 of")
	d.Keys("<esc>", "t")
	if got := marked(d); !strings.HasPrefix(got, " card a family") {
		t.Errorf("%q is marked after the families were", got)
	}
	d.Keys("k", "<enter>")
	d.Sees("card 1 of 12")
}

// What was decided among the cards or in the list meanwhile is no decision to be made, and a menu that was left shows no card.
func TestTheMenuCountsWhatIsLeftToDecide(t *testing.T) {
	d := ofFamilies(t, 12)
	d.Keys("t", "<esc>", "a", "t")
	d.Sees("11 decisions")
	d.SeesNot("12 decisions")
	d.Keys("t")
	d.Sees("card 1 of 11")
	d.SeesNot("decided elsewhere", "is accepted now")
	d.Keys("d", "<esc>", "t")
	d.Sees("10 decisions")
}

// A filter and rows that aren't loaded narrow what is counted, and the menu says so.
func TestTheMenuSaysWhatItCounted(t *testing.T) {
	d := ofFamilies(t, 400)
	d.Keys("t")
	d.Sees("+ decisions", "Counted among ", " loaded suggestions.")
	d.Keys("<esc>", "/team", "<enter>", "t")
	d.Sees("Counted among ", " loaded suggestions that match “team”.")
}

// With nothing to triage there is a menu of no decisions, and cards that say so.
func TestTheMenuOfAnEmptyPile(t *testing.T) {
	d := ofFamilies(t, -1)
	d.Keys("t")
	d.Sees("0 decisions")
	d.SeesNot("working out", "loading")
	d.Keys("t")
	d.Sees("There is nothing to triage.")
}

// A menu that comes again over the same rows and cards says at once what was counted before; over others it counts anew.
func TestTheMenuKnowsWhatItCountedBefore(t *testing.T) {
	d := ofFamilies(t, 12)
	d.Keys("t", "<enter>")
	cards := d.Pane().(*triage.Pane)
	d.Keys("<esc>", "t", "<esc>")
	arrive := d.Late(cards.Open())
	d.Resize(120, 40)
	d.Sees("12 decisions")
	d.SeesNot("working out")
	arrive()
	d.Keys("<esc>", "a")
	arrive = d.Late(cards.Open())
	d.Resize(120, 40)
	d.Sees("11 decisions", "working out")
	arrive()
	d.SeesNot("working out")
}

// So it does while families are still looked for among the rows as they were.
func TestTheMenuCountsCardsWhileFamiliesAreLookedFor(t *testing.T) {
	d := ofFamilies(t, 12)
	d.Keys("t", "<enter>")
	cards := d.Pane().(*triage.Pane)
	d.Keys("<esc>")
	before := d.Late(cards.Open())
	d.Keys("<esc>", "a")
	after := d.Late(cards.Open())
	d.Resize(120, 40)
	d.Sees("11 decisions", "working out")
	before()
	after()
	d.Sees("11 decisions")
	d.SeesNot("working out")
}
