package ui

import (
	"fmt"
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
	m.say(notice{toneInfo, retryingWords(r.Exchange)})
	id := m.noticeID // it is over with the wait, so that it never stands beside what came of the next try
	return m.tick(max(r.Wait, time.Second), func(time.Time) tea.Msg { return noticeOver{id} })
}

func retryingWords(x api.Exchange) string {
	doing, wait := capital(x.Doing()), x.Wait.Round(100*time.Millisecond)
	if x.Attempt == 0 { // it was held back before it was sent
		return fmt.Sprintf("%s waits: the tenant asked us to slow down. Trying in %s…", doing, wait)
	}
	why := fmt.Sprintf("the tenant answered %d", x.Status)
	switch {
	case x.Status == 0:
		why = "the connection broke"
	case x.Status < 300:
		why = "the answer was cut short"
	}
	return fmt.Sprintf("%s failed (try %d): %s. Trying again in %s…", doing, x.Attempt, why, wait)
}
