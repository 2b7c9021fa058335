package host

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/widget"
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

// DoingWords say in at most w cells that something is under way; once that takes long, for how long and what stops it.
func (e *Env) DoingWords(doing string, waited time.Duration, w int) string {
	if waited < WaitIsLong {
		return doing + "…"
	}
	stops := fmt.Sprintf("%d s, %s stops", int(waited.Seconds()), e.Keys.Label("back"))
	return widget.Fitting(w, doing+" for "+stops+" it", doing+" "+stops, stops)
}

// WaitingWords say whom and how long an answer is waited for.
func (e *Env) WaitingWords(waited time.Duration) string {
	return fmt.Sprintf("Waiting for %s to answer, %d s", e.Client.Host(), int(waited.Seconds()))
}
