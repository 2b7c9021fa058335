package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/draw"
)

// since is what somebody did to a record after a step: what a person needs to know to decide whether the step is taken back all the same.
type since struct {
	effect *effect
	now    any
	gone   bool
	other  *action.Entry // the change, where this computer's journal has it
}

// values say what the step set and what the record holds now, as far as they differ: “State was set to accepted, and is dismissed now.”
func (s since) values() string {
	var said []string
	set := s.effect.written(s.effect.now)
	for _, is := range s.effect.written(s.now) {
		at := slices.IndexFunc(set, func(v action.Value) bool { return v.Name == is.Name })
		switch {
		case at < 0:
			said = append(said, is.Name+" is "+quotedValue(is.Is)+" now")
		case listChange(set[at], is) != "":
			said = append(said, listChange(set[at], is))
		case set[at].Is != is.Is:
			said = append(said, is.Name+" was set to “"+draw.Truncate(set[at].Is, 80)+"”, and is "+quotedValue(is.Is)+" now")
		}
	}
	return strings.Join(said, "; ")
}

// quotedValue is a value in a sentence.
func quotedValue(is string) string {
	if is == "" {
		return "empty"
	}
	return "“" + draw.Truncate(is, 80) + "”"
}

// written are the values of a record that the step or what takes it back writes.
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
func (s since) when(e *env) string {
	at := s.effect.step.UpdatedAt(s.now)
	if !at.Known() {
		return ifText(!at.IsZero(), "at "+at.Stamp())
	}
	return ago(at.Time, e.now())
}

// sentences are all of that for a question.
func (s since) sentences(e *env) string {
	text := "Somebody changed the " + s.effect.step.Target.Kind + " since."
	if values := s.values(); values != "" {
		text += " " + values + "."
	}
	if s.other != nil {
		return text + " " + s.byOther(e)
	}
	at := s.effect.step.UpdatedAt(s.now)
	if at.IsZero() {
		return text + " The tenant doesn't say by whom."
	}
	exact := ifText(at.Known(), " ("+draw.Exact(at.Time, e.location)+")")
	return text + " It was changed " + s.when(e) + exact + "; the tenant doesn't say by whom."
}

// byOther says what the journal has of it.
func (s since) byOther(e *env) string {
	who := firstOf(s.other.By.Name, s.other.By.ID, "somebody")
	if e.meKnown && s.other.By.ID != "" && s.other.By.ID == e.me.UserID {
		who = "you"
	}
	return fmt.Sprintf("This computer's journal has it: “%s” by %s, in another gatehouse, %s (%s).",
		s.other.Title, who, ago(s.other.At, e.now()), draw.Exact(s.other.At, e.location))
}

// note is that in few words, for a line of a list.
func (s since) note(e *env) string {
	var said []string
	for _, is := range s.effect.step.Sets(s.now) {
		said = append(said, firstOf(is.Is, "empty"))
	}
	if when := s.when(e); when != "" {
		said = append(said, "changed "+when)
	}
	return strings.Join(said, ", ")
}

// sinceError is why a record of a batch was not put back.
type sinceError struct{ words string }

func (e sinceError) Error() string { return "not undone: " + e.words }
func (e sinceError) Unwrap() error { return action.ErrChangedSince }

// leftAlone notes a record that was not put back because somebody has changed it since, and says so in the result.
func (m *Model) leftAlone(t *taking, r *action.Result) {
	e := t.of[recordOf(r.Step.Target)]
	if e == nil {
		return
	}
	s := since{effect: e, now: r.Now, gone: r.Gone}
	if r.Gone {
		r.Err = sinceError{"somebody has deleted it since"}
		return
	}
	t.changed = append(t.changed, s)
	words := "somebody has changed it since"
	if values := s.values(); values != "" {
		words += ". " + values
	}
	if when := s.when(m.env); when != "" {
		words += "; changed " + when
	}
	r.Err = sinceError{words}
}

// askAboutChanged asks, after a batch was taken back, about the records that somebody has changed since.
func (m *Model) askAboutChanged(t *taking) tea.Cmd {
	if len(t.changed) == 0 {
		return nil
	}
	again := &taking{from: t.from, change: t.change, of: map[action.Target]*effect{}}
	s := running{started: started{no: "Leave them", yes: "Undo"}, taking: again}
	var plans []*action.Plan
	for _, c := range t.changed {
		plan := c.effect.undo()
		if c.now != nil {
			expectAsShown(&plan.Steps[0], c.now, c.gone)
		}
		again.of[recordOf(plan.Steps[0].Target)] = c.effect
		plans = append(plans, plan)
		s.notes = append(s.notes, c.note(m.env))
	}
	s.plan = action.Together(plans...)
	s.plan.Danger = max(s.plan.Danger, action.Confirm)
	kind := s.plan.Steps[0].Target.Kind
	s.pane = m.paneOf(kind)
	s.title = "Undo for " + count(int64(len(plans)), kind) + ", too"
	s.intro = "Somebody changed these since. Undoing them overwrites that."
	if len(plans) == 1 {
		s.no, s.intro = "Leave it", t.changed[0].sentences(m.env)+" Undoing it overwrites that."
		s.plan.Doing, s.plan.Done = takingWords(t.change)
	} else {
		s.plan.Title, s.plan.Doing, s.plan.Done = "Undo", "Undoing the "+t.change.noun+" of", "Undone"
	}
	s.cancelled = func() { t.from.leave(t.change, t.changed) }
	return m.start(s)
}

// leave forgets what is left as somebody else made it.
func (c *changes) leave(sent *change, left []since) {
	c.stop()
	for _, s := range left {
		c.tookBack(sent, s.effect)
	}
}

func takingWords(c *change) (doing, done string) {
	return "Undoing the " + c.noun + " of", "Undone: the " + c.noun + " of"
}
