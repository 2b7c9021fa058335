package filter

import (
	"math"
	"slices"
	"strings"
)

// Narrows reports whether a filter finds only rows that another one has found as well, as long as the numbers of rows stay: it looks in the
// same columns for the same and more, as it does with each letter that is typed.
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

// followsFrom reports whether a term holds wherever another one does.
func (t *term) followsFrom(o term) bool {
	if t.kind != o.kind || t.column != o.column || t.negated != o.negated {
		return false
	}
	narrow, wide := &o, t
	if t.negated { // what it leaves out, the other one does as well
		narrow, wide = wide, narrow
	}
	switch {
	case t.kind == compare && wide.op == "=":
		return narrow.op == "=" && narrow.number == wide.number
	case t.kind == compare:
		return narrow.numbers().within(wide.numbers())
	case t.kind == pattern:
		return t.re.String() == o.re.String()
	case t.text == o.text:
		return true
	}
	return wide.text != "" && narrow.begins != "" && strings.Contains(narrow.text, wide.text)
}

// interval is a range of numbers; an end that is open isn't in it.
type interval struct {
	from, to         float64
	fromOpen, toOpen bool
}

// numbers are those for which a term that compares holds; of those around a number that is equal to it, a few more.
func (t *term) numbers() interval {
	switch t.op {
	case ">", ">=":
		return interval{from: t.number, to: math.Inf(1), fromOpen: t.op == ">"}
	case "<", "<=":
		return interval{from: math.Inf(-1), to: t.number, toOpen: t.op == "<"}
	}
	return interval{from: t.number - 2*equalWithin, to: t.number + 2*equalWithin}
}

// within reports whether all numbers of a range are in another one.
func (i interval) within(o interval) bool {
	return (i.from > o.from || i.from == o.from && (i.fromOpen || !o.fromOpen)) && (i.to < o.to || i.to == o.to && (i.toOpen || !o.toOpen))
}
