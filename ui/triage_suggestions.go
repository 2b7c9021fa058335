package ui

import (
	"cmp"
	"fmt"
	"strings"

	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// suggestionCard is a suggestion to be judged: is it new, is it broad enough, is anything risky in it, does a profile exist already?
func suggestionCard() *card[api.Suggestion] {
	return &card[api.Suggestion]{
		open:    "suggestions.triage",
		pending: func(s api.Suggestion) bool { return s.SuggestionState == api.SuggestionStateNew },
		stands:  func(s api.Suggestion) string { return s.SuggestionState.Words() },
		draw:    drawSuggestionCard,
		verbs: map[keymap.ID]keymap.ID{"triage.accept": "suggestions.accept", "triage.dismiss": "suggestions.dismiss",
			"triage.reject": "suggestions.reject", "triage.match": "suggestions.match", "triage.create": "suggestions.create"},
		first: []keymap.ID{"triage.accept", "triage.dismiss", "triage.reject", "triage.match", "triage.create"},
		orders: []order[api.Suggestion]{
			{"confidence", func(_ *env, a, b api.Suggestion) int { return cmp.Compare(b.Confidence, a.Confidence) }},
			{"cohort size", func(_ *env, a, b api.Suggestion) int { return cmp.Compare(b.CohortSize, a.CohortSize) }},
			{"risk", func(e *env, a, b api.Suggestion) int { return cmp.Compare(topRank(e, b), topRank(e, a)) }},
			{"overlap with profiles", func(_ *env, a, b api.Suggestion) int { return cmp.Compare(overlap(b), overlap(a)) }},
		},
	}
}

func drawSuggestionCard(s api.Suggestion, e *env) []section {
	all := "how many of them hold all isn't known"
	if s.UsersWithAll != nil {
		all = fmt.Sprintf("%s of %s hold all of it", draw.Count(*s.UsersWithAll), draw.Count(s.CohortSize))
	}
	head := section{title: s.SuggestedName, fields: []field{
		{value: firstOf(cohort(s), s.Description), role: theme.Text},
		{label: "Confidence", value: draw.Percent(s.Confidence), bar: fraction(s.Confidence)},
		{label: "Coverage", value: draw.Percent(s.AvgCoverage) + " on average", bar: fraction(s.AvgCoverage)},
		{label: "Cohort", value: draw.Count(s.CohortSize) + " people, " + all},
	}}
	return append([]section{head, coveredAlready(s), riskiestFirst(s, e)}, insights(s)...)
}

// coveredAlready is what existing profiles cover and what they miss, a line each.
func coveredAlready(s api.Suggestion) section {
	sec := section{title: "Covered already"}
	if len(s.ExistingProfileMatches) == 0 {
		sec.fields = []field{{value: "by no access profile", role: theme.Dim}}
	}
	for _, m := range s.ExistingProfileMatches {
		missing := "misses nothing"
		if n := len(m.MissingEntitlements); n > 0 {
			var names []string
			for _, e := range m.MissingEntitlements {
				names = append(names, e.EntitlementDisplayName)
			}
			missing = fmt.Sprintf("misses %d: %s", n, strings.Join(names, ", "))
		}
		sec.fields = append(sec.fields, field{value: m.CatalogDisplayName + " (" + m.MatchType.Words() + ") " + missing, bar: fraction(m.OverlapRatio)})
	}
	return sec
}

// riskiestFirst lists the entitlements by risk, then by coverage, a line each.
func riskiestFirst(s api.Suggestion, e *env) section {
	sorted := byRisk(s.Entitlements, e)
	sec := section{title: count(int64(len(sorted)), "entitlement"), beside: true}
	for _, x := range sorted {
		where := strings.Join(nonEmpty(x.AppDisplayName, x.AppResourceDisplayName), " › ")
		text, role := firstOf(x.EntitlementDisplayName, x.EntitlementID)+" · "+where, theme.Text
		if risk := e.names.get("risk", x.RiskLevelValueID); risk != "" {
			text = "[" + risk + "] " + text
			role = riskRole(e, riskRankOf(e, x))
		}
		sec.fields = append(sec.fields, field{value: text, role: role, bar: fraction(x.Coverage)})
	}
	return sec
}

func insights(s api.Suggestion) []section {
	if len(s.Insights) == 0 {
		return nil
	}
	sec := section{title: "Insights"}
	for _, i := range s.Insights {
		sec.fields = append(sec.fields, field{value: "• " + i, role: theme.Dim})
	}
	return []section{sec}
}

func overlap(s api.Suggestion) float64 {
	most := 0.0
	for _, m := range s.ExistingProfileMatches {
		most = max(most, m.OverlapRatio)
	}
	return most
}
