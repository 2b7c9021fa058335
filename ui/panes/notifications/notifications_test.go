package notifications_test

import (
	"encoding/json"
	"testing"

	"gatehouse/action"
	"gatehouse/tenant"
	"gatehouse/ui/panes/notifications"
	"gatehouse/ui/panetest"
	"gatehouse/ui/refresh"
)

const settingsRoute = "POST /api/v1/settings/notifications/user"

func open(t *testing.T) *panetest.Frame {
	t.Helper()
	return panetest.Open(t, notifications.Declaration(), panetest.Options{W: 100, H: 30})
}

func TestNotificationsShowStateInSignsAndWords(t *testing.T) {
	d := open(t)
	d.Sees("E-mail", "Slack", "Teams · not set up", "▣ on · locked", "● weekly, Monday", "□ off · locked",
		"1 setting unknown to gatehouse")
	d.Keys("j")
	d.Sees("Approval needed by e-mail: on, locked by your organization.")
	d.Keys("l", "l")
	d.Tells("Teams is not set up for your organization")
}

func TestLockedNotificationsCannotBeChanged(t *testing.T) {
	d := open(t)
	d.Keys("j", " ")
	d.Sees("Your organization has locked “Approval needed by e-mail”.")
	d.Keys("G", "l", "l", "e")
	d.Sees("Your organization has locked “Digest in Teams”.")
	d.Keys("<ctrl+s>")
	d.Sees("Nothing was changed")
	d.Sent()
}

// The service takes the settings as one object: what wasn't changed is sent as it was.
func TestChangedNotificationsAreSentWithAllOthers(t *testing.T) {
	d := open(t)
	d.Keys("j", "j", " ") // access reviews by e-mail
	d.Sees("Access reviews by e-mail: off, not saved.", "1 change is not saved")
	d.Sent()
	d.Keys("<ctrl+s>")
	d.Sees("Save settings?", "Access reviews by e-mail: off, was on.", "▸ Cancel ◂")
	d.Sent()
	d.Keys("<tab>", "<enter>")
	d.SeesNot("is not saved")
	d.Sent(settingsRoute)
	var body struct {
		Channels map[string]map[string]any `json:"channelSettings"`
	}
	if err := json.Unmarshal([]byte(d.Asked(settingsRoute)[0]), &body); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[[2]string]bool{{"email", "reviews"}: false, {"email", "requestCreated"}: true,
		{"email", "agentActivity"}: true} {
		if got := body.Channels[path[0]][path[1]].(map[string]any)["enabled"]; got != want {
			t.Errorf("%v is %v, want %v", path, got, want)
		}
	}
}

func TestAChangeThatIsTakenBackIsNone(t *testing.T) {
	d := open(t)
	d.Keys("j", "j", " ", " ")
	d.SeesNot("is not saved")
	if unsent := d.Pane().Unsent(); len(unsent) != 0 {
		t.Errorf("unsent: %q", unsent)
	}
}

// Settings that are read while the question is open are those of before the saving, however late they come.
func TestSettingsThatWereReadBeforeTheSavingDoNotReplaceWhatWasSaved(t *testing.T) {
	d := open(t)
	d.Keys("j", "j", " ", "<ctrl+s>")
	arrive := d.Late(d.Pane().Receive(refresh.Due{}))
	d.Keys("<tab>", "<enter>")
	d.Sees("Access reviews by e-mail: off.")
	arrive()
	d.Sees("Access reviews by e-mail: off.")
}

func TestSettingsThatAreAsBeforeAreNotTakenForSomebodyElsesChange(t *testing.T) {
	d := open(t)
	d.Fault(tenant.Rule{Method: "POST", Path: "/api/v1/settings/notifications/user", DropBefore: true})
	d.Keys("j", "j", " ", "<ctrl+s>", "<tab>", "<enter>")
	if r := d.Results[0]; !r.Resolved || r.Shows != action.NotDone {
		t.Errorf("%s, and the settings show %v", r.Outcome, r.Shows)
	}
	d.Sees("1 change is not saved")
}

func TestSettingsAreRefreshedAtEveryTickAndLessOftenWhileThatFails(t *testing.T) {
	d := open(t)
	reads := func() int { return len(d.Asked("GET /api/v1/settings/notifications/user")) }
	before := reads()
	for range 4 {
		d.Send(refresh.Due{})
	}
	if n := reads() - before; n != 4 {
		t.Errorf("in 4 ticks they were read %d times", n)
	}
	d.Fault(tenant.Rule{Method: "GET", Path: "/api/v1/settings/notifications/user", Status: 403})
	d.Send(refresh.Due{})
	before = reads()
	for range 8 {
		d.Send(refresh.Due{})
	}
	if n := reads() - before; n != 2 {
		t.Errorf("in 8 ticks while it fails they were read %d times, want 2", n)
	}
}
