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

// A comparison that is opened again stands as it would be drawn anew: of the records as they are now, from its first line.
func TestAComparisonOpenedAgainIsOfTheRecordsAsTheyAre(t *testing.T) {
	d := open(t, panetest.Options{W: 80, H: 24})
	d.Keys("<space>", "j", "c")
	first := d.Screen()
	d.Keys("<pgdown>")
	if d.Screen() == first {
		t.Fatal("it doesn't scroll")
	}
	d.Keys("<esc>", "c")
	if again := d.Screen(); again != first {
		t.Errorf("opened again it shows\n%s\nand before\n%s", again, first)
	}
	d.Keys("<esc>", "j", "c")
	if d.Screen() == first {
		t.Error("the comparison with another is the same")
	}
	d.Keys("<esc>", "k")
	err := d.Tenant.UpdateAs("suggestions", d.Tenant.SuggestionID(0), func(r map[string]any) { r["suggestedName"] = "Renamed meanwhile" })
	if err != nil {
		t.Fatal(err)
	}
	d.Keys("r", "c")
	d.Sees("Only “Renamed meanwhile”")
}
