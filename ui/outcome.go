package ui

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
)

// deed names an action and what it is done to, each once: "Accept suggestion “Payments”", "Delete hook “Stop shell tools”".
func deed(title string, t action.Target) string {
	name := afterTitle(title, t)
	switch {
	case strings.HasSuffix(title, " "+t.Kind):
		return title + name
	case strings.Contains(title, " "):
		return title + " (" + name + ")"
	}
	return title + " " + name
}

// afterTitle names what an action is done to, after its title; a kind that ends the title is not said again.
func afterTitle(title string, t action.Target) string {
	name := targetName(t)
	if strings.HasSuffix(title, " "+t.Kind) {
		return strings.TrimPrefix(name, t.Kind)
	}
	return name
}

// resultNotice says what came of a step, naming its target.
func resultNotice(plan *action.Plan, r action.Result) notice {
	again := "r reads again before you repeat it."
	if r.Outcome == action.Lost {
		again = readFirst(r) + " before you repeat it."
	}
	return resultWords(plan, r, again)
}

// resultReturning says what came of a step whose record comes into view again by itself.
func resultReturning(plan *action.Plan, r action.Result) notice {
	again := "It comes back at the end."
	if r.Outcome == action.Lost && r.Status != http.StatusInternalServerError {
		again = "It may still happen; it comes back at the end."
	}
	return resultWords(plan, r, again)
}

// resultWords say what came of a step; again is what to do where nobody knows whether it was done.
func resultWords(plan *action.Plan, r action.Result, again string) notice {
	name := targetName(r.Step.Target)
	what, failed := deed(plan.Title, r.Step.Target), plan.Title+" failed"
	if object := strings.TrimSpace(afterTitle(plan.Title, r.Step.Target)); object != "" {
		failed += " for " + object
	}
	if plan.Undone != "" {
		what = "Taking back the " + plan.Undone + " of " + name
		failed = what + " failed"
	}
	switch r.Outcome {
	case action.Worked:
		text := plan.Done + " " + name + "." + settledBy(r)
		for _, more := range append([]string{r.Step.Proof(r.Now), r.Said}, plan.Left...) {
			if more != "" {
				text += " " + more
			}
		}
		if before := overwritten(r); before != "" {
			return notice{toneUnknown, text + " " + before}
		}
		return notice{toneGood, text}
	case action.Accepted:
		return notice{toneGood, plan.Done + " " + name + ". The tenant took it; it can't be read here to prove it."}
	case action.NotShown:
		text := fmt.Sprintf("%s: not saved. %s.", name, capital(r.Err.Error()))
		if r.Said != "" {
			text += " " + r.Said
		}
		return notice{toneUnknown, text}
	case action.Lost:
		return notice{toneUnknown, fmt.Sprintf("%s: %s Read again, %s. %s", what, lowerFirst(action.Heard(r.Err)), stillSo(r), again)}
	case action.DoneAlready:
		return notice{toneInfo, strings.TrimSpace(what + ": " + doneAlready(r) + " " + r.Step.Proof(r.Now))}
	case action.Overtaken:
		return notice{toneUnknown, what + ": somebody else changed the record meanwhile; what you see is how it is now."}
	case action.Unknown:
		return notice{toneUnknown, what + ": outcome unknown. " + action.Heard(r.Err) + " The record can't be read. " + again}
	}
	if errors.Is(r.Err, action.ErrNotStarted) {
		return notice{toneInfo, what + " was not started."}
	}
	if isChanged(r) {
		return notice{toneUnknown, capital(name) + ": nothing was sent. " + changedWords(r)}
	}
	if so := action.AlreadySo(""); errors.As(r.Err, &so) {
		return notice{toneInfo, capital(string(so)) + ". Nothing was sent."}
	}
	if why := notSent(r); why != "" {
		return notice{toneBad, why + " Do it again when the tenant answers."}
	}
	text := failed + ". " + refusal(r) + readAgain(r)
	var e *api.Error
	if errors.As(r.Err, &e) && e.RequestID != "" {
		text += " Request " + e.RequestID + "."
	}
	return notice{toneBad, text}
}

// overwritten says what somebody else had made of a record before a step was done to it, "" where nothing shows that anybody had.
func overwritten(r action.Result) string {
	if r.Was == nil {
		return ""
	}
	var said []string
	saw := r.Step.Sets(r.Step.Before)
	for i, was := range r.Step.Sets(r.Was) {
		if i < len(saw) && saw[i].Is != was.Is {
			said = append(said, fmt.Sprintf("%s was “%s” before, not “%s” as you saw it", was.Name, was.Is, saw[i].Is))
		}
	}
	if len(said) == 0 {
		return ""
	}
	return strings.Join(said, "; ") + ": somebody else had changed it."
}

// settledBy says that the record had to be read again to know that a step is done.
func settledBy(r action.Result) string {
	switch {
	case !r.Resolved:
		return ""
	case r.Gone:
		return " Read again, it is gone."
	}
	return " The record, read again, shows it."
}

// doneAlready says that somebody else was faster.
func doneAlready(r action.Result) string {
	return "it is done already, by somebody else as it seems." + settledBy(r)
}

// readAgain is what the record, read after a refusal, shows; "" when it wasn't read.
func readAgain(r action.Result) string {
	switch {
	case !r.Resolved:
		return ""
	case r.Gone:
		return " Read again, it isn't there."
	}
	return " Read again, " + stillSo(r) + "."
}

// readFirst says to read again. What broke on the way may still arrive; what the service itself answered 500 to has ended.
func readFirst(r action.Result) string {
	if r.Status == http.StatusInternalServerError {
		return "r reads it again"
	}
	return "It may still happen; r reads it again"
}

// stillSo is what the record shows of a step that wasn't done.
func stillSo(r action.Result) string {
	if still := r.Step.Still(r.Now); still != "" {
		return "it is still " + still
	}
	if r.Step.Removes || r.Step.Request.Method == http.MethodDelete {
		return "it is still there"
	}
	return "the record doesn't show it"
}

// refusal says why an action failed.
func refusal(r action.Result) string {
	switch {
	case notSent(r) != "":
		what, _ := explain(r.Err)
		return "Nothing was sent, because it couldn't be read before. " + what
	case api.KindOf(r.Err) == api.KindForbidden:
		return "You may not do this on this tenant." + said(plainCause(r.Err))
	case r.Step.Unoffered(r.Err):
		return "This tenant doesn't offer this operation."
	}
	what, _ := explain(r.Err)
	return what
}

// shortReason says why one of many ended as it did, "" where that needs no words.
func shortReason(r action.Result) string {
	switch r.Outcome {
	case action.Worked, action.Accepted:
		return overwritten(r)
	case action.DoneAlready:
		return capital(doneAlready(r))
	case action.Lost:
		return action.HeardBriefly(r.Err) + " Read again, " + stillSo(r) + "."
	case action.NotShown:
		return capital(r.Err.Error()) + "."
	case action.Overtaken:
		if r.Gone {
			return "Somebody else has deleted the record meanwhile."
		}
		return "Somebody else changed the record meanwhile."
	case action.Unknown:
		return action.HeardBriefly(r.Err) + " The record can't be read."
	}
	if errors.Is(r.Err, action.ErrNotStarted) {
		return ""
	}
	if since := (sinceError{}); isChanged(r) && !errors.As(r.Err, &since) {
		return changedWords(r)
	}
	if why := leftOut(""); errors.As(r.Err, &why) {
		return capital(string(why)) + "."
	}
	return refusal(r) + readAgain(r)
}

// leftOut is why a marked record was left out of a batch.
type leftOut string

func (l leftOut) Error() string { return "left out: " + string(l) }
