package ui

import (
	"net/http"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
)

func (m *Model) handleRetrying(r host.Retrying) tea.Cmd {
	if r.Base != m.env.Client.BaseURL() { // of a tenant that was left
		return nil
	}
	if b := m.changes.LastBatch(); b != nil && !b.Over && r.Status == http.StatusTooManyRequests {
		b.Slow(r.Wait) // it says so itself
		return m.tick(max(r.Wait, time.Second), func(time.Time) tea.Msg { return host.NoticeOver{} })
	}
	// It is over with the wait, so that it never stands beside what came of the next try.
	return m.notices.SayFor(max(r.Wait, time.Second), host.Notice{Tone: host.ToneInfo, Text: r.Exchange.Retrying()})
}
