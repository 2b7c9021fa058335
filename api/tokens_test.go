package api

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"gatehouse/credential"
)

const testClientID = "strange-hydra-68836@acme.example/pcc"

// clock is a Now that moves only when told.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// keySecret makes a client secret that holds a private key.
func keySecret(t *testing.T) (secret string, public ed25519.PublicKey) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	jwk, err := (&jose.JSONWebKey{Key: private}).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return "secret-token:vendor.example:v1:" + base64.RawURLEncoding.EncodeToString(jwk), public
}

// door of a tenant that gives out numbered tokens and accepts the latest.
type tokenDesk struct {
	issued  atomic.Int32
	expires string // JSON value of expires_in, "" to leave it out
}

func (d *tokenDesk) handler(t *testing.T) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == tokenPath {
			n := d.issued.Add(1)
			expires := ""
			if d.expires != "" {
				expires = `,"expires_in":` + d.expires
			}
			answer(200, fmt.Sprintf(`{"access_token":"tok-%d","token_type":"Bearer"%s}`, n, expires))(w, r)
			return
		}
		if r.Header.Get("Authorization") != fmt.Sprintf("Bearer tok-%d", d.issued.Load()) {
			answer(401, `{"code":16,"message":"token expired"}`)(w, r)
			return
		}
		answer(200, `{"list":[]}`)(w, r)
	}
}

func withSecret(secret string, change func(*Options)) func(*Options) {
	return func(o *Options) {
		o.Auth = Auth{ClientID: testClientID, ClientSecret: secret}
		if change != nil {
			change(o)
		}
	}
}

func list(c *Client) error { return discard(c.ListHooks(context.Background(), PageRequest{})) }

func TestPlainTokenRequest(t *testing.T) {
	secret, _ := keySecret(t)
	for name, auth := range map[string]Auth{
		"ordinary secret": {ClientID: testClientID, ClientSecret: "s3cret&="},
		"forced":          {ClientID: testClientID, ClientSecret: secret, ForcePlain: true},
	} {
		t.Run(name, func(t *testing.T) {
			desk := &tokenDesk{expires: "600"}
			f := newFake(t, desk.handler(t))
			c := newClient(t, f.URL, func(o *Options) { o.Auth = auth })
			if err := list(c); err != nil {
				t.Fatal(err)
			}
			r := f.requests()[0]
			form, err := url.ParseQuery(r.Body)
			if err != nil || r.Method != "POST" || r.URI != "/auth/v1/token" || r.Header.Get("Content-Type") != "application/x-www-form-urlencoded" {
				t.Fatalf("sent %+v", r)
			}
			if _, basic := r.Header["Authorization"]; basic {
				t.Error("the token request carries an Authorization header")
			}
			want := url.Values{"grant_type": {"client_credentials"}, "client_id": {testClientID}, "client_secret": {auth.ClientSecret}}
			if form.Encode() != want.Encode() {
				t.Errorf("form %v, want %v", form, want)
			}
		})
	}
}

func TestSignedTokenRequest(t *testing.T) {
	secret, public := keySecret(t)
	desk := &tokenDesk{expires: "600"}
	f := newFake(t, desk.handler(t))
	now := newClock()
	c := newClient(t, f.URL, withSecret(secret, func(o *Options) { o.Now = now.Now }))
	if err := list(c); err != nil {
		t.Fatal(err)
	}
	form, _ := url.ParseQuery(f.requests()[0].Body)
	if form.Get("grant_type") != "client_credentials" || form.Get("client_id") != testClientID || form.Has("client_secret") ||
		form.Get("client_assertion_type") != "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" || len(form) != 4 {
		t.Fatalf("form %v", form)
	}
	token, err := jwt.ParseSigned(form.Get("client_assertion"), []jose.SignatureAlgorithm{jose.EdDSA})
	if err != nil {
		t.Fatal(err)
	}
	var claims jwt.Claims
	if err := token.Claims(public, &claims); err != nil {
		t.Fatal(err)
	}
	at := now.Now()
	since := at.Add(-2 * time.Minute) // the tenant's clock may be that far behind, and allow nothing
	if claims.Issuer != testClientID || claims.Subject != testClientID || len(claims.Audience) != 1 || claims.Audience[0] != "127.0.0.1" ||
		!claims.IssuedAt.Time().Equal(since) || !claims.NotBefore.Time().Equal(since) || !claims.Expiry.Time().Equal(at.Add(2*time.Minute)) ||
		len(claims.ID) < 16 {
		t.Errorf("claims %+v", claims)
	}
}

func TestAssertionsDiffer(t *testing.T) {
	secret, _ := keySecret(t)
	read, err := credential.Read(credential.ClientSecret, secret)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSigner(testClientID, read.Key(), "acme.example")
	if err != nil {
		t.Fatal(err)
	}
	one, _ := s.assertion(time.Now())
	two, _ := s.assertion(time.Now())
	if one == two {
		t.Error("two assertions are the same")
	}
}

func TestBrokenKeySecrets(t *testing.T) {
	good, _ := keySecret(t)
	encode := base64.RawURLEncoding.EncodeToString
	for name, tt := range map[string]struct{ secret, want string }{
		"other version": {strings.Replace(good, ":v1:", ":v2:", 1), "another format version"},
		"no base64":     {"secret-token:vendor.example:v1:%%%", "damaged"},
		"no JSON":       {"secret-token:vendor.example:v1:" + encode([]byte("CANARY")), "damaged"},
		"cut":           {good[:len(good)-12], "damaged"},
		"two parts":     {"secret-token:vendor.example", "cut or damaged"},
		"public only": {"secret-token:vendor.example:v1:" +
			encode([]byte(`{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}`)), "damaged"},
		"parts mismatch": {"secret-token:vendor.example:v1:" + encode([]byte(`{"kty":"OKP","crv":"Ed25519",`+
			`"x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}`)), "damaged"},
		"other kind": {"secret-token:vendor.example:v1:" + encode([]byte(`{"kty":"oct","k":"AAAA"}`)), "damaged"},
	} {
		_, err := New(Options{BaseURL: "https://acme.example", Auth: Auth{ClientID: testClientID, ClientSecret: tt.secret}})
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "CANARY") {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

func TestTokenRequestIsNotRedirected(t *testing.T) {
	other := newFake(t, answer(200, `{"access_token":"stolen"}`))
	for _, status := range []int{301, 302, 307, 308} {
		f := newFake(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", other.URL+"/auth/v1/token")
			w.WriteHeader(status)
		})
		c := newClient(t, f.URL, withSecret("plain-secret", nil))
		if err := list(c); KindOf(err) != KindRedirect || !strings.Contains(err.Error(), "unexpected redirect to 127.0.0.1") {
			t.Errorf("%d: %v, want redirect", status, err)
		}
	}
	if n := len(other.requests()); n != 0 {
		t.Errorf("the other host got %d requests", n)
	}
}

func TestTokenErrors(t *testing.T) {
	tests := []struct {
		name        string
		status      int
		contentType string
		body        string
		want        Kind
		text        string
	}{
		{"refused", 401, "application/json", `{"error":"invalid_client","error_description":"no such client, secret was CANARY1"}`,
			KindUnauthenticated, "invalid_client: no such client"},
		{"refused with 200", 200, "application/json", `{"error":"invalid_grant"}`, KindUnauthenticated, "invalid_grant"},
		{"html", 502, "text/html", `<html>CANARY1</html>`, KindUnavailable, ""},
		{"no token", 200, "application/json", `{"token_type":"Bearer"}`, KindMalformed, "no access token"},
		{"not JSON", 200, "text/html", `<html>CANARY1</html>`, KindMalformed, "not an answer of the API (HTML from 127.0.0.1:"},
		{"null token", 200, "application/json", `{"access_token":null}`, KindMalformed, "no access token"},
		{"token of another type", 200, "application/json", `{"access_token":{}}`, KindMalformed, "no access token"},
		{"unsendable token", 200, "application/json", `{"access_token":"a\r\nX: b"}`, KindUnauthenticated, "can't be sent"},
		{"too many", 429, "application/json", `{"error":"slow"}`, KindRateLimited, "slow"},
		{"unpaid", 402, "application/json", `{"message":"the trial has ended"}`, KindUnknown, "not for the credentials: the trial has ended"},
		{"too large", 413, "application/json", `{}`, KindUnknown, "the tenant refused the sign-in"},
		{"too slow", 408, "application/json", `{}`, KindUnavailable, "try again later"},
		{"unprocessable", 422, "application/json", `{"error":"invalid_client"}`, KindUnauthenticated, "invalid_client"},
		{"too long", 200, "application/json", strings.Repeat(" ", maxTokenAnswer+1), KindMalformed, "too long"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", tt.contentType)
				w.WriteHeader(tt.status)
				_, _ = w.Write([]byte(tt.body))
			})
			c := newClient(t, f.URL, withSecret("CANARY1-secret", nil))
			err := list(c)
			if KindOf(err) != tt.want || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("%v (%v), want %v with %q", err, KindOf(err), tt.want, tt.text)
			}
			if strings.Contains(err.Error(), "CANARY1-secret") {
				t.Errorf("the error shows the secret: %v", err)
			}
			if n := f.count("GET", "/api/v1/hooks"); n != 0 {
				t.Error("a request went out without a token")
			}
		})
	}
}

func TestClockSkewIsNamed(t *testing.T) {
	const ahead, behind = "this computer's clock is %s ahead of the tenant's", "this computer's clock is %s behind the tenant's"
	secret, _ := keySecret(t)
	for _, tt := range []struct {
		refusal string
		skew    time.Duration
		want    string // "": the clock isn't spoken of
		advice  bool   // to set the clock right, not the credentials
	}{
		{"assertion expired", 7 * time.Minute, fmt.Sprintf(ahead, "7 minutes"), true},
		{"assertion expired", -2 * time.Hour, fmt.Sprintf(behind, "2 hours"), true},
		{"assertion expired", 50 * 24 * time.Hour, fmt.Sprintf(ahead, "50 days"), true},
		{"assertion expired", 30 * time.Second, fmt.Sprintf(ahead, "30 seconds"), true},
		{"xjwt: JWT nbf is before now: jwt:'a' now:'b'", 3 * time.Second, fmt.Sprintf(ahead, "3 seconds"), true},
		{"JWT nbf is before now", -1 * time.Second, fmt.Sprintf(behind, "1 second"), true},
		{"JWT nbf is before now", 0, "this computer's clock says 2026-01-02 03:04:05 UTC, the tenant's 03:04:05", true},
		{"iat is ahead", 2 * time.Second, fmt.Sprintf(ahead, "2 seconds"), true},
		{"token used before issued", 0, "this computer's clock says 2026-01-02 03:04:05 UTC", true},
		{"JWT has invalid expiration: too far in the future", 4 * time.Second, fmt.Sprintf(ahead, "4 seconds"), true},
		{"Token is not yet valid (nbf)", 2 * time.Second, fmt.Sprintf(ahead, "2 seconds"), true},
		{"unknown key", 50 * time.Second, "", false},
		{"unknown key", 2 * time.Minute, fmt.Sprintf(ahead, "2 minutes"), false},
		{"the client has expired", 30 * time.Second, "", false},
		{"an example, expertly inexpressible", 30 * time.Second, "", false},
	} {
		now := newClock()
		f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Date", now.Now().Add(-tt.skew).Format(http.TimeFormat))
			answer(400, fmt.Sprintf(`{"error":"invalid_client","error_description":%q}`, tt.refusal))(w, r)
		})
		c := newClient(t, f.URL, withSecret(secret, func(o *Options) { o.Now = now.Now }))
		err := list(c)
		if KindOf(err) != KindUnauthenticated || !strings.Contains(err.Error(), tt.want) || tt.want == "" &&
			strings.Contains(err.Error(), "clock") {
			t.Errorf("%s, skew %v: %v, want %q", tt.refusal, tt.skew, err, tt.want)
		}
		if said := strings.Contains(err.Error(), "correct this computer's clock"); said != tt.advice || errors.Is(err, ErrClock) != tt.advice {
			t.Errorf("%s, skew %v: %v", tt.refusal, tt.skew, err)
		}
	}
}

// A service that doesn't say what time it is leaves the comparison to the person.
func TestClockIsNamedWithoutADate(t *testing.T) {
	secret, _ := keySecret(t)
	now := newClock()
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Date"] = nil
		answer(401, `{"error":"invalid_client","error_description":"nbf is in the future"}`)(w, r)
	})
	c := newClient(t, f.URL, withSecret(secret, func(o *Options) { o.Now = now.Now }))
	if err := list(c); !strings.Contains(err.Error(), "this computer's clock says 2026-01-02 03:04:05 UTC") {
		t.Error(err)
	}
}

func TestTokenServiceThatRecovers(t *testing.T) {
	var n atomic.Int32
	desk := &tokenDesk{expires: "600"}
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == tokenPath && n.Add(1) < 3 {
			w.WriteHeader(503)
			return
		}
		desk.handler(t)(w, r)
	})
	c := newClient(t, f.URL, withSecret("plain-secret", nil))
	if err := list(c); err != nil {
		t.Error(err)
	}
}

func TestCredentialsOfNew(t *testing.T) {
	for name, auth := range map[string]Auth{
		"none":           {},
		"id only":        {ClientID: testClientID},
		"secret only":    {ClientSecret: "x"},
		"newline within": {Token: "a\nb"},
		"blank":          {Token: " "},
		"not ASCII":      {Token: "tokén"},
	} {
		if _, err := New(Options{BaseURL: "https://acme.example", Auth: auth}); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	f := newFake(t, answer(200, `{"list":[]}`))
	c := newClient(t, f.URL, func(o *Options) {
		o.Auth = Auth{Token: " test-token\n", ClientID: testClientID, ClientSecret: "x"}
	})
	if err := list(c); err != nil || f.requests()[0].Header.Get("Authorization") != "Bearer test-token" {
		t.Errorf("%v; a token wins over a client secret, without the blanks around it", err)
	}
}

// A clock that is far off is worth a word whatever was sent; only what was signed is refused for it.
func TestClockSkewIsNamedForPlainSecrets(t *testing.T) {
	for skew, want := range map[time.Duration]string{7 * time.Minute: "; this computer's clock is 7 minutes ahead of the tenant's",
		30 * time.Second: ""} {
		now := newClock()
		f := newFake(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", now.Now().Add(-skew).Format(http.TimeFormat))
			answer(401, `{"error":"invalid_client","error_description":"the token has expired"}`)(w, nil)
		})
		err := list(newClient(t, f.URL, withSecret("plain-secret", func(o *Options) { o.Now = now.Now })))
		if KindOf(err) != KindUnauthenticated || errors.Is(err, ErrClock) || !strings.Contains(err.Error(), want) || want == "" &&
			strings.Contains(err.Error(), "clock") {
			t.Errorf("skew %v: %v", skew, err)
		}
	}
}

// What this program made isn't searched for a key; it has to fit into a header all the same.
func TestATokenThatWasMadeHereIsTakenAsItIs(t *testing.T) {
	const key = "secret-token:gatehouse.example:v1:eyJrdHkiOiJPS1AifQ"
	if _, err := newTokens(nil, Auth{Token: key}); err == nil {
		t.Error("a key is taken for a token")
	}
	if made, err := newTokens(nil, Auth{Token: key, Made: true}); err != nil || made != staticToken(key) {
		t.Errorf("%v, %v", made, err)
	}
	if _, err := newTokens(nil, Auth{Token: "a\nb", Made: true}); err == nil {
		t.Error("a token of two lines is taken")
	}
}
