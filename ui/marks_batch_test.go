package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/list"
)

// markedCases are the names of what is marked, in order.
func (d *driver) markedCases() []string {
	var names []string
	for _, s := range list.TypedRows[api.Suggestion](d.suggestions().Grid.Marked()) {
		names = append(names, s.SuggestedName)
	}
	slices.Sort(names)
	return names
}

func (d *driver) wantMarked(when string, cases ...int) {
	d.t.Helper()
	var want []string
	for _, i := range cases {
		want = append(want, caseName(i))
	}
	if got := d.markedCases(); !slices.Equal(got, want) {
		d.t.Fatalf("%s: %v are marked, want %v\n%s", when, got, want, d.screen())
	}
	if len(cases) > 0 {
		d.sees(fmt.Sprintf("%d marked", len(cases)))
	}
}

// Marks hold keys: whatever is done to the list, the same records are marked, and the batch goes to them.
func TestMarksSurviveWhatIsDoneToTheList(t *testing.T) {
	d := newCases(t, 300, driverOptions{})
	d.keys("3", " ", "jjjj", " ")
	d.wantMarked("at first", 0, 4)
	d.keys("G", " ")
	d.sees("300 in all")
	d.wantMarked("after paging", 0, 4, 299)
	d.keys("s", "s")
	d.wantMarked("sorted", 0, 4, 299)
	d.keys("S")
	d.wantMarked("the other way round", 0, 4, 299)
	d.keys("/Case 0299", "<tab>")
	d.wantMarked("filtered", 0, 4, 299)
	d.sees("2 hidden of 3 marked")
	d.keys("<esc>", "g", "r")
	d.wantMarked("read again", 0, 4, 299)
	d.keys("/Case 0004", "<ctrl+s>") // a search on the tenant
	d.sees("on the tenant", "2 hidden of 3 marked")
	d.wantMarked("searched", 0, 4, 299)
	d.keys("r")
	d.wantMarked("searched and read again", 0, 4, 299)
	d.keys("d")
	d.tells("3 suggestions", "2 of the marked suggestions are not loaded at the moment; they are included.")
	d.keys("<tab>", "<enter>")
	d.sees("Dismiss: 3 done.")
	d.wantMarked("done")
	for i := range 300 {
		want := api.SuggestionStateNew
		if i == 0 || i == 4 || i == 299 {
			want = api.SuggestionStateDismissed
		}
		d.wantCases(map[int]api.SuggestionState{i: want})
	}
}

func TestRangeInvertAndClear(t *testing.T) {
	d := newCases(t, 12, driverOptions{})
	d.keys("3", "jj", "V", "jjj")
	d.keys("V")
	d.wantMarked("a range", 2, 3, 4, 5)
	d.keys("V", "kk", "<esc>")
	d.wantMarked("a range that was given up", 2, 3, 4, 5)
	d.keys("i")
	d.wantMarked("inverted", 0, 1, 6, 7, 8, 9, 10, 11)
	d.keys("/Case 0000", "<tab>", "i")
	d.wantMarked("inverted under a filter", 1, 6, 7, 8, 9, 10, 11)
	d.keys("U")
	d.wantMarked("cleared")
}

func TestMarksOfWhatIsGoneAreSaidToBe(t *testing.T) {
	d := newCases(t, 300, driverOptions{})
	d.keys("3", "jj", " ", "G", " ", "k", " ", "g")
	d.wantMarked("at first", 2, 298, 299)
	for _, i := range []int{2, 298} {
		if err := d.tenant.DeleteAs("suggestions", d.tenant.SuggestionID(i)); err != nil {
			t.Fatal(err)
		}
	}
	d.keys("r") // as far as the cursor's page: of the last ones nothing is known
	d.wantMarked("read again from the top", 2, 298, 299)
	d.keys("F")
	d.sees("298 in all", "2 of the marked suggestions aren't there any more.")
	d.wantMarked("all loaded", 299)
}

// Only what is loaded can be marked. The console says so, and the rest is one key away.
func TestAllThatMatchIsMarkedOnceAllIsLoaded(t *testing.T) {
	d := newCases(t, 300, driverOptions{})
	d.keys("3", "/\"Case 02\"", "<tab>", "*")
	if said := d.said(); !strings.Contains(said, "F loads the rest") {
		t.Fatalf("nothing offers to load the rest:\n%s", d.screen())
	}
	if n := len(d.markedCases()); n == 100 {
		t.Fatal("all are loaded already, which tells nothing")
	}
	d.keys("F", "*")
	d.sees("Marked 100 of 300.")
	d.keys("x", "<tab>", "<enter>")
	d.sees("Reject: 100 done.")
	for i := range 300 {
		want := api.SuggestionStateNew
		if i >= 200 {
			want = api.SuggestionStateRejected
		}
		d.wantCases(map[int]api.SuggestionState{i: want})
	}
}

// An action on one record goes by the only mark where that is on the screen; where it isn't, no form opens.
func TestAMarkThatIsScrolledAwayIsNotActedOn(t *testing.T) {
	d := newDriver(t, driverOptions{w: 80, h: 24, tenant: tenant.Options{Rows: 60}})
	d.keys("2", " ", "G", "e")
	d.seesNot("Edit webhook")
	d.reads("he marked webhook isn't on the screen; U clears the mark")
}

// What runs at once on one record asks first where the only mark is out of sight: scrolled away, hidden by a filter, or not the record
// whose detail is open.
func TestAMarkOutOfSightIsNamedBeforeAnythingIsSent(t *testing.T) {
	for name, keys := range map[string][]string{
		"scrolled away":            {"G"},
		"hidden by a filter":       {"/zzz", "<tab>"},
		"in another one's detail":  {"j", "<enter>"},
		"hidden, read on its line": {"/Hook 0005", "<tab>", "<enter>"},
	} {
		d := newDriver(t, driverOptions{w: 80, h: 24, tenant: tenant.Options{Rows: 60}})
		d.keys("1", " ")
		marked := d.screen()
		d.keys(keys...)
		d.keys("t")
		if sent := d.mutations(); sent != nil {
			t.Errorf("%s: sent %v without a question:\n%s\nmarked:\n%s", name, sent, d.screen(), marked)
		}
		d.reads("on tenant")
		d.keys("<tab>", "<enter>")
		if sent := d.mutations(); len(sent) != 1 {
			t.Errorf("%s: sent %v, want one change:\n%s", name, sent, d.screen())
		}
	}
	d := newDriver(t, driverOptions{w: 80, h: 24, tenant: tenant.Options{Rows: 60}})
	d.keys("1", " ", "jj", "t")
	if sent := d.mutations(); len(sent) != 1 {
		t.Errorf("in view: sent %v, want one change at once:\n%s", sent, d.screen())
	}
}
