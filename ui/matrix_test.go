package ui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/list"
	"gatehouse/ui/matrix"
)

const cohortRoute = "POST /api/v1/role-mining/suggestions/{}/users"

// cohortPath is the path of that route for rules of faults.
const cohortPath = "/api/v1/role-mining/suggestions/*/users"

// atMatrix is a console at the matrix of the first suggestion with entitlements enough; the tenant has forgotten what was asked before.
func atMatrix(t testing.TB, o driverOptions) (*driver, api.Suggestion) {
	t.Helper()
	d := newDriver(t, o)
	s := toSuggestionWith(d, 4)
	d.tenant.ForgetRequests()
	return d, s
}

// toSuggestionWith goes to the first suggestion with at least so many entitlements.
func toSuggestionWith(d *driver, n int) api.Suggestion {
	d.t.Helper()
	d.keys("3")
	p := d.model.pane().(*list.Pane)
	for range p.Grid.Len() {
		if s, ok := list.CursorOf[api.Suggestion](p); ok && len(s.Entitlements) >= n && s.SuggestionState == api.SuggestionStateNew {
			return s
		}
		d.keys("j")
	}
	d.t.Fatalf("no suggestion has %d entitlements", n)
	return api.Suggestion{}
}

// selections are the entitlements that were selected in each request for members of a cohort.
func (d *driver) selections() (all [][]api.EntitlementRef) {
	d.t.Helper()
	for _, r := range d.tenant.Requests() {
		if r.Route != cohortRoute {
			continue
		}
		var body struct{ SelectedEntitlements []api.EntitlementRef }
		if err := json.Unmarshal(r.Body, &body); err != nil {
			d.t.Fatal(err)
		}
		all = append(all, body.SelectedEntitlements)
	}
	return all
}

// The cohort is read once for each entitlement, with that one selected, and its cells say who holds it.
func TestMatrixReadsTheCohortOncePerEntitlement(t *testing.T) {
	d, s := atMatrix(t, driverOptions{})
	d.keys("H")
	asked := d.selections()
	if len(asked) != len(s.Entitlements) {
		t.Fatalf("%d requests for %d entitlements", len(asked), len(s.Entitlements))
	}
	for _, x := range s.Entitlements {
		want := []api.EntitlementRef{{AppID: x.AppID, EntitlementID: x.EntitlementID}}
		if !slices.ContainsFunc(asked, func(refs []api.EntitlementRef) bool { return slices.Equal(refs, want) }) {
			t.Errorf("%s was never the one that is selected", x.EntitlementDisplayName)
		}
	}
	d.sees("Access matrix", "by blocks", "held by", fmt.Sprintf("%d entitlements", len(s.Entitlements)))
	for _, x := range s.Entitlements {
		d.sees(fmt.Sprintf("%d/%d", x.GrantedCount, s.CohortSize))
	}
	if len(d.mutations()) > 0 {
		t.Errorf("looking has changed something: %q", d.mutations())
	}
}

// No more than four requests are on their way at a time.
func TestMatrixAsksForFourAtATime(t *testing.T) {
	d := newDriver(t, driverOptions{})
	toSuggestionWith(d, 6)
	d.tenant.ForgetRequests()
	h := d.holding(func() { d.keys("H") })
	if n := d.tenant.Count(cohortRoute); n != matrix.AtATime {
		t.Errorf("%d requests before the first answer, want %d", n, matrix.AtATime)
	}
	d.sees("Reading who holds what")
	h.deliver()
	d.sees("held by")
}

// Reading waits for a change that has no answer.
func TestMatrixWaitsForAChange(t *testing.T) {
	d, _ := atMatrix(t, driverOptions{})
	h := d.holding(func() { d.keys("a") })
	d.keys("H")
	if n := d.tenant.Count(cohortRoute); n != 0 {
		t.Errorf("%d requests went before the change had an answer", n)
	}
	d.sees("waits for a change", "A change has no answer yet")
	h.deliver()
	d.fire(200 * time.Millisecond)
	d.sees("held by")
}

// Leaving cancels what is being read; going back to it goes on.
func TestLeavingTheMatrixCancels(t *testing.T) {
	d, _ := atMatrix(t, driverOptions{})
	remove := d.fault(tenant.Rule{Path: cohortPath, Hang: true})
	d.Waiting(func() { d.keys("H") })
	finish := d.background()
	d.until("the first request", func() bool { return d.tenant.Count(cohortRoute) == 1 })
	d.Waiting(func() { d.keys("2") })
	finish() // the commands come back, because what they wait for was cancelled
	remove()
	d.settle()
	if n := d.tenant.Count(cohortRoute); n > matrix.AtATime {
		t.Errorf("%d requests, although the matrix was left", n)
	}
	d.keys("3")
	d.sees("Access matrix", "held by")
}

// esc stops reading before it leaves, and r goes on.
func TestStoppingTheMatrix(t *testing.T) {
	d, _ := atMatrix(t, driverOptions{})
	d.Waiting(func() { d.keys("H", "<esc>") })
	d.sees("Stopped", "Nothing was read")
	d.settle()
	d.keys("r")
	d.sees("held by")
	d.keys("<esc>")
	d.seesNot("Access matrix ›")
}

// A row without a count is nobody who holds it; a person without a row is unknown, and drawn so.
func TestMatrixKnowsWhatItDoesNotKnow(t *testing.T) {
	d, s := atMatrix(t, driverOptions{})
	d.fault(tenant.Rule{Path: cohortPath, Body: `{"list":[{"id":"u1","displayName":"Ada"},{"id":"u2","displayName":"Bo"},` +
		`{"id":"u3","displayName":"Cy"}],"usersWithCoverage":[{"user":{"id":"u1"},"coveredCount":1},{"user":{"id":"u2"}}],"nextPageToken":""}`})
	d.keys("H")
	n := len(s.Entitlements)
	d.sees("✓ 1 has it all", "+ 1 would gain", "? 1 unknown", fmt.Sprintf("%d/%d", n, n), fmt.Sprintf("0/%d +%d", n, n),
		fmt.Sprintf("0/%d?", n))
	d.keys("G")
	d.sees("Cy holds 0 of", fmt.Sprintf("%d unknown", n), "unknown whether held")
}

// The form for an access profile comes up with what is left out turned off, and that isn't sent.
func TestANewProfileFromTheMatrix(t *testing.T) {
	d, s := atMatrix(t, driverOptions{})
	d.keys("H", "l")
	under := underMatrixCursor(d, s)
	d.keys("n")
	d.sees("New access profile from", "left out.")
	d.keys("<ctrl+s>")
	if sent := d.mutations(); len(sent) != 1 || sent[0] != "POST /api/v1/role-mining/access-profiles" {
		d.keys("<tab>", "<enter>")
	}
	var body struct {
		Entitlements []api.SuggestionEntitlement
		SuggestionID string
	}
	for _, r := range d.tenant.Requests() {
		if r.Path == "/api/v1/role-mining/access-profiles" {
			if err := json.Unmarshal(r.Body, &body); err != nil {
				t.Fatal(err)
			}
		}
	}
	if body.SuggestionID != s.ID || len(body.Entitlements) != len(s.Entitlements)-1 {
		t.Fatalf("sent %d of %d entitlements of %q", len(body.Entitlements), len(s.Entitlements), body.SuggestionID)
	}
	if slices.ContainsFunc(body.Entitlements, func(x api.SuggestionEntitlement) bool { return x.EntitlementDisplayName == under }) {
		t.Errorf("“%s” was sent although it was left out", under)
	}
}

// underMatrixCursor is the name of the entitlement that the last line but one of the matrix speaks of.
func underMatrixCursor(d *driver, s api.Suggestion) string {
	d.t.Helper()
	lines := strings.Split(d.screen(), "\n")
	for _, line := range lines[len(lines)-3:] {
		for _, x := range s.Entitlements {
			if strings.Contains(line, x.EntitlementDisplayName+" · ") {
				return x.EntitlementDisplayName
			}
		}
	}
	d.t.Fatalf("no entitlement is under the cursor:\n%s", d.screen())
	return ""
}

// What is left out changes who would gain what, before anything is sent.
func TestLeavingOutInTheMatrix(t *testing.T) {
	d, s := atMatrix(t, driverOptions{})
	n := len(s.Entitlements)
	d.keys("H", " ")
	d.sees("✗ 1 left out", fmt.Sprintf("%d/%d", n-1, n-1))
	d.keys(" ")
	d.seesNot("left out")
	d.sees(fmt.Sprintf("%d/%d", n, n))
}

// A tenant that doesn't offer it, or refuses it, is asked once for each that is on its way, and says why.
func TestMatrixThatIsRefused(t *testing.T) {
	for _, c := range []struct {
		status int
		says   string
	}{{403, "You may not see who holds what."}, {404, "Who holds what could not be read."}, {501, "doesn't offer"}} {
		d, _ := atMatrix(t, driverOptions{})
		d.fault(tenant.Rule{Path: cohortPath, Status: c.status})
		d.keys("H")
		d.sees(c.says)
		if n := d.tenant.Count(cohortRoute); n > matrix.AtATime {
			t.Errorf("%d: asked %d times", c.status, n)
		}
	}
}

// A read-only session looks, and makes no profile.
func TestMatrixOfAReadOnlySession(t *testing.T) {
	d, _ := atMatrix(t, driverOptions{readOnly: true})
	d.keys("H")
	d.sees("held by")
	d.offers(false, "n new profile")
	d.keys("n")
	d.seesNot("New access profile")
	if len(d.mutations()) > 0 {
		t.Errorf("sent %q", d.mutations())
	}
}

// Where it has no room it says so and asks for nothing; with more room it is read.
func TestMatrixNeedsRoom(t *testing.T) {
	d, _ := atMatrix(t, driverOptions{w: 40, h: 10})
	d.keys("H")
	d.sees("needs 60 by 12")
	if n := d.tenant.Count(cohortRoute); n != 0 {
		t.Errorf("%d requests for a matrix that isn't shown", n)
	}
	d.keys("l", " ", "n") // nothing is left out or created by what can't be seen
	d.seesNot("New access profile")
	d.Resize(80, 24)
	d.sees("held by")
	d.seesNot("left out")
}

// Hostile names, the long and the wide, keep the columns where they are.
func TestMatrixOfHostileNames(t *testing.T) {
	var users, covered []any
	for i, text := range hostile {
		user := map[string]any{"id": fmt.Sprintf("u%d", i), "displayName": text, "jobTitle": text}
		users, covered = append(users, user), append(covered, map[string]any{"user": user, "coveredCount": i % 2})
	}
	body, err := json.Marshal(map[string]any{"list": users, "usersWithCoverage": covered})
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
		d, _ := atMatrix(t, driverOptions{w: size[0], h: size[1]})
		d.fault(tenant.Rule{Path: cohortPath, Body: string(body)})
		d.keys("H", "l", "s", " ") // every screen on the way is checked
		for range users {
			d.keys("j")
		}
	}
}

// The matrix of a card opens from the card, and leads back to it.
func TestMatrixFromACard(t *testing.T) {
	d, _ := atMatrix(t, driverOptions{})
	d.keys("t", "t", "H")
	d.sees("Access matrix", "held by")
	d.keys("<esc>")
	d.sees("Triage", "card 1 of")
}

// A cohort of nobody, and a suggestion without entitlements.
func TestMatrixOfNothing(t *testing.T) {
	d, _ := atMatrix(t, driverOptions{})
	remove := d.fault(tenant.Rule{Path: cohortPath, Body: `{"list":[],"usersWithCoverage":null,"nextPageToken":""}`})
	d.keys("H")
	d.sees("The tenant names nobody in this cohort")
	d.keys("j", "l", "s", " ", "n")
	remove()
	d = newDriver(t, driverOptions{})
	d.fault(tenant.Rule{Path: "/api/v1/search/role-mining/suggestions",
		Body: `{"list":[{"id":"s1","suggestedName":"Bare","suggestionState":"SUGGESTION_STATE_NEW"}],"nextPageToken":""}`})
	d.keys("3", "H")
	d.sees("has no entitlements")
	d.keys("j", "l", "s", " ", "n", "r")
	if n := d.tenant.Count(cohortRoute); n != 0 {
		t.Errorf("%d requests about no entitlement", n)
	}
}
