package suggestions_test

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/panes/suggestions"
	"gatehouse/ui/panetest"
)

func open(t *testing.T, o panetest.Options) *panetest.Frame {
	t.Helper()
	return panetest.Open(t, suggestions.Declaration(), o)
}

func TestEntitlementsStandByRiskThenCoverage(t *testing.T) {
	d := open(t, panetest.Options{})
	last, lines := 0, strings.Split(d.Screen(), "\n")
	order := []string{"critical risk", "high risk", "elevated risk", "medium risk", "low risk"}
	from := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "Entitlements (") })
	found := 0
	for _, line := range lines[from:] {
		for i, words := range order {
			if strings.Contains(line, words) {
				if i < last {
					t.Fatalf("%q comes after a lower risk:\n%s", line, d.Screen())
				}
				last = i
				found++
			}
		}
	}
	if found < 3 {
		t.Fatalf("only %d risks are shown:\n%s", found, d.Screen())
	}
}

func TestRiskIdsStandWhereTheTenantHasNoWords(t *testing.T) {
	d := open(t, panetest.Options{Before: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/attributes/risk_levels", Status: 501})
	}})
	d.Keys("j", "j", "j")
	d.Sees("risk level ")
	d.SeesNot("Critical")
	if n := len(d.Asked("GET /api/v1/attributes/risk_levels")); n > 5 {
		t.Errorf("the tenant was asked %d times for what it doesn't have", n)
	}
}

func TestSuggestionsFitEverySize(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}, {24, 6}} {
		d := open(t, panetest.Options{W: size[0], H: size[1]})
		d.Keys("<enter>", "<esc>", "m", "<enter>", "<esc>", "<esc>", "p", "<esc>", "n", "<esc>", "A", "<esc>")
	}
}

// An entitlement that the tenant names twice is one: it is counted, offered and sent once.
func TestAnEntitlementNamedTwiceIsOne(t *testing.T) {
	d := open(t, panetest.Options{W: 160, H: 45, Before: func(tn *tenant.Tenant) {
		x := map[string]any{"appId": tn.AppID(0), "appDisplayName": "Ledgerline", "entitlementId": "e1", "entitlementDisplayName": "Approver"}
		_ = tn.UpdateAs("suggestions", tn.SuggestionID(0), func(r map[string]any) {
			r["suggestionState"], r["entitlements"] = "SUGGESTION_STATE_NEW", []any{x, x}
		})
	}})
	d.Sees("Entitlements (1)", "an entitlement is named more than once")
	d.Keys("t", "<enter>")
	d.Sees("1 entitlement")
	d.Keys("<esc>", "H")
	d.Sees("1 entitlement")
	d.Keys("<esc>", "<space>", "j", "c")
	d.Sees("”: 1 entitlement\n")
	d.Keys("<esc>", "k", "n")
	d.Sees("Its one entitlement is in.", "[x] Approver ")
	d.SeesNot("Approver · Ledgerline")
	d.Keys("<ctrl+s>")
	asked := d.Asked("POST /api/v1/role-mining/access-profiles")
	if len(asked) != 1 || strings.Count(asked[0], `"e1"`) != 1 {
		t.Errorf("sent: %s", asked)
	}
}

// A bar and its number stand apart, whatever the number is.
func TestABarAndItsNumberStandApart(t *testing.T) {
	for fraction, number := range map[float64]string{1: "100%", 0.5: "50%", 0.999: ">99%", 12: ">999%"} {
		d := open(t, panetest.Options{W: 120, H: 36, Before: func(tn *tenant.Tenant) {
			_ = tn.UpdateAs("suggestions", tn.SuggestionID(0), func(r map[string]any) {
				r["suggestionState"], r["avgCoverage"] = "SUGGESTION_STATE_NEW", fraction
			})
		}})
		d.Keys("t", "<enter>")
		if at := strings.Index(d.Screen(), "coverage ━"); at < 0 || !strings.Contains(d.Screen(), " "+number+" ") {
			t.Errorf("want %s:\n%s", number, d.Screen())
		}
	}
}

// A percentage is looked for as it is drawn, in the console as in the filter's own tests.
func TestConfidenceIsFilteredInPercent(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Keys("/", "confidence:>80", "<enter>")
	d.SeesNot("No match")
}
