package tenant

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// form posts a form to an authorization operation.
func (c *console) form(path string, values url.Values, edit func(*http.Request)) reply {
	c.t.Helper()
	r, err := http.NewRequest("POST", c.server.URL+path, strings.NewReader(values.Encode()))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if edit != nil {
		edit(r)
	}
	a, err := read(http.DefaultClient.Do(r))
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

func (c *console) host() string { return strings.TrimPrefix(c.server.URL, "http://") }

func (c *console) plainForm() url.Values {
	return url.Values{"grant_type": {"client_credentials"}, "client_id": {c.tn.ClientID(c.host())}, "client_secret": {c.tn.ClientSecret()}}
}

// sign makes an assertion with a signing secret.
func sign(t *testing.T, secret string, claims any) string {
	t.Helper()
	return signWith(t, secret, claims, nil)
}

func signWith(t *testing.T, secret string, claims any, header *jose.SignerOptions) string {
	t.Helper()
	parts := strings.Split(secret, ":")
	if len(parts) != 4 || parts[0] != "secret-token" || parts[1] != "gatehouse.example" || parts[2] != "v1" {
		t.Fatalf("signing secret has the wrong form: %s", secret)
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[3])
	if err != nil {
		t.Fatal(err)
	}
	var jwk struct{ Kty, Crv, X, D string }
	if err := json.Unmarshal(text, &jwk); err != nil || jwk.Kty != "OKP" || jwk.Crv != "Ed25519" {
		t.Fatalf("not a private Ed25519 JWK: %v", err)
	}
	seed, err := base64.RawURLEncoding.DecodeString(jwk.D)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: ed25519.NewKeyFromSeed(seed)}, header)
	if err != nil {
		t.Fatal(err)
	}
	out, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (c *console) claims(edit func(map[string]any)) map[string]any {
	now := c.clock.now().Unix()
	id := c.tn.ClientID(c.host())
	claims := map[string]any{"iss": id, "sub": id, "aud": "127.0.0.1", "iat": now, "nbf": now, "exp": now + 120, "jti": "one"}
	if edit != nil {
		edit(claims)
	}
	return claims
}

func (c *console) signedForm(assertion string) url.Values {
	return url.Values{"grant_type": {"client_credentials"}, "client_id": {c.tn.ClientID(c.host())},
		"client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}, "client_assertion": {assertion}}
}

func TestPlainFormGivesATokenThatExpires(t *testing.T) {
	c := start(t, Options{})
	a := c.form("/auth/v1/token", c.plainForm(), nil)
	if a.status != 200 || a.body["token_type"] != "Bearer" || a.body["expires_in"] != 600.0 {
		t.Fatalf("%d %s", a.status, a.text)
	}
	c.token = a.body["access_token"].(string)
	c.do(200, "GET", "/api/v1/settings/contacts", "")
	c.clock.advance(599 * time.Second)
	c.do(200, "GET", "/api/v1/settings/contacts", "")
	c.clock.advance(time.Second)
	c.refused(401, 16, "GET", "/api/v1/settings/contacts", "")
}

func TestSigningSecretWorksInBothForms(t *testing.T) {
	c := start(t, Options{})
	form := c.plainForm()
	form.Set("client_secret", c.tn.SigningSecret())
	if a := c.form("/auth/v1/token", form, nil); a.status != 200 {
		t.Errorf("plain form with the signing secret: %d %s", a.status, a.text)
	}
	if a := c.form("/auth/v1/token", c.signedForm(sign(t, c.tn.SigningSecret(), c.claims(nil))), nil); a.status != 200 {
		t.Errorf("signed form: %d %s", a.status, a.text)
	}
}

func TestAssertionsAreChecked(t *testing.T) {
	c := start(t, Options{})
	now := c.clock.now().Unix()
	for name, edit := range map[string]func(map[string]any){
		"another issuer":        func(m map[string]any) { m["iss"] = "somebody" },
		"another subject":       func(m map[string]any) { m["sub"] = "somebody" },
		"audience with a port":  func(m map[string]any) { m["aud"] = c.host() },
		"audience is the URL":   func(m map[string]any) { m["aud"] = c.server.URL },
		"expired":               func(m map[string]any) { m["exp"] = now - 1 },
		"too far ahead":         func(m map[string]any) { m["exp"] = now + 301 },
		"too long":              func(m map[string]any) { m["iat"], m["exp"] = now-120, now+181 },
		"not valid yet":         func(m map[string]any) { m["nbf"] = now + 1; m["exp"] = now + 200 },
		"issued in the future":  func(m map[string]any) { m["iat"] = now + 1 },
		"no expiry":             func(m map[string]any) { delete(m, "exp") },
		"no not-before":         func(m map[string]any) { delete(m, "nbf") },
		"neither jti nor nonce": func(m map[string]any) { delete(m, "jti") },
	} {
		a := c.form("/auth/v1/token", c.signedForm(sign(t, c.tn.SigningSecret(), c.claims(edit))), nil)
		if a.status != 401 || a.body["error"] != "invalid_client" {
			t.Errorf("%s: %d %s", name, a.status, a.text)
		}
	}
	other := New(Options{Seed: 99})
	if a := c.form("/auth/v1/token", c.signedForm(sign(t, other.SigningSecret(), c.claims(nil))), nil); a.status != 401 {
		t.Errorf("another key: %d %s", a.status, a.text)
	}
	if a := c.form("/auth/v1/token", c.signedForm("not.a.jwt"), nil); a.status != 401 {
		t.Errorf("no JWT: %d %s", a.status, a.text)
	}
}

func TestAnAssertionWorksOnce(t *testing.T) {
	c := start(t, Options{})
	for _, member := range []string{"jti", "nonce"} {
		assertion := sign(t, c.tn.SigningSecret(), c.claims(func(m map[string]any) { delete(m, "jti"); m[member] = "once " + member }))
		if a := c.form("/auth/v1/token", c.signedForm(assertion), nil); a.status != 200 {
			t.Fatalf("first use: %d %s", a.status, a.text)
		}
		if a := c.form("/auth/v1/token", c.signedForm(assertion), nil); a.status != 401 || !strings.Contains(a.text, "used before") {
			t.Errorf("second use: %d %s", a.status, a.text)
		}
	}
}

// The vendor's own clients carry their nonce in the JWS header, and nothing among the claims.
func TestANonceInTheHeader(t *testing.T) {
	c := start(t, Options{})
	claims := c.claims(func(m map[string]any) { delete(m, "jti"); m["nbf"] = m["nbf"].(int64) - 120 })
	assertion := signWith(t, c.tn.SigningSecret(), claims, (&jose.SignerOptions{}).WithHeader("nonce", "once"))
	if a := c.form("/auth/v1/token", c.signedForm(assertion), nil); a.status != 200 {
		t.Fatalf("first use: %d %s", a.status, a.text)
	}
	if a := c.form("/auth/v1/token", c.signedForm(assertion), nil); a.status != 401 || !strings.Contains(a.text, "used before") {
		t.Errorf("second use: %d %s", a.status, a.text)
	}
}

func TestTokenRequestsThatAreRefused(t *testing.T) {
	c := start(t, Options{})
	change := func(name, value string) url.Values {
		form := c.plainForm()
		form.Set(name, value)
		if value == "" {
			form.Del(name)
		}
		return form
	}
	asJSON := func(r *http.Request) { r.Header.Set("Content-Type", "application/json") }
	basic := func(r *http.Request) { r.SetBasicAuth(c.tn.ClientID(c.host()), c.tn.ClientSecret()) }
	twice := c.plainForm()
	twice.Add("client_id", "x")
	for _, each := range []struct {
		name   string
		form   url.Values
		edit   func(*http.Request)
		status int
		error  string
	}{
		{"wrong secret", change("client_secret", "wrong"), nil, 401, "invalid_client"},
		{"unknown client", change("client_id", "calm-wren-00001@"+c.host()+"/pcc"), nil, 401, "invalid_client"},
		{"client of another tenant", change("client_id", c.tn.ClientID("acme.example")), nil, 401, "invalid_client"},
		{"no client id", change("client_id", ""), nil, 400, "invalid_request"},
		{"no secret", change("client_secret", ""), nil, 400, "invalid_request"},
		{"no grant type", change("grant_type", ""), nil, 400, "invalid_request"},
		{"password grant", change("grant_type", "password"), nil, 400, "unsupported_grant_type"},
		{"both forms", change("client_assertion", "x"), nil, 400, "invalid_request"},
		{"JSON", c.plainForm(), asJSON, 400, "invalid_request"},
		{"Basic", url.Values{"grant_type": {"client_credentials"}}, basic, 401, "invalid_client"},
		{"Basic and body", c.plainForm(), basic, 401, "invalid_client"},
		{"a parameter twice", twice, nil, 400, "invalid_request"},
	} {
		a := c.form("/auth/v1/token", each.form, each.edit)
		if a.status != each.status || a.body["error"] != each.error || a.body["error_description"] == "" {
			t.Errorf("%s: %d %s, want %d %s", each.name, a.status, a.text, each.status, each.error)
		}
	}
	if a := c.form("/auth/v1/token?"+c.plainForm().Encode(), nil, nil); a.status != 400 {
		t.Errorf("credentials in the address: %d %s", a.status, a.text)
	}
}

func TestEveryCallNeedsAToken(t *testing.T) {
	c := start(t, Options{})
	for _, token := range []string{"", "wrong"} {
		c.token = token
		for i := range c.tn.routes() {
			rt := &c.tn.routes()[i]
			if rt.open {
				continue
			}
			path := strings.ReplaceAll("/"+strings.Join(rt.pattern, "/"), "{}", "x")
			c.refused(401, 16, rt.method, path, "")
		}
		c.refused(401, 16, "GET", "/api/v1/no/such/path", "")
	}
	r, _ := http.NewRequest("GET", c.server.URL+"/api/v1/settings/contacts", nil)
	r.SetBasicAuth("a", c.tn.Token())
	if a, err := read(http.DefaultClient.Do(r)); err != nil || a.status != 401 {
		t.Errorf("Basic: %v %d", err, a.status)
	}
}

func TestRevokedTokens(t *testing.T) {
	c := start(t, Options{})
	static := c.token
	c.token = c.form("/auth/v1/token", c.plainForm(), nil).body["access_token"].(string)
	c.tn.Faults().RevokeTokens()
	c.refused(401, 16, "GET", "/api/v1/settings/contacts", "")
	c.token = static
	c.refused(401, 16, "GET", "/api/v1/settings/contacts", "")
	c.token = c.form("/auth/v1/token", c.plainForm(), nil).body["access_token"].(string)
	c.do(200, "GET", "/api/v1/settings/contacts", "")
	c.tn.Faults().Reset()
	c.token = static
	c.do(200, "GET", "/api/v1/settings/contacts", "")
}

func TestOddExpiry(t *testing.T) {
	c := start(t, Options{})
	for _, each := range []struct{ set, shown string }{{`0`, `"expires_in":0`}, {`"3600"`, `"expires_in":"3600"`}, {`-5`, `"expires_in":-5`},
		{`null`, `"expires_in":null`}} {
		c.tn.Faults().ExpiresIn(json.RawMessage(each.set))
		if a := c.form("/auth/v1/token", c.plainForm(), nil); !strings.Contains(a.text, each.shown) {
			t.Errorf("expires_in %s: %s", each.set, a.text)
		}
	}
	c.tn.Faults().ExpiresIn(json.RawMessage{})
	a := c.form("/auth/v1/token", c.plainForm(), nil)
	if strings.Contains(a.text, "expires_in") {
		t.Errorf("expires_in is there: %s", a.text)
	}
	c.tn.Faults().ExpiresIn(json.RawMessage("2"))
	c.token = c.form("/auth/v1/token", c.plainForm(), nil).body["access_token"].(string)
	c.do(200, "GET", "/api/v1/settings/contacts", "")
	c.clock.advance(2 * time.Second)
	c.refused(401, 16, "GET", "/api/v1/settings/contacts", "")
}

func TestDeviceSignInBuysAPersonalCredential(t *testing.T) {
	c := start(t, Options{})
	begun := c.form("/auth/v1/device_authorization", url.Values{"client_id": {"gatehouse"}}, nil)
	if begun.status != 200 || begun.body["interval"] != 1.0 || begun.body["expires_in"] != 600.0 {
		t.Fatalf("%d %s", begun.status, begun.text)
	}
	poll := url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}, "client_id": {"gatehouse"},
		"device_code": {begun.body["device_code"].(string)}}
	expect := func(want string) {
		t.Helper()
		if a := c.form("/auth/v1/token", poll, nil); a.status != 400 || a.body["error"] != want {
			t.Fatalf("%d %s, want %s", a.status, a.text, want)
		}
	}
	expect("authorization_pending")
	expect("slow_down")
	expect("authorization_pending")
	c.clock.advance(2 * time.Second)
	expect("authorization_pending")
	page, err := read(http.Get(begun.body["verification_uri_complete"].(string)))
	if err != nil || !strings.Contains(page.text, begun.body["user_code"].(string)) {
		t.Fatalf("the page a person opens: %v %s", err, page.text)
	}
	c.clock.advance(2 * time.Second)
	expect("authorization_pending") // opening the page decides nothing
	c.form("/device", url.Values{"user_code": {begun.body["user_code"].(string)}, "answer": {"approve"}}, nil)
	c.clock.advance(2 * time.Second)
	a := c.form("/auth/v1/token", poll, nil)
	if a.status != 200 {
		t.Fatalf("%d %s", a.status, a.text)
	}
	expect("invalid_grant")
	c.token = a.body["access_token"].(string)
	c.checkPersonalClient()
}

// checkPersonalClient makes a credential that lasts a minute and uses it in both forms.
func (c *console) checkPersonalClient() {
	c.t.Helper()
	c.refused(400, 3, "POST", "/api/v1/iam/personal_clients", `{"displayName":"","expires":"60s"}`)
	c.refused(400, 3, "POST", "/api/v1/iam/personal_clients", `{"displayName":"x","expires":"a while"}`)
	c.refused(400, 3, "POST", "/api/v1/iam/personal_clients", `{"displayName":"x","allowSourceCidr":["everywhere"]}`)
	made := c.do(200, "POST", "/api/v1/iam/personal_clients",
		`{"displayName":"gatehouse on loki","expires":"60s","scopedRoles":["Auditor"],"allowSourceCidr":["127.0.0.0/8"]}`)
	id, secret := made.at("client", "clientId").(string), made.body["clientSecret"].(string)
	plain := url.Values{"grant_type": {"client_credentials"}, "client_id": {id}, "client_secret": {secret}}
	if a := c.form("/auth/v1/token", plain, nil); a.status != 200 {
		c.t.Errorf("plain form: %d %s", a.status, a.text)
	}
	assertion := sign(c.t, secret, c.claims(func(m map[string]any) { m["iss"], m["sub"] = id, id }))
	form := c.signedForm(assertion)
	form.Set("client_id", id)
	if a := c.form("/auth/v1/token", form, nil); a.status != 200 {
		c.t.Errorf("signed form: %d %s", a.status, a.text)
	}
	c.clock.advance(time.Minute)
	if a := c.form("/auth/v1/token", plain, nil); a.status != 401 {
		c.t.Errorf("after it has expired: %d %s", a.status, a.text)
	}
	elsewhere := c.do(200, "POST", "/api/v1/iam/personal_clients", `{"displayName":"elsewhere","allowSourceCidr":["192.0.2.0/24"]}`)
	plain.Set("client_id", elsewhere.at("client", "clientId").(string))
	plain.Set("client_secret", elsewhere.body["clientSecret"].(string))
	if a := c.form("/auth/v1/token", plain, nil); a.status != 401 {
		c.t.Errorf("from another address: %d %s", a.status, a.text)
	}
}

func TestRefusedAndExpiredDevices(t *testing.T) {
	c := start(t, Options{})
	for _, each := range []struct {
		then func(user string)
		want string
	}{
		{func(user string) { c.tn.ApproveDevice(user, false) }, "access_denied"},
		{func(string) { c.clock.advance(11 * time.Minute) }, "expired_token"},
	} {
		begun := c.form("/auth/v1/device_authorization", url.Values{"client_id": {"gatehouse"}}, nil)
		each.then(begun.body["user_code"].(string))
		a := c.form("/auth/v1/token", url.Values{"grant_type": {grantDevice}, "client_id": {"gatehouse"},
			"device_code": {begun.body["device_code"].(string)}}, nil)
		if a.status != 400 || a.body["error"] != each.want {
			t.Errorf("%d %s, want %s", a.status, a.text, each.want)
		}
	}
	if c.tn.ApproveDevice("NOPE-NOPE", true) {
		t.Error("a user code that does not exist was approved")
	}
}
