package suggestions

import (
	"cmp"
	"slices"
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/watch"
	"gatehouse/ui/widget"
)

// todaySize is how many new suggestions are read for the first screen: their rows are big.
const todaySize = 50

// today is what of the suggestions needs somebody now: the new ones, by the riskiest entitlement of each.
func today(e *host.Env, l host.Host) host.Topic {
	ask := host.Query{Narrow: []host.Narrowing{{Facet: "state", Value: string(api.SuggestionStateNew)}}}
	return watch.List[string, api.Suggestion]{Resource: suggestions(e, l), Ask: ask, Rows: todaySize, Lines: []watch.Line[api.Suggestion]{{
		TodayLine: host.TodayLine{Name: "suggestions.new", One: "suggestion is new", Many: "suggestions are new",
			None: "No suggestion is new", Role: theme.Info},
		Title: "New suggestions",
		Is:    func(s api.Suggestion, _ time.Time) bool { return api.SuggestionDecisionOf(s) == api.SuggestionNew },
		Facts: riskFacts,
		Item:  riskItem,
		Names: riskRefs,
		Sort:  riskiestFirst,
	}}}.Topic(e, l)
}

// riskItem is a suggestion by its riskiest entitlement.
func riskItem(s api.Suggestion, e *host.Env) host.TodayItem {
	riskiest, rank := topRisk(s, e)
	item := host.TodayItem{Name: s.SuggestedName, Facts: []widget.Piece{
		{Role: theme.Dim, Text: widget.Count(s.CohortSize, "person")},
		{Role: theme.Dim, Text: widget.Count(int64(len(s.Entitlements)), "entitlement")},
	}}
	switch {
	case rank == 0 && hasUnnamedRisk(s, e):
		item.Why = widget.Piece{Role: theme.Dim, Text: "unknown risk"}
	case rank > 0:
		item.Why = widget.Piece{Role: riskRole(e, rank), Text: riskWords(e, riskiest)}
	}
	return item
}

// riskiestFirst orders suggestions by their riskiest entitlement, then by the confidence in them.
func riskiestFirst(rows []api.Suggestion, e *host.Env) {
	rank := map[string]int{}
	for _, s := range rows {
		_, rank[s.ID] = topRisk(s, e)
	}
	slices.SortStableFunc(rows, func(a, b api.Suggestion) int {
		return cmp.Or(cmp.Compare(rank[b.ID], rank[a.ID]), cmp.Compare(b.Confidence, a.Confidence))
	})
}

// riskFacts count suggestions by their riskiest entitlement, the riskiest first; the levels' names may not be known yet.
func riskFacts(rows []api.Suggestion, e *host.Env) (facts []widget.Piece) {
	for _, c := range byTopRisk(rows, e) {
		l := levelOf(c.riskiest, e)
		l.n = int64(c.n)
		switch {
		case c.rank > 0:
			facts = append(facts, widget.Piece{Role: l.role, Text: l.words()})
		case c.rank == unknownRank:
			facts = append(facts, widget.Piece{Role: theme.Dim, Text: draw.Count(c.n) + " of unknown risk"})
		case len(facts) > 0:
			facts = append(facts, widget.Piece{Role: theme.Dim, Text: l.words()})
		}
	}
	return facts
}
