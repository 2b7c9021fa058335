package ui

import (
	"context"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/grid"
)

// anyRow is a record as the machinery of a list holds it. Only the declaration of its pane knows its type, so that the machinery is
// compiled once and not for each kind of record.
type anyRow = any

// anyKey is the key of such a record.
type anyKey = any

// typed is a record as its pane knows it; what isn't one is the zero record.
func typed[T any](row anyRow) T {
	record, _ := row.(T)
	return record
}

// typedRows are records as their pane knows them.
func typedRows[T any](rows []anyRow) []T {
	typedRows := make([]T, len(rows))
	for i, row := range rows {
		typedRows[i] = typed[T](row)
	}
	return typedRows
}

// cursorOf is the record under the cursor of a list, as its pane knows it.
func cursorOf[T any](p *list) (record T, ok bool) {
	row, ok := p.grid.Cursor()
	return typed[T](row), ok
}

// on, on2 and their like make a function of typed records one of any; a nil function stays nil.
func on[T, R any](f func(T) R) func(anyRow) R {
	if f == nil {
		return nil
	}
	return func(row anyRow) R { return f(typed[T](row)) }
}

func onEnv[T, E, R any](f func(T, E) R) func(anyRow, E) R {
	if f == nil {
		return nil
	}
	return func(row anyRow, e E) R { return f(typed[T](row), e) }
}

func onRead[T any](f func(context.Context, *api.Client, T) (T, error)) func(context.Context, *api.Client, anyRow) (anyRow, error) {
	if f == nil {
		return nil
	}
	return func(ctx context.Context, c *api.Client, row anyRow) (anyRow, error) { return f(ctx, c, typed[T](row)) }
}

// each makes a list of typed declarations one of any.
func each[T, U any](all []T, f func(T) U) []U {
	if all == nil {
		return nil
	}
	made := make([]U, len(all))
	for i, one := range all {
		made[i] = f(one)
	}
	return made
}

// untyped is the declaration as the machinery takes it.
func (r resource[K, T]) untyped(e *env) resource[anyKey, anyRow] {
	var noKey K
	var noRow T
	u := resource[anyKey, anyRow]{
		name: r.name, like: r.like, title: r.title, one: r.one, many: r.many, scope: r.scope, size: r.size, searches: r.searches, local: r.local,
		unasked: r.unasked, counted: r.counted, choices: r.choices, choiceKey: r.choiceKey, empty: r.empty, next: r.next, leads: r.leads,
		own: r.own, facets: r.facets, opens: r.opens, standing: r.standing,

		is:      func(row anyRow) bool { _, is := row.(T); return is },
		noKey:   noKey,
		noRow:   noRow,
		key:     func(row anyRow) anyKey { return r.key(typed[T](row)) },
		target:  action.Describe[anyRow](on(r.target)),
		columns: each(r.columns, untypedColumn[T]),
		raw:     on(r.raw), shown: on(r.shown), problem: on(r.problem),
		get: onRead(r.get), byID: r.byID.untyped(),
		refs: on(r.refs), open: on(r.open), verbs: each(r.verbs, func(v verb[T]) verb[anyRow] { return v.untyped(e) }), copies: each(r.copies, copyable[T].untyped),
		cards: r.cards.untyped(), follow: r.follow, copiesOf: on(r.copiesOf),
	}
	if r.strays != nil {
		u.strays = func(q query, row anyRow) bool { return r.strays(q, typed[T](row)) }
	}
	if r.fetch != nil {
		u.fetch = func(ctx context.Context, c *api.Client, q query, request api.PageRequest) (api.Page[anyRow], error) {
			page, err := r.fetch(ctx, c, q, request)
			return untypedPage(page), err
		}
	}
	if r.detail != nil {
		u.detail = func(row anyRow, at detailEnv[anyRow]) []section {
			older := func() (T, bool, bool) { row, ok, more := at.older(); return typed[T](row), ok, more }
			return r.detail(typed[T](row), detailEnv[T]{env: at.env, older: older, highlights: at.highlights})
		}
	}
	return u
}

func untypedPage[T any](page api.Page[T]) api.Page[anyRow] {
	return api.Page[anyRow]{Rows: each(page.Rows, func(row T) anyRow { return row }), Next: page.Next, Problems: page.Problems, LeftOut: page.LeftOut}
}

func untypedColumn[T any](c grid.Column[T]) grid.Column[anyRow] {
	u := grid.Column[anyRow]{
		Name: c.Name, Title: c.Title, Min: c.Min, Want: c.Want, Max: c.Max, Weight: c.Weight, Priority: c.Priority, Align: c.Align, Middle: c.Middle,
		Text: onEnv(c.Text), Role: onEnv(c.Role), Search: on(c.Search), Export: onEnv(c.Export),
		Words: c.Words, Signed: c.Signed, Always: c.Always, Named: c.Named, Former: c.Former, Was: c.Was,
	}
	if c.Number != nil {
		u.Number = func(row anyRow) (float64, bool) { return c.Number(typed[T](row)) }
	}
	if c.Hours != nil {
		u.Hours = func(row anyRow, e grid.Env) (float64, bool) { return c.Hours(typed[T](row), e) }
	}
	if c.Compare != nil {
		u.Compare = func(a, b anyRow) int { return c.Compare(typed[T](a), typed[T](b)) }
	}
	return u
}

func (v verb[T]) untyped(e *env) verb[anyRow] {
	u := verb[anyRow]{
		name: keymap.ID(v.spec(e).Name), document: onEnv(v.document), ways: onEnv(v.ways), otherwise: v.otherwise,
		creates: v.creates, tells: onEnv(v.tells), lists: onEnv(v.lists), restands: v.restands,
		spec: func(e *env) *action.Spec[anyRow] { return action.Untyped(v.spec(e)) },
	}
	if v.typed != nil {
		u.typed = func(row anyRow, id string) way { return v.typed(typed[T](row), id) }
	}
	if v.loses != nil {
		u.loses = func(ctx context.Context, c *api.Client, row anyRow) loss { return v.loses(ctx, c, typed[T](row)) }
	}
	return u
}

func (c copyable[T]) untyped() copyable[anyRow] {
	return copyable[anyRow]{title: c.title, text: on(c.text)}
}

func (b *byID[T]) untyped() *byID[anyRow] {
	if b == nil {
		return nil
	}
	return &byID[anyRow]{ids: b.ids, of: on(b.of), read: onRead(b.read),
		blank: func(ids []string, name string) anyRow { return b.blank(ids, name) }}
}

func (c *card[T]) untyped() *card[anyRow] {
	if c == nil {
		return nil
	}
	return &card[anyRow]{
		open: c.open, pending: on(c.pending), stands: on(c.stands), draw: onEnv(c.draw), decides: onEnv(c.decides), weighty: c.weighty,
		ahead: c.ahead, verbs: c.verbs, first: c.first, orders: each(c.orders, func(o order[T]) order[anyRow] {
			if o.compare == nil {
				return order[anyRow]{title: o.title}
			}
			return order[anyRow]{title: o.title, compare: func(e *env, a, b anyRow) int { return o.compare(e, typed[T](a), typed[T](b)) }}
		}),
	}
}

func (p picking[K, T]) untyped(e *env) picking[anyKey, anyRow] {
	u := picking[anyKey, anyRow]{resource: p.resource.untyped(e), known: each(p.known, func(row T) anyRow { return row }), chosen: on(p.chosen), unnamed: p.unnamed}
	if p.byID != nil {
		u.byID = func(ctx context.Context, c *api.Client, id string) (anyRow, error) { return p.byID(ctx, c, id) }
	}
	return u
}
