package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
)

// runMsg is an event of a plan under way.
type runMsg struct {
	session uint64
	ask     started
	run     *action.Run
	event   action.Event
	ok      bool
}

// start runs a plan that can be taken back, and asks before any other.
func (m *Model) start(s started) tea.Cmd {
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
	if m.notice != nil && m.notice.tone == toneInfo {
		m.notice = nil // what was said of another record doesn't stand under this one's question
	}
	m.open(newConfirm(s, m.env, func() tea.Cmd { return m.run(s) }))
	return nil
}

// run hands the plan to the runner. What was shown is what is sent.
func (m *Model) run(s started) tea.Cmd {
	if refused, ok := m.refusesAll(s); ok {
		return refused
	}
	if wait, ok := m.waits(s); ok {
		return wait
	}
	m.env.underWay.begin(s.plan)
	if s.begun != nil {
		s.begun()
	}
	run := m.env.runner.Start(s.plan)
	m.runs++
	if len(s.plan.Steps) > 1 {
		s.batch = newBatch(s.plan, run, m.env)
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

func nextEvent(session uint64, s started, run *action.Run) tea.Cmd {
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
		return tea.Batch(next, m.sayWhile(target, msg.ask.plan.Doing+" "+targetName(target)+": looking whether it is as you saw it…"))
	case action.Checking:
		if msg.ask.quiet {
			return next
		}
		target := msg.ask.plan.Steps[msg.event.Index].Target
		return tea.Batch(next, m.sayWhile(target, msg.ask.plan.Doing+" "+targetName(target)+": outcome unknown so far, reading the record again…"))
	case action.Ended:
		if unrecorded(msg.event.Result) {
			m.unrecordedStep(msg)
			return next
		}
		return tea.Batch(next, m.ended(msg))
	}
	return next
}

// tookBatchEvent paints each result as it comes and says what came of all at the end.
func (m *Model) tookBatchEvent(msg runMsg) tea.Cmd {
	b := msg.ask.batch
	if !msg.ok {
		if m.unrecordedSteps(msg) {
			return nil
		}
		return m.batchEnded(msg)
	}
	b.took(msg.event)
	next := nextEvent(msg.session, msg.ask, msg.run)
	if msg.event.Phase != action.Ended {
		return next
	}
	if crash := msg.event.Result.Panic; crash != "" {
		return func() tea.Msg { return crashMsg{crash} }
	}
	return tea.Batch(next, m.deliver(addressed{session: msg.session, pane: msg.ask.pane, msg: msg.event.Result}))
}

func (m *Model) batchEnded(msg runMsg) tea.Cmd {
	b := msg.ask.batch
	b.over = true
	var last undoable
	for _, r := range b.results {
		if r.Outcome != action.Worked && r.Outcome != action.Accepted {
			continue
		}
		if plan, err := r.Step.Undo(r.Now); err == nil && plan != nil {
			last.steps = append(last.steps, done{r.Step, r.Now})
		}
	}
	said := notice{toneGood, b.plan.Title + ": " + b.summary() + "." + unrecordedWords(b.results...)}
	if !b.clean() {
		said.tone = toneBad
		said.text += " Those that failed are still marked; " + m.env.keys.Label("results") + " shows the list again."
	} else {
		b.hidden = true
	}
	if len(last.steps) > 0 {
		m.undo = append(m.undo, last)
		said.text += " " + m.env.keys.Label("undo") + " takes " + count(int64(len(last.steps)), "change") + " back."
	}
	commands := []tea.Cmd{m.say(said)}
	if msg.ask.then != nil {
		for _, r := range b.results {
			commands = append(commands, msg.ask.then(r))
		}
	}
	return tea.Batch(commands...)
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

// ended paints a result, says it, and offers what comes next.
func (m *Model) ended(msg runMsg) tea.Cmd {
	result, plan := msg.event.Result, msg.ask.plan
	if result.Panic != "" {
		return func() tea.Msg { return crashMsg{result.Panic} }
	}
	commands := []tea.Cmd{m.deliver(addressed{session: msg.session, pane: msg.ask.pane, msg: result})}
	said := resultNotice(plan, result)
	if result.Outcome == action.Worked || result.Outcome == action.Accepted {
		delete(m.env.refused, plan.Name)
		if undo, err := result.Step.Undo(result.Now); err == nil && undo != nil && !msg.ask.takesBack {
			m.undo = append(m.undo, undoable{[]done{{result.Step, result.Now}}})
			said.text += " " + m.env.keys.Label("undo") + " takes it back."
		}
		if result.Step.Blind && !result.Step.Removes {
			said.text += " What it was before isn't known, so it can't be taken back from here."
		}
	}
	if words := unrecordedWords(result); words != "" {
		said = notice{toneUnknown, said.text + words}
	}
	if !msg.ask.quiet || said.tone != toneGood {
		commands = append(commands, m.sayOf(result.Step.Target, said))
	}
	if msg.ask.then != nil {
		commands = append(commands, msg.ask.then(result))
	}
	if result.Outcome == action.Failed {
		commands = append(commands, m.afterRefusal(msg.ask, result))
	}
	return tea.Batch(commands...)
}

// afterRefusal remembers what the tenant doesn't allow or offer, and offers another operation, as a new action that is shown and chosen.
func (m *Model) afterRefusal(s started, r action.Result) tea.Cmd {
	if api.KindOf(r.Err) == api.KindForbidden || r.Step.Unoffered(r.Err) {
		m.env.refused[s.plan.Name] = true
	}
	if lacks := r.Step.Withdraws(r.Err); lacks != "" {
		m.env.missing[lacks] = true
		return m.say(notice{toneBad, "This tenant doesn't know that state, so it is withdrawn for this session; " + m.env.keys.Label("suggestions.dismiss") + " dismisses the suggestion instead. " + plainCause(r.Err)})
	}
	instead, err := r.Step.Instead(r.Err)
	if err != nil || instead == nil {
		return nil
	}
	intro := fmt.Sprintf("%s was refused.%s There is another way, as a new request.", s.plan.Title, said(plainCause(r.Err)))
	return m.start(started{pane: s.pane, plan: instead, intro: intro, tells: s.tells, changed: s.changed, then: s.then})
}

// done is a step that worked, with the record as it left it.
type done struct {
	step action.Step
	now  any
}

// undoable is an action or a batch that can be taken back.
type undoable struct{ steps []done }

// undoMsg says what the record shows before an undo runs.
type undoMsg struct {
	session uint64
	step    action.Step
	plan    *action.Plan
	verdict action.Verdict
	err     error
}

// undoLast takes back the last action of the session that can be taken back, if the record still shows it.
func (m *Model) undoLast() tea.Cmd {
	if why := m.offIn("undo"); why != "" {
		return m.say(notice{toneInfo, "Taking back is not possible: " + why + "."})
	}
	if len(m.undo) == 0 {
		return m.say(notice{toneInfo, "There is nothing to take back in this session."})
	}
	last := m.undo[len(m.undo)-1]
	if len(last.steps) > 1 {
		return m.undoBatch(last)
	}
	step := last.steps[0].step
	plan, err := step.Undo(last.steps[0].now)
	if err != nil || plan == nil {
		return m.say(notice{toneBad, "This can't be taken back."})
	}
	client, session, ctx := m.env.client, m.session, m.ctx
	return tea.Batch(m.say(notice{toneInfo, "Looking at " + targetName(step.Target) + " before taking it back…"}), func() tea.Msg {
		if !step.CanRead() || step.Late() {
			return undoMsg{session: session, step: step, plan: plan, verdict: action.Done}
		}
		now, err := step.Read(ctx, client)
		gone := api.KindOf(err) == api.KindNotFound
		if err != nil && !gone {
			return undoMsg{session: session, step: step, plan: plan, err: err}
		}
		return undoMsg{session: session, step: step, plan: plan, verdict: step.Check(now, gone)}
	})
}

func (m *Model) tookUndo(msg undoMsg) tea.Cmd {
	if msg.session != m.session {
		return nil
	}
	unreadable := api.KindOf(msg.err) == api.KindUnsupported || api.KindOf(msg.err) == api.KindForbidden
	if msg.err != nil && !unreadable {
		what, next := explain(msg.err)
		return m.say(notice{toneBad, "Nothing was taken back: " + what + " " + next})
	}
	pane := m.paneOf(msg.step)
	s := started{pane: pane, plan: msg.plan, takesBack: true, then: func(r action.Result) tea.Cmd {
		if r.Outcome == action.Worked || r.Outcome == action.Accepted {
			m.forget(msg.step)
		}
		return nil
	}}
	if msg.verdict == action.Done {
		return m.start(s) // to take back a creation is to delete, which asks
	}
	if unreadable {
		s.intro = "The " + msg.step.Target.Kind + " can't be read here, so nobody can tell whether it still shows what that action did."
		s.plan.Danger = max(s.plan.Danger, action.Confirm)
		return m.start(s)
	}
	s.intro = "What that action did no longer shows in the " + msg.step.Target.Kind + ": somebody changed it since. Taking it back overwrites that."
	s.plan.Danger = max(s.plan.Danger, action.Confirm)
	return m.start(s)
}

// undoBatch takes a batch back as a batch. Each record is read right before; one that somebody changed since is left alone.
func (m *Model) undoBatch(u undoable) tea.Cmd {
	var plans []*action.Plan
	for _, d := range u.steps {
		plan, err := d.step.Undo(d.now)
		if err != nil || plan == nil {
			continue
		}
		plan.Steps[0].Expect = d.step.Check
		plans = append(plans, plan)
	}
	if len(plans) == 0 {
		return m.say(notice{toneBad, "This can't be taken back."})
	}
	all := action.Together(plans...)
	all.Danger = max(all.Danger, action.Confirm)
	all.Title = "Take back: " + strings.ToLower(all.Title)
	if slices.ContainsFunc(plans, func(p *action.Plan) bool { return p.Done != all.Done }) { // what was accepted was new or dismissed before
		all.Title, all.Doing, all.Done = "Take back", "Putting back", "Put back"
	}
	return m.start(started{pane: m.paneOf(u.steps[0].step), plan: all, intro: "This takes the last batch back. What somebody else changed since is left alone.",
		then: func(r action.Result) tea.Cmd {
			if r.Outcome == action.Worked || r.Outcome == action.Accepted {
				m.forget(r.Step)
			}
			return nil
		}})
}

// forget drops what was taken back, and the step of taking it back with it.
func (m *Model) forget(step action.Step) {
	kept := m.undo[:0]
	for _, u := range m.undo {
		u.steps = slices.DeleteFunc(slices.Clone(u.steps), func(d done) bool { return d.step.Target == step.Target })
		if len(u.steps) > 0 {
			kept = append(kept, u)
		}
	}
	m.undo = kept
}

// paneOf is the pane whose list has records of the step's kind.
func (m *Model) paneOf(step action.Step) string {
	for _, t := range m.tabs {
		for _, p := range t.stack {
			if p.holds(step.Target.Kind) {
				return p.name()
			}
		}
	}
	return m.pane().name()
}
