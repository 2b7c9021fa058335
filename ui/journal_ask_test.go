package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// decided is a console with three decisions in triage that the journal can't record, made before the first failed.
func decided(t *testing.T) (*driver, *jammed) {
	t.Helper()
	d, j, _ := newJammed(t)
	d.keys("3", "t", "t")
	d.Waiting(func() { d.keys("dax") })
	d.settle()
	return d, j
}

func (d *driver) stateRoute(i int) string {
	return "POST /api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(i) + "/state"
}

func TestOneAnswerSendsAllThatCouldNotBeRecorded(t *testing.T) {
	d, _ := decided(t)
	d.sees("Go on without a journal?", "3 changes were not sent: every change is recorded before it goes out.")
	d.wantMutations()
	d.keys("<tab>", "<enter>")
	d.seesNot("Go on without a journal?")
	got := d.mutations()
	slices.Sort(got)
	want := []string{d.stateRoute(0), d.stateRoute(1), d.stateRoute(2)}
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("the tenant got %q, want %q", got, want)
	}
	d.wantStates("DISMISSED", "ACCEPTED", "REJECTED", "NEW")
	d.sees("card 4 of")
	d.keys("u", "u", "u") // the newest first, as they were made
	d.wantStates("NEW", "NEW", "NEW")
}

func TestOneAnswerLeavesAllThatCouldNotBeRecorded(t *testing.T) {
	d, j := decided(t)
	d.keys("<enter>")
	d.seesNot("Go on without a journal?")
	d.wantMutations()
	d.tells("3 changes were not sent: the journal can't be written: no space left on device.")
	if n := strings.Count(d.screen(), "not sent:"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, d.screen())
	}
	d.wantStates("NEW", "NEW", "NEW")
	j.begin = nil
	d.keys("<esc>", "d")
	d.wantStates("NEW", "NEW", "NEW", "DISMISSED")
}

// What was started before the answer and fails after it is answered, too; what is done later is asked about.
func TestAnAnswerHoldsForWhatFailsLate(t *testing.T) {
	for name, yes := range map[string]bool{"don't send": false, "send": true} {
		t.Run(name, func(t *testing.T) {
			d, _, _ := newJammed(t)
			d.keys("3")
			var late *held
			first := d.holding(func() {
				d.keys("d")
				late = d.carry()
				d.keys("j", "d")
			})
			late, first = first, late
			first.deliver()
			d.sees("Go on without a journal?", "Nothing was sent")
			d.Waiting(func() {
				if yes {
					d.keys("<tab>")
				}
				d.keys("<enter>")
			})
			late.deliver()
			d.seesNot("Go on without a journal?")
			if yes {
				d.wantStates("DISMISSED", "DISMISSED", "NEW")
				return
			}
			d.wantMutations()
			d.tells("2 changes were not sent")
			d.keys("j", "d")
			d.sees("Go on without a journal?", "Nothing was sent: every")
		})
	}
}

func TestATakingBackThatIsNotSentWithoutAJournalCanBeTriedAgain(t *testing.T) {
	d, j, _ := newJammed(t)
	j.begin = nil
	d.keys("3", "d")
	j.begin = errors.New("no space left on device")
	d.keys("u")
	d.sees("Go on without a journal?")
	d.keys("<enter>")
	d.wantStates("DISMISSED")
	j.begin = nil
	d.keys("u")
	d.wantStates("NEW")
}
