package list

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/ui/dialog"
)

// columnSet are the columns to choose from.
func (p *Pane) columnSet() dialog.ColumnSet {
	set := make(dialog.ColumnSet, len(p.Columns))
	for i, c := range p.Columns {
		set[i] = dialog.DeclaredColumn{Name: c.Name, Title: c.Title, Aside: c.Aside, Main: c.Priority == 0 && c.Weight > 0}
	}
	return set
}

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
	return p.columnSet().Shown(kept)
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
	set, seen := p.columnSet(), p.Grid.VisibleColumns()
	return p.Host.Open(dialog.NewColumns(dialog.ColumnsRequest{Title: "Columns of " + p.Resource.Title,
		Columns: set.Choices(p.columnsNow(), seen), Defaults: set.Choices(nil, seen), Take: p.takeColumns}, p.Env))
}

// takeColumns shows what was chosen and remembers it.
func (p *Pane) takeColumns(choice []dialog.ColumnChoice) tea.Cmd {
	p.ofView = nil
	cmd := p.Env.Layout.PutColumns(p.viewKey(), p.columnSet().Chosen(choice))
	p.relayout()
	return p.After(tea.Batch(cmd, p.rearrange()))
}
