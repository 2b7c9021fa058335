package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/atotto/clipboard"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/config"
	"gatehouse/state"
	"gatehouse/theme"
	"gatehouse/ui"
)

// openConsole wires configuration, client and console, and runs until the person quits.
func openConsole(ctx context.Context, f flags, means config.Means) error {
	if err := checkTerminal(); err != nil {
		return &exitError{exitUsage, err}
	}
	conf, err := loadConfig(f)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	log, closeLog, err := openLog(f.debug)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	defer closeLog()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &program{}
	first, err := openFirst(ctx, conf, f, means, log, p.observe)
	if err != nil {
		return err
	}
	options := consoleOptions(conf, first)
	options.Requests = &p.recent
	to := switcher{conf: conf, start: f, first: first.info, open: func(ctx context.Context, f flags) (*opened, error) {
		return openTenant(ctx, conf, f, config.Means{Lookup: means.Lookup, Lend: p.lend}, log, p.observe)
	}}
	options.Tenants, options.Open = to.choices(), to.connect
	return p.run(conf, options)
}

// openFirst opens the tenant that the console begins with; ctrl+c ends that as it ends a command.
func openFirst(
	ctx context.Context, conf *config.Config, f flags, means config.Means, log *slog.Logger, observe func(api.Exchange),
) (*opened, error) {
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	o, err := openTenant(ctx, conf, f, means, log, observe)
	switch {
	case ctx.Err() != nil || errors.Is(err, config.ErrInterrupted): // the command may end before the signal has come here
		if err == nil {
			o.close()
		}
		return nil, &exitError{exitInterrupted, errors.New("cancelled before the console was opened")}
	case err != nil:
		return nil, &exitError{exitUsage, err}
	}
	return o, nil
}

// checkTerminal refuses where a console can't be drawn.
func checkTerminal() error {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return errors.New("the console needs a terminal for input and output; see gatehouse --help for what works without one")
	}
	switch kind := os.Getenv("TERM"); {
	case kind == "dumb":
		return errors.New("the terminal says it is dumb (TERM=dumb), so the console can't be drawn on it")
	case kind == "" && runtime.GOOS != "windows":
		return errors.New("TERM is not set, so nothing says what this terminal can do; set it to its kind, for example TERM=xterm-256color")
	}
	return nil
}

func loadConfig(f flags) (*config.Config, error) {
	whatever := f.demo.on && f.config == "" // --demo works whatever the environment says
	path, _, err := config.Find(f.config, os.Getenv)
	switch {
	case err != nil && !whatever:
		return nil, err
	case path == "":
		return withLogins(config.New()), nil
	}
	conf, err := config.Load(path, config.Palette{Roles: theme.RoleNames(), Color: theme.CheckAccent, Style: theme.CheckColor})
	switch {
	case err != nil && whatever:
		return config.New(), nil
	case err != nil:
		return nil, err
	}
	f.env.Withhold(conf.SecretVariables()...)
	return withLogins(conf), nil
}

// withLogins makes the tenants known that somebody has signed in to.
func withLogins(conf *config.Config) *config.Config {
	if logins, err := config.NewLogins(os.Getenv); err == nil { // without a state folder nobody has
		var tenants []config.Tenant
		tenants, conf.Unread = logins.Tenants()
		conf.AddLogins(tenants)
	}
	return conf
}

// openLog opens the debug log: one JSON object a line, readable by its owner only.
func openLog(path string) (*slog.Logger, func(), error) {
	if path == "" {
		return slog.New(slog.DiscardHandler), func() {}, nil
	}
	file, err := openDebugLog(path, longestLog)
	if err != nil {
		return nil, nil, err
	}
	logger := slog.New(slog.NewJSONHandler(file, &slog.HandlerOptions{Level: slog.LevelDebug}))
	return logger, func() { _ = file.Close() }, nil
}

// opened is a tenant that can be spoken to.
type opened struct {
	client *api.Client
	runner *action.Runner
	info   ui.TenantInfo
	close  func()
}

func (o *opened) connection() ui.Connection {
	return ui.Connection{Client: o.client, Runner: o.runner, Tenant: o.info, Close: o.close}
}

// openTenant makes the client of the tenant that flags, environment and configuration name. It connects to nothing.
func openTenant(
	ctx context.Context, conf *config.Config, f flags, means config.Means, log *slog.Logger, observe func(api.Exchange),
) (*opened, error) {
	choice, err := config.Select(conf, config.Flags{Tenant: f.tenant, Demo: f.demo.on, ReadOnly: f.readOnly}, f.env.Getenv)
	if err != nil {
		return nil, err
	}
	options := api.Options{ReadOnly: choice.Tenant.ReadOnly, UserAgent: "gatehouse/" + versionText(), Log: log, Observe: observe, Sleep: f.sleep}
	info := ui.TenantInfo{Name: choice.Tenant.Name, Source: choice.Source, Others: choice.Others, Demo: choice.Demo,
		NoConfig: choice.Source == "no configuration", Vendor: strings.HasPrefix(choice.Source, config.VendorPrefix), Login: choice.Source == config.FromLogin, Accent: choice.Tenant.Accent}
	stop := func() {}
	if choice.Demo {
		if info.Monitors, stop, err = f.demo.open(ctx, &options); err != nil {
			return nil, err
		}
		info.Host = "built-in tenant"
	} else {
		credentials, err := choice.Tenant.Credentials(ctx, means)
		if err != nil {
			return nil, &exitError{exitDenied, err}
		}
		info.Renew, info.Expires = credentials.Renew, credentials.Expires
		options.BaseURL, options.CAFile = choice.Tenant.BaseURL, choice.Tenant.CAFile
		options.Auth = api.Auth{Token: credentials.Token.Reveal(), ClientID: credentials.ClientID, Source: credentials.Source, Renew: credentials.Renew,
			ClientSecret: credentials.ClientSecret.Reveal(), ForcePlain: choice.Tenant.Auth == config.AuthClientSecret}
	}
	client, err := api.New(options)
	if err != nil {
		stop()
		return nil, err
	}
	if info.Host == "" {
		info.Host = client.Host()
	}
	runner := action.NewRunner(action.Options{Client: client, Concurrency: conf.Concurrency, Sleep: f.sleep,
		Journal: journal(), Tenant: action.Tenant{Name: info.Name, URL: client.BaseURL()}})
	return &opened{client: client, runner: runner, info: info, close: func() { runner.Close(); client.Close(); stop() }}, nil
}

// journal is where changes are recorded. Without a folder for it, writing it fails and says what is missing.
func journal() *action.FileJournal {
	dir, err := config.StateDir(os.Getenv)
	if err != nil {
		dir = ""
	}
	return action.NewFileJournal(dir)
}

// open starts the built-in tenant on a free port and points the options at it. monitors are ids that nobody could find otherwise.
func (d demoFlags) open(ctx context.Context, o *api.Options) (monitors []string, stop func(), err error) {
	t, err := d.build()
	if err != nil {
		return nil, nil, err
	}
	server, err := t.Start(context.WithoutCancel(ctx), "127.0.0.1:0") // it ends with the session, not with its opening
	if err != nil {
		return nil, nil, fmt.Errorf("the built-in tenant can't be started: %w", err)
	}
	o.BaseURL, o.Auth = server.URL(), api.Auth{Token: t.Token()}
	return someMonitors(t), func() { _ = server.Close() }, nil
}

// consoleOptions are what the console takes from the configuration.
func consoleOptions(conf *config.Config, o *opened) ui.Options {
	options := ui.Options{Connection: o.connection(), Keys: conf.Keymap, Getenv: os.Getenv, PageSize: conf.PageSize,
		Refresh: conf.Refresh, Mouse: conf.Mouse, Journal: journal(),
		Theme: theme.Options{Name: conf.Theme.Name, Dark: true, NoColor: noColor(), Colors: conf.Theme.Colors, Accent: o.info.Accent}}
	if dir, err := config.StateDir(os.Getenv); err == nil {
		options.Opened = state.Open(dir, nil)
	}
	for _, v := range conf.Views {
		options.Views = append(options.Views, ui.View{Name: v.Name, Pane: v.Pane, Filter: v.Filter, Sort: v.Sort, Descending: v.Descending, Only: v.Only})
	}
	switch conf.Clipboard {
	case config.ClipboardOSC52:
		options.OSC52 = true
	case config.ClipboardSystem:
		options.Copy = clipboard.WriteAll
	case config.ClipboardAuto:
		options.OSC52 = true
		if !clipboard.Unsupported && os.Getenv("SSH_CONNECTION") == "" {
			options.Copy = clipboard.WriteAll
		}
	}
	return options
}

// noColor follows no-color.org: any non-empty value counts.
func noColor() bool { return os.Getenv("NO_COLOR") != "" }

func programOptions() []tea.ProgramOption {
	options := []tea.ProgramOption{tea.WithoutSignalHandler()}
	if noColor() {
		options = append(options, tea.WithColorProfile(colorprofile.Ascii))
	}
	return options
}
