package ui

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/panes/suggestions"
	"gatehouse/ui/status"
)

// suggestionOf is what the tenant holds of the i-th suggestion.
func suggestionOf(d *driver, i int) api.Suggestion {
	return recordOf[api.Suggestion](d, "suggestions", d.tenant.SuggestionID(i))
}

func (d *driver) wantSuggestion(i int, state api.SuggestionState, profile string) {
	d.t.Helper()
	if got := suggestionOf(d, i); got.SuggestionState != state || got.CreatedCatalogID != profile {
		d.t.Fatalf("suggestion %d is %v as %q, want %v as %q\n%s", i, got.SuggestionState, got.CreatedCatalogID, state, profile, d.screen())
	}
}

// matchOf is the access profile that covers most of the first suggestion that has one, with the keys that lead to it.
func matchOf(d *driver) (i int, best api.ProfileMatch, keys string) {
	d.t.Helper()
	for i := range 20 {
		if s := suggestionOf(d, i); len(s.ExistingProfileMatches) > 0 && s.SuggestionState == api.SuggestionStateNew {
			return i, suggestions.BestFirst(s.ExistingProfileMatches)[0], "3" + strings.Repeat("j", i)
		}
	}
	d.t.Fatal("no suggestion has a match")
	return 0, api.ProfileMatch{}, ""
}

func TestRiskIsSaidInWordsWithOneListing(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.Change("suggestions", d.tenant.SuggestionID(0), map[string]any{"entitlements": []any{map[string]any{
		"appId": d.tenant.AppID(0), "appDisplayName": "Ledgerline", "entitlementId": "e", "entitlementDisplayName": "Payment runs Owner",
		"riskLevelValueId": d.tenant.RiskLevelID("Critical"), "coverage": 0.8, "grantedCount": 8}}})
	d.keys("3")
	d.sees("▮▮▮▮▮ Critical", "risk · ")
	if n := len(d.asked("GET /api/v1/attributes/risk_levels")); n != 1 {
		t.Errorf("the risk levels were listed %d times, want once", n)
	}
}

func TestMembersShowHowManyEntitlementsEachHolds(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3", "m")
	n := len(suggestionOf(d, 0).Entitlements)
	all := fmt.Sprintf("%d of %d ", n, n)
	fewer := func() bool {
		for k := range n {
			if strings.Contains(d.screen(), fmt.Sprintf(" %d of %d ", k, n)) {
				return true
			}
		}
		return false
	}
	d.sees("Members › "+suggestionOf(d, 0).SuggestedName, "in all", all, "Department")
	if !fewer() {
		t.Fatalf("every member holds everything:\n%s", d.screen())
	}
	path := "POST /api/v1/role-mining/suggestions/" + d.tenant.SuggestionID(0) + "/users"
	var body struct{ SelectedEntitlements []api.EntitlementRef }
	if err := json.Unmarshal([]byte(d.asked(path)[0]), &body); err != nil || len(body.SelectedEntitlements) == 0 {
		t.Fatalf("the members were asked for without entitlements: %v %v", body, err)
	}
	d.keys("/", fmt.Sprintf("holds:>%d", n-1), "<tab>")
	d.sees(" of ", all)
	if fewer() {
		t.Fatalf("a member who holds less is listed:\n%s", d.screen())
	}
	d.keys("<esc>", "<esc>")
	d.sees("Suggestions", suggestionOf(d, 0).SuggestedName)
}

func TestAcceptAsNamesAnExistingProfileAndUndoRestores(t *testing.T) {
	d := newDriver(t, driverOptions{})
	i, match, keys := matchOf(d)
	d.keys(keys, "p")
	d.sees("Accept as an existing profile", match.CatalogDisplayName, "Another access profile, by its id…")
	d.keys("<ctrl+r>")
	d.sees(`"createdCatalogId": "` + match.CatalogID)
	d.keys("<ctrl+r>", "<enter>")
	d.sees("Accepted suggestion", "Its access profile is "+match.CatalogDisplayName, "✓ accepted")
	d.wantSuggestion(i, api.SuggestionStateAccepted, match.CatalogID)
	d.keys("u")
	d.wantSuggestion(i, api.SuggestionStateNew, "")
}

func TestAcceptAsTakesATypedProfileId(t *testing.T) {
	d := newDriver(t, driverOptions{})
	i, match, keys := matchOf(d)
	d.keys(keys, "p", "Another", "<enter>")
	d.sees("Access profile", "The id of the access profile")
	d.keys("<ctrl+s>")
	d.wantMutations()
	d.paste(match.CatalogID)
	d.keys("<ctrl+s>")
	d.sees("Accepted suggestion")
	d.wantSuggestion(i, api.SuggestionStateAccepted, match.CatalogID)
}

// What is typed into the choice may be an id; what is no name of a choice leaves the way to the form.
func TestAcceptAsTakesAnIdPastedIntoTheChoice(t *testing.T) {
	d := newDriver(t, driverOptions{})
	i, match, keys := matchOf(d)
	d.keys(keys, "p")
	d.paste("no such profile")
	d.sees("Another access profile, by its id…")
	d.seesNot("No matches")
	d.tellsNot(match.CatalogDisplayName + " ")
	d.keys("<ctrl+u>")
	const id = "2xPastedAccessProfileOfOurs"
	d.paste(" " + id + " ")
	d.sees("Accept as the access profile " + id)
	d.keys("<ctrl+r>")
	d.sees(`"createdCatalogId": "` + id + `"`)
	d.keys("<ctrl+r>", "<ctrl+u>")
	d.paste(match.CatalogID)
	d.sees("Accept as " + match.CatalogDisplayName)
	d.keys("<enter>")
	d.wantSuggestion(i, api.SuggestionStateAccepted, match.CatalogID)
}

func TestASuggestionThatCannotBeReadIsNotSaidToHoldNothing(t *testing.T) {
	d := newDriver(t, interfaceOnly())
	d.open("3", d.tenant.ID("suggestions", 0))
	d.keys("n")
	d.tells("its entitlements are unknown")
	d.tellsNot("it has no entitlements")
	d.wantMutations()
}

func TestUndoOfADismissalBringsTheNamedProfileBack(t *testing.T) {
	d := newDriver(t, driverOptions{})
	i, match, keys := matchOf(d)
	d.keys(keys, "p", "<enter>", "d")
	d.sees("Dismissed suggestion")
	d.wantSuggestion(i, api.SuggestionStateDismissed, "")
	d.keys("u")
	d.wantSuggestion(i, api.SuggestionStateAccepted, match.CatalogID)
}

func TestProfileIsMadeFromASuggestionAndAcceptsIt(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3", "n")
	d.sees("New access profile from “"+suggestionOf(d, 0).SuggestedName+"”", "This accepts the suggestion, and can't be undone from here.",
		"Automation", "[ ] off", "[x] ")
	d.keys("<tab>", "<tab>", "<tab>", " ", "<tab>", "<tab>", " ", "<ctrl+s>")
	d.sees("Accepted suggestion", "✓ accepted")
	if flat := strings.Join(strings.Fields(d.screen()), " "); !strings.Contains(flat, "was created from it. Who is in it, in CEL: subject.") {
		t.Fatalf("the CEL expression isn't shown:\n%s", d.screen())
	}
	d.sees("What the tenant answered")
	d.keys("j")
	d.seesNot("What the tenant answered")
	d.keys("k")
	d.sees("What the tenant answered")
	made, name := suggestionOf(d, 0).CreatedCatalogID, suggestionOf(d, 0).SuggestedName
	d.tells("The access profile “" + name + "” (" + made + ") was created from it.")
	d.wantMutations("POST /api/v1/role-mining/access-profiles")
	var sent api.NewAccessProfile
	if err := json.Unmarshal([]byte(d.asked("POST /api/v1/role-mining/access-profiles")[0]), &sent); err != nil {
		t.Fatal(err)
	}
	all := len(suggestionOf(d, 0).Entitlements)
	if sent.DisplayName != suggestionOf(d, 0).SuggestedName || !sent.EnableAutomation || sent.CreateTasks || len(sent.Entitlements) != all-1 ||
		sent.SuggestionID != d.tenant.SuggestionID(0) || len(sent.ProfileFilters) == 0 {
		t.Fatalf("sent %+v", sent)
	}
	if got := suggestionOf(d, 0); got.SuggestionState != api.SuggestionStateAccepted || got.CreatedCatalogID == "" {
		t.Fatalf("the suggestion is %v as %q", got.SuggestionState, got.CreatedCatalogID)
	}
}

func TestEntitlementsOfOneNameAreToldApartByTheirApps(t *testing.T) {
	entitlement := func(app, id, name string) map[string]any {
		return map[string]any{"appId": app, "appDisplayName": "App " + app, "entitlementId": id, "entitlementDisplayName": name, "coverage": 0.5}
	}
	d := newDriver(t, driverOptions{})
	if err := d.tenant.UpdateAs("suggestions", d.tenant.SuggestionID(0), func(r map[string]any) {
		r["entitlements"] = []any{entitlement("One", "e1", "Admin"), entitlement("Two", "e2", "Admin"), entitlement("Two", "e3", "Viewer")}
	}); err != nil {
		t.Fatal(err)
	}
	d.keys("3", "n")
	d.sees("Admin · App One", "Admin · App Two")
	d.seesNot("Viewer · App")
}

func TestProfileNeedsAnEntitlement(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3", "n", "<tab>", "<tab>", "<tab>", "<tab>")
	for range suggestionOf(d, 0).Entitlements {
		d.keys("<tab>", " ")
	}
	d.keys("<ctrl+s>")
	d.sees("needs at least one entitlement")
	d.wantMutations()
}

func TestRunStandsInTheHeadlineAndIsWatched(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	d.sees("analysis completed ", " ago")
	d.keys("A")
	d.sees("Start a new analysis?", "on tenant acme (acme.example)")
	d.keys("<enter>") // cancel has the focus
	d.wantMutations()
	d.keys("A", "<tab>", "<enter>")
	d.sees("Started analysis", "It is run ", "analysis running, started ")
	d.wantMutations("POST /api/v1/role-mining/trigger")
	d.fire(status.Every)
	d.sees("analysis running")
	d.tenant.FinishRun()
	d.tenant.ForgetRequests()
	d.fire(status.Every)
	d.sees("The analysis is completed", "analysis completed just now")
	if len(d.asked("POST /api/v1/search/role-mining/suggestions")) == 0 {
		t.Error("the rows were not read again")
	}
	if n := d.timers(status.Every); n != 0 {
		t.Errorf("%d timers still look at an analysis that has ended", n)
	}
}

func TestRunIsNotWatchedFromAnotherPane(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3", "A", "<tab>", "<enter>", "1")
	d.tenant.ForgetRequests()
	d.fire(status.Every)
	if n := len(d.asked("GET /api/v1/role-mining/runs/latest")); n != 0 {
		t.Errorf("the run was read %d times behind another pane", n)
	}
	d.tenant.FinishRun()
	d.keys("3")
	d.sees("The analysis is completed")
}

func TestFailedRunSaysSoAndAMissingOneNothing(t *testing.T) {
	failed := `{"run":{"id":"x","status":"RUN_STATUS_FAILED","errorMessage":"directory unreachable","completedAt":"2026-11-27T10:00:00Z"}}`
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/role-mining/runs/latest", Body: failed})
	}})
	d.keys("3")
	d.sees("analysis failed 2h ago")
	for _, status := range []int{404, 403, 501} {
		d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
			tn.Faults().Add(tenant.Rule{Path: "/api/v1/role-mining/runs/latest", Status: status})
		}})
		d.keys("3")
		d.seesNot("analysis completed", "analysis failed", "The analysis")
		d.sees(suggestionOf(d, 0).SuggestedName)
	}
}

func TestTriageAcceptsAsAProfileAndMakesOne(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40})
	i, match, _ := matchOf(d)
	d.keys("3", "t", "t", strings.Repeat("s", i), "p", "<enter>")
	d.wantSuggestion(i, api.SuggestionStateAccepted, match.CatalogID)
	d.sees("1 accepted")
	d.keys("n")
	d.sees("New access profile from")
	d.keys("<ctrl+s>")
	d.sees("2 accepted")
	if got := suggestionOf(d, i+1); got.SuggestionState != api.SuggestionStateAccepted || got.CreatedCatalogID == "" {
		t.Fatalf("the suggestion is %v as %q", got.SuggestionState, got.CreatedCatalogID)
	}
}

// A level of risk that the tenant doesn't name is neither none nor its id: every place that speaks of risk says that it is unknown.
func TestARiskWithoutANameIsUnknown(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {100, 30}, {80, 24}, {40, 10}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1], faults: func(tn *tenant.Tenant) {
			tn.Faults().Add(tenant.Rule{Path: "/api/v1/attributes/risk_levels", Status: 403})
		}})
		d.keys("3", "t", "<enter>")
		d.reads("of unknown risk")
		d.seesNot("critical", "high ")
		if size[0] < 60 {
			continue
		}
		for _, x := range suggestionOf(d, 0).Entitlements {
			if x.RiskLevelValueID != "" {
				d.seesNot(strings.ToLower(x.RiskLevelValueID)[:6])
			}
		}
		d.keys("H")
		d.sees("unknown risk")
	}
}
