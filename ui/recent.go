package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/host"
)

// mostRecent is how many panes are remembered, open or left.
const mostRecent = 6

// recentPane is a pane that was gone into just now, whether it is still open or was left.
type recentPane struct {
	name string
	of   api.Original
	pane host.Pane
	made host.Moment
	// holds reports whether what it shows, read then, is still so.
	holds func(host.Moment) bool
}

// goInto goes into the pane that was left just now, or else into a new one.
func (m *Model) goInto(o host.Opening) tea.Cmd {
	if o.Anew {
		return m.push(o.Pane())
	}
	p := m.leftJustNow(o)
	if p == nil {
		p = m.made(o)
	}
	return m.push(p)
}

// leftJustNow is the pane that was left, nil where there is none, or where what it should show could not be read.
func (m *Model) leftJustNow(o host.Opening) host.Pane {
	m.dropRecent()
	at := slices.IndexFunc(m.recent, func(r recentPane) bool { return r.name == o.Name })
	if at < 0 || !m.recent[at].of.Equal(o.Of) || m.isOpen(m.recent[at].pane) {
		return nil
	}
	p := m.recent[at].pane
	if o.Ready != nil {
		o.Ready(p)
	}
	if p.Trouble() != "" {
		return nil
	}
	return p
}

// made makes a pane and keeps it in mind.
func (m *Model) made(o host.Opening) host.Pane {
	now := m.env.Moment()
	p := o.Pane()
	m.recent = slices.DeleteFunc(m.recent, func(r recentPane) bool { return r.name == o.Name })
	if len(m.recent) == mostRecent {
		m.recent = slices.Delete(m.recent, 0, 1)
	}
	holds := o.Holds
	if holds == nil {
		holds = m.env.JustRead
	}
	m.recent = append(m.recent, recentPane{o.Name, o.Of, p, now, holds})
	return p
}

// dropRecent forgets the panes whose rows would be read again by now.
func (m *Model) dropRecent() {
	m.recent = slices.DeleteFunc(m.recent, func(r recentPane) bool { return !r.holds(r.made) })
}

func (m *Model) isOpen(p host.Pane) bool {
	for open := range m.allPanes() {
		if open == p {
			return true
		}
	}
	return false
}

// addressee is the pane of an answer, wherever it is now; nil: it was left for good, or it belongs to another session.
func (m *Model) addressee(msg host.Addressed) host.Pane {
	if msg.Session != m.session {
		return nil
	}
	for p := range m.allPanes() {
		if p.Name() == msg.Pane {
			return p
		}
	}
	for _, r := range m.recent {
		if r.name == msg.Pane {
			return r.pane
		}
	}
	return nil
}

// tells reports whether a message that was taken may have panes draw otherwise that it wasn't for. Names are told of by themselves, answers
// where they are delivered.
func (m *Model) tells(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg:
		return !m.stands
	case host.ResolveNames, host.NamesMsg, host.Addressed, host.Rested:
		return false
	}
	return true
}
