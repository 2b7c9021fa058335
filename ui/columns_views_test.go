package ui

import (
	"os"
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/tenant"
	"gatehouse/ui/list"
	"gatehouse/ui/views"
)

// withoutPrefix leaves the prefix of keys out, and puts when they were made first.
var withoutPrefix = []string{"|", "jj", " ", "j", "KKK", "<enter>"}

// A file has the columns of the list, in their order, unless all are turned on.
func TestAFileHasTheColumnsOfTheList(t *testing.T) {
	d, folder := exporting(t, driverOptions{tenant: tenant.Options{Rows: 5}})
	d.keys("8")
	d.keys(withoutPrefix...)
	d.keys("w")
	d.sees(": created, state, name, ")
	d.keys("<ctrl+s>")
	_, text := onlyFile(t, folder)
	if head, _, _ := strings.Cut(strings.TrimPrefix(text, "\ufeff"), "\r\n"); !strings.HasPrefix(head, "created,state,name,") ||
		strings.Contains(head, "prefix") {
		t.Errorf("the first line is %q", head)
	}
	d.clock.advance(60e9)
	d.keys("w")
	d.field("Columns")
	d.keys("<enter>")
	d.sees("[x] created", "[ ] prefix")
	d.keys("<right>", "<enter>")
	d.sees("all ")
	d.keys("<ctrl+s>")
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
}

// A view brings the columns that it was saved with. They go when another view is opened, when others are chosen, or when the list shows
// all again.
func TestAViewKeepsItsColumns(t *testing.T) {
	d, store, _ := withViews(t, driverOptions{w: 120, h: 24})
	d.keys("8")
	plain := d.header("State ")
	d.keys("/", "name:a", "<enter>", "W", "Plain", "<ctrl+s>", "<esc>", "<esc>")
	d.keys(withoutPrefix...)
	d.keys("/", "name:a", "<enter>", "W")
	d.sees("It shows name:a, ", " columns.")
	d.keys("<ctrl+u>", "Early", "<ctrl+s>")
	early := d.header("State ")
	all, err := store.Views()
	if err != nil || len(all) != 2 || all[0].Columns != nil || len(all[1].Columns) == 0 ||
		all[1].Columns[0] != (state.Column{Name: "created"}) {
		t.Fatalf("saved %+v, %v", all, err)
	}
	d.keys("<esc>", "<esc>", "|", "r", "<enter>")
	header := func(when, want string) {
		t.Helper()
		if got := d.header("State "); got != want {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	header("set back", plain)
	open := func(name string) { d.keys("'", name, "<enter>"); d.sees("view " + name) }
	open("Early")
	header("the view", early)
	open("Plain")
	header("another view", plain)
	open("Early")
	header("the view again", early)
	d.keys("s")
	header("the view, sorted", strings.Replace(early, "State ", "State ▲ ", 1))
	d.seesNot("view Early")
	d.keys("sSsssssss")
	for strings.Contains(d.screen(), "by ") {
		d.keys("s")
	}
	header("the tenant's order again, filtered", early)
	d.keys("<esc>", "<esc>")
	header("all rows again", plain)
	open("Early")
	d.keys("|", "r", "<enter>")
	header("others chosen", plain)
	if kept, err := store.Layout(); err != nil || kept.Columns["keys"] != nil {
		t.Errorf("opening a view has chosen columns for the pane: %+v, %v", kept, err)
	}
}

// A view of the configuration has columns; a name that is none is said, and nothing changes.
func TestAViewOfTheConfigurationHasColumns(t *testing.T) {
	d, _, _ := withViews(t, driverOptions{w: 120, h: 40},
		views.View{Name: "a few", Pane: "hooks", Columns: []string{"event", "name"}},
		views.View{Name: "wrong", Pane: "hooks", Columns: []string{"nme"}})
	d.keys("1", "'", "<enter>")
	d.sees("view a few")
	if got := strings.Join(d.At(0).(*list.Pane).Grid.VisibleColumns(), " "); got != "event name" {
		t.Errorf("the columns are %q", got)
	}
	d.keys("'", "wrong", "<enter>")
	d.reads(`there is no column "nme" to show`)
}
