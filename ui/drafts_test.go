package ui

import (
	"context"
	"testing"
	"time"

	"gatehouse/tenant"
)

func TestQuittingAsksBeforeUnsavedSettingsAreLost(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("m")
	d.keys("j", "j", " ", "l", " ", "q")
	d.sees("Quit now?", "▸ Stay ◂")
	d.tells("Not sent, and lost then: 2 changes of your notification settings.")
	d.keys("<enter>")
	if d.quit {
		t.Fatal("it was left without a yes")
	}
	d.sees("2 changes are not saved")
	d.keys("1", "q") // the view isn't on the screen any more
	d.tells("2 changes of your notification settings")
	d.keys("<tab>", "<enter>")
	if !d.quit {
		t.Error("a yes doesn't quit")
	}
}

func TestQuittingAsksBeforeAnExpressionIsLost(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("b")
	d.keys("1 + 1", "<esc>", "<esc>", "q")
	d.tells("an expression in the CEL bench that was not evaluated")
	d.keys("<esc>", "b", "<ctrl+s>", "<esc>", "<esc>", "q") // it is in the history now
	if !d.quit {
		t.Errorf("an expression in the history is asked about:\n%s", d.screen())
	}
}

func TestQuittingWithNothingUnsentAsksNothing(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("m")
	d.keys("j", "j", " ", " ", "q")
	if !d.quit {
		t.Errorf("it isn't left:\n%s", d.screen())
	}
}

func TestGoingToAnotherTenantAsksBeforeUnsavedSettingsAreLost(t *testing.T) {
	opened := 0
	d := newDriver(t, driverOptions{w: 100, h: 30, options: func(o *Options) {
		o.Tenants = []Choice{{"beta", "beta.example"}}
		o.Open = func(context.Context, string) (*Connection, error) { opened++; return nil, context.Canceled }
	}})
	d.tenantMenu("m")
	d.keys("j", "j", " ", "T", "<enter>")
	d.sees("Go to beta?", "▸ Stay ◂")
	d.tells("1 change of your notification settings")
	d.keys("<enter>")
	d.sees("1 change is not saved")
	if opened != 0 {
		t.Error("the other tenant was opened anyway")
	}
	d.keys("T", "<enter>", "<tab>", "<enter>")
	if opened != 1 {
		t.Errorf("a yes opened it %d times", opened)
	}
}

func TestADraftOfTheSettingsIsDiscarded(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 34})
	d.tenantMenu("m")
	d.offers(false, "x discard")
	d.keys("x")
	d.tells("there is nothing to discard")
	d.keys("j", "j", " ", "l", " ")
	d.sees("x discard")
	d.keys("x")
	d.sees("Discard 2 changes?", "▸ Keep ◂")
	d.tells("Access reviews by e-mail: off, was on.", "Access reviews in Slack: off, was on.")
	d.keys("<esc>")
	d.sees("2 changes are not saved")
	d.keys("x", "<tab>", "<enter>")
	d.seesNot("not saved *", "are not saved")
	d.tells("The changes are discarded")
	d.keys("<ctrl+s>")
	d.tells("Nothing was changed")
	d.wantMutations()
}

func TestTheLegendStaysWhileThereAreChanges(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("m")
	d.keys("j", "j", " ")
	d.sees("▣ □ locked by your organization  * not saved", "may become your own")
	d.Resize(40, 10)
	d.sees("▣ locked")
}

func TestSettingsThatCantBeReadOfferNothingToChange(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/settings/notifications/user", Status: 403})
	}})
	d.tenantMenu("m")
	d.seesNot("space on/off", "h left", "e digest")
	d.sees("r refresh")
}

func TestANoticeGoesWithThePaneAndTroubleStays(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("t") // turns a hook off
	d.tells("u undoes it")
	d.keys("2")
	d.tellsNot("u undoes it")

	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/hooks/*", Status: 500, Times: 1})
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks/*/test", Status: 403})
	d.keys("t") // a test event; what a form is refused with would go with the form
	d.tells("You may not do this")
	d.keys("1")
	d.tells("You may not do this")
	d.keys("<esc>")
	d.tellsNot("You may not do this", "Nothing to go back to")
}

func TestEscTakesTroubleAwayAndGoesBack(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("m")
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/settings/notifications/user", Status: 500})
	d.keys("j", "j", " ", "<ctrl+s>")
	d.tells("Nothing was sent: your settings could not be read")
	d.keys("<esc>")
	d.tellsNot("could not be read")
	d.sees("Conflict monitor bindings")
}

func TestEscWithANoticeKeepsMarks(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("j", " ", "c", "c") // it says something about the copy
	d.sees("1 marked")
	d.keys("<esc>")
	d.sees("1 marked")
	d.keys("<esc>")
	d.seesNot("marked")
}

func TestEscTakesNoMoreThanOneMarkAway(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys(" j j ", "/payment", "<tab>")
	d.sees("3 marked")
	d.keys("<esc>") // the filter
	d.seesNot("payment”")
	d.keys("<esc>")
	d.tells("3 are marked; U clears the marks.")
	d.keys("<esc>", "<esc>", "<esc>", "<esc>")
	d.sees("3 marked")
	d.keys("U")
	d.seesNot("3 marked")
	d.tells("3 marks cleared; U restores them.")
	d.keys("j", "U")
	d.sees("3 marked")
	d.tells("3 marks restored.")
	d.keys("U", "j", " ", "U", "U") // what is brought back is what was taken last
	d.sees("1 marked")
}

func TestWhatIsUnderWayIsSaidOnEveryPane(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	late := d.holding(func() { d.keys("t") })
	d.Waiting(func() { d.keys("2") })
	d.tells("…")
	late.deliver()
	d.settle()
	d.tells("undoes it")
	d.clock.advance(time.Minute)
}
