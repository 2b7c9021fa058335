package host

import (
	"strings"
)

// OrderFacet is the facet that leaves nothing out: it says in which order the tenant lists.
const OrderFacet = "order"

// Narrowing is a chosen value of a facet, with the words that the headline says it in.
type Narrowing struct{ Facet, Value, Words string }

// Values are the chosen values of a facet.
func (q Query) Values(facet string) []string {
	var values []string
	for _, n := range q.Narrow {
		if n.Facet == facet {
			values = append(values, n.Value)
		}
	}
	return values
}

// Value is the chosen value of a facet that has one at a time, "" for none.
func (q Query) Value(facet string) string {
	if values := q.Values(facet); len(values) > 0 {
		return values[0]
	}
	return ""
}

// Worded is how the chosen value of a facet is said, "" for none.
func (q Query) Worded(facet string) string {
	for _, n := range q.Narrow {
		if n.Facet == facet {
			return n.Words
		}
	}
	return ""
}

// NarrowedTo is what the list shows only, "active, external"; "" when it isn't narrowed.
func (q Query) NarrowedTo() string {
	var words []string
	for _, n := range q.Narrow {
		words = append(words, n.Words)
	}
	return strings.Join(words, ", ")
}
