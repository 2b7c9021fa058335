// Package clitest runs commands in the process of a test, on a tenant in the same process.
package clitest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/zalando/go-keyring"

	"gatehouse/api"
	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
	"gatehouse/tenant"
)

// Bench runs commands in this process, on a tenant in this process.
type Bench struct {
	T       *testing.T
	Tenant  *tenant.Tenant
	Server  *httptest.Server
	Client  *api.Client
	Home    string
	Now     func() time.Time
	Person  *Person // nil: there is no terminal
	Stdin   string
	Out     bytes.Buffer
	Errors  bytes.Buffer
	Silence time.Duration
	Example []byte // the configuration that "config init" writes
	// OnPrint is called with all that was printed so far.
	OnPrint func(text string)

	command func(*cmdutil.Factory) *cobra.Command
}

// screen is where a command prints to.
type screen struct {
	*Bench
	to *bytes.Buffer
}

func (s screen) Write(p []byte) (int, error) {
	n, err := s.to.Write(p)
	if s.OnPrint != nil {
		s.OnPrint(s.to.String())
	}
	return n, err
}

// Person stands in for who sits at the terminal.
type Person struct {
	Types    []string // answers to prompts that don't echo
	Confirms []bool
	Asked    []string
	Leaves   bool // presses ctrl+c at the next question
}

// Hidden types the next answer.
func (p *Person) Hidden(_ context.Context, prompt string) (string, error) {
	p.Asked = append(p.Asked, prompt)
	if len(p.Types) == 0 {
		return "", cmdutil.ErrCancelled
	}
	text := p.Types[0]
	p.Types = p.Types[1:]
	return text, nil
}

// Line types the next answer.
func (p *Person) Line(ctx context.Context, prompt string) (string, error) {
	return p.Hidden(ctx, prompt)
}

// Confirm gives the next decision.
func (p *Person) Confirm(_ context.Context, question string) (bool, error) {
	p.Asked = append(p.Asked, question)
	if p.Leaves || len(p.Confirms) == 0 {
		return false, cmdutil.ErrCancelled
	}
	yes := p.Confirms[0]
	p.Confirms = p.Confirms[1:]
	return yes, nil
}

// Close does nothing.
func (p *Person) Close() error { return nil }

// Verb makes the command of a verb.
type Verb func(*cmdutil.Factory, *session.Flags) *cobra.Command

// Root makes a command line that has only some verbs.
func Root(verbs ...Verb) func(*cmdutil.Factory) *cobra.Command {
	return func(f *cmdutil.Factory) *cobra.Command {
		var flags session.Flags
		root := &cobra.Command{Use: "gatehouse", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error { return nil }}
		cmdutil.SetUp(root, f)
		flags.Register(root, f)
		for _, verb := range verbs {
			root.AddCommand(verb(f, &flags))
		}
		return root
	}
}

// Parse runs a command line of one verb, which does nothing but take its options.
func Parse(verb Verb, args ...string) error {
	root := Root(verb)(&cmdutil.Factory{})
	root.SetArgs(args)
	return root.Execute()
}

// benchTime is the time of a bench that isn't given another clock.
var benchTime = time.Date(2026, 11, 27, 22, 0, 0, 0, time.UTC)

// New makes a bench for the command line that command makes.
func New(t *testing.T, o tenant.Options, command func(*cmdutil.Factory) *cobra.Command) *Bench {
	t.Helper()
	keyring.MockInit()
	b := &Bench{T: t, Home: t.TempDir(), command: command}
	if o.Now == nil {
		o.Now = func() time.Time { return benchTime }
	}
	o.Seed, b.Now = 1, o.Now
	b.Tenant = tenant.New(o)
	b.Server = httptest.NewServer(b.Tenant.Handler())
	t.Cleanup(func() { b.Tenant.Faults().Reset(); b.Server.Close() })
	for _, name := range os.Environ() {
		if name, _, _ := strings.Cut(name, "="); strings.HasPrefix(name, "GATEHOUSE_") ||
			strings.HasPrefix(name, "CONDUCTORONE_") || strings.HasSuffix(strings.ToUpper(name), "_PROXY") {
			t.Setenv(name, "")
		}
	}
	for name, folder := range map[string]string{"HOME": "", "XDG_CONFIG_HOME": ".config", "XDG_STATE_HOME": ".state", "AppData": ".config",
		"LocalAppData": ".state"} {
		t.Setenv(name, filepath.Join(b.Home, folder))
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere") // the keyring of the tests needs none, but it is looked for
	t.Setenv("GATEHOUSE_BASE_URL", b.Server.URL)
	t.Setenv("GATEHOUSE_ACCESS_TOKEN", b.Tenant.Token())
	var err error
	b.Client, err = api.New(api.Options{BaseURL: b.Server.URL, Auth: api.Auth{Token: b.Tenant.Token()}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Client.Close)
	return b
}

// Run runs one command line and gives its exit status. Waits take no time.
func (b *Bench) Run(args ...string) int { return b.RunIn(b.T.Context(), args...) }

// RunIn runs it in a context.
func (b *Bench) RunIn(ctx context.Context, args ...string) int {
	b.T.Helper()
	b.Out.Reset()
	b.Errors.Reset()
	f := &cmdutil.Factory{
		IOStreams: cmdutil.IOStreams{In: strings.NewReader(b.Stdin), InTerminal: b.Stdin == "",
			Out: screen{b, &b.Out}, Err: screen{b, &b.Errors}, Silence: b.Silence},
		Now: b.Now, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }, Example: b.Example,
		Prompter: func() (cmdutil.Prompter, error) {
			if b.Person == nil {
				return nil, errors.New("there is no terminal to ask on")
			}
			return b.Person, nil
		}}
	c := b.command(f)
	c.SetArgs(args)
	return cmdutil.ExitStatus(c.ExecuteContext(ctx), f.Err)
}

// Said is everything that a command printed.
func (b *Bench) Said() string { return b.Out.String() + b.Errors.String() }

// Wants fails unless a command left with the status want and said all the texts.
func (b *Bench) Wants(status, want int, texts ...string) {
	b.T.Helper()
	if status != want {
		b.T.Errorf("exit status %d, want %d:\n%s", status, want, b.Said())
	}
	for _, text := range texts {
		if !strings.Contains(b.Said(), text) {
			b.T.Errorf("it doesn't say %q:\n%s", text, b.Said())
		}
	}
}

// Sent are the routes of the requests since the last call, without the given ones.
func (b *Bench) Sent(without ...string) []string {
	var routes []string
	for _, r := range b.Tenant.Requests() {
		route := r.Route
		if route == "" {
			route = r.Method + " " + r.Path
		}
		if !slices.Contains(without, route) {
			routes = append(routes, route)
		}
	}
	b.Tenant.ForgetRequests()
	return routes
}

// Changes are the requests that change something.
func (b *Bench) Changes() []string {
	return slices.DeleteFunc(b.Sent(), func(route string) bool {
		return !strings.HasPrefix(route, http.MethodDelete) && !strings.Contains(route, "iam/personal_clients")
	})
}

// WantsChanges fails unless these requests changed something, and no others.
func (b *Bench) WantsChanges(want ...string) {
	b.T.Helper()
	if got := b.Changes(); !slices.Equal(got, want) {
		b.T.Errorf("changed by %q, want %q", got, want)
	}
}

// Secret gives an active secret: the caller's own, or else somebody else's.
func (b *Bench) Secret(own bool) api.Secret {
	b.T.Helper()
	search := api.SecretSearch{Statuses: []api.SecretStatus{api.SecretStatusActive}, SortBy: api.SecretSortCreatedDesc}
	me, err := b.Client.Introspect(b.T.Context())
	if err != nil {
		b.T.Fatal(err)
	}
	find := b.Client.SearchSecrets
	if own {
		find = b.Client.SearchMySecrets
	}
	page, err := find(b.T.Context(), search, api.PageRequest{Size: 100})
	if err != nil {
		b.T.Fatal(err)
	}
	for _, s := range page.Rows {
		if (s.CreatorUserID == me.UserID) == own {
			b.Tenant.ForgetRequests()
			return s
		}
	}
	b.T.Fatal("the tenant has no such secret")
	return api.Secret{}
}

// WantsStatus fails unless the tenant has a secret in this status.
func (b *Bench) WantsStatus(s api.Secret, want api.SecretStatus) {
	b.T.Helper()
	if now, ok := b.Tenant.Record("secrets", s.VaultID); !ok || now["status"] != string(want) {
		b.T.Errorf("the secret is %v, want %s", now["status"], want)
	}
}

// NoEnvironment takes the tenant's address and token out of the environment, so that a login is what is left.
func (b *Bench) NoEnvironment() {
	b.T.Helper()
	b.T.Setenv("GATEHOUSE_BASE_URL", "")
	b.T.Setenv("GATEHOUSE_ACCESS_TOKEN", "")
}

// Configure writes the configuration file.
func (b *Bench) Configure(text string) {
	b.T.Helper()
	path := filepath.Join(b.Home, ".config", "gatehouse", "config.toml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.T.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.T.Fatal(err)
	}
}

var userCode = regexp.MustCompile(`\b[A-Z0-9]{4}-[A-Z0-9]{4}\b`)

// Approve confirms, or refuses, the codes that are shown from now on, as a person with a browser would.
func (b *Bench) Approve(yes bool) {
	b.OnPrint = func(text string) {
		if code := userCode.FindString(text); code != "" {
			b.Tenant.ApproveDevice(code, yes)
		}
	}
}

// LoginFile is the file that keeps a login, "" without one.
func (b *Bench) LoginFile() string {
	files, _ := filepath.Glob(filepath.Join(b.Home, ".state", "gatehouse", "logins", "*"))
	if len(files) != 1 {
		return ""
	}
	return files[0]
}

// Host is the address of the tenant without its scheme.
func (b *Bench) Host() string { return strings.TrimPrefix(b.Server.URL, "http://") }

// SecretIn is the client secret of a stored login.
func SecretIn(t *testing.T, stored string) string {
	t.Helper()
	var s struct {
		Secret string `json:"client_secret"`
	}
	if err := json.Unmarshal([]byte(stored), &s); err != nil || s.Secret == "" {
		t.Fatalf("%q: %v", stored, err)
	}
	return s.Secret
}
