package api

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"gatehouse/credential"
)

const (
	devicePath        = "/auth/v1/device_authorization"
	deviceGrant       = "urn:ietf:params:oauth:grant-type:device_code"
	defaultPoll       = 5 * time.Second // RFC 8628, 3.5
	slowDown          = 5 * time.Second // added for good each time the service asks for it
	longestDeviceWait = 30 * time.Minute
)

// DeviceSignIn is a sign-in on another device under way (RFC 8628; companion.md 3). Show UserCode and VerificationURI to the
// person, then call Wait. Both are remote text.
type DeviceSignIn struct {
	UserCode                string
	VerificationURI         string
	VerificationURIComplete string        // with the code in it, "" if the tenant gives none
	ExpiresAt               time.Time     // when the code stops working
	Interval                time.Duration // between two polls: what is confirmed may be noticed that much later

	// Notice is told, before Wait goes on, that a poll brought no answer of the tenant's; once as long as the reason is the same.
	Notice func(err error, wait time.Duration)

	c        *Client
	clientID string
	code     string
	noticed  string // why a poll brought nothing, as far as Notice was told
}

// StartDeviceSignIn asks the tenant for a code. The credentials in o are not used; the client id is that of the program.
func StartDeviceSignIn(ctx context.Context, o Options, clientID string) (*DeviceSignIn, error) {
	id, err := credential.Read(credential.ClientID, clientID)
	if err != nil {
		return nil, fmt.Errorf("device sign-in: %w", err)
	}
	o.Auth = Auth{Token: "none"} // never sent: only sign-in requests go through this client
	c, err := New(o)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	d := &door{c: c, ctx: limited}
	config := oauth2.Config{ClientID: id.Text(), Endpoint: oauth2.Endpoint{DeviceAuthURL: c.base.String() + devicePath}}
	answer, err := config.DeviceAuth(d.context())
	if err != nil {
		e := c.tokenError(limited, d, err)
		e.Path = devicePath
		return nil, e
	}
	life := longestDeviceWait
	if !answer.Expiry.IsZero() {
		life = min(time.Until(answer.Expiry), life)
	}
	s := &DeviceSignIn{
		UserCode: answer.UserCode, VerificationURI: answer.VerificationURI, VerificationURIComplete: answer.VerificationURIComplete,
		ExpiresAt: c.now().Add(life), Interval: pollInterval(answer.Interval, life), c: c, clientID: id.Text(), code: answer.DeviceCode,
	}
	if s.code == "" || s.UserCode == "" || !s.usable(s.VerificationURI) {
		return nil, &Error{Kind: KindMalformed, Status: d.status, Method: http.MethodPost, Path: devicePath,
			Message: "the answer holds no usable code or address"}
	}
	if !s.usable(s.VerificationURIComplete) {
		s.VerificationURIComplete = ""
	}
	return s, nil
}

// pollInterval is how long to wait between polls; an interval that leaves room for none is no interval.
func pollInterval(seconds int64, life time.Duration) time.Duration {
	interval := time.Duration(seconds) * time.Second // at most a day, see withReadableSeconds
	if interval <= 0 || interval >= life {
		return defaultPoll
	}
	return interval
}

// Elsewhere gives the host of an address when that isn't the tenant's; "" when it is. A person should know before signing in there.
func (s *DeviceSignIn) Elsewhere(address string) string {
	u, err := url.Parse(address)
	if err != nil || originHost(u) == originHost(s.c.base) {
		return ""
	}
	return u.Host
}

// originHost is the host and port of an address in one spelling.
func originHost(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	return net.JoinHostPort(strings.TrimSuffix(strings.ToLower(u.Hostname()), "."), port)
}

// usable reports whether a person can be sent to an address: https, or http to this computer.
func (s *DeviceSignIn) usable(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Hostname() != "" && u.User == nil &&
		(u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname()))
}

// Close ends the sign-in's connections.
func (s *DeviceSignIn) Close() { s.c.Close() }

// Format shows no code: the device code must not be printed.
func (s DeviceSignIn) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "device sign-in") }
