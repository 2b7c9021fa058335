package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// noticeTime is how long a good or plain notice stays; the others stay until esc or the next.
const noticeTime = 12 * time.Second

// noticeOver ends the notice with that number.
type noticeOver struct{ id int }

// say puts a notice on the screen in place of the one before.
func (m *Model) say(n notice) tea.Cmd {
	m.noticeID++
	id := m.noticeID
	m.notice = &n
	if n.tone == toneBad || n.tone == toneUnknown {
		return nil
	}
	return m.tick(noticeTime, func(time.Time) tea.Msg { return noticeOver{id} })
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

// noticeLines draws the notice in at most rows lines of w cells; nil when there is none.
func (m *Model) noticeLines(w, rows int) []string {
	if m.notice == nil || rows <= 0 || w < 4 {
		return nil
	}
	sign, role := m.notice.sign()
	th := m.env.theme
	var lines []string
	for i, line := range draw.Wrap(draw.Clean(m.notice.text), w-3) {
		if i == rows {
			lines[rows-1] = "  " + th.Paint(role, draw.Fit(draw.Truncate(line, w-4)+"…", w-2, draw.Left))
			break
		}
		head := "  "
		if i == 0 {
			head = th.Paint(role, sign)
		}
		lines = append(lines, head+th.Paint(role, draw.Fit(line, w-2, draw.Left)))
	}
	return lines
}
