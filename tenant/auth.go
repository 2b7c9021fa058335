package tenant

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"
)

// tokenLifetime is how long an issued token is good for.
const tokenLifetime = 600 * time.Second

// The grant types of the token operation.
const (
	grantClient = "client_credentials"
	grantDevice = "urn:ietf:params:oauth:grant-type:device_code"
)

// clientName is the part of the demo's client id before the host.
const clientName = "quiet-heron-40117"

// authority is what the tenant knows of tokens, clients and devices.
type authority struct {
	mu      sync.Mutex
	tokens  map[string]time.Time // issued tokens and when they end
	used    map[string]time.Time // jti of assertions, until they have expired
	clients map[string]*client   // personal clients, by the part of the client id before the host
	devices map[string]*device   // by device code
}

// client is somebody who may ask for tokens.
type client struct {
	name    string // before the @ of the client id
	secret  string
	expires time.Time // zero: never
	sources []netip.Prefix
}

// grantError is an answer of the token operation as RFC 6749 section 5.2 has it.
type grantError struct {
	status      int
	name        string
	description string
}

func (e *grantError) Error() string { return e.name + ": " + e.description }

func (e *grantError) body() object {
	return object{"error": e.name, "error_description": e.description}
}

func refuseGrant(name, format string, args ...any) *grantError {
	status := http.StatusBadRequest
	if name == "invalid_client" {
		status = http.StatusUnauthorized
	}
	return &grantError{status, name, fmt.Sprintf(format, args...)}
}

// secretBytes derives what the tenant keeps secret from its seed, so that no table of secrets is needed.
func (t *Tenant) secretBytes(purpose string) [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "gatehouse built-in tenant %d %s", t.seed, purpose))
}

// Token is a bearer token that never expires; the demo uses it.
func (t *Tenant) Token() string {
	sum := t.secretBytes("token")
	return "demo." + base64.RawURLEncoding.EncodeToString(sum[:24])
}

// ClientID is the id of the tenant's client, for a console that reaches the tenant as host (which may carry a port).
func (t *Tenant) ClientID(host string) string { return clientName + "@" + host + "/pcc" }

// ClientSecret is a secret of that client for the plain form.
func (t *Tenant) ClientSecret() string {
	sum := t.secretBytes("client secret")
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// SigningSecret is a secret of that client that can sign assertions: secret-token:<domain>:v1:<private JWK, base64url>.
func (t *Tenant) SigningSecret() string { return t.signingSecret("signing key") }

func (t *Tenant) signingSecret(purpose string) string {
	seed := t.secretBytes(purpose)
	public := ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey)
	b64 := base64.RawURLEncoding
	jwk := fmt.Sprintf(`{"kty":"OKP","crv":"Ed25519","x":%q,"d":%q}`, b64.EncodeToString(public), b64.EncodeToString(seed[:]))
	return "secret-token:gatehouse.example:v1:" + b64.EncodeToString([]byte(jwk))
}

func (a *authority) forgetTokens() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tokens = nil
}

// checkBearer refuses a request whose bearer token is missing, unknown, expired or revoked.
func (t *Tenant) checkBearer(r *http.Request) error {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return fail(http.StatusUnauthorized, codeUnauthorized, "a bearer token is required")
	}
	if token == t.Token() && !t.faults.staticRevoked() {
		return nil
	}
	t.auth.mu.Lock()
	defer t.auth.mu.Unlock()
	ends, known := t.auth.tokens[token]
	switch {
	case !known:
		return fail(http.StatusUnauthorized, codeUnauthorized, "the token is not valid")
	case !t.now().Before(ends):
		return fail(http.StatusUnauthorized, codeUnauthorized, "the token has expired")
	}
	return nil
}

// issueToken is POST /auth/v1/token.
func (t *Tenant) issueToken(c *call) (any, error) {
	form, err := grantForm(c)
	if err != nil {
		return nil, err
	}
	switch form.Get("grant_type") {
	case grantClient:
		err = t.checkClient(c.r, form)
	case grantDevice:
		if t.faults.lacks() {
			return nil, refuseGrant("unsupported_grant_type", "this tenant has no device sign-in")
		}
		err = t.pollDevice(form)
	case "":
		return nil, refuseGrant("invalid_request", "grant_type is missing")
	default:
		return nil, refuseGrant("unsupported_grant_type", "grant_type %q is not supported", form.Get("grant_type"))
	}
	if err != nil {
		return nil, err
	}
	return t.grant(c)
}

// grantForm reads the form of a token request; credentials belong in the body, nowhere else.
func grantForm(c *call) (url.Values, error) {
	if c.r.Header.Get("Authorization") != "" {
		return nil, refuseGrant("invalid_client", "credentials must be sent in the request body, not in a header")
	}
	if kind, _, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type")); kind != "application/x-www-form-urlencoded" {
		return nil, refuseGrant("invalid_request", "the body must be application/x-www-form-urlencoded")
	}
	form, err := url.ParseQuery(string(c.body))
	if err != nil {
		return nil, refuseGrant("invalid_request", "the body is not a form")
	}
	for name, values := range form {
		if len(values) > 1 {
			return nil, refuseGrant("invalid_request", "%s is given more than once", name)
		}
	}
	return form, nil
}

// grant issues a token.
func (t *Tenant) grant(c *call) (any, error) {
	shown, real := t.faults.lifetime()
	serial := t.serial.Add(1)
	sum := t.secretBytes(fmt.Sprintf("access token %d", serial))
	token := base64.RawURLEncoding.EncodeToString(sum[:])
	t.auth.mu.Lock()
	defer t.auth.mu.Unlock()
	if t.auth.tokens == nil {
		t.auth.tokens = map[string]time.Time{}
	}
	now := t.now()
	for old, ends := range t.auth.tokens {
		if !now.Before(ends) && now.Sub(ends) > time.Hour {
			delete(t.auth.tokens, old)
		}
	}
	t.auth.tokens[token] = now.Add(real)
	c.headers.Set("Cache-Control", "no-store")
	out := object{"access_token": token, "token_type": "Bearer"}
	if len(shown) > 0 {
		out["expires_in"] = shown
	}
	return out, nil
}

// checkClient verifies the client and its secret or assertion.
func (t *Tenant) checkClient(r *http.Request, form url.Values) error {
	id := form.Get("client_id")
	if id == "" {
		return refuseGrant("invalid_request", "client_id is missing")
	}
	known := t.client(id, r.Host)
	if known == nil {
		return refuseGrant("invalid_client", "the client is not known on this tenant")
	}
	secret, assertion := form.Get("client_secret"), form.Get("client_assertion")
	var err error
	switch {
	case secret != "" && assertion != "":
		return refuseGrant("invalid_request", "send client_secret or client_assertion, not both")
	case assertion != "":
		if form.Get("client_assertion_type") != assertionType {
			return refuseGrant("invalid_request", "client_assertion_type must be %s", assertionType)
		}
		err = t.checkAssertion(known, id, assertion, hostname(r.Host))
	case secret == "":
		return refuseGrant("invalid_request", "client_secret or client_assertion is missing")
	case secret != known.secret && (known.name != clientName || secret != t.ClientSecret()):
		return refuseGrant("invalid_client", "the client secret is wrong")
	}
	if err != nil {
		return err
	}
	if !known.expires.IsZero() && !t.now().Before(known.expires) {
		return refuseGrant("invalid_client", "the client has expired")
	}
	if !known.allows(r.RemoteAddr) {
		return refuseGrant("invalid_client", "the client may not be used from this address")
	}
	return nil
}

// client finds the client of a client id: <name>@<host>/<use>, where host is the tenant's own, with or without its port.
func (t *Tenant) client(id, host string) *client {
	name, rest, found := strings.Cut(id, "@")
	at, use, slash := strings.Cut(rest, "/")
	if !found || !slash || use == "" || !strings.EqualFold(hostname(at), hostname(host)) {
		return nil
	}
	if name == clientName {
		return &client{name: name, secret: t.SigningSecret()}
	}
	t.auth.mu.Lock()
	defer t.auth.mu.Unlock()
	return t.auth.clients[name]
}

func (c *client) allows(remote string) bool {
	if len(c.sources) == 0 {
		return true
	}
	from, err := netip.ParseAddrPort(remote)
	if err != nil {
		return false
	}
	for _, each := range c.sources {
		if each.Contains(from.Addr().Unmap()) {
			return true
		}
	}
	return false
}

// hostname takes the port off a host.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}

// publicKey reads the key out of a signing secret; nil: it is another sort of secret.
func (c *client) publicKey() ed25519.PublicKey {
	parts := strings.SplitN(c.secret, ":", 4)
	if len(parts) != 4 || parts[0] != "secret-token" || parts[2] != "v1" {
		return nil
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[3])
	var jwk struct{ X string }
	if err != nil || json.Unmarshal(text, &jwk) != nil {
		return nil
	}
	key, err := base64.RawURLEncoding.DecodeString(jwk.X)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil
	}
	return key
}
