package suggestions

import (
	"strconv"
	"strings"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/chart"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
)

// onlyNew is the filter of the pile: what is to be judged.
const onlyNew = "state:new "

// pile counts the new suggestions by risk, confidence and what covers them, and those that were decided here today.
func pile(d *decided) *chart.Chart[api.Suggestion] {
	return &chart.Chart[api.Suggestion]{
		Counts: func(s api.Suggestion, _ grid.Env) bool { return api.SuggestionDecisionOf(s) == api.SuggestionNew },
		One:    "new suggestion",
		Groups: []chart.Group[api.Suggestion]{
			{Title: "Top risk", Bars: riskBars, Place: riskPlace},
			{Title: "Confidence", Bars: confidenceBars, Place: func(s api.Suggestion, _ grid.Env) int { return confidencePlace(s.Confidence) }},
			{Title: "Profile covers it", Bars: coverBars, Place: coverPlace},
			{Title: "Decided here today", All: true, Bars: decidedBars,
				Place: func(s api.Suggestion, e grid.Env) int { return decidedPlace(d.word(s, e)) }},
		},
	}
}

// riskPlace is the bar of a suggestion's riskiest entitlement; none where a level isn't known.
func riskPlace(s api.Suggestion, e grid.Env) int {
	rank := topRank(e, s)
	if rank == 0 && hasUnnamedRisk(s, e) {
		return -1
	}
	return riskLevels(e) - rank
}

// riskBars are the tenant's levels, the highest first, and one for what has none; nothing while they aren't known.
func riskBars(e grid.Env) (bars []chart.Bar) {
	for rank := riskLevels(e); rank > 0; rank-- {
		word := e.Name("risk", e.Name(host.RiskAt, strconv.Itoa(rank)))
		bars = append(bars, chart.Bar{Label: strings.ToLower(word), Role: riskRole(e, rank), Filter: onlyNew + "risk:" + quoted(word)})
	}
	if bars == nil {
		return nil
	}
	return append(bars, chart.Bar{Label: "unrated", Role: theme.BarFull, Filter: onlyNew + "risk:" + noRisk})
}

// quoted is a word as a filter takes it.
func quoted(word string) string {
	word = strings.ToLower(draw.Clean(word))
	if strings.ContainsAny(word, " \"/\\:!<>=") || word == "" {
		return strconv.Quote(word)
	}
	return word
}

// confidenceFrom are the percents from which the bars of the histogram count, the highest first.
func confidenceFrom() []int { return []int{90, 80, 70, 60, 50, 0} }

func confidenceBars(grid.Env) (bars []chart.Bar) {
	below := ""
	for i, from := range confidenceFrom() {
		label, filter := strconv.Itoa(from)+"–"+below+"%", onlyNew
		switch {
		case i == 0:
			label = strconv.Itoa(from) + "–100%"
		case from == 0:
			label = "0–" + below + "%"
		}
		if from > 0 {
			filter += "confidence:>=" + strconv.Itoa(from) + "% "
		}
		if i > 0 {
			filter += "confidence:<" + below + "%"
		}
		bars = append(bars, chart.Bar{Label: label, Role: theme.BarFull, Filter: strings.TrimSpace(filter)})
		below = strconv.Itoa(from)
	}
	return bars
}

func confidencePlace(confidence float64) int {
	for i, from := range confidenceFrom() {
		if confidence >= float64(from)/100 {
			return i
		}
	}
	return len(confidenceFrom()) - 1
}

// covers are the ways in which a profile that exists covers a suggestion.
func covers() []api.MatchType {
	return []api.MatchType{api.MatchTypeExact, api.MatchTypeSuperset, api.MatchTypePartial}
}

func coverBars(grid.Env) (bars []chart.Bar) {
	for i, m := range covers() {
		label := []string{"exactly", "and more", "in part"}[i]
		bars = append(bars, chart.Bar{Label: label, Role: theme.BarFull, Filter: onlyNew + "match:" + m.Words()})
	}
	return append(bars, chart.Bar{Label: "no", Role: theme.BarFull, Filter: onlyNew + "match:" + noMatch})
}

func coverPlace(s api.Suggestion, _ grid.Env) int {
	if len(s.ExistingProfileMatches) == 0 {
		return len(covers())
	}
	best := bestOf(s.ExistingProfileMatches).MatchType
	for i, m := range covers() {
		if m == best {
			return i
		}
	}
	return -1
}

// decisions are the states that a decision leads to.
func decisions() []api.SuggestionState {
	return []api.SuggestionState{api.SuggestionStateAccepted, api.SuggestionStateDismissed, api.SuggestionStateRejected}
}

func decidedBars(grid.Env) (bars []chart.Bar) {
	roles := []theme.Role{theme.Good, theme.BarFull, theme.Bad}
	for i, s := range decisions() {
		bars = append(bars, chart.Bar{Label: s.Words(), Role: roles[i], Filter: "today:" + s.Words()})
	}
	return bars
}

func decidedPlace(word string) int {
	for i, s := range decisions() {
		if s.Words() == word {
			return i
		}
	}
	return -1
}
