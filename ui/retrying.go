package ui

import (
	"net/http"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
)

// Retrying says that a request that somebody waits for waits itself before it is tried again.
type Retrying struct{ api.Exchange }

func (m *Model) tookRetrying(r Retrying) tea.Cmd {
	if r.Base != m.env.client.BaseURL() { // of a tenant that was left
		return nil
	}
	if b := m.lastBatch; b != nil && !b.over && r.Status == http.StatusTooManyRequests {
		b.slow(r.Wait) // it says so itself
		return m.tick(max(r.Wait, time.Second), func(time.Time) tea.Msg { return noticeOver{} })
	}
	m.say(notice{toneInfo, r.Exchange.Retrying()})
	id := m.noticeID // it is over with the wait, so that it never stands beside what came of the next try
	return m.tick(max(r.Wait, time.Second), func(time.Time) tea.Msg { return noticeOver{id} })
}
