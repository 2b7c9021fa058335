package grid

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// counted is a grid that counts what its rows are asked for.
type counted struct {
	*Grid[string, rec]
	t           *testing.T
	texts, keys atomic.Int64
}

func newCounted(t *testing.T, rows int) *counted {
	c := &counted{t: t}
	c.Grid = New(recKey, []Column[rec]{
		{Name: "name", Title: "Name", Min: 10, Text: func(r rec, _ Env) string { c.texts.Add(1); return r.name }},
		{Name: "score", Title: "Score", Min: 6, Text: func(rec, Env) string { return "" },
			When: func(r rec) (time.Time, bool) { c.keys.Add(1); return time.Unix(0, int64(r.score*1e9)), true }},
		{Name: "id", Title: "Id", Min: 4, Text: func(r rec, _ Env) string { return r.id }},
	})
	c.SetSize(40, 12)
	all := numbered(0, rows)
	for i := range all {
		all[i].score = float64(i*7919%rows) / float64(rows)
	}
	c.Append(all)
	return c
}

// came appends rows whose scores lie among those that are there.
func (c *counted) came(from, to int) {
	rows := numbered(from, to)
	for i := range rows {
		rows[i].score = float64(i*7919%len(rows)) / float64(len(rows))
	}
	c.Append(rows)
}

// settles reports whether a filter needs no search, and forgets what was counted before.
func (c *counted) settles(text string, most int) bool {
	c.t.Helper()
	f, err := c.ParseFilter(text)
	if err != nil {
		c.t.Fatal(err)
	}
	c.texts.Store(0)
	c.keys.Store(0)
	return c.Settle(testEnv{}, f, most)
}

// step takes the first step of a search, of so many rows.
func (c *counted) step(text string, rows int) Arrangement[string] {
	c.t.Helper()
	f, err := c.ParseFilter(text)
	if err != nil {
		c.t.Fatal(err)
	}
	a, _, err := c.Search(testEnv{}, f).Step(context.Background(), rows, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

// What is looked at without a step, while keys wait, is bounded by what it takes, not by the number of rows alone.
func TestRowsWithoutADocumentAreNotReadAtOnce(t *testing.T) {
	c := newCounted(t, 5000)
	arrange(t, c.Grid, "row")
	const most = 2000
	c.Append(numbered(5000, 5100))
	if !c.settles("row", most) || c.texts.Load() > 2*chunkSize {
		t.Errorf("a page isn't looked at at once, or by %d texts", c.texts.Load())
	}
	c.Append(numbered(5100, 5600))
	if c.settles("row", most) || c.texts.Load() > 0 {
		t.Errorf("500 rows that nobody has read are looked at at once, by %d texts", c.texts.Load())
	}
	c.Snapshot(testEnv{}).ReadTexts(context.Background())
	if !c.settles("row", most) || c.Shown() != 5600 {
		t.Errorf("rows that are read aren't looked at at once; %d are shown", c.Shown())
	}
}

// What names have no part in is known also when names have come.
func TestAnOrderThatNamesHaveNoPartInStays(t *testing.T) {
	c := newCounted(t, 5000)
	c.SetSort(Sort{Column: "score", Desc: true})
	arrange(t, c.Grid, "")
	if c.ForgetTexts(); !c.settles("", 0) || c.keys.Load() > 0 {
		t.Errorf("rows are put in the order of a number again, by %d keys", c.keys.Load())
	}
	arrange(t, c.Grid, "row")
	if c.ForgetTexts(); c.settles("row", 0) {
		t.Error("what was found with other names is taken for what is found now")
	}
	c.SetSort(Sort{Column: "name"})
	arrange(t, c.Grid, "")
	if c.ForgetTexts(); c.settles("", 0) {
		t.Error("an order of texts is taken for the one with other names")
	}
}

// The order of all rows takes longest to be had again, so that it outlasts what letters have found.
func TestTheOrderOfAllRowsOutlastsWhatLettersFind(t *testing.T) {
	c := newCounted(t, 5000)
	c.SetSort(Sort{Column: "score"})
	for _, text := range []string{"", "r", "ro", "row", "row 0", "row", "ro"} {
		arrange(t, c.Grid, text)
	}
	if !c.settles("", 0) || c.keys.Load() > 0 || c.Shown() != 5000 {
		t.Errorf("all rows are put in order again, by %d keys", c.keys.Load())
	}
}

// A step finds rows in an order that is known without comparing them, and where none is known it looks at fewer.
func TestAStepSortsFewRows(t *testing.T) {
	c := newCounted(t, 20_000)
	const rows = 17_000
	c.SetSort(Sort{Column: "score"})
	if a := c.step("row", rows); a.Len() == 0 || a.Len() > rows/sortRow {
		t.Errorf("%d rows are put in an order that isn't known", a.Len())
	}
	arrange(t, c.Grid, "")
	c.ForgetTexts()
	c.keys.Store(0)
	a := c.step("row", rows)
	if c.keys.Load() > 0 || a.Len() < 1000 {
		t.Errorf("%d rows are found in their order by %d keys", a.Len(), c.keys.Load())
	}
	for i := 1; i < a.Len(); i++ {
		if x, y := c.store.at(a.view[i-1]), c.store.at(a.view[i]); x.score > y.score {
			t.Fatalf("%v stands before %v", x, y)
		}
	}
}

// Somebody waits for the rows of the first step: it brings those whose order is known, and few of the many that came since.
func TestTheFirstStepPutsFewRowsInTheirPlaces(t *testing.T) {
	for text, others := range map[string]int{"row": 0, "row 0": fewAtFirst} {
		c := newCounted(t, 5000)
		c.SetSort(Sort{Column: "score"})
		arrange(t, c.Grid, "")
		arrange(t, c.Grid, "row")
		first := len(wouldShow(t, c.Grid, text)) + others
		c.came(5000, 9000)
		c.Snapshot(testEnv{}).ReadTexts(context.Background())
		f, err := c.ParseFilter(text)
		if err != nil {
			t.Fatal(err)
		}
		s := c.Search(testEnv{}, f)
		c.keys.Store(0)
		a, done, err := s.Step(context.Background(), 40_000, func() bool { return false })
		if err != nil || done || !a.partial || a.Len() != first || c.keys.Load() > 16*fewAtFirst {
			t.Errorf("%q: %d rows come first, by %d keys; done: %v; %v", text, a.Len(), c.keys.Load(), done, err)
		}
		if c.Apply(a); !c.Partial() {
			t.Errorf("%q: the first rows are taken for all", text)
		}
		c.Move(1) // what is shown is the grid's
		if a, done, err = s.Step(context.Background(), 160_000, func() bool { return false }); err != nil || !done || !c.Apply(a) {
			t.Fatalf("%q: the second step isn't the last: %v", text, err)
		}
		if want := wouldShow(t, c.Grid, text); !slices.Equal(ids(c.ShownRows()), want) {
			t.Errorf("%q: %d rows are shown, not the %d of a search of all rows", text, c.Shown(), len(want))
		}
	}
}

// A result that was had again with more rows is the one to begin with: the former one lacks what came since.
func TestASearchBeginsWithTheLatestOfTheSame(t *testing.T) {
	c := newCounted(t, 5000)
	c.SetSort(Sort{Column: "score"})
	arrange(t, c.Grid, "")
	arrange(t, c.Grid, "row")
	c.came(5000, 9000)
	arrange(t, c.Grid, "")
	f, err := c.ParseFilter("0")
	if err != nil {
		t.Fatal(err)
	}
	if b := c.baseOf(f); len(b.changed) > 0 || len(b.view) != 9000 {
		t.Errorf("it begins with %d rows, and %d that came since", len(b.view), len(b.changed))
	}
}

// Rows are large: each is read once to be put in order, however often it is compared.
func TestWhatRowsAreOrderedByIsReadOnce(t *testing.T) {
	c := newCounted(t, 5000)
	c.SetSort(Sort{Column: "score", Desc: true})
	if arrange(t, c.Grid, ""); c.keys.Load() != 5000 {
		t.Errorf("%d keys of 5000 rows are read", c.keys.Load())
	}
	c.Append(numbered(5000, 5100))
	if !c.settles("", 2000) || c.keys.Load() > 5100/2 {
		t.Errorf("a page isn't put in its place at once, or by %d keys", c.keys.Load())
	}
	c.Append(numbered(5100, 5700))
	if c.settles("", 2000) || c.keys.Load() > 0 {
		t.Errorf("600 rows are put in their places at once, by %d keys", c.keys.Load())
	}
}
