package ui

import (
	"context"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/theme"
	"gatehouse/ui/edit"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panes"
)

// colleague is another administrator's console on the same tenant, at the same time.
func (d *driver) colleague() *driver {
	d.t.Helper()
	c := &driver{t: d.t, clock: d.clock, tenant: d.tenant, server: d.server}
	soon := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	var err error
	if c.client, err = api.New(api.Options{BaseURL: d.server.URL, Auth: api.Auth{Token: d.tenant.Token()}, Sleep: soon,
		Now: d.clock.now}); err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(c.client.Close)
	runner := action.NewRunner(action.Options{Client: c.client, Sleep: soon, Now: d.clock.now})
	d.t.Cleanup(runner.Close)
	c.model, err = New(Options{Connection: Connection{Client: c.client, Runner: runner,
		Tenant: host.TenantInfo{Name: "acme", Host: "acme.example"}},
		Keys: panes.Keys(panes.All()), Theme: theme.Options{Name: "dark"}, Now: d.clock.now, Location: time.UTC, PageSize: 100, Start: "hooks"})
	if err != nil {
		d.t.Fatal(err)
	}
	c.model.disk.Folder = d.t.TempDir()
	c.model.tick = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	d.t.Cleanup(c.model.cancel)
	c.queue = append(c.queue, c.model.Init())
	c.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	return c
}

// However long ago the row was read: what somebody else decided is asked about, and undo goes back to that.
func TestTheDecisionOfAnotherAdministratorIsAskedAbout(t *testing.T) {
	for _, since := range []time.Duration{0, time.Hour} {
		d := newCases(t, 4, driverOptions{})
		a := d.colleague()
		d.keys("3")
		a.keys("3", "a")
		a.tells("Accepted suggestion “" + caseName(0) + "”")
		d.clock.advance(since)
		sent := len(d.mutations())
		d.keys("d")
		d.sees("Dismiss anyway?", "▸ Leave it ◂")
		d.tells("Nothing was sent. Somebody else has changed it since you saw it: State is “accepted” now, it was “new”.",
			"the tenant doesn't say by whom.")
		d.keys("d", "y", "<enter>")
		if n := len(d.mutations()); n != sent {
			t.Fatalf("%d requests were sent", n-sent)
		}
		d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted})
		d.sees("✓ accepted")
		d.keys("d")
		d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateDismissed}) // it was in view that it is accepted
		d.keys("u")
		d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted})
	}
}

func TestTheDecisionOfAnotherAdministratorIsOverwrittenByChoice(t *testing.T) {
	d := newCases(t, 4, driverOptions{})
	a := d.colleague()
	d.keys("3")
	a.keys("3", "a")
	d.keys("d", "<tab>", "<enter>")
	d.tells("Dismissed suggestion “" + caseName(0) + "”")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateDismissed})
	d.keys("u")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted})
}

// Chosen again, it is looked at again.
func TestWhatIsChangedWhileItIsAskedAboutIsAskedAboutOnceMore(t *testing.T) {
	d := newCases(t, 4, driverOptions{})
	d.keys("3")
	d.decidedBy(0, api.SuggestionStateAccepted)
	d.keys("d", "<tab>")
	d.decidedBy(0, api.SuggestionStateRejected)
	d.keys("<enter>")
	d.tells("State is “rejected” now, it was “accepted”.")
	d.wantMutations()
}

func TestTwoAdministratorsDecideTheSame(t *testing.T) {
	d := newCases(t, 4, driverOptions{})
	a := d.colleague()
	d.keys("3")
	a.keys("3", "a")
	sent := len(d.mutations())
	d.keys("a")
	d.tells("done already, apparently by somebody else.")
	d.sees("✓ accepted")
	if n := len(d.mutations()); n != sent {
		t.Errorf("%d requests were sent", n-sent)
	}
	d.keys("u")
	d.sees("There is nothing to undo")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted})
}

func TestUndoDoesNotTakeAwayWhatAnotherAdministratorDecidedSince(t *testing.T) {
	d := newCases(t, 4, driverOptions{})
	a := d.colleague()
	d.keys("3", "d")
	a.keys("3", "a")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted})
	d.keys("u")
	d.tells("Somebody changed the suggestion since.", "State was set to “dismissed”, and is “accepted” now.",
		"Undoing it overwrites that.")
	d.keys("<enter>")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted})
}

func TestTwoBatchesOnTheSameRows(t *testing.T) {
	const rows = 52
	d := newCases(t, rows, driverOptions{})
	a := d.colleague()
	d.keys("3", "F", "*", "d", "<tab>")
	a.keys("3", "F", "*", "a", "<tab>", "<enter>")
	a.tells("Accept: 52 done.")
	d.decidedBy(7, api.SuggestionStateNew) // one of them is to be decided after all
	sent := len(d.mutations())
	d.keys("<enter>")
	if n := len(d.mutations()); n != sent+1 {
		t.Errorf("%d requests were sent, want 1", n-sent)
	}
	d.tells("1 done, 51 changed by somebody else")
	for name, l := range resultsIn(d.model.changes.LastBatch()) {
		if name == caseName(7) {
			continue
		}
		if l.sign != "!" || l.reason != "Somebody else has changed it since you saw it: State is “accepted” now, it was “new”." {
			t.Errorf("%s is listed with %+v", name, l)
		}
	}
	d.keys("<esc>", "<esc>")
	d.sees("51 marked", "✓ accepted")
	d.keys("u", "<tab>", "<enter>") // of a batch of one
	for i := range rows {
		want := api.SuggestionStateAccepted
		if i == 7 {
			want = api.SuggestionStateNew
		}
		d.wantCases(map[int]api.SuggestionState{i: want})
	}
}

func TestTriageOfTwoAdministrators(t *testing.T) {
	d := newCases(t, 4, driverOptions{})
	a := d.colleague()
	d.keys("3", "t", "t")
	d.onCase(0, 1)
	a.keys("3", "t", "t", "a", "d")
	sent := len(d.mutations())
	d.keys("d", "a", "x")
	if n := len(d.mutations()); n != sent+1 {
		t.Errorf("%d decisions were sent, want 1", n-sent)
	}
	d.onCase(3, 4)
	d.tells("1 rejected · 2 decided elsewhere")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateAccepted, 1: api.SuggestionStateDismissed, 2: api.SuggestionStateRejected})
}

// A card that was read long ago is read again when it comes up, and not before.
func TestACardIsReadAgainWhenItComesUp(t *testing.T) {
	d := newCases(t, 5, driverOptions{})
	d.keys("3", "t", "t")
	read := func(i int) int {
		return len(d.asked("GET /api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(i)))
	}
	d.keys("s")
	if read(1) != 0 {
		t.Errorf("a card that the list has just brought was read %d times", read(1))
	}
	d.clock.advance(time.Minute)
	d.decidedBy(2, api.SuggestionStateAccepted)
	d.keys("s")
	if read(2) != 1 || read(3) != 0 {
		t.Errorf("the card was read %d times, the next %d times", read(2), read(3))
	}
	d.onCase(2, 3)
	d.sees("This suggestion is accepted now; it was decided")
	d.keys("d")
	d.wantMutations()
	d.keys("s", "b")
	if read(2) != 1 {
		t.Errorf("a card that was read a moment ago was read again")
	}
}

// What can't be read is decided on what was seen only while that is young; after that it is asked, and the answer is obeyed.
func TestAFailedLookAsksWhereTheRowIsOld(t *testing.T) {
	d := newCases(t, 4, driverOptions{})
	d.keys("3")
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/role-mining/suggestions/*", Status: 503})
	d.keys("d")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateDismissed})
	d.clock.advance(31 * time.Second)
	sent := len(d.mutations())
	d.keys("j", "d")
	d.sees("Dismiss anyway?")
	d.tells("Nothing was sent for suggestion “" + caseName(1) + "”: it is read first, and that failed.")
	if n := len(d.mutations()); n != sent {
		t.Fatalf("%d requests were sent", n-sent)
	}
	d.keys("<tab>", "<enter>")
	d.wantCases(map[int]api.SuggestionState{1: api.SuggestionStateDismissed})
}

func TestABatchThatCannotLookAsksAboutAllOfIt(t *testing.T) {
	d := newCases(t, 3, driverOptions{})
	d.keys("3", "*")
	d.clock.advance(time.Minute)
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/role-mining/suggestions/*", Status: 503})
	d.keys("d", "<tab>", "<enter>")
	d.wantMutations()
	d.sees("Dismiss anyway?", "3 suggestions", "▸ Leave them ◂")
	d.keys("<tab>", "<enter>")
	for i := range 3 {
		d.wantCases(map[int]api.SuggestionState{i: api.SuggestionStateDismissed})
	}
}

func TestOldCardsThatCannotBeReadComeBackAndAreSentThen(t *testing.T) {
	d := newCases(t, 2, driverOptions{})
	d.keys("3", "t", "t")
	d.clock.advance(time.Minute)
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/role-mining/suggestions/*", Status: 503})
	d.keys("d", "s")
	d.wantMutations()
	d.onCase(0, 1)
	d.sees("now is sent anyway.")
	d.keys("d")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateDismissed})
}

// A tenant that lets nobody read a record by its id is told what is decided, and that it wasn't compared.
func TestATenantThatReadsNothingByItsIdIsNotHeldUp(t *testing.T) {
	for _, status := range []int{405, 501, 403} {
		d := newCases(t, 2, driverOptions{})
		d.keys("3")
		d.clock.advance(time.Hour)
		d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/role-mining/suggestions/*", Status: status})
		d.keys("d")
		d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateDismissed})
		d.tells("It couldn't be read first, so somebody else may have changed it before.")
	}
}

// A page in place of an answer shows nothing of the record: it is asked, and nothing is sent before.
func TestAPageInPlaceOfTheRecordIsAskedAbout(t *testing.T) {
	d := newCases(t, 2, driverOptions{})
	d.keys("3")
	d.clock.advance(time.Hour)
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/role-mining/suggestions/*", Status: 404, HTML: true})
	d.keys("d")
	d.wantMutations()
	d.sees("Dismiss anyway?", "is not an answer of the API")
}

// Where "not found" may mean the record or the operation, it is asked.
func TestARecordThatIsNotFoundIsAskedAbout(t *testing.T) {
	d := newCases(t, 2, driverOptions{})
	d.keys("3")
	d.fault(tenant.Rule{Method: "GET", Path: "/api/v1/role-mining/suggestions/*", Status: 404})
	d.keys("d")
	d.sees("Dismiss anyway?")
	d.tells("The tenant doesn't find it by its id: it was deleted, or this tenant can't read one by its id.")
	d.wantMutations()
	d.keys("<tab>", "<enter>")
	d.wantCases(map[int]api.SuggestionState{0: api.SuggestionStateDismissed})
}

// The other actions: what somebody else did to the record meanwhile is asked about, and what they did already isn't done twice.
func TestEveryActionLooksFirst(t *testing.T) {
	for _, c := range []struct {
		what, collection string
		id               func(*tenant.Tenant) string
		keys             []string
		change           func(map[string]any)
		says             string
	}{
		{"a hook that is off already", "hooks", func(tn *tenant.Tenant) string { return tn.HookID(0) }, []string{"1", "t"},
			func(r map[string]any) { r["enabled"] = false }, "done already, apparently by somebody else."},
		{"a hook of another name", "hooks", func(tn *tenant.Tenant) string { return tn.HookID(0) }, []string{"1", "t"},
			func(r map[string]any) { r["displayName"] = "Other" }, "Name is “Other” now"},
		{"a test event that would go elsewhere", "webhooks", func(tn *tenant.Tenant) string { return tn.WebhookID(0) }, []string{"2", "t"},
			func(r map[string]any) { r["url"] = "https://elsewhere.example.com/" }, "URL is “https://elsewhere.example.com/” now"},
		{"a webhook with another address", "webhooks", func(tn *tenant.Tenant) string { return tn.WebhookID(0) },
			[]string{"2", "x", "%name", "<enter>"},
			func(r map[string]any) { r["url"] = "https://elsewhere.example.com/" }, "URL is “https://elsewhere.example.com/” now"},
		{"a secret of another name", "secrets", func(tn *tenant.Tenant) string { return "" }, []string{"4", "j", "x", "<tab>", "<enter>"},
			func(r map[string]any) { r["displayName"] = "Other" }, "Name is “Other” now"},
		{"a key of another name", "keys", func(tn *tenant.Tenant) string { return "" }, []string{"8", "x", "%name", "<enter>"},
			func(r map[string]any) { r["displayName"] = "Other" }, "Name is “Other” now"},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := newDriver(t, driverOptions{w: 120, h: 40})
			name := ""
			for i, key := range c.keys {
				if key == "%name" {
					key = name
				}
				if i == len(c.keys)-1 {
					id := c.id(d.tenant)
					if id == "" {
						id = d.idUnderCursor()
					}
					if err := d.tenant.UpdateAs(c.collection, id, c.change); err != nil {
						t.Fatal(err)
					}
				}
				d.keys(key)
				if i == 0 {
					name = edit.Typeable(d.nameUnderCursor())
				}
			}
			d.wantMutations()
			d.tells(c.says)
		})
	}
}

func TestUndoOfNotificationSettingsComparesAllThatItWrites(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	d.tenantMenu("m")
	d.keys("j", "j", " ", "<ctrl+s>", "<tab>", "<enter>")
	d.sees("Saved notification settings.")
	sent := len(d.mutations())
	d.changeSettings(func(c map[string]any) { switchOf(c, "teams", "system")["enabled"] = false })
	d.keys("u")
	d.tells("Somebody changed the notification settings since.", "System in Teams was set to “on”, and is “off” now.",
		"Undoing it overwrites that.")
	d.tellsNot("Access reviews")
	d.keys("<enter>")
	if n := len(d.mutations()); n != sent {
		t.Errorf("%d requests were sent", n-sent)
	}
}

func TestUndoOfNotificationSettingsComparesWhatGatehouseDoesNotKnow(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	d.tenantMenu("m")
	d.keys("j", "j", " ", "<ctrl+s>", "<tab>", "<enter>")
	d.changeSettings(func(c map[string]any) { switchOf(c, "email", "reviews")["snoozedUntil"] = "friday" })
	d.keys("u")
	sent := len(d.mutations())
	d.keys("<enter>")
	if n := len(d.mutations()); n != sent {
		t.Errorf("%d requests were sent\n%s", n-sent, d.screen())
	}
}

// The creation of a webhook is undone by deleting it, which takes all of it away.
func TestUndoOfACreationSeesWhatWasEditedSince(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	d.keys("2", "n", "Brand new", "<tab>", "https://hooks.example.com/new", "<ctrl+s>")
	d.sees("Created webhook “Brand new”")
	err := d.tenant.UpdateAs("webhooks", d.idUnderCursor(), func(r map[string]any) { r["description"] = "in use by Payroll" })
	if err != nil {
		t.Fatal(err)
	}
	d.keys("u")
	d.tells("Somebody changed the webhook since.", "“in use by Payroll”")
}

// under is what the target of the row under the cursor is.
func (d *driver) under() action.Target {
	d.t.Helper()
	p, ok := d.model.pane().(*list.Pane)
	if !ok {
		d.t.Fatalf("%T has no cursor", d.model.pane())
	}
	row, _ := p.Grid.Cursor()
	return p.Target(row)
}

func (d *driver) idUnderCursor() string { d.t.Helper(); return d.under().ID }

func (d *driver) nameUnderCursor() (name, id string) {
	d.t.Helper()
	t := d.under()
	return t.Name, t.ID
}
