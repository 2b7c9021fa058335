package session

import (
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// Two tenants of the same seed and time have the same records; their clock runs on from that time.
func TestNow(t *testing.T) {
	build := func(args ...string) DemoFlags {
		var d DemoFlags
		c := &cobra.Command{}
		d.Register(c)
		if err := c.ParseFlags(args); err != nil {
			t.Fatal(err)
		}
		return d
	}
	ids := map[string]bool{}
	for range 2 {
		d := build("--now", "2026-11-28T09:30:00Z")
		tn, err := d.Build()
		if err != nil {
			t.Fatal(err)
		}
		ids[tn.SecretID(3)] = true
		now := d.Now.Clock()()
		if at := time.Date(2026, 11, 28, 9, 30, 0, 0, time.UTC); now.Before(at) || now.After(at.Add(time.Minute)) {
			t.Errorf("the clock says %s", now)
		}
	}
	if len(ids) != 1 {
		t.Errorf("the same secret has the ids %v", ids)
	}
	if d := build(); d.Now.Clock() != nil || d.Now.String() != "" {
		t.Error("without --now the clock isn't the computer's")
	}
	if err := new(Moment).Set("yesterday"); err == nil {
		t.Error("yesterday is taken for a time")
	}
	f := Flags{Demo: build("--now", "2026-11-28T10:30:00+01:00")}
	f.Demo.On = true
	if got := f.Again(); got != " --demo --now 2026-11-28T10:30:00+01:00" {
		t.Errorf("again with %q", got)
	}
}
