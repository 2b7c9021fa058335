package secrets

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// secretSum is what a batch of secrets is: how many are in which state, and how many people they are shared with.
func secretSum(all []api.Secret, e *host.Env) host.Sum {
	var states []string
	counts := map[string]int64{}
	inside, outside := map[string]bool{}, map[string]bool{}
	for _, s := range all {
		word := s.StateWords(e.Now())
		if counts[word]++; counts[word] == 1 {
			states = append(states, word)
		}
		for _, id := range s.AllowedUserIDs {
			inside[id] = true
		}
		for _, mail := range s.AllowedEmails {
			outside[strings.ToLower(mail)] = true
		}
	}
	var sum host.Sum
	if len(states) == 1 {
		sum.What = states[0]
	} else {
		slices.SortStableFunc(states, func(a, b string) int { return int(counts[b] - counts[a]) })
		for i, word := range states {
			states[i] = draw.Count(counts[word]) + " " + word
		}
		sum.Lines = append(sum.Lines, strings.Join(states, ", "))
	}
	if n := len(inside) + len(outside); n > 0 {
		shared := "shared with " + widget.Count(int64(n), "person")
		if len(outside) > 0 {
			shared = fmt.Sprintf("%s, %s of them outside", shared, draw.Count(int64(len(outside))))
		}
		sum.Lines = append(sum.Lines, shared)
	}
	return sum
}
