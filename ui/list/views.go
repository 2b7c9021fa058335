package list

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/views"
	"gatehouse/ui/widget"
)

// viewKey is what the views of a list are kept under.
func (p *Pane) viewKey() string { return host.FirstOf(p.Like, p.Resource.Name) }

func (p *Pane) Views() []host.View { return p.Env.Views.Of(p.viewKey()) }

// OpenView shows what a view says. One that can't be read changes nothing.
func (p *Pane) OpenView(v host.View) tea.Cmd {
	asked, err := p.queryOf(v)
	if _, wrong := p.Grid.ParseFilter(v.Filter); err == nil && wrong != nil {
		err = fmt.Errorf("its filter %q can't be read: %w", v.Filter, wrong)
	}
	if err == nil && v.FixedColumns != nil {
		v.Columns, err = p.columnSet().Only(v.FixedColumns)
	}
	if err == nil && v.Sort != "" && !slices.Contains(p.columnNames(), v.Sort) {
		err = fmt.Errorf("there is no column %q to sort by; there are %s", v.Sort, strings.Join(p.columnNames(), ", "))
	}
	if err != nil {
		return p.Host.Say(host.Notice{Tone: host.ToneBad, Text: fmt.Sprintf("The view “%s” is not shown: %s. Nothing was changed.", v.Name,
			strings.TrimSuffix(err.Error(), "."))})
	}
	p.onDetail = false
	p.closeFilter()
	p.Find.Field().SetValue(v.Filter)
	p.Find.Parse()
	p.Grid.SetSort(host.SortOf(v))
	p.viewing, p.ofView = &v, v.Columns
	p.relayout()
	said := p.Host.Say(host.Notice{Tone: host.ToneInfo, Text: p.viewSaid(v)})
	if !p.Query.Same(asked) {
		p.Query = asked
		return p.After(tea.Batch(said, p.narrow()))
	}
	return p.After(tea.Batch(said, p.rearrange(), p.Arrange()))
}

// viewSaid tells what the view looks through.
func (p *Pane) viewSaid(v host.View) string {
	return "View “" + v.Name + "”." + widget.IfText(p.Load.More() && v.Filter != "",
		" Its filter looks through the loaded rows; "+p.Label("load.all")+" loads the rest.")
}

func (p *Pane) columnNames() []string {
	var names []string
	for _, c := range p.Grid.Columns() {
		names = append(names, c.Name)
	}
	return names
}

// queryOf is what a view asks the tenant for.
func (p *Pane) queryOf(v host.View) (host.Query, error) {
	q := host.Query{Text: v.Search, Choice: v.Choice}
	if v.Choice == "" && len(p.Choices) > 0 {
		q.Choice = p.Choices[0].Name
	}
	if q.Choice != "" && !slices.ContainsFunc(p.Choices, func(c Choice) bool { return c.Name == q.Choice }) {
		return q, fmt.Errorf("this pane has no %q to list", q.Choice)
	}
	if q.Text != "" && p.Local {
		return q, fmt.Errorf("what %s lists is kept on this computer; give a filter instead of a search", p.Resource.Title)
	}
	if q.Text != "" && p.Searches == "" {
		return q, fmt.Errorf("the tenant can't search %s", p.Plural())
	}
	for _, o := range v.Only {
		if !slices.ContainsFunc(p.Facets, func(f Facet) bool { return f.Name == o.Facet }) {
			return q, fmt.Errorf("%s can't be narrowed by %q", p.Plural(), o.Facet)
		}
		q.Narrow = append(q.Narrow, host.Narrowing{Facet: o.Facet, Value: o.Value, Words: host.FirstOf(o.Words, o.Value)})
	}
	for _, text := range v.FixedOnly {
		n, err := p.narrowingOf(text)
		if err != nil {
			return q, err
		}
		q.Narrow = append(q.Narrow, n)
	}
	return q, nil
}

// narrowingOf reads "sharing: external", with the words that the menu of facets has.
func (p *Pane) narrowingOf(text string) (host.Narrowing, error) {
	name, value, _ := strings.Cut(text, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	var titles []string
	for _, f := range p.Facets {
		titles = append(titles, f.Name)
		if !strings.EqualFold(f.Name, name) && !strings.EqualFold(f.Title, name) {
			continue
		}
		if f.Parse != nil {
			if v, ok := f.Parse(value); ok {
				return host.Narrowing{Facet: f.Name, Value: v.Value, Words: host.FirstOf(v.Words, v.Title)}, nil
			}
		}
		var known []string
		for _, v := range f.all(p) {
			if v.Choose != nil {
				continue
			}
			for _, word := range []string{v.Title, v.Words, v.Value} {
				if word != "" && strings.EqualFold(word, value) {
					return host.Narrowing{Facet: f.Name, Value: v.Value, Words: host.FirstOf(v.Words, v.Title)}, nil
				}
			}
			known = append(known, v.Title)
		}
		return host.Narrowing{}, fmt.Errorf("%q has no value %q; it has %s", f.Name, value, strings.Join(known, ", "))
	}
	if len(titles) == 0 {
		return host.Narrowing{}, fmt.Errorf("the tenant can't narrow %s, so “only” means nothing here", p.Plural())
	}
	return host.Narrowing{}, fmt.Errorf("%s can't be narrowed by %q; they can be narrowed by %s", p.Plural(), name, strings.Join(titles, ", "))
}

// viewPieces name the view in the headline, as long as the list shows what it says.
func (p *Pane) viewPieces() []widget.Piece {
	if v := p.ViewShown(); v != nil {
		return []widget.Piece{{Role: theme.Match, Text: "view " + v.Name}}
	}
	return nil
}

// ShownView is what the list shows now, as a view without a name.
func (p *Pane) ShownView() host.View {
	s := p.Grid.Sort()
	v := host.View{View: state.View{Pane: p.viewKey(), Filter: p.Find.Text, Sort: s.Column, Descending: s.Desc, Search: p.Query.Text}}
	if len(p.Choices) > 0 && p.Query.Choice != p.Choices[0].Name {
		v.Choice = p.Query.Choice
	}
	v.Columns = p.columnsNow()
	for _, n := range p.Query.Narrow {
		v.Only = append(v.Only, state.Only{Facet: n.Facet, Value: n.Value, Words: n.Words})
	}
	return v
}

// ViewShown is the view that the list shows as it is, nil for none.
func (p *Pane) ViewShown() *host.View {
	v := p.viewing
	if v == nil {
		return nil
	}
	asked, err := p.queryOf(*v)
	if err != nil || !asked.Same(p.Query) || p.Find.Text != strings.TrimSpace(v.Filter) || p.Grid.Sort() != host.SortOf(*v) ||
		v.Columns != nil && !slices.Equal(p.columnSet().Ordered(v.Columns), p.columnSet().Ordered(p.columnsNow())) {
		return nil
	}
	return v
}

// ShowsView notes that the list shows that view.
func (p *Pane) ShowsView(v host.View) { p.viewing = &v }

// OpensRecord reports whether a text opens a record of its own: it is never written down.
func (p *Pane) OpensRecord(text string) bool { return p.redirect(text) != "" }

// savedViews opens and saves the views of the list.
func (p *Pane) savedViews() views.Saved { return views.Saved{List: p, Env: p.Env, Host: p.Host} }
