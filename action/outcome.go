package action

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"gatehouse/api"
)

// confirm makes sure that an answered step did what was asked: answers may carry the record as it was before.
func (r *Runner) confirm(step *Step, answer api.Answer, turn *turn, phase func(Phase)) Result {
	result := Result{Step: *step, Outcome: Accepted, Said: step.Says(answer)}
	if step.check == nil || step.late {
		result.Outcome, result.Gone = Worked, step.Removes
		return result
	}
	if step.answer != nil {
		if now, err := step.answer(answer); err == nil && now != nil {
			result.Now = now
			switch step.Check(now, false) {
			case Done:
				result.Outcome = Worked
				return result
			case ChangedByOthers:
				result.Was = now
			}
		}
	}
	if step.read == nil {
		result.Gone = step.Removes
		return result
	}
	phase(Checking)
	now, gone, verdict, err := r.look(step, turn, answeredLooks)
	if err != nil {
		result.Err, result.Gone = err, step.Removes
		return result
	}
	result.Now, result.Gone, result.Resolved = now, gone, true
	switch verdict {
	case Done:
		result.Outcome = Worked
	case ChangedByOthers:
		result.Outcome = Overtaken
	case NotDone:
		result.Outcome = NotShown
		result.Err = errors.New("the tenant answered that it is done, but the record still shows the old values")
	}
	return result
}

// resolve reads the record after an answer that never came.
func (r *Runner) resolve(step *Step, cause error, turn *turn, phase func(Phase)) Result {
	result := Result{Step: *step, Outcome: Unknown, Err: cause}
	if step.read == nil || step.check == nil {
		return result
	}
	phase(Checking)
	now, gone, verdict, err := r.look(step, turn, looksAfter(cause))
	if err != nil {
		result.Unread = err
		return result
	}
	result.Now, result.Gone, result.Resolved = now, gone, true
	switch verdict {
	case Done:
		result.Outcome = Worked
	case ChangedByOthers:
		result.Outcome = Overtaken
	case NotDone:
		result.Outcome = Lost
	}
	return result
}

// refused reads the record after a refusal that somebody else may be the cause of: what was asked for may be done already.
func (r *Runner) refused(step *Step, refusal error, phase func(Phase)) Result {
	result := Result{Step: *step, Outcome: Failed, Err: refusal}
	if step.read == nil {
		return result
	}
	phase(Checking)
	now, err := step.Read(r.context, r.client)
	result.Gone = api.KindOf(err) == api.KindNotFound
	if err != nil && !result.Gone {
		return result
	}
	result.Resolved = true
	if !result.Gone {
		result.Now = now
	}
	if step.check != nil && step.Check(now, result.Gone) == Done {
		result.Outcome = DoneAlready
	}
	return result
}

// looks are the waits before each reading of a record: the read side may lag behind the write.
type looks []time.Duration

// answeredLooks follow an answer that says that it is done.
var answeredLooks = looks{0, 500 * time.Millisecond, time.Second, 2 * time.Second}

// looksAfter are those after no usable answer. What broke on the way may still arrive; what the service itself answered 500 to has ended.
func looksAfter(cause error) looks {
	var e *api.Error
	if errors.As(cause, &e) && e.Status == http.StatusInternalServerError {
		return looks{0, 500 * time.Millisecond}
	}
	return looks{0, 250 * time.Millisecond, time.Second}
}

// look reads the record until it shows that something happened; between two readings the turn is others'.
func (r *Runner) look(step *Step, turn *turn, waits looks) (now any, gone bool, verdict Verdict, err error) {
	for _, wait := range waits {
		if wait > 0 {
			if err := turn.pause(r.context, wait, r.sleep); err != nil {
				return now, gone, verdict, err
			}
		}
		now, err = step.Read(r.context, r.client)
		gone = api.KindOf(err) == api.KindNotFound
		if err != nil && !gone {
			return nil, false, NotDone, fmt.Errorf("reading %s again: %w", step.Target.Kind, err)
		}
		if verdict = step.Check(now, gone); verdict != NotDone {
			return now, gone, verdict, nil
		}
	}
	return now, gone, verdict, nil
}
