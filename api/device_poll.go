package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

const (
	longestHeed  = 2 * time.Minute // a Retry-After is heeded no longer than this: a person waits, and the code expires
	lastChance   = 2 * time.Second // and leaves this much of the code's life for a last poll
	shortestPoll = 5 * time.Second // how long a poll may take, however little time the code has left
)

// polled is what came of one poll: a token, or an error, which may mean to go on.
type polled struct {
	token  string
	err    *Error
	goOn   bool // the sign-in isn't over
	slower bool // the tenant wants to be asked less often
}

// Wait asks until the person has decided and gives the access token, which lives for about ten minutes and can't be renewed. What isn't an
// answer of the tenant's, a proxy's page say, doesn't end it. It returns an *Error: KindForbidden when the person refused, KindEndedEarly
// when the code expired or ctx ended.
func (s *DeviceSignIn) Wait(ctx context.Context) (string, error) {
	interval, wait := s.Interval, s.Interval
	var last *Error
	for {
		if err := s.c.sleep(ctx, min(wait, s.left())); err != nil {
			return "", s.failed(KindEndedEarly, "the sign-in was cancelled", err)
		}
		if s.left() <= 0 {
			return "", s.expired(last)
		}
		p := s.poll(ctx)
		if p.err == nil {
			return p.token, nil
		}
		if !p.goOn {
			return "", p.err
		}
		if p.slower {
			interval += slowDown
		}
		last, wait = p.err, max(interval, min(p.err.RetryAfter, longestHeed, s.left()-lastChance))
		s.tell(p.err, wait)
	}
}

func (s *DeviceSignIn) left() time.Duration { return s.ExpiresAt.Sub(s.c.now()) }

// expired says that the code was too old, and what the last poll brought where that may be the reason.
func (s *DeviceSignIn) expired(last *Error) *Error {
	const message = "the code expired before anybody used it; start again"
	if last == nil || last.Kind == KindUnknown {
		return s.failed(KindEndedEarly, message, nil)
	}
	return s.failed(KindEndedEarly, "the code expired; the last answer about it was of no use: "+last.Plain(), nil)
}

// tell says that a poll brought nothing usable, once as long as the reason is the same.
func (s *DeviceSignIn) tell(err *Error, wait time.Duration) {
	why := ""
	if err.Kind != KindUnknown {
		why = fmt.Sprintf("%d %d %s", err.Kind, err.Status, err.Message) // without the request's id, which is new each time
	}
	if why != "" && why != s.noticed && s.Notice != nil {
		s.Notice(err, wait)
	}
	s.noticed = why
}

// poll asks once.
func (s *DeviceSignIn) poll(ctx context.Context) polled {
	limited, cancel := context.WithTimeout(ctx, min(s.c.timeout, max(s.left(), shortestPoll)))
	defer cancel()
	d := &door{c: s.c, ctx: limited}
	config := clientcredentials.Config{
		ClientID: s.clientID, TokenURL: s.c.base.String() + tokenPath, AuthStyle: oauth2.AuthStyleInParams,
		EndpointParams: url.Values{"grant_type": {deviceGrant}, "device_code": {s.code}},
	}
	token, err := config.Token(d.context())
	if err == nil {
		if why, _ := unusable(token); why != "" {
			return polled{err: s.failed(KindMalformed, why, nil)}
		}
		return polled{token: token.AccessToken}
	}
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) {
		switch refused.ErrorCode {
		case "authorization_pending", "slow_down":
			return polled{err: s.failed(KindUnknown, "", nil), goOn: true, slower: refused.ErrorCode == "slow_down"}
		case "access_denied":
			return polled{err: s.failed(KindForbidden, "", nil)}
		case "expired_token":
			return polled{err: s.expired(nil)}
		}
	}
	e := s.c.tokenError(limited, d, err, s.code)
	return polled{err: e, goOn: ctx.Err() == nil && (!d.json || mayPass(e, refused))}
}

// mayPass reports whether an answer of the tenant's that is no decision may be followed by one.
func mayPass(e *Error, refused *oauth2.RetrieveError) bool {
	if refused != nil && (refused.ErrorCode == "temporarily_unavailable" || refused.ErrorCode == "server_error") {
		return true
	}
	return e.Kind == KindNetwork || e.Kind == KindUnavailable || e.Kind == KindRateLimited || e.Kind == KindRedirect
}

func (s *DeviceSignIn) failed(kind Kind, message string, cause error) *Error {
	return &Error{Kind: kind, Method: http.MethodPost, Path: tokenPath, Message: message, Err: cause}
}
