package revoke

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/cli/cmdutil"
	"gatehouse/ui/draw"
)

const shownRecipients = 5 // names; the rest is a number

// show tells what was understood of a reference: the secret, or why there is none.
func (v *revocation) show(c *leak) {
	if c.outcome == outcomeElsewhere { // told when it was read
		return
	}
	v.tell("")
	switch {
	case c.same != nil:
		v.tell("%sThe same secret as reference %d.", c.label(), c.same.number)
	case c.secret == nil && c.outcome == outcomeNotFound:
		v.tell("%sThere is no secret for %s here. %s", c.label(), c.ref, v.notFound(c))
	case c.secret == nil:
		v.tell("%sThe secret of %s can't be looked up. %s", c.label(), c.ref, v.why(c))
	case action.SecretUnseen(*c.secret):
		v.tell("%s%s. This tenant doesn't let it be read, so nothing but its id is known.", c.label(), cmdutil.Capitalized(c.ref.String()))
	default:
		v.tell("%s%s", c.label(), v.clean(orNameless(c.secret.DisplayName)))
		for _, line := range v.facts(*c.secret) {
			v.tell("  %-12s%s", line[0], line[1])
		}
	}
	if c.outcome == outcomeAlready && c.same == nil {
		v.tell("  Done already: it was revoked before, so there is nothing to do.")
	}
}

// facts are what a person needs to know the secret by: labels and values.
func (v *revocation) facts(s api.Secret) [][2]string {
	facts := [][2]string{
		{"vault id", v.clean(s.VaultID)},
		{"status", v.clean(s.StateWords(v.Factory.Now())) + meaning(s) + since(s.DeletedAt, v.Factory.Now())},
		{"creator", v.person(s.CreatorUserID)},
		{"sharing", v.clean(s.SharingMode.Words())},
		{"views", views(s)},
		expiry(s.ContentExpiresAt, v.Factory.Now()),
	}
	for i, name := range v.recipients(s) {
		label := "recipients"
		if i > 0 {
			label = ""
		}
		facts = append(facts, [2]string{label, name})
	}
	return facts
}

// notFound is what else is known about a secret that isn't there; that there is none is said already.
func (v *revocation) notFound(c *leak) string {
	var e *api.Error
	if !errors.As(c.err, &e) || e.RequestID == "" {
		return "Check that all of it was copied."
	}
	return "Check that all of it was copied. (The tenant answered " + strconv.Itoa(e.Status) + ", request " + v.clean(e.RequestID) + ".)"
}

func meaning(s api.Secret) string {
	if means := s.Status.Meaning(); means != "" && !api.SecretStateOf(s, time.Time{}).Closed() {
		return " (" + means + ")"
	}
	return ""
}

func since(t api.Time, now time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case !t.Known():
		return ", deleted at " + t.Stamp()
	}
	return ", deleted " + draw.Ago(t.Time, now) + " (" + draw.Exact(t.Time, time.UTC) + ")"
}

func expiry(t api.Time, now time.Time) [2]string {
	switch {
	case t.IsZero():
		return [2]string{"expires", "never"}
	case !t.Known():
		return [2]string{"expires", t.Stamp()}
	case t.After(now):
		return [2]string{"expires", draw.Until(t.Time, now) + " (" + draw.Exact(t.Time, time.UTC) + ")"}
	}
	return [2]string{"expired", draw.Ago(t.Time, now) + " (" + draw.Exact(t.Time, time.UTC) + ")"}
}

func views(s api.Secret) string {
	if s.MaxViews <= 0 {
		return draw.Count(s.CurrentViews) + ", without a limit"
	}
	return draw.Count(s.CurrentViews) + " of " + draw.Count(s.MaxViews)
}

// person names a user as well as it is known.
func (v *revocation) person(id string) string {
	u := v.users[id]
	switch {
	case id == "":
		return "unknown"
	case u.DisplayName != "" && u.Email != "":
		return v.clean(u.DisplayName + " <" + u.Email + ">")
	case u.DisplayName != "" || u.Email != "":
		return v.clean(u.DisplayName + u.Email)
	}
	return "user " + v.clean(id)
}

func (v *revocation) recipients(s api.Secret) []string {
	var names []string
	for i, id := range s.AllowedUserIDs {
		if i < shownRecipients {
			names = append(names, v.person(id))
		}
	}
	for i, mail := range s.AllowedEmails {
		if len(s.AllowedUserIDs)+i < shownRecipients {
			names = append(names, v.clean(mail))
		}
	}
	if more := len(s.AllowedUserIDs) + len(s.AllowedEmails) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	if len(names) == 0 {
		return []string{"nobody is named"}
	}
	return names
}

// named is a secret in a sentence.
func (v *revocation) named(c *leak) string {
	if c.secret.DisplayName == "" {
		return "the secret " + v.clean(c.secret.VaultID)
	}
	return fmt.Sprintf("%q (%s)", v.clean(c.secret.DisplayName), v.clean(c.secret.VaultID))
}

func orNameless(name string) string {
	if strings.TrimSpace(name) == "" {
		return "A secret without a name"
	}
	return name
}

// report tells what came of a secret, with the proof.
func (v *revocation) report(c *leak) {
	name, seen := v.named(c), v.clean(c.result.Step.Proof(c.result.Now))
	switch c.verdict() {
	case action.Worked:
		if c.result.Unproven {
			v.tell("Revoked %s: the tenant accepted it. It can't be read here, so there is no other proof.", name)
			return
		}
		v.tell("Revoked %s. %s", name, seen)
	case action.DoneAlready:
		v.tell("Done already, apparently by somebody else: %s. %s", name, seen)
	case action.Unknown:
		v.tell("Unknown whether this was revoked: %s. %s", name, v.why(c))
	case action.Refused:
		v.tell("Refused: %s. %s%s", name, v.why(c), v.stillIs(c))
	case action.NotSent:
		v.tell("Not sent: %s. %s", name, v.why(c))
	}
}

// stillIs is what the secret, read again after a refusal, is.
func (v *revocation) stillIs(c *leak) string {
	if !c.result.Resolved {
		return ""
	}
	return " " + v.clean(c.result.Seen())
}

func (v *revocation) why(c *leak) string {
	var e *api.Error
	switch {
	case c.result.Outcome == action.Unknown:
		return v.clean(c.result.Uncertain(false))
	case c.err == nil:
		return "No reason is known."
	case errors.As(c.err, &e):
		return cmdutil.Sentence(v.clean(e.Plain()))
	}
	return cmdutil.Sentence(v.clean(c.err.Error()))
}

// printed is a line of --json. Share codes and URLs are never in it.
type printed struct {
	Reference int     `json:"reference"` // its number among those given, from 1
	VaultID   string  `json:"vaultId"`
	Name      string  `json:"name"`
	Outcome   string  `json:"outcome"`   // done, done already, refused, not sent or unknown
	Reason    string  `json:"reason"`    // of what was refused or not sent, where it is one of those that scripts tell apart
	Status    string  `json:"status"`    // as the tenant says it, SECRET_STATUS_REVOKED
	DeletedAt *string `json:"deletedAt"` // RFC 3339, null if not deleted
	Error     string  `json:"error"`
}

// printJSON prints one object a line, in the order of the references.
func (v *revocation) printJSON() error {
	for _, c := range v.cases {
		p := printed{Reference: c.number}
		if c.same != nil {
			c = c.same
		}
		p.Outcome, p.Reason = c.verdict().String(), c.outcome.reason()
		if s := c.secret; s != nil {
			p.VaultID, p.Name, p.Status = s.VaultID, v.veil(s.DisplayName), v.veil(string(s.Status))
			if at := s.DeletedAt; at.Known() {
				text := at.UTC().Format(time.RFC3339Nano)
				p.DeletedAt = &text
			} else if !at.IsZero() {
				text := v.veil(at.Text)
				p.DeletedAt = &text
			}
		}
		if (c.err != nil || c.verdict() == action.Unknown) && c.status() != 0 {
			p.Error = v.clean(c.reason())
		}
		line, err := json.Marshal(p)
		if err != nil {
			return fmt.Errorf("a result can't be written as JSON: %w", err)
		}
		if _, err := fmt.Fprintln(v.Factory.Out, string(api.EscapeHidden(line))); err != nil {
			return fmt.Errorf("standard output can't be written: %w", err)
		}
	}
	return nil
}

// reason is the error in a sentence; where nothing proves what became of it, what came back and what the secret shows since.
func (c *leak) reason() string {
	if c.result.Outcome == action.Unknown {
		return c.result.Uncertain(false)
	}
	return c.err.Error()
}
