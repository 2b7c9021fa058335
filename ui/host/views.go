package host

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/ui/widget"
)

// View is a view of the configuration, or one that the console has saved.
type View struct {
	state.View
	Fixed     bool     // it stands in the configuration file, which the console never writes
	FixedOnly []string // of a fixed one, instead of View.Only
	// FixedColumns are those that a fixed one shows, in their order, instead of View.Columns.
	FixedColumns []string
}

// ViewStore holds all views of all panes. It belongs to the update loop; the store is read and written in commands.
type ViewStore struct {
	Fixed []View
	Saved []View
	Store *state.Store // nil: nothing can be saved
	Saves *Saves
}

// ViewsMsg brings the saved views as they are now; then is told what came of changing them.
type ViewsMsg struct {
	Saved []state.View
	Err   error // of reading
	Then  func(error) tea.Cmd
	Done  error // of changing
}

// Of lists the views of a pane, those of the configuration first.
func (v *ViewStore) Of(pane string) []View {
	var all []View
	for _, group := range [][]View{v.Fixed, v.Saved} {
		for _, one := range group {
			if one.Pane == pane {
				all = append(all, one)
			}
		}
	}
	return all
}

// Named finds a view of a pane; case doesn't tell names apart.
func (v *ViewStore) Named(pane, name string) (View, bool) {
	all := v.Of(pane)
	at := slices.IndexFunc(all, func(one View) bool { return strings.EqualFold(one.Name, name) })
	if at < 0 {
		return View{}, false
	}
	return all[at], true
}

// Read brings the saved views from the state folder.
func (v *ViewStore) Read() tea.Cmd {
	store := v.Store
	if store == nil {
		return nil
	}
	return func() tea.Msg {
		saved, err := store.Views()
		return ViewsMsg{Saved: saved, Err: err}
	}
}

// Change writes to the state folder and reads it again: another console may have saved something, too.
func (v *ViewStore) Change(edit func(context.Context, *state.Store) error, then func(error) tea.Cmd) tea.Cmd {
	store := v.Store
	return v.Saves.Command(func(ctx context.Context) tea.Msg {
		done := edit(ctx, store)
		saved, err := store.Views()
		return ViewsMsg{Saved: saved, Err: err, Then: then, Done: done}
	})
}

// Narrows reports whether a view shows only some rows, or in another order than the tenant's.
func (v View) Narrows() bool { return len(v.parts()) > 0 }

// Words are what a view shows, in one line.
func (v View) Words() string {
	parts, columns := v.parts(), len(v.FixedColumns)
	for _, c := range v.Columns {
		if !c.Hidden {
			columns++
		}
	}
	if columns > 0 {
		parts = append(parts, widget.Count(int64(columns), "column"))
	}
	return strings.Join(parts, ", ")
}

func (v View) parts() []string {
	var parts []string
	for _, part := range []string{v.Filter, v.Search, v.Choice} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if v.Search != "" {
		parts[slices.Index(parts, v.Search)] = "“" + v.Search + "” on the tenant"
	}
	for _, o := range v.Only {
		parts = append(parts, widget.IfText(o.Facet != OrderFacet, "only ")+FirstOf(o.Words, o.Value))
	}
	for _, o := range v.FixedOnly {
		parts = append(parts, "only "+o)
	}
	if v.Sort != "" {
		parts = append(parts, "by "+v.Sort+widget.Arrow(v.Descending))
	}
	return parts
}

func (q Query) Same(other Query) bool {
	return q.Text == other.Text && q.Choice == other.Choice && slices.EqualFunc(q.Narrow, other.Narrow,
		func(a, b Narrowing) bool { return a.Facet == b.Facet && a.Value == b.Value })
}
