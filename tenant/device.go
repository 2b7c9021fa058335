package tenant

import (
	"fmt"
	"html"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// The terms of a device sign-in (RFC 8628).
const (
	deviceLifetime = 10 * time.Minute
	deviceInterval = time.Second
)

// device is one sign-in under way.
type device struct {
	code, user string
	client     string
	ends       time.Time
	polled     time.Time
	slowed     bool // the last answer was slow_down: it is never given twice in a row
	approved   bool
	denied     bool
}

// startDevice is POST /auth/v1/device_authorization.
func (t *Tenant) startDevice(c *call) (any, error) {
	form, err := grantForm(c)
	if err != nil {
		return nil, err
	}
	id := form.Get("client_id")
	if id == "" {
		return nil, refuseGrant("invalid_request", "client_id is missing")
	}
	sum := t.secretBytes(fmt.Sprintf("device %d", t.serial.Add(1)))
	d := &device{code: fmt.Sprintf("%x", sum[:20]), client: id, ends: t.now().Add(deviceLifetime)}
	for i, b := range sum[20:28] {
		if i == 4 {
			d.user += "-"
		}
		d.user += string(codeAlphabet[8+b%24])
	}
	t.auth.mu.Lock()
	defer t.auth.mu.Unlock()
	if t.auth.devices == nil {
		t.auth.devices = map[string]*device{}
	}
	for code, old := range t.auth.devices {
		if t.now().After(old.ends) {
			delete(t.auth.devices, code)
		}
	}
	t.auth.devices[d.code] = d
	page := c.base() + "/device"
	return object{
		"device_code": d.code, "user_code": d.user, "verification_uri": page,
		"verification_uri_complete": page + "?user_code=" + url.QueryEscape(d.user),
		"expires_in":                int(deviceLifetime / time.Second), "interval": int(deviceInterval / time.Second),
	}, nil
}

// pollDevice decides about one poll of the token operation with a device code.
func (t *Tenant) pollDevice(form url.Values) error {
	t.auth.mu.Lock()
	defer t.auth.mu.Unlock()
	now := t.now()
	d := t.auth.devices[form.Get("device_code")]
	switch {
	case d == nil || d.client != form.Get("client_id"):
		return refuseGrant("invalid_grant", "the device code is not known")
	case now.After(d.ends):
		return refuseGrant("expired_token", "the device code has expired")
	case d.denied:
		return refuseGrant("access_denied", "the sign-in was refused")
	}
	early := !d.polled.IsZero() && now.Sub(d.polled) < deviceInterval && !d.slowed
	d.polled, d.slowed = now, early
	switch {
	case early:
		return refuseGrant("slow_down", "polled before the interval had passed")
	case !d.approved:
		return refuseGrant("authorization_pending", "the sign-in is not confirmed yet")
	}
	delete(t.auth.devices, d.code)
	return nil
}

// ApproveDevice confirms (or refuses) the sign-in with this user code, as its owner would in a browser. false: no such sign-in.
func (t *Tenant) ApproveDevice(userCode string, approve bool) bool {
	t.auth.mu.Lock()
	defer t.auth.mu.Unlock()
	for _, d := range t.auth.devices {
		if strings.EqualFold(d.user, strings.TrimSpace(userCode)) {
			d.approved, d.denied = approve, !approve
			return true
		}
	}
	return false
}

// devicePage is GET /device: the page a person opens to confirm a sign-in. It asks before it confirms.
func (t *Tenant) devicePage(c *call) (any, error) {
	code := c.r.URL.Query().Get("user_code")
	text := `<form method="post"><label>Code <input name="user_code" value="` + html.EscapeString(code) +
		`"></label> <button name="answer" value="approve">Sign in</button> <button name="answer" value="deny">Refuse</button></form>`
	return htmlAnswer(text), nil
}

// deviceAnswer is POST /device: what the person decided.
func (t *Tenant) deviceAnswer(c *call) (any, error) {
	form, err := url.ParseQuery(string(c.body))
	if err != nil {
		return nil, invalid("the body is not a form")
	}
	approve := form.Get("answer") != "deny"
	switch {
	case !t.ApproveDevice(form.Get("user_code"), approve):
		return htmlAnswer("This code is not known."), nil
	case approve:
		return htmlAnswer("You are signed in. Go back to your terminal."), nil
	}
	return htmlAnswer("The sign-in was refused."), nil
}

func htmlAnswer(text string) raw {
	page := "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Sign in</title></head><body><p>" + text + "</p></body></html>\n"
	return raw{200, "text/html; charset=utf-8", []byte(page)}
}

// createPersonalClient is POST /api/v1/iam/personal_clients: the caller's own credential, whose secret is shown this once.
func (t *Tenant) createPersonalClient(c *call) (any, error) {
	name := c.in.text("displayName")
	if err := checkName(name); err != nil {
		return nil, err
	}
	made := &client{}
	now := t.now()
	if text := c.in.text("expires"); text != "" {
		d, ok := seconds(text)
		if !ok || d <= 0 {
			return nil, invalid("expires must be a duration such as 7776000s")
		}
		made.expires = now.Add(d)
	}
	for i, role := range c.in.strings("scopedRoles") {
		if !t.hasRole(role) {
			return nil, invalid("scopedRoles[%d]: there is no role %q", i, role)
		}
	}
	sources := c.in.strings("allowSourceCidr")
	for _, text := range sources {
		prefix, err := netip.ParsePrefix(text)
		if err != nil || prefix != prefix.Masked() {
			return nil, invalid("allowSourceCidr: %q is not a CIDR range", text)
		}
		made.sources = append(made.sources, prefix)
	}
	serial := t.serial.Add(1)
	d := t.dice(kindClient, int(serial), 1)
	made.name = fmt.Sprintf("%s-%s-%05d", d.pick(clientColours), d.pick(clientBirds), d.n(100000))
	made.secret = t.signingSecret(fmt.Sprintf("personal client %d", serial))
	record := object{
		"id": t.id(kindClient, 0, int(serial), now), "clientId": made.name + "@" + c.r.Host + "/pcc", "displayName": name,
		"userId": t.userID(callerIndex), "scopedRoles": c.in.strings("scopedRoles"), "allowSourceCidr": sources,
		"createdAt": stamp(now), "updatedAt": stamp(now), "expiresTime": stamp(made.expires),
	}
	if !c.lie {
		t.auth.mu.Lock()
		if t.auth.clients == nil {
			t.auth.clients = map[string]*client{}
		}
		t.auth.clients[made.name] = made
		t.auth.mu.Unlock()
		t.mu.Lock()
		c.note("Create", "personal client", record.text("id"), name)
		t.mu.Unlock()
	}
	return object{"client": record, "clientSecret": made.secret}, nil
}

var (
	clientColours = []string{"amber", "brisk", "calm", "copper", "dusky", "gentle", "ivory", "keen", "quiet", "silver", "steady", "violet"}
	clientBirds   = []string{"curlew", "dipper", "egret", "finch", "grebe", "heron", "kestrel", "lapwing", "martin", "osprey", "plover",
		"wren"}
)

// base is the address under which the client reached the tenant.
func (c *call) base() string {
	scheme := "http"
	if c.r.TLS != nil || strings.EqualFold(c.r.Header.Get("X-Forwarded-Proto"), "https") {
		scheme = "https"
	}
	return scheme + "://" + c.r.Host
}
