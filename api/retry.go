package api

import (
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Waits between attempts: exponential, half of it at random, unless the service asks for a time of its own.
const (
	firstBackoff  = 250 * time.Millisecond
	longestWait   = 8 * time.Second
	backoffGrowth = 4
	maxRetryAfter = 60 * time.Second // a longer one fails at once: a person can't be left waiting unasked
)

// retryableStatus reports whether a refused request may be sent again.
func retryableStatus(r Request, e *Error) bool {
	if e.Kind == KindRateLimited {
		return true // refused before it was looked at, writes too
	}
	return !r.Mutates() && e.Kind == KindUnavailable
}

// waitAfter says whether to try again after attempt n, and when.
func (c *Client) waitAfter(a attempted, n int) (time.Duration, bool) {
	if !a.retryable || n >= maxAttempts || a.err.RetryAfter > maxRetryAfter {
		return 0, false
	}
	if a.err.RetryAfter > 0 {
		return a.err.RetryAfter, true
	}
	return backoff(n), true
}

// backoff is the wait after attempt n: long enough to be of use, and random so that clients don't come back together.
func backoff(n int) time.Duration {
	ceiling := firstBackoff
	for ; n > 1 && ceiling < longestWait; n-- {
		ceiling = min(ceiling*backoffGrowth, longestWait)
	}
	return ceiling/2 + rand.N(ceiling/2)
}

// retryAfter reads Retry-After, in seconds or as an HTTP date; 0 when there is none, or nonsense. A date is measured by the service's own
// clock. More than is ever waited counts as that.
func retryAfter(h http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if text == "" {
		return 0
	}
	if strings.Trim(text, "0123456789.") == "" {
		seconds, err := strconv.ParseFloat(text, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return 0
		}
		return time.Duration(math.Ceil(min(seconds, longestHold.Seconds()))) * time.Second
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		now = date
	}
	return min(max(at.Sub(now), 0), longestHold)
}
