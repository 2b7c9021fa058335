package revoke_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/tenant"
)

// Whoever leaves while the request is on its way is told that its outcome isn't known.
func TestRevokeInterrupted(t *testing.T) {
	b := newBench(t, tenant.Options{})
	s := b.Secret(true)
	b.Tenant.Faults().Add(tenant.Rule{Method: http.MethodDelete, Path: "/api/v1/secrets/*", Hang: true})
	ctx, cancel := context.WithCancel(t.Context())
	stop := make(chan struct{})
	go func() {
		defer close(stop)
		for b.Tenant.Count(deleteOwn) == 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	b.Wants(b.RunIn(ctx, "revoke", "--yes", "--json", s.VaultID), 1, "Unknown whether this was revoked")
	<-stop
	if got := decoded(t, b.Out.String()); len(got) != 1 || got[0]["outcome"] != "unknown" {
		t.Errorf("got %v", got)
	}
}

// What shows only after a while is waited for: the shell looks as often as the console does, and says what was proved.
func TestRevokeLooksAgainUntilItIsProved(t *testing.T) {
	b := newBench(t, tenant.Options{})
	s := b.Secret(true)
	reads := 0
	b.Tenant.Faults().Add(tenant.Rule{Method: http.MethodDelete, Path: "/api/v1/secrets/*", Status: 504, Message: "upstream request timeout"})
	b.OnPrint = func(string) {
		if strings.Contains(b.Errors.String(), "looking again for up to 40s") && reads == 0 { // only now it happens
			reads++
			if err := b.Tenant.UpdateAs("secrets", s.VaultID, func(r map[string]any) {
				r["status"], r["deletedAt"] = "SECRET_STATUS_REVOKED", "2026-11-27T11:58:00Z"
			}); err != nil {
				t.Error(err)
			}
		}
	}
	b.Wants(b.Run("revoke", "--yes", "--json", s.VaultID), 0, "Unknown whether this was revoked: ",
		"The tenant answered 504: upstream request timeout",
		"It may still happen: looking again", "Revoked ", "Revoked 2026-11-27 11:58:00 UTC")
	if got := decoded(t, b.Out.String()); len(got) != 1 || got[0]["outcome"] != "done" || got[0]["error"] != "" {
		t.Errorf("got %v", got)
	}
	b.WantsChanges(deleteOwn)
}

// Of several that are revoked, what was not sent when it was interrupted is told as not sent, and only what was is unknown.
func TestRevokeInterruptedTellsWhatWasNotSent(t *testing.T) {
	b := newBench(t, tenant.Options{})
	args := []string{"revoke", "--yes", "--json"}
	const all = 24 // more than go at once
	for i, n := 0, 0; i < b.Tenant.Size("secrets") && n < all; i++ {
		record, _ := b.Tenant.Record("secrets", b.Tenant.SecretID(i))
		if record["status"] == "SECRET_STATUS_ACTIVE" && record["deletedAt"] == nil {
			args = append(args, b.Tenant.SecretID(i))
			n++
		}
	}
	b.Tenant.Faults().Add(tenant.Rule{Method: http.MethodDelete, Path: "/api/v1/secrets/*", Hang: true})
	b.Tenant.Faults().Add(tenant.Rule{Method: http.MethodDelete, Path: "/api/v1/secrets-admin/*", Hang: true})
	deletes := func() (n int) {
		for _, r := range b.Tenant.Requests() {
			if r.Method == http.MethodDelete {
				n++
			}
		}
		return n
	}
	ctx, cancel := context.WithCancel(t.Context())
	stop := make(chan struct{})
	go func() {
		defer close(stop)
		for deletes() == 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	b.RunIn(ctx, args...)
	<-stop
	told := map[string]int{}
	for _, one := range decoded(t, b.Out.String()) {
		told[fmt.Sprint(one["outcome"])]++
	}
	if told["unknown"] < deletes() || told["unknown"] > 8 || told["not sent"] != len(args)-3-told["unknown"] || told["not sent"] == 0 {
		t.Errorf("told %v of %d, %d were sent", told, len(args)-3, deletes())
	}
}
