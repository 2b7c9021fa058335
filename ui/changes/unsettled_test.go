package changes

import (
	"testing"
	"time"

	"gatehouse/action"
	"gatehouse/ui/host"
)

// left is a session after a program that was ended while it turned on a lamp.
func left(t *testing.T) (*bench, *action.FileJournal) {
	t.Helper()
	b, dir := newBench(t), t.TempDir()
	e := action.Entry{ID: "e1", At: time.Now().Add(-5 * time.Minute), Action: "lamp.on", Title: "Turn on", Method: "POST",
		Path: "/api/v1/hooks/L1", Tenant: action.Tenant{Name: "acme", URL: b.client.BaseURL()},
		Target: action.Target{Kind: "lamp", Name: "Lamp L1", ID: "L1"}}
	former := action.NewFileJournal(dir)
	if err := former.Begin(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if err := former.End(t.Context(), e.ID, action.Ending{At: time.Now(), Outcome: action.Unknown}); err != nil {
		t.Fatal(err)
	}
	b.env.Journal = action.NewFileJournal(dir)
	return b, b.env.Journal
}

func (b *bench) wantUnsettled(j *action.FileJournal, n int) {
	b.t.Helper()
	if entries, err := j.Unsettled(b.t.Context(), b.client.BaseURL()); err != nil || len(entries) != n {
		b.t.Errorf("%d changes are unsettled, want %d: %v", len(entries), n, err)
	}
}

func TestAnOfferToCheckIsLeftOnce(t *testing.T) {
	b, journal := left(t)
	b.does(b.LookForUnsettled())
	b.wantSaid("It is unknown whether this was done: “Turn on” on the lamp")
	leave := b.LeaveUnsettled()
	if leave == nil || b.said.Trouble() != nil {
		t.Fatalf("the offer stays: %v", b.said.Trouble())
	}
	if b.LeaveUnsettled() != nil {
		t.Error("it is left twice")
	}
	b.does(leave)
	b.wantSaid("Left as it is.")
	b.wantUnsettled(journal, 0)
	if b.LeaveUnsettled() != nil {
		t.Error("there is something to leave afterwards")
	}
}

func TestOnlyTheOfferThatIsSaidIsLeft(t *testing.T) {
	b, journal := left(t)
	if b.LeaveUnsettled() != nil {
		t.Error("there is something to leave before anything was looked for")
	}
	b.does(b.LookForUnsettled())
	b.said.Say(host.Notice{Tone: host.ToneBad, Text: "Something else went wrong."})
	if b.LeaveUnsettled() != nil {
		t.Error("what isn't said any more is left")
	}
	b.wantUnsettled(journal, 1)
}
