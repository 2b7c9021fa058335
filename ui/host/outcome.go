package host

import (
	"errors"
	"fmt"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// Deed names an action and what it is done to, each once: "Accept suggestion “Payments”", "Delete hook “Stop shell tools”".
func Deed(title string, t action.Target) string {
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
	name := TargetName(t)
	if strings.HasSuffix(title, " "+t.Kind) {
		return strings.TrimPrefix(name, t.Kind)
	}
	return name
}

// ResultNotice says what came of a step, naming its target; refresh is the key that reads it again.
func ResultNotice(plan *action.Plan, r action.Result, refresh string) Notice {
	return ResultWords(plan, r, LookedAgain(r, "Refresh with "+refresh+" before you repeat it."))
}

// ResultReturning says what came of a step whose record comes into view again by itself.
func ResultReturning(plan *action.Plan, r action.Result) Notice {
	return ResultWords(plan, r, LookedAgain(r, "It comes back at the end."))
}

// LookedAgain says what a person can do about a step whose outcome is unknown, and that the record is read again by itself.
func LookedAgain(r action.Result, next string) string {
	if r.Outcome != action.Unknown || r.Step.AgainFor() == 0 {
		return next
	}
	looks := "it is read again for " + draw.Duration(r.Step.AgainFor()) + "."
	if errors.Is(r.Err, action.ErrNotShown) {
		return Capital(looks) + " " + next
	}
	return "It may still happen; " + looks + " " + next
}

// ResultWords say what came of a step; again is what to do where nobody knows whether it was done.
func ResultWords(plan *action.Plan, r action.Result, again string) Notice {
	what := resultOf(plan, r)
	switch r.Outcome {
	case action.Worked:
		return doneWords(plan, r)
	case action.DoneAlready:
		return Notice{ToneInfo, strings.TrimSpace(what + ": " + doneAlready(r) + " " + r.Step.Proof(r.Now))}
	case action.Unknown:
		return Notice{ToneUnknown, what + ": outcome " + r.Outcome.String() + ". " + strings.TrimSpace(r.Uncertain(false)+" "+again)}
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
	return Notice{ToneBad, text}
}

// resultOf names what was asked for: “Delete hook “Stop shell tools””.
func resultOf(plan *action.Plan, r action.Result) string {
	if plan.Undone != "" {
		return "Undoing the " + plan.Undone + " of " + TargetName(r.Step.Target)
	}
	return Deed(plan.Title, r.Step.Target)
}

// doneWords say that a step is done, and what shows it. The record is called as it is called now.
func doneWords(plan *action.Plan, r action.Result) Notice {
	text := plan.Done + " " + TargetName(r.Target()) + "." + readAgain(r)
	if r.Unproven {
		return Notice{ToneGood, text + " The tenant accepted it; it can't be read back here."}
	}
	for _, more := range append([]string{r.Step.Proof(r.Now), r.Said}, plan.Left...) {
		if more != "" {
			text += " " + more
		}
	}
	if before := Overwritten(r); before != "" {
		return Notice{ToneWarning, text + " " + before}
	}
	return Notice{ToneGood, text}
}

// notSentWords say why a step was not sent, where that is no failure; false: it is one.
func notSentWords(what string, r action.Result) (Notice, bool) {
	name, so := TargetName(r.Step.Target), action.AlreadySo("")
	switch {
	case errors.Is(r.Err, action.ErrNotStarted):
		return Notice{ToneInfo, what + ": not sent. It was stopped before its turn."}, true
	case IsChanged(r):
		return Notice{ToneWarning, Capital(name) + ": not sent. " + ChangedWords(r)}, true
	case errors.As(r.Err, &so):
		return Notice{ToneInfo, Capital(string(so)) + ". Nothing was sent."}, true
	}
	if why := NotSent(r); why != "" {
		return Notice{ToneBad, why + " Do it again when the tenant answers."}, true
	}
	return Notice{}, false
}

// Overwritten says what somebody else had made of a record before a step was done to it, "" where nothing shows that anybody had.
func Overwritten(r action.Result) string {
	if r.Was == nil {
		return ""
	}
	var said []string
	saw := r.Step.Sets(r.Step.Before)
	for i, was := range r.Step.Sets(r.Was) {
		switch {
		case i >= len(saw) || saw[i].Is == was.Is:
		case widget.ListChange(saw[i], was) != "":
			said = append(said, widget.ListChange(saw[i], was)+" before")
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
func readAgain(r action.Result) string { return widget.IfText(r.Resolved, " "+r.Seen()) }

// refusal says why an action failed.
func refusal(r action.Result) string {
	switch {
	case NotSent(r) != "":
		what, _ := Explain(r.Err)
		return "Nothing was sent, because it couldn't be read before. " + what
	case api.KindOf(r.Err) == api.KindForbidden:
		return "You may not do this on this tenant." + Said(PlainCause(r.Err))
	case r.Step.Unoffered(r.Err):
		return "This tenant doesn't offer this operation."
	}
	what, _ := Explain(r.Err)
	return what
}

// ShortReason says why one of many ended as it did, "" where that needs no words.
func ShortReason(r action.Result) string {
	switch r.Outcome {
	case action.Worked:
		return Overwritten(r)
	case action.DoneAlready:
		return Capital(doneAlready(r))
	case action.Unknown:
		return r.Uncertain(true)
	}
	if errors.Is(r.Err, action.ErrNotStarted) {
		return ""
	}
	if since := (SinceError{}); IsChanged(r) && !errors.As(r.Err, &since) {
		return ChangedWords(r)
	}
	if why := LeftOut(""); errors.As(r.Err, &why) {
		return Capital(string(why)) + "."
	}
	return refusal(r) + readAgain(r)
}

// LeftOut is why a marked record was left out of a batch.
type LeftOut string

func (l LeftOut) Error() string { return "left out: " + string(l) }
