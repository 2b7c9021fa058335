package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/theme"
	"gatehouse/ui/host"
)

// notices is what the line below the panes says: the latest, and the last trouble, which stays beside later good news until esc or
// until it is no longer true.
type notices struct {
	notice   *host.Notice
	trouble  *host.Notice // the last bad result
	about    string       // the target that trouble is about
	noticeID int
	// noticeHolds and troubleHolds tell whether what was said is true yet; nil: it stays true.
	noticeHolds, troubleHolds func() bool

	whileID int // the number of the notice on what is under way, which stays

	tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick
}

// say puts a notice on the screen in place of the one before. A good or plain one leaves trouble where it is.
func (n *notices) say(said host.Notice) tea.Cmd {
	if said.Tone.Stays() {
		n.trouble, n.about, n.notice, n.troubleHolds = &said, "", nil, nil
		return nil
	}
	n.noticeID++
	id := n.noticeID
	n.notice, n.noticeHolds = &said, nil
	return n.tick(host.NoticeTime, func(time.Time) tea.Msg { return host.NoticeOver{ID: id} })
}

// sayAsLong says what is taken away as soon as it doesn't hold any more.
func (n *notices) sayAsLong(holds func() bool, said host.Notice) tea.Cmd {
	over := n.say(said)
	if said.Tone.Stays() {
		n.troubleHolds = holds
	} else {
		n.noticeHolds = holds
	}
	return over
}

// endUntrue takes away what was said and doesn't hold any more.
func (n *notices) endUntrue() {
	if n.notice != nil && n.noticeHolds != nil && !n.noticeHolds() {
		n.notice = nil
	}
	if n.trouble != nil && n.troubleHolds != nil && !n.troubleHolds() {
		n.trouble, n.about = nil, ""
	}
}

// sayOf says what comes of an action on a target: what was said about that target before is over.
func (n *notices) sayOf(t action.Target, what host.Notice) tea.Cmd {
	about := host.AboutTarget(t)
	if n.about == about {
		n.trouble = nil
	}
	over := n.say(what)
	if n.trouble != nil && n.notice == nil {
		n.about = about
	}
	return over
}

// sayWhile says what is under way. It stays until something else is said, as long as an answer can take.
func (n *notices) sayWhile(t action.Target, text string) tea.Cmd {
	n.sayOf(t, host.Notice{Tone: host.ToneInfo, Text: text})
	id := n.noticeID
	n.whileID = id
	return n.tick(2*time.Minute, func(time.Time) tea.Msg { return host.NoticeOver{ID: id} })
}

// settleNotice takes a good or plain notice away, because something else is on the screen now. Trouble stays until esc.
func (n *notices) settleNotice() {
	if n.noticeID != n.whileID {
		n.notice = nil
	}
}

// unsay takes away what was said of a record, also the trouble with one of that kind: another is dealt with now.
func (n *notices) unsay(kind string) {
	n.settleNotice()
	if strings.HasPrefix(n.about, kind+" ") {
		n.trouble, n.about = nil, ""
	}
}

// dismiss takes away what was said; false: nothing was.
func (n *notices) dismiss() bool {
	said := n.notice != nil || n.trouble != nil
	n.notice, n.trouble, n.about = nil, nil, ""
	return said
}

func (n *notices) noticeExpired(msg host.NoticeOver) {
	if msg.ID == n.noticeID {
		n.notice = nil
	}
}

// lines draws what was said in at most rows lines of w cells: trouble first, and a line for the latest.
func (n *notices) lines(w, rows int, th *theme.Theme) []string {
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
