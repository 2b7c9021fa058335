package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/batch"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

// unknown is a change of this session that nothing has proved yet: its record is read again after a while, a few times, and whenever
// somebody asks for it.
type unknown struct {
	ask     running
	index   int // of the step in its plan
	result  action.Result
	looks   int  // how many readings are over
	reading bool // one is under way
	over    bool // nobody looks by himself any more
	// entry is the journal's, where somebody asked from there.
	entry *action.Entry
}

// lookDue is due when the record of an unknown change is to be read again.
type lookAgainDue struct {
	session uint64
	of      *unknown
}

// seenAgain brings what a record, read again, shows of an unknown change.
type seenAgain struct {
	session uint64
	of      *unknown
	result  action.Result
}

// watch looks again at a change whose outcome is unknown.
func (m *Model) watch(ask running, index int, r action.Result) tea.Cmd {
	if r.Outcome != action.Unknown || r.Step.AgainFor() == 0 || m.leaving != nil {
		return nil
	}
	u := &unknown{ask: ask, index: index, result: r}
	m.unknowns = append(m.unknowns, u)
	return m.lookLater(u)
}

// lookLater waits for the next reading, if there is one.
func (m *Model) lookLater(u *unknown) tea.Cmd {
	wait, more := u.result.Step.AgainIn(u.looks)
	if u.over = !more; u.over {
		return nil
	}
	due := lookAgainDue{m.session, u}
	return m.tick(wait, func(time.Time) tea.Msg { return due })
}

func (m *Model) tookLookDue(msg lookAgainDue) tea.Cmd {
	if msg.session != m.session || !slices.Contains(m.unknowns, msg.of) {
		return nil
	}
	msg.of.looks++
	return tea.Batch(m.Look(msg.of), m.lookLater(msg.of))
}

// Look reads the record of an unknown change now.
func (m *Model) Look(u *unknown) tea.Cmd {
	if u.reading {
		return nil
	}
	u.reading = true
	runner, ctx, was, session := m.env.Runner, m.ctx, u.result, m.session
	return func() tea.Msg { return seenAgain{session, u, runner.Again(ctx, was)} }
}

// lookInto reads again what is unknown of a pane's records and not looked at by itself any more: its rows are asked for anew.
func (m *Model) lookInto(pane string) tea.Cmd {
	var looks []tea.Cmd
	for _, u := range m.unknowns {
		if u.over && u.ask.Pane == pane {
			looks = append(looks, m.Look(u))
		}
	}
	return tea.Batch(looks...)
}

// unknownOf is the change of this session that the journal has as that entry, nil when it isn't unknown any more.
func (m *Model) unknownOf(entry string) *unknown {
	for _, u := range m.unknowns {
		if u.result.Entry() == entry {
			return u
		}
	}
	return nil
}

// forgetUnknown looks no longer at what a plan changes again: its record would not tell one change from the other.
func (m *Model) forgetUnknown(plan *action.Plan) {
	m.unknowns = slices.DeleteFunc(m.unknowns, func(u *unknown) bool {
		return slices.ContainsFunc(plan.Steps, func(s action.Step) bool {
			return s.Request.Mutates() && host.RecordOf(s.Target) == host.RecordOf(u.result.Step.Target)
		})
	})
}

func (m *Model) tookSeenAgain(msg seenAgain) tea.Cmd {
	u := msg.of
	if u.reading = false; msg.session != m.session || !slices.Contains(m.unknowns, u) {
		return nil
	}
	was, entry := u.result, u.entry
	u.result, u.entry = msg.result, nil
	if b := u.ask.batch; b != nil {
		b.Results[u.index] = u.result
	}
	if crash := msg.result.Panic; crash != "" && was.Panic == "" {
		return func() tea.Msg { return host.CrashMsg{Text: crash} }
	}
	if u.result.Outcome != action.Unknown {
		m.unknowns = slices.DeleteFunc(m.unknowns, func(other *unknown) bool { return other == u })
		return m.proved(u)
	}
	return tea.Batch(m.paintSeen(u, was), m.stillUnknown(u, entry))
}

// paintSeen shows the record as it was read, where that is news.
func (m *Model) paintSeen(u *unknown, was action.Result) tea.Cmd {
	if !u.result.Resolved || was.Resolved && was.Shows == u.result.Shows && was.Gone == u.result.Gone {
		return nil
	}
	return m.deliver(host.Addressed{Session: m.session, Pane: u.ask.Pane, Msg: u.result})
}

// stillUnknown says that a reading proved nothing: to who asked for it, and when it was the last that comes by itself.
func (m *Model) stillUnknown(u *unknown, entry *action.Entry) tea.Cmd {
	said := host.ResultWords(u.ask.Plan, u.result, m.env.Keys.Label("outcome.check")+" in the journal ("+m.env.Keys.Label("journal")+
		") looks again at any time.")
	if entry != nil {
		return m.settleEntry(*entry, action.Ending{Outcome: action.Unknown, Resolved: u.result.Resolved, Shows: u.result.Shows,
			Message: u.result.Seen()}, said)
	}
	if u.over && u.ask.Still != nil {
		u.ask.Still(u.result)
	}
	if !u.over || u.ask.batch != nil || !m.notices.TroubleWith(u.result.Step.Target) {
		return nil
	}
	return m.notices.SayOf(u.result.Step.Target, said)
}

// proved tells everywhere what a later reading has proved of a change.
func (m *Model) proved(u *unknown) tea.Cmd {
	r := u.result
	u.ask.prove(r)
	commands := []tea.Cmd{m.deliver(host.Addressed{Session: m.session, Pane: u.ask.Pane, Msg: r}),
		m.deliver(host.Addressed{Session: m.session, Pane: journalPane, Msg: list.RefreshDue{}})}
	if b := u.ask.batch; b != nil {
		commands = append(commands, m.sayOfBatch(b, b.ProvedNotice()))
	} else {
		commands = append(commands, m.notices.SayOf(r.Step.Target, m.doneNotice(u.ask, r)))
	}
	if u.ask.Then != nil {
		commands = append(commands, u.ask.Then(r))
	}
	return tea.Batch(commands...)
}

// sayOfBatch says what came of a batch, in the place of what was said of it before.
func (m *Model) sayOfBatch(b *batch.Batch, n host.Notice) tea.Cmd {
	m.notices.EndTrouble(b.Trouble)
	said := m.notices.Say(n)
	if b.Trouble = nil; n.Tone.Stays() {
		b.Trouble = m.notices.Trouble()
	}
	return said
}
