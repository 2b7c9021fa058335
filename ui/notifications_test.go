package ui

import (
	"encoding/json"
	"testing"

	"gatehouse/tenant"
)

const settingsRoute = "POST /api/v1/settings/notifications/user"

// sentSettings are the channels of the last write.
func (d *driver) sentSettings() map[string]map[string]any {
	d.t.Helper()
	var body struct {
		Channels map[string]map[string]any `json:"channelSettings"`
	}
	if err := json.Unmarshal([]byte(d.body(settingsRoute)), &body); err != nil {
		d.t.Fatal(err)
	}
	return body.Channels
}

func TestNotificationsAreSavedAsOneWholeObject(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("m")
	d.keys("j", "j", " ") // access reviews by e-mail
	d.sees("Access reviews by e-mail: off, not saved.", "1 change is not saved")
	d.keys("l", "j", " ") // task reminders in Slack
	d.sees("2 changes are not saved", "may become your own")
	d.wantMutations()
	d.keys("<ctrl+s>")
	d.sees("Save settings?", "Access reviews by e-mail: off, was on.", "Task reminders in Slack: off, was on.",
		"may become your own", "▸ Cancel ◂")
	d.keys("<tab>", "<enter>")
	d.sees("Saved notification settings.", "u undoes it")
	d.seesNot("is not saved", "are not saved")
	d.wantMutations(settingsRoute)
	sent := d.sentSettings()
	for path, want := range map[[2]string]bool{{"email", "reviews"}: false, {"slack", "taskReminders"}: false,
		{"email", "requestCreated"}: true, {"email", "agentActivity"}: true} {
		if got := sent[path[0]][path[1]].(map[string]any)["enabled"]; got != want {
			t.Errorf("%v is %v, want %v", path, got, want)
		}
	}
	d.keys("u")
	d.sees("Undone: the edit of notification settings.")
	if sent := d.sentSettings(); sent["email"]["reviews"].(map[string]any)["enabled"] != true {
		t.Error("undo did not write the former object")
	}
	d.sees("Access reviews           ● on")
}

func TestDigestIsEditedWithTheRest(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 34})
	d.tenantMenu("m")
	d.keys("G", "e")
	d.sees("Digest by e-mail", "How often")
	d.keys("<tab>", "<tab>", "<right>", "<ctrl+s>")
	d.sees("● weekly, Tuesday*", "1 change is not saved")
	d.wantMutations()
	d.keys("<ctrl+s>")
	d.sees("Digest by e-mail, which day: Tuesday, was Monday.")
	d.keys("<tab>", "<enter>")
	d.sees("Saved notification settings.", "● weekly, Tuesday")
	if got := d.sentSettings()["email"]["digest"].(map[string]any)["dayOfWeek"]; got != "WEEKDAY_TUESDAY" {
		t.Errorf("sent %v", got)
	}
}

// change edits the tenant's settings as the same person would elsewhere.
func (d *driver) changeSettings(edit func(channels map[string]any)) {
	d.t.Helper()
	now, err := d.client.NotificationSettings(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	var whole map[string]any
	if err := json.Unmarshal(now.Raw.JSON(), &whole); err != nil {
		d.t.Fatal(err)
	}
	edit(whole["channelSettings"].(map[string]any))
	body, err := json.Marshal(whole)
	if err != nil {
		d.t.Fatal(err)
	}
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/settings/notifications/user", Body: `{"userNotificationSettings":` + string(body) + `}`})
}

func switchOf(channels map[string]any, channel, category string) map[string]any {
	return channels[channel].(map[string]any)[category].(map[string]any)
}

func TestSavingMergesWhatChangedElsewhere(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("m")
	d.keys("j", "j", " ")
	d.changeSettings(func(c map[string]any) { switchOf(c, "slack", "expiringAccess")["enabled"] = false })
	d.keys("<ctrl+s>")
	d.sees("Save settings?")
	d.keys("<tab>", "<enter>")
	d.wantMutations(settingsRoute)
	sent := d.sentSettings()
	if sent["slack"]["expiringAccess"].(map[string]any)["enabled"] != false || sent["email"]["reviews"].(map[string]any)["enabled"] != false {
		t.Errorf("sent %v", sent)
	}
}

func TestSavingRefusesACellThatSomebodyElseChanged(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 34})
	d.tenantMenu("m")
	d.keys("G", "e", "<tab>", "<tab>", "<right>", "<ctrl+s>") // Monday to Tuesday
	d.changeSettings(func(c map[string]any) { switchOf(c, "email", "digest")["dayOfWeek"] = "WEEKDAY_FRIDAY" })
	d.keys("<ctrl+s>")
	d.reads("This was changed elsewhere meanwhile", "is Friday now, you want Tuesday", "Nothing was sent")
	d.wantMutations()
	d.keys("<ctrl+s>")
	d.sees("Save settings?", "which day: Tuesday, was Friday.")
}

func TestSavingDropsWhatWasLockedMeanwhile(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("m")
	d.keys("j", "j", " ")
	d.changeSettings(func(c map[string]any) { switchOf(c, "email", "reviews")["locked"] = true })
	d.keys("<ctrl+s>")
	d.reads("Your organization has locked this meanwhile", "Access reviews by e-mail")
	d.wantMutations()
}

// What the dialog showed is sent only while the settings are still what it was made from.
func TestSavingStopsWhenTheSettingsChangeUnderTheDialog(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("m")
	d.keys("j", "j", " ", "<ctrl+s>")
	d.sees("Save settings?")
	d.changeSettings(func(c map[string]any) { switchOf(c, "teams", "system")["enabled"] = false })
	d.keys("<tab>", "<enter>")
	d.reads("Somebody else has changed it since you saw it: System in Teams is “off” now, it was “on”.", "1 change is not saved")
	d.wantMutations()
}

func TestUnsavedNotificationsStayWhenTheViewIsLeft(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("m")
	d.keys("j", "j", " ", "<esc>")
	d.sees("1 change is not saved and kept here")
	d.keys("m")
	d.sees("* 1 change is not saved")
}

func TestNotificationsCannotBeSavedWithoutTheCompanion(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30, tenant: tenant.Options{InterfaceOnly: true}})
	d.tenantMenu("m")
	d.keys("j", "j", " ", "<ctrl+s>", "<tab>", "<enter>")
	d.reads("doesn't offer this operation", "1 change is not saved")
}

// A view that was left asks nothing any more, however late the answer comes.
func TestSavingIsGivenUpWhenTheViewIsLeft(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("m")
	d.keys("j", "j", " ")
	late := d.holding(func() { d.keys("<ctrl+s>") })
	d.keys("1")
	late.deliver()
	d.sees("▏1 Hooks")
	d.seesNot("Save settings?")
	d.wantMutations()
	d.keys("0")
	d.sees("* 1 change is not saved")
	d.seesNot("Save settings?")
}

func TestNotificationsShowTheRawObject(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("m")
	d.keys("v", "G")
	d.sees(`"taskReminders": {`)
	d.keys("<esc>")
	d.sees("Approval needed")
}

func TestNotificationsFailToLoadInWords(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	remove := d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/settings/notifications/user", Status: 503})
	d.tenantMenu("m")
	d.sees("Your notification settings could not be read.")
	d.keys(" ", "<ctrl+s>")
	d.wantMutations()
	remove()
	d.keys("r")
	d.sees("Approval needed")
}

func TestNotificationsFitASmallScreen(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.tenantMenu("m")
	d.sees("E-mail", "Slack", "Teams✗")
	d.keys("j", "j")
	d.sees("Access reviews by e-mail: on")
	d.keys("G")
	d.sees("Digest by e-mail: on, weekly")
}

func TestTheMatrixSaysThatItGoesOn(t *testing.T) {
	d := newDriver(t, driverOptions{w: 80, h: 12})
	d.tenantMenu("m")
	d.sees("more ↓")
	d.keys("G")
	d.seesNot("more ↓")
}
