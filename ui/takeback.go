package ui

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// taking is the taking back of a change: what it takes back, by record.
type taking struct {
	from   *changes
	change *change
	of     map[action.Target]*effect
	// changed are those that somebody else changed since, so that they were left alone.
	changed []since
}

// undoMsg says what the record shows before an undo runs.
type undoMsg struct {
	session uint64
	taking  *taking
	effect  *effect
	plan    *action.Plan
	now     any
	gone    bool
	verdict action.Verdict
	other   *action.Entry // what another program on this computer has done to it since, nil when nothing is known of that
	err     error
}

// undoLast takes back the last change of the session on this tenant. It never reaches past one whose answer isn't there, nor past one
// that can't be taken back without saying so first.
func (m *Model) undoLast() tea.Cmd {
	if why := m.offIn("undo"); why != "" {
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: host.SaidWhy("change", why)})
	}
	next := m.undo.Next()
	switch {
	case next == nil && (m.undo.running != nil || m.undo.queued() != nil):
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "There is nothing else to undo."})
	case next == nil:
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "There is nothing to undo on this tenant in this session."})
	case !next.reversible():
		return m.sayLost(next)
	case next.waiting > 0:
		next.wanted = true
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: host.Capital(next.Words()) +
			" is still under way. It will be undone once there is an answer."})
	case m.undo.running != nil || m.undo.queued() != nil:
		next.wanted = true
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: host.Capital(next.Words()) + " will be undone next."})
	}
	return m.takeBack(next)
}

// notKnown says why a change can't be taken back whose outcome is unknown.
const notKnown = "can't be undone while its outcome is unknown"

// sayLost says that a change can't be taken back, and what the next press would take back instead.
func (m *Model) sayLost(c *change) tea.Cmd {
	c.told = true
	log, before := m.undo, m.undo.Next()
	for before != nil && !before.reversible() {
		before.told = true
		before = log.Next()
	}
	holds := func() bool { return m.undo == log && log.Next() == before }
	switch {
	case before == nil && c.uncertain():
		return m.notices.SayAsLong(holds, host.Notice{Tone: host.ToneInfo, Text: host.Capital(c.Words()) + " " + notKnown + "."})
	case before == nil:
		return m.notices.SayAsLong(holds, host.Notice{Tone: host.ToneInfo, Text: "There is nothing to undo: " + c.Words() + " can't be undone."})
	}
	why := "can't be undone"
	if c.uncertain() {
		why = notKnown
	}
	return m.notices.SayAsLong(holds, host.Notice{Tone: host.ToneWarning, Text: fmt.Sprintf("%s %s. %s again undoes the change before it: %s.",
		host.Capital(c.Words()), why, m.env.Keys.Label("undo"), before.Words())})
}

// takeBackNext goes on with what waits to be taken back.
func (m *Model) takeBackNext() tea.Cmd {
	if m.leaving != nil { // nothing is started any more
		m.undo.Stop()
	}
	next := m.undo.queued()
	if m.undo.running != nil || next == nil || next.waiting > 0 {
		return nil
	}
	next.wanted = false
	if !next.reversible() {
		m.undo.Stop()
		return m.sayLost(next)
	}
	return m.takeBack(next)
}

// takeBack reads what a change was done to, and undoes it if the record still shows it.
func (m *Model) takeBack(c *change) tea.Cmd {
	m.undo.running = c
	if len(c.steps) > 1 {
		return m.takeBackBatch(c)
	}
	e := c.steps[0]
	plan := e.undo()
	msg := undoMsg{session: m.session, effect: e, plan: plan, verdict: action.Done,
		taking: &taking{from: m.undo, change: c, of: map[action.Target]*effect{host.RecordOf(plan.Steps[0].Target): e}}}
	plan.Doing, plan.Done = takingWords(c)
	if !e.step.CanRead() || e.step.Late() {
		return m.tookUndo(msg)
	}
	client, ctx, journal := m.env.Client, m.ctx, m.env.Journal
	return tea.Batch(m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "Looking at " + host.TargetName(e.step.Target) + " before undoing it…"}),
		func() tea.Msg {
			now, err := e.step.Read(ctx, client)
			gone := api.KindOf(err) == api.KindNotFound
			if err != nil && !gone {
				msg.err = err
				return msg
			}
			if gone {
				now = nil
			}
			msg.now, msg.gone, msg.verdict = now, gone, e.shows(plan.Steps[0], now, gone)
			if msg.verdict != action.Done && journal != nil {
				if other, ok := journal.ByAnother(ctx, client.BaseURL(), e.step.Target); ok {
					msg.other = &other
				}
			}
			return msg
		})
}

func (m *Model) tookUndo(msg undoMsg) tea.Cmd {
	if msg.session != m.session {
		return nil
	}
	if m.leaving != nil {
		m.undo.Stop()
		return nil
	}
	unreadable := api.KindOf(msg.err) == api.KindUnsupported || api.KindOf(msg.err) == api.KindForbidden
	if msg.err != nil && !unreadable {
		m.undo.Stop()
		what, next := host.ExplainWith(msg.err, m.env.Keys.Label("undo"))
		return m.notices.Say(host.Notice{Tone: host.ToneBad, Text: "Nothing was undone: " + what + " " + next})
	}
	painted := m.paintRead(msg)
	if msg.gone && msg.verdict != action.Done {
		m.undo.Stop()
		msg.taking.from.forget(msg.effect.target())
		return tea.Batch(painted, m.notices.Say(host.Notice{Tone: host.ToneBad, Text: "Nothing was undone: somebody has deleted " +
			host.TargetName(msg.effect.step.Target) + " since."}))
	}
	kind := msg.effect.step.Target.Kind
	s := running{Request: host.Request{Pane: m.paneOf(kind), Plan: msg.plan, Cancelled: msg.taking.from.Stop}, taking: msg.taking}
	s.Title, s.Yes = "Undo "+msg.taking.change.Words(), "Undo"
	switch {
	case unreadable:
		s.Intro = "The " + kind + " can't be read here, so it is unknown whether it still shows what that action did."
		s.Plan.Danger = max(s.Plan.Danger, action.Confirm)
	case msg.effect.step.Late() && msg.plan.Danger != action.Free:
		s.Intro = lagsWords
	case msg.verdict == action.Done && msg.plan.Danger != action.Free:
		s.Intro = "Undoing it does this: " + strings.ToLower(msg.plan.Title) + "." +
			widget.IfText(m.env.Refused[msg.plan.Name], " This tenant refused it before.")
	case msg.verdict != action.Done:
		s.Intro = since{effect: msg.effect, now: msg.now, other: msg.other}.sentences(m.env) + " Undoing it overwrites that."
		s.Plan.Danger = max(s.Plan.Danger, action.Confirm)
	}
	if !unreadable && (msg.gone || msg.now != nil) {
		expectAsShown(&s.Plan.Steps[0], msg.now, msg.gone)
	}
	return tea.Batch(painted, m.start(s)) // to take back a creation is to delete, which asks
}

// lagsWords say why a change is taken back without looking at the record before.
const lagsWords = "The tenant shows such changes minutes later, so it wasn't compared with what is there now."

// expectAsShown lets a step that takes something back be sent only while the record is as it was when that was decided.
func expectAsShown(undo *action.Step, shown any, wasGone bool) {
	step := *undo
	undo.AsIs, undo.Lenient = false, true
	undo.Expect = func(now any, gone bool) action.Verdict {
		if gone == wasGone && (gone || step.Alike(shown, now)) {
			return action.Done
		}
		return action.ChangedByOthers
	}
}

// paintRead shows what was read before taking back, where that isn't what the change left.
func (m *Model) paintRead(msg undoMsg) tea.Cmd {
	if msg.err != nil || msg.verdict == action.Done {
		return nil
	}
	step := msg.effect.step
	return m.deliver(host.Addressed{Session: msg.session, Pane: m.paneOf(step.Target.Kind),
		Msg: action.Result{Step: step, Outcome: action.Unknown, Shows: action.ChangedByOthers, Now: msg.now, Gone: msg.gone}})
}

// takeBackBatch takes a batch back as a batch. Each record is read right before; one that somebody changed since is left alone.
func (m *Model) takeBackBatch(c *change) tea.Cmd {
	var plans []*action.Plan
	t := &taking{from: m.undo, change: c, of: map[action.Target]*effect{}}
	for _, e := range c.steps {
		plan := e.undo()
		undo := plan.Steps[0]
		plan.Steps[0].AsIs = false
		plan.Steps[0].Expect = func(now any, gone bool) action.Verdict { return e.shows(undo, now, gone) }
		t.of[host.RecordOf(plan.Steps[0].Target)] = e
		plans = append(plans, plan)
	}
	all := action.Together(plans...)
	all.Danger = max(all.Danger, action.Confirm)
	all.Title, all.Doing, all.Done = "Undo", "Undoing the "+c.noun+" of", "Undone"
	return m.start(running{taking: t, Request: host.Request{Pane: m.paneOf(all.Steps[0].Target.Kind), Plan: all, Cancelled: t.from.Stop,
		Title: "Undo " + c.Words(), Yes: "Undo", Intro: "What somebody else changed since is left alone."}})
}

// settle notes what came of a step, for taking it back or because it took something back.
func (s running) settle(r action.Result) {
	if s.taking == nil {
		if s.change != nil {
			s.log.settle(s.change, r)
		}
		return
	}
	if !host.IsDone(r) {
		if r.Gone && errors.Is(r.Err, action.ErrChangedSince) {
			s.taking.from.forget(r.Step.Target)
		}
		return
	}
	if e := s.taking.of[host.RecordOf(r.Step.Target)]; e != nil {
		s.taking.from.tookBack(s.taking.change, e)
	}
	if r.Gone {
		s.taking.from.forget(r.Step.Target)
	}
}

// prove notes what a later reading has shown of a step whose outcome was unknown.
func (s running) prove(r action.Result) {
	if s.taking == nil && s.change != nil {
		s.log.prove(s.change, r)
		return
	}
	s.settle(r)
}

// tookBack goes on with what waits to be taken back after something was; where that failed, nothing more is.
func (m *Model) tookBack(s running, worked bool) tea.Cmd {
	if s.taking != nil {
		s.taking.from.running = nil
		if !worked {
			s.taking.from.Stop()
		}
	}
	return m.takeBackNext()
}

// takesBack says what the key would do to take a change back. To take back a creation is another operation, which a tenant may lack.
func (m *Model) takesBack(undo *action.Plan) string {
	key := m.env.Keys.Label("undo")
	switch {
	case undo.Danger == action.Free:
		return key + " undoes it."
	case m.env.Refused[undo.Name]:
		return fmt.Sprintf("Undoing it needs “%s”, which this tenant refused before; %s tries it again.", undo.Title, key)
	}
	return fmt.Sprintf("%s undoes it with “%s”.", key, undo.Title)
}

// undoTitle names what the key takes back, for the footer; "" when it would take back nothing.
func (m *Model) undoTitle() string {
	next := m.undo.Next()
	switch {
	case next == nil || !next.reversible() && m.undo.before(next) == nil:
		return ""
	case !next.reversible():
		return "undo…"
	}
	if plan := next.undo(); plan != nil && m.env.Refused[plan.Name] {
		return "undo " + next.noun + " (refused)"
	}
	return "undo " + next.noun
}

// undoWords say the same in the palette.
func (m *Model) undoWords() string {
	next := m.undo.Next()
	switch {
	case next == nil:
		return "Undo the last change of this session"
	case !next.reversible() && next.uncertain():
		return fmt.Sprintf("Undo: the outcome of the last change is unknown (%s)", next.Words())
	case !next.reversible():
		return fmt.Sprintf("Undo: the last change can't be undone (%s)", next.Words())
	case next.waiting > 0:
		return "Undo " + next.Words() + " once its answer is there"
	}
	return "Undo " + next.Words()
}
