package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/host"
)

// say puts a notice on the screen in place of the one before. A good or plain one leaves trouble where it is.
func (m *Model) say(n host.Notice) tea.Cmd {
	if n.Tone == host.ToneBad || n.Tone == host.ToneUnknown {
		m.trouble, m.about, m.notice, m.troubleHolds = &n, "", nil, nil
		return nil
	}
	m.noticeID++
	id := m.noticeID
	m.notice, m.noticeHolds = &n, nil
	return m.tick(host.NoticeTime, func(time.Time) tea.Msg { return host.NoticeOver{ID: id} })
}

// sayAsLong says what is taken away as soon as it doesn't hold any more.
func (m *Model) sayAsLong(holds func() bool, n host.Notice) tea.Cmd {
	said := m.say(n)
	if n.Tone == host.ToneBad || n.Tone == host.ToneUnknown {
		m.troubleHolds = holds
	} else {
		m.noticeHolds = holds
	}
	return said
}

// endUntrue takes away what was said and doesn't hold any more.
func (m *Model) endUntrue() {
	if m.notice != nil && m.noticeHolds != nil && !m.noticeHolds() {
		m.notice = nil
	}
	if m.trouble != nil && m.troubleHolds != nil && !m.troubleHolds() {
		m.trouble, m.about = nil, ""
	}
}

// sayOf says what comes of an action on a target: what was said about that target before is over.
func (m *Model) sayOf(t action.Target, n host.Notice) tea.Cmd {
	about := host.AboutTarget(t)
	if m.about == about {
		m.trouble = nil
	}
	said := m.say(n)
	if m.trouble != nil && m.notice == nil {
		m.about = about
	}
	return said
}

// sayWhile says what is under way. It stays until something else is said, as long as an answer can take.
func (m *Model) sayWhile(t action.Target, text string) tea.Cmd {
	m.sayOf(t, host.Notice{Tone: host.ToneInfo, Text: text})
	id := m.noticeID
	m.whileID = id
	return m.tick(2*time.Minute, func(time.Time) tea.Msg { return host.NoticeOver{ID: id} })
}

// settleNotice takes a good or plain notice away, because something else is on the screen now. Trouble stays until esc.
func (m *Model) settleNotice() {
	if m.noticeID != m.whileID {
		m.notice = nil
	}
}

// unsay takes away what was said of a record, also the trouble with one of that kind: another is dealt with now.
func (m *Model) unsay(kind string) {
	m.settleNotice()
	if strings.HasPrefix(m.about, kind+" ") {
		m.trouble, m.about = nil, ""
	}
}

// dismiss takes away what was said; false: nothing was.
func (m *Model) dismiss() bool {
	said := m.notice != nil || m.trouble != nil
	m.notice, m.trouble, m.about = nil, nil, ""
	return said
}

func (m *Model) noticeExpired(msg host.NoticeOver) {
	if msg.ID == m.noticeID {
		m.notice = nil
	}
}

// noticeLines draws what was said in at most rows lines of w cells: trouble first, and a line for the latest.
func (m *Model) noticeLines(w, rows int) []string {
	if rows <= 0 || w < 4 {
		return nil
	}
	th := m.env.Theme
	switch {
	case m.trouble == nil:
		return m.notice.Lines(w, rows, th)
	case m.notice == nil || rows == 1:
		return m.trouble.Lines(w, rows, th)
	}
	lines := m.trouble.Lines(w, rows-1, th)
	return append(lines, m.notice.Lines(w, rows-len(lines), th)...)
}
