package list_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/chart"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panetest"
	"gatehouse/ui/widget"
)

// rows are the records of a list that a test changes behind the pane's back.
type rows struct {
	names []string
	asked int          // pages
	fails error        // what is said instead of a page
	texts atomic.Int64 // cells that were made
	bars  atomic.Int64 // rows that were counted for the chart
}

func (r *rows) fetch(_ context.Context, _ *api.Client, _ host.Query, p api.PageRequest) (page api.Page[string], err error) {
	r.asked++
	if r.fails != nil {
		return page, r.fails
	}
	from, _ := strconv.Atoi(p.Token)
	to := min(from+p.Size, len(r.names))
	page.Rows = slices.Clone(r.names[from:to])
	if to < len(r.names) {
		page.Next = strconv.Itoa(to)
	}
	return page, nil
}

// openRows is a list of n rows, ten a page.
func openRows(t *testing.T, n int) (*panetest.Frame, *rows) {
	t.Helper()
	r := &rows{}
	for i := range n {
		r.names = append(r.names, fmt.Sprintf("row %03d", i))
	}
	name := func(s string) string { return s }
	declared := list.Resource[string, string]{
		Name: "rows", Title: "Rows", One: "row", Scope: keymap.PaneScope("rows", "Rows"), Size: 10,
		Key:    name,
		Target: func(s string) action.Target { return action.Target{Kind: "row", Name: s, ID: s} },
		Columns: []grid.Column[string]{{Name: "name", Title: "Name", Min: 10, Text: func(s string, _ grid.Env) string {
			r.texts.Add(1)
			return s
		}}},
		Raw: func(s string) api.Original { return api.NewOriginal([]byte(strconv.Quote(s))) },
		Chart: &chart.Chart[string]{Groups: []chart.Group[string]{{
			Bars:  func(grid.Env) []chart.Bar { return []chart.Bar{{Label: "all"}} },
			Place: func(string, grid.Env) int { r.bars.Add(1); return 0 },
		}}},
		Fetch:  r.fetch,
		Detail: func(s string, _ list.DetailEnv[string]) []widget.Section { return []widget.Section{{Title: s}} },
	}
	f := panetest.Open(t, host.Declaration{Name: "rows", Title: "Rows", Key: "1", Scope: declared.Scope,
		New: func(e *host.Env, h host.Host) host.Pane { return list.New(declared, e, h) }}, panetest.Options{W: 80, H: 16})
	return f, r
}

// The list declares nothing that could be odd about its records.
func TestTheDetailOfARecordIsDrawnWhereNothingIsSaidOfOddOnes(t *testing.T) {
	f, _ := openRows(t, 3)
	f.Keys("<enter>")
	f.Sees("Rows › row 000")
	f.SeesNot("Odd")
}

// A record that others came before is looked for a page further than it stood.
func TestARefreshReadsOnWhereTheSelectedRecordHasMovedDown(t *testing.T) {
	f, r := openRows(t, 100)
	f.Keys("jjj")
	for i := range 12 {
		r.names = slices.Insert(r.names, i, fmt.Sprintf("new %03d", i))
	}
	f.Keys("r")
	if got := f.Selected(); !strings.Contains(got, "row 003") {
		t.Errorf("selected is %q", got)
	}
	for _, n := range f.Notices {
		t.Errorf("it says %q", n.Text)
	}
}

// What was read before says nothing of rows that could not be loaded.
func TestRowsThatCouldNotBeLoadedWereNotReadJustNow(t *testing.T) {
	f, r := openRows(t, 1)
	r.names = nil
	f.Keys("r")
	f.Sees("read just now")
	r.fails = errors.New("the disk is gone")
	f.Keys("r")
	f.Sees("could not be loaded")
	f.SeesNot("read just now")
	r.fails = nil
	f.Keys("r")
	f.Sees("read just now")
}

// One that is gone isn't looked for through the whole list.
func TestARefreshGivesUpAPageBehindWhereTheSelectedRecordStood(t *testing.T) {
	f, r := openRows(t, 1000)
	f.Keys("jjj")
	r.names = slices.Delete(r.names, 3, 4)
	before := r.asked
	f.Keys("r")
	f.Tells("The row that was selected is gone; its neighbour is selected now.")
	if n := r.asked - before; n > 5 {
		t.Errorf("it read %d pages", n)
	}
}

func TestMarksThatAreRestoredAreThoseWhoseRecordsAreThere(t *testing.T) {
	f, r := openRows(t, 9)
	f.Keys(" j jj ", "U")
	f.Tells("3 marks cleared; U restores them.")
	r.names = slices.Delete(r.names, 0, 1)
	f.Keys("r", "U")
	f.Tells("2 of 3 marks restored; the list no longer has the other records.")
	f.Sees("2 marked")
}

func TestClearedMarksAreRestored(t *testing.T) {
	f, _ := openRows(t, 9)
	f.Keys(" j jj ", "U")
	f.SeesNot("marked")
	f.Keys("U")
	f.Tells("3 marks restored.")
	f.Sees("3 marked")
}

// What the filter looks through is made as its line opens, so that the first letter has its rows at once.
func TestOpeningTheFilterReadsTheTexts(t *testing.T) {
	const n = list.InlineRows + 500
	f, r := openRows(t, n)
	f.Keys("G")
	before := r.texts.Load()
	f.Keys("/")
	if made := r.texts.Load() - before; made < n {
		t.Errorf("%d texts of %d rows are made", made, n)
	}
	before = r.texts.Load()
	f.Keys("9")
	if made := r.texts.Load() - before; made > 100 {
		t.Errorf("the first letter makes %d texts more", made)
	}
}
