package revoke

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/cli/cmdutil"
)

// outcome is what came of one reference, more closely than its action.Outcome.
type outcome string

// The outcomes.
const (
	outcomeRevoked   outcome = "revoked"
	outcomeAlready   outcome = "already_revoked"
	outcomeDeclined  outcome = "declined"
	outcomeNotTried  outcome = "not_tried"    // because another reference was wrong
	outcomeInvalid   outcome = "invalid"      // the reference itself is wrong, or of another tenant
	outcomeElsewhere outcome = "other_tenant" // a link of another tenant in a text: named and left alone
	outcomeSignedOut outcome = "not_signed_in"
	outcomeForbidden outcome = "forbidden"
	outcomeNotFound  outcome = "not_found"
	outcomeFailed    outcome = "failed"
	outcomeUnknown   outcome = "unknown" // it was sent, and nothing tells what came of it
)

// reason is the outcome as --json tells it beside the action's, "" where that says it all.
func (o outcome) reason() string {
	switch o {
	case outcomeRevoked, outcomeAlready, outcomeUnknown, outcomeFailed:
		return ""
	}
	return string(o)
}

func (o outcome) status() cmdutil.Status {
	switch o {
	case outcomeRevoked, outcomeAlready:
		return 0
	case outcomeInvalid:
		return cmdutil.Usage
	case outcomeSignedOut, outcomeForbidden:
		return cmdutil.Denied
	case outcomeNotFound:
		return cmdutil.NotFound
	}
	return cmdutil.Failed
}

// worstStatus is the exit status for all: wrong usage before anything else, then 3, 1, 4.
func worstStatus(cases []*leak) cmdutil.Status {
	for _, status := range []cmdutil.Status{cmdutil.Usage, cmdutil.Denied, cmdutil.Failed, cmdutil.NotFound} {
		for _, c := range cases {
			if c.status() == status {
				return status
			}
		}
	}
	return 0
}

// leak is one reference and what came of it.
type leak struct {
	number, of int // of the reference
	ref        action.Reference
	secret     *api.Secret // nil: not found
	read       time.Time   // when the secret was
	same       *leak       // an earlier reference to the same secret
	outcome    outcome
	err        error
	result     action.Result // of the last try
}

func (c *leak) status() cmdutil.Status {
	if c.same != nil {
		return c.same.status()
	}
	return c.outcome.status()
}

// verdict is what became of the revocation, in the words that the console and the journal have for it.
func (c *leak) verdict() action.Outcome {
	switch c.outcome {
	case outcomeRevoked:
		return action.Worked
	case outcomeAlready:
		return action.DoneAlready
	case outcomeUnknown:
		return action.Unknown
	}
	return c.result.Outcome // not sent, where nothing was tried
}

func (c *leak) fail(o outcome, err error) { c.outcome, c.err = o, err }

func (c *leak) found(s api.Secret) {
	c.secret, c.read = &s, time.Now()
	if action.SecretRevoked(s) {
		c.outcome = outcomeAlready
	}
}

// label begins a line about the reference where there are several.
func (c *leak) label() string {
	if c.of == 1 {
		return ""
	}
	return fmt.Sprintf("Reference %d: ", c.number)
}

// end takes in what came of a step.
func (c *leak) end(r action.Result) {
	c.result, c.err = r, r.Err
	if now, ok := r.Now.(api.Secret); ok {
		c.secret = &now
	}
	switch r.Outcome {
	case action.Worked:
		c.outcome = outcomeRevoked
	case action.DoneAlready:
		c.outcome = outcomeAlready
	case action.Unknown:
		c.outcome = outcomeUnknown
	case action.Refused, action.NotSent:
		c.outcome = outcomeOf(r.Err)
		if r.Gone {
			c.outcome = outcomeNotFound
		}
	}
}

// outcomeOf is what a refused lookup or request means.
func outcomeOf(err error) outcome {
	switch api.KindOf(err) {
	case api.KindUnauthenticated:
		return outcomeSignedOut
	case api.KindForbidden:
		return outcomeForbidden
	case api.KindNotFound:
		return outcomeNotFound
	}
	return outcomeFailed
}

// instead is the plan that may be tried after a refusal, nil when there is none.
func (c *leak) instead() (*action.Plan, error) {
	if c.result.Outcome != action.Refused || c.result.Err == nil {
		return nil, nil
	}
	return c.result.Step.Instead(c.result.Err)
}

// otherWay is the value of --as that was not tried.
func (c *leak) otherWay() string {
	if r := c.result.Step.Request; r.Method == http.MethodDelete && strings.Contains(r.Path, "/secrets-admin/") {
		return asCreator
	}
	return asAdministrator
}
