package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/theme"
)

// View is a filter and an order of a list under a name, as the configuration file has it.
type View struct {
	Name, Pane string
	Filter     string // over the loaded rows
	Sort       string // a column, "" for the tenant's order
	Descending bool
	Only       []string // how the tenant narrows the list: "sharing: external"
}

// view is a view of the configuration, or one that the console has saved.
type view struct {
	state.View
	fixed bool     // it stands in the configuration file, which the console never writes
	only  []string // of a fixed one, instead of View.Only
}

// viewBook holds all views of all panes. It belongs to the update loop; the store is read and written in commands.
type viewBook struct {
	fixed []view
	saved []view
	store *state.Store // nil: nothing can be saved
	saves *saves
}

// viewsMsg brings the saved views as they are now; then is told what came of changing them.
type viewsMsg struct {
	saved []state.View
	err   error // of reading
	then  func(error) tea.Cmd
	done  error // of changing
}

func newViews(configured []View, store *state.Store, s *saves) *viewBook {
	v := &viewBook{store: store, saves: s}
	for _, c := range configured {
		v.fixed = append(v.fixed, view{fixed: true, only: c.Only,
			View: state.View{Pane: c.Pane, Name: c.Name, Filter: c.Filter, Sort: c.Sort, Descending: c.Descending}})
	}
	return v
}

// of lists the views of a pane, those of the configuration first.
func (v *viewBook) of(pane string) []view {
	var all []view
	for _, group := range [][]view{v.fixed, v.saved} {
		for _, one := range group {
			if one.Pane == pane {
				all = append(all, one)
			}
		}
	}
	return all
}

// named finds a view of a pane; case doesn't tell names apart.
func (v *viewBook) named(pane, name string) (view, bool) {
	all := v.of(pane)
	at := slices.IndexFunc(all, func(one view) bool { return strings.EqualFold(one.Name, name) })
	if at < 0 {
		return view{}, false
	}
	return all[at], true
}

// read brings the saved views from the state folder.
func (v *viewBook) read() tea.Cmd {
	store := v.store
	if store == nil {
		return nil
	}
	return func() tea.Msg {
		saved, err := store.Views()
		return viewsMsg{saved: saved, err: err}
	}
}

// change writes to the state folder and reads it again: another console may have saved something, too.
func (v *viewBook) change(edit func(context.Context, *state.Store) error, then func(error) tea.Cmd) tea.Cmd {
	store := v.store
	return v.saves.command(func(ctx context.Context) tea.Msg {
		done := edit(ctx, store)
		saved, err := store.Views()
		return viewsMsg{saved: saved, err: err, then: then, done: done}
	})
}

func (m *Model) tookViews(msg viewsMsg) tea.Cmd {
	if msg.err == nil {
		m.views.saved = nil
		for _, s := range msg.saved {
			m.views.saved = append(m.views.saved, view{View: s})
		}
		if menu, ok := m.overlay().(*viewsMenu); ok && menu.armed == "" {
			menu.fill()
		}
	}
	switch {
	case msg.then != nil:
		return msg.then(msg.done)
	case msg.err != nil:
		return m.say(notice{toneUnknown, capital(msg.err.Error()) + ". Everything else works."})
	}
	return nil
}

// viewer is a pane with views.
type viewer interface {
	views() []view
	openView(view) tea.Cmd
}

// viewItems are the views of all panes as lines of the palette.
func (m *Model) viewItems() []menuItem {
	var items []menuItem
	add := func(p pane, note string, arrive func() tea.Cmd) {
		lister, ok := as[viewer](p)
		if !ok {
			return
		}
		for _, v := range lister.views() {
			items = append(items, menuItem{title: "View: " + v.Name, note: firstOf(note, v.words()),
				run: func() tea.Cmd { return tea.Batch(arrive(), lister.openView(v)) }})
		}
	}
	add(m.pane(), "", func() tea.Cmd { return nil })
	for i, t := range m.tabs {
		if i != m.active {
			add(t.top(), "in "+t.top().title(), func() tea.Cmd { return m.show(i) })
		}
	}
	return items
}

// words are what a view shows, in one line.
func (v view) words() string {
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
		parts = append(parts, ifText(o.Facet != orderFacet, "only ")+firstOf(o.Words, o.Value))
	}
	for _, o := range v.only {
		parts = append(parts, "only "+o)
	}
	if v.Sort != "" {
		parts = append(parts, "by "+v.Sort+arrow(v.Descending))
	}
	return strings.Join(parts, ", ")
}

// viewKey is what the views of a list are kept under.
func (p *list) viewKey() string { return firstOf(p.like, p.resource.name) }

func (p *list) views() []view { return p.env.views.of(p.viewKey()) }

// openView shows what a view says. One that can't be read changes nothing.
func (p *list) openView(v view) tea.Cmd {
	asked, err := p.queryOf(v)
	if err == nil {
		_, err = p.grid.ParseFilter(v.Filter)
		if err != nil {
			err = fmt.Errorf("its filter %q can't be read: %w", v.Filter, err)
		}
	}
	if err == nil && v.Sort != "" && !slices.Contains(p.columnNames(), v.Sort) {
		err = fmt.Errorf("there is no column %q to sort by; there are %s", v.Sort, strings.Join(p.columnNames(), ", "))
	}
	if err != nil {
		return p.link.say(notice{toneBad, fmt.Sprintf("The view “%s” is not shown: %s. Nothing was changed.", v.Name, strings.TrimSuffix(err.Error(), "."))})
	}
	p.onDetail = false
	p.closeFilter()
	p.find.field.SetValue(v.Filter)
	p.find.parse()
	p.grid.SetSort(sortOf(v))
	p.viewing = &v
	said := p.link.say(notice{toneInfo, p.viewSaid(v)})
	if !p.query.same(asked) {
		p.query = asked
		return p.after(tea.Batch(said, p.narrow()))
	}
	return p.after(tea.Batch(said, p.arrange()))
}

// viewSaid tells what the view looks through.
func (p *list) viewSaid(v view) string {
	said := "View “" + v.Name + "”."
	if p.load.more && v.Filter != "" {
		said += " Its filter looks through the loaded rows; " + p.label("load.all") + " loads the rest."
	}
	return said
}

func (p *list) columnNames() []string {
	var names []string
	for _, c := range p.grid.Columns() {
		names = append(names, c.Name)
	}
	return names
}

// queryOf is what a view asks the tenant for.
func (p *list) queryOf(v view) (query, error) {
	q := query{text: v.Search, choice: v.Choice}
	if v.Choice == "" && len(p.choices) > 0 {
		q.choice = p.choices[0].name
	}
	if q.choice != "" && !slices.ContainsFunc(p.choices, func(c choice) bool { return c.name == q.choice }) {
		return q, fmt.Errorf("this pane has no %q to list", q.choice)
	}
	if q.text != "" && p.local {
		return q, fmt.Errorf("what %s lists is kept on this computer; give a filter instead of a search", p.resource.title)
	}
	if q.text != "" && p.searches == "" {
		return q, fmt.Errorf("the tenant can't search %s", p.plural())
	}
	for _, o := range v.Only {
		if !slices.ContainsFunc(p.facets, func(f facet) bool { return f.name == o.Facet }) {
			return q, fmt.Errorf("%s can't be narrowed by %q", p.plural(), o.Facet)
		}
		q.narrow = append(q.narrow, narrowing{o.Facet, o.Value, firstOf(o.Words, o.Value)})
	}
	for _, text := range v.only {
		n, err := p.narrowingOf(text)
		if err != nil {
			return q, err
		}
		q.narrow = append(q.narrow, n)
	}
	return q, nil
}

// narrowingOf reads "sharing: external", with the words that the menu of facets has.
func (p *list) narrowingOf(text string) (narrowing, error) {
	name, value, _ := strings.Cut(text, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	var titles []string
	for _, f := range p.facets {
		titles = append(titles, f.name)
		if !strings.EqualFold(f.name, name) && !strings.EqualFold(f.title, name) {
			continue
		}
		if f.parse != nil {
			if v, ok := f.parse(value); ok {
				return narrowing{f.name, v.value, firstOf(v.words, v.title)}, nil
			}
		}
		var known []string
		for _, v := range f.all(p) {
			if v.choose != nil {
				continue
			}
			for _, word := range []string{v.title, v.words, v.value} {
				if word != "" && strings.EqualFold(word, value) {
					return narrowing{f.name, v.value, firstOf(v.words, v.title)}, nil
				}
			}
			known = append(known, v.title)
		}
		return narrowing{}, fmt.Errorf("%q has no value %q; it has %s", f.name, value, strings.Join(known, ", "))
	}
	if len(titles) == 0 {
		return narrowing{}, fmt.Errorf("the tenant can't narrow %s, so “only” means nothing here", p.plural())
	}
	return narrowing{}, fmt.Errorf("%s can't be narrowed by %q; they can be narrowed by %s", p.plural(), name, strings.Join(titles, ", "))
}

func (q query) same(other query) bool {
	return q.text == other.text && q.choice == other.choice && slices.EqualFunc(q.narrow, other.narrow,
		func(a, b narrowing) bool { return a.facet == b.facet && a.value == b.value })
}

// viewPieces name the view in the headline, as long as the list shows what it says.
func (p *list) viewPieces() []piece {
	v := p.viewing
	if v == nil {
		return nil
	}
	asked, err := p.queryOf(*v)
	if err != nil || !asked.same(p.query) || p.find.text != strings.TrimSpace(v.Filter) || p.grid.Sort() != sortOf(*v) {
		return nil
	}
	return []piece{{theme.Match, "view " + v.Name}}
}
