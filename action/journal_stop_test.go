package action

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// spoiled is a journal that fails as it is told to.
type spoiled struct {
	mu         sync.Mutex
	begin, end error
	begun      int
}

func (s *spoiled) Begin(context.Context, Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun++
	return s.begin
}

func (s *spoiled) End(context.Context, string, Ending) error { return s.end }

func TestAJournalThatCantBeWrittenStopsTheChange(t *testing.T) {
	b := &bench{}
	dir := t.TempDir()
	place := filepath.Join(dir, "gatehouse")
	if err := os.WriteFile(place, []byte("a file in the folder's place"), 0o600); err != nil {
		t.Fatal(err)
	}
	runner, _, _ := journalled(t, b, func(o *Options) { o.Journal = NewFileJournal(place) })
	plan := lampPlan(t, "L1")
	result := runPlan(t, runner, plan)[0]
	if !errors.Is(result.Err, ErrJournal) || result.Outcome != NotSent || b.writes != 0 {
		t.Fatalf("%v, outcome %s, %d writes; want that nothing was sent", result.Err, result.Outcome, b.writes)
	}
	if !strings.Contains(result.Err.Error(), place) {
		t.Errorf("%q doesn't say where", result.Err)
	}
	runner.WithoutJournal()
	if result := runPlan(t, runner, plan)[0]; result.Outcome != Worked || b.writes != 1 {
		t.Errorf("the same plan without a journal: %s, %v, %d writes", result.Outcome, result.Err, b.writes)
	}
}

func TestNoFolderForTheJournal(t *testing.T) {
	err := NewFileJournal("").Begin(context.Background(), Entry{ID: "x"})
	if !errors.Is(err, ErrJournal) || !strings.Contains(err.Error(), "HOME") {
		t.Errorf("%v, want one that says what is missing", err)
	}
}

func TestGoingOnWithAWarning(t *testing.T) {
	full := errors.New("full")
	for name, c := range map[string]struct {
		journal *spoiled
		plans   [][]string // one after the other
		begun   int        // entries, 0: the next step may begin its own while the last one's ending is written
	}{
		"it can't begin":              {&spoiled{begin: full}, [][]string{{"L1", "L2", "L3"}}, 1},
		"it can't end":                {&spoiled{end: full}, [][]string{{"L1"}, {"L2", "L3"}}, 1},
		"it can't end within a batch": {&spoiled{end: full}, [][]string{{"L1", "L2", "L3"}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			b := &bench{}
			runner, _, _ := journalled(t, b, func(o *Options) { o.Journal, o.Concurrency = c.journal, 1 })
			var warnings atomic.Int32
			runner.WarnWithoutJournal(func(error) { warnings.Add(1) })
			for _, ids := range c.plans {
				for _, r := range runPlan(t, runner, lampPlan(t, ids...)) {
					if r.Outcome != Worked || r.Unrecorded != nil {
						t.Errorf("%s, %v, %v", r.Outcome, r.Err, r.Unrecorded)
					}
				}
			}
			if warnings.Load() != 1 || b.writes != 3 || c.begun > 0 && c.journal.begun != c.begun {
				t.Errorf("%d warnings, %d writes, %d entries begun; want 1, 3, %d", warnings.Load(), b.writes, c.journal.begun, c.begun)
			}
		})
	}
}

func TestAnEndingThatCantBeWrittenIsTold(t *testing.T) {
	full := errors.New("full")
	runner, _, _ := journalled(t, &bench{}, func(o *Options) { o.Journal = &spoiled{end: full} })
	if r := runPlan(t, runner, lampPlan(t, "L1"))[0]; r.Outcome != Worked || !errors.Is(r.Unrecorded, full) {
		t.Errorf("%s, unrecorded: %v", r.Outcome, r.Unrecorded)
	}
}
