package suggestions

import (
	"fmt"
	"strconv"
	"strings"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

func suggestionDetail(s api.Suggestion, at list.DetailEnv[api.Suggestion]) []widget.Section {
	all := "unknown"
	if s.UsersWithAll != nil {
		all = fmt.Sprintf("%s of %s hold every one of the entitlements", draw.Count(*s.UsersWithAll), draw.Count(s.CohortSize))
	}
	sections := []widget.Section{
		{Title: s.SuggestedName, Fields: []widget.Field{
			{Label: "State", Value: stateSign(s) + " " + s.StateWords(), Role: stateRole(s)},
			{Label: "Confidence", Value: exactFraction(s.Confidence), Bar: column.Fraction(s.Confidence)},
			{Label: "Coverage", Value: exactFraction(s.AvgCoverage), Bar: column.Fraction(s.AvgCoverage)},
			{Label: "Cohort", Value: widget.Count(s.CohortSize, "person"), Note: all},
			{Label: "Description", Value: s.Description},
			{Label: "Created profile", Value: profileName(s, s.CreatedCatalogID),
				Note: widget.IfEmpty(s.CreatedCatalogID, "No access profile was created from it.")},
		}},
		cohortSection(s, at.Env),
		matchSection(s, at.Env),
		entitlementSection(s, at.Env),
	}
	if len(s.Insights) > 0 {
		insights := widget.Section{Title: "Insights"}
		for _, i := range s.Insights {
			insights.Fields = append(insights.Fields, widget.Field{Value: "• " + i})
		}
		sections = append(sections, insights)
	}
	ids := widget.Section{Title: "Ids", Fields: []widget.Field{{Label: "Id", IDs: widget.OnlyID(s.ID), Note: at.Age(s.ID, s.CreatedAt)},
		{Label: "Run", IDs: widget.OnlyID(s.RunID)},
		{Label: "Generated", Value: at.Past(s.LastGeneratedAt)}}}
	return append(sections, ids, entitlementIDs(s), at.Dates(s.CreatedAt, s.UpdatedAt, api.Time{}))
}

// entitlementIDs are the ids of the entitlements and of their apps, for whoever looks for them elsewhere.
func entitlementIDs(s api.Suggestion) widget.Section {
	sec := widget.Section{Title: "Ids of the entitlements"}
	for _, x := range s.Entitlements {
		ids := x.EntitlementID + widget.IfText(x.AppID != "", " in app "+x.AppID)
		if name := strings.Join(widget.NonEmpty(x.EntitlementDisplayName, x.AppDisplayName), " in "); name != "" {
			sec.Fields = append(sec.Fields, widget.Field{Value: name, Note: ids})
		} else {
			sec.Fields = append(sec.Fields, widget.Field{Value: ids, Role: theme.Dim})
		}
	}
	return sec
}

func exactFraction(f float64) string {
	return draw.Percent(f) + " (" + strconv.FormatFloat(f, 'f', -1, 64) + ")"
}

func cohortSection(s api.Suggestion, e *host.Env) widget.Section {
	sec := widget.Section{Title: fmt.Sprintf("Cohort (%s)", widget.Count(s.DimensionCount, "dimension"))}
	for _, f := range s.CohortFilters {
		sec.Fields = append(sec.Fields, widget.Field{Label: f.Attribute, Value: widget.Joined(filterValues(f, e), "any")})
	}
	if len(sec.Fields) == 0 {
		sec.Fields = []widget.Field{{Value: "The tenant doesn't say who they are.", Role: theme.Dim}}
	}
	return sec
}

func matchSection(s api.Suggestion, e *host.Env) widget.Section {
	sec := widget.Section{Title: "Access profiles that cover it already"}
	if len(s.ExistingProfileMatches) == 0 {
		sec.Fields = []widget.Field{{Value: "None.", Role: theme.Dim}}
	}
	for _, m := range BestFirst(s.ExistingProfileMatches) {
		note := m.MatchType.Words()
		if n := len(m.MissingEntitlements); n > 0 {
			var missing []string
			for _, x := range byRisk(m.MissingEntitlements, e) {
				missing = append(missing, host.FirstOf(x.EntitlementDisplayName, x.EntitlementID)+" in "+host.FirstOf(x.AppDisplayName, x.AppID)+
					" ("+strings.Join(widget.NonEmpty(riskWords(e, x), "coverage "+draw.Percent(x.Coverage)), ", ")+")")
			}
			note += fmt.Sprintf("; it misses %d: %s", n, strings.Join(missing, ", "))
		}
		sec.Fields = append(sec.Fields, widget.Field{IDs: []widget.NamedID{{Name: m.CatalogDisplayName, ID: m.CatalogID}},
			Bar: column.Fraction(m.OverlapRatio), Note: note})
	}
	return sec
}

func entitlementSection(s api.Suggestion, e *host.Env) widget.Section {
	sec := widget.Section{Title: fmt.Sprintf("Entitlements (%d)", len(s.Entitlements))}
	for _, x := range byRisk(s.Entitlements, e) {
		sec.Fields = append(sec.Fields, entitlementLine(x, e))
	}
	return sec
}
