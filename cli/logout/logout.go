// Package logout is "gatehouse logout".
package logout

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
	"gatehouse/config"
	"gatehouse/ui/draw"
)

// Options are what the command line says.
type Options struct {
	Factory *cmdutil.Factory
	Flags   session.Flags
	URL     string
}

// NewCommand is the command that removes the stored credential of a tenant.
func NewCommand(factory *cmdutil.Factory, flags *session.Flags) *cobra.Command {
	return newCommand(factory, flags, run)
}

func newCommand(factory *cmdutil.Factory, flags *session.Flags, run func(context.Context, *Options) error) *cobra.Command {
	o := &Options{Factory: factory}
	c := &cobra.Command{
		Use:   "logout",
		Short: "Remove the stored credential of a tenant",
		Long: `Remove what "gatehouse login" has stored for a tenant: the entry in the system's keyring and the file. The credential itself stays
valid on the tenant until it expires or somebody revokes it there.

Exit status: 0 nothing is stored any more; 1 a copy may be left; 2 wrong usage.`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Flags = *flags
			if o.Flags.Demo.On {
				return cmdutil.Exit(cmdutil.Usage, errors.New("the built-in tenant needs no login"))
			}
			return run(cmd.Context(), o)
		},
	}
	c.Flags().StringVar(&o.URL, "url", "", "the tenant's `ADDRESS`, if it isn't in the configuration")
	cmdutil.CompleteWith(c, "url", func() []string { return nil })
	return c
}

// run removes every copy of a login.
func run(ctx context.Context, o *Options) error {
	conf, err := session.LoadConfig(o.Factory, o.Flags)
	if err != nil && o.URL != "" {
		conf, err = config.New(), nil // what is wrong in the configuration keeps no secret on the disk
	}
	if err != nil {
		return cmdutil.Exit(cmdutil.Usage, err)
	}
	tenant, err := session.LoginTenant(conf, o.Flags.Tenant, o.URL, false)
	if err != nil {
		return cmdutil.Exit(cmdutil.Usage, err)
	}
	store, err := config.NewLogins(os.Getenv)
	if err != nil {
		return cmdutil.Exit(cmdutil.Failed, err)
	}
	ctx, stop := cmdutil.UntilInterrupted(ctx)
	defer stop()
	known := store.Knows(tenant.BaseURL)
	login, _, findErr := store.Find(ctx, tenant.BaseURL)
	done := o.Factory.WaitForKeyring()
	removed, err := store.Remove(ctx, tenant.BaseURL)
	done()
	say := func(format string, args ...any) { o.Factory.Tell(o.Factory.Out, format, args...) }
	if removed.File {
		say("Removed the login of %s from the file %s.", tenant.BaseURL, store.File(tenant.BaseURL))
	}
	if removed.Keyring {
		say("Removed the login of %s from the keyring.", tenant.BaseURL)
	}
	if removed == (config.Removed{}) && (err == nil || !known) {
		say("There was no login of %s.", tenant.BaseURL)
	}
	if findErr == nil && login.ClientID != "" && removed != (config.Removed{}) {
		say("The credential %s is still valid on the tenant%s. Revoke it there if somebody else may have it.", draw.Clean(login.ClientID),
			cmdutil.Until(login.Expires))
	}
	switch {
	case err != nil && (removed.File || !known): // a login has one copy: that was it, or there was none
		say("A copy in the keyring can't be ruled out: %s", cmdutil.Sentence(draw.Clean(err.Error())))
	case err != nil:
		return cmdutil.Exit(cmdutil.Failed, fmt.Errorf("a copy of the login may be left: %w", err))
	}
	return nil
}
