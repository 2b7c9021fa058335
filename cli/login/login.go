// Package login is "gatehouse login".
package login

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/api"
	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
	"gatehouse/config"
	"gatehouse/span"
)

// Options are what the command line says.
type Options struct {
	Factory  *cmdutil.Factory
	Flags    session.Flags
	URL      string
	Paste    bool
	Life     time.Duration // of the credential
	Store    string        // storeKeyring or storeFile; "": it is found out, and asked about
	DeviceID string
}

// The values of --store.
const (
	storeKeyring = "keyring"
	storeFile    = "file"
)

// deviceClientID is the client id that the program signs in with when nothing else is configured.
const deviceClientID = "gatehouse"

// NewCommand is the command that signs in to a tenant.
func NewCommand(factory *cmdutil.Factory, flags *session.Flags) *cobra.Command {
	return newCommand(factory, flags, run)
}

func newCommand(factory *cmdutil.Factory, flags *session.Flags, run func(context.Context, *Options) error) *cobra.Command {
	o := &Options{Factory: factory}
	var expires string
	c := &cobra.Command{
		Use:   "login",
		Short: "Sign in to a tenant and keep the credential",
		Long: `Sign in to a tenant, as a person in front of a browser: gatehouse shows a code and an address, you confirm the code there, and
gatehouse creates a personal credential for itself that expires after --expires. With --paste you give it a client id and a client
secret that you have already, at a prompt that doesn't show them, or as two lines on standard input.

The credential is tried on the tenant and then stored in the system's keyring, or, after asking, in a file that only you can read
where there is no keyring. While no tenant is configured, gatehouse opens the only one that you signed in to; of several, --tenant
names one. A tenant of the configuration that has base_url and no credentials uses its login. The configuration file is never
changed. "gatehouse logout" removes the login.

A tenant may want a shorter life than --expires: then gatehouse asks for another, and makes none on enter alone. A credential that was
made but could not be tried, because the tenant didn't answer or you ended the command, is kept anyway, since its secret can't be
had twice. Older credentials that this computer made for the tenant and that may still be valid are named, so that you can revoke them.

Exit status: 0 signed in; 1 it failed, or the credential is kept but untried; 2 wrong usage, nothing was sent; 3 the tenant refused it;
130 ended with ctrl+c, and the last line says what became of the credential.`,
		Example: `  gatehouse login --tenant acme
  gatehouse login --url https://acme.example --expires 7d
  gatehouse login --url https://acme.example --paste --store file`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Flags = *flags
			if err := o.check(expires); err != nil {
				return cmdutil.Exit(cmdutil.Usage, err)
			}
			return run(cmd.Context(), o)
		},
	}
	c.Flags().StringVar(&o.URL, "url", "", "the tenant's `ADDRESS`, if it isn't in the configuration")
	c.Flags().BoolVar(&o.Paste, "paste", false, "give a client id and secret instead of signing in with a browser")
	c.Flags().StringVar(&expires, "expires", "30d", "how long the credential lives: a `TIME` such as 12h, 30d or \"2 weeks\"")
	c.Flags().StringVar(&o.Store, "store", "", "`WHERE` to keep it without asking: keyring or file")
	c.Flags().StringVar(&o.DeviceID, "device-client-id", "",
		"sign in as this client `ID` (default: device_client_id of the configuration, or "+deviceClientID+")")
	cmdutil.CompleteWith(c, "store", func() []string { return []string{storeKeyring, storeFile} })
	cmdutil.CompleteWith(c, "url", func() []string { return nil })
	return c
}

// signIn is one run of the login command.
type signIn struct {
	*Options
	tenant config.Tenant
	conf   *config.Config
	life   time.Duration // of the credential; the tenant may want another than the options say
	logins *config.Logins
	asker  cmdutil.Prompter // nil: nobody can be asked
	log    api.Options
	// credentialName is what the credential that is bought is called on the tenant.
	credentialName string
}

// check says what is wrong with the options, as far as they tell by themselves.
func (o *Options) check(expires string) (err error) {
	if o.Flags.Demo.On {
		return errors.New("the built-in tenant needs no login")
	}
	if o.Life, err = parseLife(expires); err != nil {
		return err
	}
	if o.Store != "" && o.Store != storeKeyring && o.Store != storeFile {
		return fmt.Errorf("--store wants %s or %s", storeKeyring, storeFile)
	}
	return nil
}

// run is the whole command.
func run(ctx context.Context, o *Options) error {
	in, closeLog, err := o.prepare()
	if err != nil {
		return cmdutil.Exit(cmdutil.Usage, err)
	}
	defer closeLog()
	var lines []string
	if o.Paste && !o.Factory.InTerminal {
		if lines, err = pastedLines(o.Factory.In); err != nil {
			return cmdutil.Exit(cmdutil.Usage, err)
		}
	}
	ctx, stop := cmdutil.UntilInterrupted(ctx)
	defer stop()
	if in.asker, err = o.Factory.Prompter(); err != nil {
		in.asker = nil
	} else {
		defer func() { _ = in.asker.Close() }()
	}
	return in.run(ctx, lines)
}

// prepare finds out what can be known before anything is sent or asked.
func (o *Options) prepare() (*signIn, func(), error) {
	in := &signIn{Options: o, life: o.Life}
	var err error
	if in.conf, err = session.LoadConfig(o.Factory, o.Flags); err != nil {
		return nil, nil, err
	}
	if in.tenant, err = session.LoginTenant(in.conf, o.Flags.Tenant, o.URL, o.Paste); err != nil {
		return nil, nil, err
	}
	if (o.Flags.ReadOnly || in.tenant.ReadOnly) && !o.Paste {
		return nil, nil, errors.New("signing in creates a credential on the tenant, which read-only forbids; give one that you have with --paste")
	}
	if in.logins, err = config.NewLogins(os.Getenv); err != nil {
		return nil, nil, err
	}
	log, closeLog, err := session.OpenLog(o.Flags.Debug)
	if err != nil {
		return nil, nil, err
	}
	in.log = api.Options{Log: log, UserAgent: cmdutil.UserAgent(), Observe: o.Factory.Retrying, Now: o.Factory.Now, Sleep: o.Factory.Sleep}
	return in, closeLog, nil
}

// parseLife reads how long a credential is to live.
func parseLife(text string) (time.Duration, error) {
	const longest = 10 * 365 * 24 * time.Hour
	life, err := span.Parse(text, 0)
	if err != nil || life < time.Minute || life > longest {
		return 0, fmt.Errorf("--expires wants a time such as 12h, 30d or \"2 weeks\", not %q", text)
	}
	return life, nil
}
