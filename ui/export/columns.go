package export

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/dialog"
	"gatehouse/ui/host"
)

// newColumnsBox chooses the columns of a file by name. Those that are chosen already stand first, in their order.
func newColumnsBox(names []string, chosen string, set func(value, label string), e *host.Env) *dialog.Columns {
	columns := make([]dialog.ColumnChoice, 0, len(names))
	on := strings.Split(chosen, ",")
	for _, name := range on {
		if slices.Contains(names, name) {
			columns = append(columns, dialog.ColumnChoice{Name: name, Title: name, On: true})
		}
	}
	for _, name := range names {
		if !slices.Contains(on, name) {
			columns = append(columns, dialog.ColumnChoice{Name: name, Title: name})
		}
	}
	defaults := make([]dialog.ColumnChoice, 0, len(names))
	for _, name := range names {
		defaults = append(defaults, dialog.ColumnChoice{Name: name, Title: name, On: true})
	}
	return dialog.NewColumns(dialog.ColumnsRequest{Columns: columns, Defaults: defaults, Take: func(all []dialog.ColumnChoice) tea.Cmd {
		set(chosenColumns(all))
		return nil
	}}, e)
}

// chosenColumns are the columns that are on, as the form keeps them and as people read them.
func chosenColumns(all []dialog.ColumnChoice) (value, label string) {
	var chosen []string
	for _, c := range all {
		if c.On {
			chosen = append(chosen, c.Name)
		}
	}
	return columnsValue(chosen, len(all))
}

// columnsValue is a choice of so many columns, as the form keeps it and as people read it.
func columnsValue(chosen []string, of int) (value, label string) {
	value = strings.Join(chosen, ",")
	names := strings.Join(chosen, ", ")
	if len(chosen) == of {
		return value, fmt.Sprintf("all %d: %s", of, names)
	}
	return value, fmt.Sprintf("%d of %d: %s", len(chosen), of, names)
}
