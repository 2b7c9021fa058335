package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/dialog"
)

// Unsent names what would be lost if the panes of this tenant went.
func (m *Model) Unsent() []string {
	var all []string
	for p := range m.allPanes() {
		all = append(all, p.Unsent()...)
	}
	return all
}

// unlessUnsent does something that makes the panes go, after a question when something would be lost.
func (m *Model) unlessUnsent(title, yes string, do func() tea.Cmd) tea.Cmd {
	lost := m.Unsent()
	if len(lost) == 0 {
		return do()
	}
	m.open(dialog.NewQuestion(dialog.Asks{Title: title, Words: []string{"Not sent, and lost then: " + strings.Join(lost, "; ") + "."},
		No: "Stay", Yes: yes, DoYes: do}, m.env))
	return nil
}

// Leave quits by the key for it; ctrl+c doesn't ask.
func (m *Model) Leave() tea.Cmd { return m.unlessUnsent("Quit now?", "Quit", m.quit) }
