package ui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/draw"
)

// explain says in one sentence what went wrong, and in another what to do.
func explain(err error) (what, next string) {
	var e *api.Error
	message := ""
	if errors.As(err, &e) {
		message = e.Message
	}
	switch api.KindOf(err) {
	case api.KindUnauthenticated:
		return "The tenant doesn't accept the credentials." + said(message), "Check them in the configuration, then press r."
	case api.KindForbidden:
		return "You may not see this on this tenant." + said(message), "Ask for the role that allows it, then press r."
	case api.KindNotFound:
		return "The tenant doesn't know it." + said(message), "It may have been deleted; r reads again."
	case api.KindConflict:
		return "The state of the record doesn't allow it." + said(message), "Somebody may have been faster; r reads it again."
	case api.KindInvalid:
		return "The tenant refused the request." + said(message), "Put it right and try again."
	case api.KindUnsupported:
		return "This tenant doesn't offer this list.", "Everything else works; other panes are not affected."
	case api.KindRateLimited:
		return "The tenant asks us to slow down." + said(message), "Wait a moment, then press r."
	case api.KindUnavailable:
		return "The tenant is not well right now." + said(message), "r tries again."
	case api.KindNetwork:
		return "The tenant can't be reached: " + plainCause(err) + ".", "Check the network; r tries again."
	case api.KindEndedEarly:
		return "The request ended before there was an answer.", "r tries again."
	case api.KindMalformed:
		return "The answer can't be read." + said(firstOf(message, plainCause(err))), "Something between here and the tenant may have answered instead; r tries again."
	case api.KindRedirect:
		return capital(plainCause(err)) + ".", "Nothing was followed. Check base_url in the configuration."
	case api.KindReadOnly:
		return "This session is read-only, so nothing was sent.", "Start without --read-only to make changes."
	case api.KindOutcomeUnknown:
		return "No usable answer came, so nobody knows whether it was done." + said(message), "Read the record again before you repeat it."
	}
	if errors.Is(err, context.Canceled) {
		return "It was stopped.", "r tries again."
	}
	if errors.Is(err, action.ErrJournal) {
		return "Nothing was sent: " + err.Error() + ".", "Make room for the journal, and try again."
	}
	return capital(err.Error()) + ".", "r tries again."
}

func said(message string) string {
	if message == "" {
		return ""
	}
	return " It says: " + strings.TrimSuffix(message, ".") + "."
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// plainCause is the innermost cause of an error, without what was wrapped around it.
func plainCause(err error) string {
	var e *api.Error
	if errors.As(err, &e) {
		if e.Message != "" {
			return e.Message
		}
		if e.Err != nil {
			return e.Err.Error()
		}
	}
	return err.Error()
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// targetName names a target so that a person knows it again: “Payments” (2x…).
func targetName(t action.Target) string {
	if t.Name == "" || t.Name == t.ID {
		return strings.TrimSpace(t.Kind + " " + t.ID)
	}
	return fmt.Sprintf("%s “%s”", t.Kind, t.Name)
}

// resultNotice says what came of a step, naming its target.
func resultNotice(plan *action.Plan, r action.Result) notice {
	name := targetName(r.Step.Target)
	tried, failed := plan.Title+" "+name, plan.Title+" failed for "+name
	if plan.Undone != "" {
		tried = "Taking back the " + plan.Undone + " of " + name
		failed = tried + " failed"
	}
	switch r.Outcome {
	case action.Worked:
		text := plan.Done + " " + name + "."
		if r.Resolved {
			text += " The record, read again, shows it."
		}
		for _, more := range append([]string{r.Step.Proof(r.Now), r.Said}, plan.Left...) {
			if more != "" {
				text += " " + more
			}
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
		return notice{toneUnknown, fmt.Sprintf("%s: no usable answer came, and the record doesn't show it. It may still arrive; r reads again before you repeat it.", tried)}
	case action.Overtaken:
		return notice{toneUnknown, tried + ": somebody else changed the record meanwhile; what you see is how it is now."}
	case action.Unknown:
		return notice{toneUnknown, fmt.Sprintf("%s: outcome unknown. No usable answer came, and the record can't be read. r reads again before you repeat it.", tried)}
	}
	if errors.Is(r.Err, action.ErrNotStarted) {
		return notice{toneInfo, tried + " was not started."}
	}
	if errors.Is(r.Err, action.ErrChangedSince) {
		return notice{toneUnknown, capital(name) + ": nothing was sent, because it has changed since you saw it."}
	}
	text := failed + ". " + refusal(r)
	var e *api.Error
	if errors.As(r.Err, &e) && e.RequestID != "" {
		text += " Request " + e.RequestID + "."
	}
	return notice{toneBad, text}
}

// refusal says why an action failed.
func refusal(r action.Result) string {
	switch {
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
		return ""
	case action.Lost:
		return "The answer was no use, and the record, read again, doesn't show it." + said(messageOf(r.Err))
	case action.NotShown:
		return capital(r.Err.Error()) + "."
	case action.Overtaken:
		if r.Gone {
			return "Somebody else has deleted the record meanwhile."
		}
		return "Somebody else changed the record meanwhile."
	case action.Unknown:
		return "The answer was no use, and the record can't be read." + said(messageOf(r.Err))
	}
	if errors.Is(r.Err, action.ErrNotStarted) {
		return ""
	}
	return refusal(r)
}

// messageOf is what the tenant said with a refusal.
func messageOf(err error) string {
	var e *api.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return ""
}

// requestText is a request as it will be sent, without the token.
func requestText(c *api.Client, r api.Request) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s %s%s", r.Method, c.BaseURL(), r.Path)
	if len(r.Query) > 0 {
		text.WriteString("?" + r.Query.Encode())
	}
	if len(r.Body) > 0 {
		if body, err := json.MarshalIndent(json.RawMessage(r.Body), "", "  "); err == nil {
			text.WriteString("\n" + string(body))
		}
	}
	return draw.CleanText(text.String())
}
