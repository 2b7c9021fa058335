package action

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gatehouse/api"
)

// Fresh is how old the reading of a record may be that a change of it is sent on where it can't be read once more.
const Fresh = 30 * time.Second

// briefly is how long a change of a record that was read just now waits for it to be read once more.
const briefly = 5 * time.Second

// ErrChangedSince is the error of steps that were not sent because the record no longer shows what they expect.
var ErrChangedSince = errors.New("not sent: the record has changed since")

// NotRead is the error of steps that were not sent because their record couldn't be read before.
type NotRead struct {
	Kind string // of the record
	Err  error
}

func (e *NotRead) Error() string {
	return "not sent: reading the " + e.Kind + " before it is changed: " + e.Err.Error()
}
func (e *NotRead) Unwrap() error { return e.Err }

// AlreadySo is the error of a step that was not sent because it is so already; it says what is.
type AlreadySo string

func (s AlreadySo) Error() string { return string(s) }

// errAnother says that reading a record has brought another one.
var errAnother = &api.Error{Kind: api.KindMalformed, Message: "it is another record than the one that was asked for"}

// Age is how long ago something was, by the clock on the wall and by the one that nobody sets: the former may be put back, the latter may
// stand still while the computer sleeps, so the longer time counts.
func Age(now, then time.Time) time.Duration {
	return max(now.Sub(then), now.Round(0).Sub(then.Round(0)))
}

// fresh reports whether what is known of a step's record may be decided on as it is.
func (r *Runner) fresh(read time.Time) bool {
	age := Age(r.ledger.now(), read)
	return age >= 0 && age <= Fresh
}

// looks reports whether the record of a step is looked at before the step is sent.
func (s *Step) looks() bool {
	return s.read != nil && !s.AsIs && (s.Expect != nil || s.values != nil || s.missing)
}

// look is a look at the record of a step before that is sent. It is taken ahead of the step, so that reading and sending go on side by
// side however many steps there are.
type look struct {
	taken   chan struct{} // closed when it was taken
	used    func()        // lets another be taken
	stopped context.Context

	at   time.Time
	now  any
	gone bool
	err  error
}

// aheadTimes is how far looks go ahead of the steps that are sent: so many times what is sent at once. One that has to be tried again holds
// up nothing then.
const aheadTimes = 3

// lookAhead looks at the records of steps in their order, as many at once as are sent at once. A step that isn't looked at has none.
func (r *Runner) lookAhead(ctx context.Context, steps []Step) []*look {
	all := make([]*look, len(steps))
	room, reading := make(chan struct{}, aheadTimes*r.atOnce), make(chan struct{}, r.atOnce)
	for i := range steps {
		if steps[i].looks() {
			all[i] = &look{taken: make(chan struct{}), used: func() { <-room }, stopped: ctx}
		}
	}
	r.steps.Go(func() {
		for i, l := range all {
			if l == nil {
				continue
			}
			for _, turn := range []chan struct{}{room, reading} {
				select {
				case turn <- struct{}{}:
				case <-ctx.Done():
					return
				}
			}
			step := steps[i] // the step's own goroutine may be changing it
			r.steps.Go(func() {
				defer func() { <-reading; close(l.taken) }()
				r.take(l, &step)
			})
		}
	})
	return all
}

// take reads the record. Where it was read just now, it isn't waited for long.
func (r *Runner) take(l *look, step *Step) {
	defer func() {
		if p := recover(); p != nil {
			l.err = fmt.Errorf("the program failed while it read the record: %v", p)
		}
	}()
	ctx := r.contextOf(step)
	if step.Expect == nil && r.fresh(step.Seen) {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, briefly)
		defer cancel()
	}
	l.at = r.ledger.now()
	l.now, l.err = step.Read(ctx, r.client)
	if l.gone = api.KindOf(l.err) == api.KindNotFound; l.gone {
		l.now = nil
	}
}

// keeps looks at the record of a step, and keeps the step from being sent when it isn't what the step was decided on. It is the one place
// that every change passes before it is sent.
func (r *Runner) keeps(step *Step, l *look, phase func(Phase)) (Result, bool) {
	notStarted := Result{Step: *step, Err: ErrNotStarted}
	if l == nil {
		return notStarted, r.starting.Err() != nil
	}
	phase(Looking)
	stopped := l.stopped
	select {
	case <-l.taken:
		l.used()
	case <-stopped.Done():
		return notStarted, true
	}
	if !r.fresh(l.at) { // it was held up since
		again := look{}
		r.take(&again, step)
		l = &again
	}
	result, kept := r.judge(step, l)
	if !kept && stopped.Err() != nil { // while the record was read
		return notStarted, true
	}
	return result, kept
}

// judge says of a step whose record was looked at what came of it, if it is not to be sent.
func (r *Runner) judge(step *Step, l *look) (Result, bool) {
	kept := Result{Step: *step, Now: l.now, Gone: l.gone}
	err := l.err
	if l.gone {
		err = nil
	} else if err == nil && step.Expect == nil && !step.same(l.now) {
		err = errAnother
	}
	if err != nil {
		kept.Now = nil
		kept.Err = &NotRead{Kind: step.Target.Kind, Err: err}
		return kept, !step.Anyway && !r.sendsUnread(step, err)
	}
	if l.gone && step.Anyway {
		return kept, false
	}
	if step.Expect != nil {
		if kept.Err = step.Unmet; kept.Err == nil {
			kept.Err = ErrChangedSince
		}
		return kept, step.Expect(l.now, l.gone) != Done
	}
	switch done := step.Check(l.now, l.gone) == Done; {
	case step.missing:
		kept.Outcome, kept.Resolved, kept.Shows = DoneAlready, true, Done
		return kept, done
	case !l.gone && step.Unchanged(step.Before, l.now):
		step.standOn(l.now)
		return Result{}, false
	case done && !step.Repeats && !step.late:
		kept.Outcome, kept.Resolved, kept.Shows = DoneAlready, true, Done
	default:
		kept.Err = ErrChangedSince
	}
	return kept, true
}

// sendsUnread reports whether a step is sent although its record couldn't be read: the tenant doesn't let anybody read it, or it was read
// just now.
func (r *Runner) sendsUnread(step *Step, err error) bool {
	kind := api.KindOf(err)
	if (step.Expect == nil || step.Lenient) && (kind == api.KindUnsupported || kind == api.KindForbidden) {
		step.unlooked = true
		return true
	}
	return step.Expect == nil && kind != api.KindUnauthenticated && r.fresh(step.Seen)
}

// same reports whether a reading is of the step's record.
func (s *Step) same(now any) bool {
	if s.names == nil || s.missing {
		return true
	}
	id := s.names(s.Before).ID
	return id == "" || s.names(now).ID == id
}

// standOn makes a reading that shows nothing else than what was decided on the record before: undoing the step restores that.
func (s *Step) standOn(now any) {
	from := s.From(now)
	s.Before, s.check, s.undo, s.other = from.Before, from.check, from.undo, from.other
}

// Unchanged reports whether two readings of the step's record are the same in all that is decided by.
func (s Step) Unchanged(a, b any) bool {
	return s.values == nil || sameValues(s.values(a), s.values(b))
}

// Alike reports whether two readings of the step's record are the same in all that the step writes.
func (s Step) Alike(a, b any) bool {
	return sameValues(s.Writes(a), s.Writes(b))
}

// Writes are the values of a record that the step writes; those that it is decided by where what it writes can't be compared.
func (s Step) Writes(record any) []Value {
	if sets := s.Sets(record); len(sets) > 0 || s.values == nil {
		return sets
	}
	return s.values(record)
}

func sameValues(a, b []Value) bool {
	for _, x := range a {
		if slices.ContainsFunc(b, func(y Value) bool { return y.Name == x.Name && y.Is != x.Is }) {
			return false
		}
	}
	return true
}

// Moved are the values of a reading that are other than in an earlier one, as they were and as they are.
func (s Step) Moved(before, now any) (were, are []Value) {
	if s.values == nil {
		return nil, nil
	}
	shown := s.values(now)
	for _, was := range s.values(before) {
		at := slices.IndexFunc(shown, func(v Value) bool { return v.Name == was.Name })
		if at >= 0 && shown[at].Is != was.Is {
			were, are = append(were, was), append(are, shown[at])
		}
	}
	return were, are
}

// Unlooked reports whether the step was sent without looking at its record, because the tenant lets nobody read it.
func (s Step) Unlooked() bool { return s.unlooked }

// Again is the plan of a step that was not sent, for its record as it is now; where that isn't known, for the record as it was, and sent
// anyway. It asks. why: it doesn't apply to the record any more.
func (s Step) Again(now any) (plan *Plan, why string, err error) {
	if s.again == nil {
		return nil, "", nil
	}
	return s.again(now)
}

func bindAgain[T any](spec *Spec[T], describe Describe[T], draft Draft, before T, now any) (*Plan, string, error) {
	record, known := now.(T)
	if !known {
		record = before
	} else if spec.Applies != nil {
		if why := spec.Applies(record); !why.None() {
			return nil, why.String(), nil
		}
	}
	plan, err := Bind(spec, describe, draft, record)
	if err != nil {
		return nil, "", err
	}
	plan.Danger = max(plan.Danger, Confirm)
	plan.Steps[0].Anyway = !known
	return plan, "", nil
}
