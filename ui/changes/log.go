package changes

import (
	"slices"
	"strings"

	"gatehouse/action"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Log has the actions and batches that were sent in this session on one tenant, in the order in which they were sent. They are undone
// from the newest to the oldest, one at a time.
type Log struct {
	sent    []*change
	undoing *change // the one that is being undone
}

// change is an action or a batch that was sent.
type change struct {
	noun         string
	targets      []action.Target
	waiting      int       // steps that have not ended
	undoable     int       // those of them that can be undone once they are done
	unknown      int       // steps that ended, and nobody knows whether they were done
	steps        []*effect // those that can be undone
	irreversible bool      // something of it was done that can't be undone
	queued       bool      // it is undone as soon as it can be
	explained    bool      // it was said that it can't be undone
}

// effect is a step that worked, with the record as it left it.
type effect struct {
	step action.Step
	now  any
}

// undo is the plan that undoes the step, nil when there is none.
func (e *effect) undo() *action.Plan {
	plan, err := e.step.Undo(e.now)
	if err != nil {
		return nil
	}
	return plan
}

// shows tells what a reading of the record says about a step that is to be undone: whether it is as the step left it in all that undoing
// writes.
func (e *effect) shows(undo action.Step, now any, gone bool) action.Verdict {
	verdict := e.step.Check(now, gone)
	if verdict == action.Done && !gone && e.now != nil && !undo.Alike(e.now, now) {
		return action.ChangedByOthers
	}
	return verdict
}

// undo is the plan that undoes the first of its steps, nil when there is none.
func (s *change) undo() *action.Plan {
	if len(s.steps) == 0 {
		return nil
	}
	return s.steps[0].undo()
}

// Begin notes a plan that is being sent.
func (l *Log) Begin(plan *action.Plan) *change {
	sent := &change{noun: host.FirstOf(plan.Noun, strings.ToLower(plan.Title)), waiting: len(plan.Steps)}
	for _, s := range plan.Steps {
		sent.targets = append(sent.targets, s.Target)
		sent.undoable += reversibly(s)
	}
	l.sent = append(l.sent, sent)
	return sent
}

// end notes what came of a step. A change that did nothing is forgotten.
func (l *Log) end(sent *change, r action.Result) {
	sent.waiting--
	sent.undoable -= reversibly(r.Step)
	if r.Outcome == action.Unknown {
		sent.unknown++
	}
	l.note(sent, r)
}

// prove notes what a later reading has shown of a step whose outcome was unknown.
func (l *Log) prove(sent *change, r action.Result) {
	if sent.unknown == 0 || r.Outcome == action.Unknown {
		return
	}
	sent.unknown--
	if !slices.Contains(l.sent, sent) { // it was dropped with all else that is gone
		return
	}
	sent.explained = false // what was said of it is not so any more
	l.note(sent, r)
}

// note keeps what can be undone of a step that has ended.
func (l *Log) note(sent *change, r action.Result) {
	if host.Worked(r) {
		step := r.Step
		if r.Was != nil { // what somebody else made of the record is what it goes back to
			step = step.From(r.Was)
		}
		if done := (&effect{step, r.Now}); done.undo() != nil {
			sent.steps = append(sent.steps, done)
			return
		}
		sent.irreversible = true
	}
	if r.Gone && host.IsDone(r) {
		l.forget(r.Step.Target)
	}
	l.drop(sent)
}

// reversibly is 1 for a step that can be undone once it is done, and 0 for any other.
func reversibly(s action.Step) int {
	if s.Reversible() {
		return 1
	}
	return 0
}

// forget drops what was done to a record that is gone for good.
func (l *Log) forget(t action.Target) {
	for _, sent := range slices.Clone(l.sent) {
		sent.steps = slices.DeleteFunc(sent.steps, func(e *effect) bool { return host.RecordOf(e.target()) == host.RecordOf(t) })
		l.drop(sent)
	}
}

// target is the record as the step left it: what a step made has an id only afterwards, and what it renamed has another name.
func (e *effect) target() action.Target {
	return action.Result{Step: e.step, Outcome: action.Worked, Now: e.now}.Target()
}

// undone notes that a step of a change was undone.
func (l *Log) undone(sent *change, step *effect) {
	sent.steps = slices.DeleteFunc(sent.steps, func(e *effect) bool { return e == step })
	l.drop(sent)
}

// drop takes a change out of which nothing is left.
func (l *Log) drop(sent *change) {
	if sent.waiting == 0 && sent.unknown == 0 && len(sent.steps) == 0 && !sent.irreversible {
		l.sent = slices.DeleteFunc(l.sent, func(s *change) bool { return s == sent })
	}
}

// Next is the change that the key is about: the newest that nothing was said or is under way about, nil for none.
func (l *Log) Next() *change {
	for _, sent := range slices.Backward(l.sent) {
		if !sent.queued && !sent.explained && sent != l.undoing {
			return sent
		}
	}
	return nil
}

// before is the change that is undone after this one, as far as it can be; nil for none.
func (l *Log) before(sent *change) *change {
	for i := slices.Index(l.sent, sent) - 1; i >= 0; i-- {
		if s := l.sent[i]; s.reversible() {
			return s
		}
	}
	return nil
}

// nextQueued is the newest change that waits to be undone, nil for none.
func (l *Log) nextQueued() *change {
	for _, sent := range slices.Backward(l.sent) {
		if sent.queued {
			return sent
		}
	}
	return nil
}

// Stop forgets what was to be undone; what was sent for it is on its way.
func (l *Log) Stop() {
	l.undoing = nil
	for _, sent := range l.sent {
		sent.queued = false
	}
}

// reversible reports whether the change can be undone, or will be once its answer is there.
func (s *change) reversible() bool { return s.undoable > 0 || len(s.steps) > 0 }

// uncertain reports whether nobody knows if any of the change was done.
func (s *change) uncertain() bool { return s.unknown > 0 && !s.irreversible && s.waiting == 0 }

// Words name the change: “the edit of webhook “Payroll””, “the dismissal of 5 suggestions”.
func (s *change) Words() string {
	targets := s.changed()
	if len(targets) == 1 {
		return s.of(host.TargetName(targets[0]))
	}
	return s.of(widget.Count(int64(len(targets)), targets[0].Kind))
}

func (s *change) of(what string) string { return "the " + s.noun + " of " + what }

// changed are the records that it changed, or is to change.
func (s *change) changed() []action.Target {
	if s.waiting > 0 || len(s.steps) == 0 {
		return s.targets
	}
	targets := make([]action.Target, len(s.steps))
	for i, e := range s.steps {
		targets[i] = e.target()
	}
	return targets
}

// fit is Words in so many cells, where that can be: without the kind, and with as much of the name as fits.
func (s *change) fit(room int) string {
	words, targets := s.Words(), s.changed()
	if draw.Width(words) <= room || len(targets) != 1 || targets[0].Name == "" {
		return words
	}
	left := max(host.LeastName, room-draw.Width(s.of("“”")))
	return s.of("“" + draw.Truncate(targets[0].Name, left) + "”")
}

// Logs are those of all tenants, by tenant: going to another and back loses none.
type Logs map[string]*Log

// On is the log of a tenant.
func (all Logs) On(t host.TenantInfo) *Log {
	at := t.Name + " " + t.Host
	if all[at] == nil {
		all[at] = &Log{}
	}
	return all[at]
}
