// Package tenant is the built-in tenant: a real HTTP server of the whole interface (docs/interface.md, and docs/companion.md around it),
// in memory and deterministic from a seed. Records are made on demand from pure functions of (seed, place), so a tenant of 100,000
// rows starts as fast as one of ten; only what was changed takes memory. It models the wire on its own and imports nothing of the
// client, so that a mistake in one is not mirrored in the other.
package tenant

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"gatehouse/tenant/world"
)

// Options of a tenant; the zero value is the demo.
type Options struct {
	Seed          uint64           // same seed and same Start: the same records, byte for byte
	Rows          int              // 0: the demo's own sizes; above: every collection has that many; below: every pane is empty
	Now           func() time.Time // nil: time.Now
	Start         time.Time        // what the records' times are relative to; zero: what Now says at New
	Late          time.Duration    // how late lists, searches and bindings show a change, unless a fault says otherwise
	Rejects       bool             // takes SUGGESTION_STATE_REJECTED, whose name is a guess, and has some
	InterfaceOnly bool             // only the sixteen operations of docs/interface.md
	Unrecorded    bool             // keeps no requests for Requests to return
	Hostile       bool             // some names are what a terminal must not obey: escape sequences, line breaks, words without end
}

// Tenant is one tenant. It is safe for concurrent use.
type Tenant struct {
	seed    uint64
	now     func() time.Time
	start   time.Time // what the records' times are relative to
	rows    int
	hostile bool
	late    time.Duration
	rejects bool

	world       *world.World
	suggestible *world.Suggestions

	shapes func() *shapes
	routes func() []route
	faults *Faults
	log    *requestLog
	serial atomic.Uint64 // of request ids and issued tokens

	mu sync.RWMutex // guards what follows
	collections
	documents
	bindingPlaces map[binding]int         // of the bindings that were made or taken away here
	history       map[int][]object        // entries added to a resource server's history, newest last
	orders        map[string]order        // sorted places of the secrets, until the next write
	events        []loggedEvent           // every change that was made here, newest last
	runs          []*miningRun            // analyses that were started here, newest last
	due           atomic.Int64            // when the next analysis ends, in nanoseconds; 0: none is under way
	config        object                  // the settings of role mining; nil: as they were made
	analyses      []*customAnalysis       // newest last
	own           map[int]*customAnalysis // by the place of a suggestion that came from one
	catalogs      map[string]object       // access profiles that were made here

	pastOnce   sync.Once
	pastEvents []pastEvent // what the log holds from before the start

	auth  authority
	bench celBench
}

// collections holds every collection of records, by the name of the pane or picker it feeds.
type collections struct {
	users, apps, entitlements, hooks, webhooks, suggestions, secrets, servers *collection
	roles, exporters, keys, toolsets, monitors, owners, bindings              *collection
}

// New makes a tenant. It does next to nothing: records, keys and the CEL environment are made when they are asked for.
func New(o Options) *Tenant {
	now := o.Now
	if now == nil {
		now = time.Now
	}
	start := o.Start
	if start.IsZero() {
		start = now()
	}
	t := &Tenant{seed: world.Mix(o.Seed + 0x6a7e), now: now, start: start.UTC(),
		rows: o.Rows, hostile: o.Hostile, late: o.Late, rejects: o.Rejects}
	t.log, t.shapes = &requestLog{unread: o.Unrecorded}, theShapes
	t.faults = &Faults{t: t, seed: t.seed, noReject: !o.Rejects}
	if o.InterfaceOnly {
		t.faults.lacking = http.StatusNotFound
	}
	t.users = t.directory("users", "user", kindUser, world.DivisionPeople, t.userRecord, t.userPeek, "displayName", "email")
	t.apps = t.directory("apps", "app", kindApp, world.DivisionApps, t.appRecord, t.appPeek, "displayName", "description")
	t.entitlements = t.directory("entitlements", "entitlement", kindEntitlement, world.DivisionEntitlements, t.entitlementRecord,
		t.entitlementPeek, "displayName", "description")
	t.owners = t.directory("owners", "owner list", kindOwner, world.DivisionEntitlements, t.ownerRecord, nil)
	t.hooks = t.collect("hooks", "hook", kindHook, 42, t.hookRecord, t.hookPeek, "displayName", "description")
	t.webhooks = t.collect("webhooks", "webhook", kindWebhook, 27, t.webhookRecord, t.webhookPeek, "displayName", "description")
	t.suggestions = t.collect("suggestions", "suggestion", kindSuggestion, 340, t.suggestionRecord, t.suggestionPeek,
		"suggestedName", "description")
	t.secrets = t.collect("secrets", "secret", kindSecret, 180, t.secretRecord, t.secretPeek, "displayName", "filename")
	t.secrets.idField, t.secrets.live = "vaultId", t.secretLive
	t.servers = t.collect("resource-servers", "resource server", kindServer, 12, t.serverRecord, t.serverPeek,
		"displayName", "description", "normalizedAudience")
	t.roles = t.collect("roles", "role", kindRole, 26, t.roleRecord, nil, "displayName", "name")
	t.exporters = t.collect("exporters", "exporter", kindExporter, 9, t.exporterRecord, t.exporterPeek, "displayName")
	t.exporters.idField = "exportId"
	t.keys = t.collect("keys", "gateway key", kindKey, 14, t.keyRecord, nil, "displayName")
	t.toolsets = t.collect("toolsets", "access profile", kindToolset, 33, t.toolsetRecord, t.toolsetPeek, "displayName", "description")
	t.monitors = t.collect("monitors", "conflict monitor", kindMonitor, 8, t.monitorRecord, nil, "displayName")
	t.bindings = &collection{name: "bindings", what: "binding", idField: "monitorId"}
	t.world = world.New(t.seed, t.users.size, t.entitlements.size)
	t.suggestible = t.world.Suggest(t.suggestions.size)
	t.routes = sync.OnceValue(t.routeTable) // which only a request needs
	return t
}

// Faults are the ways in which the tenant can be told to misbehave.
func (t *Tenant) Faults() *Faults { return t.faults }

// collect sets up a collection that a pane shows: Rows decides its size.
func (t *Tenant) collect(name, what string, k kind, demo int, record func(int) object, peek func(int, string) any,
	searched ...string) *collection {
	size := demo
	switch {
	case t.rows > 0:
		size = t.rows
	case t.rows < 0:
		size = 0
	}
	return &collection{name: name, what: what, idField: "id", kind: k, size: size, record: record, peek: peek, searched: searched}
}

// directory sets up a collection that other records refer to: it is never smaller than the demo's, so that every reference leads
// somewhere.
func (t *Tenant) directory(name, what string, k kind, demo int, record func(int) object, peek func(int, string) any,
	searched ...string) *collection {
	c := t.collect(name, what, k, demo, record, peek, searched...)
	c.size = max(c.size, demo)
	return c
}

// all returns every collection.
func (t *Tenant) all() []*collection {
	return []*collection{t.users, t.apps, t.entitlements, t.hooks, t.webhooks, t.suggestions, t.secrets, t.servers,
		t.roles, t.exporters, t.keys, t.toolsets, t.monitors, t.owners, t.bindings}
}

// born is when the record at i came into being: the span of days is spread over the collection, the newest first.
func (t *Tenant) born(c *collection, i, days int) time.Time {
	slot := time.Duration(days) * 24 * time.Hour / time.Duration(max(c.size, 1))
	d := t.dice(c.kind, i, 0xb0)
	jitter := time.Duration(d.fraction() * float64(slot))
	at := t.start.Add(-37*time.Minute - time.Duration(i)*slot - jitter)
	if i%7 == 3 { // some services cut the fraction off
		return at.Truncate(time.Second)
	}
	return at
}

// founded is when the tenant was set up, before anybody and anything in it.
func (t *Tenant) founded() time.Time { return t.start.AddDate(-6, 0, 0) }

// longAgo is when a record of the directory came into being: any time within the days before the last month.
func (t *Tenant) longAgo(k kind, i, days int) time.Time {
	d := t.dice(k, i, 0xb2)
	return t.start.Add(-30*24*time.Hour - time.Duration(d.fraction()*float64(days)*float64(24*time.Hour)))
}

// touched is a time between born and now at which the record was last changed.
func (t *Tenant) touched(k kind, i int, born time.Time) time.Time {
	d := t.dice(k, i, 0xb1)
	if d.chance(35) {
		return born
	}
	return born.Add(time.Duration(d.fraction() * float64(t.start.Sub(born))))
}

// ended is a time after born at which a record was deleted.
func (t *Tenant) ended(k kind, i int, born time.Time) time.Time {
	d := t.dice(k, i, 0xb3)
	return born.Add(time.Duration((0.1 + 0.85*d.fraction()) * float64(t.start.Sub(born))))
}

// Server is a tenant that listens.
type Server struct {
	url    string
	http   *http.Server
	ended  chan struct{}
	failed error
	stop   func() bool
}

// Start serves the tenant on addr ("127.0.0.1:0" takes a free port) until ctx ends or Close is called.
func (t *Tenant) Start(ctx context.Context, addr string) (*Server, error) {
	var config net.ListenConfig
	config.SetMultipathTCP(false) // finding out whether there is any takes longer than listening
	listener, err := config.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen on %s for the built-in tenant: %w", addr, err)
	}
	s := &Server{
		url:   "http://" + listener.Addr().String(),
		http:  &http.Server{Handler: t.Handler(), ReadHeaderTimeout: 10 * time.Second},
		ended: make(chan struct{}),
	}
	go func() {
		defer close(s.ended)
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.failed = fmt.Errorf("serve the built-in tenant: %w", err)
		}
	}()
	s.stop = context.AfterFunc(ctx, func() { _ = s.http.Close() })
	return s, nil
}

// URL is the tenant's base URL, without a slash at its end.
func (s *Server) URL() string { return s.url }

// Close stops listening, ends every connection and waits for the server to be gone. It returns what ended the server before its time.
func (s *Server) Close() error {
	s.stop()
	err := s.http.Close()
	<-s.ended
	if s.failed != nil {
		return s.failed
	}
	if err != nil {
		return fmt.Errorf("close the built-in tenant: %w", err)
	}
	return nil
}

// Wait blocks until the server has ended.
func (s *Server) Wait() error {
	<-s.ended
	return s.failed
}
