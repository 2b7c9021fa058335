package draw

import "strings"

// Cut splits clean text after as many whole characters as fit into w cells.
func Cut(s string, w int) (head, rest string) {
	head, _ = prefix(s, w)
	return head, strings.TrimPrefix(s[len(head):], breaker)
}
