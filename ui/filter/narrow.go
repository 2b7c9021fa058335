package filter

import (
	"slices"
	"strings"
)

// Narrows reports whether a filter finds only rows that another one has found as well: it looks in the same columns for the same and more,
// as it does with each letter that is typed.
func (f *Filter) Narrows(found *Filter) bool {
	if f.Empty() || found.Empty() || f.similar || found.similar || !sameScope(f.within, found.within) {
		return false
	}
	for i := range found.terms {
		if !slices.ContainsFunc(f.terms, found.terms[i].followsFrom) {
			return false
		}
	}
	return true
}

// Same reports whether a filter finds the same rows in the same order, whenever both are asked.
func (f *Filter) Same(o *Filter) bool {
	if f.Empty() || o.Empty() {
		return f.Empty() && o.Empty()
	}
	return f.similar == o.similar && (f.like == nil) == (o.like == nil) && (f.like == nil || sameScope(f.like.within, o.like.within)) &&
		sameScope(f.within, o.within) && slices.EqualFunc(f.terms, o.terms, func(a, b term) bool {
		return a.kind == b.kind && a.negated == b.negated && a.column == b.column && a.text == b.text && a.op == b.op &&
			a.number == b.number && (a.re == nil) == (b.re == nil) && (a.re == nil || a.re.String() == b.re.String())
	})
}

func sameScope(a, b scope) bool { return (a == nil) == (b == nil) && slices.Equal(a, b) }

// Compares reports whether the filter compares numbers of a column for which this is so.
func (f *Filter) Compares(is func(column int) bool) bool {
	return !f.Empty() && slices.ContainsFunc(f.terms, func(t term) bool { return t.kind == compare && is(t.column) })
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
