package action

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/filelock"
)

// The environment by which a test starts its own program anew as another console.
const (
	childRole = "GATEHOUSE_TEST_CHILD"
	childDir  = "GATEHOUSE_TEST_DIR"
	childURL  = "GATEHOUSE_TEST_URL"
)

func TestMain(m *testing.M) {
	switch os.Getenv(childRole) {
	case "writer":
		os.Exit(writeEntries(os.Getenv(childDir), fmt.Sprint(os.Getpid())))
	case "sender":
		os.Exit(sendOne(os.Getenv(childDir), os.Getenv(childURL)))
	}
	os.Exit(m.Run())
}

// child is the test's program in another role.
func child(t *testing.T, role, dir, url string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program)
	c.Env = append(os.Environ(), childRole+"="+role, childDir+"="+dir, childURL+"="+url)
	c.Stderr = os.Stderr
	return c
}

const (
	writerEntries = 60
	smallSize     = 40 << 10 // so that the file is put aside a few times
)

// writeEntries writes entries and their endings from several goroutines, as a console does in a batch.
func writeEntries(dir, who string) int {
	j := NewFileJournal(dir)
	j.size = smallSize
	failed := make(chan error, writerEntries)
	limit := make(chan struct{}, 8)
	var all sync.WaitGroup
	for i := range writerEntries {
		all.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			id := fmt.Sprintf("%s-%d", who, i)
			err := j.Begin(context.Background(), Entry{ID: id, Target: Target{Name: strings.Repeat("x", i)}})
			failed <- errors.Join(err, j.End(context.Background(), id, Ending{Outcome: Worked}))
		})
	}
	all.Wait()
	close(failed)
	for err := range failed {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return 0
}

// sendOne sends one change and waits for an answer that never comes.
func sendOne(dir, url string) int {
	client, err := api.New(api.Options{BaseURL: url, Auth: api.Auth{Token: "t"}})
	if err != nil {
		return 1
	}
	runner := NewRunner(Options{Client: client, Journal: NewFileJournal(dir), Tenant: Tenant{Name: "acme", URL: url}})
	plan, err := Bind(switchOn(), describe, Draft{}, lamp{ID: "L1"})
	if err != nil {
		return 1
	}
	run := runner.Start(plan)
	for {
		if _, ok := run.Next(context.Background()); !ok {
			return 0
		}
	}
}

func TestSeveralConsolesAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gatehouse")
	var children []*exec.Cmd
	for range 4 {
		c := child(t, "writer", dir, "")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		children = append(children, c)
	}
	reader := NewFileJournal(dir)
	stop := make(chan struct{})
	var reading sync.WaitGroup
	reading.Go(func() { // a console that looks at the journal meanwhile never sees half a line
		for {
			select {
			case <-stop:
				return
			default:
			}
			if _, odd, err := reader.Entries(context.Background()); err != nil || odd > 0 {
				t.Errorf("read meanwhile: %v, %d odd lines", err, odd)
				return
			}
		}
	})
	for _, c := range children {
		if err := c.Wait(); err != nil {
			t.Errorf("a console failed: %v", err)
		}
	}
	close(stop)
	reading.Wait()
	entries := entriesOf(t, reader)
	if len(entries) != 4*writerEntries {
		t.Errorf("%d entries of %d", len(entries), 4*writerEntries)
	}
	seen := map[string]bool{}
	for _, e := range entries {
		if len(e.Endings) != 1 || seen[e.ID] {
			t.Errorf("%s has %d endings, twice: %t", e.ID, len(e.Endings), seen[e.ID])
		}
		seen[e.ID] = true
	}
	files, _ := filepath.Glob(filepath.Join(dir, "journal.*.jsonl"))
	if len(files) == 0 || len(files) > journalKept {
		t.Errorf("%d files were put aside", len(files))
	}
}

func TestRotationKeepsFourFiles(t *testing.T) {
	dir := t.TempDir()
	j := NewFileJournal(dir)
	j.size = 1000
	for i := range 60 {
		if err := j.Begin(context.Background(), Entry{ID: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	for i, f := range files {
		files[i] = filepath.Base(f)
	}
	slices.Sort(files)
	if got := strings.Join(files, " "); got != "journal.1.jsonl journal.2.jsonl journal.3.jsonl journal.4.jsonl journal.jsonl" {
		t.Errorf("files: %s", got)
	}
	for _, f := range files {
		if info, err := os.Stat(filepath.Join(dir, f)); err != nil || info.Size() > 1300 || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", f, info, err)
		}
	}
	entries := entriesOf(t, j)
	for i, e := range entries { // the latest ones, latest first, none missing in between
		if e.ID != fmt.Sprint(59-i) {
			t.Fatalf("place %d holds entry %s", i, e.ID)
		}
	}
	if err := j.End(context.Background(), "0", Ending{}); err != nil {
		t.Errorf("an ending of an entry that was dropped: %v", err)
	}
	entriesOf(t, j)
}

func TestAFileThatCantBePutAsideGrowsOn(t *testing.T) {
	dir := t.TempDir()
	j := NewFileJournal(dir)
	j.size = 10
	for n := 1; n <= journalKept; n++ {
		if err := os.MkdirAll(filepath.Join(j.aside(n), "in the way"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 {
		if err := j.Begin(context.Background(), Entry{ID: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(j.Path())
	if err != nil || strings.Count(string(text), "\n") != 3 {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAJournalForOthersToReadIsClosed(t *testing.T) {
	dir := t.TempDir()
	j := NewFileJournal(dir)
	if err := errors.Join(os.Chmod(dir, 0o755), os.WriteFile(j.Path(), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := j.Begin(context.Background(), Entry{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, j.Path(): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want %o", path, info.Mode(), err, want)
		}
	}
}

// While one write is under way the others gather, and share the next.
func TestThoseThatWaitShareAWrite(t *testing.T) {
	dir := t.TempDir()
	j := NewFileJournal(dir)
	release, err := filelock.Acquire(context.Background(), j.lockPath())
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			if err := j.Begin(context.Background(), Entry{ID: fmt.Sprint(i)}); err != nil {
				t.Error(err)
			}
		})
	}
	gathered := func() int {
		j.mu.Lock()
		defer j.mu.Unlock()
		if j.pending == nil {
			return 0
		}
		return len(j.pending.lines)
	}
	for gathered() < 40 { // the first few may have begun the write that waits for the lock
		time.Sleep(time.Millisecond)
	}
	release()
	all.Wait()
	if n := len(entriesOf(t, j)); n != 50 {
		t.Errorf("%d entries, want 50", n)
	}
}

func TestAJournalInAFolderThatCantBeWrittenCanBeRead(t *testing.T) {
	dir := t.TempDir()
	j := NewFileJournal(dir)
	if err := j.Begin(context.Background(), Entry{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(j.lockPath()), os.Mkdir(j.lockPath(), 0o700)); err != nil { // as root no mode forbids it
		t.Fatal(err)
	}
	if entries := entriesOf(t, j); len(entries) != 1 {
		t.Errorf("%+v", entries)
	}
}

func TestQuittingWritesTheEndings(t *testing.T) {
	arrived := make(chan struct{})
	runner, journal, _ := journalled(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		close(arrived)
		<-r.Context().Done()
	}), nil)
	runner.Start(lampPlan(t, "L1"))
	<-arrived
	runner.Close()
	entries := entriesOf(t, journal)
	if len(entries) != 1 || len(entries[0].Endings) != 1 || entries[0].Endings[0].Outcome != Unknown || !entries[0].Open() {
		t.Errorf("%+v", entries)
	}
}

// BenchmarkBatch is five hundred steps with a journal and without.
func BenchmarkBatch(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { writeLamp(w, true) }))
	defer server.Close()
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: "t"}})
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
	lamps := make([]lamp, 500)
	for i := range lamps {
		lamps[i].ID = fmt.Sprint("L", i)
	}
	for name, journal := range map[string]Journal{"without": nil, "journal": NewFileJournal(b.TempDir())} {
		b.Run(name, func(b *testing.B) {
			runner := NewRunner(Options{Client: client, Journal: journal})
			defer runner.Close()
			for b.Loop() {
				plan, err := Bind(switchOn(), describe, Draft{}, lamps...)
				if err != nil {
					b.Fatal(err)
				}
				run := runner.Start(plan)
				for ok := true; ok; {
					_, ok = run.Next(context.Background())
				}
			}
		})
	}
}
