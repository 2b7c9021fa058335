// Package panetest runs one pane in a test without the console around it: on a built-in tenant, in a frame that does no more than a pane
// needs to be shown and obeyed. What the console adds, such as notices of outcomes and undo, has its tests in ui.
package panetest

import (
	"context"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/tenant"
	"gatehouse/theme"
	"gatehouse/ui/dialog"
	"gatehouse/ui/file"
	"gatehouse/ui/host"
	"gatehouse/ui/screen"
)

// Options shape a test's pane.
type Options struct {
	Tenant tenant.Options
	W, H   int                  // of the terminal; 160 x 45 when zero
	Before func(*tenant.Tenant) // called before anything is asked
	Env    func(*host.Env)      // called before the pane is made
}

// Frame shows one pane, and those that it goes into.
type Frame struct {
	t        testing.TB
	Tenant   *tenant.Tenant
	Env      *host.Env
	Host     host.Host
	Notices  []host.Notice // all that the panes have said
	Results  []action.Result
	Copied   []string
	tabs     []tab
	active   int
	overlays []host.Overlay
	w, h     int
	queue    []tea.Cmd
	ticks    []timer
	clock    *clock
}

// around is how many lines of the terminal the console has around a pane.
const around = 4

// Start is the time at which every test begins.
func Start() time.Time { return time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC) }

// timer is a tick that was asked for.
type timer struct {
	wait time.Duration
	msg  func() tea.Msg
}

// clock moves when the test says so; the tenant reads it from its own goroutines.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// tab is a pane that was declared, and those that were gone into from it.
type tab struct {
	goTo  keymap.ID
	panes []host.Pane
}

// Open makes a declared pane and enters it.
func Open(t testing.TB, d host.Declaration, o Options) *Frame {
	t.Helper()
	return OpenAll(t, []host.Declaration{d}, o)
}

// OpenAll makes declared panes and enters the first; their keys go to the others.
func OpenAll(t testing.TB, all []host.Declaration, o Options) *Frame {
	t.Helper()
	var keys keymap.Panes
	for _, d := range all {
		keys.GoTo, keys.Own = append(keys.GoTo, d.GoTo()), append(keys.Own, d.Own()...)
	}
	f := New(t, keys, o)
	for _, d := range all {
		f.tabs = append(f.tabs, tab{goTo: d.GoTo().ID, panes: []host.Pane{d.New(f.Env, f.Host)}})
	}
	f.follow(f.enter())
	return f
}

// New makes a frame without a pane.
func New(t testing.TB, keys keymap.Panes, o Options) *Frame {
	t.Helper()
	f := &Frame{t: t, clock: &clock{at: Start()}, w: o.W, h: o.H - around}
	if o.W == 0 {
		f.w, f.h = 160, 45-around
	}
	f.Tenant = f.serve(o)
	life, end := context.WithCancel(context.Background())
	t.Cleanup(end)
	th, err := theme.New(theme.Options{Name: "dark"})
	if err != nil {
		t.Fatal(err)
	}
	f.Env.Keys, f.Env.Theme, f.Env.Clock, f.Env.Location = keymap.New(keys), th, f.clock.now, time.UTC
	f.Env.PageSize, f.Env.Names, f.Env.Life, f.Env.Disk = 100, host.NewNames(), life, file.NewDisk()
	f.Env.Disk.Folder = t.TempDir()
	f.Env.Tenant = host.TenantInfo{Name: "acme", Host: "acme.example"}
	f.Env.UnderWay, f.Env.Refused, f.Env.Lacking, f.Env.Missing = host.UnderWay{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	f.Env.Saves = &host.Saves{}
	f.Env.Views, f.Env.Layout = &host.ViewStore{Saves: f.Env.Saves}, &host.Layout{Saves: f.Env.Saves}
	f.Host = paneHost{f}
	if o.Env != nil {
		o.Env(f.Env)
	}
	return f
}

// serve starts the tenant with a client and a runner for it.
func (f *Frame) serve(o Options) *tenant.Tenant {
	f.t.Helper()
	o.Tenant.Now, o.Tenant.Rejects = f.clock.now, true
	if o.Tenant.Seed == 0 {
		o.Tenant.Seed = 1
	}
	tn := tenant.New(o.Tenant)
	if o.Before != nil {
		o.Before(tn)
	}
	server := httptest.NewServer(tn.Handler())
	f.t.Cleanup(func() { tn.Faults().Reset(); server.Close() })
	soon := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: tn.Token()}, Sleep: soon, Now: f.clock.now})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(client.Close)
	runner := action.NewRunner(action.Options{Client: client, Sleep: soon, Now: f.clock.now})
	f.t.Cleanup(runner.Close)
	f.Env = &host.Env{Client: client, Runner: runner}
	return tn
}

// paneHost is how the panes reach the frame.
type paneHost struct{ f *Frame }

func (h paneHost) Session() uint64 { return 1 }

func (h paneHost) Start(r host.Request) tea.Cmd { return h.f.start(r) }

func (h paneHost) Say(n host.Notice) tea.Cmd { h.f.Notices = append(h.f.Notices, n); return nil }

func (h paneHost) SayAsLong(_ func() bool, n host.Notice) tea.Cmd { return h.Say(n) }

func (h paneHost) Unsay(string) {}

func (h paneHost) Undoes(int) string { return "" }

func (h paneHost) Push(p host.Pane) tea.Cmd { return h.f.push(p) }

func (h paneHost) GoInto(o host.Opening) tea.Cmd { return h.f.push(o.Pane()) }

func (h paneHost) Back() tea.Cmd { return h.f.back() }

func (h paneHost) Form(r host.FormRequest) tea.Cmd { return h.f.open(dialog.NewFormBox(r, h.f.Env, h)) }

func (h paneHost) Copy(_, text string) tea.Cmd { h.f.Copied = append(h.f.Copied, text); return nil }

func (h paneHost) Menu(title string, items []host.MenuItem) tea.Cmd {
	return h.f.open(dialog.NewPalette(title, items, h.f.Env.Keys, h.f.Env.Theme))
}

func (h paneHost) Open(o host.Overlay) tea.Cmd { return h.f.open(o) }

func (h paneHost) Tick(wait time.Duration, msg func(time.Time) tea.Msg) tea.Cmd {
	h.f.ticks = append(h.f.ticks, timer{wait, func() tea.Msg { return msg(h.f.clock.now()) }})
	return nil
}

// Push goes into a pane.
func (f *Frame) Push(p host.Pane) {
	f.t.Helper()
	f.follow(f.push(p))
}

func (f *Frame) push(p host.Pane) tea.Cmd {
	if len(f.tabs) == 0 {
		f.tabs = []tab{{}}
	} else {
		f.Pane().Leave()
	}
	at := &f.tabs[f.active]
	at.panes = append(at.panes, p)
	return f.enter()
}

// Pane is the one in front.
func (f *Frame) Pane() host.Pane {
	panes := f.tabs[f.active].panes
	return panes[len(panes)-1]
}

// each are all panes.
func (f *Frame) each() (all []host.Pane) {
	for _, t := range f.tabs {
		all = append(all, t.panes...)
	}
	return all
}

func (f *Frame) enter() tea.Cmd {
	f.Pane().Resize(f.w, f.h)
	return f.Pane().Enter()
}

func (f *Frame) back() tea.Cmd {
	at := &f.tabs[f.active]
	if len(at.panes) == 1 {
		return nil
	}
	f.Pane().Leave()
	at.panes = at.panes[:len(at.panes)-1]
	return f.enter()
}

// goTo goes to another of the declared panes; false: the binding is another.
func (f *Frame) goTo(id keymap.ID) bool {
	for i, t := range f.tabs {
		if t.goTo == id && i != f.active {
			f.Pane().Leave()
			f.active = i
			f.follow(f.enter())
			return true
		}
	}
	return false
}

func (f *Frame) open(o host.Overlay) tea.Cmd {
	f.overlays = append(f.overlays, o)
	return o.Update(host.Opened{})
}

// start runs a plan that can be undone, and asks before any other.
func (f *Frame) start(r host.Request) tea.Cmd {
	run := func() tea.Cmd { return f.run(r) }
	if r.Plan.Danger == action.Free {
		return run()
	}
	f.overlays = append(f.overlays, dialog.NewConfirm(r, f.Env, run))
	return nil
}

// run carries a plan out, and hands its results to the panes.
func (f *Frame) run(r host.Request) tea.Cmd {
	if r.Begun != nil {
		r.Begun()
	}
	run := f.Env.Runner.Start(r.Plan)
	var next []tea.Cmd
	for {
		event, ok := run.Next(context.Background())
		if !ok {
			return tea.Batch(next...)
		}
		if event.Phase != action.Ended {
			continue
		}
		f.Results = append(f.Results, event.Result)
		for _, p := range f.each() {
			next = append(next, p.Receive(event.Result))
		}
		if r.Then != nil {
			next = append(next, r.Then(event.Result))
		}
	}
}

// overlay is what stands over the pane, nil for nothing.
func (f *Frame) overlay() host.Overlay {
	for len(f.overlays) > 0 && f.overlays[len(f.overlays)-1].Closed() {
		f.overlays = f.overlays[:len(f.overlays)-1]
	}
	if len(f.overlays) == 0 {
		return nil
	}
	return f.overlays[len(f.overlays)-1]
}

// follow runs a command and all that comes of it.
func (f *Frame) follow(cmd tea.Cmd) {
	f.t.Helper()
	f.queue = append(f.queue, cmd)
	for n := 0; len(f.queue) > 0; n++ {
		if n > 20_000 {
			f.t.Fatal("the pane never comes to rest")
		}
		next := f.queue[0]
		if f.queue = f.queue[1:]; next != nil {
			f.take(next())
		}
	}
	f.layOut()
}

func (f *Frame) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		f.queue = append(f.queue, msg...)
	case host.Addressed:
		for _, p := range f.each() {
			if p.Name() == msg.Pane {
				f.queue = append(f.queue, p.Receive(msg.Msg))
			}
		}
	case host.ForOverlay:
		f.queue = append(f.queue, msg.To.Update(msg.Msg))
	case host.ResolveNames:
		f.queue = append(f.queue, f.Env.Names.Next(f.Env.Life, f.Env.Client, 1))
	case host.NamesMsg:
		f.handleNames(msg)
	default:
		f.t.Fatalf("a pane sends the frame %T", msg)
	}
}

func (f *Frame) handleNames(msg host.NamesMsg) {
	f.Env.Names.Handle(msg)
	for _, p := range f.each() {
		f.queue = append(f.queue, p.Receive(host.NamesKnown{}))
	}
	f.queue = append(f.queue, f.Env.Names.Next(f.Env.Life, f.Env.Client, 1))
}

// layOut draws what stands over the pane, as the console does after every message.
func (f *Frame) layOut() {
	if o := f.overlay(); o != nil {
		o.Layout(screen.Inside(o, f.Env.Tenant, f.w, f.h))
	}
}

// Screen is what is drawn, without styles and blanks at the ends of lines: the pane, below it what stands over it, and what was said last.
func (f *Frame) Screen() string {
	f.t.Helper()
	lines := f.Pane().View()
	for i, line := range lines {
		if w := ansi.StringWidth(line); w != f.w {
			f.t.Fatalf("line %d is %d cells wide, not %d: %q", i, w, f.w, ansi.Strip(line))
		}
	}
	if len(lines) != f.h {
		f.t.Fatalf("%d lines are drawn, not %d", len(lines), f.h)
	}
	if o := f.overlay(); o != nil {
		lines = append(append(lines, o.Title()), o.Lines()...)
	}
	if n := len(f.Notices); n > 0 {
		lines = append(lines, f.Notices[n-1].Text)
	}
	text := strings.Split(ansi.Strip(strings.Join(lines, "\n")), "\n")
	for i := range text {
		text[i] = strings.TrimRight(text[i], " ")
	}
	return strings.Join(text, "\n")
}
