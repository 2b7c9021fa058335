package suggestions

import (
	"cmp"
	"fmt"
	"strings"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/families"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// suggestionKin are suggestions with nearly the same entitlements for nearly the same people.
func suggestionKin() *list.Kin[api.Suggestion] {
	return &list.Kin[api.Suggestion]{Of: overlapping, Better: better, Draw: drawFamily, Rest: "suggestions.dismiss"}
}

// overlapping is what of a suggestion says how much it overlaps with another.
func overlapping(s api.Suggestion) families.Item {
	return families.Item{Entitlements: grants(s), Cohort: cohortParts(s, nil)}
}

// cohortParts are what the people of a suggestion have in common, a value each.
func cohortParts(s api.Suggestion, e grid.Env) (parts []string) {
	for _, f := range s.CohortFilters {
		for _, value := range filterValues(f, e) {
			parts = append(parts, strings.ReplaceAll(f.Attribute, "_", " ")+": "+value)
		}
	}
	return parts
}

// better compares suggestions of a family: the best has the highest confidence, then the highest coverage, then the most people.
func better(a, b api.Suggestion) int {
	return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(b.AvgCoverage, a.AvgCoverage), cmp.Compare(b.CohortSize, a.CohortSize),
		cmp.Compare(a.ID, b.ID))
}

// mostKin is how many of a family a card names.
const mostKin = 8

// drawFamily says what a family shares, and of each of the others where it differs from the best.
func drawFamily(best api.Suggestion, rest []api.Suggestion, e *host.Env) []widget.Section {
	shared := grants(best)
	for _, s := range rest {
		shared = both(shared, grants(s))
	}
	sec := widget.Section{Title: fmt.Sprintf("Family of %d, overlapping with this one by %d%% or more", len(rest)+1, e.FamilyOverlap)}
	said, all := widget.Count(int64(len(shared)), "entitlement"), len(grants(best))
	if said = fmt.Sprintf("All share %s of %d", said, all); len(shared) > 0 && len(shared) < all { // all of them are listed beside
		said += ": " + namesOf(best, shared)
	}
	sec.Fields = append(sec.Fields, widget.Field{Value: said, Role: theme.Text})
	for i, s := range rest {
		if i == mostKin && len(rest) > mostKin+1 {
			sec.Fields = append(sec.Fields, widget.Field{Value: fmt.Sprintf("and %d more", len(rest)-i), Role: theme.Dim})
			break
		}
		differ := host.FirstOf(strings.Join(differences(best, s, e), "; "), "no difference in what it grants to whom")
		how := families.Overlap(overlapping(best), overlapping(s))
		sec.Fields = append(sec.Fields, widget.Field{Value: fmt.Sprintf("%s · %s confident · %s", host.FirstOf(s.SuggestedName, s.ID),
			draw.Percent(s.Confidence), widget.Count(s.CohortSize, "person")), Bar: column.Fraction(how),
			Note: draw.Percent(how) + " overlap; " + differ})
	}
	return []widget.Section{sec}
}

// differences say what another suggestion lacks of the best, and has besides.
func differences(best, s api.Suggestion, e *host.Env) []string {
	lacks, besides := widget.SetDifference(grants(s), grants(best))
	parts := widget.NonEmpty(widget.IfText(len(lacks) > 0, "without "+namesOf(best, lacks)),
		widget.IfText(len(besides) > 0, "with "+namesOf(s, besides)))
	fewer, more := widget.SetDifference(cohortParts(s, e), cohortParts(best, e))
	return append(parts, widget.NonEmpty(widget.IfText(len(more) > 0, "for "+strings.Join(more, ", ")),
		widget.IfText(len(fewer) > 0, "not "+strings.Join(fewer, ", ")))...)
}

// grants are the entitlements of a suggestion by their ids.
func grants(s api.Suggestion) []string {
	ids := make([]string, len(s.Entitlements))
	for i, x := range s.Entitlements {
		ids[i] = entitlementToggle(x)
	}
	return ids
}

// both are the ids that are in both.
func both(a, b []string) (ids []string) {
	in := map[string]bool{}
	for _, id := range b {
		in[id] = true
	}
	for _, id := range a {
		if in[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// namesOf are the names of entitlements that a suggestion has.
func namesOf(s api.Suggestion, ids []string) string {
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	var names []string
	for _, x := range s.Entitlements {
		if wanted[entitlementToggle(x)] {
			names = append(names, host.FirstOf(x.EntitlementDisplayName, x.EntitlementID))
		}
	}
	return strings.Join(names, ", ")
}
