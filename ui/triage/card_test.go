package triage_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/draw"
	"gatehouse/ui/panetest"
	"gatehouse/ui/widget"
)

var sizes = [][2]int{{160, 45}, {120, 40}, {100, 30}, {80, 24}, {60, 15}, {40, 10}}

// granting gives the first suggestion entitlements, so many of each of the tenant's levels of risk, the highest level first.
func granting(t *testing.T, perLevel ...int) func(*tenant.Tenant) {
	return func(tn *tenant.Tenant) {
		var all []any
		for l, n := range perLevel {
			level := tn.RiskLevelID([]string{"Critical", "High", "Medium", "Low"}[l])
			for i := range n {
				all = append([]any{map[string]any{"appId": "a", "appDisplayName": "Northbeam Deploy", "entitlementId": fmt.Sprint(l, "-", i),
					"entitlementDisplayName": fmt.Sprintf("Grant %d of level %d", i, l), "coverage": 0.5, "grantedCount": 4,
					"riskLevelValueId": level}}, all...)
			}
		}
		err := tn.UpdateAs("suggestions", tn.SuggestionID(0), func(r map[string]any) {
			r["suggestedName"], r["entitlements"], r["cohortSize"], r["usersWithAll"] = "Judged first", all, 8, 5
			r["existingProfileMatches"] = []any{map[string]any{"catalogId": "c", "catalogDisplayName": "Office tools", "overlapRatio": 0.4,
				"missingEntitlements": all[len(all)-1:]}}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// At every size the frame is whole, the head counts by risk, the riskiest is the first row, and what is below is counted by risk.
func TestACardCountsByRiskAtEverySize(t *testing.T) {
	for _, size := range sizes {
		d := open(t, panetest.Options{W: size[0], H: size[1], Before: granting(t, 2, 5, 6, 7)})
		d.Keys("3", "t", "t")
		d.Sees("Judged first", "20 entitlements", "2 critical", "5 high",
			widget.IfText(size[0] > 60, "5 of 8 hold all"), widget.IfText(size[0] <= 60, "5/8 hold all"))
		screen := d.Screen()
		for _, line := range strings.Split(screen, "\n") {
			if n := draw.Width(line); n > size[0] {
				t.Errorf("%v: a line has %d cells: %q", size, n, line)
			}
		}
		if size[1] == 10 { // the head has most of the room
			d.Keys("<down>", "<down>")
			screen = d.Screen()
		}
		if first := strings.Index(screen, "Grant"); first < 0 || !strings.HasPrefix(screen[first+len("Grant 0 of"):], " level 0") {
			t.Errorf("%v: the riskiest isn't first:\n%s", size, screen)
		}
		if size[0] >= 80 && (!strings.Contains(screen, "4/8") || !strings.Contains(screen, "misses it")) {
			t.Errorf("%v: the card doesn't say who holds what, and what the profile misses:\n%s", size, screen)
		}
		if size[0] == 160 {
			d.SeesNot("more entitlement", "more line")
			continue
		}
		if size[1] <= 24 {
			d.Sees(" more", "↓")
		}
		d.Keys("G")
		d.SeesNot("↓")
	}
}

// What of high risk was not in view keeps a suggestion from being accepted, not from being dismissed.
func TestWhatIsRiskyAndUnseenIsNotAccepted(t *testing.T) {
	d := open(t, panetest.Options{W: 40, H: 10, Before: granting(t, 2, 5, 6, 7)})
	d.Keys("3", "t", "t")
	d.Sees("more", "high ↓")
	d.Keys("a")
	d.Tells("Not done yet: ")
	d.Sees("card 1 of")
	d.Keys("G", "a")
	d.SeesNot("card 1 of")
}

// A card keeps its number while more are loaded, and when one before it comes again because its action failed.
func TestTheNumberOfACardStays(t *testing.T) {
	d := open(t, panetest.Options{W: 120, H: 40, Tenant: tenant.Options{Rows: 600}, Before: granting(t, 1)})
	d.Keys("3", "t", "t", "s", "s")
	d.Sees("card 3 of", "+  tenant's order")
	d.Keys("F")
	d.Sees("card 3 of")
	d.SeesNot("+  tenant's order")
	d.Fault(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/*/state", Status: 403, Times: 1})
	d.Keys("d")
	d.Sees("card 4 of", "1 refused")
	d.Keys("s")
	d.Sees("card 5 of")
	d.Keys("b")
	d.Sees("card 4 of", "skipped before")
}

// What isn't known is said, and what doesn't add up breaks nothing.
func TestACardWithoutNumbers(t *testing.T) {
	for _, size := range sizes {
		d := open(t, panetest.Options{W: size[0], H: size[1], Before: func(tn *tenant.Tenant) {
			if err := tn.UpdateAs("suggestions", tn.SuggestionID(0), func(r map[string]any) {
				r["suggestedName"], r["entitlements"], r["existingProfileMatches"], r["insights"] = "Bare", nil, nil, nil
				r["cohortSize"] = 0
				delete(r, "usersWithAll")
			}); err != nil {
				t.Fatal(err)
			}
		}})
		d.Keys("3", "t", "t")
		d.Sees("Bare", "0 entitlements")
		d.Keys("a")
		d.SeesNot("Bare")
	}
}
