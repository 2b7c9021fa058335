package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// The smallest screen that shows the console; below it a few words stand in its place.
const (
	minWidth  = 24
	minHeight = 6
)

func (m *Model) tooSmall() bool { return m.w < minWidth || m.h < minHeight }

// short leaves the row of panes out where every line counts.
func (m *Model) short() bool { return m.h < 8 }

func (m *Model) tabLine() int {
	if m.short() {
		return -1
	}
	return 1
}

func (m *Model) bodyTop() int {
	top := 2
	if m.short() {
		top = 1
	}
	if m.banner() != "" {
		top++
	}
	return top
}

// bodySize is the room of a pane: all but the frame and the notice, which takes no row from view without the pane knowing.
func (m *Model) bodySize() (w, h int) { return m.w, m.roomBelowTop() - len(m.saidLines()) }

func (m *Model) roomBelowTop() int { return max(0, m.h-m.bodyTop()-1) }

// saidLines is the notice as it stands above the footer.
func (m *Model) saidLines() []string {
	return m.notices.Lines(m.w, min(3, m.roomBelowTop()/2), m.env.Theme)
}

// View draws the frame. It changes nothing and costs a screenful.
func (m *Model) View() (view tea.View) {
	defer func() {
		if p := recover(); p != nil {
			m.crashed(p)
			view = tea.View{}
			if m.Abort != nil {
				go m.Abort() // the update loop is busy drawing: it can't take the message before this returns
			}
		}
	}()
	view = tea.View{AltScreen: true, WindowTitle: "gatehouse · " + draw.Clean(m.env.Tenant.Name)}
	if m.mouse {
		view.MouseMode = tea.MouseModeCellMotion
	}
	switch {
	case m.w == 0 || m.h == 0:
		view.Content = ""
	case m.tooSmall():
		view.Content = strings.Join(draw.Block(draw.Wrap(fmt.Sprintf("Too small. gatehouse needs %d x %d.", minWidth, minHeight), m.w), m.w,
			m.h), "\n")
	default:
		lines := m.screen()
		if at := m.overlayOn(lines); !m.away {
			view.Cursor = at
		}
		view.Content = strings.Join(lines, "\n")
	}
	view.Content, view.WindowTitle = m.options.Signs.Fit(view.Content), m.options.Signs.Fit(view.WindowTitle)
	return view
}

func (m *Model) screen() []string {
	lines := []string{m.topLine()}
	if !m.short() {
		lines = append(lines, m.tabsLine())
	}
	if b := m.banner(); b != "" {
		lines = append(lines, m.env.Theme.Paint(m.bannerRole(), draw.Fit(b, m.w, draw.Left)))
	}
	lines = append(append(lines, m.pane().View()...), m.saidLines()...)
	return append(lines, m.footer())
}

// overlayOn draws what stands over the panes and tells where the cursor goes.
func (m *Model) overlayOn(lines []string) *tea.Cursor {
	top := m.overlay()
	if top == nil {
		at := m.pane().Cursor()
		if at != nil {
			at.Position.Y += m.bodyTop()
		}
		return at
	}
	last := len(lines) - 1
	box := host.Boxed(top, m.env.Tenant, m.w, m.h-1, m.env.Theme)
	if box.X < leastBeside {
		for row := max(1, box.Y); row < min(box.Y+len(box.Lines), last); row++ { // the top line says which tenant this is, whatever is cut of it
			lines[row] = draw.Spaces(m.w)
		}
	}
	copy(lines, draw.Overlay(lines[:last], box.Lines, box.X, box.Y, m.w))
	at := top.Cursor()
	if at == nil {
		return nil
	}
	at.Position.X += box.X + box.Left
	at.Position.Y += box.Y + box.Top
	return at
}

// leastBeside is how many cells of a line have to be free beside a box to be left there: fewer show scraps of words.
const leastBeside = 20

// topLine says which tenant this is, before anything else. It is all in the accent of a tenant that has one, so that production looks like
// production.
func (m *Model) topLine() string {
	t, th := m.env.Tenant, m.env.Theme
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
	var right []widget.Piece
	if who := m.who(m.w - widget.PiecesWidth(left) - 2); who != "" {
		right = append(right, widget.Piece{Role: theme.Dim, Text: who})
	}
	if t.Accent == "" {
		return widget.DrawPieces(left, right, m.w, th)
	}
	return th.Paint(theme.TenantBand, draw.StripStyles([]string{widget.DrawPieces(left, right, m.w, th)})[0])
}

// banner is the one line that needs to be read now: what named the tenant, when that is news, then trouble, then that this is a demo.
func (m *Model) banner() string {
	trouble, intro := m.pane().Trouble(), m.env.Tenant.Intro(m.env.Keys.Label("tenants"))
	switch {
	case intro != nil && !m.introduced && (trouble == "" || m.env.Tenant.Mark() != ""):
		return widget.Fitting(m.w, intro...)
	case trouble != "":
		return " ! " + trouble
	case m.env.Tenant.NoConfig:
		return widget.Fitting(m.w, " Demo data: no tenant is configured. To connect yours, see config.example.toml or run gatehouse --help.",
			" Demo data. To connect a tenant of yours: gatehouse --help.", " Demo data. To connect: gatehouse -h")
	}
	return ""
}

func (m *Model) bannerRole() theme.Role {
	if strings.HasPrefix(m.banner(), " ! ") {
		return theme.BannerOffline
	}
	return theme.BannerDemo
}

// footer offers the keys that work right here, right now; what doesn't fit is in the help.
func (m *Model) footer() string {
	if m.pasting {
		return m.pastingLine()
	}
	hints := m.pane().Hints()
	if top := m.overlay(); top != nil {
		hints = top.Hints()
	} else if m.changes.UndoTitle() != "" && m.changes.UndoOffer().Able && !m.pane().Typing() {
		hints = append([]keymap.ID{"undo"}, hints...)
	}
	th := m.env.Theme
	help := ""
	if m.overlay() == nil && !m.pane().Typing() {
		help = m.env.Keys.Label("help") + " help"
	}
	room := m.w - draw.Width(help)
	var line strings.Builder
	for i, id := range hints {
		if slices.Contains(hints[:i], id) {
			continue
		}
		b, ok := m.env.Keys.Binding(id)
		key := m.env.Keys.Label(id)
		does := m.actionOf(id)
		if !ok || key == "" || id == "help" || m.env.Lacking[does] {
			continue
		}
		word, role := host.FirstOf(m.wordNow(id), b.Title), theme.Key
		if m.env.Refused[does] { // it can be tried again
			word, role = word+" (refused)", theme.KeyHelp
		}
		w := draw.Width(key) + 1 + draw.Width(word) + 2
		if w > room {
			break
		}
		line.WriteString(th.Paint(role, key) + " " + th.Paint(theme.KeyHelp, word) + "  ")
		room -= w
	}
	return line.String() + draw.Spaces(max(0, room)) + th.Paint(theme.KeyHelp, help)
}

// actionOf is the name of the action that a binding does right now, "" under what stands over the panes.
func (m *Model) actionOf(id keymap.ID) string {
	if m.overlay() != nil {
		return ""
	}
	return string(m.pane().Action(id))
}

// wordNow is what a binding is called right now by what stands in front, "" for the key map's word.
func (m *Model) wordNow(id keymap.ID) string {
	if top := m.overlay(); top != nil {
		return top.Term(id)
	}
	if id == "undo" {
		return m.changes.UndoTitle()
	}
	return m.pane().Term(id)
}
