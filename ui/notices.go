package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// noticeTime is how long a good or plain notice stays. Trouble stays until esc, or until there is news about its target.
const noticeTime = 12 * time.Second

// noticeOver ends the notice with that number.
type noticeOver struct{ id int }

// say puts a notice on the screen in place of the one before. A good or plain one leaves trouble where it is.
func (m *Model) say(n notice) tea.Cmd {
	if n.tone == toneBad || n.tone == toneUnknown {
		m.trouble, m.about, m.notice, m.troubleHolds = &n, "", nil, nil
		return nil
	}
	m.noticeID++
	id := m.noticeID
	m.notice, m.noticeHolds = &n, nil
	return m.tick(noticeTime, func(time.Time) tea.Msg { return noticeOver{id} })
}

// sayAsLong says what is taken away as soon as it doesn't hold any more.
func (m *Model) sayAsLong(holds func() bool, n notice) tea.Cmd {
	said := m.say(n)
	if n.tone == toneBad || n.tone == toneUnknown {
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

// aboutTarget is how trouble about a target is told from other trouble.
func aboutTarget(t action.Target) string { return t.Kind + " " + t.ID }

// sayOf says what comes of an action on a target: what was said about that target before is over.
func (m *Model) sayOf(t action.Target, n notice) tea.Cmd {
	about := aboutTarget(t)
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
	m.sayOf(t, notice{toneInfo, text})
	id := m.noticeID
	m.whileID = id
	return m.tick(2*time.Minute, func(time.Time) tea.Msg { return noticeOver{id} })
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

func (m *Model) noticeExpired(msg noticeOver) {
	if msg.id == m.noticeID {
		m.notice = nil
	}
}

// sign is the notice's tone without colour.
func (n notice) sign() (string, theme.Role) {
	switch n.tone {
	case toneGood:
		return "✓ ", theme.Good
	case toneBad:
		return "✗ ", theme.Bad
	case toneUnknown:
		return "? ", theme.Warn
	}
	return "· ", theme.Info
}

// noticeLines draws what was said in at most rows lines of w cells: trouble first, and a line for the latest.
func (m *Model) noticeLines(w, rows int) []string {
	if rows <= 0 || w < 4 {
		return nil
	}
	th := m.env.theme
	switch {
	case m.trouble == nil:
		return m.notice.lines(w, rows, th)
	case m.notice == nil || rows == 1:
		return m.trouble.lines(w, rows, th)
	}
	lines := m.trouble.lines(w, rows-1, th)
	return append(lines, m.notice.lines(w, rows-len(lines), th)...)
}

// lines draws a notice in at most rows lines of w cells; a nil one has none.
func (n *notice) lines(w, rows int, th *theme.Theme) []string {
	if n == nil || rows <= 0 {
		return nil
	}
	texts := shortened(draw.Clean(n.text), w-3, rows)
	sign, role := n.sign()
	lines := make([]string, len(texts))
	for i, text := range texts {
		lines[i] = th.Paint(role, sign+draw.Fit(text, w-2, draw.Left))
		sign = "  "
	}
	return lines
}

// shortened wraps a sentence into rows lines of w cells. What has no room is cut out of its names, the longest first, then out of its
// middle: how it begins and what to do next are read.
func shortened(text string, w, rows int) []string {
	const leastName = 12
	lines := draw.Wrap(text, w)
	for most := w; len(lines) > rows && most >= leastName; most -= 4 {
		lines = draw.Wrap(cutNames(text, most), w)
	}
	if len(lines) <= rows {
		return lines
	}
	text = cutNames(text, leastName)
	for most := rows * w; len(lines) > rows && most > 0; most -= max(1, w/8) {
		lines = draw.Wrap(draw.Middle(text, most), w)
	}
	return lines[:min(len(lines), rows)]
}

// cutNames shortens what stands in quotation marks to so many cells, in its middle.
func cutNames(text string, most int) string {
	var out strings.Builder
	for {
		before, rest, opens := strings.Cut(text, "“")
		name, after, closes := strings.Cut(rest, "”")
		out.WriteString(before)
		if !opens || !closes {
			if opens {
				out.WriteString("“" + rest)
			}
			return out.String()
		}
		out.WriteString("“" + draw.Middle(name, most) + "”")
		text = after
	}
}
