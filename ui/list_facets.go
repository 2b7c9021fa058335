package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
)

// orderFacet is the facet that leaves nothing out: it says in which order the tenant lists.
const orderFacet = "order"

// facet is an axis along which the tenant narrows a list, beside the text it searches for.
type facet struct {
	name    string
	title   string                          // "Status"
	several bool                            // more than one value at a time
	state   bool                            // its values are states, one of which a record is in
	of      []facetValue                    // the values that it always has
	values  func(*list) []facetValue        // those that depend on the list; nil: none
	parse   func(string) (facetValue, bool) // a value that is typed; nil: they are chosen only
	// beside are facets of which one must be chosen for this one to mean anything; nil: it stands alone.
	beside []string
	// usual is the value that holds while none is chosen; nil: there is none.
	usual func(query) string
}

func (f facet) all(p *list) []facetValue {
	if f.values == nil {
		return f.of
	}
	return slices.Concat(f.of, f.values(p))
}

// facetValue is a value of a facet.
type facetValue struct {
	value, title string
	words        string // for the headline; "": the title
	off          string // why it can't be chosen now
	// choose asks for the value first, beginning with what is typed, and hands it to take.
	choose func(typed string, take func(facetValue) tea.Cmd) tea.Cmd
}

// narrowing is a chosen value of a facet, with the words that the headline says it in.
type narrowing struct{ facet, value, words string }

// values are the chosen values of a facet.
func (q query) values(facet string) []string {
	var values []string
	for _, n := range q.narrow {
		if n.facet == facet {
			values = append(values, n.value)
		}
	}
	return values
}

// value is the chosen value of a facet that has one at a time, "" for none.
func (q query) value(facet string) string {
	if values := q.values(facet); len(values) > 0 {
		return values[0]
	}
	return ""
}

// worded is how the chosen value of a facet is said, "" for none.
func (q query) worded(facet string) string {
	for _, n := range q.narrow {
		if n.facet == facet {
			return n.words
		}
	}
	return ""
}

// narrowedTo is what the list shows only, "active, external"; "" when it isn't narrowed.
func (q query) narrowedTo() string {
	var words []string
	for _, n := range q.narrow {
		words = append(words, n.words)
	}
	return strings.Join(words, ", ")
}

// straysAmong counts the rows that are in another state than the one that the tenant was asked for.
func (p *list) straysAmong(rows []anyRow) (n int) {
	if p.strays == nil || len(p.query.narrow) == 0 {
		return 0
	}
	for _, row := range rows {
		if p.strays(p.query, row) {
			n++
		}
	}
	return n
}

// strayWords say how many rows are not what the list is narrowed to.
func (p *list) strayWords(n int) string {
	verb, state := ifText(n == 1, "is")+ifText(n != 1, "are"), "in the state asked for"
	for _, f := range p.facets {
		if values := p.query.values(f.name); f.state && len(values) == 1 {
			state = p.query.worded(f.name) + " any more"
		}
	}
	return draw.Count(int64(n)) + " of these " + verb + " not " + state
}

// openFacets offers every value of every facet; those that are on say so and are turned off by choosing them.
func (p *list) openFacets() tea.Cmd {
	var items []menuItem
	if len(p.query.narrow) > 0 {
		items = append(items, menuItem{title: "Show all again", run: func() tea.Cmd { return p.narrowTo(nil) }})
	}
	for _, f := range p.facets {
		for _, v := range f.all(p) {
			items = append(items, p.facetItem(f, v))
		}
	}
	heading := "Show only"
	if slices.ContainsFunc(p.facets, func(f facet) bool { return f.name == orderFacet }) {
		heading = "Show only, and order"
	}
	menu := newPalette(heading, items, p.env.keys, p.env.theme)
	menu.typed = p.typedFacet
	return p.link.open(menu)
}

// typedFacet is a value that is typed behind the title of its facet, "created since: 2026-11-28".
func (p *list) typedFacet(text string) (menuItem, int, bool) {
	for _, f := range p.facets {
		if f.parse == nil {
			continue
		}
		if v, ok := f.parse(behindTitle(text, f.title)); ok && behindTitle(text, f.title) != text {
			return p.facetItem(f, v), -1, true
		}
	}
	return menuItem{}, -1, false
}

// behindTitle is what is typed without the title of the facet.
func behindTitle(typed, title string) string {
	if len(typed) >= len(title) && strings.EqualFold(typed[:len(title)], title) {
		return strings.TrimLeft(typed[len(title):], " :")
	}
	return typed
}

func (p *list) facetItem(f facet, v facetValue) menuItem {
	chosen := p.query.values(f.name)
	on := slices.Contains(chosen, v.value)
	if p.lacks(f.name, p.query.narrow) {
		v.off = "choose a " + strings.Join(f.beside, " or an ") + " first"
	}
	item := menuItem{title: "○ " + f.title + ": " + v.title, note: v.off, off: v.off != "" && !on,
		run: func() tea.Cmd { return p.toggleFacet(f, v) }}
	switch {
	case v.choose != nil:
		item.last = func(typed string) tea.Cmd {
			return v.choose(behindTitle(typed, f.title), func(v facetValue) tea.Cmd { return p.toggleFacet(f, v) })
		}
	case on:
		item.title, item.note = "● "+f.title+": "+v.title, firstOf(v.off, "on")
	case len(chosen) == 0 && f.usual != nil && f.usual(p.query) == v.value:
		item.title, item.note = "● "+f.title+": "+v.title, "default"
	}
	return item
}

func (p *list) toggleFacet(f facet, v facetValue) tea.Cmd {
	on := false
	kept := slices.DeleteFunc(slices.Clone(p.query.narrow), func(n narrowing) bool {
		same := n.facet == f.name && n.value == v.value
		on = on || same
		return same || n.facet == f.name && !f.several
	})
	if !on {
		kept = append(kept, narrowing{f.name, v.value, firstOf(v.words, v.title)})
	}
	return p.narrowTo(kept)
}

// narrowTo asks the tenant for what is narrowed so. The slice is new each time: a request under way reads the old one.
func (p *list) narrowTo(narrow []narrowing) tea.Cmd {
	p.query.narrow = slices.DeleteFunc(narrow, func(n narrowing) bool { return p.lacks(n.facet, narrow) })
	return p.narrow()
}

// lacks reports whether a facet means nothing, because none of those that it goes with is chosen.
func (p *list) lacks(name string, narrow []narrowing) bool {
	for _, f := range p.facets {
		if f.name == name && f.beside != nil {
			return !slices.ContainsFunc(narrow, func(n narrowing) bool { return slices.Contains(f.beside, n.facet) })
		}
	}
	return false
}

// widen takes the last narrowing away; false when there is none.
func (p *list) widen() (tea.Cmd, bool) {
	n := len(p.query.narrow)
	if n == 0 {
		return nil, false
	}
	return p.narrowTo(slices.Clone(p.query.narrow[:n-1])), true
}
