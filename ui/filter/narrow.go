package filter

import (
	"slices"
	"strings"
)

// Narrows reports whether a filter finds only rows that another one has found as well: it looks in the same columns for the same and more,
// as it does with each letter that is typed.
func (f *Filter) Narrows(found *Filter) bool {
	if f.Empty() || found.Empty() || f.similar || found.similar || (f.within == nil) != (found.within == nil) ||
		!slices.Equal(f.within, found.within) {
		return false
	}
	for i := range found.terms {
		if !slices.ContainsFunc(f.terms, found.terms[i].followsFrom) {
			return false
		}
	}
	return true
}

// followsFrom reports whether a term holds wherever another one does. One that compares is taken to hold nowhere else: ages grow.
func (t *term) followsFrom(o term) bool {
	if t.kind != o.kind || t.column != o.column || t.negated != o.negated {
		return false
	}
	switch {
	case t.kind == compare:
		return false
	case t.kind == pattern:
		return t.re.String() == o.re.String()
	case t.negated || t.text == "":
		return t.text == o.text
	}
	return strings.Contains(o.text, t.text)
}
