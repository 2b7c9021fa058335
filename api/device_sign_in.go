package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"gatehouse/credential"
)

const (
	devicePath        = "/auth/v1/device_authorization"
	deviceGrant       = "urn:ietf:params:oauth:grant-type:device_code"
	defaultPoll       = 5 * time.Second // RFC 8628, 3.5
	slowDown          = 5 * time.Second // added for good each time the service asks for it
	longestDeviceWait = 30 * time.Minute
)

// DeviceSignIn is a sign-in on another device under way (RFC 8628; companion.md, Authentication). Show UserCode and VerificationURI to the
// person, then call Wait. Both are remote text.
type DeviceSignIn struct {
	UserCode                string
	VerificationURI         string
	VerificationURIComplete string    // with the code in it, "" if the tenant gives none
	ExpiresAt               time.Time // when the code stops working

	c        *Client
	clientID string
	code     string
	interval time.Duration
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
	s := &DeviceSignIn{
		UserCode: answer.UserCode, VerificationURI: answer.VerificationURI, VerificationURIComplete: answer.VerificationURIComplete,
		c: c, clientID: id.Text(), code: answer.DeviceCode, interval: defaultPoll,
	}
	if answer.Interval > 0 && answer.Interval < 300 {
		s.interval = time.Duration(answer.Interval) * time.Second
	}
	life := longestDeviceWait
	if !answer.Expiry.IsZero() {
		life = min(time.Until(answer.Expiry), life)
	}
	s.ExpiresAt = c.now().Add(life)
	if s.code == "" || s.UserCode == "" || !s.usable(s.VerificationURI) {
		return nil, &Error{Kind: KindMalformed, Status: d.status, Method: http.MethodPost, Path: devicePath, Message: "the answer holds no usable code or address"}
	}
	if !s.usable(s.VerificationURIComplete) {
		s.VerificationURIComplete = ""
	}
	return s, nil
}

// usable reports whether a person can be sent to an address: https, or http to this computer.
func (s *DeviceSignIn) usable(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Hostname() != "" && u.User == nil &&
		(u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname()))
}

// Wait asks until the person has decided and gives the access token, which lives for about ten minutes and can't be renewed. It returns an
// *Error: KindForbidden when the person refused, KindEndedEarly when the code expired or ctx ended.
func (s *DeviceSignIn) Wait(ctx context.Context) (string, error) {
	for {
		if err := s.c.sleep(ctx, s.interval); err != nil {
			return "", s.failed(KindEndedEarly, "the sign-in was cancelled", err)
		}
		if !s.c.now().Before(s.ExpiresAt) {
			return "", s.failed(KindEndedEarly, "the code expired before anybody used it; start again", nil)
		}
		token, err := s.poll(ctx)
		if err == nil {
			return token, nil
		}
		var refused *oauth2.RetrieveError
		if !errors.As(err, &refused) {
			var e *Error
			if errors.As(err, &e) && (e.Kind == KindNetwork || e.Kind == KindUnavailable || e.Kind == KindRateLimited) {
				s.interval += max(e.RetryAfter-s.interval, 0)
				continue
			}
			return "", err
		}
		switch refused.ErrorCode {
		case "authorization_pending":
		case "slow_down":
			s.interval += slowDown
		}
	}
}

// poll asks once. It returns an *oauth2.RetrieveError only for answers that mean to go on, and an *Error otherwise.
func (s *DeviceSignIn) poll(ctx context.Context) (string, error) {
	limited, cancel := context.WithTimeout(ctx, s.c.timeout)
	defer cancel()
	d := &door{c: s.c, ctx: limited}
	config := clientcredentials.Config{
		ClientID: s.clientID, TokenURL: s.c.base.String() + tokenPath, AuthStyle: oauth2.AuthStyleInParams,
		EndpointParams: url.Values{"grant_type": {deviceGrant}, "device_code": {s.code}},
	}
	token, err := config.Token(d.context())
	var refused *oauth2.RetrieveError
	switch {
	case err == nil && sendable(token.AccessToken):
		return token.AccessToken, nil
	case err == nil:
		return "", s.failed(KindMalformed, "the access token in the answer is unusable", nil)
	case !errors.As(err, &refused):
	case refused.ErrorCode == "authorization_pending" || refused.ErrorCode == "slow_down":
		return "", refused
	case refused.ErrorCode == "access_denied":
		return "", s.failed(KindForbidden, "", nil)
	case refused.ErrorCode == "expired_token":
		return "", s.failed(KindEndedEarly, "the code expired before anybody used it; start again", nil)
	}
	return "", s.c.tokenError(ctx, d, err, s.code)
}

func (s *DeviceSignIn) failed(kind Kind, message string, cause error) *Error {
	return &Error{Kind: kind, Method: http.MethodPost, Path: tokenPath, Message: message, Err: cause}
}

// Close ends the sign-in's connections.
func (s *DeviceSignIn) Close() { s.c.Close() }

// Format shows no code: the device code must not be printed.
func (s DeviceSignIn) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "device sign-in") }
