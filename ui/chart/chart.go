// Package chart counts the rows of a list as bars, each of which is a filter.
package chart

import (
	"context"
	"iter"

	"gatehouse/theme"
	"gatehouse/ui/grid"
)

// Chart declares what of a list is counted.
type Chart[T any] struct {
	// Counts reports whether a row is one of those that the chart is about; nil: all are.
	Counts func(T, grid.Env) bool
	One    string // of those: "new suggestion"
	Groups []Group[T]
}

// Group is bars that are compared with each other.
type Group[T any] struct {
	Title string
	// Strip: the bars are spans of time in their order, drawn side by side on one line.
	Strip bool
	// All: rows that the chart isn't about are counted, too.
	All  bool
	Bars func(grid.Env) []Bar
	// Place is which of the bars a row belongs to, -1 for none.
	Place func(T, grid.Env) int
}

// Bar is rows that have something in common.
type Bar struct {
	Label  string
	Tick   string // of a strip: what stands below the bar, "" for nothing
	Role   theme.Role
	Filter string // finds its rows
}

// Counts are how many rows each bar has.
type Counts struct {
	bars   [][]Bar
	counts [][]int
	about  int // of the rows: those that the chart is about
	of     int // the rows that were looked at
}

// rowsBetween is how many rows are counted between two looks at whether that is still wanted.
const rowsBetween = 1024

// Count goes through rows once. It may run beside the update loop.
func Count[T any](ctx context.Context, c Chart[T], rows iter.Seq[T], e grid.Env) (Counts, error) {
	var n Counts
	for _, g := range c.Groups {
		bars := g.Bars(e)
		n.bars, n.counts = append(n.bars, bars), append(n.counts, make([]int, len(bars)))
	}
	for row := range rows {
		if n.of%rowsBetween == 0 && ctx.Err() != nil {
			return Counts{}, ctx.Err()
		}
		n.of++
		about := c.Counts == nil || c.Counts(row, e)
		if about {
			n.about++
		}
		for i, g := range c.Groups {
			if !about && !g.All {
				continue
			}
			if at := g.Place(row, e); at >= 0 && at < len(n.counts[i]) {
				n.counts[i][at]++
			}
		}
	}
	return n, nil
}

// Untyped is the declaration as the machinery of lists takes it.
func Untyped[T any](c *Chart[T], typed func(any) T) *Chart[any] {
	if c == nil {
		return nil
	}
	u := &Chart[any]{One: c.One}
	if c.Counts != nil {
		u.Counts = func(row any, e grid.Env) bool { return c.Counts(typed(row), e) }
	}
	for _, g := range c.Groups {
		u.Groups = append(u.Groups, Group[any]{Title: g.Title, Strip: g.Strip, All: g.All, Bars: g.Bars,
			Place: func(row any, e grid.Env) int { return g.Place(typed(row), e) }})
	}
	return u
}
