package ui

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
	// taking is what the plan takes back; nil: it takes nothing back, and is noted as change in log to be taken back itself.
	taking *taking
	change *change
	log    *changes
	batch  *batch.Batch // while it runs on many targets
	number int          // among the plans of the session, in the order in which they were started
}

// runMsg is an event of a plan under way.
type runMsg struct {
	session uint64
	ask     running
	run     *action.Run
	event   action.Event
	ok      bool
}

// start runs a plan that can be taken back, and asks before any other.
func (m *Model) start(s running) tea.Cmd {
	if s.Plan.Danger == action.Free {
		return m.run(s)
	}
	if refused, ok := m.refusesAll(s); ok {
		return refused
	}
	changed := s.Changed
	s.Changed = func() string {
		switch {
		case m.env.Client.ReadOnly():
			return "Nothing will be sent, because " + host.LockedWhy + " now."
		case changed != nil:
			return changed()
		}
		return ""
	}
	m.notices.Settle() // what was said of another record doesn't stand under this one's question
	m.open(dialog.NewConfirm(s.Request, m.env, func() tea.Cmd { return m.run(s) }))
	return nil
}

// run hands the plan to the runner. What was shown is what is sent.
func (m *Model) run(s running) tea.Cmd {
	if refused, ok := m.refusesAll(s); ok {
		return refused
	}
	if wait, ok := m.waits(s); ok {
		return wait
	}
	m.forgetUnknown(s.Plan)
	m.noteSent(&s)
	m.started++
	s.number = m.started
	m.env.UnderWay.Begin(s.Plan)
	if s.Begun != nil {
		s.Begun()
	}
	run := m.env.Runner.Start(s.Plan)
	m.runs++
	if len(s.Plan.Steps) > 1 {
		s.batch = batch.New(s.Plan, run, m.env)
		s.batch.LeftOut = s.LeftOut
		m.lastBatch = s.batch
		m.open(s.batch)
		return nextEvent(m.session, s, run)
	}
	if s.Quiet {
		return nextEvent(m.session, s, run)
	}
	target := s.Plan.Steps[0].Target
	say := m.notices.SayWhile(target, fmt.Sprintf("%s %s…", s.Plan.Doing, host.TargetName(target)))
	return tea.Batch(say, nextEvent(m.session, s, run))
}

// noteSent notes a plan for taking it back, or that it takes something back.
func (m *Model) noteSent(s *running) {
	switch {
	case s.taking != nil:
		s.taking.from.running = s.taking.change
	case slices.ContainsFunc(s.Plan.Steps, func(step action.Step) bool { return step.Request.Mutates() }):
		wanted := s.change != nil && s.change.wanted // it is sent again, and was to be taken back already
		s.log = m.undo
		s.change = m.undo.Begin(s.Plan)
		s.change.wanted = wanted
	}
}

func nextEvent(session uint64, s running, run *action.Run) tea.Cmd {
	return func() tea.Msg {
		event, ok := run.Next(context.Background())
		return runMsg{session: session, ask: s, run: run, event: event, ok: ok}
	}
}

func (m *Model) tookEvent(msg runMsg) tea.Cmd {
	switch {
	case msg.session != m.session: // no tenant is left while a plan of it runs, see depart
		return nil
	case !msg.ok:
		m.runs--
	case msg.event.Phase == action.Ended:
		msg.ask.settle(msg.event.Result)
		m.env.UnderWay.End(msg.event.Result.Step)
	}
	if msg.ask.batch != nil {
		return m.tookBatchEvent(msg)
	}
	if !msg.ok {
		return nil
	}
	next := nextEvent(msg.session, msg.ask, msg.run)
	switch msg.event.Phase {
	case action.Looking:
		if msg.ask.Quiet {
			return next
		}
		target := msg.ask.Plan.Steps[msg.event.Index].Target
		return tea.Batch(next, m.notices.SayWhile(target, msg.ask.Plan.Doing+" "+host.TargetName(target)+": checking that it is still as you saw it…"))
	case action.Checking:
		if msg.ask.Quiet {
			return next
		}
		target := msg.ask.Plan.Steps[msg.event.Index].Target
		return tea.Batch(next, m.notices.SayWhile(target, msg.ask.Plan.Doing+" "+host.TargetName(target)+
			": outcome unknown so far, reading the record again…"))
	case action.Ended:
		if unrecorded(msg.event.Result) {
			return tea.Batch(next, m.unrecordedStep(msg))
		}
		return tea.Batch(next, m.ended(msg), m.watch(msg.ask, 0, msg.event.Result), m.tookBack(msg.ask, host.IsDone(msg.event.Result)))
	}
	return next
}

// tookBatchEvent paints each result as it comes and says what came of all at the end.
func (m *Model) tookBatchEvent(msg runMsg) tea.Cmd {
	b := msg.ask.batch
	if !msg.ok {
		if asked, any := m.unrecordedSteps(msg); any {
			return asked
		}
		return m.batchEnded(msg)
	}
	if s := msg.ask; s.taking != nil && msg.event.Phase == action.Ended && errors.Is(msg.event.Result.Err, action.ErrChangedSince) {
		m.leftAlone(s.taking, &msg.event.Result)
	}
	b.Took(msg.event)
	next := nextEvent(msg.session, msg.ask, msg.run)
	if msg.event.Phase != action.Ended {
		return next
	}
	if crash := msg.event.Result.Panic; crash != "" {
		return func() tea.Msg { return host.CrashMsg{Text: crash} }
	}
	return tea.Batch(next, m.deliver(host.Addressed{Session: msg.session, Pane: msg.ask.Pane, Msg: msg.event.Result}),
		m.watch(msg.ask, msg.event.Index, msg.event.Result))
}

func (m *Model) batchEnded(msg runMsg) tea.Cmd {
	b := msg.ask.batch
	b.Over = true
	m.learnFromBatch(b)
	said := host.Notice{Tone: host.ToneGood, Text: b.Plan.Title + ": " + b.Summary() + "." + unrecordedWords(b.Results...)}
	if b.Hidden = b.Clean(); !b.Hidden {
		said.Tone = b.Tone()
		again := m.env.Keys.Label("results") + " shows the list again."
		if b.Settled() {
			said.Text += " " + again
		} else {
			said.Text += " " + m.leftOver(msg.ask) + "; " + again
		}
		if b.SignedOut != nil {
			said.Text += " The tenant doesn't accept the credentials any more: " + host.SignInAgain(b.SignedOut) + "."
		}
	}
	if n := overwrittenAmong(b.Results); n > 0 && b.Hidden {
		said.Tone = host.ToneWarning
		said.Text += fmt.Sprintf(" Somebody else had changed %s of them before; %s shows which.", draw.Count(int64(n)),
			m.env.Keys.Label("results"))
	}
	if c := msg.ask.change; c != nil && len(c.steps) > 0 && m.leaving == nil {
		said.Text += " " + m.env.Keys.Label("undo") + " undoes " + widget.Count(int64(len(c.steps)), "change") + "."
	}
	commands := []tea.Cmd{m.sayOfBatch(b, said), m.tookBack(msg.ask, b.Settled())}
	if msg.ask.taking != nil {
		commands = append(commands, m.askAboutChanged(msg.ask.taking))
	} else {
		commands = append(commands, m.askAboutUnread(msg.ask, b.Results))
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
func (m *Model) leftOver(s running) string {
	switch {
	case s.taking == nil:
		return "What was not done is still marked"
	case len(s.taking.change.steps) == len(s.taking.changed):
		return "What somebody else changed since was left alone"
	}
	return widget.Count(int64(len(s.taking.change.steps)-len(s.taking.changed)), "change") + " not undone; " + m.env.Keys.Label("undo") +
		" tries again"
}

// showResults shows the result list of the last batch again.
func (m *Model) showResults() tea.Cmd {
	if m.lastBatch == nil || !m.lastBatch.Over {
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "No batch has run in this session."})
	}
	m.lastBatch.Hidden = false
	m.open(m.lastBatch)
	return nil
}

// ended paints a result, says it, and offers what comes next.
func (m *Model) ended(msg runMsg) tea.Cmd {
	result := msg.event.Result
	if result.Panic != "" {
		return func() tea.Msg { return host.CrashMsg{Text: result.Panic} }
	}
	commands := []tea.Cmd{m.deliver(host.Addressed{Session: msg.session, Pane: msg.ask.Pane, Msg: result})}
	said := m.doneNotice(msg.ask, result)
	if !msg.ask.Quiet || said.Tone != host.ToneGood {
		commands = append(commands, m.notices.SayOf(result.Step.Target, said))
	}
	if msg.ask.Then != nil {
		commands = append(commands, msg.ask.Then(result))
	}
	switch {
	case keptBack(result):
		commands = append(commands, m.askAnew(msg.ask, result))
	case result.Outcome == action.Refused:
		commands = append(commands, m.afterRefusal(msg.ask, result))
	}
	return tea.Batch(commands...)
}

// doneNotice says what came of a step, and how it can be undone.
func (m *Model) doneNotice(s running, r action.Result) host.Notice {
	said := host.ResultNotice(s.Plan, r, m.env.Keys.Label("refresh"))
	if s.Returns {
		said = host.ResultReturning(s.Plan, r)
	}
	if _, inForm := m.overlay().(*dialog.FormBox); inForm {
		said = host.ResultWords(s.Plan, r, host.LookedAgain(r, "")) // what can be done next is said by the form
	}
	if host.Worked(r) {
		delete(m.env.Refused, s.Plan.Name)
		delete(m.env.Lacking, s.Plan.Name)
		if c := s.change; c != nil && c.undo() != nil && !c.wanted && m.leaving == nil {
			said.Text += " " + m.takesBack(c.undo())
		}
		if r.Step.Blind && !r.Step.Removes {
			said.Text += " What it was before is unknown, so it can't be undone from here."
		}
		if r.Step.Unlooked() && r.Said == "" {
			said.Text += " It couldn't be read first, so somebody else may have changed it before."
		}
	}
	if s.taking != nil && r.Step.Late() && r.Outcome == action.Worked {
		said.Text += " " + lagsWords
	}
	if words := unrecordedWords(r); words != "" {
		said = host.Notice{Tone: host.ToneWarning, Text: said.Text + words}
	}
	return said
}

// afterRefusal remembers what the tenant doesn't allow or offer, and offers another operation, as a new action that is shown and chosen.
func (m *Model) afterRefusal(s running, r action.Result) tea.Cmd {
	if lacks := m.learnFrom(s.Plan, r); lacks != "" {
		return m.notices.SayOf(r.Step.Target,
			host.Notice{Tone: host.ToneBad,
				Text: fmt.Sprintf("%s %s: refused. This tenant doesn't know that state, so %s is off for this session; "+
					"there is dismiss (%s) instead.%s",
					s.Plan.Title, host.TargetName(r.Step.Target), strings.ToLower(s.Plan.Title), m.env.Keys.Label("suggestions.dismiss"),
					host.Said(host.PlainCause(r.Err)))})
	}
	instead, err := r.Step.Instead(r.Err)
	if err != nil || instead == nil {
		return nil
	}
	intro := fmt.Sprintf("%s was refused.%s There is another way, as a new request.", s.Plan.Title, host.Said(host.PlainCause(r.Err)))
	return m.start(running{Request: host.Request{Pane: s.Pane, Plan: instead, Intro: intro, Tells: s.Tells, Listed: s.Listed,
		Changed: s.Changed, Then: s.Then}})
}

// learnFrom remembers what a refusal shows that the tenant doesn't allow or offer; lacks is what it doesn't know, "" for nothing.
func (m *Model) learnFrom(plan *action.Plan, r action.Result) (lacks string) {
	if api.KindOf(r.Err) == api.KindForbidden || r.Step.Unoffered(r.Err) {
		m.env.Refused[plan.Name] = true
	}
	if r.Step.Unoffered(r.Err) {
		m.env.Lacking[plan.Name] = true
	}
	if lacks = r.Step.Withdraws(r.Err); lacks != "" {
		m.env.Missing[lacks] = true
	}
	return lacks
}

// learnFromBatch remembers what was refused to all of a batch; what worked for one is allowed.
func (m *Model) learnFromBatch(b *batch.Batch) {
	if slices.ContainsFunc(b.Results, host.Worked) {
		delete(m.env.Refused, b.Plan.Name)
		delete(m.env.Lacking, b.Plan.Name)
		return
	}
	for _, r := range b.Results {
		if r.Outcome == action.Refused {
			m.learnFrom(b.Plan, r)
		}
	}
}

// paneOf is the pane whose list has records of the kind.
func (m *Model) paneOf(kind string) string {
	for _, t := range m.tabs {
		for _, p := range t.stack {
			if p.Holds(kind) {
				return p.Name()
			}
		}
	}
	return m.pane().Name()
}
