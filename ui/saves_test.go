package ui

import (
	"context"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/tenant"
)

// What was opened is kept although the program quits before the command that writes it has begun.
func TestQuittingWritesWhatIsLeftToWrite(t *testing.T) {
	store := state.Open(t.TempDir(), time.Now)
	d := newDriver(t, driverOptions{tenant: tenant.Options{InterfaceOnly: true}, options: func(o *Options) { o.Opened = store }})
	d.keys("6", "O")
	d.paste(d.tenant.RoleID(7))
	late := d.holding(func() { d.keys("<ctrl+s>") })
	d.Waiting(late.deliver)
	d.sees("1 opened by id")
	if err := d.model.FinishSaving(t.Context()); err != nil {
		t.Fatal(err)
	}
	kept, err := store.Opened(d.client.BaseURL(), "roles")
	if err != nil || len(kept) != 1 || kept[0].IDs["id"] != d.tenant.RoleID(7) {
		t.Fatalf("kept %v, %v, want the role %s", kept, err, d.tenant.RoleID(7))
	}
}

func TestASlowStateFolderDoesntHoldTheProgramForEver(t *testing.T) {
	d := newDriver(t, driverOptions{})
	release := make(chan struct{})
	d.model.saves.Command(func(context.Context) tea.Msg { <-release; return nil })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.model.FinishSaving(ctx); err == nil {
		t.Error("it doesn't say that it isn't done")
	}
	close(release)
	if err := d.model.FinishSaving(t.Context()); err != nil {
		t.Error(err)
	}
}
