package host

import "gatehouse/api"

// Opening is a pane to go into. One like it that was opened just now, and left, is gone into again as it stands.
type Opening struct {
	Name string       // of the pane
	Of   api.Original // the record that it is about; the zero one: none
	Make func() Pane
	Anew bool // it isn't gone into again: where it begins is part of what was asked for
	// Holds reports whether what was read at a moment is still so; nil: as Env.JustRead says.
	Holds func(Moment) bool
	// Ready prepares the pane, made or left, before it is shown; nil: there is nothing to prepare.
	Ready func(Pane)
}

// Pane is a new one.
func (o Opening) Pane() Pane {
	p := o.Make()
	if o.Ready != nil {
		o.Ready(p)
	}
	return p
}
