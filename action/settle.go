package action

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gatehouse/api"
)

// ErrNotShown is the error of a step that the tenant answered to be done, while the record, read again, doesn't show it.
var ErrNotShown = errors.New("the tenant answered that it is done, but the record doesn't show it yet")

// confirm makes sure that an answered step did what was asked: answers may carry the record as it was before.
func (r *Runner) confirm(step *Step, answer api.Answer, turn *turn, phase func(Phase)) Result {
	result := Result{Step: *step, Outcome: Worked, Said: step.Says(answer)}
	if step.check == nil || step.late {
		result.Gone = step.Removes
		return result
	}
	if step.answer != nil {
		if now, err := step.answer(answer); err == nil && now != nil {
			result.Now = now
			switch step.Check(now, false) {
			case Done:
				return result
			case ChangedByOthers:
				result.Was = now
			}
		}
	}
	if step.read == nil {
		result.Unproven, result.Gone = true, step.Removes
		return result
	}
	phase(Checking)
	seen, err := r.look(step, turn, answeredLooks)
	if err != nil {
		result.Unproven, result.Err, result.Gone = true, err, step.Removes
		return result
	}
	if result.saw(seen); result.Outcome == Unknown {
		result.Err = ErrNotShown
	}
	return result
}

// resolve reads the record after an answer that never came.
func (r *Runner) resolve(step *Step, cause error, turn *turn, phase func(Phase)) Result {
	result := Result{Step: *step, Outcome: Unknown, Err: cause}
	if !step.checkable() {
		return result
	}
	phase(Checking)
	seen, err := r.look(step, turn, lostLooks)
	if err != nil {
		result.Unread = err
		return result
	}
	result.saw(seen)
	return result
}

// refused reads the record after a refusal that somebody else may be the cause of: what was asked for may be done already.
func (r *Runner) refused(step *Step, refusal error, phase func(Phase)) Result {
	result := Result{Step: *step, Outcome: Refused, Err: refusal}
	if step.read == nil {
		return result
	}
	phase(Checking)
	seen, err := r.glimpse(r.context, step)
	if err != nil {
		return result
	}
	result.saw(seen)
	result.Outcome = Refused
	if seen.verdict == Done {
		result.Outcome = DoneAlready
	}
	return result
}

// againAt are the times after an unknown outcome at which the record is read again, lateAt those that follow where reads lag behind.
var (
	againAt = [...]time.Duration{2 * time.Second, 5 * time.Second, 10 * time.Second, 20 * time.Second, 40 * time.Second}
	lateAt  = [...]time.Duration{80 * time.Second, 150 * time.Second}
)

// AgainIn is how long to wait between the reading before and the nth reading (from 0) after the outcome of the step turned out unknown;
// false: nobody looks so often by himself.
func (s Step) AgainIn(n int) (time.Duration, bool) {
	at := againAt[:]
	if s.lags {
		at = append(at[:len(at):len(at)], lateAt[:]...)
	}
	switch {
	case !s.checkable() || n >= len(at):
		return 0, false
	case n == 0:
		return at[0], true
	}
	return at[n] - at[n-1], true
}

// AgainFor is how long after an unknown outcome the record of the step is read again.
func (s Step) AgainFor() (all time.Duration) {
	for n := 0; ; n++ {
		wait, ok := s.AgainIn(n)
		if !ok {
			return all
		}
		all += wait
	}
}

// checkable reports whether the record, read again, can show what became of the step.
func (s *Step) checkable() bool { return s.read != nil && s.check != nil }

// Again reads the record of a step whose outcome is unknown once more. What that proves is written into the journal; what doesn't show
// yet stays unknown. The context ends the reading.
func (r *Runner) Again(ctx context.Context, was Result) (now Result) {
	if was.Outcome != Unknown || !was.Step.checkable() {
		return was
	}
	now = was
	if now.Unread = r.turns.take(ctx, false); now.Unread != nil {
		return now
	}
	defer r.turns.give()
	defer recovered(&was.Step, &now)
	seen, err := r.glimpse(ctx, &was.Step)
	if now.Unread = err; err != nil {
		return now
	}
	now.saw(seen)
	if now.Outcome != Unknown {
		r.concludeLater(&now)
	}
	return now
}

// Await looks again at a step whose outcome is unknown until that is proved, as often as AgainIn says or until the context ends.
func (r *Runner) Await(ctx context.Context, result Result) Result {
	for n := 0; result.Outcome == Unknown; n++ {
		wait, more := result.Step.AgainIn(n)
		if !more || r.sleep(ctx, wait) != nil {
			break
		}
		result = r.Again(ctx, result)
	}
	return result
}

// sight is what a reading of a step's record showed.
type sight struct {
	now     any
	gone    bool
	verdict Verdict
}

// saw notes what the record, read again, shows. It proves what was done, and never that nothing was: that may come yet.
func (r *Result) saw(s sight) {
	r.Now, r.Gone, r.Shows, r.Resolved = s.now, s.gone, s.verdict, true
	if s.gone {
		r.Now = nil
	}
	if r.Outcome = Unknown; s.verdict == Done {
		r.Outcome = Worked
	}
}

// glimpse reads the record of a step once.
func (r *Runner) glimpse(ctx context.Context, step *Step) (sight, error) {
	now, err := step.Read(ctx, r.client)
	gone := api.KindOf(err) == api.KindNotFound
	if err != nil && !gone {
		return sight{}, fmt.Errorf("reading %s again: %w", step.Target.Kind, err)
	}
	return sight{now, gone, step.Check(now, gone)}, nil
}

// looks are the waits before each reading of a record: the read side may lag behind the write.
type looks []time.Duration

// answeredLooks follow an answer that says that it is done, lostLooks an answer that tells nothing.
var (
	answeredLooks = looks{0, 500 * time.Millisecond, time.Second, 2 * time.Second}
	lostLooks     = looks{0, 250 * time.Millisecond, time.Second}
)

// look reads the record until it shows that something happened; between two readings the turn is others'.
func (r *Runner) look(step *Step, turn *turn, waits looks) (seen sight, err error) {
	for _, wait := range waits {
		if wait > 0 {
			if err := turn.pause(r.context, wait, r.sleep); err != nil {
				return seen, err
			}
		}
		if seen, err = r.glimpse(r.context, step); err != nil || seen.verdict != NotDone {
			return seen, err
		}
	}
	return seen, nil
}
