package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/dialog"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

// secretBy finds a live secret that the caller made, or one of somebody else.
func (d *driver) secretBy(own bool) string {
	d.t.Helper()
	for i := range d.tenant.Size("secrets") {
		id := d.tenant.SecretID(i)
		record, _ := d.tenant.Record("secrets", id)
		if record["status"] == "SECRET_STATUS_ACTIVE" && (record["creatorUserId"] == d.tenant.UserID(0)) == own {
			return id
		}
	}
	d.t.Fatal("the tenant has no such secret")
	return ""
}

// onSecret brings the cursor to a secret.
func (d *driver) onSecret(id string) {
	d.t.Helper()
	d.keys("4")
	if !d.model.tabs[4].stack[0].(*list.Pane).Grid.Select(id) {
		d.t.Fatalf("the secret %s is not in the list", id)
	}
	d.keys("jk") // as a person would get there
}

func (d *driver) secretsCursor() string {
	key, _ := cursorKey(d.model.tabs[4].stack[0].(*list.Pane)).(string)
	return key
}

// cursorKey is the key of the selected row.
func cursorKey(p *list.Pane) any { key, _ := p.Grid.CursorKey(); return key }

func TestADangerousDialogDoesNothingUnlessItIsConfirmed(t *testing.T) {
	open := map[string][]string{
		"revoke a secret":  {"4", "j", "x"},
		"delete a webhook": {"2", "x"},
		"delete a hook":    {"1", "x"},
	}
	answers := map[string]func(*driver){
		"enter":         func(d *driver) { d.keys("<enter>") },
		"space":         func(d *driver) { d.keys("<space>") },
		"esc":           func(d *driver) { d.keys("<esc>") },
		"q":             func(d *driver) { d.keys("q") },
		"a name":        func(d *driver) { d.keys("h", "a", "l", "l", "q", "<enter>") }, // which has to be typed elsewhere
		"the same key":  func(d *driver) { d.keys("x", "x", "x") },
		"enter twice":   func(d *driver) { d.keys("<enter>", "<enter>") },
		"y":             func(d *driver) { d.keys("y", "Y") },
		"ctrl+c":        func(d *driver) { d.keys("<ctrl+c>") },
		"a paste":       func(d *driver) { d.paste("\t\r\n"); d.paste("yes\n") },
		"click outside": func(d *driver) { d.send(tea.MouseClickMsg{Button: tea.MouseLeft}) },
		"a minute":      func(d *driver) { d.clock.advance(time.Minute); d.send(host.MinuteMsg{}) },
		"a resize":      func(d *driver) { d.Resize(40, 10); d.Resize(160, 45); d.keys("<enter>") },
	}
	for what, keys := range open {
		for how, answer := range answers {
			t.Run(what+"/"+how, func(t *testing.T) {
				d := newDriver(t, driverOptions{options: func(o *Options) { o.Mouse = true }})
				d.keys(keys...)
				if d.model.overlay() == nil {
					t.Fatal("nothing asks")
				}
				answer(d)
				d.wantMutations()
			})
		}
	}
}

func TestADialogNamesItsTargetAndTheTenant(t *testing.T) {
	d := newDriver(t, driverOptions{})
	id := d.secretBy(false)
	record, _ := d.tenant.Record("secrets", id)
	d.onSecret(id)
	d.keys("x")
	d.sees("Revoke secret?", fmt.Sprintf("secret “%s”", record["displayName"]), "id "+id, "on tenant acme (acme.example)", "undone")
	d.keys("v")
	d.sees("DELETE", "/api/v1/secrets-admin/"+id, "{}")
}

func TestKeysWithinTheGracePeriodDontCount(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("4", "j", "x")
	d.rush("tab")
	d.rush("enter")
	d.paste("\t\n")
	d.sees("Revoke secret?", "▸ Cancel ◂")
	d.clock.advance(dialog.Grace - time.Millisecond)
	d.rush("tab")
	d.sees("▸ Cancel ◂")
	d.clock.advance(time.Millisecond)
	d.rush("tab")
	d.sees("▸ Revoke secret ◂")
	d.wantMutations()
	d.rush("enter")
	d.sees("Revoked secret")
}

func TestATypedConfirmationRefusesPastesAndWrongWords(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("2", "x")
	name := "Incident bridge"
	d.paste(name)
	d.keys("<enter>")
	d.wantMutations()
	d.keys(name+"!", "<enter>")
	d.wantMutations()
	d.keys("<backspace>", "<enter>")
	d.wantMutations("DELETE /api/v1/webhooks/" + d.tenant.WebhookID(0))
	d.sees("Deleted webhook “Incident bridge”", "26 in all")
}

func TestARefreshBehindADialogDoesntChangeItsTarget(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("4", "jj")
	want := d.secretsCursor()
	if err := d.tenant.DeleteAs("secrets", d.tenant.SecretID(0)); err != nil {
		t.Fatal(err)
	}
	late := d.holding(func() { d.keys("r") })
	d.keys("x")
	late.deliver() // the rows move by one
	d.sees("id "+want, "Revoke secret?")
	d.keys("<tab>", "<enter>")
	for _, sent := range d.mutations() {
		if !strings.HasSuffix(sent, want) {
			t.Fatalf("sent %s, want only requests for %s", sent, want)
		}
	}
	if len(d.mutations()) == 0 {
		t.Fatal("nothing was sent")
	}
}

func TestARecordThatChangedMeanwhileIsSaidAndBlocksConfirming(t *testing.T) {
	d := newDriver(t, driverOptions{})
	id := d.secretBy(false)
	d.onSecret(id)
	// Somebody changes it after the list was read: the dialog reads the record again.
	if err := d.tenant.UpdateAs("secrets", id, func(r map[string]any) { r["displayName"] = "Something else entirely" }); err != nil {
		t.Fatal(err)
	}
	d.keys("x")
	d.sees("has changed since you pressed the key")
	d.keys("<tab>", "<enter>")
	d.wantMutations()
	d.keys("<esc>", "x")
	d.sees("Something else entirely")
	d.seesNot("has changed since")
	d.keys("<tab>", "<enter>")
	d.sees("Revoked secret")
}

func TestReversibleActionsRunAtOnceAndSayHowToGoBack(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("t")
	d.sees("Turned off hook “Block payment answers in chat”. u undoes it.", "○ off")
	d.keys("u")
	d.sees("Undone: the toggle of hook “Block payment answers in chat”.", "● on")
	d.keys("3")
	for key, word := range map[string]string{"a": "accepted", "d": "dismissed", "x": "rejected", "o": "new"} {
		d.keys(key)
		if d.model.overlay() != nil {
			t.Fatalf("%s asked", key)
		}
		d.sees(word)
	}
}

func TestUndoAsksWhenSomebodyChangedTheRecordSince(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("t")
	d.sees("Turned off")
	if err := d.tenant.UpdateAs("hooks", d.tenant.HookID(0), func(r map[string]any) { r["enabled"] = true }); err != nil {
		t.Fatal(err)
	}
	before := len(d.mutations())
	d.keys("u")
	d.sees("Undo the toggle of hook “Block payment answers in chat”?")
	d.tells("Somebody changed the hook since.", "State was set to “off”, and is “on” now.",
		"It was changed just now (2026-11-27 12:00:00 UTC); the tenant doesn't say by whom.", "Undoing it overwrites that.", "Undo")
	d.sees("● on") // what was read is shown
	if len(d.mutations()) != before {
		t.Errorf("the undo was sent without asking")
	}
}

// Undoing a creation is deleting, which asks.
func TestUndoOfACreationAsksLikeADeletion(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("2", "n", "Brand new", "<tab>", "https://hooks.example.com/new", "<ctrl+s>")
	d.sees("Created webhook “Brand new”")
	d.keys("u")
	d.sees("Undo the creation of webhook “Brand new”?", "Undoing it does this: delete webhook.", "Events are no longer sent",
		"Type Brand new to confirm")
	d.wantMutations("POST /api/v1/webhooks")
	d.keys("Brand new", "<enter>")
	d.sees("Undone: the creation of webhook “Brand new”", "27 in all")
}

func TestReadOnlyShowsEveryActionOffAndSendsNothing(t *testing.T) {
	d := newDriver(t, driverOptions{readOnly: true, info: func(t *host.TenantInfo) { t.ReadOnly = true }})
	d.sees("read-only")
	for pane, verbs := range map[string]string{"1": "tx", "2": "netx", "3": "adxo", "4": "x"} {
		d.keys(pane)
		for _, verb := range verbs {
			d.keys(string(verb))
			if d.model.overlay() != nil {
				t.Fatalf("%s opened a dialog in pane %s of a read-only session:\n%s", string(verb), pane, d.screen())
			}
		}
		footer := d.screen()[strings.LastIndex(d.screen(), "\n"):]
		for _, word := range []string{"on/off", "new", "edit", "accept", "dismiss", "reject", "revoke"} {
			if strings.Contains(footer, " "+word+" ") {
				t.Errorf("the footer of pane %s offers %q in a read-only session: %s", pane, word, footer)
			}
		}
		d.keys("?")
		d.sees("Not now:", "this session is")
		d.keys("<esc>", ":")
		d.sees("this session is read-only")
		d.keys("<enter>", "<esc>")
	}
	d.keys("u")
	d.wantMutations()
}

func TestTheMouseIsOffByDefault(t *testing.T) {
	d := newDriver(t, driverOptions{})
	if mode := d.model.View().MouseMode; mode != tea.MouseModeNone {
		t.Errorf("mouse mode %v without being asked", mode)
	}
	before := d.screen()
	d.send(tea.MouseClickMsg{X: 5, Y: 8, Button: tea.MouseLeft})
	d.send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	if d.screen() != before {
		t.Errorf("a click changed the screen while the mouse is off")
	}
	d.keys("M")
	if mode := d.model.View().MouseMode; mode == tea.MouseModeNone {
		t.Errorf("M didn't turn the mouse on")
	}
	d.send(tea.MouseClickMsg{X: 5, Y: 8, Button: tea.MouseLeft})
	if d.cursorHook() != d.tenant.HookID(4) {
		t.Errorf("a click on the fifth row selected another:\n%s", d.screen())
	}
	d.send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	if d.cursorHook() == d.tenant.HookID(4) {
		t.Errorf("the wheel moved nothing")
	}
}

func TestCopyTakesTheIDAndAShareURLOnlyByName(t *testing.T) {
	d := newDriver(t, driverOptions{options: func(o *Options) { o.OSC52 = true }})
	id := d.secretBy(false)
	record, _ := d.tenant.Record("secrets", id)
	d.onSecret(id)
	d.keys("y")
	d.sees("Copied the id.")
	if len(d.copied) != 1 || d.copied[0] != id {
		t.Fatalf("y copied %q, want the vault id", d.copied)
	}
	d.seesNot(fmt.Sprint(record["shareUrl"]), fmt.Sprint(record["shareCode"]))
	d.keys("Y")
	d.sees("Copy the id", "Copy the name", "share URL")
	d.keys("share", "<enter>")
	if got := d.copied[len(d.copied)-1]; !strings.HasSuffix(got, fmt.Sprint(record["shareCode"])) {
		t.Errorf("the menu copied %q, want the share URL", got)
	}
	d.seesNot(fmt.Sprint(record["shareCode"]))
}

func TestTheRawViewOfASecretHidesWhatOpensIt(t *testing.T) {
	d := newDriver(t, driverOptions{})
	id := d.secretBy(false)
	record, _ := d.tenant.Record("secrets", id)
	d.onSecret(id)
	d.keys("v")
	d.sees(`"vaultId"`, `"shareUrl"`)
	shown := strings.Join(strings.Fields(d.screen()), "")
	for _, secret := range []string{fmt.Sprint(record["shareCode"]), fmt.Sprint(record["shareUrl"])} {
		if strings.Contains(shown, secret[len(secret)-8:]) {
			t.Errorf("the raw view shows %s", secret)
		}
	}
}

func TestEscGoesBackFromTheRequestToTheQuestion(t *testing.T) {
	for name, keys := range map[string][]string{"two buttons": {"4", "j", "x", "v"}, "a word": {"2", "x", "<ctrl+r>"}} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{})
			d.keys(keys...)
			d.sees("This is what will be sent", "esc back to the question")
			d.keys("<esc>")
			d.seesNot("This is what will be sent")
			d.sees("undone")
			d.keys("<esc>")
			d.seesNot("undone")
			d.wantMutations()
		})
	}
}
