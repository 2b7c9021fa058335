package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
)

func (m *Model) introduce() tea.Cmd {
	if m.env.Tenant.Intro("") == nil {
		return nil
	}
	session := m.session
	return m.tick(host.IntroTime, func(time.Time) tea.Msg { return host.IntroOver{Session: session} })
}

func (m *Model) handleIntroOver(msg host.IntroOver) tea.Cmd {
	if msg.Session == m.session {
		m.introduced = true
	}
	return nil
}
