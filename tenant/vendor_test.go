package tenant

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// countedNonce gives an assertion a nonce in its header.
type countedNonce struct{ n int }

func (c *countedNonce) Nonce() (string, error) {
	c.n++
	return fmt.Sprintf("nonce-%d", c.n), nil
}

// TestTheVendorsClientSignsIn goes the way that the vendor's command line and library go: a device sign-in whose token buys a personal
// client by a name in the original spelling, then assertions with a nonce in the header and no jti, dated two minutes back, two ahead.
func TestTheVendorsClientSignsIn(t *testing.T) {
	c := start(t, Options{})
	begun := c.form("/auth/v1/device_authorization", url.Values{"client_id": {"2RGdOS94VDferT9e80mdgntl36K"}}, nil)
	if begun.status != 200 || begun.body["verification_uri_complete"] == nil || begun.body["interval"] == nil {
		t.Fatalf("%d %s", begun.status, begun.text)
	}
	device, _ := begun.body["device_code"].(string)
	poll := url.Values{"client_id": {"2RGdOS94VDferT9e80mdgntl36K"}, "device_code": {device},
		"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}}
	c.clock.advance(time.Second)
	if a := c.form("/auth/v1/token", poll, nil); a.status != 400 || a.body["error"] != "authorization_pending" {
		t.Fatalf("before it is confirmed: %d %s", a.status, a.text)
	}
	c.tn.ApproveDevice(begun.body["user_code"].(string), true)
	c.clock.advance(time.Second) // it takes slow_down for an error, and waits just as long as it was told
	bought := c.form("/auth/v1/token", poll, nil)
	c.token, _ = bought.body["access_token"].(string)
	made := c.do(200, "POST", "/api/v1/iam/personal_clients", `{"display_name": "Created by Cone"}`)
	id, _ := made.at("client", "clientId").(string)
	secret, _ := made.body["clientSecret"].(string)
	nonces := &countedNonce{}
	for range 2 {
		now := c.clock.now()
		assertion := signWith(t, secret, map[string]any{"iss": id, "sub": id, "aud": []string{"127.0.0.1"},
			"exp": now.Add(2 * time.Minute).Unix(),
			"iat": now.Unix(), "nbf": now.Add(-2 * time.Minute).Unix()}, &jose.SignerOptions{NonceSource: nonces})
		a := c.form("/auth/v1/token", url.Values{"client_id": {id}, "grant_type": {"client_credentials"},
			"client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}, "client_assertion": {assertion}}, nil)
		if a.status != 200 || a.body["token_type"] != "Bearer" || a.body["expires_in"] != 600.0 {
			t.Fatalf("%d %s", a.status, a.text)
		}
		c.token, _ = a.body["access_token"].(string)
	}
	c.do(200, "GET", "/api/v1/auth/introspect", "")
	first := c.do(200, "GET", "/api/v1/hooks?page_size=25", "").rows("list")
	c.do(200, "GET", "/api/v1/hooks/"+first[0]["id"].(string), "")
	if a := c.do(200, "DELETE", "/api/v1/secrets-admin/"+c.tn.SecretID(1), `{}`); a.at("secret", "status") != "SECRET_STATUS_REVOKED" {
		t.Errorf("%s", a.text)
	}
}

// TestTheVendorsProviderUpdatesAWebhook: it sends the whole object and no mask, and expects all of it to be written.
func TestTheVendorsProviderUpdatesAWebhook(t *testing.T) {
	c := start(t, Options{})
	id := c.tn.WebhookID(2)
	a := c.do(200, "POST", "/api/v1/webhooks/"+id, `{"webhook":{"id":"`+id+`",`+
		`"displayName":"Terraformed","description":"","url":"https://tf.example.com/in","callbackTimeout":"172800s"}}`)
	for member, want := range map[string]string{"displayName": "Terraformed", "description": "",
		"url": "https://tf.example.com/in", "callbackTimeout": "172800s"} {
		if got := c.do(200, "GET", "/api/v1/webhooks/"+id, "").at("webhook", member); got != want {
			t.Errorf("%s: %v, want %q: %s", member, got, want, a.text)
		}
	}
}

func TestChangesShowLateWhereTheyDo(t *testing.T) {
	c := start(t, Options{Late: 2 * time.Second})
	app, entitlement := c.tn.EntitlementID(3)
	owners := "/api/v1/apps/" + app + "/entitlements/" + entitlement + "/owners"
	binding := toJSON(map[string]any{"appId": app, "appEntitlementId": entitlement,
		"monitorId": c.tn.MonitorID(1), "entitlementGroup": "ENTITLEMENT_GROUP_B"})
	before := len(c.list(owners, "list", ""))
	c.do(200, "POST", owners, `{"userId":"`+c.tn.UserID(91)+`"}`)
	c.do(200, "POST", "/api/v1/appentitlementmonitorbinding", binding)
	webhook := c.do(200, "POST", "/api/v1/webhooks", `{"displayName":"Latecomer","url":"https://a.example.com"}`).at("webhook", "id").(string)
	c.refused(409, 6, "POST", "/api/v1/appentitlementmonitorbinding", binding) // what is so is known, only reads are late
	c.do(200, "GET", "/api/v1/webhooks/"+webhook, "")
	query := map[string]any{"query": "latecomer"}
	if got := len(c.walk("/api/v1/search/webhooks", "list", query)); got != 0 || len(c.list(owners, "list", "")) != before {
		t.Errorf("at once: %d webhooks, %d owners", got, len(c.list(owners, "list", "")))
	}
	c.refused(404, 5, "POST", "/api/v1/appentitlementmonitorbinding/get", binding)
	c.clock.advance(2 * time.Second)
	if got := len(c.walk("/api/v1/search/webhooks", "list", query)); got != 1 || len(c.list(owners, "list", "")) != before+1 {
		t.Errorf("two seconds later: %d webhooks, %d owners", got, len(c.list(owners, "list", "")))
	}
	c.do(200, "POST", "/api/v1/appentitlementmonitorbinding/get", binding)
	c.do(200, "DELETE", "/api/v1/appentitlementmonitorbinding", binding)
	c.do(200, "POST", "/api/v1/appentitlementmonitorbinding/get", binding)
	c.clock.advance(2 * time.Second)
	c.refused(404, 5, "POST", "/api/v1/appentitlementmonitorbinding/get", binding)
	rule, err := ParseFault("DELETE " + owners + "/* lag=0s")
	if err != nil {
		t.Fatal(err)
	}
	c.tn.Faults().Add(rule)
	c.do(200, "DELETE", owners+"/"+c.tn.UserID(91), "")
	if got := len(c.list(owners, "list", "")); got != before {
		t.Errorf("with a lag of nothing: %d owners, want %d", got, before)
	}
}

func TestTheRequestLogHoldsOnlySoManyBytes(t *testing.T) {
	c := start(t, Options{})
	large := `{"query":"` + fmt.Sprintf("%01000000d", 7) + `"}`
	for range 12 {
		c.do(200, "POST", "/api/v1/search/hooks", large)
	}
	if got := len(c.tn.Requests()); got != 8 {
		t.Errorf("%d requests with a megabyte each are kept, want 8", got)
	}
}

func TestAWrongMethodNamesTheRightOnes(t *testing.T) {
	c := start(t, Options{})
	if got := c.do(405, "PUT", "/api/v1/hooks/"+c.tn.HookID(0), "").header.Get("Allow"); got != "DELETE, GET, POST" {
		t.Errorf("Allow: %q", got)
	}
	if got := c.do(405, "DELETE", "/api/v1/webhooks", "").header.Get("Allow"); got != "POST" {
		t.Errorf("Allow: %q", got)
	}
}

func TestLinksAreSecureBehindTLS(t *testing.T) {
	c := start(t, Options{})
	r, err := http.NewRequest("GET", c.server.URL+"/api/v1/secrets-admin/"+c.tn.SecretID(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("X-Forwarded-Proto", "https")
	a, err := read(http.DefaultClient.Do(r))
	if share, _ := a.at("secret", "shareUrl").(string); err != nil || share != "https://"+c.host()+"/secrets/"+c.tn.ShareCode(1) {
		t.Errorf("%v %s", err, a.text)
	}
}
