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
		ahead:   narrowing{"state", string(api.SuggestionStateNew), api.SuggestionStateNew.Words()},
		stands:  func(s api.Suggestion) string { return s.StateWords() },
		draw:    drawSuggestionCard,
		decides: drawSuggestionRisks,
		weighty: map[keymap.ID]bool{"suggestions.accept": true, "suggestions.match": true, "suggestions.create": true},
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
	all := "how many of them hold all is unknown"
	if s.UsersWithAll != nil {
		all = fmt.Sprintf("%s of %s hold all of it", draw.Count(*s.UsersWithAll), draw.Count(s.CohortSize))
	}
	head := section{title: s.SuggestedName, fields: []field{
		risksInShort(s, e),
		{value: firstOf(cohort(s), s.Description), role: theme.Text},
		{label: "Confidence", value: draw.Percent(s.Confidence), bar: fraction(s.Confidence)},
		{label: "Coverage", value: draw.Percent(s.AvgCoverage) + " on average", bar: fraction(s.AvgCoverage)},
		{label: "Cohort", value: count(s.CohortSize, "person") + ", " + all},
	}}
	return append([]section{head, riskiestFirst(s, e), coveredAlready(s)}, insights(s)...)
}

// drawSuggestionRisks is the card down to the last entitlement of high risk, or to the first where none is.
func drawSuggestionRisks(s api.Suggestion, e *env) []section {
	card := drawSuggestionCard(s, e)[:2]
	risky := 0
	for _, x := range s.Entitlements {
		if isRisky(e, x) {
			risky++
		}
	}
	card[1].fields = card[1].fields[:min(len(card[1].fields), max(1, risky))]
	return card
}

// isRisky reports whether an entitlement is of the upper part of the tenant's levels.
func isRisky(e *env, x api.SuggestionEntitlement) bool {
	return riskRole(e, riskRankOf(e, x)) != theme.Text
}

// risksInShort counts the entitlements by risk, the highest first: "14 entitlements · 2 critical · 5 high".
func risksInShort(s api.Suggestion, e *env) field {
	parts, role := []string{count(int64(len(s.Entitlements)), "entitlement")}, theme.Text
	sorted := byRisk(s.Entitlements, e)
	for i := 0; i < len(sorted) && isRisky(e, sorted[i]); {
		level, n := sorted[i].RiskLevelValueID, 0
		for ; i < len(sorted) && sorted[i].RiskLevelValueID == level; i++ {
			n++
		}
		parts = append(parts, draw.Count(int64(n))+" "+strings.ToLower(e.Name("risk", level)))
	}
	if len(sorted) > 0 {
		role = riskRole(e, riskRankOf(e, sorted[0]))
	}
	return field{value: strings.Join(parts, " · "), role: role}
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
