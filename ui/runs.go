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
	"gatehouse/ui/draw"
)

// running is a plan on its way: from the key press, over the dialog, to the result.
type running struct {
	started
	// taking is what the plan takes back; nil: it takes nothing back, and is noted as change in log to be taken back itself.
	taking *taking
	change *change
	log    *changes
	batch  *batch // while it runs on many targets
	number int    // among the plans of the session, in the order in which they were started
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
	if s.plan.Danger == action.Free {
		return m.run(s)
	}
	if refused, ok := m.refusesAll(s); ok {
		return refused
	}
	changed := s.changed
	s.changed = func() string {
		switch {
		case m.env.client.ReadOnly():
			return "Nothing will be sent, because " + lockedWhy + " now."
		case changed != nil:
			return changed()
		}
		return ""
	}
	m.settleNotice() // what was said of another record doesn't stand under this one's question
	m.open(newConfirm(s.started, m.env, func() tea.Cmd { return m.run(s) }))
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
	m.forgetUnknown(s.plan)
	m.noteSent(&s)
	m.started++
	s.number = m.started
	m.env.underWay.begin(s.plan)
	if s.begun != nil {
		s.begun()
	}
	run := m.env.runner.Start(s.plan)
	m.runs++
	if len(s.plan.Steps) > 1 {
		s.batch = newBatch(s.plan, run, m.env)
		s.batch.leftOut = s.leftOut
		m.lastBatch = s.batch
		m.open(s.batch)
		return nextEvent(m.session, s, run)
	}
	if s.quiet {
		return nextEvent(m.session, s, run)
	}
	target := s.plan.Steps[0].Target
	say := m.sayWhile(target, fmt.Sprintf("%s %s…", s.plan.Doing, targetName(target)))
	return tea.Batch(say, nextEvent(m.session, s, run))
}

// noteSent notes a plan for taking it back, or that it takes something back.
func (m *Model) noteSent(s *running) {
	switch {
	case s.taking != nil:
		s.taking.from.running = s.taking.change
	case slices.ContainsFunc(s.plan.Steps, func(step action.Step) bool { return step.Request.Mutates() }):
		wanted := s.change != nil && s.change.wanted // it is sent again, and was to be taken back already
		s.log = m.undo
		s.change = m.undo.begin(s.plan)
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
		m.env.underWay.end(msg.event.Result.Step)
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
		if msg.ask.quiet {
			return next
		}
		target := msg.ask.plan.Steps[msg.event.Index].Target
		return tea.Batch(next, m.sayWhile(target, msg.ask.plan.Doing+" "+targetName(target)+": checking that it is still as you saw it…"))
	case action.Checking:
		if msg.ask.quiet {
			return next
		}
		target := msg.ask.plan.Steps[msg.event.Index].Target
		return tea.Batch(next, m.sayWhile(target, msg.ask.plan.Doing+" "+targetName(target)+": outcome unknown so far, reading the record again…"))
	case action.Ended:
		if unrecorded(msg.event.Result) {
			return tea.Batch(next, m.unrecordedStep(msg))
		}
		return tea.Batch(next, m.ended(msg), m.watch(msg.ask, 0, msg.event.Result), m.tookBack(msg.ask, isDone(msg.event.Result)))
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
	b.took(msg.event)
	next := nextEvent(msg.session, msg.ask, msg.run)
	if msg.event.Phase != action.Ended {
		return next
	}
	if crash := msg.event.Result.Panic; crash != "" {
		return func() tea.Msg { return crashMsg{crash} }
	}
	return tea.Batch(next, m.deliver(addressed{session: msg.session, pane: msg.ask.pane, msg: msg.event.Result}),
		m.watch(msg.ask, msg.event.Index, msg.event.Result))
}

func (m *Model) batchEnded(msg runMsg) tea.Cmd {
	b := msg.ask.batch
	b.over = true
	m.learnFromBatch(b)
	said := notice{toneGood, b.plan.Title + ": " + b.summary() + "." + unrecordedWords(b.results...)}
	if b.hidden = b.clean(); !b.hidden {
		said.tone = b.tone()
		again := m.env.keys.Label("results") + " shows the list again."
		if b.settled() {
			said.text += " " + again
		} else {
			said.text += " " + m.leftOver(msg.ask) + "; " + again
		}
		if b.signedOut != nil {
			said.text += " The tenant doesn't accept the credentials any more: " + signInAgain(b.signedOut) + "."
		}
	}
	if n := overwrittenAmong(b.results); n > 0 && b.hidden {
		said.tone = toneUnknown
		said.text += fmt.Sprintf(" Somebody else had changed %s of them before; %s shows which.", draw.Count(int64(n)), m.env.keys.Label("results"))
	}
	if c := msg.ask.change; c != nil && len(c.steps) > 0 && m.leaving == nil {
		said.text += " " + m.env.keys.Label("undo") + " undoes " + count(int64(len(c.steps)), "change") + "."
	}
	commands := []tea.Cmd{m.sayOfBatch(b, said), m.tookBack(msg.ask, b.settled())}
	if msg.ask.taking != nil {
		commands = append(commands, m.askAboutChanged(msg.ask.taking))
	} else {
		commands = append(commands, m.askAboutUnread(msg.ask, b.results))
	}
	if msg.ask.then != nil {
		for _, r := range b.results {
			commands = append(commands, msg.ask.then(r))
		}
	}
	return tea.Batch(commands...)
}

func overwrittenAmong(results []action.Result) (n int) {
	for _, r := range results {
		if worked(r) && overwritten(r) != "" {
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
	return count(int64(len(s.taking.change.steps)-len(s.taking.changed)), "change") + " not undone; " + m.env.keys.Label("undo") + " tries again"
}

// showResults shows the result list of the last batch again.
func (m *Model) showResults() tea.Cmd {
	if m.lastBatch == nil || !m.lastBatch.over {
		return m.say(notice{toneInfo, "No batch has run in this session."})
	}
	m.lastBatch.hidden = false
	m.open(m.lastBatch)
	return nil
}

// worked reports whether a step did what it was to do, as far as anybody can tell.
func worked(r action.Result) bool { return r.Outcome == action.Worked }

// isDone reports whether the record is as the step was to make it, whoever did it.
func isDone(r action.Result) bool { return worked(r) || r.Outcome == action.DoneAlready }

// ended paints a result, says it, and offers what comes next.
func (m *Model) ended(msg runMsg) tea.Cmd {
	result := msg.event.Result
	if result.Panic != "" {
		return func() tea.Msg { return crashMsg{result.Panic} }
	}
	commands := []tea.Cmd{m.deliver(addressed{session: msg.session, pane: msg.ask.pane, msg: result})}
	said := m.doneNotice(msg.ask, result)
	if !msg.ask.quiet || said.tone != toneGood {
		commands = append(commands, m.sayOf(result.Step.Target, said))
	}
	if msg.ask.then != nil {
		commands = append(commands, msg.ask.then(result))
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
func (m *Model) doneNotice(s running, r action.Result) notice {
	said := resultNotice(s.plan, r, m.env.keys.Label("refresh"))
	if s.returns {
		said = resultReturning(s.plan, r)
	}
	if _, inForm := m.overlay().(*formBox); inForm {
		said = resultWords(s.plan, r, lookedAgain(r, "")) // what can be done next is said by the form
	}
	if worked(r) {
		delete(m.env.refused, s.plan.Name)
		delete(m.env.lacking, s.plan.Name)
		if c := s.change; c != nil && c.undo() != nil && !c.wanted && m.leaving == nil {
			said.text += " " + m.takesBack(c.undo())
		}
		if r.Step.Blind && !r.Step.Removes {
			said.text += " What it was before is unknown, so it can't be undone from here."
		}
		if r.Step.Unlooked() && r.Said == "" {
			said.text += " It couldn't be read first, so somebody else may have changed it before."
		}
	}
	if s.taking != nil && r.Step.Late() && r.Outcome == action.Worked {
		said.text += " " + lagsWords
	}
	if words := unrecordedWords(r); words != "" {
		said = notice{toneUnknown, said.text + words}
	}
	return said
}

// afterRefusal remembers what the tenant doesn't allow or offer, and offers another operation, as a new action that is shown and chosen.
func (m *Model) afterRefusal(s running, r action.Result) tea.Cmd {
	if lacks := m.learnFrom(s.plan, r); lacks != "" {
		return m.sayOf(r.Step.Target, notice{toneBad, fmt.Sprintf("%s %s: refused. This tenant doesn't know that state, so %s is off for this session; there is dismiss (%s) instead.%s",
			s.plan.Title, targetName(r.Step.Target), strings.ToLower(s.plan.Title), m.env.keys.Label("suggestions.dismiss"), said(plainCause(r.Err)))})
	}
	instead, err := r.Step.Instead(r.Err)
	if err != nil || instead == nil {
		return nil
	}
	intro := fmt.Sprintf("%s was refused.%s There is another way, as a new request.", s.plan.Title, said(plainCause(r.Err)))
	return m.start(running{started: started{pane: s.pane, plan: instead, intro: intro, tells: s.tells, listed: s.listed, changed: s.changed, then: s.then}})
}

// learnFrom remembers what a refusal shows that the tenant doesn't allow or offer; lacks is what it doesn't know, "" for nothing.
func (m *Model) learnFrom(plan *action.Plan, r action.Result) (lacks string) {
	if api.KindOf(r.Err) == api.KindForbidden || r.Step.Unoffered(r.Err) {
		m.env.refused[plan.Name] = true
	}
	if r.Step.Unoffered(r.Err) {
		m.env.lacking[plan.Name] = true
	}
	if lacks = r.Step.Withdraws(r.Err); lacks != "" {
		m.env.missing[lacks] = true
	}
	return lacks
}

// learnFromBatch remembers what was refused to all of a batch; what worked for one is allowed.
func (m *Model) learnFromBatch(b *batch) {
	if slices.ContainsFunc(b.results, worked) {
		delete(m.env.refused, b.plan.Name)
		delete(m.env.lacking, b.plan.Name)
		return
	}
	for _, r := range b.results {
		if r.Outcome == action.Refused {
			m.learnFrom(b.plan, r)
		}
	}
}

// paneOf is the pane whose list has records of the kind.
func (m *Model) paneOf(kind string) string {
	for _, t := range m.tabs {
		for _, p := range t.stack {
			if p.holds(kind) {
				return p.name()
			}
		}
	}
	return m.pane().name()
}
