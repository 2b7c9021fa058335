package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// keptLine is a line of the frame as it was drawn last, and what it was drawn of. Keys that move leave it as it is, and drawing it is a
// fifth of what such a key costs.
type keptLine struct {
	of    []string
	w, at int
	theme *theme.Theme
	line  string
}

// drawn is the line, drawn anew where it isn't of the same any more.
func (k *keptLine) drawn(of []string, w, at int, th *theme.Theme, anew func() string) string {
	if k.theme != th || k.w != w || k.at != at || !slices.Equal(k.of, of) {
		*k = keptLine{slices.Clone(of), w, at, th, anew()}
	}
	return k.line
}

// keptPane is the pane in front as it was drawn last: a key that an overlay takes leaves it as it is.
type keptPane struct {
	pane  host.Pane // nil: it may look otherwise by now
	w, h  int
	lines []string
	still bool // the last message was such a key
}

// paneLines draws the pane in front.
func (m *Model) paneLines() []string {
	k, pane := &m.keptPane, m.pane()
	if w, h := m.paneSize(); !k.still || k.pane != pane || k.w != w || k.h != h {
		*k = keptPane{pane, w, h, pane.View(), k.still}
	}
	return k.lines
}

// follow takes a message into account that an overlay may have taken.
func (k *keptPane) follow(msg tea.Msg, top host.Overlay) {
	if k.still = untouched(msg, top); !k.still {
		k.pane = nil
	}
}

// untouched reports whether a message was a key that has left the pane as it was.
func untouched(msg tea.Msg, top host.Overlay) bool {
	_, isKey := msg.(tea.KeyPressMsg)
	by, is := top.(host.Untouching)
	return isKey && is && by.Untouched()
}

// top is the first line of the screen.
func (m *Model) top() string {
	var room [16]string
	of := room[:0]
	left := m.topPieces()
	for _, p := range left {
		of = append(of, p.Text)
	}
	if m.env.MeKnown && !m.env.Client.SignedOut() {
		of = append(append(of, m.env.MyName()), m.env.MyRoles()...)
	} else {
		of = append(of, m.who(m.w))
	}
	return m.keptTop.drawn(of, m.w, len(left), m.env.Theme, func() string { return m.topLine(left) })
}

// topLine is drawn in the accent of a tenant that has one, so that production looks like production.
func (m *Model) topLine(left []widget.Piece) string {
	var right []widget.Piece
	if who := m.who(m.w - widget.PiecesWidth(left) - 2); who != "" {
		right = append(right, widget.Piece{Role: theme.Dim, Text: who})
	}
	line := widget.DrawPieces(left, right, m.w, m.env.Theme)
	if m.env.Tenant.Accent == "" {
		return line
	}
	return m.env.Theme.Paint(theme.TenantBand, draw.StripStyles([]string{line})[0])
}

// tabRow is the row of panes.
func (m *Model) tabRow() string {
	var room [24]string
	of := room[:0]
	for _, t := range m.tabs {
		of = append(of, t.title(), t.count())
	}
	return m.keptTabs.drawn(of, m.w, m.active, m.env.Theme, m.tabsLine)
}
