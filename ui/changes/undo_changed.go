package changes

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// since is what somebody did to a record after a step: what a person needs to know to decide whether the step is undone all the same.
type since struct {
	effect *effect
	now    any
	gone   bool
	other  *action.Entry // the change, where this computer's journal has it
}

// Values say what the step set and what the record holds now, as far as they differ: “State was set to accepted, and is dismissed now.”
func (s since) Values() string {
	var said []string
	set := s.effect.written(s.effect.now)
	for _, is := range s.effect.written(s.now) {
		at := slices.IndexFunc(set, func(v action.Value) bool { return v.Name == is.Name })
		switch {
		case at < 0:
			said = append(said, is.Name+" is "+widget.QuotedValue(is.Is)+" now")
		case widget.ListChange(set[at], is) != "":
			said = append(said, widget.ListChange(set[at], is))
		case set[at].Is != is.Is:
			said = append(said, is.Name+" was set to “"+draw.Truncate(set[at].Is, 80)+"”, and is "+widget.QuotedValue(is.Is)+" now")
		}
	}
	return strings.Join(said, "; ")
}

// written are the values of a record that the step or what undoes it writes.
func (e *effect) written(record any) []action.Value {
	values := e.step.Sets(record)
	undo := e.undo()
	if undo == nil || record == nil {
		return values
	}
	for _, more := range undo.Steps[0].Writes(record) {
		if !slices.ContainsFunc(values, func(v action.Value) bool { return v.Name == more.Name }) {
			values = append(values, more)
		}
	}
	return values
}

// when says when the record was changed last, "" where the tenant doesn't tell.
func (s since) when(e *host.Env) string {
	at := s.effect.step.UpdatedAt(s.now)
	if !at.Known() {
		return widget.IfText(!at.IsZero(), "at "+at.Stamp())
	}
	return host.Ago(at.Time, e.Clock())
}

// sentences are all of that for a question.
func (s since) sentences(e *host.Env) string {
	text := "Somebody changed the " + s.effect.step.Target.Kind + " since."
	if values := s.Values(); values != "" {
		text += " " + values + "."
	}
	if s.other != nil {
		return text + " " + s.byOther(e)
	}
	at := s.effect.step.UpdatedAt(s.now)
	if at.IsZero() {
		return text + " The tenant doesn't say by whom."
	}
	exact := widget.IfText(at.Known(), " ("+draw.Exact(at.Time, e.Location)+")")
	return text + " It was changed " + s.when(e) + exact + "; the tenant doesn't say by whom."
}

// byOther says what the journal has of it.
func (s since) byOther(e *host.Env) string {
	who := host.FirstOf(s.other.By.Name, s.other.By.ID, "somebody")
	if e.MeKnown && s.other.By.ID != "" && s.other.By.ID == e.Me.UserID {
		who = "you"
	}
	return fmt.Sprintf("This computer's journal has it: “%s” by %s, in another gatehouse, %s (%s).",
		s.other.Title, who, host.Ago(s.other.At, e.Clock()), draw.Exact(s.other.At, e.Location))
}

// note is that in few words, for a line of a list.
func (s since) note(e *host.Env) string {
	var said []string
	for _, is := range s.effect.step.Sets(s.now) {
		said = append(said, host.FirstOf(is.Is, "empty"))
	}
	if when := s.when(e); when != "" {
		said = append(said, "changed "+when)
	}
	return strings.Join(said, ", ")
}

// noteLeftAlone notes a record that was not put back because somebody has changed it since, and says so in the result.
func (c *Changes) noteLeftAlone(t *undoing, r *action.Result) {
	e := t.of[host.RecordOf(r.Step.Target)]
	if e == nil {
		return
	}
	s := since{effect: e, now: r.Now, gone: r.Gone}
	if r.Gone {
		r.Err = host.SinceError{Words: "somebody has deleted it since"}
		return
	}
	t.changed = append(t.changed, s)
	words := "somebody has changed it since"
	if values := s.Values(); values != "" {
		words += ". " + values
	}
	if when := s.when(c.env); when != "" {
		words += "; changed " + when
	}
	r.Err = host.SinceError{Words: words}
}

// askAboutChanged asks, after a batch was undone, about the records that somebody has changed since.
func (c *Changes) askAboutChanged(t *undoing) tea.Cmd {
	if len(t.changed) == 0 {
		return nil
	}
	again := &undoing{log: t.log, change: t.change, of: map[action.Target]*effect{}}
	s := running{Request: host.Request{No: "Leave them", Yes: "Undo"}, undoing: again}
	var plans []*action.Plan
	for _, sent := range t.changed {
		plan := sent.effect.undo()
		if sent.now != nil {
			expectAsShown(&plan.Steps[0], sent.now, sent.gone)
		}
		again.of[host.RecordOf(plan.Steps[0].Target)] = sent.effect
		plans = append(plans, plan)
		s.Notes = append(s.Notes, sent.note(c.env))
	}
	s.Plan = action.Together(plans...)
	s.Plan.Danger = max(s.Plan.Danger, action.Confirm)
	kind := s.Plan.Steps[0].Target.Kind
	s.Pane = c.frame.PaneOf(kind)
	s.Title = "Undo for " + widget.Count(int64(len(plans)), kind) + ", too"
	s.Intro = "Somebody changed these since. Undoing them overwrites that."
	if len(plans) == 1 {
		s.No, s.Intro = "Leave it", t.changed[0].sentences(c.env)+" Undoing it overwrites that."
		s.Plan.Doing, s.Plan.Done = doingWords(t.change)
	} else {
		s.Plan.Title, s.Plan.Doing, s.Plan.Done = "Undo", "Undoing the "+t.change.noun+" of", "Undone"
	}
	s.Cancelled = func() { t.log.leave(t.change, t.changed) }
	return c.start(s)
}

// leave forgets what is left as somebody else made it.
func (l *Log) leave(sent *change, left []since) {
	l.Stop()
	for _, s := range left {
		l.undone(sent, s.effect)
	}
}

func doingWords(c *change) (doing, done string) {
	return "Undoing the " + c.noun + " of", "Undone: the " + c.noun + " of"
}
