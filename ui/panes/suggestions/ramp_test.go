package suggestions

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"gatehouse/theme"
)

// ranked is an environment of a tenant with so many levels of risk.
type ranked int

func (ranked) Now() time.Time               { return time.Time{} }
func (n ranked) Name(string, string) string { return strconv.Itoa(int(n)) }

// Five levels have five colours; fewer keep the upper ones apart, and the highest of any is the last.
func TestTheRampOfRisk(t *testing.T) {
	low, medium, elevated, high, critical := theme.RiskLow, theme.RiskMedium, theme.RiskElevated, theme.RiskHigh, theme.RiskCritical
	for levels, want := range map[int][]theme.Role{
		1: {theme.Text}, 2: {medium, critical}, 3: {low, elevated, critical}, 4: {low, medium, high, critical},
		5: {low, medium, elevated, high, critical}, 6: {low, low, medium, elevated, high, critical}} {
		var got []theme.Role
		for rank := 1; rank <= levels; rank++ {
			got = append(got, riskRole(ranked(levels), rank))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d levels: %v, want %v", levels, got, want)
		}
	}
}
