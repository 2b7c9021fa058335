package ui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
)

// Which side of a day secrets are created on.
const (
	createdSince  = "created since "
	createdBefore = "created before "
)

// createdFacet narrows secrets by the day of their creation, counted in UTC.
func createdFacet(name, title, side string) facet {
	parse := func(text string) (facetValue, bool) { return createdOn(side, text) }
	return facet{name: name, title: title, parse: parse, values: func(p *list) []facetValue {
		var values []facetValue
		today := p.env.Now().UTC()
		for _, days := range []int{0, 7, 30, 90} {
			v, _ := createdOn(side, today.AddDate(0, 0, -days).Format(time.DateOnly))
			v.title += ifText(days == 0, ", today")
			if days > 0 {
				v.title += fmt.Sprintf(", %d days ago", days)
			}
			values = append(values, v)
		}
		for _, chosen := range p.query.values(name) { // another day
			if v, ok := createdOn(side, chosen); ok && !hasValue(values, chosen) {
				values = append(values, v)
			}
		}
		return append(values, facetValue{title: "another day…", choose: func(typed string, take func(facetValue) tea.Cmd) tea.Cmd {
			return askForDay(p, title, typed, parse, take)
		}})
	}}
}

func hasValue(values []facetValue, value string) bool {
	for _, v := range values {
		if v.value == value {
			return true
		}
	}
	return false
}

// createdOn is the value of a day that is written as "2026-11-28".
func createdOn(side, text string) (facetValue, bool) {
	day, err := time.Parse(time.DateOnly, strings.TrimSpace(text))
	if err != nil {
		return facetValue{}, false
	}
	value := day.Format(time.DateOnly)
	return facetValue{value: value, title: value, words: side + value}, true
}

// dayOf is the beginning of a chosen day, unset for none.
func dayOf(value string) api.Time {
	day, err := time.Parse(time.DateOnly, value)
	if err != nil {
		return api.Time{}
	}
	return api.Time{Time: day}
}

// askForDay asks for a day, beginning with what is typed.
func askForDay(p *list, title, typed string, parse func(string) (facetValue, bool), take func(facetValue) tea.Cmd) tea.Cmd {
	if v, ok := parse(typed); ok {
		return take(v)
	}
	menu := newPalette(title, nil, p.env.keys, p.env.theme)
	menu.typed = func(text string) (menuItem, int, bool) {
		v, ok := parse(text)
		if !ok {
			return menuItem{title: "Type a day: 2026-11-28", note: "year, month, day; it begins at 00:00 UTC", off: true}, -1, true
		}
		return menuItem{title: capital(v.words), note: "from 00:00 UTC", run: func() tea.Cmd { return take(v) }}, -1, true
	}
	menu.search()
	return p.link.open(menu)
}
