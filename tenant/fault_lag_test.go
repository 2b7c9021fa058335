package tenant

import (
	"testing"
	"time"
)

func TestFaultLieAndStale(t *testing.T) {
	c := start(t, Options{})
	id := c.tn.WebhookID(1)
	edit := `{"webhook":{"displayName":"New"},"updateMask":"displayName"}`
	name := func() any {
		return c.do(200, "GET", "/api/v1/webhooks/"+id, "").at("webhook", "displayName")
	}
	old := name()
	c.fault("POST /api/v1/webhooks/* lie times=1")
	if got := c.do(200, "POST", "/api/v1/webhooks/"+id, edit).at("webhook", "displayName"); got != old || name() != old {
		t.Errorf("lie: answered %v, is %v", got, name())
	}
	c.fault("POST /api/v1/webhooks/* stale times=1")
	if got := c.do(200, "POST", "/api/v1/webhooks/"+id, edit).at("webhook", "displayName"); got != old || name() != "New" {
		t.Errorf("stale: answered %v, is %v", got, name())
	}
	c.fault("DELETE /api/v1/secrets/* stale times=1")
	own := c.tn.SecretID(11)
	if got := c.do(200, "DELETE", "/api/v1/secrets/"+own, `{}`).at("secret", "deletedAt"); got != nil {
		t.Errorf("stale revocation answers deletedAt %v", got)
	}
	if got := c.do(200, "GET", "/api/v1/secrets/"+own, "").at("secret", "status"); got != "SECRET_STATUS_REVOKED" {
		t.Errorf("after a stale revocation: %v", got)
	}
	c.fault("* ** lie")
	hook := c.tn.HookID(0)
	c.do(200, "DELETE", "/api/v1/hooks/"+hook, `{}`)
	c.do(200, "GET", "/api/v1/hooks/"+hook, "")
	n := len(c.walk("/api/v1/search/webhooks", "list", nil))
	c.do(200, "POST", "/api/v1/webhooks", `{"displayName":"New","url":"https://a.example.com"}`)
	if got := len(c.walk("/api/v1/search/webhooks", "list", nil)); got != n {
		t.Error("lie: created all the same")
	}
}

func TestFaultLag(t *testing.T) {
	const search = "/api/v1/search/role-mining/suggestions"
	for name, each := range map[string]struct {
		lag  Lag
		pass func(c *console)
	}{
		"time":  {Lag{For: 5 * time.Second}, func(c *console) { c.clock.advance(5 * time.Second) }},
		"reads": {Lag{Reads: 3}, func(c *console) { c.do(200, "POST", search, `{"pageSize":10}`) }},
		"hold":  {Lag{Hold: true}, func(c *console) { c.tn.Faults().Release() }},
	} {
		c := start(t, Options{})
		c.tn.Faults().Lag(each.lag)
		id := c.tn.SuggestionID(0)
		c.do(200, "POST", "/api/v1/role-mining/suggestions/"+id+"/state", `{"state":"SUGGESTION_STATE_DISMISSED"}`)
		c.do(200, "POST", "/api/v1/role-mining/suggestions/"+id+"/state", `{"state":"SUGGESTION_STATE_ACCEPTED"}`)
		shown := func() any {
			return c.do(200, "POST", search, `{"pageSize":10}`).rows("list")[0]["suggestionState"]
		}
		for range 2 {
			if got := shown(); got != "SUGGESTION_STATE_NEW" {
				t.Errorf("%s: the search shows %v at once", name, got)
			}
		}
		if got := c.do(200, "GET", "/api/v1/role-mining/suggestions/"+id, "").at("suggestion",
			"suggestionState"); got != "SUGGESTION_STATE_ACCEPTED" {
			t.Errorf("%s: by id %v", name, got)
		}
		each.pass(c)
		if got := shown(); got != "SUGGESTION_STATE_ACCEPTED" {
			t.Errorf("%s: afterwards the search shows %v", name, got)
		}
	}
}

func TestFaultLagOfCreationDeletionAndOwners(t *testing.T) {
	c := start(t, Options{})
	c.tn.Faults().Lag(Lag{For: time.Minute})
	made := c.do(200, "POST", "/api/v1/webhooks", `{"displayName":"New","url":"https://a.example.com"}`).at("webhook", "id").(string)
	c.do(200, "DELETE", "/api/v1/webhooks/"+c.tn.WebhookID(0), `{}`)
	app, entitlement := c.tn.EntitlementID(30)
	owners := "/api/v1/apps/" + app + "/entitlements/" + entitlement + "/owners"
	n := len(c.list(owners, "list", ""))
	c.do(200, "POST", owners, `{"userId":"`+c.tn.UserID(8)+`"}`)
	first := func() string { return ids(c.walk("/api/v1/search/webhooks", "list", nil), "id")[0] }
	if first() != c.tn.WebhookID(0) || len(c.list(owners, "list", "")) != n {
		t.Error("writes are seen at once")
	}
	c.do(200, "GET", "/api/v1/webhooks/"+made, "")
	c.refused(404, 5, "GET", "/api/v1/webhooks/"+c.tn.WebhookID(0), "")
	c.clock.advance(time.Minute)
	if got := ids(c.walk("/api/v1/search/webhooks", "list", nil), "id"); got[0] != made || got[1] != c.tn.WebhookID(1) ||
		len(c.list(owners, "list", "")) != n+1 {
		t.Error("writes are not seen after the lag")
	}
}

func TestFaultRuleWithItsOwnLag(t *testing.T) {
	c := start(t, Options{})
	c.fault("DELETE /api/v1/webhooks/* lag=hold")
	c.do(200, "DELETE", "/api/v1/webhooks/"+c.tn.WebhookID(0), `{}`)
	if got := len(c.walk("/api/v1/search/webhooks", "list", nil)); got != 27 {
		t.Errorf("%d webhooks, want 27 until released", got)
	}
	c.tn.Faults().Release()
	if got := len(c.walk("/api/v1/search/webhooks", "list", nil)); got != 26 {
		t.Errorf("%d webhooks after release, want 26", got)
	}
}
