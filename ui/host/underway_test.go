package host

import (
	"testing"
	"time"

	"gatehouse/action"
)

func TestChangesUnderWayAreKnownByTheirRecord(t *testing.T) {
	u, target := UnderWay{}, action.Target{Kind: "hook", ID: "1", Name: "before"}
	plan := func(doing string) *action.Plan {
		return &action.Plan{Doing: doing, Steps: []action.Step{{Target: target}}}
	}
	renamed := action.Target{Kind: "hook", ID: "1", Name: "after"}
	if u.Has(renamed) || u.Words(renamed) != "" || u.Count() != 0 {
		t.Fatal("something is under way before anything was begun")
	}
	u.Begin(plan("Enabling"))
	u.Begin(plan("Deleting"))
	if !u.Has(renamed) || u.Words(renamed) != "enabling…" || u.Count() != 2 {
		t.Errorf("under way are %d, of the record %q", u.Count(), u.Words(renamed))
	}
	u.End(action.Step{Target: target})
	if u.Words(renamed) != "deleting…" || u.Count() != 1 {
		t.Errorf("after the first has ended: %d, %q", u.Count(), u.Words(renamed))
	}
	u.End(action.Step{Target: target})
	u.End(action.Step{Target: target}) // once more than it was begun
	if u.Has(renamed) || u.Count() != 0 {
		t.Errorf("after both have ended: %d", u.Count())
	}
	if u.Begin(plan("Enabling")); u.Has(action.Target{Kind: "webhook", ID: "1"}) {
		t.Error("a record of another kind has the same id")
	}
}

func TestARecordWithoutAnIdIsKnownByItsName(t *testing.T) {
	u := UnderWay{}
	u.Begin(&action.Plan{Doing: "Creating", Steps: []action.Step{{Target: action.Target{Kind: "hook", Name: "new"}}}})
	if !u.Has(action.Target{Kind: "hook", Name: "new"}) || u.Has(action.Target{Kind: "hook", Name: "other"}) {
		t.Errorf("under way: %v", u)
	}
}

func TestTheEndOfALoginComesNearer(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	for left, want := range map[time.Duration]Nearness{
		72*time.Hour + time.Second: FarOff, 72 * time.Hour: WithinDays, time.Hour + time.Second: WithinDays, time.Hour: withinTheHour,
		time.Second: withinTheHour, 0: over, -time.Hour: over,
	} {
		e := &Env{Clock: func() time.Time { return now }, Tenant: TenantInfo{Expires: now.Add(left)}}
		if got := e.NearExpiry(); got != want {
			t.Errorf("%s before the end: %d, want %d", left, got, want)
		}
	}
	if e := (&Env{Clock: func() time.Time { return now }}); e.NearExpiry() != FarOff || e.AboutLogin() != "" {
		t.Errorf("a login whose end nobody knows: %d, %q", e.NearExpiry(), e.AboutLogin())
	}
}
