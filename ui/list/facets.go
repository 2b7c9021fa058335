package list

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Facet is an axis along which the tenant narrows a list, beside the text it searches for.
type Facet struct {
	Name    string
	Title   string                          // "Status"
	Several bool                            // more than one value at a time
	State   bool                            // its values are states, one of which a record is in
	Of      []FacetValue                    // the values that it always has
	Values  func(*Pane) []FacetValue        // those that depend on the list; nil: none
	Parse   func(string) (FacetValue, bool) // a value that is typed; nil: they are chosen only
	// Beside are facets of which one must be chosen for this one to mean anything; nil: it stands alone.
	Beside []string
	// Usual is the value that holds while none is chosen; nil: there is none.
	Usual func(host.Query) string
}

func (f Facet) all(p *Pane) []FacetValue {
	if f.Values == nil {
		return f.Of
	}
	return slices.Concat(f.Of, f.Values(p))
}

// FacetValue is a value of a facet.
type FacetValue struct {
	Value, Title string
	Words        string // for the headline; "": the title
	Off          string // why it can't be chosen now
	// Choose asks for the value first, beginning with what is typed, and hands it to take.
	Choose func(typed string, take func(FacetValue) tea.Cmd) tea.Cmd
}

// StraysAmong counts the rows that are in another state than the one that the tenant was asked for.
func (p *Pane) StraysAmong(rows []host.AnyRow) (n int) {
	if p.Strays == nil || len(p.Query.Narrow) == 0 {
		return 0
	}
	for _, row := range rows {
		if p.Strays(p.Query, row) {
			n++
		}
	}
	return n
}

// StrayWords say how many rows are not what the list is narrowed to.
func (p *Pane) StrayWords(n int) string {
	verb, state := widget.IfText(n == 1, "is")+widget.IfText(n != 1, "are"), "in the state asked for"
	for _, f := range p.Facets {
		if values := p.Query.Values(f.Name); f.State && len(values) == 1 {
			state = p.Query.Worded(f.Name) + " any more"
		}
	}
	return draw.Count(int64(n)) + " of these " + verb + " not " + state
}

// OpenFacets offers every value of every facet; those that are on say so and are turned off by choosing them.
func (p *Pane) OpenFacets() tea.Cmd {
	var items []host.MenuItem
	if len(p.Query.Narrow) > 0 {
		items = append(items, host.MenuItem{Title: "Show all again", Run: func() tea.Cmd { return p.narrowTo(nil) }})
	}
	for _, f := range p.Facets {
		values := f.all(p)
		items = slices.Grow(items, len(values))
		for _, v := range values {
			items = append(items, p.facetItem(f, v))
		}
	}
	heading := "Show only"
	if slices.ContainsFunc(p.Facets, func(f Facet) bool { return f.Name == host.OrderFacet }) {
		heading = "Show only, and order"
	}
	menu := dialog.NewPalette(heading, items, p.Env.Keys, p.Env.Theme)
	menu.Typed = p.typedFacet
	return p.Host.Open(menu)
}

// typedFacet is a value that is typed behind the title of its facet, "created since: 2026-11-28".
func (p *Pane) typedFacet(text string) (host.MenuItem, int, bool) {
	for _, f := range p.Facets {
		if f.Parse == nil {
			continue
		}
		if v, ok := f.Parse(behindTitle(text, f.Title)); ok && behindTitle(text, f.Title) != text {
			return p.facetItem(f, v), -1, true
		}
	}
	return host.MenuItem{}, -1, false
}

// behindTitle is what is typed without the title of the facet.
func behindTitle(typed, title string) string {
	if len(typed) >= len(title) && strings.EqualFold(typed[:len(title)], title) {
		return strings.TrimLeft(typed[len(title):], " :")
	}
	return typed
}

func (p *Pane) facetItem(f Facet, v FacetValue) host.MenuItem {
	chosen := p.Query.Values(f.Name)
	on := slices.Contains(chosen, v.Value)
	if p.lacks(f.Name, p.Query.Narrow) {
		v.Off = "choose a " + strings.Join(f.Beside, " or an ") + " first"
	}
	item := host.MenuItem{Title: "○ " + f.Title + ": " + v.Title, Note: v.Off, Off: v.Off != "" && !on,
		Run: func() tea.Cmd { return p.toggleFacet(f, v) }}
	switch {
	case v.Choose != nil:
		item.Last = func(typed string) tea.Cmd {
			return v.Choose(behindTitle(typed, f.Title), func(v FacetValue) tea.Cmd { return p.toggleFacet(f, v) })
		}
	case on:
		item.Title, item.Note = "● "+f.Title+": "+v.Title, host.FirstOf(v.Off, "on")
	case len(chosen) == 0 && f.Usual != nil && f.Usual(p.Query) == v.Value:
		item.Title, item.Note = "● "+f.Title+": "+v.Title, "default"
	}
	return item
}

func (p *Pane) toggleFacet(f Facet, v FacetValue) tea.Cmd {
	on := false
	kept := slices.DeleteFunc(slices.Clone(p.Query.Narrow), func(n host.Narrowing) bool {
		same := n.Facet == f.Name && n.Value == v.Value
		on = on || same
		return same || n.Facet == f.Name && !f.Several
	})
	if !on {
		kept = append(kept, host.Narrowing{Facet: f.Name, Value: v.Value, Words: host.FirstOf(v.Words, v.Title)})
	}
	return p.narrowTo(kept)
}

// narrowTo asks the tenant for what is narrowed so. The slice is new each time: a request under way reads the old one.
func (p *Pane) narrowTo(narrow []host.Narrowing) tea.Cmd {
	p.Query.Narrow = slices.DeleteFunc(narrow, func(n host.Narrowing) bool { return p.lacks(n.Facet, narrow) })
	return p.narrow()
}

// lacks reports whether a facet means nothing, because none of those that it goes with is chosen.
func (p *Pane) lacks(name string, narrow []host.Narrowing) bool {
	for _, f := range p.Facets {
		if f.Name == name && f.Beside != nil {
			return !slices.ContainsFunc(narrow, func(n host.Narrowing) bool { return slices.Contains(f.Beside, n.Facet) })
		}
	}
	return false
}

// widen takes the last narrowing away; false when there is none.
func (p *Pane) widen() (tea.Cmd, bool) {
	n := len(p.Query.Narrow)
	if n == 0 {
		return nil, false
	}
	return p.narrowTo(slices.Clone(p.Query.Narrow[:n-1])), true
}
