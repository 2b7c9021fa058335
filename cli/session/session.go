package session

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/cli/cmdutil"
	"gatehouse/config"
	"gatehouse/ui/draw"
)

// Session is a tenant that can be spoken to.
type Session struct {
	Client *api.Client
	Runner *action.Runner
	Info   Info
	Now    func() time.Time // the clock of the built-in tenant, where one was set
	Close  func()
}

// Info says which tenant it is.
type Info struct {
	Name     string
	Host     string
	Source   string // what named the tenant: "--tenant", "config: default_tenant"
	Others   []string
	Vendor   bool      // the environment variables of the vendor's command line named it and hold its credentials
	Login    bool      // what "gatehouse login" has stored named it
	Renew    string    // what gets new credentials, as in "run gatehouse login"; "": they are put right where they come from
	Expires  time.Time // when the login ends; zero: nobody knows, or never
	Demo     bool
	NoConfig bool // the demo, because there is no configuration
	Accent   string
	Monitors []string // ids of conflict monitors, where the tenant is built in: they can't be listed
}

// Opening is what a tenant is opened with.
type Opening struct {
	Factory *cmdutil.Factory
	Config  *config.Config
	Means   config.Means // how credentials are got at
	Log     *slog.Logger
	Observe func(api.Exchange) // is told of every attempt
}

// Open makes the client of the tenant that flags, environment and configuration name. It connects to nothing.
func (o Opening) Open(ctx context.Context, f Flags) (*Session, error) {
	choice, err := config.Select(o.Config, config.Flags{Tenant: f.Tenant, Demo: f.Demo.On, ReadOnly: f.ReadOnly}, o.Factory.Environ.Getenv)
	if err != nil {
		return nil, err
	}
	options := api.Options{ReadOnly: choice.Tenant.ReadOnly, UserAgent: cmdutil.UserAgent(), Log: o.Log, Observe: o.Observe,
		Sleep: o.Factory.Sleep}
	info := infoOf(choice)
	stop := func() {}
	if choice.Demo {
		info.Monitors, stop, err = f.Demo.open(ctx, &options)
	} else {
		err = o.credentials(ctx, choice.Tenant, &options, &info)
	}
	if err != nil {
		return nil, err
	}
	client, err := api.New(options)
	if err != nil {
		stop()
		return nil, err
	}
	if info.Host == "" {
		info.Host = client.Host()
	}
	runner := action.NewRunner(action.Options{Client: client, Concurrency: o.Config.Concurrency, Sleep: o.Factory.Sleep,
		Now: options.Now, Journal: Journal(), Tenant: action.Tenant{Name: info.Name, URL: client.BaseURL()}})
	return &Session{Client: client, Runner: runner, Info: info, Now: options.Now,
		Close: func() { runner.Close(); client.Close(); stop() }}, nil
}

func infoOf(choice config.Choice) Info {
	info := Info{Name: choice.Tenant.Name, Source: choice.Source, Others: choice.Others, Demo: choice.Demo,
		NoConfig: choice.Origin == config.OriginNone, Vendor: choice.Origin == config.OriginVendor,
		Login: choice.Origin == config.OriginLogin, Accent: choice.Tenant.Accent}
	if choice.Demo {
		info.Host = "built-in tenant"
	}
	return info
}

// credentials reads how to sign in to a tenant.
func (o Opening) credentials(ctx context.Context, t config.Tenant, options *api.Options, info *Info) error {
	credentials, err := t.Credentials(ctx, o.Means)
	if err != nil {
		return cmdutil.Exit(cmdutil.Denied, err)
	}
	info.Renew, info.Expires = credentials.Renew, credentials.Expires
	options.BaseURL, options.CAFile = t.BaseURL, t.CAFile
	options.Auth = api.Auth{Token: credentials.Token.Reveal(), ClientID: credentials.ClientID, Source: credentials.Source,
		Renew: credentials.Renew, ClientSecret: credentials.ClientSecret.Reveal(), ForcePlain: t.Auth == config.AuthClientSecret}
	return nil
}

// ForCommand opens the tenant of a command without a screen. Unlike the console, a command never falls back on the demo: who revokes a
// leaked secret must not believe that it is done.
func ForCommand(ctx context.Context, factory *cmdutil.Factory, f Flags) (*Session, error) {
	conf, err := LoadConfig(factory, f)
	if err != nil {
		return nil, cmdutil.Exit(cmdutil.Usage, err)
	}
	log, closeLog, err := OpenLog(f.Debug)
	if err != nil {
		return nil, cmdutil.Exit(cmdutil.Usage, err)
	}
	opening := Opening{Factory: factory, Config: conf, Means: factory.Means(), Log: log, Observe: factory.Retrying}
	s, err := opening.Open(ctx, f)
	if err == nil && s.Info.NoConfig {
		s.Close()
		err = errors.New(`no tenant is configured: run "gatehouse login" or "gatehouse config init", ` +
			`or set GATEHOUSE_CLIENT_ID and GATEHOUSE_CLIENT_SECRET (or add --demo to try this on the built-in tenant)`)
	}
	if err != nil {
		closeLog()
		if ctx.Err() != nil || errors.Is(err, config.ErrInterrupted) {
			return nil, cmdutil.Exit(cmdutil.Interrupted, errors.New("cancelled before anything was sent"))
		}
		var exit *cmdutil.ExitError
		if errors.As(err, &exit) {
			return nil, err
		}
		return nil, cmdutil.Exit(cmdutil.Usage, err)
	}
	closeTenant := s.Close
	s.Close = func() { closeTenant(); closeLog() }
	return s, nil
}

// Journal is where changes are recorded. Without a folder for it, writing it fails and says what is missing.
func Journal() *action.FileJournal {
	dir, err := config.StateDir(os.Getenv)
	if err != nil {
		dir = ""
	}
	return action.NewFileJournal(dir)
}

// Where names the tenant for every question and result: a request to the wrong tenant is what people fear most.
func (s *Session) Where() string {
	name := draw.Clean(s.Info.Name)
	if s.Info.Demo {
		return name + " (the built-in tenant)"
	}
	if name == s.Client.Host() {
		return name
	}
	return name + " (" + s.Client.Host() + ")"
}

// Chosen tells how the tenant was chosen where more than one place names it, or somebody else's variables do; else it is "".
func (s *Session) Chosen() string {
	if len(s.Info.Others) == 0 && !s.Info.Vendor {
		return ""
	}
	said := "tenant from " + s.Info.Source
	if len(s.Info.Others) > 0 {
		said += ", not from " + strings.Join(s.Info.Others, ", ")
	}
	return said
}
