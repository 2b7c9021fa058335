package session

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/api"
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

// A tenant that has been begun and that nobody opens doesn't stay; one that is opened is the session's.
func TestABegunTenantIsTakenOrEnds(t *testing.T) {
	if (DemoFlags{}).Begin(t.Context()) != nil {
		t.Error("a tenant is begun that nobody asked for")
	}
	(*Begun)(nil).Close()
	listens := func(b *Begun) bool {
		answer, err := http.Get(b.demo.url)
		if err == nil {
			_ = answer.Body.Close()
		}
		return err == nil
	}
	d := DemoFlags{On: true}
	left := d.Begin(t.Context())
	<-left.started
	if !listens(left) {
		t.Fatal("a tenant that is begun doesn't listen")
	}
	left.Close()
	if listens(left) {
		t.Error("a tenant that nobody took still listens")
	}
	taken := d.Begin(t.Context())
	var to api.Options
	var info Info
	stop, err := Opening{Begun: taken}.demo(t.Context(), d, &to, &info)
	if err != nil || to.BaseURL != taken.demo.url || to.Auth.Token == "" || len(info.Monitors) == 0 {
		t.Fatalf("opened as %q, monitors %v (%v)", to.BaseURL, info.Monitors, err)
	}
	taken.Close()
	if !listens(taken) {
		t.Error("a tenant that somebody took has ended")
	}
	if stop(); listens(taken) {
		t.Error("a tenant that was stopped still listens")
	}
	failing := DemoFlags{On: true, Rows: -1}.Begin(t.Context())
	if _, err := (Opening{Begun: failing}).demo(t.Context(), d, &to, &info); err == nil {
		t.Error("flags that are wrong are no error")
	}
	failing.Close()
}
