package changes

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// undoing is a change that is being undone: the steps of it, by record.
type undoing struct {
	log    *Log
	change *change
	of     map[action.Target]*effect
	// changed are those that somebody else changed since, so that they were left alone.
	changed []since
}

// undoMsg says what the record shows before an undo runs.
type undoMsg struct {
	undoing *undoing
	effect  *effect
	plan    *action.Plan
	now     any
	gone    bool
	verdict action.Verdict
	other   *action.Entry // what another program on this computer has done to it since, nil when nothing is known of that
	err     error
}

// UndoOffer is undoing, for the palette and the help.
func (c *Changes) UndoOffer() host.Offer {
	if c.env.Client.ReadOnly() {
		return host.Offer{ID: "undo", Why: action.ReadOnly()}
	}
	return host.Offer{ID: "undo", Able: true}
}

// Undo undoes the last change of the session on this tenant. It never reaches past one whose answer isn't there, nor past one
// that can't be undone without saying so first.
func (c *Changes) Undo() tea.Cmd {
	if why := c.UndoOffer().Why; !why.None() {
		return c.notices.SayAsLong(func() bool { return c.UndoOffer().Why == why },
			host.Notice{Tone: host.ToneInfo, Text: why.Of("change")})
	}
	next, log := c.log.Next(), c.log
	nothing := func() bool { return c.log == log && log.Next() == nil }
	switch {
	case next == nil && (c.log.undoing != nil || c.log.nextQueued() != nil):
		return c.notices.SayAsLong(nothing, host.Notice{Tone: host.ToneInfo, Text: "There is nothing else to undo."})
	case next == nil:
		return c.notices.SayAsLong(nothing, host.Notice{Tone: host.ToneInfo, Text: "There is nothing to undo on this tenant in this session."})
	case !next.reversible():
		return c.sayIrreversible(next)
	case next.waiting > 0:
		next.queued = true
		return c.notices.SayAsLong(func() bool { return c.log == log && next.queued }, host.Notice{Tone: host.ToneInfo,
			Text: host.Capital(next.Words()) + " is still under way. It will be undone once there is an answer."})
	case c.log.undoing != nil || c.log.nextQueued() != nil:
		next.queued = true
		return c.notices.SayAsLong(func() bool { return c.log == log && next.queued }, host.Notice{Tone: host.ToneInfo,
			Text: host.Capital(next.Words()) + " will be undone next."})
	}
	return c.undoChange(next)
}

// notKnown says why a change can't be undone whose outcome is unknown.
const notKnown = "can't be undone while its outcome is unknown"

// sayIrreversible says that a change can't be undone, and what the next press would undo instead.
func (c *Changes) sayIrreversible(sent *change) tea.Cmd {
	sent.explained = true
	log, before := c.log, c.log.Next()
	for before != nil && !before.reversible() {
		before.explained = true
		before = log.Next()
	}
	holds := func() bool { return c.log == log && log.Next() == before }
	switch {
	case before == nil && sent.uncertain():
		return c.notices.SayAsLong(holds, host.Notice{Tone: host.ToneInfo, Text: host.Capital(sent.Words()) + " " + notKnown + "."})
	case before == nil:
		return c.notices.SayAsLong(holds, host.Notice{Tone: host.ToneInfo,
			Text: "There is nothing to undo: " + sent.Words() + " can't be undone."})
	}
	why := "can't be undone"
	if sent.uncertain() {
		why = notKnown
	}
	return c.notices.SayAsLong(holds, host.Notice{Tone: host.ToneWarning, Text: fmt.Sprintf("%s %s. %s again undoes the change before it: %s.",
		host.Capital(sent.Words()), why, c.env.Keys.Label("undo"), before.Words())})
}

// undoNext goes on with what waits to be undone.
func (c *Changes) undoNext() tea.Cmd {
	if c.frame.Leaving() { // nothing is started any more
		c.log.Stop()
	}
	next := c.log.nextQueued()
	if c.log.undoing != nil || next == nil || next.waiting > 0 {
		return nil
	}
	next.queued = false
	if !next.reversible() {
		c.log.Stop()
		return c.sayIrreversible(next)
	}
	return c.undoChange(next)
}

// undoChange reads what a change was done to, and undoes it if the record still shows it.
func (c *Changes) undoChange(sent *change) tea.Cmd {
	c.log.undoing = sent
	if len(sent.steps) > 1 {
		return c.undoBatch(sent)
	}
	e := sent.steps[0]
	plan := e.undo()
	msg := undoMsg{effect: e, plan: plan, verdict: action.Done,
		undoing: &undoing{log: c.log, change: sent, of: map[action.Target]*effect{host.RecordOf(plan.Steps[0].Target): e}}}
	plan.Doing, plan.Done = doingWords(sent)
	if !e.step.CanRead() || e.step.Late() {
		return c.handleUndoRead(msg)
	}
	client, ctx, journal := c.env.Client, c.env.Life, c.env.Journal
	looking := host.Notice{Tone: host.ToneInfo, Text: "Looking at " + host.TargetName(e.step.Target) + " before undoing it…"}
	return tea.Batch(c.notices.Say(looking),
		func() tea.Msg {
			now, err := e.step.Read(ctx, client)
			gone := api.KindOf(err) == api.KindNotFound
			if err != nil && !gone {
				msg.err = err
				return c.message(msg)
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
			return c.message(msg)
		})
}

func (c *Changes) handleUndoRead(msg undoMsg) tea.Cmd {
	if c.frame.Leaving() {
		c.log.Stop()
		return nil
	}
	unreadable := api.KindOf(msg.err) == api.KindUnsupported || api.KindOf(msg.err) == api.KindForbidden
	if msg.err != nil && !unreadable {
		c.log.Stop()
		what, next := host.ExplainWith(msg.err, c.env.Keys.Label("undo"))
		return c.notices.Say(host.Notice{Tone: host.ToneBad, Text: "Nothing was undone: " + what + " " + next})
	}
	painted := c.paintRead(msg)
	if msg.gone && msg.verdict != action.Done {
		c.log.Stop()
		msg.undoing.log.forget(msg.effect.target())
		return tea.Batch(painted, c.notices.Say(host.Notice{Tone: host.ToneBad, Text: "Nothing was undone: somebody has deleted " +
			host.TargetName(msg.effect.step.Target) + " since."}))
	}
	kind := msg.effect.step.Target.Kind
	s := running{Request: host.Request{Pane: c.frame.PaneOf(kind), Plan: msg.plan, Cancelled: msg.undoing.log.Stop}, undoing: msg.undoing}
	s.Title, s.Yes = "Undo "+msg.undoing.change.Words(), "Undo"
	switch {
	case unreadable:
		s.Intro = "The " + kind + " can't be read here, so it is unknown whether it still shows what that action did."
		s.Plan.Danger = max(s.Plan.Danger, action.Confirm)
	case msg.effect.step.Late() && msg.plan.Danger != action.Free:
		s.Intro = lagsWords
	case msg.verdict == action.Done && msg.plan.Danger != action.Free:
		s.Intro = "Undoing it does this: " + strings.ToLower(msg.plan.Title) + "." +
			widget.IfText(c.env.Refused[msg.plan.Name], " This tenant refused it before.")
	case msg.verdict != action.Done:
		s.Intro = since{effect: msg.effect, now: msg.now, other: msg.other}.sentences(c.env) + " Undoing it overwrites that."
		s.Plan.Danger = max(s.Plan.Danger, action.Confirm)
	}
	if !unreadable && (msg.gone || msg.now != nil) {
		expectAsShown(&s.Plan.Steps[0], msg.now, msg.gone)
	}
	return tea.Batch(painted, c.start(s)) // to undo a creation is to delete, which asks
}

// lagsWords say why a change is undone without looking at the record before.
const lagsWords = "The tenant shows such changes minutes later, so it wasn't compared with what is there now."

// expectAsShown lets a step that undoes something be sent only while the record is as it was when that was decided.
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

// paintRead shows what was read before undoing, where that isn't what the change left.
func (c *Changes) paintRead(msg undoMsg) tea.Cmd {
	if msg.err != nil || msg.verdict == action.Done {
		return nil
	}
	step := msg.effect.step
	return c.frame.Deliver(c.frame.PaneOf(step.Target.Kind),
		action.Result{Step: step, Outcome: action.Unknown, Shows: action.ChangedByOthers, Now: msg.now, Gone: msg.gone})
}

// undoBatch undoes a batch as a batch. Each record is read right before; one that somebody changed since is left alone.
func (c *Changes) undoBatch(sent *change) tea.Cmd {
	var plans []*action.Plan
	t := &undoing{log: c.log, change: sent, of: map[action.Target]*effect{}}
	for _, e := range sent.steps {
		plan := e.undo()
		undo := plan.Steps[0]
		plan.Steps[0].AsIs = false
		plan.Steps[0].Expect = func(now any, gone bool) action.Verdict { return e.shows(undo, now, gone) }
		t.of[host.RecordOf(plan.Steps[0].Target)] = e
		plans = append(plans, plan)
	}
	all := action.Together(plans...)
	all.Danger = max(all.Danger, action.Confirm)
	all.Title, all.Doing, all.Done = "Undo", "Undoing the "+sent.noun+" of", "Undone"
	return c.start(running{undoing: t, Request: host.Request{Pane: c.frame.PaneOf(all.Steps[0].Target.Kind), Plan: all, Cancelled: t.log.Stop,
		Title: "Undo " + sent.Words(), Yes: "Undo", Intro: "What somebody else changed since is left alone."}})
}

// end notes what came of a step, for undoing it or because it undid something.
func (s running) end(r action.Result) {
	if s.undoing == nil {
		if s.change != nil {
			s.log.end(s.change, r)
		}
		return
	}
	if !host.IsDone(r) {
		if r.Gone && errors.Is(r.Err, action.ErrChangedSince) {
			s.undoing.log.forget(r.Step.Target)
		}
		return
	}
	if e := s.undoing.of[host.RecordOf(r.Step.Target)]; e != nil {
		s.undoing.log.undone(s.undoing.change, e)
	}
	if r.Gone {
		s.undoing.log.forget(r.Step.Target)
	}
}

// prove notes what a later reading has shown of a step whose outcome was unknown.
func (s running) prove(r action.Result) {
	if s.undoing == nil && s.change != nil {
		s.log.prove(s.change, r)
		return
	}
	s.end(r)
}

// afterUndo goes on with what waits to be undone after something was; where that failed, nothing more is.
func (c *Changes) afterUndo(s running, worked bool) tea.Cmd {
	if s.undoing != nil {
		s.undoing.log.undoing = nil
		if !worked {
			s.undoing.log.Stop()
		}
	}
	return c.undoNext()
}

// undoHint says what the key would do to undo a change. To undo a creation is another operation, which a tenant may lack.
func (c *Changes) undoHint(undo *action.Plan) string {
	key := c.env.Keys.Label("undo")
	switch {
	case undo.Danger == action.Free:
		return key + " undoes it."
	case c.env.Refused[undo.Name]:
		return fmt.Sprintf("Undoing it needs “%s”, which this tenant refused before; %s tries it again.", undo.Title, key)
	}
	return fmt.Sprintf("%s undoes it with “%s”.", key, undo.Title)
}

// UndoTitle names what the key undoes, for the footer; "" when it would undo nothing.
func (c *Changes) UndoTitle() string {
	next := c.log.Next()
	switch {
	case next == nil || !next.reversible() && c.log.before(next) == nil:
		return ""
	case !next.reversible():
		return "undo…"
	}
	if plan := next.undo(); plan != nil && c.env.Refused[plan.Name] {
		return "undo " + next.noun + " (refused)"
	}
	return "undo " + next.noun
}

// UndoWords say the same in the palette.
func (c *Changes) UndoWords() string {
	next := c.log.Next()
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

// LastInWords says what the key undoes, or that the last change can't be undone; "" where there is none. Where that takes more than room
// cells it goes without the kind of record, and the name is cut at its end.
func (c *Changes) LastInWords(room int) string {
	next := c.log.Next()
	switch {
	case next == nil || !c.UndoOffer().Able:
		return ""
	case !next.reversible() && next.uncertain():
		return host.Capital(next.fit(room-draw.Width(" "+notKnown))) + " " + notKnown
	case !next.reversible():
		return host.Capital(next.fit(room-draw.Width(cantBeUndone))) + cantBeUndone
	}
	undoes := c.env.Keys.Label("undo") + " undoes "
	return undoes + next.fit(room-draw.Width(undoes))
}

const cantBeUndone = " can't be undone"
