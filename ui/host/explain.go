package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/draw"
)

// Explain says in one sentence what went wrong, and in another what to do, with the key that tries again as the key map has it.
func (e *Env) Explain(err error) (what, next string) {
	return ExplainWith(err, e.Keys.Label("refresh"))
}

// Explain is for where the key that tries again isn't told, or can't be another.
func Explain(err error) (what, next string) { return ExplainWith(err, "r") }

// AskForRole is what to do about what isn't allowed.
func AskForRole(again string) string {
	return "Ask for the role that allows it, then press " + again + "."
}

func ExplainWith(err error, again string) (what, next string) {
	var e *api.Error
	message := ""
	if errors.As(err, &e) {
		message = e.Message
	}
	switch api.KindOf(err) {
	case api.KindUnauthenticated:
		return explainSignIn(err, e, again)
	case api.KindForbidden:
		return "You may not see this on this tenant." + Said(message), AskForRole(again)
	case api.KindNotFound:
		return "The tenant doesn't have it." + Said(message), "It may have been deleted; " + again + " refreshes."
	case api.KindConflict:
		return "The state of the record doesn't allow it." + Said(message), "Somebody else may have got there first; " + again + " refreshes it."
	case api.KindInvalid:
		return "The tenant refused the request." + Said(message), "Fix it and try again."
	case api.KindUnsupported:
		return "This tenant doesn't offer this list.", "Everything else works; other panes are not affected."
	case api.KindRateLimited:
		if errors.Is(err, api.ErrHeld) {
			return "Nothing was sent: the tenant asked us to slow down.", waitFor(e.RetryAfter, again)
		}
		return "The tenant asks us to slow down." + Said(message), waitFor(e.RetryAfter, again)
	case api.KindUnavailable:
		if foreign := (*api.ForeignAnswer)(nil); errors.As(err, &foreign) {
			return "The tenant has a problem right now: this is " + foreign.Error() + ".", again + " tries again."
		}
		if e.Err != nil { // the words are the client's
			return Capital(message) + ".", again + " tries again."
		}
		return "The tenant has a problem right now." + Said(message), again + " tries again."
	case api.KindNetwork:
		return explainHop(err, again)
	case api.KindEndedEarly:
		return "The request ended before there was an answer.", again + " tries again."
	case api.KindMalformed:
		if foreign := (*api.ForeignAnswer)(nil); errors.As(err, &foreign) {
			return Capital("this is "+foreign.Error()) + ".", "Check the network and the tenant's address; " + again + " tries again."
		}
		return "The answer can't be read: " + FirstOf(message, PlainCause(err)) +
			".", "Something between here and the tenant may have answered instead; " + again + " tries again."
	case api.KindRedirect:
		return Capital(PlainCause(err)) + ".", "It was not followed. Check the address that gatehouse was given for this tenant."
	case api.KindReadOnly:
		return "This session is read-only, so nothing was sent.", "Start without --read-only to make changes."
	case api.KindOutcomeUnknown:
		return action.Heard(err) + " It is unknown whether it was done.", "Read the record again before you repeat it."
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, ErrStopped) {
		return "It was stopped.", again + " tries again."
	}
	if errors.Is(err, action.ErrJournal) {
		return "Nothing was sent: " + err.Error() + ".", "Make room for the journal, and try again."
	}
	return Capital(err.Error()) + ".", again + " tries again."
}

// Briefly is why something could not be read, in a few words within a sentence.
func Briefly(err error) string {
	switch api.KindOf(err) {
	case api.KindForbidden:
		return "you may not see it"
	case api.KindNotFound:
		return "the tenant doesn't have it"
	case api.KindRateLimited:
		return "the tenant asks us to slow down"
	case api.KindUnavailable:
		return "the tenant has a problem"
	case api.KindMalformed:
		return "the answer can't be read"
	case api.KindNetwork, api.KindEndedEarly:
		return "no answer came"
	}
	what, _ := Explain(err)
	return strings.TrimSuffix(draw.Clean(what), ".")
}

// explainSignIn tells credentials that were refused from a clock that is wrong.
func explainSignIn(err error, e *api.Error, again string) (what, next string) {
	if errors.Is(err, api.ErrClock) {
		return "The tenant refused the sign-in for the time in it." + Said(e.Message), "Correct this computer's clock; " + again + " tries again."
	}
	from := ""
	if e.Source != "" {
		from = " from " + e.Source
	}
	return "The tenant doesn't accept the credentials" + from + "." + Said(e.Message), Capital(SignInAgain(err)) + "."
}

// SignInAgain is what to do about credentials that were refused.
func SignInAgain(err error) string {
	var e *api.Error
	next := "fix them"
	if errors.As(err, &e) {
		switch {
		case e.Renew != "":
			next = e.Renew
		case e.Source != "":
			next = "fix them there"
		}
	}
	return next + ", then restart gatehouse"
}

// explainHop says where on the way to the tenant a request got stuck.
func explainHop(err error, again string) (what, next string) {
	var stuck *api.NetworkError
	if !errors.As(err, &stuck) {
		return "The tenant can't be reached: " + PlainCause(err) + ".", "Check the network; " + again + " tries again."
	}
	return Capital(stuck.Said) + ".", Capital(stuck.Next) + "; " + again + " tries again."
}

func Said(message string) string {
	if message == "" {
		return ""
	}
	return " The tenant says: " + strings.TrimSuffix(message, ".") + "."
}

func FirstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// waitFor says how long the tenant asked to wait, and that the key that tries again doesn't wait.
func waitFor(d time.Duration, again string) string {
	wait := "a moment"
	if d >= time.Second {
		wait = draw.Duration(d)
	}
	return "Wait " + wait + "; " + again + " tries again at once."
}

// PlainCause is the innermost cause of an error, without what was wrapped around it.
func PlainCause(err error) string {
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

// Capital begins a sentence of ours with a capital. A remote name must not begin it: names stay as they are.
func Capital(s string) string {
	if s == "" {
		return s
	}
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// TargetName names a target so that a person knows it again: webhook “Payments”, owner “Ada Lovelace” of “Member” in Payroll.
func TargetName(t action.Target) string {
	return strings.TrimSpace(CalledName(t) + " " + t.Within)
}

// CalledName is a target's kind and name, without what it is within.
func CalledName(t action.Target) string {
	if t.Name == "" || t.Name == t.ID {
		return strings.TrimSpace(t.Kind + " " + t.ID)
	}
	return fmt.Sprintf("%s “%s”", t.Kind, t.Name)
}

// RequestText is a request as it will be sent, without the token: spread over lines, and otherwise byte for byte.
func RequestText(c *api.Client, r api.Request) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s %s%s", r.Method, c.BaseURL(), r.Path)
	if len(r.Query) > 0 {
		text.WriteString("?" + r.Query.Encode())
	}
	lines := []string{draw.Clean(text.String())}
	var body bytes.Buffer
	if json.Indent(&body, r.Body, "", "  ") != nil { // it isn't JSON: then as it is
		body.Reset()
		body.Write(r.Body)
	}
	if body.Len() > 0 {
		for line := range strings.SplitSeq(body.String(), "\n") {
			lines = append(lines, draw.Clean(line))
		}
	}
	return strings.Join(lines, "\n")
}

// WhyStale is why what was read before can't be read again.
func WhyStale(err error) string { return whyUnread(err, "this any more") }

// WhyNotTheRest is why rows are missing behind those that were read.
func WhyNotTheRest(err error) string { return whyUnread(err, "the rest") }

func whyUnread(err error, what string) string {
	if api.KindOf(err) == api.KindForbidden {
		return "The tenant doesn't let you see " + what + "." + Said(PlainMessage(err))
	}
	why, _ := Explain(err)
	return why
}
