//go:build linux || darwin

package e2e_test

import (
	"fmt"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// Every operation of the interface can be carried out on a tenant that has no other, with the same safety.
func TestTheSixteenOperationsWithoutCompanions(t *testing.T) {
	t.Parallel()
	for i, op := range []struct {
		name string
		run  func(*site, *console)
	}{
		{"bind an entitlement", bindBlind},
		{"move a suggestion", moveBlind},
		{"update an exporter", updateExporterBlind},
		{"update a role", updateRoleBlind},
		{"revoke a secret", revokeBlind},
		{"search hooks", searchHooks},
		{"evaluate CEL", evaluate},
		{"add an owner", addOwnerBlind},
		{"delete a toolset", deleteToolsetBlind},
		{"read the history", readHistoryByIDs},
		{"read my notification settings", readSettings},
		{"list the gateway keys", listKeys},
		{"read the contacts", readContacts},
		{"update a webhook", updateWebhookByID},
		{"search webhooks", searchWebhooks},
		{"create a webhook", createWebhook},
	} {
		t.Run(fmt.Sprintf("%02d %s", i+1, op.name), func(t *testing.T) {
			t.Parallel()
			s := serve(t, tenant.Options{InterfaceOnly: true})
			op.run(s, s.open(term.Options{Width: 160, Height: 45}))
		})
	}
}

// openByID opens a record by its ids, in a pane that has a list or not.
func (c *console) openByID(key, one string, ids ...string) {
	c.t.Helper()
	c.keys(key)
	c.sees(`doesn't (offer a )?list|in all`)
	c.keys("O")
	form := `╭ Open an? ` + one + ` by its id`
	c.sees(form)
	for i, id := range ids {
		if i > 0 {
			c.keys("<tab>")
		}
		c.must(c.PasteBracketed(id))
	}
	c.keys("<ctrl+s>")
	c.misses(form)
}

// keepsDone checks that what was done can't be undone.
func (c *console) keepsDone() {
	c.t.Helper()
	c.keys("<esc><esc>u")
	c.sees(`There is nothing to undo`)
}

func bindBlind(s *site, c *console) {
	app, entitlement := s.EntitlementID(2)
	c.tenantMenu("d", "Conflict monitor bindings")
	c.keys("n")
	c.sees(`Bind an entitlement`)
	c.fillBinding(s.MonitorID(2), app, entitlement, "A")
	c.keys("<ctrl+s>")
	c.sees(`Bind\?`)
	c.sees(`Some names are unknown`)
	s.untouched()
	c.agree("Bind")
	s.sent(1, "POST", bindingPath, bindingBody(s.MonitorID(2), app, entitlement, "A"))
	c.sees(`Created binding .*u undoes it`)
	c.sees(`^▌ +● bound .*side A`)
	c.sees(`x unbind`)
	c.keys("u") // unbinding is no operation of the interface; only the tenant can tell that it lacks it
	c.sees(`can't be read here`)
	s.wrote(1)
	c.agree("Undo")
	s.sent(2, "DELETE", bindingPath, bindingBody(s.MonitorID(2), app, entitlement, "A"))
	c.sees(`doesn't offer this operation`)
	c.misses(`x unbind`)
	c.sees(`^▌ +● bound .*side A`)
	s.quits(c, 2)
}

func moveBlind(s *site, c *console) {
	id := s.SuggestionID(0)
	c.openByID("3", "suggestion", id)
	c.sees(`Not readable here`)
	c.keys("d")
	c.sees(`Dismiss\?`)
	c.sees(`only its id is known`)
	s.untouched()
	c.agree("Dismiss")
	s.sent(1, "POST", statePath(id), `{"state":"SUGGESTION_STATE_DISMISSED"}`)
	c.sees(`Dismissed suggestion`)
	c.sees(`State +\S+ dismissed`)
	c.keepsDone()
	s.quits(c, 1)
}

func updateExporterBlind(s *site, c *console) {
	id := s.ExporterID(0)
	c.openByID("7", "exporter", id)
	c.sees(`Not readable here`)
	c.keys("e")
	c.sees(`Only what you change is sent`)
	c.keys("<tab><tab>")
	c.types("logs/")
	c.keys("<ctrl+s>")
	c.sees(`Prefix becomes “logs/”`)
	s.untouched()
	c.agree("Edit")
	s.sent(1, "POST", "/api/v1/systemlog/exports/"+id, `{"exporter":{"datasource":{"prefix":"logs/"}},"updateMask":"datasource.prefix"}`)
	c.sees(`Saved exporter`)
	c.sees(`Prefix +logs/`)
	c.keepsDone()
	s.quits(c, 1)
}

func updateRoleBlind(s *site, c *console) {
	id, _ := s.first("roles", "systemBuiltin", false)
	c.openByID("6", "role", id)
	c.sees(`Not readable here`)
	c.keys("e")
	c.sees(`Only what you change is sent`)
	c.keys("<ctrl+s>")
	c.sees(`Nothing was changed, so nothing was sent`)
	c.keys("e<tab>")
	c.sees(`what you type replaces all permissions of the role`)
	c.types("apps.read")
	c.keys("<ctrl+s>")
	c.sees(`only its id is known`)
	c.sees(`Permissions: apps\.read\. This replaces all permissions of the role\.`)
	s.untouched()
	c.agree("Edit")
	s.sent(1, "POST", "/api/v1/iam/roles/"+id, `{"role":{"permissions":["apps.read"]},"updateMask":"permissions"}`)
	c.sees(`Saved role`)
	c.sees(`Permissions \(1\)`)
	c.keepsDone()
	s.quits(c, 1)
}

func revokeBlind(s *site, c *console) {
	id, _ := s.secretToRevoke(true)
	c.openByID("4", "secret", id)
	c.sees(`Not readable here`)
	c.keys("x")
	c.sees(`Revoke secret\?`)
	c.sees(`only its id is known`)
	s.untouched()
	c.agree("Revoke secret")
	s.sent(1, "DELETE", "/api/v1/secrets/"+id, `{}`)
	c.sees(`Revoked secret`)
	c.sees(`Status +✗ revoked`)
	c.keepsDone()
	s.quits(c, 1)
}

// searches asks the tenant for a word; the list itself was asked for before.
func searches(s *site, c *console, key, heading, path string) {
	c.list(key, heading)
	s.asked(1, "POST", path, "", `{"pageSize":100}`)
	c.keys("/")
	c.types("zebra")
	c.keys("<ctrl+s>")
	s.asked(2, "POST", path, "", `{"query":"zebra","pageSize":100}`)
	c.sees(`1 found for “zebra” on the tenant`)
	c.sees(`^▌ .*Zebra crossing`)
	s.quits(c, 0)
}

func searchHooks(s *site, c *console) {
	s.change("hooks", s.HookID(30), func(r map[string]any) { r["displayName"] = "Zebra crossing" })
	searches(s, c, "1", "Hooks", "/api/v1/search/hooks")
}

func searchWebhooks(s *site, c *console) {
	s.change("webhooks", s.WebhookID(20), func(r map[string]any) { r["displayName"] = "Zebra crossing" })
	searches(s, c, "2", "Webhooks", "/api/v1/search/webhooks")
}

func evaluate(s *site, c *console) {
	c.tenantMenu("b", "CEL bench")
	c.types("6 * 7")
	c.keys("<ctrl+s>")
	s.asked(1, "POST", celPath, "", `{"cel":"6 * 7"}`)
	c.sees(`^Type +int`)
	c.sees(`^Value +42$`)
	s.quits(c, 0)
}

func addOwnerBlind(s *site, c *console) {
	c.ownersOf(s, 1)
	c.sees(`doesn't list the owners`)
	c.keys("n")
	c.sees(`Add an owner`)
	c.keys("<enter>")
	c.pick("a user", s.UserID(2))
	c.keys("<ctrl+s>")
	c.sees(`Add owner\?`)
	c.sees(`Some names are unknown`)
	s.untouched()
	c.agree("Add owner")
	s.sent(1, "POST", s.ownersPath(1), fmt.Sprintf(`{"userId":%q}`, s.UserID(2)))
	c.sees(`Added owner`)
	c.keepsDone()
	s.quits(c, 1)
}

func deleteToolsetBlind(s *site, c *console) {
	id := s.ToolsetID(0)
	path := s.toolsetPath(id)
	c.openByID("9", "toolset", s.text("toolsets", id, "appId"), s.text("toolsets", id, "connectorId"), id)
	c.sees(`Not readable here`)
	c.keys("x")
	c.sees(`Delete toolset\?`)
	c.sees(`only its ids are known`)
	c.sees(`their number is unknown here`)
	c.typeToConfirm(id)
	s.sent(1, "DELETE", path, `{}`)
	c.sees(`Deleted toolset`)
	c.sees(`This tenant doesn't offer a list of its toolsets`)
	c.keepsDone()
	s.quits(c, 1)
}

func readHistoryByIDs(s *site, c *console) {
	s.describe(1, "A new text")
	c.openByID("5", "resource server", s.ServerAppID(1), s.ServerID(1))
	c.sees(`^History › .*in all`)
	c.sees(`\+ A new text`)
	s.asked(1, "GET", s.historyPath(1), "page_size=100", "")
	s.quits(c, 0)
}

func readSettings(s *site, c *console) {
	c.tenantMenu("m", "My notification settings")
	c.sees(`^Approval needed +▣ on · locked`)
	s.asked(1, "GET", settingsPath, "", "")
	s.quits(c, 0)
}

func listKeys(s *site, c *console) {
	c.list("8", "Keys")
	c.sees(`14 in all`)
	c.sees(`● active`)
	s.asked(1, "GET", "/api/v1/llm-gateway/keys", "", "")
	s.quits(c, 0)
}

func readContacts(s *site, c *console) {
	c.tenantMenu("c", "Contacts")
	c.sees(`^Billing +accounts@halden\.example`)
	s.asked(1, "GET", contactsPath, "", "")
	s.quits(c, 0)
}

// updateWebhookByID finds the webhook by the search, which is one of the sixteen: so the edit isn't blind, and can be undone.
func updateWebhookByID(s *site, c *console) {
	id := s.WebhookID(5)
	s.change("webhooks", id, func(r map[string]any) { r["displayName"] = "Old" })
	c.openByID("2", "webhook", id)
	c.sees(`Opened the webhook “Old”`)
	s.asked(2, "POST", "/api/v1/search/webhooks", "", fmt.Sprintf(`{"refs":[{"id":%q}],"pageSize":10}`, id))
	c.keys("<esc>e")
	c.sees(`Edit webhook`)
	c.keys("<ctrl+u>")
	c.types("New")
	c.keys("<ctrl+s>")
	path, body := "/api/v1/webhooks/"+id, `{"webhook":{"id":%q,"displayName":%q},"updateMask":"displayName"}`
	s.sent(1, "POST", path, fmt.Sprintf(body, id, "New"))
	c.sees(`Saved webhook .*u undoes it`)
	c.sees(`^▌ +New `)
	c.keys("u")
	s.sent(2, "POST", path, fmt.Sprintf(body, id, "Old"))
	c.sees(`^▌ +Old `)
	s.quits(c, 2)
}

func createWebhook(s *site, c *console) {
	c.list("2", "Webhooks")
	c.keys("n")
	c.sees(`New webhook`)
	c.types("Leaver feed")
	c.keys("<tab>")
	c.types("https://hook.example.com/leavers")
	c.keys("<tab><tab>")
	c.types("2d")
	c.keys("<ctrl+s>")
	s.sent(1, "POST", "/api/v1/webhooks", `{"displayName":"Leaver feed","url":"https://hook.example.com/leavers","callbackTimeout":"172800s"}`)
	c.sees(`Created webhook “Leaver feed”`)
	c.sees(`^▌ +Leaver feed `)
	s.quits(c, 1)
}

// What was opened by its id is there the next time, as far as it was read, and nothing secret of it is kept.
func TestWhatWasOpenedIsThereAfterARestart(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{InterfaceOnly: true})
	home := t.TempDir()
	first := s.open(term.Options{Width: 160, Height: 45, Home: home})
	first.openByID("6", "role", s.RoleID(7))
	first.sees(`1 opened by id`)
	first.openByID("4", "secret", s.SecretID(0))
	first.sees(`1 opened by id`)
	s.quits(first, 0)

	second := s.open(term.Options{Width: 160, Height: 45, Home: home})
	second.keys("6")
	second.sees(`1 opened by id`)
	second.sees(`^▌ .*` + s.RoleID(7))
	second.keys("4")
	second.sees(`1 opened by id`)
	second.sees(`^▌ .*` + s.SecretID(0))
	s.quits(second, 0)
	for name, text := range everything(t, home) {
		absent(t, name, text, s.ShareCode(0))
		absent(t, name, text, s.Token())
	}
}
