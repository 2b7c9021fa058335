package list

import (
	"context"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/chart"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Typed is a record as its pane knows it; what isn't one is the zero record.
func Typed[T any](row host.AnyRow) T {
	record, _ := row.(T)
	return record
}

// TypedRows are records as their pane knows them.
func TypedRows[T any](rows []host.AnyRow) []T {
	typedRows := make([]T, len(rows))
	for i, row := range rows {
		typedRows[i] = Typed[T](row)
	}
	return typedRows
}

// CursorOf is the record under the cursor of a list, as its pane knows it.
func CursorOf[T any](p *Pane) (record T, ok bool) {
	row, ok := p.Grid.Cursor()
	return Typed[T](row), ok
}

// On makes a function of typed records one of untyped ones. Nil stays nil.
func On[T, R any](f func(T) R) func(host.AnyRow) R {
	if f == nil {
		return nil
	}
	return func(row host.AnyRow) R { return f(Typed[T](row)) }
}

func onEnv[T, E, R any](f func(T, E) R) func(host.AnyRow, E) R {
	if f == nil {
		return nil
	}
	return func(row host.AnyRow, e E) R { return f(Typed[T](row), e) }
}

func onRead[T any](f func(context.Context, *api.Client, T) (T, error)) func(context.Context, *api.Client, host.AnyRow) (host.AnyRow,
	error) {
	if f == nil {
		return nil
	}
	return func(ctx context.Context, c *api.Client, row host.AnyRow) (host.AnyRow, error) {
		return f(ctx, c, Typed[T](row))
	}
}

// Each makes a list of typed declarations one of any.
func Each[T, U any](all []T, f func(T) U) []U {
	if all == nil {
		return nil
	}
	made := make([]U, len(all))
	for i, one := range all {
		made[i] = f(one)
	}
	return made
}

// Untyped is the declaration as the machinery takes it.
func (r Resource[K, T]) Untyped(e *host.Env) Resource[host.AnyKey, host.AnyRow] {
	u := Resource[host.AnyKey, host.AnyRow]{
		Name: r.Name, Like: r.Like, Title: r.Title, One: r.One, Many: r.Many, Scope: r.Scope, Size: r.Size, Searches: r.Searches, Local: r.Local,
		Unasked: r.Unasked, Counted: r.Counted, Choices: r.Choices, ChoiceKey: r.ChoiceKey, Empty: r.Empty, Next: r.Next, Redirect: r.Redirect,
		Chart: chart.Untyped(r.Chart, Typed[T]), Learns: r.Learns, Background: r.Background,
		Own: r.Own, Aside: r.Aside, Facets: r.Facets, Opens: r.Opens, Status: r.Status,

		is:      func(row host.AnyRow) bool { _, is := row.(T); return is },
		NoKey:   *new(K),
		NoRow:   *new(T),
		Key:     func(row host.AnyRow) host.AnyKey { return r.Key(Typed[T](row)) },
		Target:  action.Describe[host.AnyRow](On(r.Target)),
		Columns: Each(r.Columns, UntypedColumn[T]),
		Raw:     On(r.Raw), Shown: On(r.Shown), Problem: On(r.Problem),
		Get: onRead(r.Get), ByID: r.ByID.Untyped(),
		Refs: On(r.Refs), Open: On(r.Open), Verbs: Each(r.Verbs, func(v Verb[T]) Verb[host.AnyRow] { return v.Untyped(e) }),
		Copies: Each(r.Copies, Copyable[T].Untyped),
		Cards:  r.Cards.Untyped(), Follow: r.Follow, CopiesOf: On(r.CopiesOf),
	}
	if r.Strays != nil {
		u.Strays = func(q host.Query, row host.AnyRow) bool { return r.Strays(q, Typed[T](row)) }
	}
	if r.Same != nil {
		u.Same = func(a, b host.AnyRow) bool { return r.Same(Typed[T](a), Typed[T](b)) }
	}
	if r.Fetch != nil {
		u.Fetch = func(ctx context.Context, c *api.Client, q host.Query, request api.PageRequest) (api.Page[host.AnyRow], error) {
			page, err := r.Fetch(ctx, c, q, request)
			return UntypedPage(page), err
		}
	}
	if r.Detail != nil {
		u.Detail = func(row host.AnyRow, at DetailEnv[host.AnyRow]) []widget.Section {
			older := func() (T, bool, bool) { row, ok, more := at.Older(); return Typed[T](row), ok, more }
			return r.Detail(Typed[T](row), DetailEnv[T]{Env: at.Env, Older: older, Highlights: at.Highlights})
		}
	}
	return u
}

func UntypedPage[T any](page api.Page[T]) api.Page[host.AnyRow] {
	return api.Page[host.AnyRow]{Rows: Each(page.Rows, func(row T) host.AnyRow { return row }), Next: page.Next, Problems: page.Problems,
		LeftOut: page.LeftOut}
}

func UntypedColumn[T any](c grid.Column[T]) grid.Column[host.AnyRow] {
	u := grid.Column[host.AnyRow]{
		Name: c.Name, Title: c.Title, Short: c.Short, Min: c.Min, Want: c.Want, Spare: c.Spare, Max: c.Max, Weight: c.Weight,
		Priority: c.Priority, Align: c.Align, Middle: c.Middle, Aside: c.Aside,
		Text: onEnv(c.Text), Role: onEnv(c.Role), Search: On(c.Search), Export: onEnv(c.Export),
		Words: c.Words, Signed: c.Signed, Always: c.Always, Named: c.Named, Former: c.Former, Was: c.Was, Share: c.Share,
	}
	if c.Number != nil {
		u.Number = func(row host.AnyRow) (float64, bool) { return c.Number(Typed[T](row)) }
	}
	if c.Hours != nil {
		u.Hours = func(row host.AnyRow, e grid.Env) (float64, bool) { return c.Hours(Typed[T](row), e) }
	}
	if c.When != nil {
		u.When = func(row host.AnyRow) (time.Time, bool) { return c.When(Typed[T](row)) }
	}
	return u
}

func (v Verb[T]) Untyped(e *host.Env) Verb[host.AnyRow] {
	u := Verb[host.AnyRow]{
		name: keymap.ID(v.Spec(e).Name), Document: onEnv(v.Document), Ways: onEnv(v.Ways), Otherwise: v.Otherwise,
		Creates: v.Creates, Facts: onEnv(v.Facts), Lists: onEnv(v.Lists), ChangesStatus: v.ChangesStatus,
		Spec:    func(e *host.Env) *action.Spec[host.AnyRow] { return action.Untyped(v.Spec(e)) },
		Outline: func(e *host.Env) *action.Spec[host.AnyRow] { return action.Outline(v.Spec(e)) },
	}
	if v.Sums != nil {
		u.Sums = func(rows []host.AnyRow, e *host.Env) host.Sum { return v.Sums(Each(rows, Typed[T]), e) }
	}
	if v.Typed != nil {
		u.Typed = func(row host.AnyRow, id string) Way { return v.Typed(Typed[T](row), id) }
	}
	if v.Loses != nil {
		u.Loses = func(ctx context.Context, c *api.Client, row host.AnyRow) Loss { return v.Loses(ctx, c, Typed[T](row)) }
	}
	return u
}

func (c Copyable[T]) Untyped() Copyable[host.AnyRow] {
	return Copyable[host.AnyRow]{Title: c.Title, Text: On(c.Text)}
}

func (b *ByID[T]) Untyped() *ByID[host.AnyRow] {
	if b == nil {
		return nil
	}
	return &ByID[host.AnyRow]{Ids: b.Ids, Of: On(b.Of), Read: onRead(b.Read),
		Blank: func(ids []string, name string) host.AnyRow { return b.Blank(ids, name) }}
}

func (c *Card[T]) Untyped() *Card[host.AnyRow] {
	if c == nil {
		return nil
	}
	u := &Card[host.AnyRow]{
		Open: c.Open, Pending: On(c.Pending), Decision: On(c.Decision), Draw: onEnv(c.Draw), Decides: onEnv(c.Decides), Weighty: c.Weighty,
		Ahead: c.Ahead, Verbs: c.Verbs, Shows: c.Shows, Kin: c.Kin.Untyped(), First: c.First,
		Orders: Each(c.Orders, func(o Order[T]) Order[host.AnyRow] {
			if o.Compare == nil {
				return Order[host.AnyRow]{Title: o.Title}
			}
			return Order[host.AnyRow]{Title: o.Title,
				Compare: func(e *host.Env, a, b host.AnyRow) int { return o.Compare(e, Typed[T](a), Typed[T](b)) }}
		}),
	}
	if c.Rest != nil {
		u.Rest = func(row host.AnyRow, e *host.Env, from int, brief bool) widget.Piece {
			return c.Rest(Typed[T](row), e, from, brief)
		}
	}
	return u
}
