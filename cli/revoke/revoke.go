// Package revoke is "gatehouse revoke".
package revoke

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
	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
	"gatehouse/ui/draw"
)

// Options are what the command line says.
type Options struct {
	Factory    *cmdutil.Factory
	Flags      session.Flags
	Yes        bool
	JSON       bool
	As         string   // asCreator or asAdministrator; "": what fits the secret
	References []string // without any, they come from standard input or a prompt
}

// The values of --as.
const (
	asCreator       = "creator"
	asAdministrator = "administrator"
)

// NewCommand is the command that revokes shared secrets.
func NewCommand(factory *cmdutil.Factory, flags *session.Flags) *cobra.Command {
	return newCommand(factory, flags, run)
}

func newCommand(factory *cmdutil.Factory, flags *session.Flags, run func(context.Context, *Options) error) *cobra.Command {
	o := &Options{Factory: factory}
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
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Flags, o.References = *flags, args
			if err := o.check(); err != nil {
				return cmdutil.Exit(cmdutil.Usage, err)
			}
			return run(cmd.Context(), o)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
	c.Flags().BoolVarP(&o.Yes, "yes", "y", false, "don't ask")
	c.Flags().BoolVar(&o.JSON, "json", false, "print one JSON object for each reference")
	c.Flags().StringVar(&o.As, "as", "", "revoke as `WHO`: creator or administrator (default: what fits the secret)")
	flags.Demo.Register(c)
	cmdutil.CompleteWith(c, "as", func() []string { return []string{asCreator, asAdministrator} })
	return c
}

// check says what is wrong with the options, as far as they tell by themselves.
func (o *Options) check() error {
	if o.As != "" && o.As != asCreator && o.As != asAdministrator {
		return fmt.Errorf("--as wants %s or %s", asCreator, asAdministrator)
	}
	return nil
}

// run is the whole command.
func run(ctx context.Context, o *Options) error {
	piped, err := o.piped()
	if err != nil {
		return err
	}
	ctx, stop := cmdutil.UntilInterrupted(ctx)
	defer stop()
	tenant, err := session.ForCommand(ctx, o.Factory, o.Flags)
	if err != nil {
		return err
	}
	defer tenant.Close()
	if tenant.Client.ReadOnly() {
		return cmdutil.Exit(cmdutil.Usage, errors.New(tenant.Where()+" is open read-only, so nothing can be revoked on it"))
	}
	v := &revocation{Options: o, session: tenant, again: o.Flags.Again(), say: o.Factory.Out}
	if o.JSON {
		v.say = o.Factory.Err
	}
	if !o.Yes || piped.empty() {
		if v.asker, err = o.Factory.Prompter(); err == nil {
			defer func() { _ = v.asker.Close() }()
		} else if v.unaskable = o.unasked(err); piped.empty() {
			return cmdutil.Exit(cmdutil.Usage, v.unaskable)
		}
	}
	return v.run(ctx, piped)
}

// unasked tells how to do without the terminal that isn't there.
func (o *Options) unasked(err error) error {
	if o.Yes {
		return fmt.Errorf("no reference was given, and %w for one", err)
	}
	return fmt.Errorf("%w: add --yes to revoke without being asked", err)
}

// piped gives the references of the command line, or else the text of standard input. On a terminal it gives none.
func (o *Options) piped() (given, error) {
	if len(o.References) > 0 || o.Factory.InTerminal {
		return given{each: o.References}, nil
	}
	data, err := io.ReadAll(io.LimitReader(o.Factory.In, pipedSize+1))
	switch {
	case err != nil:
		return given{}, cmdutil.Exit(cmdutil.Failed, fmt.Errorf("standard input can't be read: %w", err))
	case strings.TrimSpace(string(data)) == "":
		return given{}, cmdutil.Exit(cmdutil.Usage, errors.New("no reference was given: standard input is empty"))
	case len(data) > pipedSize:
		return given{}, cmdutil.Exit(cmdutil.Usage, errors.New("standard input is too long: it may hold 1 MiB"))
	}
	return given{text: string(data)}, nil
}

// revocation is one run of the command.
type revocation struct {
	*Options
	session *session.Session
	asker   cmdutil.Prompter // nil: nobody is asked
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
	if chosen := v.session.Chosen(); chosen != "" {
		v.tell("On %s: %s.", v.session.Where(), chosen)
	}
	err := v.understand(ctx, piped)
	if err == nil && v.unaskable != nil {
		return cmdutil.Exit(cmdutil.Usage, v.unaskable)
	}
	if err == nil {
		v.find(ctx)
		err = v.decideAndRevoke(ctx)
	}
	if err != nil && !errors.Is(err, cmdutil.ErrSilent) {
		return err
	}
	if v.JSON {
		if err := v.printJSON(); err != nil {
			return cmdutil.Exit(cmdutil.Failed, err)
		}
	}
	if status := worstStatus(v.cases); status != 0 {
		return cmdutil.Exit(status, cmdutil.ErrSilent)
	}
	return nil
}

func (v *revocation) tell(format string, args ...any) { v.Factory.Tell(v.say, format, args...) }

// find looks every secret up, with reads that use up no view.
func (v *revocation) find(ctx context.Context) {
	what := "it"
	if len(v.cases) > 1 {
		what = fmt.Sprintf("%d references", len(v.cases))
	}
	defer v.Factory.Meanwhile("Looking " + what + " up on " + v.session.Where() + "…")()
	var group errgroup.Group
	group.SetLimit(8)
	for _, c := range v.cases {
		if c.outcome == outcomeElsewhere {
			continue
		}
		group.Go(func() error {
			secret, err := action.FindSecret(api.AtOnce(ctx), v.session.Client, c.ref)
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
		if caller, err := v.session.Client.Introspect(ctx); err == nil { // not every tenant tells who one is
			v.caller = caller
		}
	}
	v.learnNames(ctx)
	v.session.Runner.Identify(action.Person{ID: v.caller.UserID, Name: v.users[v.caller.UserID].DisplayName})
	v.session.Runner.WarnWithoutJournal(func(err error) { v.tell("%s This is done without it.", cmdutil.Sentence(v.clean(err.Error()))) })
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
	users, err := v.session.Client.UsersByID(ctx, ids)
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
