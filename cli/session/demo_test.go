package session

import (
	"encoding/json"
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
	records := map[string]bool{}
	for range 2 {
		d := build("--now", "2026-11-28T09:30:00Z")
		tn, err := d.Build()
		if err != nil {
			t.Fatal(err)
		}
		rec, _ := tn.Record("secrets", tn.SecretID(3)) // to the last digit of its times
		text, err := json.Marshal(rec)
		if err != nil {
			t.Fatal(err)
		}
		records[string(text)] = true
		now := d.Now.Clock()()
		if at := time.Date(2026, 11, 28, 9, 30, 0, 0, time.UTC); now.Before(at) || now.After(at.Add(time.Minute)) {
			t.Errorf("the clock says %s", now)
		}
	}
	if len(records) != 1 {
		t.Errorf("the same secret is %v", records)
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
