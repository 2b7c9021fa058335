package ui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/config"
	"gatehouse/state"
	"gatehouse/tenant"
	"gatehouse/ui/list"
	"gatehouse/ui/views"
)

// withViews is a console with a state folder of its own, and views of a configuration.
func withViews(t *testing.T, o driverOptions, configured ...views.View) (d *driver, store *state.Store, folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "state")
	store = state.Open(folder, nil)
	more := o.options
	o.options = func(options *Options) {
		options.Opened, options.Views = store, configured
		if more != nil {
			more(options)
		}
	}
	return newDriver(t, o), store, folder
}

func savedNames(t *testing.T, s *state.Store) []string {
	t.Helper()
	all, err := s.Views()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range all {
		names = append(names, v.Pane+"/"+v.Name)
	}
	return names
}

func TestAViewOfTheConfigurationShowsWhatExpiresSoonOutside(t *testing.T) {
	d, _, _ := withViews(t, driverOptions{tenant: tenant.Options{Rows: 300}},
		views.View{Name: "expiring in 24 h, external", Pane: "secrets", Filter: "status:active expires:<24 shared:external", Sort: "expires"})
	d.keys("4", "'")
	d.sees("Views", "expiring in 24 h, external", "configuration · status:active")
	d.keys("<enter>")
	d.sees("view expiring in 24",
		"View “expiring in 24 h, external”. Its filter looks through the loaded rows; F loads the rest.", "by expires ▲")
	d.keys("F")
	p := d.At(3).(*list.Pane)
	shown := list.TypedRows[api.Secret](p.Grid.ShownRows())
	if len(shown) == 0 || len(shown) == 300 {
		t.Fatalf("%d secrets are shown, which tells nothing", len(shown))
	}
	wanted := func(s api.Secret) bool {
		left := s.ContentExpiresAt.Sub(d.model.env.Clock())
		return s.Status == api.SecretStatusActive && s.SharingMode == api.SharingModeExternal && left >= 0 && left < 24*time.Hour
	}
	n := 0
	for _, s := range list.TypedRows[api.Secret](p.Grid.Rows()) {
		if wanted(s) {
			n++
		}
	}
	for i, s := range shown {
		if !wanted(s) {
			t.Errorf("%s is shown: %s, %s, expires %v", s.DisplayName, s.Status, s.SharingMode, s.ContentExpiresAt)
		}
		if i > 0 && s.ContentExpiresAt.Before(shown[i-1].ContentExpiresAt.Time) {
			t.Errorf("row %d is out of order", i)
		}
	}
	if n != len(shown) {
		t.Errorf("%d are shown of %d that expire soon outside", len(shown), n)
	}
	d.keys("<esc>", "<esc>") // the notice, then the filter
	d.seesNot("view expiring")
}

func TestAViewNarrowsOnTheTenant(t *testing.T) {
	d, _, _ := withViews(t, driverOptions{tenant: tenant.Options{Rows: 300}},
		views.View{Name: "outside", Pane: "secrets", Only: []string{"Status: active", "sharing: external"}})
	d.keys("4", "'", "<enter>")
	d.sees("active, external", "view outside")
	bodies := d.asked("POST /api/v1/paper-secrets/search")
	if len(bodies) == 0 {
		for _, r := range d.tenant.Requests() {
			bodies = append(bodies, string(r.Body))
		}
	}
	last := bodies[len(bodies)-1]
	if !slices.ContainsFunc(bodies, func(b string) bool { return strings.Contains(b, "EXTERNAL") && strings.Contains(b, "ACTIVE") }) {
		t.Errorf("the tenant was asked %s", last)
	}
}

func TestTheViewsOfTheExampleOpen(t *testing.T) {
	text, err := os.ReadFile("../config.example.toml")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	in := false
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.HasPrefix(line, "#[views."):
			in = true
		case strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "["):
			in = false
		}
		if in {
			lines = append(lines, strings.TrimPrefix(line, "#"))
		}
	}
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	conf, err := config.Load(path, config.Palette{}, config.Panes{})
	if err != nil || len(conf.Views) < 4 {
		t.Fatalf("%d views, %v", len(conf.Views), err)
	}
	keys := map[string]string{"secrets": "4", "suggestions": "3", "roles": "6"}
	for _, v := range conf.Views {
		d, _, _ := withViews(t, driverOptions{}, views.View{Name: v.Name, Pane: v.Pane, Filter: v.Filter, Sort: v.Sort, Descending: v.Descending,
			Only: v.Only, Columns: v.Columns})
		d.keys(keys[v.Pane], "'", "<enter>")
		d.sees("View “"+v.Name+"”.", "view "+v.Name)
		d.seesNot("is not shown")
	}
}

func TestAViewIsSavedListedAndOpened(t *testing.T) {
	d, store, folder := withViews(t, driverOptions{})
	d.keys("1", "W")
	d.sees("There is nothing to save")
	d.keys("'")
	d.sees("There are no views of the hooks yet; W saves")
	d.keys("/payment", "<tab>", "s", "s", "s", "S", "W")
	d.sees("Save this view", "It shows payment, by name ▼.")
	d.keys("<ctrl+s>")
	d.sees("Save this view", "Fix 1 field first.")
	d.keys(" pay qQ?: ", "<ctrl+s>")
	d.sees("Saved the view “pay qQ?:”; ' opens it.", "view pay qQ?:")
	shown := list.TypedRows[api.Hook](d.At(0).(*list.Pane).Grid.ShownRows())
	views, err := store.Views()
	if err != nil || len(views) != 1 || views[0].Filter != "payment" || views[0].Sort != "name" || !views[0].Descending ||
		views[0].Pane != "hooks" {
		t.Fatalf("saved %+v, %v", views, err)
	}
	if names := files(t, folder); !slices.Contains(names, "views.json") {
		t.Errorf("the state folder holds %q", names)
	}
	d.keys("<esc>", "<esc>", "s") // what is said below, then the filter
	d.sees("42 in all")
	d.seesNot("view pay")
	d.keys("2", ":view pay")
	d.sees("View: pay qQ?:", "in Hooks")
	d.keys("<enter>")
	d.sees("view pay qQ?:", "by name ▼")
	again := list.TypedRows[api.Hook](d.At(0).(*list.Pane).Grid.ShownRows())
	if len(again) != len(shown) || again[0].ID != shown[0].ID {
		t.Errorf("the view shows %d hooks, it was saved with %d", len(again), len(shown))
	}
	d.wantMutations()
}

func TestSavedViewsAreThereInTheNextSession(t *testing.T) {
	d, store, _ := withViews(t, driverOptions{})
	d.keys("4", "m", "f", "active", "<enter>", "W", "mine", "<ctrl+s>")
	d.sees("Saved the view “mine”")
	next := newDriver(t, driverOptions{options: func(o *Options) { o.Opened = store }})
	next.keys("4", "'")
	next.sees("mine", "only active")
	next.keys("<enter>")
	next.sees("your own", "active", "view mine")
}

func TestSavingOverAViewAsks(t *testing.T) {
	d, store, _ := withViews(t, driverOptions{w: 80, h: 24}, views.View{Name: "Fixed", Pane: "hooks", Filter: "a"})
	ctx := context.Background()
	if err := store.SaveView(ctx, state.View{Pane: "hooks", Name: "mine", Filter: "old"}, false); err != nil {
		t.Fatal(err)
	}
	if err := store.SaveView(ctx, state.View{Pane: "secrets", Name: "fixed", Filter: "old"}, false); err != nil {
		t.Fatal(err)
	}
	d.keys("1", "/new", "<tab>", "'", "<esc>", "W", "fixed", "<ctrl+s>")
	d.sees("The configuration file has a view of that name.")
	d.keys("<ctrl+u>", "MINE", "<ctrl+s>")
	d.sees("Replace the view?", "There is a view “MINE” already.", "It shows old.", "▸ Cancel ◂")
	d.keys("<enter>")
	d.sees("Save this view", "MINE")
	if views, _ := store.Views(); views[0].Filter != "old" {
		t.Errorf("replaced without a yes: %+v", views)
	}
	d.keys("<ctrl+s>", "<tab>", "<enter>")
	d.sees("Saved the view “MINE”")
	if views, _ := store.Views(); len(views) != 2 || views[0].Filter != "new" || views[0].Name != "MINE" {
		t.Errorf("saved %+v", views)
	}
}

func TestAnotherConsolesViewIsNotReplacedUnasked(t *testing.T) {
	d, store, _ := withViews(t, driverOptions{w: 80, h: 24})
	d.keys("1", "/new", "<tab>", "W", "mine")
	if err := store.SaveView(context.Background(), state.View{Pane: "hooks", Name: "mine", Filter: "theirs"}, false); err != nil {
		t.Fatal(err)
	}
	d.keys("<ctrl+s>")
	d.sees("Replace the view?")
	d.keys("<esc>", "<esc>", "<esc>")
	if views, _ := store.Views(); len(views) != 1 || views[0].Filter != "theirs" {
		t.Errorf("saved %+v", views)
	}
}

func TestSavedViewsAreDeletedFromTheirListWithTwoPresses(t *testing.T) {
	d, store, _ := withViews(t, driverOptions{w: 80, h: 24}, views.View{Name: "fixed", Pane: "hooks", Filter: "a"})
	for _, name := range []string{"one", "two"} {
		if err := store.SaveView(context.Background(), state.View{Pane: "hooks", Name: name, Filter: name}, false); err != nil {
			t.Fatal(err)
		}
	}
	d.keys("1", "'") // opening reads what was saved meanwhile
	d.sees("fixed", "one", "two", "ctrl+x delete view")
	d.keys("<ctrl+x>")
	d.sees("This view is in the configuration file")
	d.keys("<down>", "<down>", "<ctrl+x>")
	d.sees("ctrl+x again deletes the view")
	d.keys("<down>")
	d.seesNot("again deletes")
	if got := savedNames(t, store); len(got) != 2 {
		t.Fatalf("one press deleted: %q", got)
	}
	d.keys("<ctrl+x>", "<ctrl+x>")
	d.sees("Deleted the view")
	if got := savedNames(t, store); len(got) != 1 {
		t.Errorf("left: %q", got)
	}
}

// A name may stand in the configuration and among the saved views: each is opened and deleted as itself.
func TestAConfiguredAndASavedViewOfOneNameAreToldApart(t *testing.T) {
	d, store, _ := withViews(t, driverOptions{w: 80, h: 24}, views.View{Name: "mine", Pane: "hooks", Filter: "state:on"})
	if err := store.SaveView(context.Background(), state.View{Pane: "hooks", Name: "mine", Filter: "state:off"}, false); err != nil {
		t.Fatal(err)
	}
	d.keys("1", "'", "<enter>")
	d.sees("35 of 42") // the configured one is the first
	d.keys("'", "<ctrl+x>")
	d.sees("This view is in the configuration file")
	d.keys("<down>", "<ctrl+x>")
	d.sees("ctrl+x again deletes the view “mine”.")
	d.keys("<ctrl+x>")
	d.sees("Deleted the view “mine”.")
	if got := savedNames(t, store); len(got) != 0 {
		t.Errorf("left: %q", got)
	}
	d.keys("'")
	d.sees("configuration · state:on")
}

func TestAViewThatCannotBeReadChangesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		view views.View
		says string
	}{
		"filter":         {views.View{Filter: `na"me`, Sort: "name"}, ""},
		"open quotation": {views.View{Filter: `name:"x`, Sort: "name"}, "The quotation mark is not closed"},
		"filter column":  {views.View{Filter: "statu:active"}, `There is no column "statu"; did you mean "status"?`},
		"sort column":    {views.View{Sort: "expiry", Filter: "vpn"}, `there is no column "expiry" to sort by; there are status, name,`},
		"no number":      {views.View{Filter: "expires:<soon"}, `"soon" is not a number`},
		"facet":          {views.View{Only: []string{"colour: red"}}, `can't be narrowed by "colour"; they can be narrowed by status,`},
		"facet value":    {views.View{Only: []string{"sharing: sideways"}}, `"sharing" has no value "sideways"; it has internal, external`},
		"no colon":       {views.View{Only: []string{"active"}}, `can't be narrowed by "active"`},
	} {
		t.Run(name, func(t *testing.T) {
			c.view.Name, c.view.Pane = "odd", "secrets"
			d, _, _ := withViews(t, driverOptions{w: 80, h: 24}, c.view)
			d.keys("4", "/vpn", "<tab>", "s")
			before := len(d.tenant.Requests())
			d.keys("'", "<enter>")
			if c.says == "" { // a quotation mark in a word is a sign like any other
				d.sees("View “odd”.")
				return
			}
			d.says("The view “odd” is not shown:", c.says, "Nothing was changed.")
			d.sees("by status")
			p := d.At(3).(*list.Pane)
			if p.Find.Text != "vpn" || p.Grid.Sort().Column != "status" || len(d.tenant.Requests()) != before {
				t.Errorf("filter %q, sort %v, %d requests", p.Find.Text, p.Grid.Sort(), len(d.tenant.Requests())-before)
			}
		})
	}
	d, store, _ := withViews(t, driverOptions{})
	for name, v := range map[string]state.View{
		"a facet":  {Only: []state.Only{{Facet: "event", Value: "x"}}},
		"a choice": {Choice: "mine"},
	} {
		v.Pane, v.Name = "hooks", name
		if err := store.SaveView(context.Background(), v, true); err != nil {
			t.Fatal(err)
		}
		d.keys("1", "'", "<esc>", "'", name, "<enter>")
		d.sees("The view “" + name + "” is not shown:")
	}
}

func TestANarrowedViewOfAPaneWithoutFacets(t *testing.T) {
	d, _, _ := withViews(t, driverOptions{}, views.View{Name: "odd", Pane: "webhooks", Only: []string{"a: b"}})
	d.keys("2", "'", "<enter>")
	d.sees("The view “odd” is not shown: the tenant can't narrow webhooks")
}

func TestStateThatCannotBeWrittenIsSaidAndTheFormStays(t *testing.T) {
	d, _, folder := withViews(t, driverOptions{w: 80, h: 24})
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	d.keys("1", "/new", "<tab>", "W", "mine", "<ctrl+s>")
	d.says("Save this view", "The views can't be written to")
	d.sees("mine")
	d.keys("<esc>", "<esc>")
	none := newDriver(t, driverOptions{})
	none.keys("1", "/new", "<tab>", "W")
	none.sees("Views can't be saved: there is no folder for the state of gatehouse.")
}

func TestABrokenFileOfViewsIsSaidAndNothingElseSuffers(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "views.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := newDriver(t, driverOptions{options: func(o *Options) { o.Opened = state.Open(folder, nil) }})
	d.sees("The saved views can't be read from", "Everything else works.", "42 in all")
}

func TestTheConfigurationIsNeverWritten(t *testing.T) {
	d, store, folder := withViews(t, driverOptions{}, views.View{Name: "fixed", Pane: "hooks", Filter: "a"})
	d.keys("1", "'", "<ctrl+x>", "<ctrl+x>", "<esc>", "<esc>")
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("deleting a view of the configuration wrote to the state folder: %v", err)
	}
	if got := savedNames(t, store); len(got) != 0 {
		t.Errorf("saved: %q", got)
	}
}

func TestViewsFitSmallScreens(t *testing.T) {
	long := strings.Repeat("status:active ", 30)
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}, {24, 6}} {
		d, store, _ := withViews(t, driverOptions{w: size[0], h: size[1]},
			views.View{Name: strings.Repeat("long ", 12), Pane: "secrets", Filter: long},
			views.View{Name: "日本語\x1b[31m", Pane: "secrets", Filter: "vpn"})
		d.keys("4", "'", "<down>", "<ctrl+x>", "<up>", "<enter>")
		d.Resize(24, 6)
		d.Resize(size[0], size[1])
		d.keys("W", strings.Repeat("name ", 12), "<ctrl+s>", "<ctrl+s>")
		if got := savedNames(t, store); len(got) != 1 {
			t.Errorf("at %v: %q\n%s", size, got, d.screen())
		}
	}
}

func TestHelpAndPaletteKnowViews(t *testing.T) {
	d, _, _ := withViews(t, driverOptions{h: 200})
	d.keys("1", ":saved view")
	d.sees("Choose a saved view", "'")
	d.keys("<esc>", ":save the filter")
	d.sees("Save the filter and the order as a view", "W")
}

func TestEnterSavesAViewFromItsOnlyField(t *testing.T) {
	d, store, _ := withViews(t, driverOptions{w: 80, h: 24})
	d.keys("/", "block", "<ctrl+s>", "W", "mine")
	d.sees("enter save")
	d.keys("<enter>")
	d.tells("Saved the view “mine”")
	if got := savedNames(t, store); len(got) != 1 || got[0] != "hooks/mine" {
		t.Errorf("saved %q", got)
	}
}
