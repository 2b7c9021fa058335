package export

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/dialog"
	"gatehouse/ui/host"
)

// newColumnsBox chooses the columns of a file by name.
func newColumnsBox(names []string, chosen string, set func(value, label string), e *host.Env) *dialog.Columns {
	columns := make([]dialog.ColumnChoice, len(names))
	for i, name := range names {
		columns[i] = dialog.ColumnChoice{Name: name, Title: name, On: slices.Contains(strings.Split(chosen, ","), name)}
	}
	return dialog.NewColumns(dialog.ColumnsRequest{Columns: columns, Take: func(all []dialog.ColumnChoice) tea.Cmd {
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
	if len(chosen) == len(all) {
		return strings.Join(chosen, ","), fmt.Sprintf("all %d", len(chosen))
	}
	return strings.Join(chosen, ","), fmt.Sprintf("%d of %d: %s", len(chosen), len(all), strings.Join(chosen, ", "))
}
