package suggestions

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// riskRankOf is the place of an entitlement's risk level among the tenant's, 0 when it has none or the word isn't known.
func riskRankOf(e grid.Env, x api.SuggestionEntitlement) int { return levelRank(e, x.RiskLevelValueID) }

func levelRank(e grid.Env, level string) int {
	if level == "" {
		return 0
	}
	rank, _ := strconv.Atoi(e.Name(host.RiskRank, level))
	return rank
}

func riskLevels(e grid.Env) int {
	n, _ := strconv.Atoi(e.Name(host.RiskRank, ""))
	return n
}

// riskWords is the risk of an entitlement in words, "" when none is set.
func riskWords(e grid.Env, x api.SuggestionEntitlement) string {
	if x.RiskLevelValueID == "" {
		return ""
	}
	if word := e.Name("risk", x.RiskLevelValueID); word != "" {
		return strings.ToLower(word) + " risk"
	}
	return "unknown risk"
}

// unnamedRisk reports whether an entitlement has a level of risk that the tenant doesn't name, which isn't the same as none.
func unnamedRisk(e grid.Env, x api.SuggestionEntitlement) bool {
	return x.RiskLevelValueID != "" && e.Name("risk", x.RiskLevelValueID) == ""
}

// hasUnnamedRisk reports whether a suggestion has such an entitlement.
func hasUnnamedRisk(s api.Suggestion, e grid.Env) bool {
	return slices.ContainsFunc(s.Entitlements, func(x api.SuggestionEntitlement) bool { return unnamedRisk(e, x) })
}

// byRisk are entitlements in the order in which they are judged: the riskiest first, those of an unknown risk before those of none, then
// those that most of the cohort hold.
func byRisk(entitlements []api.SuggestionEntitlement, e grid.Env) []api.SuggestionEntitlement {
	type placed struct{ place, at int }
	order := make([]placed, len(entitlements))
	for i := range entitlements {
		if order[i].at = i; i > 0 && entitlements[i].RiskLevelValueID == entitlements[i-1].RiskLevelValueID { // as most are
			order[i].place = order[i-1].place
			continue
		}
		order[i].place = judgedAt(e, entitlements[i])
	}
	slices.SortStableFunc(order, func(a, b placed) int {
		return cmp.Or(cmp.Compare(b.place, a.place), cmp.Compare(entitlements[b.at].Coverage, entitlements[a.at].Coverage))
	})
	sorted := make([]api.SuggestionEntitlement, len(order))
	for i, o := range order {
		sorted[i] = entitlements[o.at]
	}
	return sorted
}

// judgedAt is an entitlement's place in that order.
func judgedAt(e grid.Env, x api.SuggestionEntitlement) int {
	rank := 2 * riskRankOf(e, x)
	if rank == 0 && unnamedRisk(e, x) {
		rank = 1
	}
	return rank
}

// riskRole is where a level stands on the tenant's ramp.
func riskRole(e grid.Env, rank int) theme.Role {
	switch of := riskLevels(e); {
	case of < 2 || rank == 0:
		return theme.Text
	case rank == of:
		return theme.RiskCritical
	case 4*rank >= 3*of:
		return theme.RiskHigh
	case 2*rank > of:
		return theme.RiskElevated
	case 3*rank > of:
		return theme.RiskMedium
	}
	return theme.RiskLow
}

// noRisk stands where no entitlement of a suggestion has a level of risk.
const noRisk = "–"

// unknownRank is the rank of suggestions of which no more is known than that they have some level of risk.
const unknownRank = -1

// topRisk is the riskiest entitlement of a suggestion.
func topRisk(s api.Suggestion, e grid.Env) (riskiest api.SuggestionEntitlement, rank int) {
	first, level := 0, ""
	for i := range s.Entitlements {
		if s.Entitlements[i].RiskLevelValueID == level { // as most are
			continue
		}
		level = s.Entitlements[i].RiskLevelValueID
		if r := levelRank(e, level); r > rank {
			first, rank = i, r
		}
	}
	if rank > 0 {
		riskiest = s.Entitlements[first]
	}
	return riskiest, rank
}

func topRank(e grid.Env, s api.Suggestion) int {
	_, rank := topRisk(s, e)
	return rank
}

// topCount is how many suggestions have their riskiest entitlement at a level.
type topCount struct {
	rank     int
	riskiest api.SuggestionEntitlement // of the level
	n        int64
}

// byTopRisk counts suggestions by their riskiest entitlement, the riskiest first; those without a level, of rank 0, and of an unknown one
// come last.
func byTopRisk(all []api.Suggestion, e grid.Env) (counts []topCount) {
	at := map[int]int{}
	for _, s := range all {
		riskiest, rank := topRisk(s, e)
		if rank == 0 && hasUnnamedRisk(s, e) {
			rank = unknownRank
		}
		i, there := at[rank]
		if !there {
			i = len(counts)
			at[rank] = i
			counts = append(counts, topCount{rank: rank, riskiest: riskiest})
		}
		counts[i].n++
	}
	slices.SortFunc(counts, func(a, b topCount) int { return cmp.Compare(b.rank, a.rank) })
	return counts
}

// riskColumn is the highest risk in a suggestion: a gauge, which also sorts, and the word.
func riskColumn() grid.Column[api.Suggestion] {
	return grid.Column[api.Suggestion]{Name: "risk", Title: "Top risk", Min: 14, Max: 16, Priority: 2,
		Text: func(s api.Suggestion, e grid.Env) string {
			riskiest, rank := topRisk(s, e)
			switch {
			case rank == 0 && hasUnnamedRisk(s, e):
				return "?"
			case rank == 0:
				return noRisk
			}
			return gauge(rank, riskLevels(e)) + " " + e.Name("risk", riskiest.RiskLevelValueID)
		},
		Export: func(s api.Suggestion, e grid.Env) string {
			riskiest, _ := topRisk(s, e)
			return e.Name("risk", riskiest.RiskLevelValueID)
		},
		Role: func(s api.Suggestion, e grid.Env) theme.Role {
			_, rank := topRisk(s, e)
			return riskRole(e, rank)
		}}
}

// gauge draws a level out of few.
func gauge(level, of int) string {
	if of > 5 { // scaled, so that the column keeps its width
		level, of = max(1, level*5/of), 5
	}
	return strings.Repeat("▮", level) + strings.Repeat("▯", max(0, of-level))
}

// entitlementLine is an entitlement in a detail: what it is called, where it belongs, how risky it is and who holds it.
func entitlementLine(x api.SuggestionEntitlement, e grid.Env) widget.Field {
	risk := riskWords(e, x)
	if unnamedRisk(e, x) {
		risk = "risk level " + x.RiskLevelValueID
	}
	parts := widget.NonEmpty(risk,
		strings.Join(widget.NonEmpty(x.AppDisplayName, x.AppResourceTypeDisplayName, x.AppResourceDisplayName), " › "),
		fmt.Sprintf("held by %d", x.GrantedCount))
	return widget.Field{Value: host.FirstOf(x.EntitlementDisplayName, x.EntitlementID), Role: riskRole(e, riskRankOf(e, x)),
		Bar:  column.Fraction(x.Coverage),
		Note: strings.Join(parts, " · ")}
}

// riskRefs are the risk levels in a suggestion.
func riskRefs(s api.Suggestion) []widget.Ref {
	var refs []widget.Ref
	for _, x := range s.Entitlements {
		refs = append(refs, widget.Ref{Kind: "risk", ID: x.RiskLevelValueID})
	}
	return refs
}
