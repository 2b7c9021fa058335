package suggestions

import (
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// todaySize is how many new suggestions are read for the first screen: their rows are big.
const todaySize = 50

// today is what of the suggestions needs somebody now: the new ones, by the riskiest entitlement of each.
func today(e *host.Env, l host.Host) host.Topic {
	ask := host.Query{Narrow: []host.Narrowing{{Facet: "state", Value: string(api.SuggestionStateNew)}}}
	return suggestions(e, l).Topic(list.Watch[api.Suggestion]{Ask: ask, Size: todaySize, Lines: []list.WatchLine[api.Suggestion]{{
		TodayLine: host.TodayLine{Name: "suggestions.new", One: "suggestion is new", Many: "suggestions are new",
			None: "No suggestion is new", Role: theme.Info},
		Title: "New suggestions",
		Is:    func(s api.Suggestion, _ time.Time) bool { return api.SuggestionStandingOf(s) == api.SuggestionNew },
		Facts: func(rows []api.Suggestion, e *host.Env) []widget.Piece { return riskFacts(rows, e) },
	}}}, e, l)
}

// riskFacts count suggestions by their riskiest entitlement, the riskiest first; the levels' names may not be known yet.
func riskFacts(rows []api.Suggestion, e *host.Env) []widget.Piece {
	levels := riskLevels(e)
	counts := make([]int, levels+1)
	words := make([]string, levels+1)
	for _, s := range rows {
		rank := 0
		for _, x := range s.Entitlements {
			if r := riskRankOf(e, x); r > rank && r <= levels {
				rank, words[r] = r, riskWords(e, x)
			}
		}
		counts[rank]++
	}
	var facts []widget.Piece
	for rank := levels; rank > 0; rank-- {
		if counts[rank] > 0 {
			facts = append(facts, widget.Piece{Role: riskRole(e, rank), Text: draw.Count(int64(counts[rank])) + " " + words[rank]})
		}
	}
	if counts[0] > 0 && len(facts) > 0 {
		facts = append(facts, widget.Piece{Role: theme.Dim, Text: draw.Count(int64(counts[0])) + " without a risk level"})
	}
	return facts
}
