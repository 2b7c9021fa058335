package suggestions

import (
	"context"
	"sync"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
)

// decided are the suggestions that this console has decided about, with when that was. It is asked by cells, beside the update loop, too.
type decided struct {
	location *time.Location
	mu       sync.Mutex
	at       map[string]time.Time
	read     bool // what earlier runs have decided is among them
}

func newDecided(e *host.Env) *decided {
	return &decided{location: e.Location, at: map[string]time.Time{}}
}

// word is what was decided today about a suggestion that is still so, "" for nothing.
func (d *decided) word(s api.Suggestion, e grid.Env) string {
	if api.SuggestionDecisionOf(s) == api.SuggestionNew {
		return ""
	}
	d.mu.Lock()
	at, ok := d.at[s.ID]
	d.mu.Unlock()
	if !ok || !d.sameDay(at, e.Now()) {
		return ""
	}
	return s.StateWords()
}

func (d *decided) sameDay(a, b time.Time) bool {
	in := d.location
	if in == nil {
		in = time.UTC
	}
	return a.In(in).Format(time.DateOnly) == b.In(in).Format(time.DateOnly)
}

// learn takes what came of a change.
func (d *decided) learn(r action.Result, now time.Time) {
	s, ok := r.Now.(api.Suggestion)
	if !ok || r.Outcome != action.Worked {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if delete(d.at, s.ID); api.SuggestionDecisionOf(s) != api.SuggestionNew {
		d.at[s.ID] = now
	}
}

// recall reads once what earlier runs have decided today, as far as the journal can be read.
func (d *decided) recall(ctx context.Context, j *action.FileJournal, now time.Time) {
	d.mu.Lock()
	known := d.read
	d.read = true
	d.mu.Unlock()
	if known || j == nil {
		return
	}
	entries, _, err := j.Entries(ctx)
	if err != nil {
		return // the journal's own pane says why
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	seen := map[string]bool{}
	for _, e := range entries { // the latest first
		if e.Target.Kind != oneSuggestion || e.Outcome() != action.Worked || seen[e.Target.ID] {
			continue
		}
		seen[e.Target.ID] = true
		if _, later := d.at[e.Target.ID]; !later && d.sameDay(e.At, now) {
			d.at[e.Target.ID] = e.At
		}
	}
}

// decidedColumn says what was decided about a suggestion here today.
func decidedColumn(d *decided) grid.Column[api.Suggestion] {
	return grid.Column[api.Suggestion]{Name: "today", Title: "Decided today", Min: 13, Max: 13, Priority: 9, Named: true,
		Text: d.word,
		Role: func(api.Suggestion, grid.Env) theme.Role { return theme.Dim }}
}
