package host

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/ui/widget"
)

// Preview is where the record under the cursor of a list stands.
type Preview string

// The places of the preview.
const (
	PreviewBeside Preview = "beside"
	PreviewBelow  Preview = "below"
	PreviewAway   Preview = "away"
)

const (
	// besideFrom is the width from which list and preview stand side by side by themselves: below it the list would show less than alone.
	besideFrom = 140
	// besideLeast is that from which they do because somebody wants it.
	besideLeast = 80
	// belowFrom and belowLeast are the heights of a pane from which the preview stands below the list, by itself and because it is wanted.
	belowFrom, belowLeast = 34, 16
	// belowWidth is the width from which it does so by itself.
	belowWidth = 100
)

// Within is where the preview stands in a pane of w by h cells: where it is wanted as far as there is room for it.
func (p Preview) Within(w, h int) Preview {
	switch {
	case p == PreviewBeside && w >= besideLeast, p == "" && w >= besideFrom:
		return PreviewBeside
	case p == PreviewBelow && h >= belowLeast, p == "" && w >= belowWidth && h >= belowFrom:
		return PreviewBelow
	}
	return PreviewAway
}

// Next is the next of the places, in turn, for which there is room; the same where there is no other.
func (p Preview) Next(w, h int) Preview {
	turn := []Preview{PreviewBeside, PreviewBelow, PreviewAway}
	at := slices.Index(turn, p)
	for n := 1; n < len(turn); n++ {
		if next := turn[(at+n)%len(turn)]; next.Within(w, h) == next {
			return next
		}
	}
	return p
}

// Layout is how the panes are laid out.
type Layout struct {
	// Boxed: panes stand in boxes; else each has a line above it.
	Boxed bool
	// Preview is where it is wanted, "" for where there is room.
	Preview Preview

	// Columns are those of the panes in which somebody has chosen them.
	Columns map[string][]state.Column

	Store *state.Store // nil: nothing is remembered
	Saves *Saves
}

// LayoutMsg brings the layout as it is remembered, or why it couldn't be read or saved.
type LayoutMsg struct {
	Kept state.Layout
	Err  error
	Read bool // it was read, not saved
}

// Read brings the layout from the state folder.
func (l *Layout) Read() tea.Cmd {
	store := l.Store
	if store == nil {
		return nil
	}
	return func() tea.Msg {
		kept, err := store.Layout()
		return LayoutMsg{Kept: kept, Err: err, Read: true}
	}
}

// Put puts the preview elsewhere, and remembers it.
func (l *Layout) Put(at Preview) tea.Cmd {
	l.Preview = at
	return l.save(func(kept *state.Layout) { kept.Preview = string(at) })
}

// PutColumns gives a pane the columns that were chosen, nil: those that it has by itself, and remembers it.
func (l *Layout) PutColumns(pane string, columns []state.Column) tea.Cmd {
	put := func(all *map[string][]state.Column) {
		if *all == nil {
			*all = map[string][]state.Column{}
		}
		(*all)[pane] = columns
		if columns == nil {
			delete(*all, pane)
		}
	}
	put(&l.Columns)
	return l.save(func(kept *state.Layout) { put(&kept.Columns) })
}

func (l *Layout) save(change func(*state.Layout)) tea.Cmd {
	store := l.Store
	if store == nil {
		return nil
	}
	return l.Saves.Command(func(ctx context.Context) tea.Msg { return LayoutMsg{Err: store.ChangeLayout(ctx, change)} })
}

// Handle takes the layout that was remembered; what this version doesn't know is left to the room.
func (l *Layout) Handle(kept state.Layout) {
	l.Columns = kept.Columns
	switch at := Preview(kept.Preview); at {
	case PreviewBeside, PreviewBelow, PreviewAway:
		l.Preview = at
	}
}

// The smallest screen on which panes stand in boxes.
const (
	boxedWidth  = 100
	boxedHeight = 30
)

// Fit says how large the screen is.
func (l *Layout) Fit(w, h int) { l.Boxed = w >= boxedWidth && h >= boxedHeight }

// Box is what a pane stands in.
func (e *Env) Box() widget.Box { return widget.Box{Plain: e.Layout == nil || !e.Layout.Boxed} }
