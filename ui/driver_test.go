package ui

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/keymap/keytest"
	"gatehouse/tenant"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/panes"
)

// driver runs the real console against the built-in tenant without a terminal: messages in, screens out, no wall clock.
type driver struct {
	t       testing.TB
	model   *Model
	tenant  *tenant.Tenant
	client  *api.Client
	clock   *testClock
	queue   []tea.Cmd
	ticks   []timer // timers that were asked for; fire runs them
	quit    bool
	server  *httptest.Server
	copied  []string
	hold    bool     // commands are kept in the queue until release
	checked []string // the lines of the screen that was found to be right last
	width   int      // and its width
}

// start is the time at which every test begins.
var startTime = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

// driverOptions shape a test's console.
type driverOptions struct {
	tenant   tenant.Options
	w, h     int
	readOnly bool
	info     func(*host.TenantInfo)
	keys     *keymap.Map
	// auth replaces the token by other credentials of the tenant.
	auth func(tn *tenant.Tenant, host string) api.Auth
	// faults is called before the console sends anything.
	faults  func(*tenant.Tenant)
	observe func(api.Exchange)
	// options changes what the console is made with.
	options func(*Options)
}

func newDriver(t testing.TB, o driverOptions) *driver {
	t.Helper()
	d := &driver{t: t, clock: &testClock{at: startTime}}
	o.tenant.Now = d.clock.now
	if o.tenant.Seed == 0 {
		o.tenant.Seed = 1
	}
	o.tenant.Rejects = true
	d.tenant = tenant.New(o.tenant)
	if o.faults != nil {
		o.faults(d.tenant)
	}
	d.server = httptest.NewServer(d.tenant.Handler())
	t.Cleanup(func() { d.tenant.Faults().Reset(); d.server.Close() })
	server := d.server
	soon := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	auth := api.Auth{Token: d.tenant.Token()}
	if o.auth != nil {
		auth = o.auth(d.tenant, server.Listener.Addr().String())
	}
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: auth, ReadOnly: o.readOnly, Sleep: soon,
		Now: d.clock.now, Observe: o.observe})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	d.client = client
	runner := action.NewRunner(action.Options{Client: client, Sleep: soon, Now: d.clock.now})
	t.Cleanup(runner.Close)
	info := host.TenantInfo{Name: "acme", Host: "acme.example", Source: "--tenant"}
	if o.info != nil {
		o.info(&info)
	}
	if o.keys == nil {
		o.keys = panes.Keys(panes.All())
	}
	options := Options{Connection: Connection{Client: client, Runner: runner, Tenant: info}, Keys: o.keys, Theme: theme.Options{Name: "dark"},
		Now: d.clock.now, Location: time.UTC, PageSize: 100, Start: "hooks",
		Copy: func(text string) error { d.copied = append(d.copied, text); return nil }}
	if o.options != nil {
		o.options(&options)
	}
	d.model, err = New(options)
	if err != nil {
		t.Fatal(err)
	}
	d.model.disk.Folder = t.TempDir()
	d.model.tick = func(wait time.Duration, make func(time.Time) tea.Msg) tea.Cmd {
		d.ticks = append(d.ticks, timer{wait, func() tea.Msg { return make(d.clock.now()) }})
		return nil
	}
	t.Cleanup(d.model.cancel)
	if o.w == 0 {
		o.w, o.h = 160, 45
	}
	d.queue = append(d.queue, d.model.Init())
	d.send(tea.WindowSizeMsg{Width: o.w, Height: o.h})
	return d
}

// send hands a message to the console and runs all that follows from it.
func (d *driver) send(msg tea.Msg) {
	d.t.Helper()
	_, cmd := d.model.Update(msg)
	d.queue = append(d.queue, cmd)
	d.check()
	if !d.hold {
		d.settle()
	}
}

// settle runs commands until none is left.
func (d *driver) settle() {
	d.t.Helper()
	for n := 0; len(d.queue) > 0; n++ {
		if n > 20_000 {
			d.t.Fatal("the console never comes to rest")
		}
		cmd := d.queue[0]
		d.queue = d.queue[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			d.queue = append(d.queue, msg...)
		case tea.QuitMsg:
			d.quit = true
		default:
			_, next := d.model.Update(msg)
			d.queue = append(d.queue, next)
			d.check()
		}
	}
}

// timer is a tick that the console asked for.
type timer struct {
	wait time.Duration
	msg  func() tea.Msg
}

// check is what holds for every screen: no failure, exactly the terminal's lines, each exactly as wide, nothing that acts on the
// terminal but our own styles.
func (d *driver) check() {
	d.t.Helper()
	content := d.model.View().Content
	if crash := d.model.Crash(); crash != "" {
		d.t.Fatalf("the console failed: %s", crash)
	}
	if content == "" {
		return
	}
	lines := strings.Split(content, "\n")
	if len(lines) != d.model.h {
		d.t.Fatalf("%d lines on a screen of %d:\n%s", len(lines), d.model.h, ansi.Strip(content))
	}
	same := d.width == d.model.w && len(d.checked) == len(lines)
	for i, line := range lines {
		if same && line == d.checked[i] {
			continue
		}
		if w := ansi.StringWidth(line); w != d.model.w {
			d.t.Fatalf("line %d is %d cells wide on a screen of %d: %q", i, w, d.model.w, ansi.Strip(line))
		}
		if odd := actsOnTerminal(line); odd != "" {
			d.t.Fatalf("line %d holds %s: %q", i, odd, line)
		}
	}
	d.checked, d.width = lines, d.model.w
}

// keys presses keys: "j", "<enter>", "<ctrl+d>"; other text is typed rune by rune. The clock moves on with each.
func (d *driver) keys(script ...string) {
	d.t.Helper()
	for _, s := range script {
		if strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") {
			d.Press(keytest.Press(s[1 : len(s)-1]))
			continue
		}
		for _, r := range s {
			if r == ' ' {
				d.Press(tea.KeyPressMsg{Code: tea.KeySpace, Text: " "})
				continue
			}
			d.Press(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

func (d *driver) Press(k tea.KeyPressMsg) {
	d.t.Helper()
	d.clock.advance(300 * time.Millisecond)
	d.send(k)
}

// rush presses a key without letting time pass.
func (d *driver) rush(name string) {
	d.t.Helper()
	d.send(keytest.Press(name))
}

// screen is what stands on the terminal, without styles, trailing blanks cut.
func (d *driver) screen() string {
	lines := strings.Split(ansi.Strip(d.model.View().Content), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func (d *driver) sees(texts ...string) {
	d.t.Helper()
	screen := d.screen()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			d.t.Fatalf("%q is not on the screen:\n%s", text, screen)
		}
	}
}

func (d *driver) seesNot(texts ...string) {
	d.t.Helper()
	screen := d.screen()
	for _, text := range texts {
		if strings.Contains(screen, text) {
			d.t.Fatalf("%q is on the screen:\n%s", text, screen)
		}
	}
}

// mutations are the requests that reached the tenant and were not reads.
func (d *driver) mutations() []string {
	var sent []string
	for _, r := range d.tenant.Requests() {
		if (api.Request{Method: r.Method, Path: r.Path}).Mutates() && r.Path != "/auth/v1/token" {
			sent = append(sent, r.Method+" "+r.Path)
		}
	}
	return sent
}
