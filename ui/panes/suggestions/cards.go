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
		Open:     "suggestions.triage",
		Pending:  func(s api.Suggestion) bool { return s.SuggestionState == api.SuggestionStateNew },
		Ahead:    host.Narrowing{Facet: "state", Value: string(api.SuggestionStateNew), Words: api.SuggestionStateNew.Words()},
		Decision: func(s api.Suggestion) string { return s.StateWords() },
		Draw:     drawSuggestionCard,
		Decides:  decisiveRows,
		Rest:     moreEntitlements,
		Weighty:  map[keymap.ID]bool{"suggestions.accept": true, "suggestions.match": true, "suggestions.create": true},
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
	table := entitlementTable(s, byRisk(s.Entitlements, e), e)
	return append([]widget.Section{cardHead(s, e), {Table: table}, coveredAlready(s)}, insights(s)...)
}

// decisiveRows is how many of the entitlements a decision is made by: those of high risk, the first where there are none.
func decisiveRows(s api.Suggestion, e *host.Env) int {
	risky := 0
	for _, x := range s.Entitlements {
		if isRisky(e, x) {
			risky++
		}
	}
	return min(len(s.Entitlements), max(1, risky))
}

// moreEntitlements counts the rows of a card from one on, by risk.
func moreEntitlements(s api.Suggestion, e *host.Env, from int, brief bool) widget.Piece {
	rest := byRisk(s.Entitlements, e)[from:]
	counted := widget.Count(int64(len(rest)), "more entitlement")
	if brief {
		counted = draw.Count(int64(len(rest))) + " more"
	}
	said := risksInShort(rest, e, counted)
	return widget.Piece{Role: said.Role, Text: said.Value}
}

// isRisky reports whether an entitlement is of the upper part of the tenant's levels.
func isRisky(e *host.Env, x api.SuggestionEntitlement) bool {
	rank, of := riskRankOf(e, x), riskLevels(e)
	return of >= 2 && 3*rank > 2*of
}

// RisksInShort counts the entitlements by risk, the highest first: "14 entitlements · 2 critical · 5 high".
func RisksInShort(s api.Suggestion, e *host.Env) widget.Field {
	return sortedInShort(byRisk(s.Entitlements, e), e)
}

// risksInShort does that for entitlements that are sorted by risk, behind what counts them.
func risksInShort(sorted []api.SuggestionEntitlement, e *host.Env, counted string) widget.Field {
	parts, role := []string{counted}, theme.Text
	for i, g := range byLevel(sorted, e) {
		if i == 0 {
			role = g.role
		}
		if g.risky {
			parts = append(parts, g.words())
		}
	}
	return widget.Field{Value: strings.Join(parts, " · "), Role: role}
}

// namedFrom is the width from which the table of a card has room for the best profile, which says what that misses.
const namedFrom = 60

// coveredAlready is what existing profiles cover and what they miss, a line each. The table marks the best one's, where there is room.
func coveredAlready(s api.Suggestion) widget.Section {
	sec := widget.Section{Title: "Covered already"}
	if len(s.ExistingProfileMatches) == 0 {
		sec.Fields = []widget.Field{{Value: "by no access profile", Role: theme.Dim}}
		return sec
	}
	sec.Drawn = func(w int, th *theme.Theme) []string {
		var fields []widget.Field
		for i, m := range BestFirst(s.ExistingProfileMatches) {
			fields = append(fields, widget.Field{Bar: column.Fraction(m.OverlapRatio),
				Value: host.FirstOf(m.CatalogDisplayName, m.CatalogID) + " (" + m.MatchType.Words() + ") " + missing(m, i > 0 || w < namedFrom)})
		}
		return widget.DrawSections([]widget.Section{{Fields: fields}}, w, th)
	}
	return sec
}

// missing says what a profile lacks, by name or only how much.
func missing(m api.ProfileMatch, named bool) string {
	n := len(m.MissingEntitlements)
	switch {
	case n == 0:
		return "misses nothing"
	case !named:
		return fmt.Sprintf("misses %d", n)
	}
	var names []string
	for _, e := range m.MissingEntitlements {
		names = append(names, e.EntitlementDisplayName)
	}
	return fmt.Sprintf("misses %d: %s", n, strings.Join(names, ", "))
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
