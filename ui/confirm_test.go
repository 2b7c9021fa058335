package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/panes/secrets"
)

func TestARevocationTellsTheViewsOnce(t *testing.T) {
	d := newDriver(t, driverOptions{})
	i := activeSecret(d)
	d.keys("4")
	d.onSecret(d.tenant.SecretID(i))
	d.keys("x")
	d.tells(secrets.Views(secretOf(d, i))+" views so far, expires",
		"Its content is deleted for good and nobody can open it any more. This can't be undone.")
	if n := strings.Count(d.said(), "views so far"); n != 1 {
		t.Errorf("the views are told %d times:\n%s", n, d.screen())
	}
}

func TestABatchSaysOnceThatItCantBeUndone(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 3}})
	for i := range 3 {
		if err := d.tenant.UpdateAs("secrets", d.tenant.SecretID(i), func(r map[string]any) {
			r["status"], r["contentDeleted"], r["deletedAt"] = "SECRET_STATUS_ACTIVE", false, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	d.keys("4", " j j ", "x")
	d.tells("3 secrets", "This can't be undone. Each: its content is deleted for good and nobody can open it any more.")
	if n := strings.Count(d.said(), "be undone"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, d.screen())
	}
	d.keys("<esc>", "2", " j ", "x")
	d.tells("This can't be undone. For example: events are no longer sent to ")
}

func TestSeveralThatAreLeftOutAreSpokenOfAsSeveral(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("3", "d", "j", "d", "k", " j j ", "d")
	d.sees("2 suggestions left out (each is dismissed already).")
}

func TestAQuestionAboutWhatCantBeReadSaysThatItCantBeTakenBack(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30, tenant: tenant.Options{InterfaceOnly: true}})
	d.open("3", d.tenant.SuggestionID(0))
	d.keys("a")
	d.tells("What it was before is unknown, so this can't be undone from here.")
	d.keys("<tab>", "<enter>")
	d.seesNot("undoes it")
	d.keys("u")
	d.tells("There is nothing to undo")
}
