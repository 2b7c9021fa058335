package ui

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/triage"
)

// withFamily makes a tenant of eight suggestions, all new, of which the first four are nearly the same; the third is the best of them.
func withFamily(t testing.TB, tn *tenant.Tenant) {
	t.Helper()
	entitlements := func(names ...string) (all []any) {
		for _, name := range names {
			all = append(all, map[string]any{"appId": tn.AppID(0), "appDisplayName": "Ledgerline", "entitlementId": "entitlement-" + name,
				"entitlementDisplayName": name, "coverage": 0.8, "grantedCount": 4})
		}
		return all
	}
	cohort := []any{map[string]any{"attribute": "department", "values": []any{"Sales"}}}
	for i := range tn.Size("suggestions") {
		err := tn.UpdateAs("suggestions", tn.SuggestionID(i), func(r map[string]any) {
			r["suggestionState"], r["createdCatalogId"] = string(api.SuggestionStateNew), ""
			r["suggestedName"], r["confidence"] = fmt.Sprintf("Sales %d", i), 0.5+float64(i)/100
			r["cohortFilters"] = cohort
			switch i {
			case 0, 1:
				r["entitlements"] = entitlements("Alpha", "Beta", "Gamma", "Delta", "Epsilon")
			case 2:
				r["confidence"] = 0.9
				r["entitlements"] = entitlements("Alpha", "Beta", "Gamma", "Delta")
			case 3:
				r["entitlements"] = entitlements("Beta", "Gamma", "Delta", "Zeta")
			default:
				r["entitlements"] = entitlements(fmt.Sprint("Own", i), fmt.Sprint("Other", i))
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// atFamilies is a console at the first card of that tenant's pile with one card a family; the best of the four is on it.
func atFamilies(t testing.TB, o driverOptions) *driver {
	t.Helper()
	o.tenant.Rows = 8
	o.faults = func(tn *tenant.Tenant) { withFamily(t, tn) }
	d := newDriver(t, o)
	d.keys("3", "t", "t", "t")
	return d
}

// moved are the suggestions whose state was asked to be another, with that state, by their places.
func (d *driver) moved() (all []string) {
	d.t.Helper()
	for _, r := range d.tenant.Requests() {
		for i := range d.tenant.Size("suggestions") {
			if r.Method != http.MethodPost || r.Path != "/api/v1/role-mining/suggestions/"+d.tenant.SuggestionID(i)+"/state" {
				continue
			}
			var body struct{ State string }
			if err := json.Unmarshal(r.Body, &body); err != nil {
				d.t.Fatal(err)
			}
			all = append(all, fmt.Sprint(i, " ", strings.TrimPrefix(body.State, "SUGGESTION_STATE_")))
		}
	}
	return all
}

// wantMoved compares them; the order of a batch is nobody's business.
func (d *driver) wantMoved(want ...string) {
	d.t.Helper()
	got := d.moved()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		d.t.Errorf("moved %q, want %q", got, want)
	}
}

// A family has one card, that of its best, which shows what all share and where the others differ.
func TestOneCardAFamily(t *testing.T) {
	d := atFamilies(t, driverOptions{})
	d.sees("family 1 of 5 · from 8 suggestions", "Sales 2", "Family of 4", "overlapping with this one by 70% or more",
		"All share 3 entitlements of 4: Beta, Gamma, Delta", "with Epsilon", "without Alpha; with Zeta", "90% overlap", "80% overlap")
	if p := d.model.pane().(*triage.Pane); p.Pile.Left() != 5 {
		t.Errorf("%d cards are left", p.Pile.Left())
	}
	d.keys("s")
	d.sees("family 2 of 5")
	d.seesNot("Family of")
	d.keys("t")
	d.sees("card 2 of 8") // the card stays in view
	d.keys("t")
	d.sees("family")
}

// Once the best is judged the others are offered for dismissal: asked about, done as a batch, and undone as one.
func TestTheRestOfAFamilyIsDismissed(t *testing.T) {
	d := atFamilies(t, driverOptions{})
	d.keys("a")
	d.sees("Dismiss the other 3 of the family?", "They overlap with “Sales 2”")
	d.wantMoved("2 ACCEPTED")
	d.keys("<enter>") // cancel has the focus
	d.wantMoved("2 ACCEPTED")
	d.seesNot("of the family?")
	d.sees("family 2 of 5")

	d = atFamilies(t, driverOptions{})
	d.keys("a", "<right>", "<enter>")
	d.wantMoved("2 ACCEPTED", "0 DISMISSED", "1 DISMISSED", "3 DISMISSED") // acceptance isn't passed on
	d.sees("family 2 of 5")
	d.keys("B")
	d.sees("Sales 0", "Sales 1", "Sales 3")
	d.keys("<esc>", "u", "<right>", "<enter>")
	d.wantMoved("2 ACCEPTED", "0 DISMISSED", "1 DISMISSED", "3 DISMISSED", "0 NEW", "1 NEW", "3 NEW")
}

// Whoever is left after a no is still new on the tenant, and gets no card in this pile.
func TestAFamilyThatIsKeptHasNoMoreCards(t *testing.T) {
	d := atFamilies(t, driverOptions{})
	d.keys("d", "<enter>", "s", "s", "s", "s")
	d.sees("The pile is done")
	d.wantMoved("2 DISMISSED")
	d.keys("<esc>", "t", "t", "t")
	d.sees("card", "of 7")
}

// What isn't known to be judged doesn't take others with it.
func TestTheRestWaitsForTheBest(t *testing.T) {
	d := atFamilies(t, driverOptions{})
	d.fault(tenant.Rule{Path: "/api/v1/role-mining/suggestions/*/state", Status: 403, Times: 1})
	h := d.holding(func() { d.keys("a") })
	d.sees("Dismiss the other 3")
	d.keys("<right>", "<enter>")
	if _, open := d.model.overlay().(*dialog.Confirm); !open {
		t.Error("the rest is dismissed before the best has an answer")
	}
	h.deliver()
	d.sees("was not judged after all")
	d.keys("<enter>")
	d.wantMoved("2 ACCEPTED")
	d.keys("<esc>")
	d.keys("s", "s", "s", "s")
	d.sees("tried before", "Sales 2") // with its family
	d.sees("Family of 4")
}

// What of a family could not be dismissed comes again at the end, each as a card with the reason, and the tally counts what was dismissed.
// Nothing says that it is marked: nobody has marked it.
func TestTheRestOfAFamilyThatIsRefusedComesAgain(t *testing.T) {
	d := atFamilies(t, driverOptions{})
	d.keys("a")
	d.fault(tenant.Rule{Path: "/api/v1/role-mining/suggestions/*/state", Status: 403, Times: 2})
	d.keys("<right>", "<enter>")
	d.sees("2 refused")
	d.keys("<esc>")
	d.sees("What was not done comes again at the end", "1 accepted · 1 dismissed · 2 refused", "family 2 of 7")
	d.seesNot("marked")
	d.keys("<esc>", "s", "s", "s", "s")
	for range 2 {
		d.sees("tried before")
		d.seesNot("of the family", "Family of")
		d.keys("d")
	}
	d.sees("The pile is done", "1 accepted · 3 dismissed · 4 skipped")
	if left := d.moved(); len(left) != 6 {
		t.Errorf("moved %q", left)
	}
}

// An undone batch is no longer in the tally.
func TestTheTallyFollowsAnUndoneBatch(t *testing.T) {
	d := atFamilies(t, driverOptions{})
	d.keys("a", "<right>", "<enter>")
	d.sees("1 accepted · 3 dismissed", "family 2 of 5")
	d.keys("u", "<right>", "<enter>")
	d.sees("1 accepted", "family 2 of 5")
	d.seesNot("3 dismissed ·", "· 3 dismissed")
}

// Rows that come while cards are shown join the families there are; what is in view stays.
func TestFamiliesOfWhatIsLoadedLater(t *testing.T) {
	d := atFamilies(t, driverOptions{})
	d.keys("s")
	err := d.tenant.UpdateAs("suggestions", d.tenant.SuggestionID(7), func(r map[string]any) {
		r["entitlements"], r["confidence"] = nil, 0.99
	})
	if err != nil {
		t.Fatal(err)
	}
	shown := d.screen()
	d.keys("r")
	if strings.Split(shown, "\n")[3] != strings.Split(d.screen(), "\n")[3] {
		t.Errorf("the card in view is another:\n%s", d.screen())
	}
}

// Two suggestions are compared by what each has alone.
func TestCompareTwoSuggestions(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 8}, faults: func(tn *tenant.Tenant) { withFamily(t, tn) }})
	d.keys("3", "c")
	d.sees("No suggestion is marked")
	d.keys(" ", "j", "j", "c") // the marked one and the one under the cursor
	d.sees("Compare two suggestions")
	d.sees("% overlap: one family (from 70%)", "Only “", "Both: ")
}

// What two suggestions have alone comes first, the riskiest of each on top, and its beginning is in view on the smallest screen.
func TestAComparisonBeginsWithWhatDiffers(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {100, 30}, {80, 24}, {40, 10}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("3", " ", "j", " ", "c")
		lines := draw.StripStyles(d.model.overlay().Lines())
		if !strings.HasSuffix(strings.TrimSpace(lines[0]), "% overlap: not a family (from 70%)") || !strings.HasPrefix(lines[2], "Only “") {
			t.Errorf("%v: it begins with %q", size, lines[:3])
		}
		if size[0] < 100 {
			continue
		}
		text := strings.Join(lines, "\n")
		for _, risk := range []string{"critical", "high", "elevated"} { // none stands below one that is less risky
			first, _, _ := strings.Cut(text[strings.Index(text, "Only “")+1:], "Only “")
			if at := strings.LastIndex(first, "\n"+risk); at >= 0 && strings.Contains(first[:at], "\nlow") {
				t.Errorf("%v: %s stands below low:\n%s", size, risk, first)
			}
		}
		if strings.Count(text, "Only “") != 2 {
			t.Errorf("%v: what the second one has alone begins below the fold:\n%s", size, text)
		}
	}
}

// Hostile rows have families, too.
func TestFamiliesOfHostileRows(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1], tenant: tenant.Options{Rows: 6}, faults: func(tn *tenant.Tenant) {
			withFamily(t, tn)
			for i, text := range hostile[:6] {
				_ = tn.UpdateAs("suggestions", tn.SuggestionID(i), func(r map[string]any) {
					r["suggestedName"] = text
					r["entitlements"] = []any{map[string]any{"appId": tn.AppID(0), "appDisplayName": text, "entitlementId": "e",
						"entitlementDisplayName": text}}
				})
			}
		}})
		d.keys("3", "t", "t", "t", "<pgdown>", "<pgdown>", "d", "<esc>", "<esc>", " ", "j", " ", "c") // every screen on the way is checked
	}
}

// Nothing new, and one suggestion.
func TestFamiliesOfFew(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1}, faults: func(tn *tenant.Tenant) {
		_ = tn.UpdateAs("suggestions", tn.SuggestionID(0), func(r map[string]any) { r["suggestionState"] = string(api.SuggestionStateNew) })
	}})
	d.keys("3", "t", "t", "t")
	d.sees("family 1 of 1")
	d.keys("d")
	d.seesNot("of the family?")
	d.sees("The pile is done")
	d.keys("t", "t")
	d.seesNot("Looking for families")
}

// Of the demo's pile, whose suggestions came of analyses that were run again and again, at most 150 decisions are left.
func TestDecisionsLeftOfTheDemo(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3", "F", "t", "t", "t", "F")
	p := d.model.pane().(*triage.Pane)
	all, left := p.List.Grid.Len(), p.Pile.Left()
	t.Logf("%d decisions for %d suggestions", left, all)
	if left == 0 || left > 150 {
		t.Errorf("%d decisions are left of %d suggestions, want at most 150:\n%s", left, all, d.screen())
	}
}

// The menu in front of the cards says how many decisions families leave, and no number before that is worked out.
func TestTheMenuSaysHowManyDecisionsFamiliesLeave(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 8}, faults: func(tn *tenant.Tenant) { withFamily(t, tn) }})
	d.keys("3")
	found := d.holding(func() { d.keys("t") })
	d.sees("One card a suggestion", "8 decisions", "working out…")
	found.deliver()
	d.sees("8 decisions", "5 decisions")
	d.seesNot("working out…")
}
