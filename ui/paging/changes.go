package paging

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// writesFirst is after how long it is looked again whether the changes under way have ended.
const writesFirst = 250 * time.Millisecond

// ChangesOver is the time to look.
type ChangesOver struct{ generation uint64 }

// AfterChanges has the page that is wanted asked for once no change is under way. address makes a message one of the list's.
func (l *Loader) AfterChanges(tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd, address func(any) tea.Msg) tea.Cmd {
	if l.letsWrites == l.Generation {
		return nil
	}
	l.letsWrites = l.Generation
	msg := address(ChangesOver{l.Generation})
	return tick(writesFirst, func(time.Time) tea.Msg { return msg })
}

// GoOnAfter asks for it, unless something else has been asked for since.
func (l *Loader) GoOnAfter(msg ChangesOver, ask func() tea.Cmd) tea.Cmd {
	if msg.generation != l.Generation {
		return nil
	}
	l.letsWrites = 0
	return ask()
}

// LetsWrites reports whether the next page waits for changes under way.
func (l *Loader) LetsWrites() bool { return l.letsWrites > 0 && l.letsWrites == l.Generation }
