package suggestions

import (
	"math/rand/v2"
	"testing"
	"time"

	"gatehouse/api"
)

// threeLevels names three levels of risk; others have no rank.
type threeLevels struct{}

func (threeLevels) Now() time.Time { return time.Time{} }

func (threeLevels) Name(_, id string) string {
	return map[string]string{"": "3", "low": "1", "high": "2", "critical": "3"}[id]
}

// The riskiest entitlement is the first one of the highest level, wherever equal levels stand beside each other; without a level it is
// none.
func TestTheRiskiestIsTheFirstOfTheHighestLevel(t *testing.T) {
	for _, at := range []struct {
		levels []string
		want   int // -1: none
		rank   int
	}{
		{nil, -1, 0}, {[]string{"", ""}, -1, 0}, {[]string{"unnamed", "unnamed"}, -1, 0}, {[]string{"low"}, 0, 1},
		{[]string{"low", "low", "high", "high", "low", "high"}, 2, 2}, {[]string{"", "critical", "critical", "high", ""}, 1, 3},
		{[]string{"unnamed", "low", "unnamed", "low"}, 1, 1}, {[]string{"critical", "low", "critical"}, 0, 3},
	} {
		var s api.Suggestion
		for i, level := range at.levels {
			s.Entitlements = append(s.Entitlements, api.SuggestionEntitlement{RiskLevelValueID: level, GrantedCount: int64(i)})
		}
		var want api.SuggestionEntitlement
		if at.want >= 0 {
			want = s.Entitlements[at.want]
		}
		if got, rank := topRisk(s, threeLevels{}); got != want || rank != at.rank {
			t.Errorf("%q: %+v of rank %d, want %+v of rank %d", at.levels, got, rank, want, at.rank)
		}
	}
}

// The best of the profiles is the first of those that are listed best first, of equal ones as well.
func TestTheBestProfileIsTheFirstOfThem(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		matches := make([]api.ProfileMatch, 1+dice.IntN(5))
		for i := range matches {
			matches[i] = api.ProfileMatch{CatalogID: string(rune('a' + i)), OverlapRatio: float64(dice.IntN(3)) / 2}
		}
		if got, want := bestOf(matches).CatalogID, BestFirst(matches)[0].CatalogID; got != want {
			t.Fatalf("%+v: %s, want %s", matches, got, want)
		}
	}
}
