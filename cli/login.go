package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/api"
	"gatehouse/config"
)

// loginFlags are the flags of the login command.
type loginFlags struct {
	url      string
	paste    bool
	expires  string
	store    string
	deviceID string
}

// The values of --store.
const (
	storeKeyring = "keyring"
	storeFile    = "file"
)

// deviceClientID is the client id that the program signs in with when nothing else is configured.
const deviceClientID = "gatehouse"

func loginCommand(s *shell, f *flags) *cobra.Command {
	var l loginFlags
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
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.login(cmd.Context(), *f, l) },
	}
	c.Flags().StringVar(&l.url, "url", "", "the tenant's `ADDRESS`, if it isn't in the configuration")
	c.Flags().BoolVar(&l.paste, "paste", false, "give a client id and secret instead of signing in with a browser")
	c.Flags().StringVar(&l.expires, "expires", "30d", "how long the credential lives, such as 12h or 30d")
	c.Flags().StringVar(&l.store, "store", "", "`WHERE` to keep it without asking: keyring or file")
	c.Flags().StringVar(&l.deviceID, "device-client-id", "", "sign in as this client `ID` (default: device_client_id of the configuration, or "+deviceClientID+")")
	completeWith(c, "store", func() []string { return []string{storeKeyring, storeFile} })
	completeWith(c, "url", func() []string { return nil })
	return c
}

func logoutCommand(s *shell, f *flags) *cobra.Command {
	var address string
	c := &cobra.Command{
		Use:   "logout",
		Short: "Remove the stored credential of a tenant",
		Long: `Remove what "gatehouse login" has stored for a tenant: the entry in the system's keyring and the file. The credential itself stays
valid on the tenant until it expires or somebody revokes it there.

Exit status: 0 nothing is stored any more; 1 a copy may be left; 2 wrong usage.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.logout(cmd.Context(), *f, address) },
	}
	c.Flags().StringVar(&address, "url", "", "the tenant's `ADDRESS`, if it isn't in the configuration")
	completeWith(c, "url", func() []string { return nil })
	return c
}

// signIn is one run of the login command.
type signIn struct {
	*shell
	flags  loginFlags
	tenant config.Tenant
	conf   *config.Config
	known  bool // the tenant has a name already
	life   time.Duration
	store  *config.Logins
	asker  asker // nil: nobody can be asked
	log    api.Options
	// credentialName is what the credential that is bought is called on the tenant.
	credentialName string
}

func (s *shell) login(ctx context.Context, f flags, l loginFlags) error {
	in, closeLog, err := s.prepareSignIn(f, l)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	defer closeLog()
	var lines []string
	if l.paste && !s.inTerminal {
		if lines, err = s.pastedLines(); err != nil {
			return &exitError{exitUsage, err}
		}
	}
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	if in.asker, err = s.terminal(); err != nil {
		in.asker = nil
	} else {
		defer func() { _ = in.asker.Close() }()
	}
	return in.run(ctx, lines)
}

// prepareSignIn finds out what can be known before anything is sent or asked.
func (s *shell) prepareSignIn(f flags, l loginFlags) (*signIn, func(), error) {
	if f.demo.on {
		return nil, nil, errors.New("the built-in tenant needs no login")
	}
	life, err := parseLife(l.expires)
	if err != nil {
		return nil, nil, err
	}
	if l.store != "" && l.store != storeKeyring && l.store != storeFile {
		return nil, nil, fmt.Errorf("--store wants %s or %s", storeKeyring, storeFile)
	}
	in := &signIn{shell: s, flags: l, life: life}
	conf, err := loadConfig(f)
	if err != nil {
		return nil, nil, err
	}
	in.conf = conf
	if in.tenant, in.known, err = loginTenant(conf, f.tenant, l.url, l.paste); err != nil {
		return nil, nil, err
	}
	if (f.readOnly || in.tenant.ReadOnly) && !l.paste {
		return nil, nil, errors.New("signing in creates a credential on the tenant, which read-only forbids; give one that you have with --paste")
	}
	if in.store, err = config.NewLogins(os.Getenv); err != nil {
		return nil, nil, err
	}
	log, closeLog, err := openLog(f.debug)
	if err != nil {
		return nil, nil, err
	}
	in.log = api.Options{Log: log, UserAgent: "gatehouse/" + versionText(), Observe: s.retrying, Now: s.now, Sleep: s.sleep}
	return in, closeLog, nil
}

// parseLife reads a time such as 12h or 30d.
func parseLife(text string) (time.Duration, error) {
	const longest = 10 * 365 * 24 * time.Hour
	life, err := time.ParseDuration(text)
	if days, isDays := strings.CutSuffix(text, "d"); isDays {
		var n int
		n, err = strconv.Atoi(days)
		life = time.Duration(min(max(n, 0), 1_000_000)) * 24 * time.Hour
	}
	if err != nil || life < time.Minute || life > longest {
		return 0, fmt.Errorf("--expires wants a time such as 12h or 30d, not %q", text)
	}
	return life, nil
}

// loginTenant finds the tenant to sign in to. With anyTenant there may be none yet: a client id will tell.
func loginTenant(conf *config.Config, name, address string, anyTenant bool) (t config.Tenant, known bool, err error) {
	if name == "" && address == "" {
		name = os.Getenv("GATEHOUSE_TENANT")
	}
	if address == "" {
		return configuredTenant(conf, name, anyTenant)
	}
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	base, err := config.CheckBaseURL(address)
	if err != nil {
		return t, false, fmt.Errorf("--url %w", err)
	}
	if name == "" {
		for _, each := range conf.Known() {
			if each.BaseURL == base {
				return each, true, nil
			}
		}
		return config.Tenant{Name: nameFor(base), BaseURL: base, Auth: config.AuthAuto}, false, nil
	}
	t, known = conf.Tenant(name)
	if known && t.BaseURL != base {
		return t, false, fmt.Errorf("the tenant %q has another address than --url: %s", name, t.BaseURL)
	}
	if !known {
		t = config.Tenant{Name: name, BaseURL: base, Auth: config.AuthAuto}
	}
	return t, known, nil
}

// configuredTenant is the tenant of that name, or the one that the configuration opens by itself.
func configuredTenant(conf *config.Config, name string, anyTenant bool) (config.Tenant, bool, error) {
	if name == "" && len(conf.Tenants) == 0 {
		switch {
		case anyTenant:
			return config.Tenant{}, false, nil
		case len(conf.Logins) == 0:
			return config.Tenant{}, false, errors.New("no tenant is configured: say which one with --url https://…")
		}
	}
	nothing := func(string) string { return "" } // variables that hold credentials name no tenant to sign in to
	choice, err := config.Select(conf, config.Flags{Tenant: name}, nothing)
	return choice.Tenant, err == nil, err
}

// nameFor proposes a name for a tenant: the first part of its host name, or the host where that is no name.
func nameFor(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return base
	}
	first, _, more := strings.Cut(u.Hostname(), ".")
	if !more || first == "" || first[0] >= '0' && first[0] <= '9' {
		return u.Host
	}
	return first
}
