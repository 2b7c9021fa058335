package ui

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
)

// pane is what the frame shows one of at a time. Rows, columns and records are its own business.
type pane interface {
	name() string
	title() string
	holds(kind string) bool // it lists records of the kind
	// count is what the tab says: "27", "200+", "" before anything was loaded.
	count() string
	// enter is called when the pane comes to the front, leave when it goes: its reads are cancelled, no write is.
	enter() tea.Cmd
	leave()
	// receive takes what a command of the pane brought back.
	receive(msg any) tea.Cmd
	// do carries out a binding; false: not one of the pane's.
	do(id keymap.ID) (tea.Cmd, bool)
	// input takes keys and pastes while typing() is true.
	input(msg tea.Msg) tea.Cmd
	typing() bool
	scopes() []keymap.Scope
	// hints are the bindings that work right now, most useful first.
	hints() []keymap.ID
	// offers are the pane's own actions for the palette and the help.
	offers() []offer
	// knows reports whether do would carry out the binding; preview is the request that an action would send.
	knows(id keymap.ID) bool
	preview(id keymap.ID) (string, error)
	resize(w, h int)
	// redraw is called when what is drawn may have changed without the pane: names, theme, the minute.
	redraw()
	view() []string
	cursor() *tea.Cursor
	click(x, y int) tea.Cmd
	wheel(delta int) tea.Cmd
	// trouble is what the frame says in its banner, "" when all is well.
	trouble() string
}

// wrapper is a pane around another one.
type wrapper interface{ inner() pane }

// as is what a pane, or the one that it wraps, can do beside what every pane does.
func as[C any](p pane) (can C, ok bool) {
	for p != nil {
		if can, ok = p.(C); ok {
			return can, true
		}
		w, wraps := p.(wrapper)
		if !wraps {
			break
		}
		p = w.inner()
	}
	return can, false
}

// offer is an action as the palette and the help show it.
type offer struct {
	id    keymap.ID
	title string
	able  bool
	why   string // why it isn't able
	// hinted: the footer names it all the same, because what is missing is quickly done.
	hinted bool
}

// addressed is what a command brings back for a pane: what belongs to another session is dropped in one place.
type addressed struct {
	session uint64
	pane    string
	msg     any
}
