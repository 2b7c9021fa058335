// Package notices is what the line below the panes says: the latest notice, and the last trouble, which stays beside later good news
// until esc or until it is no longer true.
package notices

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/theme"
	"gatehouse/ui/host"
)

// Tick brings a message after a while: tea.Tick, or a clock of a test.
type Tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd

// Notices is the line below the panes.
type Notices struct {
	notice   *host.Notice
	trouble  *host.Notice // the last bad result
	about    string       // the target that trouble is about
	noticeID int
	// noticeHolds and troubleHolds tell whether what was said is true yet; nil: it stays true.
	noticeHolds, troubleHolds func() bool

	whileID int // the number of the notice on what is under way, which stays

	tick Tick
}

// New is a line that says nothing yet.
func New(tick Tick) *Notices { return &Notices{tick: tick} }

// Notice is the latest good or plain notice, nil when none is shown.
func (n *Notices) Notice() *host.Notice { return n.notice }

// Trouble is the last bad result, nil when none is shown.
func (n *Notices) Trouble() *host.Notice { return n.trouble }

// TroubleWith reports whether what is shown is trouble with that target.
func (n *Notices) TroubleWith(t action.Target) bool { return n.about == host.AboutTarget(t) }

// ShowsUnderWay reports whether the latest notice is about what is under way.
func (n *Notices) ShowsUnderWay() bool { return n.notice != nil && n.noticeID == n.whileID }

// Say puts a notice on the screen in place of the one before. A good or plain one leaves trouble where it is.
func (n *Notices) Say(said host.Notice) tea.Cmd {
	if said.Tone.Stays() {
		n.trouble, n.about, n.notice, n.troubleHolds = &said, "", nil, nil
		return nil
	}
	n.noticeID++
	id := n.noticeID
	n.notice, n.noticeHolds = &said, nil
	return n.tick(host.NoticeTime, func(time.Time) tea.Msg { return host.NoticeOver{ID: id} })
}

// SayAsLong says what is taken away as soon as it doesn't hold any more.
func (n *Notices) SayAsLong(holds func() bool, said host.Notice) tea.Cmd {
	over := n.Say(said)
	if said.Tone.Stays() {
		n.troubleHolds = holds
	} else {
		n.noticeHolds = holds
	}
	return over
}

// SayFor says what is over after a while of its own.
func (n *Notices) SayFor(while time.Duration, said host.Notice) tea.Cmd {
	n.Say(said)
	id := n.noticeID
	return n.tick(while, func(time.Time) tea.Msg { return host.NoticeOver{ID: id} })
}

// EndUntrue takes away what was said and doesn't hold any more.
func (n *Notices) EndUntrue() {
	if n.notice != nil && n.noticeHolds != nil && !n.noticeHolds() {
		n.notice = nil
	}
	if n.trouble != nil && n.troubleHolds != nil && !n.troubleHolds() {
		n.trouble, n.about = nil, ""
	}
}

// SayOf says what comes of an action on a target: what was said about that target before is over.
func (n *Notices) SayOf(t action.Target, what host.Notice) tea.Cmd {
	about := host.AboutTarget(t)
	if n.about == about {
		n.trouble = nil
	}
	over := n.Say(what)
	if n.trouble != nil && n.notice == nil {
		n.about = about
	}
	return over
}

// SayWhile says what is under way. It stays until something else is said, as long as an answer can take.
func (n *Notices) SayWhile(t action.Target, text string) tea.Cmd {
	n.SayOf(t, host.Notice{Tone: host.ToneInfo, Text: text})
	id := n.noticeID
	n.whileID = id
	return n.tick(2*time.Minute, func(time.Time) tea.Msg { return host.NoticeOver{ID: id} })
}

// Pass takes a good or plain notice away, because something else is on the screen now. Trouble stays until esc.
func (n *Notices) Pass() {
	if n.noticeID != n.whileID {
		n.notice = nil
	}
}

// Unsay takes away what was said of a record, also the trouble with one of that kind: another is dealt with now.
func (n *Notices) Unsay(kind string) {
	n.Pass()
	if strings.HasPrefix(n.about, kind+" ") {
		n.trouble, n.about = nil, ""
	}
}

// EndTrouble takes trouble away if it is still what is shown.
func (n *Notices) EndTrouble(with *host.Notice) {
	if n.trouble != nil && n.trouble == with {
		n.trouble, n.about = nil, ""
	}
}

// Dismiss takes away what was said; false: nothing was.
func (n *Notices) Dismiss() bool {
	said := n.notice != nil || n.trouble != nil
	n.notice, n.trouble, n.about = nil, nil, ""
	return said
}

// Expire ends a notice whose time is over, unless another was said since.
func (n *Notices) Expire(msg host.NoticeOver) {
	if msg.ID == n.noticeID {
		n.notice = nil
	}
}

// Lines draws what was said in at most rows lines of w cells: trouble first, and a line for the latest.
func (n *Notices) Lines(w, rows int, th *theme.Theme) []string {
	if rows <= 0 || w < 4 {
		return nil
	}
	switch {
	case n.trouble == nil:
		return n.notice.Lines(w, rows, th)
	case n.notice == nil || rows == 1:
		return n.trouble.Lines(w, rows, th)
	}
	lines := n.trouble.Lines(w, rows-1, th)
	return append(lines, n.notice.Lines(w, rows-len(lines), th)...)
}
