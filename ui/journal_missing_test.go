package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"gatehouse/action"
)

// jammed is a journal that can be opened and closed.
type jammed struct {
	action.Journal
	begin, end error
}

func (j *jammed) Begin(ctx context.Context, e action.Entry) error {
	if j.begin != nil {
		return fmt.Errorf("%w: %w", action.ErrJournal, j.begin)
	}
	return j.Journal.Begin(ctx, e)
}

func (j *jammed) End(ctx context.Context, id string, e action.Ending) error {
	if j.end != nil {
		return fmt.Errorf("%w: %w", action.ErrJournal, j.end)
	}
	return j.Journal.End(ctx, id, e)
}

func newJammed(t *testing.T) (*driver, *jammed, *action.FileJournal) {
	t.Helper()
	dir := t.TempDir()
	j := &jammed{Journal: action.NewFileJournal(dir), begin: errors.New("no space left on device")}
	d, file := journalled(t, dir, driverOptions{w: 120, h: 40}, j)
	return d, j, file
}

func TestWithoutAJournalNothingIsSentUnasked(t *testing.T) {
	d, _, _ := newJammed(t)
	d.keys("3", "d")
	d.sees("Go on without a journal?", "The journal can't be written: no space left on device.", "Nothing was sent", "▸ Don't send ◂")
	d.wantMutations()
	d.keys("<enter>")
	d.sees(": not sent.", "Nothing was sent")
	d.wantMutations()
	d.keys("d", "<tab>", "<enter>")
	d.sees("Dismissed suggestion")
	d.wantMutations("POST /api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(0) + "/state")
	d.keys("j", "d") // it is asked once
	d.sees("Dismissed suggestion")
	if n := len(d.mutations()); n != 2 {
		t.Errorf("%d changes were sent, want two", n)
	}
}

func TestASessionWithoutAJournalSaysSo(t *testing.T) {
	d, _, _ := newJammed(t)
	d.keys("3", "d")
	d.seesNot("no journal")
	d.keys("<tab>", "<enter>")
	d.sees("no journal")
	d.keys("J")
	d.reads("and you chose to go on without it: nothing is recorded until")
	d.seesNot("No change was sent yet")
}

func TestABatchWithoutAJournal(t *testing.T) {
	d, _, _ := newJammed(t)
	d.keys("3", " j j j ", "d", "<tab>", "<enter>")
	d.sees("Go on without a journal?")
	d.wantMutations()
	d.keys("<tab>", "<enter>")
	d.sees("Dismiss: 4 done")
	if n := len(d.mutations()); n != 4 {
		t.Errorf("%d changes were sent, want four", n)
	}
	d.keys("u")
	d.sees("Undo", "4 suggestions")
}

func TestABatchThatIsNotSentWithoutAJournal(t *testing.T) {
	d, _, _ := newJammed(t)
	d.keys("3", " j j ", "d", "<tab>", "<enter>", "<esc>")
	d.sees("Dismiss: results", "3 not sent", "Nothing was sent")
	d.keys("<esc>")
	d.sees("3 marked")
	d.wantMutations()
}

func TestAFormWithoutAJournalKeepsWhatWasTyped(t *testing.T) {
	d, j, file := newJammed(t)
	d.keys("2", "n", "Brand new", "<tab>", "https://h.example/x", "<ctrl+s>")
	d.sees("Go on without a journal?")
	d.keys("<esc>")
	d.sees("New webhook", "Brand new", "Nothing was sent")
	d.wantMutations()
	j.begin = nil // there is room again
	d.keys("<ctrl+s>")
	d.sees("Created webhook “Brand new”")
	d.wantMutations("POST /api/v1/webhooks")
	if got := entriesIn(t, file); len(got) != 1 || got[0] != "done Create webhook" {
		t.Errorf("the journal has %q", got)
	}
}

func TestAnOutcomeThatCouldNotBeRecordedIsSaid(t *testing.T) {
	d, j, file := newJammed(t)
	j.begin, j.end = nil, errors.New("no space left on device")
	d.keys("3", "d")
	d.sees("Dismissed suggestion", "the journal doesn't have the outcome")
	if got := entriesIn(t, file); len(got) != 1 || got[0] != "unknown Dismiss" {
		t.Errorf("the journal has %q", got)
	}
}

func TestAJournalThatCantBeReadIsSaid(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "journal.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	d, _ := journalled(t, dir, driverOptions{}, nil)
	d.keys("J")
	d.sees("could not be loaded", "The journal can't be read")
}
