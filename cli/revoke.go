package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/draw"
)

// revokeFlags are the flags of the revoke command.
type revokeFlags struct {
	yes  bool
	json bool
	as   string
}

// The values of --as.
const (
	asCreator       = "creator"
	asAdministrator = "administrator"
)

func revokeCommand(s *shell, f *flags) *cobra.Command {
	var r revokeFlags
	c := &cobra.Command{
		Use:   "revoke [REFERENCE...]",
		Short: "Revoke shared secrets by share URL, share code or vault id",
		Long: `Revoke shared secrets: their content is deleted for good and nobody can open them any more. This can't be undone.

A REFERENCE is a share URL, a share code (XXXX-XXXX-XXXX) or a vault id, alone or within a message, a table or the link of a mail
filter. Without arguments, standard input is read: references one a line, or a text that holds them. On a terminal you are asked for
one, and it isn't shown. Share URLs and codes open the secret, and arguments can be seen by others on this computer: the other two ways
are safer.

Each secret is looked up first, which uses up no view, and shown. You are asked once, for all of them. Links of other tenants are named
and left alone; where one is an argument, or a reference is wrong, nothing is done at all. Your own secrets are revoked by you as their
creator, those of others by you as an administrator; when the tenant refuses one, you are asked whether to try the other.

Exit status: 0 revoked, or it was already; 1 refused, declined, or unknown; 2 wrong usage, nothing was done; 3 not signed in or not
allowed; 4 no such secret; 130 ended with ctrl+c before the secrets were shown. With several references, the worst of them, where 3 is
worse than 1 and 1 than 4.`,
		Example: `  gatehouse revoke                       # asks for the reference
  pbpaste | gatehouse revoke --tenant acme
  gatehouse revoke --yes --json < leaked.txt
  gatehouse revoke < message.eml`,
		RunE: func(cmd *cobra.Command, args []string) error { return s.revoke(cmd.Context(), *f, r, args) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
	c.Flags().BoolVarP(&r.yes, "yes", "y", false, "don't ask")
	c.Flags().BoolVar(&r.json, "json", false, "print one JSON object for each reference")
	c.Flags().StringVar(&r.as, "as", "", "revoke as `WHO`: creator or administrator (default: what fits the secret)")
	f.demo.register(c)
	completeWith(c, "as", func() []string { return []string{asCreator, asAdministrator} })
	return c
}

// revoke is the whole command.
func (s *shell) revoke(ctx context.Context, f flags, r revokeFlags, args []string) error {
	if r.as != "" && r.as != asCreator && r.as != asAdministrator {
		return &exitError{exitUsage, fmt.Errorf("--as wants %s or %s", asCreator, asAdministrator)}
	}
	piped, err := s.piped(args)
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	o, err := s.openTenant(ctx, f)
	if err != nil {
		return err
	}
	defer o.close()
	if o.client.ReadOnly() {
		return &exitError{exitUsage, errors.New(o.where() + " is open read-only, so nothing can be revoked on it")}
	}
	v := &revocation{shell: s, opened: o, flags: r, again: f.again(), say: s.out}
	if r.json {
		v.say = s.err
	}
	if !r.yes || piped.empty() {
		if v.asker, err = s.terminal(); err == nil {
			defer func() { _ = v.asker.Close() }()
		} else if v.unaskable = s.unasked(r, err); piped.empty() {
			return &exitError{exitUsage, v.unaskable}
		}
	}
	return v.run(ctx, piped)
}

// unasked tells how to do without the terminal that isn't there.
func (s *shell) unasked(r revokeFlags, err error) error {
	if r.yes {
		return fmt.Errorf("no reference was given, and %w for one", err)
	}
	return fmt.Errorf("%w: add --yes to revoke without being asked", err)
}

// piped gives the references of the command line, or else the text of standard input. On a terminal it gives none.
func (s *shell) piped(args []string) (given, error) {
	if len(args) > 0 || s.inTerminal {
		return given{each: args}, nil
	}
	data, err := io.ReadAll(io.LimitReader(s.in, pipedSize+1))
	switch {
	case err != nil:
		return given{}, &exitError{exitFailed, fmt.Errorf("standard input can't be read: %w", err)}
	case strings.TrimSpace(string(data)) == "":
		return given{}, &exitError{exitUsage, errors.New("no reference was given: standard input is empty")}
	case len(data) > pipedSize:
		return given{}, &exitError{exitUsage, errors.New("standard input is too long: it may hold 1 MiB")}
	}
	return given{text: string(data)}, nil
}

// revocation is one run of the command.
type revocation struct {
	*shell
	opened *opened
	flags  revokeFlags
	asker  asker // nil: nobody is asked
	// unaskable is why nobody can be asked, where somebody would have to be. A reference that can't be used is told first.
	unaskable error
	again     string    // the flags that open the same tenant in a command that is proposed
	say       io.Writer // what is for people
	cases     []*leak
	caller    api.Identity        // empty: the tenant doesn't tell
	users     map[string]api.User // by id
	opens     []string            // share codes and URLs: they are never printed
}

func (v *revocation) run(ctx context.Context, piped given) error {
	if chosen := v.opened.chosen(); chosen != "" {
		v.tell("On %s: %s.", v.opened.where(), chosen)
	}
	err := v.understand(ctx, piped)
	if err == nil && v.unaskable != nil {
		return &exitError{exitUsage, v.unaskable}
	}
	if err == nil {
		v.find(ctx)
		err = v.decideAndRevoke(ctx)
	}
	if err != nil && !errors.Is(err, errSaid) {
		return err
	}
	if v.flags.json {
		if err := v.printJSON(); err != nil {
			return &exitError{exitFailed, err}
		}
	}
	if status := worstStatus(v.cases); status != 0 {
		return &exitError{status, errSaid}
	}
	return nil
}

func (v *revocation) tell(format string, args ...any) { v.shell.tell(v.say, format, args...) }

// find looks every secret up, with reads that use up no view.
func (v *revocation) find(ctx context.Context) {
	what := "it"
	if len(v.cases) > 1 {
		what = fmt.Sprintf("%d references", len(v.cases))
	}
	defer v.meanwhile("Looking " + what + " up on " + v.opened.where() + "…")()
	var group errgroup.Group
	group.SetLimit(8)
	for _, c := range v.cases {
		if c.outcome == outcomeElsewhere {
			continue
		}
		group.Go(func() error {
			secret, err := action.FindSecret(api.AtOnce(ctx), v.opened.client, c.ref)
			if err != nil {
				c.fail(outcomeOf(err), err)
				return nil
			}
			c.found(secret)
			return nil
		})
	}
	_ = group.Wait() // every failure is kept with its reference
	v.sameSecrets()
	v.hideCodes()
	if len(v.toRevoke()) > 0 {
		if caller, err := v.opened.client.Introspect(ctx); err == nil { // not every tenant tells who one is
			v.caller = caller
		}
	}
	v.learnNames(ctx)
	v.opened.runner.Identify(action.Person{ID: v.caller.UserID, Name: v.users[v.caller.UserID].DisplayName})
	v.opened.runner.WarnWithoutJournal(func(err error) { v.tell("%s This is done without it.", sentence(v.clean(err.Error()))) })
}

// sameSecrets makes references to one secret share one fate.
func (v *revocation) sameSecrets() {
	first := map[string]*leak{}
	for _, c := range v.cases {
		if c.secret == nil {
			continue
		}
		if original := first[c.secret.VaultID]; original != nil {
			c.same = original
			continue
		}
		first[c.secret.VaultID] = c
	}
}

// learnNames reads the names of caller, creators and recipients; without them ids are shown.
func (v *revocation) learnNames(ctx context.Context) {
	ids := []string{v.caller.UserID}
	for _, c := range v.cases {
		if c.secret != nil {
			ids = append(ids, c.secret.CreatorUserID)
			ids = append(ids, c.secret.AllowedUserIDs[:min(len(c.secret.AllowedUserIDs), shownRecipients)]...)
		}
	}
	v.users = map[string]api.User{}
	users, err := v.opened.client.UsersByID(ctx, ids)
	if err != nil {
		return
	}
	for _, u := range users {
		v.users[u.ID] = u
	}
}

// hideCodes keeps share codes and URLs out of everything that is printed from here on, however a text spells them.
func (v *revocation) hideCodes() {
	v.opens = nil
	for _, c := range v.cases {
		if code := c.ref.Code(); code != "" {
			v.opens = append(v.opens, code)
		}
		if c.secret != nil {
			v.opens = append(v.opens, action.Opens(*c.secret)...)
		}
	}
}

// veil takes share codes and URLs out of a text.
func (v *revocation) veil(text string) string { return api.Mask(text, "[hidden]", v.opens...) }

// clean makes remote text fit for a line, without codes.
func (v *revocation) clean(text string) string { return draw.Clean(v.veil(text)) }

// toRevoke are the secrets that were found and aren't revoked yet.
func (v *revocation) toRevoke() []*leak {
	return slices.DeleteFunc(slices.Clone(v.cases), func(c *leak) bool {
		return c.secret == nil || c.same != nil || c.outcome != outcomeNotTried
	})
}
