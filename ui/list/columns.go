package list

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/ui/dialog"
	"gatehouse/ui/host"
)

// fixedColumn is the column that can't be hidden: the name, or what stands for one.
func (p *Pane) fixedColumn() string {
	first := ""
	for _, c := range p.Columns {
		switch {
		case c.Name == "name":
			return c.Name
		case first == "" && c.Priority == 0 && c.Weight > 0:
			first = c.Name
		}
	}
	return host.FirstOf(first, p.Columns[0].Name)
}

// columnsKept are the columns in their order, as they are remembered. A name that the pane doesn't have is left out; a column that isn't
// remembered stands behind the one that it is declared behind.
func (p *Pane) columnsKept(kept []state.Column) []state.Column {
	var columns []state.Column
	at := func(name string) int {
		return slices.IndexFunc(columns, func(c state.Column) bool { return c.Name == name })
	}
	declared, fixed := p.columnNames(), p.fixedColumn()
	for _, c := range kept {
		if slices.Contains(declared, c.Name) && at(c.Name) < 0 {
			columns = append(columns, state.Column{Name: c.Name, Hidden: c.Hidden && c.Name != fixed})
		}
	}
	for i, name := range declared {
		if at(name) >= 0 {
			continue
		}
		behind := 0
		if i > 0 {
			behind = at(declared[i-1]) + 1
		}
		columns = slices.Insert(columns, behind, state.Column{Name: name, Hidden: p.Columns[i].Aside})
	}
	return columns
}

// layColumns shows the columns that are chosen, in their order.
func (p *Pane) layColumns() { p.Grid.Choose(p.chosenColumns()) }

// columnsNow are the columns of the view that was opened, else those that were chosen for the pane; nil: those that it has by itself.
func (p *Pane) columnsNow() []state.Column {
	switch {
	case p.ofView != nil:
		return p.ofView
	case p.Env.Layout != nil:
		return p.Env.Layout.Columns[p.viewKey()]
	}
	return nil
}

// chosenColumns are the names of those that are shown, in their order; nil: nobody has chosen.
func (p *Pane) chosenColumns() []string {
	kept := p.columnsNow()
	if kept == nil {
		return nil
	}
	var shown []string
	for _, c := range p.columnsKept(kept) {
		if !c.Hidden {
			shown = append(shown, c.Name)
		}
	}
	return shown
}

// leaveColumns gives the list the columns of the pane back, once it shows all rows in the tenant's order again.
func (p *Pane) leaveColumns() tea.Cmd {
	if p.ofView == nil || p.ShownView().Narrows() || p.viewing != nil && !p.viewing.Narrows() {
		return nil
	}
	p.ofView = nil
	p.relayout()
	return p.rearrange()
}

// chooseColumns asks which columns the list shall have.
func (p *Pane) chooseColumns() tea.Cmd {
	return p.Host.Open(dialog.NewColumns(dialog.ColumnsRequest{
		Title: "Columns of " + p.Resource.Title, Columns: p.columnChoices(p.columnsNow()),
		Defaults: p.columnChoices(nil), Take: p.takeColumns,
	}, p.Env))
}

func (p *Pane) columnChoices(kept []state.Column) []dialog.ColumnChoice {
	var all []dialog.ColumnChoice
	seen, fixed := p.Grid.VisibleColumns(), p.fixedColumn()
	for _, k := range p.columnsKept(kept) {
		c := dialog.ColumnChoice{Name: k.Name, Title: k.Name, On: !k.Hidden, Fixed: k.Name == fixed}
		if i := slices.Index(p.columnNames(), k.Name); p.Columns[i].Title != "" {
			c.Title = p.Columns[i].Title
		}
		if c.On && !slices.Contains(seen, k.Name) {
			c.Note = "no room for it now"
		}
		all = append(all, c)
	}
	return all
}

// takeColumns shows what was chosen and remembers it; what is as it would be by itself is remembered as nothing.
func (p *Pane) takeColumns(chosen []dialog.ColumnChoice) tea.Cmd {
	columns := make([]state.Column, len(chosen))
	for i, c := range chosen {
		columns[i] = state.Column{Name: c.Name, Hidden: !c.On}
	}
	if slices.Equal(columns, p.columnsKept(nil)) {
		columns = nil
	}
	p.ofView = nil
	cmd := p.Env.Layout.PutColumns(p.viewKey(), columns)
	p.relayout()
	return p.After(tea.Batch(cmd, p.rearrange()))
}
