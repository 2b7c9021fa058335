package ui

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
)

// errStopped is why there are no rows: a person stopped waiting for them.
var errStopped = errors.New("stopped")

const (
	waitIsLong   = 3 * time.Second // from here on it is said what is waited for
	waitIsLonger = time.Second     // how often it is said anew
)

// waitGoesOn is the time to say anew what is waited for.
type waitGoesOn struct{}

// watchWait says again and again what the first rows are waited for.
func (p *list) watchWait() tea.Cmd {
	if p.load.watched || !p.load.loading || !p.visible || p.grid.Len() > 0 {
		return nil
	}
	p.load.watched = true
	return p.link.tick(nextWait(p.waited()), func(time.Time) tea.Msg { return p.address(waitGoesOn{}) })
}

// nextWait is when it is said anew what is waited for, after so long.
func nextWait(waited time.Duration) time.Duration {
	if waited < waitIsLong {
		return waitIsLong - waited
	}
	return waitIsLonger
}

// patient is a wait for an answer, of which is said anew as long as it lasts whom and how long it is for.
type patient struct {
	since time.Time // zero while nothing is waited for
	due   bool      // a tick that says so will come
}

// waited is how long it has been.
func (p patient) waited(now time.Time) time.Duration {
	if p.since.IsZero() {
		return 0
	}
	return now.Sub(p.since)
}

// tick brings a message when it is to be said anew; nil while one is on its way or nothing is waited for.
func (p *patient) tick(e *env, l *link, msg tea.Msg) tea.Cmd {
	if p.due || p.since.IsZero() {
		return nil
	}
	p.due = true
	return l.tick(nextWait(p.waited(e.now())), func(time.Time) tea.Msg { return msg })
}

// waitingWords say whom and how long an answer is waited for.
func (e *env) waitingWords(waited time.Duration) string {
	return fmt.Sprintf("Waiting for %s to answer, %d s", e.client.Host(), int(waited.Seconds()))
}

// waited is how long the answer under way has been waited for.
func (p *list) waited() time.Duration {
	if !p.load.loading {
		return 0
	}
	return p.env.Now().Sub(p.load.since)
}

// waitsLong reports whether there is nothing to show but a wait that has become long.
func (p *list) waitsLong() bool { return p.grid.Len() == 0 && p.waited() >= waitIsLong }

// loadingWords say that the first rows are on their way, and of whom and how long they are waited for. stops says what esc does.
func (p *list) loadingWords(what, stops string) string {
	if !p.waitsLong() {
		return "Loading " + what + "…"
	}
	return p.env.waitingWords(p.waited()) + "; " + p.label("back") + " " + stops + "."
}

// stopWaiting gives up the first rows.
func (p *list) stopWaiting() {
	p.load.stop()
	p.load.err = errStopped
}

// backOff makes an automatic refresh that fails come less and less often.
type backOff struct{ failures, left int }

const mostBackOff = 6 // 64 ticks

// due reports whether a tick is to refresh; failed says that what was refreshed last failed.
func (p *backOff) due(failed bool) bool {
	switch {
	case !failed:
		*p = backOff{}
		return true
	case p.failures == 0:
		p.failures, p.left = 1, 1
	}
	if p.left > 0 {
		p.left--
		return false
	}
	p.failures = min(p.failures+1, mostBackOff)
	p.left = 1<<p.failures - 1
	return true
}
