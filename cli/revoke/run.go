package revoke

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/cli/cmdutil"
	"gatehouse/ui/draw"
)

// decideAndRevoke shows what was found, asks, revokes, and shows what came of it.
func (v *revocation) decideAndRevoke(ctx context.Context) error {
	if ctx.Err() != nil {
		return cmdutil.Exit(cmdutil.Interrupted, errors.New("interrupted; nothing was revoked"))
	}
	v.tell("On %s:", v.session.Where())
	for _, c := range v.cases {
		v.show(c)
	}
	work := v.toRevoke()
	if len(work) == 0 {
		return nil
	}
	plan, err := action.Bind(action.RevokeSecret(v.capacity()), action.SecretTarget, action.Draft{}, secretsOf(work)...)
	if err != nil {
		return cmdutil.Exit(cmdutil.Failed, err)
	}
	v.tell("\n%s", lossOf(work))
	if !v.Yes {
		if yes, err := v.ask(ctx, questionOf(len(work), v.session.Where())); err != nil || !yes {
			return v.decline(work, err)
		}
	}
	v.perform(ctx, plan, work)
	v.lookAgain(ctx, work)
	return v.tryInstead(ctx, work)
}

func (v *revocation) ask(ctx context.Context, question string) (bool, error) {
	yes, err := v.asker.Confirm(ctx, question)
	if err != nil && !errors.Is(err, cmdutil.ErrCancelled) {
		return false, cmdutil.Exit(cmdutil.Failed, err)
	}
	return yes, err
}

func (v *revocation) decline(work []*leak, err error) error {
	for _, c := range work {
		c.outcome = outcomeDeclined
	}
	v.tell("Nothing was revoked.")
	if errors.Is(err, cmdutil.ErrCancelled) || err == nil {
		return cmdutil.ErrSilent
	}
	return err
}

func secretsOf(cases []*leak) []api.Secret {
	secrets := make([]api.Secret, len(cases))
	for i, c := range cases {
		secrets[i] = *c.secret
	}
	return secrets
}

func lossOf(work []*leak) string {
	gone := 0
	for _, c := range work {
		if action.SecretEmptied(*c.secret) {
			gone++
		}
	}
	switch n := len(work); {
	case n == 1 && gone == 1:
		return "Its content is deleted already. Revoking closes it for good, too. This can't be undone."
	case n == 1:
		return "Revoking deletes its content for good, and nobody can open it any more. This can't be undone."
	case gone == n:
		return fmt.Sprintf("The content of these %d secrets is deleted already. Revoking closes them for good, too. This can't be undone.", n)
	default:
		return fmt.Sprintf("Revoking deletes the content of these %d secrets for good, and nobody can open them any more. This can't be undone.",
			n)
	}
}

func questionOf(n int, where string) string {
	if n == 1 {
		return "Revoke it on " + where + "?"
	}
	return fmt.Sprintf("Revoke all %d on %s?", n, where)
}

// capacity decides in which role each secret is revoked.
func (v *revocation) capacity() func(api.Secret) action.Capacity {
	switch v.As {
	case asCreator:
		return func(api.Secret) action.Capacity { return action.AsCreator }
	case asAdministrator:
		return func(api.Secret) action.Capacity { return action.AsAdministrator }
	}
	return action.CapacityOf(v.caller)
}

// perform runs the plan, whose steps are those of work, and reports each step in the order of work.
func (v *revocation) perform(ctx context.Context, plan *action.Plan, work []*leak) {
	defer v.Factory.Meanwhile(plan.Doing + "…")()
	for i := range plan.Steps {
		plan.Steps[i].Seen = work[i].read
	}
	run := v.session.Runner.Start(plan)
	sent, ended := make([]bool, len(work)), make([]bool, len(work))
	told := 0
	handle := func(event action.Event) {
		switch event.Phase {
		case action.Sending:
			sent[event.Index] = true
		case action.Checking:
			v.tell("Reading %s again to be sure…", v.named(work[event.Index]))
		case action.Ended:
			work[event.Index].end(event.Result)
			for ended[event.Index] = true; told < len(work) && ended[told]; told++ {
				v.report(work[told])
			}
		}
	}
	for event, ok := run.Next(ctx); ok; event, ok = run.Next(ctx) {
		handle(event)
	}
	run.Stop()
	v.drain(ctx, run, handle, func() bool {
		for i := range work {
			if !sent[i] && !ended[i] {
				return false
			}
		}
		return true
	})
	for i, c := range work {
		if !ended[i] { // interrupted while its request was on its way
			c.fail(outcomeUnknown, errors.New("it was interrupted before there was an answer"))
		}
		if i >= told {
			v.report(c)
		}
	}
}

// drainTime bounds how long an interrupted revocation waits to learn which of its requests were sent.
const drainTime = 2 * time.Second

// drain takes what a stopped run still tells, until it is known of each step whether it was sent.
func (v *revocation) drain(ctx context.Context, run *action.Run, handle func(action.Event), known func() bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	for !known() {
		event, ok := run.Next(ctx)
		if !ok {
			return
		}
		handle(event)
	}
}

// lookAgain reads the secrets again about which nobody knows whether they were revoked, until that is proved or patience has ended.
func (v *revocation) lookAgain(ctx context.Context, work []*leak) {
	var open []*leak
	patience := time.Duration(0)
	for _, c := range work {
		if c.result.Outcome == action.Unknown {
			open = append(open, c)
			patience = max(patience, c.result.Step.AgainFor())
		}
	}
	if len(open) == 0 {
		return
	}
	if patience > 0 && ctx.Err() == nil {
		v.tell("It may still happen: looking again for up to %s; ctrl+c ends that.", draw.Duration(patience))
		v.await(ctx, open)
	}
	for _, c := range open {
		if c.result.Outcome != action.Unknown {
			v.report(c)
			continue
		}
		v.tell("Still unknown: %s. Run the command again: it looks first.", v.named(c))
	}
}

func (v *revocation) await(ctx context.Context, open []*leak) {
	defer v.Factory.Meanwhile("Looking again…")()
	var all sync.WaitGroup
	for _, c := range open {
		all.Go(func() { c.end(v.session.Runner.Await(ctx, c.result)) })
	}
	all.Wait()
}

// tryInstead offers what may be tried after a refusal: a new choice, never made by itself.
func (v *revocation) tryInstead(ctx context.Context, work []*leak) error {
	for len(work) > 0 {
		plan, err := work[0].instead()
		if err != nil {
			return cmdutil.Exit(cmdutil.Failed, err)
		}
		if plan == nil {
			work = work[1:]
			continue
		}
		same, plans := []*leak{work[0]}, []*action.Plan{plan}
		for _, c := range work[1:] {
			if other, err := c.instead(); err == nil && other != nil && other.Title == plan.Title {
				same, plans = append(same, c), append(plans, other)
			}
		}
		if v.Yes || ctx.Err() != nil {
			v.sayHow(same)
		} else if err := v.offer(ctx, action.Together(plans...), same); err != nil {
			return err
		}
		work = slices.DeleteFunc(work, func(c *leak) bool { return slices.Contains(same, c) })
	}
	return nil
}

func (v *revocation) offer(ctx context.Context, plan *action.Plan, work []*leak) error {
	subject := v.named(work[0])
	if len(work) > 1 {
		subject = fmt.Sprintf("these %d secrets", len(work))
	}
	yes, err := v.ask(ctx, fmt.Sprintf("%s instead: %s?", plan.Title, subject))
	if err == nil && yes {
		v.perform(ctx, plan, work)
		v.lookAgain(ctx, work)
	}
	if errors.Is(err, cmdutil.ErrCancelled) {
		return cmdutil.ErrSilent
	}
	return err
}

// sayHow tells how to make the other choice when nobody can be asked.
func (v *revocation) sayHow(work []*leak) {
	for _, c := range work {
		v.tell("To try it as %s instead:\n\n  gatehouse revoke%s --as %s %s", c.otherWay(), v.again, c.otherWay(), v.clean(c.secret.VaultID))
	}
}
