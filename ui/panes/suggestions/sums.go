package suggestions

import (
	"strings"

	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
)

// suggestionSum is what a batch of suggestions is: how many have which risk at the most, the highest first.
func suggestionSum(all []api.Suggestion, e *host.Env) host.Sum {
	var parts []string
	for _, c := range byTopRisk(all, e) {
		switch {
		case c.rank == unknownRank:
			parts = append(parts, draw.Count(c.n)+" unknown")
		case c.rank > 0:
			parts = append(parts, draw.Count(c.n)+" "+strings.ToLower(e.Name("risk", c.riskiest.RiskLevelValueID)))
		}
	}
	if len(parts) == 0 {
		return host.Sum{}
	}
	return host.Sum{Lines: []string{"top risk " + strings.Join(parts, ", ")}}
}
