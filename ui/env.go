package ui

import (
	"context"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/state"
	"gatehouse/theme"
)

// TenantInfo says which tenant the console is on.
type TenantInfo struct {
	Name     string
	Host     string
	Source   string // what named the tenant: "--tenant", "config: default_tenant"; "" when it was chosen in the console
	Others   []string
	Vendor   bool      // the environment variables of the vendor's command line named it and hold its credentials
	Login    bool      // what "gatehouse login" has stored named it
	Renew    string    // what gets new credentials, as in "run gatehouse login"; "": they are put right where they come from
	Expires  time.Time // when the login ends; zero: nobody knows, or never
	Demo     bool
	NoConfig bool // the demo, because there is no configuration
	ReadOnly bool
	Accent   string
	// Monitors are ids of conflict monitors that are known without asking, because the tenant is built in: they can't be listed.
	Monitors []string
}

// env is what every pane may use. The root owns it; panes change nothing in it.
type env struct {
	client   *api.Client
	runner   *action.Runner
	tenant   TenantInfo
	keys     *keymap.Map
	theme    *theme.Theme
	now      func() time.Time
	location *time.Location
	pageSize int
	refresh  time.Duration
	names    *names
	opened   *state.Store        // nil: nothing is remembered
	journal  *action.FileJournal // nil: none is shown
	requests *api.Recent         // nil: none are shown
	me       api.Identity
	meKnown  bool
	// meUnknown is why the tenant didn't tell who we are.
	meUnknown error
	underWay  underWay
	refused   map[string]bool // actions that the tenant didn't allow or doesn't offer, by name
	lacking   map[string]bool // those of them that it doesn't offer
	missing   map[string]bool // suggestion states and the like that the tenant doesn't know, withdrawn for the session
	life      context.Context // of the session: commands that outlive what asked for them end with it
	disk      *disk           // where exports go
	views     *viewBook       // of all panes, on every tenant
	saves     *saves          // to the state folder, on every tenant
	serial    uint64
	// shareHosts are the names under which the tenant shares secrets, once it was asked for them; nil: it wasn't.
	shareHosts []string
}

// hosts are the tenant's names: that of its API, and those under which it is known to share secrets.
func (e *env) hosts() []string { return append([]string{e.client.Host()}, e.shareHosts...) }

// nextSerial numbers what is asked and what is settled, so that an answer can be told to be older than what is known.
func (e *env) nextSerial() uint64 {
	e.serial++
	return e.serial
}

// whyRefused is what is known of an action's former refusal, "" when there was none.
func (e *env) whyRefused(name string) string {
	switch {
	case e.lacking[name]:
		return "not offered here; it can be tried again"
	case e.refused[name]:
		return "the tenant refused this before; it can be tried again"
	}
	return ""
}

// Now is the clock of all that is drawn.
func (e *env) Now() time.Time { return e.now() }

// frozen is what cells may need, as it is now, for goroutines beside the update loop.
type frozen struct {
	now   time.Time
	known map[ref]string
}

func (e *env) frozen() frozen { return frozen{now: e.now(), known: e.names.known} }

// Now is the time of the freezing.
func (f frozen) Now() time.Time { return f.now }

// Name is the name that goes with an id, "" when it wasn't known.
func (f frozen) Name(kind, id string) string { return f.known[ref{kind, id}] }

// Name is the name that goes with an id, "" while it isn't known.
func (e *env) Name(kind, id string) string { return e.names.get(kind, id) }
