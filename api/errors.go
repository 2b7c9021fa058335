package api

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gatehouse/span"
)

// ErrNothingChanged is returned by update builders when no field was changed: there is nothing to send.
var ErrNothingChanged = errors.New("nothing changed, so there is nothing to send")

// ErrEmptyID is returned by builders and reads when an id is empty, a dot segment or only slashes. The service redirects a path
// with an empty segment to its parent collection (companion.md 4), so such ids never leave.
var ErrEmptyID = errors.New("the id is empty or not usable as an id")

// ErrHeld is the cause of a KindRateLimited that was not sent: the service refused one like it before, and the time that it asked for
// isn't over.
var ErrHeld = errors.New("nothing was sent")

// Kind says what an error means for the caller.
type Kind int

// The kinds of errors.
const (
	KindUnknown         Kind = iota
	KindUnauthenticated      // credentials missing, expired, revoked or refused
	KindForbidden            // the caller's role does not allow it
	KindNotFound             // no such record
	KindInvalid              // the service refused an argument
	KindConflict             // the record's state does not allow it (somebody was faster)
	KindRateLimited          // too many requests; RetryAfter may say how long to wait
	KindUnavailable          // the service failed or did not answer in time
	KindEndedEarly           // cancelled or ended early, nobody's fault
	KindMalformed            // the answer is not what the interface describes
	KindOutcomeUnknown       // a write may or may not have been done: read the record again
	KindReadOnly             // the client is read-only and sent nothing
	KindUnsupported          // this tenant lacks the operation
	KindNetwork              // the tenant looked at nothing: there was no connection, or it took no request from it
	KindRedirect             // the service answered with a redirect, which is never followed
)

// String names the kind in plain words.
func (k Kind) String() string {
	switch k {
	case KindUnauthenticated:
		return "not signed in"
	case KindForbidden:
		return "forbidden"
	case KindNotFound:
		return "not found"
	case KindInvalid:
		return "refused as invalid"
	case KindConflict:
		return "conflict"
	case KindRateLimited:
		return "too many requests"
	case KindUnavailable:
		return "unavailable"
	case KindEndedEarly:
		return "ended early"
	case KindMalformed:
		return "malformed answer"
	case KindOutcomeUnknown:
		return "outcome unknown"
	case KindReadOnly:
		return "read-only"
	case KindUnsupported:
		return "not offered by this tenant"
	case KindNetwork:
		return "no connection"
	case KindRedirect:
		return "unexpected redirect"
	}
	return "unknown error"
}

// Error is a failed exchange with the tenant. Message is the service's own text, cut, on one line and without our credentials; it
// is still remote text. Path never holds a share code. Err is the cause, if there is one beyond the answer itself.
type Error struct {
	Kind       Kind
	Status     int           // HTTP status, 0 when there was no answer
	Code       int           // gRPC code of the answer, 0 when it had none
	Message    string        // what the service said, or what is wrong in our words when it said nothing
	RequestID  string        // as the service gave it
	EarlierID  string        // with KindOutcomeUnknown and no RequestID: that of the answer to an earlier try, "" when there was none
	Method     string        // of the request
	Path       string        // of the request, share codes replaced
	RetryAfter time.Duration // what the service asked to wait, two minutes at most, 0 when it did not
	Source     string        // with KindUnauthenticated: where the refused credentials come from, as Auth.Source has it
	Renew      string        // with KindUnauthenticated: what gets new ones, as Auth.Renew has it
	Err        error
}

// Error is one sentence: what was being done, what went wrong, what to do next, and the numbers to quote to support.
func (e *Error) Error() string {
	if e.Method == "" {
		return e.Plain()
	}
	return doing(e.Method, e.Path) + ": " + e.Plain()
}

// Plain is Error without what was being done, for people who know that.
func (e *Error) Plain() string {
	var b strings.Builder
	b.WriteString(joinWords(e.sentence(), e.detail()))
	var refs []string
	if e.Status != 0 {
		refs = append(refs, fmt.Sprintf("status %d", e.Status))
	}
	if e.RequestID != "" {
		refs = append(refs, "request "+e.RequestID)
	}
	if len(refs) > 0 {
		b.WriteString(" (" + strings.Join(refs, ", ") + ")")
	}
	return b.String()
}

// sentence says what the kind means here, with the next step; "" when the detail says it all.
func (e *Error) sentence() string {
	if words, own := e.ofSignIn(); own {
		return words
	}
	switch e.Kind {
	case KindUnauthenticated:
		if errors.Is(e.Err, ErrClock) {
			return "the tenant refused the sign-in for the time in it; correct this computer's clock and try again"
		}
		from := ""
		if e.Source != "" {
			from = " from " + e.Source
		}
		return "the tenant did not accept the credentials" + from + "; " + orWord(e.Renew, "check them or sign in again")
	case KindForbidden:
		return "your role on this tenant does not allow this"
	case KindNotFound:
		return "there is no such record"
	case KindInvalid:
		return "the tenant refused the request"
	case KindConflict:
		return "the record's state does not allow this"
	case KindRateLimited:
		if errors.Is(e.Err, ErrHeld) {
			return "the tenant asked us to slow down; try again in " + span.Words(e.RetryAfter)
		}
		if e.RetryAfter > 0 {
			return "too many requests; try again in " + span.Words(e.RetryAfter)
		}
		return "too many requests; try again later"
	case KindUnavailable:
		return "the tenant could not answer; try again later"
	case KindEndedEarly:
		return "the request was ended early"
	case KindMalformed:
		if foreign := (*ForeignAnswer)(nil); errors.As(e.Err, &foreign) {
			return ""
		}
		return "the answer could not be read"
	case KindOutcomeUnknown:
		return "it is unknown whether this was done; read the record again before you repeat it"
	case KindReadOnly:
		return "not sent, because this tenant is open read-only"
	case KindUnsupported:
		return "this tenant does not offer this operation"
	case KindNetwork:
		if stuck := stuckAt(e.Err); stuck != nil {
			return stuck.Said + "; " + stuck.Next
		}
		return "no connection to the tenant; check the network and try again"
	case KindRedirect:
		return "refused to follow a redirect"
	}
	return "the request failed"
}

// ofSignIn is the sentence of a sign-in, where that has one of its own.
func (e *Error) ofSignIn() (sentence string, own bool) {
	switch {
	case !signsIn(e.Path):
	case e.Kind == KindForbidden:
		return "it was refused in the browser; start again if that was a mistake", true
	case e.Kind == KindEndedEarly:
		return "", true
	case e.Kind == KindUnauthenticated && e.Path == devicePath:
		return "the tenant did not accept the client id", true
	case e.Kind == KindUnknown:
		return "the tenant refused the sign-in, and not for the credentials", true
	}
	return "", false
}

// detail is the service's message, or the cause when the service said nothing.
func (e *Error) detail() string {
	if e.Message != "" {
		return e.Message
	}
	if e.Err != nil && stuckAt(e.Err) == nil {
		return e.Err.Error()
	}
	return ""
}

// Unwrap gives the cause to errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Err }

// KindOf tells what kind of error err is. Cancelled and timed-out contexts that never met the wire are KindEndedEarly,
// ErrEmptyID is KindInvalid.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return KindEndedEarly
	}
	if errors.Is(err, ErrEmptyID) {
		return KindInvalid
	}
	return KindUnknown
}
