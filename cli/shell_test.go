package cli

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"gatehouse/api"
	"gatehouse/tenant"
)

// bench runs commands in this process, on a tenant in this process.
type bench struct {
	t       *testing.T
	tenant  *tenant.Tenant
	server  *httptest.Server
	client  *api.Client
	home    string
	now     func() time.Time
	person  *person // nil: there is no terminal
	stdin   string
	out     bytes.Buffer
	errors  bytes.Buffer
	silence time.Duration
	// onPrint is called with all that was printed so far.
	onPrint func(text string)
}

// screen is where a command prints to.
type screen struct {
	*bench
	to *bytes.Buffer
}

func (s screen) Write(p []byte) (int, error) {
	n, err := s.to.Write(p)
	if s.onPrint != nil {
		s.onPrint(s.to.String())
	}
	return n, err
}

// person stands in for who sits at the terminal.
type person struct {
	types    []string // answers to prompts that don't echo
	confirms []bool
	asked    []string
	leaves   bool // presses ctrl+c at the next question
}

func (p *person) Hidden(_ context.Context, prompt string) (string, error) {
	p.asked = append(p.asked, prompt)
	if len(p.types) == 0 {
		return "", errCancelled
	}
	text := p.types[0]
	p.types = p.types[1:]
	return text, nil
}

func (p *person) Line(ctx context.Context, prompt string) (string, error) {
	return p.Hidden(ctx, prompt)
}

func (p *person) Confirm(_ context.Context, question string) (bool, error) {
	p.asked = append(p.asked, question)
	if p.leaves || len(p.confirms) == 0 {
		return false, errCancelled
	}
	yes := p.confirms[0]
	p.confirms = p.confirms[1:]
	return yes, nil
}

func (p *person) Close() error { return nil }

// benchTime is the time of a bench that isn't given another clock.
var benchTime = time.Date(2026, 11, 27, 22, 0, 0, 0, time.UTC)

func newBench(t *testing.T, o tenant.Options) *bench {
	t.Helper()
	keyring.MockInit()
	b := &bench{t: t, home: t.TempDir()}
	if o.Now == nil {
		o.Now = func() time.Time { return benchTime }
	}
	o.Seed, b.now = 1, o.Now
	b.tenant = tenant.New(o)
	b.server = httptest.NewServer(b.tenant.Handler())
	t.Cleanup(func() { b.tenant.Faults().Reset(); b.server.Close() })
	for _, name := range os.Environ() {
		if name, _, _ := strings.Cut(name, "="); strings.HasPrefix(name, "GATEHOUSE_") ||
			strings.HasPrefix(name, "CONDUCTORONE_") || strings.HasSuffix(strings.ToUpper(name), "_PROXY") {
			t.Setenv(name, "")
		}
	}
	for name, folder := range map[string]string{"HOME": "", "XDG_CONFIG_HOME": ".config", "XDG_STATE_HOME": ".state", "AppData": ".config", "LocalAppData": ".state"} {
		t.Setenv(name, filepath.Join(b.home, folder))
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere") // the keyring of the tests needs none, but it is looked for
	t.Setenv("GATEHOUSE_BASE_URL", b.server.URL)
	t.Setenv("GATEHOUSE_ACCESS_TOKEN", b.tenant.Token())
	var err error
	b.client, err = api.New(api.Options{BaseURL: b.server.URL, Auth: api.Auth{Token: b.tenant.Token()}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.client.Close)
	return b
}

// run runs one command line and gives its exit status. Waits take no time.
func (b *bench) run(args ...string) int { return b.runIn(b.t.Context(), args...) }

func (b *bench) runIn(ctx context.Context, args ...string) int {
	b.t.Helper()
	b.out.Reset()
	b.errors.Reset()
	s := &shell{in: strings.NewReader(b.stdin), inTerminal: b.stdin == "", out: screen{b, &b.out}, err: screen{b, &b.errors},
		now: b.now, silence: b.silence, sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
	s.terminal = func() (asker, error) {
		if b.person == nil {
			return nil, errors.New("there is no terminal to ask on")
		}
		return b.person, nil
	}
	example, err := os.ReadFile("../config.example.toml")
	if err != nil {
		b.t.Fatal(err)
	}
	s.example = example
	c := command(s)
	c.SetArgs(args)
	return exitStatus(c.ExecuteContext(ctx), s.err)
}

// said is everything that a command printed.
func (b *bench) said() string { return b.out.String() + b.errors.String() }

func (b *bench) wants(status, want int, texts ...string) {
	b.t.Helper()
	if status != want {
		b.t.Errorf("exit status %d, want %d:\n%s", status, want, b.said())
	}
	for _, text := range texts {
		if !strings.Contains(b.said(), text) {
			b.t.Errorf("it doesn't say %q:\n%s", text, b.said())
		}
	}
}

// sent are the routes of the requests since the last call, without the given ones.
func (b *bench) sent(without ...string) []string {
	var routes []string
	for _, r := range b.tenant.Requests() {
		route := r.Route
		if route == "" {
			route = r.Method + " " + r.Path
		}
		if !slices.Contains(without, route) {
			routes = append(routes, route)
		}
	}
	b.tenant.ForgetRequests()
	return routes
}

// changes are the requests that change something.
func (b *bench) changes() []string {
	return slices.DeleteFunc(b.sent(), func(route string) bool {
		return !strings.HasPrefix(route, http.MethodDelete) && !strings.Contains(route, "iam/personal_clients")
	})
}

func (b *bench) wantsChanges(want ...string) {
	b.t.Helper()
	if got := b.changes(); !slices.Equal(got, want) {
		b.t.Errorf("changed by %q, want %q", got, want)
	}
}

// secret gives an active secret: the caller's own, or else somebody else's.
func (b *bench) secret(own bool) api.Secret {
	b.t.Helper()
	search := api.SecretSearch{Statuses: []api.SecretStatus{api.SecretStatusActive}, SortBy: api.SecretSortCreatedDesc}
	me, err := b.client.Introspect(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	find := b.client.SearchSecrets
	if own {
		find = b.client.SearchMySecrets
	}
	page, err := find(b.t.Context(), search, api.PageRequest{Size: 100})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, s := range page.Rows {
		if (s.CreatorUserID == me.UserID) == own {
			b.tenant.ForgetRequests()
			return s
		}
	}
	b.t.Fatal("the tenant has no such secret")
	return api.Secret{}
}

func (b *bench) wantsStatus(s api.Secret, want api.SecretStatus) {
	b.t.Helper()
	if now, ok := b.tenant.Record("secrets", s.VaultID); !ok || now["status"] != string(want) {
		b.t.Errorf("the secret is %v, want %s", now["status"], want)
	}
}
