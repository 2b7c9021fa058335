package dialog_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"gatehouse/action"
	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/panes"
	"gatehouse/ui/panetest"
)

func open(t *testing.T, o panetest.Options) *panetest.Frame {
	t.Helper()
	return panetest.OpenAll(t, panes.All(), o)
}

func TestEnterWhileTheRequestIsShownConfirmsNothing(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Keys("4", "j", "x", "<tab>", "v")
	d.Sees("This is what will be sent")
	d.Keys("<enter>")
	d.Sent()
	d.Sees("▸ Revoke secret ◂", "undone") // back at the question
}

func TestARecordThatIsGoneMeanwhileIsSaidInTheDialog(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Keys("2", "j")
	if err := d.Tenant.DeleteAs("webhooks", d.Tenant.WebhookID(1)); err != nil {
		t.Fatal(err)
	}
	d.Keys("x")
	d.Sees("Delete webhook?", "was not found")
}

// A creation is not idempotent: what sending it once more does is told.
func TestACreationWhoseAnswerIsLostMayBeDoneTwice(t *testing.T) {
	d := open(t, panetest.Options{W: 100, H: 40})
	d.Keys("2", "n", "Brand new", "<tab>", "https://hooks.example.com/x")
	d.Fault(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks", DropBefore: true})
	d.Keys("<ctrl+s>")
	d.Sees("New webhook", "Brand new")
	d.Tells("ctrl+s sends it once more, so it may be done twice.")
}

func TestWhatCouldNotBeReadBeforeIsSaidNotToBeSentOutsideForms(t *testing.T) {
	plan := &action.Plan{Title: "Edit role"}
	n := host.ResultNotice(plan, action.Result{Err: &action.NotRead{Err: errors.New("connection refused")},
		Step: action.Step{Target: action.Target{Kind: "role", Name: "Help desk", ID: "R1"}}}, "r")
	if !strings.Contains(n.Text, "Nothing was sent for role “Help desk”: it is read first, and that failed.") || n.Tone != host.ToneBad {
		t.Errorf("it says %q", n.Text)
	}
}

func TestContactsThatChangedMeanwhileAreNotOverwrittenUnasked(t *testing.T) {
	d := open(t, panetest.Options{W: 100, H: 40})
	d.Keys("0", "c", "e", "<ctrl+u>", "ours@example.com")
	d.Tenant.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/settings/contacts", Times: 1,
		Body: `{"contacts":{"billingEmails":["theirs@example.com"],"operationsEmails":[],"securityEmails":[]}}`, Status: http.StatusOK})
	d.Keys("<ctrl+s>")
	d.Tells("Not sent. Somebody changed the contacts meanwhile: Billing, ", "theirs@example.com")
	d.Sent()
}

func TestANoInABlindFormsQuestionGoesBackToTheForm(t *testing.T) {
	d := open(t, panetest.Options{W: 100, H: 40, Tenant: tenant.Options{InterfaceOnly: true}})
	d.Keys("7", "O", d.Tenant.ExporterID(0), "<ctrl+s>", "e", "Ours", "<ctrl+s>")
	d.Tells("Name becomes “Ours”.")
	d.Keys("<esc>")
	d.Tells("1 changed", "Ours")
	d.Sent()
}
