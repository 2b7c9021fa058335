package ui

import (
	"slices"
	"strings"

	"gatehouse/action"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// changes are the actions and batches that were sent in this session on one tenant, in the order in which they were sent. Taking back
// goes from the newest to the oldest, one at a time.
type changes struct {
	sent    []*change
	running *change // the one that is being taken back
}

// change is an action or a batch that was sent.
type change struct {
	noun    string
	targets []action.Target
	waiting int       // steps that have not ended
	hopes   int       // those of them that can be taken back once they are done
	unknown int       // steps that ended, and nobody knows whether they were done
	steps   []*effect // those that can be taken back
	lost    bool      // something of it was done that can't be taken back
	wanted  bool      // it is taken back as soon as it can be
	told    bool      // it was said that it can't be taken back
}

// effect is a step that worked, with the record as it left it.
type effect struct {
	step action.Step
	now  any
}

// undo is the plan that takes the step back, nil when there is none.
func (e *effect) undo() *action.Plan {
	plan, err := e.step.Undo(e.now)
	if err != nil {
		return nil
	}
	return plan
}

// shows tells what a reading of the record says about a step that is to be taken back: whether it is as the step left it in all that taking
// back writes.
func (e *effect) shows(undo action.Step, now any, gone bool) action.Verdict {
	verdict := e.step.Check(now, gone)
	if verdict == action.Done && !gone && e.now != nil && !undo.Alike(e.now, now) {
		return action.ChangedByOthers
	}
	return verdict
}

// undo is the plan that takes the first of its steps back, nil when there is none.
func (s *change) undo() *action.Plan {
	if len(s.steps) == 0 {
		return nil
	}
	return s.steps[0].undo()
}

// Begin notes a plan that is being sent.
func (c *changes) Begin(plan *action.Plan) *change {
	sent := &change{noun: host.FirstOf(plan.Noun, strings.ToLower(plan.Title)), waiting: len(plan.Steps)}
	for _, s := range plan.Steps {
		sent.targets = append(sent.targets, s.Target)
		sent.hopes += reversibly(s)
	}
	c.sent = append(c.sent, sent)
	return sent
}

// settle notes what came of a step. A change that did nothing is forgotten.
func (c *changes) settle(sent *change, r action.Result) {
	sent.waiting--
	sent.hopes -= reversibly(r.Step)
	if r.Outcome == action.Unknown {
		sent.unknown++
	}
	c.note(sent, r)
}

// prove notes what a later reading has shown of a step whose outcome was unknown.
func (c *changes) prove(sent *change, r action.Result) {
	if sent.unknown == 0 || r.Outcome == action.Unknown {
		return
	}
	sent.unknown--
	if !slices.Contains(c.sent, sent) { // it was dropped with all else that is gone
		return
	}
	sent.told = false // what was said of it is not so any more
	c.note(sent, r)
}

// note keeps what can be taken back of a step that has ended.
func (c *changes) note(sent *change, r action.Result) {
	if host.Worked(r) {
		step := r.Step
		if r.Was != nil { // what somebody else made of the record is what it goes back to
			step = step.From(r.Was)
		}
		if done := (&effect{step, r.Now}); done.undo() != nil {
			sent.steps = append(sent.steps, done)
			return
		}
		sent.lost = true
	}
	if r.Gone && host.IsDone(r) {
		c.forget(r.Step.Target)
	}
	c.drop(sent)
}

// reversibly is 1 for a step that can be taken back once it is done, and 0 for any other.
func reversibly(s action.Step) int {
	if s.Reversible() {
		return 1
	}
	return 0
}

// forget drops what was done to a record that is gone for good.
func (c *changes) forget(t action.Target) {
	for _, sent := range slices.Clone(c.sent) {
		sent.steps = slices.DeleteFunc(sent.steps, func(e *effect) bool { return host.RecordOf(e.target()) == host.RecordOf(t) })
		c.drop(sent)
	}
}

// target is the record as the step left it: what a step made has an id only afterwards, and what it renamed has another name.
func (e *effect) target() action.Target {
	return action.Result{Step: e.step, Outcome: action.Worked, Now: e.now}.Target()
}

// tookBack notes that steps of a change were taken back.
func (c *changes) tookBack(sent *change, gone *effect) {
	sent.steps = slices.DeleteFunc(sent.steps, func(e *effect) bool { return e == gone })
	c.drop(sent)
}

// drop takes a change out of which nothing is left.
func (c *changes) drop(sent *change) {
	if sent.waiting == 0 && sent.unknown == 0 && len(sent.steps) == 0 && !sent.lost {
		c.sent = slices.DeleteFunc(c.sent, func(s *change) bool { return s == sent })
	}
}

// Next is the change that the key is about: the newest that nothing was said or is under way about, nil for none.
func (c *changes) Next() *change {
	for _, sent := range slices.Backward(c.sent) {
		if !sent.wanted && !sent.told && sent != c.running {
			return sent
		}
	}
	return nil
}

// before is the change that comes after one in taking back, as far as it can be taken back; nil for none.
func (c *changes) before(sent *change) *change {
	for i := slices.Index(c.sent, sent) - 1; i >= 0; i-- {
		if s := c.sent[i]; s.reversible() {
			return s
		}
	}
	return nil
}

// queued is the newest change that waits to be taken back, nil for none.
func (c *changes) queued() *change {
	for _, sent := range slices.Backward(c.sent) {
		if sent.wanted {
			return sent
		}
	}
	return nil
}

// Stop forgets what was to be taken back; what was sent for it is on its way.
func (c *changes) Stop() {
	c.running = nil
	for _, sent := range c.sent {
		sent.wanted = false
	}
}

// reversible reports whether the change can be taken back, or will be once its answer is there.
func (s *change) reversible() bool { return s.hopes > 0 || len(s.steps) > 0 }

// uncertain reports whether nobody knows if any of the change was done.
func (s *change) uncertain() bool { return s.unknown > 0 && !s.lost && s.waiting == 0 }

// Words name the change: “the edit of webhook “Payroll””, “the dismissal of 5 suggestions”.
func (s *change) Words() string {
	targets := s.targets
	if s.waiting == 0 && len(s.steps) > 0 {
		targets = nil
		for _, e := range s.steps {
			targets = append(targets, e.target())
		}
	}
	if len(targets) == 1 {
		return "the " + s.noun + " of " + host.TargetName(targets[0])
	}
	return "the " + s.noun + " of " + widget.Count(int64(len(targets)), targets[0].Kind)
}
