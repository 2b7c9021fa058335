package ui

import (
	"testing"

	"gatehouse/tenant"
)

// lostDecision is a console with an acceptance, and after it a dismissal that the tenant never got.
func lostDecision(t *testing.T) *driver {
	t.Helper()
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "a", "j")
	remove := d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/*/state", DropBefore: true})
	d.keys("d")
	d.tells("Read again, the record doesn't show it.")
	remove()
	d.keys("<esc>", "u")
	d.tells("The dismissal of suggestion “",
		"can't be undone while its outcome is unknown. u again undoes the change before it: the acceptance of")
	d.wantStates("ACCEPTED", "NEW")
	return d
}

func TestWhatCantBeTakenBackIsSaidUntilTheNextAction(t *testing.T) {
	for name, key := range map[string]string{"another decision": "d", "the undo": "u"} {
		t.Run(name, func(t *testing.T) {
			d := lostDecision(t)
			d.keys("j", "k", "j") // moving is no action
			d.tells("u again undoes")
			d.keys(key)
			d.tellsNot("u again", "nothing to undo")
		})
	}
}

func TestALostChangeAloneIsNothingToUndo(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	remove := d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/*/state", DropBefore: true})
	d.keys("3", "d")
	remove()
	d.keys("<esc>", ":", "take back")
	d.sees("Undo: the outcome of the last change is unknown")
	d.keys("<esc>", "u")
	d.tells("can't be undone while its outcome is unknown.")
}

func TestUnreadableBeforeATakingBackIsTriedAgainWithItsKey(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "d")
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/role-mining/suggestions/*", Status: 503})
	d.keys("u")
	d.tells("Nothing was undone: ", "u tries again.")
	d.tellsNot("r tries again")
}

func TestWhatIsSaidOfMarksEndsWithThem(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 450}, w: 120, h: 40})
	d.keys("4", " j j ", "U")
	d.tells("3 marks cleared; U restores them.")
	d.keys("j")
	d.tells("3 marks cleared")
	d.keys(" ")
	d.tellsNot("cleared")
	d.keys("U", "U")
	d.tells("1 mark restored.")
	d.keys("U")
	d.tellsNot("restored")
	d.keys("*")
	d.tells("Marked 100 of 100 loaded; F loads the rest")
	d.keys("F")
	d.sees("450 in all")
	d.tellsNot("loads the rest")
}

func TestTheOrderOfThePileIsSaidOfWhatIsLoaded(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "t", "S")
	d.tells("The cards to come are sorted by confidence, among 90 loaded suggestions; F loads all first.")
	d.keys("F")
	d.tellsNot("loads all first")
	d.keys("S")
	d.tells("The cards to come are sorted by cohort size.")
}

func TestALostDecisionInTriageComesBack(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "t")
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/*/state", DropBefore: true})
	d.keys("d")
	d.tells("Read again, the record doesn't show it. It may still happen; it is read again for 40s. It comes back at the end.")
	d.tellsNot("r reads")
}

func TestADecisionInTriageOfUnknownOutcomeComesBack(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "t", "t")
	d.fault(tenant.Rule{Path: "/api/v1/role-mining/suggestions/**", DropAfter: true})
	d.keys("d")
	d.tells("outcome unknown", "The record can't be read. It may still happen; it is read again for 40s. It comes back at the end.")
	d.tellsNot("r reads")
}

func TestASearchOfWhatIsKeptHereSaysSo(t *testing.T) {
	d, _ := journalled(t, t.TempDir(), driverOptions{}, nil)
	d.keys("3", "d", "J", "/", "dismiss", "<ctrl+s>")
	d.tells("Everything is here already; the filter looks through all of it.")
	d.tellsNot("The tenant can't search")
}
