package tenant

import "testing"

// One member and one entitlement are spoken of as one.
func TestInsightsCountInEnglish(t *testing.T) {
	for _, c := range []struct {
		all, size, count int
		want             string
	}{
		{3, 12, 4, "3 of 12 members hold all 4 entitlements."},
		{3, 12, 1, "3 of 12 members hold the one entitlement."},
		{1, 1, 2, "The only member holds all 2 entitlements."},
		{0, 1, 1, "The only member doesn't hold the one entitlement."},
	} {
		if got := heldByMembers(c.all, c.size, c.count); got != c.want {
			t.Errorf("%d of %d hold %d: %q, want %q", c.all, c.size, c.count, got, c.want)
		}
	}
}
