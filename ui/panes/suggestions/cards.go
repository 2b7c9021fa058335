package suggestions

import (
	"cmp"
	"fmt"
	"strings"

	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// suggestionCard is a suggestion to be judged: is it new, is it broad enough, is anything risky in it, does a profile exist already?
func suggestionCard() *list.Card[api.Suggestion] {
	return &list.Card[api.Suggestion]{
		Open:    "suggestions.triage",
		Pending: func(s api.Suggestion) bool { return s.SuggestionState == api.SuggestionStateNew },
		Ahead:   host.Narrowing{Facet: "state", Value: string(api.SuggestionStateNew), Words: api.SuggestionStateNew.Words()},
		Stands:  func(s api.Suggestion) string { return s.StateWords() },
		Draw:    drawSuggestionCard,
		Decides: drawSuggestionRisks,
		Weighty: map[keymap.ID]bool{"suggestions.accept": true, "suggestions.match": true, "suggestions.create": true},
		Verbs: map[keymap.ID]keymap.ID{"triage.accept": "suggestions.accept", "triage.dismiss": "suggestions.dismiss",
			"triage.reject": "suggestions.reject", "triage.match": "suggestions.match", "triage.create": "suggestions.create"},
		Kin:   suggestionKin(),
		Shows: map[keymap.ID]keymap.ID{"triage.matrix": "suggestions.matrix"},
		First: []keymap.ID{"triage.accept", "triage.dismiss", "triage.reject", "triage.match", "triage.create"},
		Orders: []list.Order[api.Suggestion]{
			{Title: "confidence", Compare: func(_ *host.Env, a, b api.Suggestion) int { return cmp.Compare(b.Confidence, a.Confidence) }},
			{Title: "cohort size", Compare: func(_ *host.Env, a, b api.Suggestion) int { return cmp.Compare(b.CohortSize, a.CohortSize) }},
			{Title: "risk", Compare: func(e *host.Env, a, b api.Suggestion) int { return cmp.Compare(topRank(e, b), topRank(e, a)) }},
			{Title: "overlap with profiles", Compare: func(_ *host.Env, a, b api.Suggestion) int { return cmp.Compare(overlap(b), overlap(a)) }},
		},
	}
}

func drawSuggestionCard(s api.Suggestion, e *host.Env) []widget.Section {
	all := "how many of them hold all is unknown"
	if s.UsersWithAll != nil {
		all = fmt.Sprintf("%s of %s hold all of it", draw.Count(*s.UsersWithAll), draw.Count(s.CohortSize))
	}
	head := widget.Section{Title: s.SuggestedName, Fields: []widget.Field{
		RisksInShort(s, e),
		{Value: host.FirstOf(cohort(s), s.Description), Role: theme.Text},
		{Label: "Confidence", Value: draw.Percent(s.Confidence), Bar: column.Fraction(s.Confidence)},
		{Label: "Coverage", Value: draw.Percent(s.AvgCoverage) + " on average", Bar: column.Fraction(s.AvgCoverage)},
		{Label: "Cohort", Value: widget.Count(s.CohortSize, "person") + ", " + all},
	}}
	return append([]widget.Section{head, riskiestFirst(s, e), coveredAlready(s)}, insights(s)...)
}

// drawSuggestionRisks is the card down to the last entitlement of high risk, or to the first where none is.
func drawSuggestionRisks(s api.Suggestion, e *host.Env) []widget.Section {
	card := drawSuggestionCard(s, e)[:2]
	risky := 0
	for _, x := range s.Entitlements {
		if isRisky(e, x) {
			risky++
		}
	}
	card[1].Fields = card[1].Fields[:min(len(card[1].Fields), max(1, risky))]
	return card
}

// isRisky reports whether an entitlement is of the upper part of the tenant's levels.
func isRisky(e *host.Env, x api.SuggestionEntitlement) bool {
	rank, of := riskRankOf(e, x), riskLevels(e)
	return of >= 2 && 3*rank > 2*of
}

// RisksInShort counts the entitlements by risk, the highest first: "14 entitlements · 2 critical · 5 high".
func RisksInShort(s api.Suggestion, e *host.Env) widget.Field {
	parts, role := []string{widget.Count(int64(len(s.Entitlements)), "entitlement")}, theme.Text
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
	return widget.Field{Value: strings.Join(parts, " · "), Role: role}
}

// coveredAlready is what existing profiles cover and what they miss, a line each.
func coveredAlready(s api.Suggestion) widget.Section {
	sec := widget.Section{Title: "Covered already"}
	if len(s.ExistingProfileMatches) == 0 {
		sec.Fields = []widget.Field{{Value: "by no access profile", Role: theme.Dim}}
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
		sec.Fields = append(sec.Fields, widget.Field{Value: m.CatalogDisplayName + " (" + m.MatchType.Words() + ") " + missing,
			Bar: column.Fraction(m.OverlapRatio)})
	}
	return sec
}

// riskiestFirst lists the entitlements by risk, then by coverage, a line each.
func riskiestFirst(s api.Suggestion, e *host.Env) widget.Section {
	sorted := byRisk(s.Entitlements, e)
	sec := widget.Section{Title: widget.Count(int64(len(sorted)), "entitlement"), Beside: true}
	for _, x := range sorted {
		where := strings.Join(widget.NonEmpty(x.AppDisplayName, x.AppResourceDisplayName), " › ")
		text, role := host.FirstOf(x.EntitlementDisplayName, x.EntitlementID)+" · "+where, theme.Text
		if risk := e.Names.Get("risk", x.RiskLevelValueID); risk != "" {
			text = "[" + risk + "] " + text
			role = riskRole(e, riskRankOf(e, x))
		}
		sec.Fields = append(sec.Fields, widget.Field{Value: text, Role: role, Bar: column.Fraction(x.Coverage)})
	}
	return sec
}

func insights(s api.Suggestion) []widget.Section {
	if len(s.Insights) == 0 {
		return nil
	}
	sec := widget.Section{Title: "Insights"}
	for _, i := range s.Insights {
		sec.Fields = append(sec.Fields, widget.Field{Value: "• " + i, Role: theme.Dim})
	}
	return []widget.Section{sec}
}

func overlap(s api.Suggestion) float64 {
	most := 0.0
	for _, m := range s.ExistingProfileMatches {
		most = max(most, m.OverlapRatio)
	}
	return most
}
