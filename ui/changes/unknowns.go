package changes

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/batch"
	"gatehouse/ui/host"
	"gatehouse/ui/refresh"
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

// lookAgainDue is due when the record of an unknown change is to be read again.
type lookAgainDue struct {
	of *unknown
}

// readAgain brings what a record, read again, shows of an unknown change.
type readAgain struct {
	of     *unknown
	result action.Result
}

// watch looks again at a change whose outcome is unknown.
func (c *Changes) watch(ask running, index int, r action.Result) tea.Cmd {
	if r.Outcome != action.Unknown || r.Step.AgainFor() == 0 || c.frame.Leaving() {
		return nil
	}
	u := &unknown{ask: ask, index: index, result: r}
	c.unknowns = append(c.unknowns, u)
	return c.lookLater(u)
}

// lookLater waits for the next reading, if there is one.
func (c *Changes) lookLater(u *unknown) tea.Cmd {
	wait, more := u.result.Step.AgainIn(u.looks)
	if u.over = !more; u.over {
		return nil
	}
	due := c.message(lookAgainDue{u})
	return c.frame.Tick(wait, func(time.Time) tea.Msg { return due })
}

func (c *Changes) handleLookDue(msg lookAgainDue) tea.Cmd {
	if !slices.Contains(c.unknowns, msg.of) {
		return nil
	}
	msg.of.looks++
	return tea.Batch(c.look(msg.of), c.lookLater(msg.of))
}

// look reads the record of an unknown change now.
func (c *Changes) look(u *unknown) tea.Cmd {
	if u.reading {
		return nil
	}
	u.reading = true
	runner, ctx, was := c.env.Runner, c.env.Life, u.result
	return func() tea.Msg { return c.message(readAgain{u, runner.Again(ctx, was)}) }
}

// LookInto reads again what is unknown of a pane's records and not looked at by itself any more: its rows are asked for anew.
func (c *Changes) LookInto(pane string) tea.Cmd {
	var looks []tea.Cmd
	for _, u := range c.unknowns {
		if u.over && u.ask.Pane == pane {
			looks = append(looks, c.look(u))
		}
	}
	return tea.Batch(looks...)
}

// unknownOf is the change of this session that the journal has as that entry, nil when it isn't unknown any more.
func (c *Changes) unknownOf(entry string) *unknown {
	for _, u := range c.unknowns {
		if u.result.Entry() == entry {
			return u
		}
	}
	return nil
}

// forgetUnknown looks no longer at what a plan changes again: its record would not tell one change from the other.
func (c *Changes) forgetUnknown(plan *action.Plan) {
	c.unknowns = slices.DeleteFunc(c.unknowns, func(u *unknown) bool {
		return slices.ContainsFunc(plan.Steps, func(s action.Step) bool {
			return s.Request.Mutates() && host.RecordOf(s.Target) == host.RecordOf(u.result.Step.Target)
		})
	})
}

func (c *Changes) handleReadAgain(msg readAgain) tea.Cmd {
	u := msg.of
	if u.reading = false; !slices.Contains(c.unknowns, u) {
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
		c.unknowns = slices.DeleteFunc(c.unknowns, func(other *unknown) bool { return other == u })
		return c.proved(u)
	}
	return tea.Batch(c.paintSeen(u, was), c.stillUnknown(u, entry))
}

// paintSeen shows the record as it was read, where that is news.
func (c *Changes) paintSeen(u *unknown, was action.Result) tea.Cmd {
	if !u.result.Resolved || was.Resolved && was.Shows == u.result.Shows && was.Gone == u.result.Gone {
		return nil
	}
	return c.frame.Deliver(u.ask.Pane, u.result)
}

// stillUnknown says that a reading proved nothing: to who asked for it, and when it was the last that comes by itself.
func (c *Changes) stillUnknown(u *unknown, entry *action.Entry) tea.Cmd {
	said := host.ResultWords(u.ask.Plan, u.result, c.env.Keys.Label("outcome.check")+" in the journal ("+c.env.Keys.Label("journal")+
		") looks again at any time.")
	if entry != nil {
		return c.recordCheck(*entry, action.Ending{Outcome: action.Unknown, Resolved: u.result.Resolved, Shows: u.result.Shows,
			Message: u.result.Seen()}, said)
	}
	if u.over && u.ask.Still != nil {
		u.ask.Still(u.result)
	}
	if !u.over || u.ask.batch != nil || !c.notices.TroubleWith(u.result.Step.Target) {
		return nil
	}
	return c.notices.SayOf(u.result.Step.Target, said)
}

// proved tells everywhere what a later reading has proved of a change.
func (c *Changes) proved(u *unknown) tea.Cmd {
	r := u.result
	u.ask.prove(r)
	commands := []tea.Cmd{c.frame.Deliver(u.ask.Pane, r),
		c.frame.Deliver(JournalPane, refresh.Due{})}
	if b := u.ask.batch; b != nil {
		commands = append(commands, c.sayOfBatch(b, b.ProvedNotice()))
	} else {
		commands = append(commands, c.notices.SayOf(r.Step.Target, c.doneNotice(u.ask, r)))
	}
	if u.ask.Then != nil {
		commands = append(commands, u.ask.Then(r))
	}
	return tea.Batch(commands...)
}

// sayOfBatch says what came of a batch, in the place of what was said of it before.
func (c *Changes) sayOfBatch(b *batch.Batch, n host.Notice) tea.Cmd {
	c.notices.EndTrouble(b.Trouble)
	said := c.notices.Say(n)
	if b.Trouble = nil; n.Tone.Stays() {
		b.Trouble = c.notices.Trouble()
	}
	return said
}
