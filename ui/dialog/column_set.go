package dialog

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/state"
	"gatehouse/ui/host"
)

// ColumnSet are the columns that a list declares, in their order.
type ColumnSet []DeclaredColumn

// DeclaredColumn is a column as its list declares it.
type DeclaredColumn struct {
	Name, Title string
	Aside       bool // nobody sees it who hasn't chosen it
	Main        bool // it may stand for the name, where there is none
}

// Fixed is the column that can't be hidden: the name, or what stands for one.
func (s ColumnSet) Fixed() string {
	first := ""
	for _, c := range s {
		switch {
		case c.Name == "name":
			return c.Name
		case first == "" && c.Main:
			first = c.Name
		}
	}
	return host.FirstOf(first, s[0].Name)
}

func (s ColumnSet) index(name string) int {
	return slices.IndexFunc(s, func(c DeclaredColumn) bool { return c.Name == name })
}

// Ordered are the columns in their order, as they are remembered. A name that the list doesn't have is left out; a column that isn't
// remembered stands behind the one that it is declared behind.
func (s ColumnSet) Ordered(kept []state.Column) []state.Column {
	var columns []state.Column
	at := func(name string) int {
		return slices.IndexFunc(columns, func(c state.Column) bool { return c.Name == name })
	}
	fixed := s.Fixed()
	for _, c := range kept {
		if s.index(c.Name) >= 0 && at(c.Name) < 0 {
			columns = append(columns, state.Column{Name: c.Name, Hidden: c.Hidden && c.Name != fixed})
		}
	}
	for i, c := range s {
		if at(c.Name) >= 0 {
			continue
		}
		behind := 0
		if i > 0 {
			behind = at(s[i-1].Name) + 1
		}
		columns = slices.Insert(columns, behind, state.Column{Name: c.Name, Hidden: c.Aside})
	}
	return columns
}

// Shown are the names of those that are shown, in their order; nil: nobody has chosen.
func (s ColumnSet) Shown(kept []state.Column) []string {
	if kept == nil {
		return nil
	}
	var shown []string
	for _, c := range s.Ordered(kept) {
		if !c.Hidden {
			shown = append(shown, c.Name)
		}
	}
	return shown
}

// Only shows these columns alone, in this order, and the one that can't be hidden.
func (s ColumnSet) Only(names []string) ([]state.Column, error) {
	var columns []state.Column
	for _, name := range names {
		if s.index(name) < 0 {
			var known []string
			for _, c := range s {
				known = append(known, c.Name)
			}
			return nil, fmt.Errorf("there is no column %q to show; there are %s", name, strings.Join(known, ", "))
		}
		columns = append(columns, state.Column{Name: name})
	}
	for _, c := range s {
		if !slices.Contains(names, c.Name) {
			columns = append(columns, state.Column{Name: c.Name, Hidden: c.Name != s.Fixed()})
		}
	}
	return columns, nil
}

// Choices are the columns to choose from. Those that are on and not seen have no room now.
func (s ColumnSet) Choices(kept []state.Column, seen []string) []ColumnChoice {
	var all []ColumnChoice
	fixed := s.Fixed()
	for _, k := range s.Ordered(kept) {
		c := ColumnChoice{Name: k.Name, Title: host.FirstOf(s[s.index(k.Name)].Title, k.Name), On: !k.Hidden, Fixed: k.Name == fixed}
		if c.On && !slices.Contains(seen, k.Name) {
			c.Note = "no room for it now"
		}
		all = append(all, c)
	}
	return all
}

// Chosen is what is remembered of a choice: nil for the columns as they are by themselves.
func (s ColumnSet) Chosen(choice []ColumnChoice) []state.Column {
	columns := make([]state.Column, len(choice))
	for i, c := range choice {
		columns[i] = state.Column{Name: c.Name, Hidden: !c.On}
	}
	if slices.Equal(columns, s.Ordered(nil)) {
		return nil
	}
	return columns
}
