package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// drafter is a pane that may hold what somebody made and nobody has sent: it would be lost with the pane.
type drafter interface {
	// unsent names it: "2 changes of your notification settings"; none when there is nothing to lose.
	unsent() []string
}

// unsent names what would be lost if the panes of this tenant went.
func (m *Model) unsent() []string {
	var all []string
	for _, t := range m.tabs {
		for _, p := range t.stack {
			if d, ok := p.(drafter); ok { // the corner speaks for its views, whether they are in front or not
				all = append(all, d.unsent()...)
			}
		}
	}
	return all
}

// unlessUnsent does something that makes the panes go, after a question when something would be lost.
func (m *Model) unlessUnsent(title, yes string, do func() tea.Cmd) tea.Cmd {
	lost := m.unsent()
	if len(lost) == 0 {
		return do()
	}
	m.open(newQuestion(asks{title: title, words: []string{"Not sent, and lost then: " + strings.Join(lost, "; ") + "."}, no: "Stay", yes: yes, doYes: do}, m.env))
	return nil
}

// leave quits by the key for it; ctrl+c doesn't ask.
func (m *Model) leave() tea.Cmd { return m.unlessUnsent("Quit now?", "Quit", m.quit) }
