package suggestions

import (
	"slices"
	"strings"

	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
)

// suggestionSum is what a batch of suggestions is: how many have which risk at the most, the highest first.
func suggestionSum(all []api.Suggestion, e *host.Env) host.Sum {
	counts, names := map[int]int64{}, map[int]string{}
	for _, s := range all {
		riskiest, rank := topRisk(s, e)
		if rank > 0 {
			counts[rank]++
			names[rank] = strings.ToLower(e.Name("risk", riskiest.RiskLevelValueID))
		}
	}
	ranks := make([]int, 0, len(counts))
	for rank := range counts {
		ranks = append(ranks, rank)
	}
	slices.SortFunc(ranks, func(a, b int) int { return b - a })
	parts := make([]string, len(ranks))
	for i, rank := range ranks {
		parts[i] = draw.Count(counts[rank]) + " " + names[rank]
	}
	if len(parts) == 0 {
		return host.Sum{}
	}
	return host.Sum{Lines: []string{"top risk " + strings.Join(parts, ", ")}}
}
