// Package console opens the console, which draws on the whole terminal.
package console

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
	"github.com/atotto/clipboard"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
	"gatehouse/config"
	"gatehouse/keymap"
	"gatehouse/state"
	"gatehouse/theme"
	"gatehouse/ui"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/panes"
	"gatehouse/ui/views"
)

// Options are what the command line says.
type Options struct {
	Factory *cmdutil.Factory
	Flags   session.Flags
	Start   string       // the pane to begin with; "": the configuration's
	Panes   func() Panes // they are made with the first call
}

// Panes are those of the console.
type Panes struct {
	Named    config.Panes // what the configuration may name of them
	declared []host.Declaration
}

// NewPanes makes them; their keys are made when somebody asks for them.
func NewPanes() Panes {
	all := panes.All()
	keys := sync.OnceValue(func() *keymap.Map { return panes.Keys(all) })
	return Panes{config.Panes{Tabs: panes.Names(all), Views: panes.WithViews(all), Keys: keys}, all}
}

// Run wires configuration, client and console, and runs until the person quits.
func Run(ctx context.Context, o Options) error {
	if err := checkTerminal(); err != nil {
		return cmdutil.Exit(cmdutil.Usage, err)
	}
	if os.Getenv("GOGC") == "" {
		newHeap().collectLate()
	}
	known := o.Panes()
	conf, err := session.LoadConfig(o.Factory, o.Flags)
	if err != nil {
		return cmdutil.Exit(cmdutil.Usage, err)
	}
	if err := startWith(o.Start, known.Named.Tabs, conf); err != nil {
		return cmdutil.Exit(cmdutil.Usage, err)
	}
	log, closeLog, err := session.OpenLog(o.Flags.Debug)
	if err != nil {
		return cmdutil.Exit(cmdutil.Usage, err)
	}
	defer closeLog()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &program{signals: hear(func(os.Signal) { cancel() })}
	defer p.signals.stop()
	opening := session.Opening{Factory: o.Factory, Config: conf, Means: o.Factory.Means(), Log: log, Observe: p.observe}
	first, err := openFirst(ctx, opening, o.Flags)
	if err != nil {
		return err
	}
	options := consoleOptions(conf, first)
	options.Panes = known.declared
	if options.Keys == nil {
		options.Keys = known.Named.Keys()
	}
	options.Requests = &p.recent
	opening.Means = config.Means{Lookup: opening.Means.Lookup, Lend: p.lend}
	to := switcher{conf: conf, start: o.Flags, first: first.Info, open: opening.Open}
	options.Tenants, options.Open = to.choices(), to.connect
	return p.run(ctx, conf, options)
}

// Starts are what the console can begin with: the names of its panes, and the word for the one that was on the screen last.
func Starts() []string { return starts(panes.Names(panes.All())) }

func starts(tabs []string) []string { return append(slices.Clone(tabs), config.StartLast) }

// startWith has the command line's word on what the console begins with win over the configuration's.
func startWith(start string, tabs []string, conf *config.Config) error {
	switch known := starts(tabs); {
	case start == "":
		return nil
	case !slices.Contains(known, start):
		return fmt.Errorf("--start wants one of %s, got %q", strings.Join(known, ", "), start)
	}
	conf.Start = start
	return nil
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

// consoleOptions are what the console takes from the configuration.
func consoleOptions(conf *config.Config, first *session.Session) ui.Options {
	options := ui.Options{Connection: connection(first), Now: first.Now, Keys: conf.Keymap, Getenv: os.Getenv,
		PageSize: conf.PageSize, FamilyOverlap: conf.FamilyOverlap,
		Refresh: conf.Refresh, Mouse: conf.Mouse, Journal: session.Journal(),
		Theme: theme.Options{Name: conf.Theme.Name, Dark: true, NoColor: noColor(), Profile: colorprofile.Detect(os.Stdout, os.Environ()),
			Colors: conf.Theme.Colors, Accent: first.Info.Accent}}
	if runtime.GOOS != "windows" { // its consoles have UTF-8 and no such variables
		options.Signs = draw.SignsOf(os.Getenv)
	}
	if dir, err := config.StateDir(os.Getenv); err == nil {
		options.Opened = state.Open(dir, nil)
	}
	if options.Start = conf.Start; conf.Start == config.StartLast {
		options.Start, options.KeepLast = lastPane(options.Opened), true
	}
	for _, v := range conf.Views {
		options.Views = append(options.Views, views.View{Name: v.Name, Pane: v.Pane, Filter: v.Filter, Sort: v.Sort, Descending: v.Descending,
			Only: v.Only, Columns: v.Columns})
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

// lastPane is the pane that was on the screen last, "" when nothing tells.
func lastPane(store *state.Store) string {
	if store == nil {
		return ""
	}
	pane, _ := store.LastPane() // what can't be read costs a key, and is put aside when the next one is written
	return pane
}

func connection(s *session.Session) ui.Connection {
	i := s.Info
	return ui.Connection{Client: s.Client, Runner: s.Runner, Close: s.Close, Tenant: host.TenantInfo{
		Name: i.Name, Host: i.Host, Source: i.Source, Others: i.Others, Vendor: i.Vendor, Login: i.Login, Renew: i.Renew, Expires: i.Expires,
		Demo: i.Demo, NoConfig: i.NoConfig, Accent: i.Accent, Monitors: i.Monitors}}
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
