package suggestions_test

import (
	"regexp"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/panetest"
)

// Of what two suggestions both have, each cohort's holders stand in a column of their own.
func TestWhatBothHaveSaysWhoHoldsItInEither(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
		d := open(t, panetest.Options{W: size[0], H: size[1], Before: func(tn *tenant.Tenant) {
			for i, n := range []int{8, 21} {
				x := map[string]any{"appId": tn.AppID(0), "entitlementId": "e1", "entitlementDisplayName": "Approver", "grantedCount": n - 1}
				_ = tn.UpdateAs("suggestions", tn.SuggestionID(i), func(r map[string]any) {
					r["suggestionState"], r["cohortSize"], r["entitlements"] = "SUGGESTION_STATE_NEW", n, []any{x}
				})
			}
		}})
		d.Keys("<space>", "j", "c")
		all := d.Screen()
		for range 4 {
			d.Keys("<pgdown>")
			all += d.Screen()
		}
		if !regexp.MustCompile(`Approver .*\b7/8 .*\b20/21`).MatchString(all) {
			t.Errorf("%v:\n%s", size, all)
		}
	}
}
