package ui

import (
	"iter"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/host"
)

// tab is a pane of the top row with what was gone into from it.
type tab struct {
	declared host.Declaration
	key      keymap.ID
	stack    []host.Pane // empty until the pane is made
}

func (t *tab) top() host.Pane { return t.stack[len(t.stack)-1] }

// made reports whether the tab has its pane.
func (t *tab) made() bool { return len(t.stack) > 0 }

// title is the pane's, count what it has loaded.
func (t *tab) title() string { return t.declared.Title }

func (t *tab) count() string {
	if !t.made() {
		return ""
	}
	return t.stack[0].Count()
}

// panes are the tabs of the console, in the order of their keys, without their panes.
func (m *Model) panes() []tab {
	var tabs []tab
	for _, d := range m.options.Panes {
		tabs = append(tabs, tab{declared: d, key: d.GoTo().ID})
	}
	return tabs
}

// pane is the one in front. It alone is made before the first frame.
func (m *Model) pane() host.Pane {
	m.makePane(&m.tabs[m.active])
	return m.tabs[m.active].top()
}

func (m *Model) makePane(t *tab) {
	if !t.made() {
		t.stack = []host.Pane{t.declared.New(m.env, m.host())}
	}
}

// isForFirstFrame reports whether a message brings no more than what the first frame is drawn for.
func (m *Model) isForFirstFrame(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.WindowSizeMsg, tea.ColorProfileMsg, tea.EnvMsg:
		return !m.sized && len(m.early) == 0
	}
	return false
}

// makePanes makes those that the first frame was drawn without: whatever comes may be for one of them.
func (m *Model) makePanes() {
	for i := range m.tabs {
		if t := &m.tabs[i]; !t.made() {
			m.makePane(t)
			if m.sized {
				t.top().Resize(m.paneSize())
			}
		}
	}
}

// allPanes are those of all tabs, with those gone into.
func (m *Model) allPanes() iter.Seq[host.Pane] {
	return func(yield func(host.Pane) bool) {
		for _, t := range m.tabs {
			for _, p := range t.stack {
				if !yield(p) {
					return
				}
			}
		}
	}
}
