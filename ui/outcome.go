package ui

import (
	"errors"
	"fmt"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/draw"
)

// deed names an action and what it is done to, each once: "Accept suggestion “Payments”", "Delete hook “Stop shell tools”".
func deed(title string, t action.Target) string {
	name := afterTitle(title, t)
	switch {
	case strings.HasSuffix(title, " "+t.Kind):
		return title + name
	case strings.HasSuffix(title, " on"), strings.HasSuffix(title, " off"): // what is turned follows
		return title + " " + name
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

// resultNotice says what came of a step, naming its target; refresh is the key that reads it again.
func resultNotice(plan *action.Plan, r action.Result, refresh string) notice {
	return resultWords(plan, r, lookedAgain(r, "Refresh with "+refresh+" before you repeat it."))
}

// resultReturning says what came of a step whose record comes into view again by itself.
func resultReturning(plan *action.Plan, r action.Result) notice {
	return resultWords(plan, r, lookedAgain(r, "It comes back at the end."))
}

// lookedAgain says what a person can do about a step whose outcome is unknown, and that the record is read again by itself.
func lookedAgain(r action.Result, next string) string {
	if r.Outcome != action.Unknown || r.Step.AgainFor() == 0 {
		return next
	}
	looks := "it is read again for " + draw.Duration(r.Step.AgainFor()) + "."
	if errors.Is(r.Err, action.ErrNotShown) {
		return capital(looks) + " " + next
	}
	return "It may still happen; " + looks + " " + next
}

// resultWords say what came of a step; again is what to do where nobody knows whether it was done.
func resultWords(plan *action.Plan, r action.Result, again string) notice {
	what := resultOf(plan, r)
	switch r.Outcome {
	case action.Worked:
		return doneWords(plan, r)
	case action.DoneAlready:
		return notice{toneInfo, strings.TrimSpace(what + ": " + doneAlready(r) + " " + r.Step.Proof(r.Now))}
	case action.Unknown:
		return notice{toneUnknown, what + ": outcome " + r.Outcome.String() + ". " + strings.TrimSpace(r.Uncertain(false)+" "+again)}
	case action.NotSent:
		if said, ok := notSentWords(what, r); ok {
			return said
		}
	}
	text := what + ": " + r.Outcome.String() + ". " + refusal(r) + readAgain(r)
	var e *api.Error
	if errors.As(r.Err, &e) && e.RequestID != "" {
		text += " Request " + e.RequestID + "."
	}
	return notice{toneBad, text}
}

// resultOf names what was asked for: “Delete hook “Stop shell tools””.
func resultOf(plan *action.Plan, r action.Result) string {
	if plan.Undone != "" {
		return "Undoing the " + plan.Undone + " of " + targetName(r.Step.Target)
	}
	return deed(plan.Title, r.Step.Target)
}

// doneWords say that a step is done, and what shows it. The record is called as it is called now.
func doneWords(plan *action.Plan, r action.Result) notice {
	text := plan.Done + " " + targetName(r.Target()) + "." + readAgain(r)
	if r.Unproven {
		return notice{toneGood, text + " The tenant accepted it; it can't be read back here."}
	}
	for _, more := range append([]string{r.Step.Proof(r.Now), r.Said}, plan.Left...) {
		if more != "" {
			text += " " + more
		}
	}
	if before := overwritten(r); before != "" {
		return notice{toneUnknown, text + " " + before}
	}
	return notice{toneGood, text}
}

// notSentWords say why a step was not sent, where that is no failure; false: it is one.
func notSentWords(what string, r action.Result) (notice, bool) {
	name, so := targetName(r.Step.Target), action.AlreadySo("")
	switch {
	case errors.Is(r.Err, action.ErrNotStarted):
		return notice{toneInfo, what + ": not sent. It was stopped before its turn."}, true
	case isChanged(r):
		return notice{toneUnknown, capital(name) + ": not sent. " + changedWords(r)}, true
	case errors.As(r.Err, &so):
		return notice{toneInfo, capital(string(so)) + ". Nothing was sent."}, true
	}
	if why := notSent(r); why != "" {
		return notice{toneBad, why + " Do it again when the tenant answers."}, true
	}
	return notice{}, false
}

// overwritten says what somebody else had made of a record before a step was done to it, "" where nothing shows that anybody had.
func overwritten(r action.Result) string {
	if r.Was == nil {
		return ""
	}
	var said []string
	saw := r.Step.Sets(r.Step.Before)
	for i, was := range r.Step.Sets(r.Was) {
		switch {
		case i >= len(saw) || saw[i].Is == was.Is:
		case listChange(saw[i], was) != "":
			said = append(said, listChange(saw[i], was)+" before")
		default:
			said = append(said, fmt.Sprintf("%s was “%s” before, not “%s” as you saw it", was.Name, was.Is, saw[i].Is))
		}
	}
	if len(said) == 0 {
		return ""
	}
	return strings.Join(said, "; ") + ": somebody else had changed it."
}

// doneAlready says that somebody else was faster.
func doneAlready(r action.Result) string {
	return r.Outcome.String() + ", apparently by somebody else." + readAgain(r)
}

// readAgain is what the record, read again, shows; "" when it wasn't read.
func readAgain(r action.Result) string { return ifText(r.Resolved, " "+r.Seen()) }

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
	case action.Worked:
		return overwritten(r)
	case action.DoneAlready:
		return capital(doneAlready(r))
	case action.Unknown:
		return r.Uncertain(true)
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
