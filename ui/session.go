package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
)

// session is how the panes of one session reach the frame: its host.Host.
type session struct {
	m      *Model
	number uint64
}

// host is that of the session that the console is in.
func (m *Model) host() host.Host { return session{m, m.session} }

// over reports whether the console has gone to another tenant since.
func (s session) over() bool { return s.m.session != s.number }

// unlessOver does something while the session lasts.
func (s session) unlessOver(do func() tea.Cmd) tea.Cmd {
	if s.over() {
		return nil
	}
	return do()
}

func (s session) Session() uint64 { return s.number }

func (s session) Start(r host.Request) tea.Cmd {
	return s.unlessOver(func() tea.Cmd { return s.m.changes.Start(r) })
}

func (s session) Say(n host.Notice) tea.Cmd {
	return s.unlessOver(func() tea.Cmd { return s.m.notices.Say(n) })
}

func (s session) SayAsLong(holds func() bool, n host.Notice) tea.Cmd {
	return s.unlessOver(func() tea.Cmd { return s.m.notices.SayAsLong(holds, n) })
}

func (s session) Unsay(kind string) {
	if !s.over() {
		s.m.notices.Unsay(kind)
	}
}

func (s session) Undoes(room int) string {
	if s.over() {
		return ""
	}
	return s.m.changes.LastInWords(room)
}

func (s session) Push(p host.Pane) tea.Cmd {
	return s.unlessOver(func() tea.Cmd { return s.m.push(p) })
}

func (s session) GoInto(o host.Opening) tea.Cmd {
	return s.unlessOver(func() tea.Cmd { return s.m.goInto(o) })
}

func (s session) Back() tea.Cmd { return s.unlessOver(s.m.back) }

func (s session) Form(r host.FormRequest) tea.Cmd {
	return s.unlessOver(func() tea.Cmd { return s.m.openForm(r) })
}

func (s session) Menu(title string, items []host.MenuItem) tea.Cmd {
	return s.unlessOver(func() tea.Cmd { return s.m.openMenu(title, items) })
}

func (s session) Open(o host.Overlay) tea.Cmd {
	return s.unlessOver(func() tea.Cmd { return s.m.Begin(o) })
}

func (s session) Copy(what, text string) tea.Cmd {
	return s.unlessOver(func() tea.Cmd { return s.m.copy(what, text) })
}

func (s session) Tick(d time.Duration, msg func(time.Time) tea.Msg) tea.Cmd { return s.m.tick(d, msg) }
