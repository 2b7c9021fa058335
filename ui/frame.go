package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/screen"
	"gatehouse/ui/widget"
)

// screen says what is drawn where.
func (m *Model) screen() screen.Screen {
	text, _ := m.banner()
	return screen.Screen{W: m.w, H: m.h, Banner: text != ""}
}

// tooSmall reports whether the terminal doesn't show the console.
func (m *Model) tooSmall() bool { return screen.Screen{W: m.w, H: m.h}.TooSmall() }

// paneSize is the room of a pane: all but the frame and the notice.
func (m *Model) paneSize() (w, h int) { return m.w, m.screen().PaneRows(len(m.noticeLines())) }

// noticeLines are the notice above the footer.
func (m *Model) noticeLines() []string {
	return m.notices.Lines(m.w, m.screen().NoticeRows(), m.env.Theme)
}

// View draws the frame. It changes nothing and costs a screenful.
func (m *Model) View() tea.View {
	lines, view := m.Draw()
	view.Content = strings.Join(lines, "\n")
	return view
}

// Draw is View, with the lines in the place of its content.
func (m *Model) Draw() (lines []string, view tea.View) {
	defer func() {
		if p := recover(); p != nil {
			m.crashed(p)
			lines, view = nil, tea.View{}
			if m.Abort != nil {
				go m.Abort() // the update loop is busy drawing: it can't take the message before this returns
			}
		}
	}()
	view = tea.View{AltScreen: true, WindowTitle: "gatehouse · " + draw.Clean(m.env.Tenant.Name)}
	if m.mouse {
		view.MouseMode = tea.MouseModeCellMotion
	}
	switch s := m.screen(); {
	case s.Unknown():
	case s.TooSmall():
		lines = s.TooSmallLines()
	default:
		lines = m.lines(s)
		if at := m.drawOverlay(s, lines); !m.away {
			view.Cursor = at
		}
	}
	for i, line := range lines {
		lines[i] = m.options.Signs.Fit(line)
	}
	view.WindowTitle = m.options.Signs.Fit(view.WindowTitle)
	return lines, view
}

// lines are the frame around the pane in front.
func (m *Model) lines(s screen.Screen) []string {
	rows := screen.Rows{Top: m.top(), Pane: m.paneLines(), Notice: m.noticeLines(), Footer: m.footer()}
	if s.HasTabs() {
		rows.Tabs = m.tabRow()
	}
	if s.Banner {
		text, role := m.banner()
		rows.Banner = m.env.Theme.Paint(role, draw.Fit(text, m.w, draw.Left))
	}
	return s.Lines(rows)
}

// drawOverlay draws what is over the panes and says where the cursor goes.
func (m *Model) drawOverlay(s screen.Screen, lines []string) *tea.Cursor {
	if top := m.overlay(); top != nil {
		return s.Over(lines, top, m.env.Tenant, m.env.Theme, &m.laid)
	}
	at := m.pane().Cursor()
	if at != nil {
		at.Position.Y += s.PaneRow()
	}
	return at
}

// topPieces say which tenant this is, before anything else.
func (m *Model) topPieces() []widget.Piece {
	t := m.env.Tenant
	left := []widget.Piece{{Role: theme.TenantBand, Text: " " + t.Name + " "}}
	if under := m.changes.UnderWay(); under != "" {
		left = append(left, widget.Piece{Role: theme.Pending, Text: under})
	}
	if t.Host != t.Name {
		left = append(left, widget.Piece{Role: theme.Text, Text: t.Host})
	}
	if mark := t.Mark(); mark != "" {
		left = append(left, widget.Piece{Role: theme.Info, Text: mark})
	}
	if t.Demo && t.Name != "demo" {
		left = append(left, widget.Piece{Role: theme.Info, Text: "demo"})
	}
	if m.env.Client.ReadOnly() {
		left = append(left, widget.Piece{Role: theme.Warn, Text: "read-only"})
	}
	if m.env.Journal != nil && !m.env.Runner.Recording() {
		left = append(left, widget.Piece{Role: theme.Warn, Text: "no journal"})
	}
	if m.refresh.On() {
		left = append(left, widget.Piece{Role: theme.Dim, Text: "auto"})
	}
	return left
}

// banner is the one line that needs to be read now: what named the tenant, when that is news, then trouble, then that this is a demo.
func (m *Model) banner() (text string, role theme.Role) {
	trouble, intro := m.pane().Trouble(), m.env.Tenant.Intro(m.env.Keys.Label("tenants"))
	switch {
	case intro != nil && !m.introduced && (trouble == "" || m.env.Tenant.Mark() != ""):
		return widget.Fitting(m.w, intro...), theme.BannerDemo
	case trouble != "":
		return " ! " + host.Leading(trouble, m.w-3), theme.BannerOffline
	case m.env.Tenant.NoConfig:
		return widget.Fitting(m.w, " Demo data: no tenant is configured. To connect yours, see config.example.toml or run gatehouse --help.",
			" Demo data. To connect a tenant of yours: gatehouse --help.", " Demo data. To connect: gatehouse -h"), theme.BannerDemo
	}
	return "", theme.BannerDemo
}
