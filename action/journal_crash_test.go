package action

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestHalfALineOfACrash(t *testing.T) {
	dir := t.TempDir()
	j := NewFileJournal(dir)
	ctx := context.Background()
	if err := j.Begin(ctx, Entry{ID: "before"}); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(j.Path(), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = file.WriteString(`{"type":"sent","id":"torn","at":"2026-`)
	_ = file.Close()
	if entries, odd, err := j.Entries(ctx); err != nil || odd != 1 || len(entries) != 1 {
		t.Errorf("%d entries, %d odd lines, %v; want the one that is whole", len(entries), odd, err)
	}
	if err := j.Begin(ctx, Entry{ID: "after"}); err != nil {
		t.Fatal(err)
	}
	entries, odd, err := j.Entries(ctx)
	if err != nil || odd != 1 || len(entries) != 2 || entries[0].ID != "after" {
		t.Errorf("%+v, %d odd lines, %v; want the line after the half one whole", entries, odd, err)
	}
}

func TestOddLinesAreCountedAndLeftOut(t *testing.T) {
	j := NewFileJournal(t.TempDir())
	lines := `{"type":"sent","id":"a","at":"2026-01-02T03:04:05Z","target":{"kind":"lamp"}}
not json

{"type":"ended","id":"gone","outcome":"worked"}
{"type":"renamed","id":"later versions may write more"}
{"type":"sent","id":"a"}
{"type":"sent"}
{"type":"sent","id":"b","at":7}
{"type":"ended","id":"a","outcome":"a word of a later version"}
`
	if err := os.WriteFile(j.Path(), []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	entries, odd, err := j.Entries(context.Background())
	if err != nil || odd != 4 || len(entries) != 1 || len(entries[0].Endings) != 1 || entries[0].Endings[0].Outcome != Unknown {
		t.Errorf("%+v, %d odd, %v", entries, odd, err)
	}
}

func TestNothingOfAFailedWriteIsLeft(t *testing.T) {
	j := NewFileJournal(t.TempDir())
	if err := j.Begin(context.Background(), Entry{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(j.Path(), j.aside(1)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(j.Path(), 0o700); err != nil { // a folder in the file's place
		t.Fatal(err)
	}
	if err := j.Begin(context.Background(), Entry{ID: "b"}); !errors.Is(err, ErrJournal) || !strings.Contains(err.Error(), "journal.jsonl") {
		t.Errorf("%v, want one that names the file", err)
	}
	if err := os.Remove(j.Path()); err != nil {
		t.Fatal(err)
	}
	if err := j.Begin(context.Background(), Entry{ID: "c"}); err != nil {
		t.Errorf("once it can be written again: %v", err)
	}
	if entries := entriesOf(t, j); len(entries) != 2 || entries[0].ID != "c" {
		t.Errorf("%+v", entries)
	}
}

func TestAProgramKilledBetweenRequestAndAnswer(t *testing.T) {
	arrived := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then does the server notice that the other side is gone
		close(arrived)
		<-r.Context().Done()
	}))
	defer server.Close()
	dir := filepath.Join(t.TempDir(), "gatehouse")
	c := child(t, "sender", dir, server.URL)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	<-arrived
	j := NewFileJournal(dir)
	if open, err := j.Unsettled(context.Background(), server.URL); err != nil || len(open) != 0 {
		t.Errorf("while the program waits for its answer: %v, %v; want nothing to be asked", open, err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	open, err := j.Unsettled(context.Background(), server.URL)
	if err != nil || len(open) != 1 || open[0].Target.ID != "L1" || open[0].Path != "/api/v1/hooks/L1" {
		t.Fatalf("after it was killed: %+v, %v; want its change", open, err)
	}
	if other, _ := j.Unsettled(context.Background(), "https://other.example"); len(other) != 0 {
		t.Errorf("another tenant is asked about %+v", other)
	}
	if err := j.End(context.Background(), open[0].ID, Ending{Outcome: Worked, Resolved: true, Checked: true}); err != nil {
		t.Fatal(err)
	}
	if open, _ := j.Unsettled(context.Background(), server.URL); len(open) != 0 {
		t.Errorf("after it was checked: %+v", open)
	}
}

func TestUnsettled(t *testing.T) {
	const here = "https://acme.example"
	j := NewFileJournal(t.TempDir())
	ctx := context.Background()
	begin := func(e Entry, endings ...Ending) {
		t.Helper()
		e.Tenant.URL = here
		before := j.process
		if e.Process != (Process{}) {
			j.process = e.Process
		}
		err := j.Begin(ctx, e)
		j.process = before
		for _, end := range endings {
			err = errors.Join(err, j.End(ctx, e.ID, end))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	parent := Process{ID: os.Getppid(), Run: "somebody else's"}
	begin(Entry{ID: "done", At: now}, Ending{Outcome: Worked})
	begin(Entry{ID: "unknown", At: now}, Ending{Outcome: Unknown})
	begin(Entry{ID: "looked at in vain", At: now}, Ending{Outcome: Unknown}, Ending{Outcome: Unknown, Checked: true})
	begin(Entry{ID: "ours, under way", At: now})
	begin(Entry{ID: "another's, under way", At: now, Process: parent})
	begin(Entry{ID: "another's, too old to be under way", At: now.Add(-2 * time.Hour), Process: parent})
	begin(Entry{ID: "an earlier run with our number", At: now, Process: Process{ID: os.Getpid(), Run: "earlier"}})
	open, err := j.Unsettled(ctx, here)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, e := range open {
		ids = append(ids, e.ID)
	}
	if got, want := strings.Join(ids, "; "), "an earlier run with our number; another's, too old to be under way; unknown"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A journal that holds something, none of which can be read, is not an empty one.
func TestAJournalWithoutOneReadableLineIsAnError(t *testing.T) {
	j := NewFileJournal(t.TempDir())
	if err := os.WriteFile(j.Path(), []byte("nothing\n{\"type\":\n\x00\x01\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, odd, err := j.Entries(context.Background())
	if err == nil || odd != 3 || !strings.Contains(err.Error(), "the journal can't be read") || !strings.Contains(err.Error(), j.Path()) {
		t.Errorf("%d odd lines, %v; want three and an error that names the file", odd, err)
	}
	if _, _, err := NewFileJournal("").Entries(context.Background()); err == nil || !strings.Contains(err.Error(), "HOME") {
		t.Errorf("without a folder: %v, want one that says what is missing", err)
	}
}
