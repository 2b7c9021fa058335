package views

import (
	"gatehouse/state"
	"gatehouse/ui/host"
)

// View is a filter and an order of a list under a name, as the configuration file has it.
type View struct {
	Name, Pane string
	Filter     string // over the loaded rows
	Sort       string // a column, "" for the tenant's order
	Descending bool
	Only       []string // how the tenant narrows the list: "sharing: external"
	Columns    []string // those that are shown, in their order; none: the pane's own
}

// New are the views of the configuration, to which those that were saved come when they are read.
func New(configured []View, store *state.Store, s *host.Saves) *host.ViewStore {
	v := &host.ViewStore{Store: store, Saves: s}
	for _, c := range configured {
		v.Fixed = append(v.Fixed, host.View{Fixed: true, FixedOnly: c.Only, FixedColumns: c.Columns,
			View: state.View{Pane: c.Pane, Name: c.Name, Filter: c.Filter, Sort: c.Sort, Descending: c.Descending}})
	}
	return v
}
