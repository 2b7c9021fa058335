package ui

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
)

// watchExpiry tells of the end of the login as it comes nearer. The last hour's notice stays until somebody has seen it.
func (m *Model) watchExpiry() tea.Cmd {
	near := m.env.NearExpiry()
	if near <= m.expirySaid {
		return nil
	}
	m.expirySaid = near
	said := host.Notice{Tone: host.ToneInfo, Text: m.env.AboutLogin()}
	if near > host.WithinDays {
		said.Tone = host.ToneWarning
	}
	if m.notices.Notice() != nil && said.Tone == host.ToneInfo { // what was said in this moment isn't lost by it
		said.Tone, said.Text = m.notices.Notice().Tone, m.notices.Notice().Text+" "+said.Text
	}
	return m.notices.Say(said)
}
