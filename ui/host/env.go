package host

import (
	"context"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/state"
	"gatehouse/theme"
	"gatehouse/ui/file"
	"gatehouse/ui/widget"
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

// HostWords are the tenant's address in a sentence.
func (t TenantInfo) HostWords() string {
	if t.Demo {
		return "the built-in tenant"
	}
	return t.Host
}

// Env is what every pane may use. The root owns it; panes change nothing in it.
type Env struct {
	Client   *api.Client
	Runner   *action.Runner
	Tenant   TenantInfo
	Keys     *keymap.Map
	Theme    *theme.Theme
	Clock    func() time.Time
	Location *time.Location
	PageSize int
	Refresh  time.Duration
	// FamilyOverlap is by how many percent suggestions have to overlap to be of a family.
	FamilyOverlap int
	Names         *names
	Opened        *state.Store        // nil: nothing is remembered
	Journal       *action.FileJournal // nil: none is shown
	Requests      *api.Recent         // nil: none are shown
	Me            api.Identity
	MeKnown       bool
	// MeUnknown is why the tenant didn't tell who we are.
	MeUnknown error
	UnderWay  UnderWay
	Refused   map[string]bool // actions that the tenant didn't allow or doesn't offer, by name
	Lacking   map[string]bool // those of them that it doesn't offer
	Missing   map[string]bool // suggestion states and the like that the tenant doesn't know, withdrawn for the session
	Life      context.Context // of the session: commands that outlive what asked for them end with it
	Disk      *file.Disk      // where exports go
	Views     *ViewStore      // of all panes, on every tenant
	Layout    *Layout         // of all panes, on every tenant
	Saves     *Saves          // to the state folder, on every tenant
	serial    uint64
	changed   Moment // of the last change
	told      uint64 // how often something came or was done
	answers   []answered
	// ShareHosts are the names under which the tenant shares secrets, once it was asked for them; nil: it wasn't.
	ShareHosts []string
}

// Hosts are the tenant's names: that of its API, and those under which it is known to share secrets.
func (e *Env) Hosts() []string { return append([]string{e.Client.Host()}, e.ShareHosts...) }

// NextSerial numbers what is asked and what is settled, so that an answer can be told to be older than what is known.
func (e *Env) NextSerial() uint64 {
	e.serial++
	return e.serial
}

// WhyRefused is what is known of an action's former refusal.
func (e *Env) WhyRefused(name string) action.Why {
	switch {
	case e.Lacking[name]:
		return action.Because("not offered here; it can be tried again")
	case e.Refused[name]:
		return action.Because("the tenant refused this before; it can be tried again")
	}
	return action.Why{}
}

// Now is the clock of all that is drawn, in the zone of the person.
func (e *Env) Now() time.Time {
	if e.Location == nil {
		return e.Clock()
	}
	return e.Clock().In(e.Location)
}

// Frozen is what cells may need, as it is now, for goroutines beside the update loop.
type Frozen struct {
	At    time.Time
	known *knownNames
}

func (e *Env) Frozen() Frozen { return Frozen{At: e.Now(), known: e.Names.known} }

// Now is the time of the freezing.
func (f Frozen) Now() time.Time { return f.At }

// Name is the name that goes with an id, "" when it wasn't known.
func (f Frozen) Name(kind, id string) string {
	name, _ := f.known.get(widget.Ref{Kind: kind, ID: id})
	return name
}

// Name is the name that goes with an id, "" while it isn't known.
func (e *Env) Name(kind, id string) string { return e.Names.Get(kind, id) }

// Memory is what remembers; nothing does on the built-in tenant, whose records are made anew each time.
func (e *Env) Memory() *state.Store {
	if e.Tenant.Demo {
		return nil
	}
	return e.Opened
}
