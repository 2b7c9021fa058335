package session

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/tenant"
)

const (
	demoSeed = 1
	mostRows = 100_000 // that the built-in tenant makes
)

// DemoFlags shape the built-in tenant.
type DemoFlags struct {
	On            bool
	Rows          int
	Seed          uint64
	Faults        []string
	InterfaceOnly bool
	Hostile       bool
	Now           Moment // the tenant's time when it starts
}

// lateBy is how late the built-in tenant's lists show a change, as those of a real one do.
const lateBy = 2 * time.Second

// Moment is a time that clocks start at; the zero value is the computer's own.
type Moment struct {
	at, set time.Time
}

// Set reads the time.
func (m *Moment) Set(text string) error {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return fmt.Errorf("want a time such as 2026-11-28T09:30:00Z, not %q", text)
	}
	m.at, m.set = at, time.Now()
	return nil
}

// String is the time as it was given.
func (m *Moment) String() string {
	if m.at.IsZero() {
		return ""
	}
	return m.at.Format(time.RFC3339)
}

// Type is how help names the value.
func (m *Moment) Type() string { return "time" }

// Clock runs on from the time that was given; nil: the computer's own clock does.
func (m *Moment) Clock() func() time.Time {
	if m.at.IsZero() {
		return nil
	}
	at, set := m.at, m.set
	return func() time.Time { return at.Add(time.Since(set)) }
}

// Register adds the flags to a command.
func (d *DemoFlags) Register(c *cobra.Command) {
	c.Flags().IntVar(&d.Rows, "rows", 0, "built-in tenant: `N` rows in each list, up to 100,000 (0: the demo's own sizes)")
	c.Flags().Uint64Var(&d.Seed, "seed", demoSeed, "built-in tenant: the seed `N` of its records")
	c.Flags().StringArrayVar(&d.Faults, "fault", nil,
		"built-in tenant: a fault `RULE`, such as \"POST /api/v1/search/hooks status=503 times=2\"; may be repeated")
	c.Flags().Var(&d.Now, "now", "built-in tenant: the `TIME` at its start, such as 2026-11-28T09:30:00Z; same seed and time, same records")
	c.Flags().BoolVar(&d.Hostile, "hostile", false, "built-in tenant: some names hold terminal escape sequences, for testing")
	c.Flags().BoolVar(&d.InterfaceOnly, "interface-only", false, "built-in tenant: only the sixteen operations, no companions")
}

// Build makes the built-in tenant that the flags describe.
func (d DemoFlags) Build() (*tenant.Tenant, error) {
	if d.Rows < 0 || d.Rows > mostRows {
		return nil, fmt.Errorf("--rows wants a number from 0 to %d, not %d", mostRows, d.Rows)
	}
	t := tenant.New(tenant.Options{Seed: d.Seed, Rows: d.Rows, InterfaceOnly: d.InterfaceOnly, Hostile: d.Hostile,
		Late: lateBy, Now: d.Now.Clock(), Start: d.Now.at, Unrecorded: true})
	for _, text := range d.Faults {
		rule, err := tenant.ParseFault(text)
		if err != nil {
			return nil, fmt.Errorf("--fault %q: %w", text, err)
		}
		t.Faults().Add(rule)
	}
	return t, nil
}

// demo is a built-in tenant that listens on a free port.
type demo struct {
	url, token string
	monitors   []string // ids that nobody could find otherwise
	stop       func()
}

// listen starts the built-in tenant. It ends with the session, not with ctx.
func (d DemoFlags) listen(ctx context.Context) (demo, error) {
	t, err := d.Build()
	if err != nil {
		return demo{}, err
	}
	server, err := t.Start(context.WithoutCancel(ctx), "127.0.0.1:0")
	if err != nil {
		return demo{}, fmt.Errorf("the built-in tenant can't be started: %w", err)
	}
	return demo{url: server.URL(), token: t.Token(), monitors: Monitors(t), stop: func() { _ = server.Close() }}, nil
}

// Begun is a built-in tenant that is being started while the rest of what a program needs is made ready.
type Begun struct {
	started chan struct{}
	demo    demo
	err     error
	taken   bool
}

// Begin starts the built-in tenant where the flags ask for it; nil where they don't.
func (d DemoFlags) Begin(ctx context.Context) *Begun {
	if !d.On {
		return nil
	}
	b := &Begun{started: make(chan struct{})}
	go func() {
		defer close(b.started)
		b.demo, b.err = d.listen(ctx)
	}()
	return b
}

// take waits for the tenant, which the caller stops from then on.
func (b *Begun) take() (demo, error) {
	<-b.started
	b.taken = true
	return b.demo, b.err
}

// Close stops a tenant that nobody has taken.
func (b *Begun) Close() {
	if b == nil || b.taken {
		return
	}
	if d, err := b.take(); err == nil {
		d.stop()
	}
}

// Monitors are the ids of a monitor that alerts on A and B, and of one that alerts on A and not B; fewer where there are fewer.
func Monitors(t *tenant.Tenant) []string {
	var ids []string
	for _, i := range []int{0, 2} {
		if i < t.Size("monitors") {
			ids = append(ids, t.MonitorID(i))
		}
	}
	return ids
}
