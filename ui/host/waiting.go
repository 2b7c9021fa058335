package host

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
)

// ErrStopped is why there are no rows: a person stopped waiting for them.
var ErrStopped = errors.New("stopped")

const (
	WaitIsLong   = 3 * time.Second // from here on it is said what is waited for
	WaitIsLonger = time.Second     // how often it is said anew
)

// WaitGoesOn is the time to say anew what is waited for.
type WaitGoesOn struct{}

// NextWait is when it is said anew what is waited for, after so long.
func NextWait(waited time.Duration) time.Duration {
	if waited < WaitIsLong {
		return WaitIsLong - waited
	}
	return WaitIsLonger
}

// Patient is a wait for an answer, of which is said anew as long as it lasts whom and how long it is for.
type Patient struct {
	Since time.Time // zero while nothing is waited for
	Due   bool      // a tick that says so will come
}

// Waited is how long it has been.
func (p Patient) Waited(now time.Time) time.Duration {
	if p.Since.IsZero() {
		return 0
	}
	return now.Sub(p.Since)
}

// Tick brings a message when it is to be said anew; nil while one is on its way or nothing is waited for.
func (p *Patient) Tick(e *Env, h Host, msg tea.Msg) tea.Cmd {
	if p.Due || p.Since.IsZero() {
		return nil
	}
	p.Due = true
	return h.Tick(NextWait(p.Waited(e.Clock())), func(time.Time) tea.Msg { return msg })
}

// WaitingWords say whom and how long an answer is waited for.
func (e *Env) WaitingWords(waited time.Duration) string {
	return fmt.Sprintf("Waiting for %s to answer, %d s", e.Client.Host(), int(waited.Seconds()))
}
