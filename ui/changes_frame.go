package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/changes"
	"gatehouse/ui/host"
	"gatehouse/ui/panes"
)

// changesFrame is the console as the changes see it.
type changesFrame struct{ m *Model }

func (f changesFrame) Open(o host.Overlay) { f.m.open(o) }

func (f changesFrame) Top() host.Overlay { return f.m.overlay() }

func (f changesFrame) Leaving() bool { return f.m.leaving != nil }

func (f changesFrame) Tick(d time.Duration, msg func(time.Time) tea.Msg) tea.Cmd {
	return f.m.tick(d, msg)
}

func (f changesFrame) Deliver(pane string, msg any) tea.Cmd {
	return f.m.deliver(host.Addressed{Session: f.m.session, Pane: pane, Msg: msg})
}

// PaneOf is the pane whose list has records of the kind, or else the one in front.
func (f changesFrame) PaneOf(kind string) string {
	for p := range f.m.allPanes() {
		if p.Holds(kind) {
			return p.Name()
		}
	}
	return f.m.pane().Name()
}

func (f changesFrame) Reread(e action.Entry) (host.Rereading, bool) {
	if read, ok := panes.Reread(e); ok {
		return read, true
	}
	for p := range f.m.allPanes() {
		if read, ok := p.Reread(e); ok {
			return read, true
		}
	}
	return nil, false
}

// openJournal goes into the journal: every change that was sent.
func (m *Model) openJournal() tea.Cmd {
	if m.env.Journal == nil {
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "No journal is kept in this session."})
	}
	h := m.host()
	goes := m.goIntoOnly(m.changes.OpenJournal(h))
	return tea.Batch(goes, m.changes.LookAtJournal(m.pane(), h))
}

// openRequests goes into the list of the last requests.
func (m *Model) openRequests() tea.Cmd {
	if m.env.Requests == nil {
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "No requests are kept in this session."})
	}
	return m.goIntoOnly(changes.OpenRequests(m.env, m.host()))
}
