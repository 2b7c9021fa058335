package session

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/api"
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

// open starts the built-in tenant on a free port and points the options at it. monitors are ids that nobody could find otherwise.
func (d DemoFlags) open(ctx context.Context, o *api.Options) (monitors []string, stop func(), err error) {
	t, err := d.Build()
	if err != nil {
		return nil, nil, err
	}
	server, err := t.Start(context.WithoutCancel(ctx), "127.0.0.1:0") // it ends with the session, not with its opening
	if err != nil {
		return nil, nil, fmt.Errorf("the built-in tenant can't be started: %w", err)
	}
	o.Now = d.Now.Clock()
	o.BaseURL, o.Auth = server.URL(), api.Auth{Token: t.Token(), Made: true}
	return Monitors(t), func() { _ = server.Close() }, nil
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
