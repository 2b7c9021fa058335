// Package watch makes of a list's declaration what Today says of it: lines that count rows, and the lists of those rows.
package watch

import (
	"context"
	"slices"
	"time"

	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// List declares what of a list somebody has to see to now: it is asked for in one question, and each line counts what it is about.
type List[K comparable, T any] struct {
	list.Resource[K, T]
	Ask   host.Query // what the tenant is asked for
	Rows  int        // how many
	Lines []Line[T]
}

// Line is a line of the first screen, and the rows that it is about.
type Line[T any] struct {
	host.TodayLine
	Title string // of the list of those rows: "Secrets shared outside"
	Is    func(T, time.Time) bool
	Facts func([]T, *host.Env) []widget.Piece // what sums them up beside their number; nil: nothing
	Item  func(T, *host.Env) host.TodayItem   // one of them
	Names func(T) []widget.Ref                // the ids whose names it says; nil: none. Those of a list are looked up when that is opened
	Sort  func([]T, *host.Env)                // puts first what is most urgent; nil: as they came
	Open  func([]T) host.Pane                 // what is shown of them, where it isn't their list; nil: it is
}

// smallPage is asked for where the tenant refuses the size of a page.
const smallPage = 10

// mostItems is how many records are shown of a line at most.
const mostItems = 4

// Topic is the list's part of the first screen.
func (w List[K, T]) Topic(e *host.Env, h host.Host) host.Topic {
	topic := host.Topic{}
	for _, line := range w.Lines {
		known := line.TodayLine
		known.Title = line.Title
		topic.Lines = append(topic.Lines, known)
	}
	topic.Read = func(ctx context.Context, c *api.Client, at host.Frozen) ([]host.Found, error) {
		page, err := w.Fetch(ctx, c, w.Ask, api.PageRequest{Size: w.Rows})
		if api.KindOf(err) == api.KindInvalid && w.Rows > smallPage {
			page, err = w.Fetch(ctx, c, w.Ask, api.PageRequest{Size: smallPage})
		}
		if err != nil {
			return nil, err
		}
		var found []host.Found
		for _, line := range w.Lines {
			found = append(found, w.found(line, page, at, e, h))
		}
		return found, nil
	}
	return topic
}

// found is what a page tells about a line.
func (w List[K, T]) found(line Line[T], page api.Page[T], at host.Frozen, e *host.Env, h host.Host) host.Found {
	rows := chosen(page.Rows, line.Is, at.Now())
	f := host.Found{Count: len(rows), Of: len(page.Rows), More: page.Next != ""}
	if len(rows) > 0 {
		if line.Facts != nil {
			f.Facts = func(e *host.Env) []widget.Piece { return line.Facts(rows, e) }
		}
		f.Items = line.items(rows)
		for _, row := range rows {
			if line.Names != nil {
				f.Refs = append(f.Refs, line.Names(row)...)
			}
		}
	}
	if line.Open != nil {
		f.Open = func(time.Time) host.Pane { return line.Open(rows) }
		return f
	}
	first := page
	first.Rows, first.Problems = rows, nil
	f.Open = func(read time.Time) host.Pane { return list.Preloaded(w.part(line, e), first, read, e, h) }
	return f
}

// part declares the list of the rows that a line is about. What narrows the list further is asked of the tenant beside the line's question.
func (w List[K, T]) part(line Line[T], e *host.Env) list.Resource[K, T] {
	r := w.Resource
	r.Fetch = func(ctx context.Context, c *api.Client, q host.Query, p api.PageRequest) (api.Page[T], error) {
		p.Size = w.Rows
		page, err := w.Fetch(ctx, c, within(w.Ask, q), p)
		page.Rows, page.Problems = chosen(page.Rows, line.Is, e.Clock()), nil
		return page, err
	}
	r.Name, r.Like, r.Title = "today/"+line.Name, "", line.Title
	r.Many, r.Empty, r.Next = host.FirstOf(r.Many, r.Title), line.None+".", nil
	r.Choices, r.ChoiceKey, r.Strays, r.Status = nil, "", nil, nil
	if r.Cards != nil {
		cards := *r.Cards
		cards.Ahead = host.Narrowing{}
		r.Cards = &cards
	}
	return r
}

// within narrows a question by another one; what both choose for a facet, the other one decides.
func within(ask, q host.Query) host.Query {
	kept := slices.DeleteFunc(slices.Clone(ask.Narrow), func(n host.Narrowing) bool { return len(q.Values(n.Facet)) > 0 })
	q.Narrow = append(kept, q.Narrow...)
	q.Choice, q.Text = host.FirstOf(q.Choice, ask.Choice), host.FirstOf(q.Text, ask.Text)
	return q
}

func chosen[T any](rows []T, is func(T, time.Time) bool, now time.Time) []T {
	var some []T
	for _, row := range rows {
		if is(row, now) {
			some = append(some, row)
		}
	}
	return some
}

// items shows the most urgent of some rows.
func (line Line[T]) items(rows []T) func(*host.Env) []host.TodayItem {
	rows = slices.Clone(rows) // the list of them keeps the order in which they came
	return func(e *host.Env) (items []host.TodayItem) {
		if line.Sort != nil {
			line.Sort(rows, e)
		}
		for _, row := range rows[:min(mostItems, len(rows))] {
			items = append(items, line.Item(row, e))
		}
		return items
	}
}
