package api

import (
	"errors"
	"net/http"
	"time"

	"gatehouse/pattern"
	"gatehouse/span"
)

// noticeableSkew is how far apart two clocks are when that is worth saying whatever a sign-in was refused for.
const noticeableSkew = 60 * time.Second

// ErrClock is the cause of a sign-in that was refused for the time in it: this computer's clock or the tenant's is wrong.
var ErrClock = errors.New("this computer's clock and the tenant's disagree")

// ofTime finds a refusal that speaks of the times in an assertion.
var ofTime = pattern.Of(`(?i)\b(nbf|iat|exp)\b|\b(clock|skew)\b|issued.?(at|in the future)|not.?before|before (now|issued)|` +
	`not (yet valid|valid yet)|not yet active|` +
	`\b(assertion|jwt|token)\b.*\b(expir\w+|too (old|early|late)|in the (future|past))|\b(expir\w+|stale)\b.*\b(assertion|jwt)\b`)

// nameClock adds to a refused sign-in how the clocks differ: always when the refusal of a signed one speaks of the times in it, else when
// they are far apart. arrived is when the answer came, by this clock.
func (e *Error) nameClock(arrived time.Time, answer http.Header, signed bool) {
	spoken := signed && ofTime().MatchString(e.Message)
	if spoken {
		e.Err = ErrClock
	}
	date, err := http.ParseTime(answer.Get("Date"))
	ours := arrived.UTC().Format(time.DateTime + " MST")
	skew := arrived.Sub(date).Truncate(time.Second) // a Date has whole seconds
	switch {
	case err != nil && spoken:
		e.Message += "; this computer's clock says " + ours
	case err != nil:
	case skew > noticeableSkew || spoken && skew > time.Second:
		e.Message += "; this computer's clock is " + span.Words(skew) + " ahead of the tenant's"
	case skew < -noticeableSkew || spoken && skew < 0:
		e.Message += "; this computer's clock is " + span.Words(-skew) + " behind the tenant's"
	case spoken:
		e.Message += "; this computer's clock says " + ours + ", the tenant's " + date.UTC().Format(time.TimeOnly)
	}
}
