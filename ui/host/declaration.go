package host

import (
	"gatehouse/action"
	"gatehouse/keymap"
)

// Declaration is all that the console and what is around it know of a pane: the frame, the key map, the configuration, the palette,
// the help and the documents range over the declarations.
type Declaration struct {
	Name  string // messages, saved views and the configuration call it this
	Title string // on its tab, or in the menu of the pane it is inside of
	Key   string // goes to it
	Word  string // the footer's word for going to it; "": the title
	Help  string // the help's sentence for that
	About string // what it is for, in a sentence: for those inside another one
	Brief string // About in less than a line of the smallest screen
	Views bool   // the configuration may hold views of it

	Scope    keymap.Scope
	Bindings []keymap.Binding // that work in it
	New      func(*Env, Host) Pane
	// Reread reads the record of a journal entry again, where no list holds such records; nil: it has none.
	Reread func(action.Entry) (Rereading, bool)
	Today  func(*Env, Host) Topic // what of it needs somebody now; nil: nothing

	Inner []Declaration // the panes that are gone to from it
}

// binding is what goes to the pane.
func (d Declaration) binding(id keymap.ID, s keymap.Scope) keymap.Binding {
	return keymap.Bind(s, id, FirstOf(d.Word, d.Title), d.Help, d.Key)
}

// GoTo is what goes to the pane from everywhere. It is called by the pane's digit, or by its name where the key is no digit.
func (d Declaration) GoTo() keymap.Binding {
	id := "pane." + d.Name
	if len(d.Key) == 1 && d.Key[0] >= '0' && d.Key[0] <= '9' {
		id = "pane." + d.Key
	}
	return d.binding(keymap.ID(id), keymap.ScopeGlobal)
}

// GoToInner is what goes to a pane inside this one.
func (d Declaration) GoToInner(inner Declaration) keymap.Binding {
	return inner.binding(keymap.ID(d.Name+"."+inner.Name), d.Scope)
}

// Own are the bindings that work in the pane and in those inside of it, in parts.
func (d Declaration) Own() [][]keymap.Binding {
	own := [][]keymap.Binding{d.Bindings}
	if len(d.Inner) == 0 {
		return own
	}
	var into []keymap.Binding
	for _, inner := range d.Inner {
		into = append(into, d.GoToInner(inner))
	}
	own = append(own, into)
	for _, inner := range d.Inner {
		own = append(own, inner.Own()...)
	}
	return own
}
