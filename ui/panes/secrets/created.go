package secrets

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/dialog"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// Which side of a day secrets are created on.
const (
	createdSince  = "created since "
	createdBefore = "created before "
)

// createdFacet narrows secrets by the day of their creation, counted in UTC.
func createdFacet(name, title, side string) list.Facet {
	parse := func(text string) (list.FacetValue, bool) { return createdOn(side, text) }
	return list.Facet{Name: name, Title: title, Parse: parse, Values: func(p *list.Pane) []list.FacetValue {
		var values []list.FacetValue
		today := p.Env.Now().UTC()
		for _, days := range []int{0, 7, 30, 90} {
			v, _ := createdOn(side, today.AddDate(0, 0, -days).Format(time.DateOnly))
			v.Title += widget.IfText(days == 0, ", today")
			if days > 0 {
				v.Title += fmt.Sprintf(", %d days ago", days)
			}
			values = append(values, v)
		}
		for _, chosen := range p.Query.Values(name) { // another day
			if v, ok := createdOn(side, chosen); ok && !hasValue(values, chosen) {
				values = append(values, v)
			}
		}
		return append(values, list.FacetValue{Title: "another day…", Choose: func(typed string, take func(list.FacetValue) tea.Cmd) tea.Cmd {
			return askForDay(p, title, typed, parse, take)
		}})
	}}
}

func hasValue(values []list.FacetValue, value string) bool {
	for _, v := range values {
		if v.Value == value {
			return true
		}
	}
	return false
}

// createdOn is the value of a day that is written as "2026-11-28".
func createdOn(side, text string) (list.FacetValue, bool) {
	day, err := time.Parse(time.DateOnly, strings.TrimSpace(text))
	if err != nil {
		return list.FacetValue{}, false
	}
	value := day.Format(time.DateOnly)
	return list.FacetValue{Value: value, Title: value, Words: side + value}, true
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
func askForDay(p *list.Pane, title, typed string, parse func(string) (list.FacetValue, bool), take func(list.FacetValue) tea.Cmd) tea.Cmd {
	if v, ok := parse(typed); ok {
		return take(v)
	}
	menu := dialog.NewPalette(title, nil, p.Env.Keys, p.Env.Theme)
	menu.Typed = func(text string) (host.MenuItem, int, bool) {
		v, ok := parse(text)
		if !ok {
			return host.MenuItem{Title: "Type a day: 2026-11-28", Note: "year, month, day; it begins at 00:00 UTC", Off: true}, -1, true
		}
		return host.MenuItem{Title: host.Capital(v.Words), Note: "from 00:00 UTC", Run: func() tea.Cmd { return take(v) }}, -1, true
	}
	menu.Search()
	return p.Host.Open(menu)
}
