package changes

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/batch"
	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// running is a plan on its way: from the key press, over the dialog, to the result.
type running struct {
	host.Request
	// undoing is what the plan undoes; nil: it undoes nothing, and is noted as change in log to be undone itself.
	undoing *undoing
	change  *change
	log     *Log
	batch   *batch.Batch // while it runs on many targets
	number  int          // among the plans of the session, in the order in which they were started
}

// runMsg is an event of a plan under way.
type runMsg struct {
	ask   running
	run   *action.Run
	event action.Event
	ok    bool
}

// Start runs a plan that can be undone, and asks before any other.
func (c *Changes) Start(r host.Request) tea.Cmd { return c.start(running{Request: r}) }

func (c *Changes) start(s running) tea.Cmd {
	if s.Plan.Danger == action.Free {
		return c.run(s)
	}
	if refused, ok := c.locked(s); ok {
		return refused
	}
	changed := s.Changed
	s.Changed = func() string {
		switch {
		case c.env.Client.ReadOnly():
			return "Nothing will be sent, because " + action.ReadOnly().String() + " now."
		case changed != nil:
			return changed()
		}
		return ""
	}
	c.notices.Pass() // what was said of another record doesn't stand under this one's question
	c.frame.Open(dialog.NewConfirm(s.Request, c.env, func() tea.Cmd { return c.run(s) }))
	return nil
}

// run hands the plan to the runner. What was shown is what is sent.
func (c *Changes) run(s running) tea.Cmd {
	if refused, ok := c.locked(s); ok {
		return refused
	}
	if wait, ok := c.waits(s); ok {
		return wait
	}
	c.forgetUnknown(s.Plan)
	c.noteSent(&s)
	c.started++
	s.number = c.started
	c.env.UnderWay.Begin(s.Plan)
	if s.Begun != nil {
		s.Begun()
	}
	run := c.env.Runner.Start(s.Plan)
	c.running++
	if len(s.Plan.Steps) > 1 {
		s.batch = batch.New(s.Plan, run, c.env)
		s.batch.LeftOut = s.LeftOut
		c.lastBatch = s.batch
		c.frame.Open(s.batch)
		return c.nextEvent(s, run)
	}
	if s.Quiet {
		return c.nextEvent(s, run)
	}
	target := s.Plan.Steps[0].Target
	say := c.notices.SayWhile(target, fmt.Sprintf("%s %s…", s.Plan.Doing, host.TargetName(target)))
	return tea.Batch(say, c.nextEvent(s, run))
}

// noteSent notes a plan for undoing it, or that it undoes something.
func (c *Changes) noteSent(s *running) {
	switch {
	case s.undoing != nil:
		s.undoing.log.undoing = s.undoing.change
	case slices.ContainsFunc(s.Plan.Steps, func(step action.Step) bool { return step.Request.Mutates() }):
		queued := s.change != nil && s.change.queued // it is sent again, and was to be undone already
		s.log = c.log
		s.change = c.log.Begin(s.Plan)
		s.change.queued = queued
	}
}

func (c *Changes) nextEvent(s running, run *action.Run) tea.Cmd {
	return func() tea.Msg {
		event, ok := run.Next(context.Background())
		return c.message(runMsg{ask: s, run: run, event: event, ok: ok})
	}
}

func (c *Changes) handleEvent(msg runMsg) tea.Cmd {
	switch {
	case !msg.ok:
		c.running--
	case msg.event.Phase == action.Ended:
		msg.ask.end(msg.event.Result)
		c.env.UnderWay.End(msg.event.Result.Step)
	}
	if msg.ask.batch != nil {
		return c.handleBatchEvent(msg)
	}
	if !msg.ok {
		return nil
	}
	next := c.nextEvent(msg.ask, msg.run)
	switch msg.event.Phase {
	case action.Looking:
		return tea.Batch(next, c.sayStep(msg, ": checking that it is still as you saw it…"))
	case action.Sending:
		return tea.Batch(next, c.sayStep(msg, "…"))
	case action.Checking:
		return tea.Batch(next, c.sayStep(msg, ": outcome unknown so far, reading the record again…"))
	case action.Ended:
		if unrecorded(msg.event.Result) {
			return tea.Batch(next, c.unrecordedStep(msg))
		}
		return tea.Batch(next, c.ended(msg), c.watch(msg.ask, 0, msg.event.Result), c.afterUndo(msg.ask, host.IsDone(msg.event.Result)))
	}
	return next
}

// sayStep says what is being done about a step, unless nobody is to hear of it.
func (c *Changes) sayStep(msg runMsg, how string) tea.Cmd {
	if msg.ask.Quiet {
		return nil
	}
	target := msg.ask.Plan.Steps[msg.event.Index].Target
	return c.notices.SayWhile(target, msg.ask.Plan.Doing+" "+host.TargetName(target)+how)
}

// handleBatchEvent paints each result as it comes and says what came of all at the end.
func (c *Changes) handleBatchEvent(msg runMsg) tea.Cmd {
	b := msg.ask.batch
	if !msg.ok {
		if asked, any := c.unrecordedSteps(msg); any {
			return asked
		}
		return c.batchEnded(msg)
	}
	if s := msg.ask; s.undoing != nil && msg.event.Phase == action.Ended && errors.Is(msg.event.Result.Err, action.ErrChangedSince) {
		c.noteLeftAlone(s.undoing, &msg.event.Result)
	}
	b.Handle(msg.event)
	next := c.nextEvent(msg.ask, msg.run)
	if msg.event.Phase != action.Ended {
		return next
	}
	if crash := msg.event.Result.Panic; crash != "" {
		return func() tea.Msg { return host.CrashMsg{Text: crash} }
	}
	return tea.Batch(next, c.frame.Deliver(msg.ask.Pane, msg.event.Result),
		c.watch(msg.ask, msg.event.Index, msg.event.Result))
}

func (c *Changes) batchEnded(msg runMsg) tea.Cmd {
	b := msg.ask.batch
	b.Over = true
	c.learnFromBatch(b)
	said := host.Notice{Tone: host.ToneGood, Text: b.Plan.Title + ": " + b.Summary() + "." + unrecordedWords(b.Results...)}
	if b.Hidden = b.Clean(); !b.Hidden {
		said.Tone = b.Tone()
		again := c.env.Keys.Label("results") + " shows the list again."
		if b.AllDone() {
			said.Text += " " + again
		} else {
			said.Text += " " + c.leftOver(msg.ask) + "; " + again
		}
		if b.SignedOut != nil {
			said.Text += " The tenant doesn't accept the credentials any more: " + host.SignInAgain(b.SignedOut) + "."
		}
	}
	if n := overwrittenAmong(b.Results); n > 0 && b.Hidden {
		said.Tone = host.ToneWarning
		said.Text += fmt.Sprintf(" Somebody else had changed %s of them before; %s shows which.", draw.Count(int64(n)),
			c.env.Keys.Label("results"))
	}
	if sent := msg.ask.change; sent != nil && len(sent.steps) > 0 && !c.frame.Leaving() {
		said.Text += " " + c.env.Keys.Label("undo") + " undoes " + widget.Count(int64(len(sent.steps)), "change") + "."
	}
	commands := []tea.Cmd{c.sayOfBatch(b, said), c.afterUndo(msg.ask, b.AllDone())}
	if msg.ask.undoing != nil {
		commands = append(commands, c.askAboutChanged(msg.ask.undoing))
	} else {
		commands = append(commands, c.askAboutUnread(msg.ask, b.Results))
	}
	if msg.ask.Then != nil {
		for _, r := range b.Results {
			commands = append(commands, msg.ask.Then(r))
		}
	}
	return tea.Batch(commands...)
}

func overwrittenAmong(results []action.Result) (n int) {
	for _, r := range results {
		if host.Worked(r) && host.Overwritten(r) != "" {
			n++
		}
	}
	return n
}

// leftOver says what becomes of those of a batch that did not work.
func (c *Changes) leftOver(s running) string {
	switch {
	case s.undoing == nil && s.Returns:
		return "What was not done comes again at the end"
	case s.undoing == nil && s.Unmarked:
		return "What was not done stays as it was"
	case s.undoing == nil:
		return "What was not done is still marked"
	case len(s.undoing.change.steps) == len(s.undoing.changed):
		return "What somebody else changed since was left alone"
	}
	return widget.Count(int64(len(s.undoing.change.steps)-len(s.undoing.changed)), "change") + " not undone; " + c.env.Keys.Label("undo") +
		" tries again"
}

// ShowResults shows the result list of the last batch again.
func (c *Changes) ShowResults() tea.Cmd {
	if c.lastBatch == nil || !c.lastBatch.Over {
		return c.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "No batch has run in this session."})
	}
	c.lastBatch.Hidden = false
	c.frame.Open(c.lastBatch)
	return nil
}

// ended paints a result, says it, and offers what comes next.
func (c *Changes) ended(msg runMsg) tea.Cmd {
	result := msg.event.Result
	if result.Panic != "" {
		return func() tea.Msg { return host.CrashMsg{Text: result.Panic} }
	}
	commands := []tea.Cmd{c.frame.Deliver(msg.ask.Pane, result)}
	said := c.doneNotice(msg.ask, result)
	if !msg.ask.Quiet || said.Tone != host.ToneGood {
		commands = append(commands, c.notices.SayOf(result.Step.Target, said))
	}
	if msg.ask.Then != nil {
		commands = append(commands, msg.ask.Then(result))
	}
	switch {
	case withheld(result):
		commands = append(commands, c.askAgain(msg.ask, result))
	case result.Outcome == action.Refused:
		commands = append(commands, c.afterRefusal(msg.ask, result))
	}
	return tea.Batch(commands...)
}

// doneNotice says what came of a step, and how it can be undone.
func (c *Changes) doneNotice(s running, r action.Result) host.Notice {
	said := host.ResultNotice(s.Plan, r, c.env.Keys.Label("refresh"))
	if s.Returns {
		said = host.ResultReturning(s.Plan, r)
	}
	if _, inForm := c.frame.Top().(*dialog.FormBox); inForm {
		said = host.ResultWords(s.Plan, r, host.LookedAgain(r, "")) // what can be done next is said by the form
	}
	if host.Worked(r) {
		delete(c.env.Refused, s.Plan.Name)
		delete(c.env.Lacking, s.Plan.Name)
		if sent := s.change; sent != nil && sent.undo() != nil && !sent.queued && !c.frame.Leaving() {
			said.Text += " " + c.undoHint(sent.undo())
		}
		if r.Step.Blind && !r.Step.Removes {
			said.Text += " What it was before is unknown, so it can't be undone from here."
		}
		if r.Step.Unlooked() && r.Said == "" {
			said.Text += " It couldn't be read first, so somebody else may have changed it before."
		}
	}
	if s.undoing != nil && r.Step.Late() && r.Outcome == action.Worked {
		said.Text += " " + lagsWords
	}
	if words := unrecordedWords(r); words != "" {
		said = host.Notice{Tone: host.ToneWarning, Text: said.Text + words}
	}
	return said
}

// afterRefusal remembers what the tenant doesn't allow or offer, and offers another operation, as a new action that is shown and chosen.
func (c *Changes) afterRefusal(s running, r action.Result) tea.Cmd {
	if lacks := c.learnFrom(s.Plan, r); lacks != "" {
		return c.notices.SayOf(r.Step.Target,
			host.Notice{Tone: host.ToneBad,
				Text: fmt.Sprintf("%s %s: refused. This tenant doesn't know that state, so %s is off for this session; "+
					"there is dismiss (%s) instead.%s",
					s.Plan.Title, host.TargetName(r.Step.Target), strings.ToLower(s.Plan.Title), c.env.Keys.Label("suggestions.dismiss"),
					host.Said(host.PlainCause(r.Err)))})
	}
	instead, err := r.Step.Instead(r.Err)
	if err != nil || instead == nil {
		return nil
	}
	intro := fmt.Sprintf("%s was refused.%s There is another way, as a new request.", s.Plan.Title, host.Said(host.PlainCause(r.Err)))
	return c.start(running{Request: host.Request{Pane: s.Pane, Plan: instead, Intro: intro, Facts: s.Facts, Listed: s.Listed,
		Changed: s.Changed, Then: s.Then}})
}

// learnFrom remembers what a refusal shows that the tenant doesn't allow or offer; lacks is what it doesn't know, "" for nothing.
func (c *Changes) learnFrom(plan *action.Plan, r action.Result) (lacks string) {
	if api.KindOf(r.Err) == api.KindForbidden || r.Step.Unoffered(r.Err) {
		c.env.Refused[plan.Name] = true
	}
	if r.Step.Unoffered(r.Err) {
		c.env.Lacking[plan.Name] = true
	}
	if lacks = r.Step.Withdraws(r.Err); lacks != "" {
		c.env.Missing[lacks] = true
	}
	return lacks
}

// learnFromBatch remembers what was refused to all of a batch; what worked for one is allowed.
func (c *Changes) learnFromBatch(b *batch.Batch) {
	if slices.ContainsFunc(b.Results, host.Worked) {
		delete(c.env.Refused, b.Plan.Name)
		delete(c.env.Lacking, b.Plan.Name)
		return
	}
	for _, r := range b.Results {
		if r.Outcome == action.Refused {
			c.learnFrom(b.Plan, r)
		}
	}
}
