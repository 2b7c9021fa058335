package ui

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/dialog"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// tenantSwitch is the way to another tenant. It stands over the panes, so that no further change is started here, until the other tenant is
// open and every change of this one has ended.
type tenantSwitch struct {
	name   string
	box    *dialog.Progress
	cancel context.CancelFunc // gives up the opening
	there  *Connection        // nil until the tenant is open
	// arrived is when the console got there.
	arrived time.Time
	// before is what stood on the screen already: what was said since then goes along.
	before struct{ notice, trouble *host.Notice }
}

// openedMsg brings the other tenant, or why it can't be opened.
type openedMsg struct {
	way        *tenantSwitch
	connection *Connection
	err        error
}

// switchTo goes to another tenant.
func (m *Model) switchTo(name string) tea.Cmd {
	ctx, cancel := context.WithCancel(m.ctx)
	way := &tenantSwitch{name: name, cancel: cancel}
	way.before.notice, way.before.trouble = m.notices.Notice(), m.notices.Trouble()
	way.box = &dialog.Progress{Heading: "Going to " + name, Hint: "stays on " + m.env.Tenant.Name, Env: m.env, Host: m.host(),
		State: func() (float64, string) { return -1, m.waitingFor(way) },
		Stop: func() tea.Cmd {
			m.cancelSwitch()
			return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "You are still on " + m.env.Tenant.Name + "."})
		}}
	m.leaving = way
	open := m.options.Open
	return tea.Batch(m.Begin(way.box), func() tea.Msg {
		c, err := open(ctx, name)
		return openedMsg{way: way, connection: c, err: err}
	})
}

// waitingFor says what keeps the console from being on the other tenant.
func (m *Model) waitingFor(way *tenantSwitch) string {
	var words []string
	if n := m.env.UnderWay.Count(); n > 0 {
		words = append(words, fmt.Sprintf("Waiting for %s on %s first.", widget.Count(int64(n), "unanswered change"), m.env.Tenant.Name))
	}
	if way.there == nil {
		words = append(words, "Opening "+way.name+"…")
	}
	return strings.Join(words, " ")
}

// cancelSwitch gives up going to another tenant.
func (m *Model) cancelSwitch() {
	m.leaving.box.Over = true
	m.leaving.cancel()
	m.leaving = nil
}

func (m *Model) handleOpened(msg openedMsg) tea.Cmd {
	if msg.way != m.leaving { // given up meanwhile
		if msg.connection != nil {
			return closing(msg.connection.Close)
		}
		return nil
	}
	if msg.err != nil {
		m.cancelSwitch()
		return m.notices.Say(host.Notice{Tone: host.ToneBad,
			Text: fmt.Sprintf("%s can't be opened: %s. You are still on %s.", msg.way.name, msg.err, m.env.Tenant.Name)})
	}
	msg.way.there = msg.connection
	return nil // finishSwitch goes on when the changes of this tenant have ended
}

// finishSwitch puts the console on the other tenant once that is open, no change of this one is under way, and nothing asks about one.
func (m *Model) finishSwitch() tea.Cmd {
	way := m.leaving
	if way == nil || way.there == nil || m.changes.Running() > 0 || m.overlay() != host.Overlay(way.box) {
		return nil
	}
	way.cancel() // the opening is over
	way.arrived = m.options.Now()
	for p := range m.allPanes() {
		p.Leave()
	}
	old, arrived := m.options.close, m.arrival(way)
	if err := m.connect(*way.there); err != nil {
		m.cancelSwitch()
		return tea.Batch(closing(way.there.Close), m.notices.Say(host.Notice{Tone: host.ToneBad, Text: err.Error()}))
	}
	m.arrived = way
	m.layoutPanes()
	return tea.Batch(closing(old), m.notices.Say(arrived), m.pane().Enter(), m.whoAmI(), m.changes.LookForUnsettled(), m.introduce(),
		m.watchExpiry())
}

// meantForBefore reports whether a key was pressed before anybody could see that this is another tenant: it isn't for this one.
func (m *Model) meantForBefore() bool {
	if m.arrived == nil {
		return false
	}
	if m.options.Now().Sub(m.arrived.arrived) < dialog.Grace {
		return true
	}
	m.arrived = nil
	return false
}

// leftUnknown says what becomes of the changes of the tenant that is left whose outcome nobody knows, "" where there are none.
func (m *Model) leftUnknown() string {
	n := m.changes.Unknown()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" On %s the outcome of %s is still unknown; nobody looks at it until you are back there.", m.env.Tenant.Name,
		widget.Count(int64(n), "change"))
}

// arrival says where the console is now, and what came of the changes that were waited for.
func (m *Model) arrival(way *tenantSwitch) host.Notice {
	there := way.there.Tenant
	n := host.Notice{Tone: host.ToneGood, Text: "You are on " + there.Name + " (" + there.Host + ") now." + m.leftUnknown()}
	trouble, notice := m.notices.Trouble(), m.notices.Notice()
	switch {
	case trouble != nil && trouble != way.before.trouble:
		n = host.Notice{Tone: trouble.Tone, Text: n.Text + " Before, on " + m.env.Tenant.Name + ": " + trouble.Text}
	case notice != nil && notice != way.before.notice && notice.Tone == host.ToneGood:
		n.Text += " Before, on " + m.env.Tenant.Name + ": " + notice.Text
	}
	return n
}
