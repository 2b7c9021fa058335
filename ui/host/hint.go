package host

import (
	"slices"

	"gatehouse/keymap"
)

// Hint is a key that the footer names.
type Hint struct {
	ID  keymap.ID
	Off bool // it can do nothing now, and keeps its place so that the others keep theirs
	// For is the key that has the place when another part of the view has the keys, "" for none: the place is as wide as the wider one.
	For keymap.ID
	// Back is the way back from how the view is drawn now: it is named at the right end, and its place is left empty.
	Back bool
}

// HintsOf are keys that work.
func HintsOf(ids ...keymap.ID) []Hint {
	hints := make([]Hint, len(ids))
	for i, id := range ids {
		hints[i].ID = id
	}
	return hints
}

// Working are the keys that can do something.
func Working(hints []Hint) []Hint {
	return slices.DeleteFunc(hints, func(h Hint) bool { return h.Off })
}

// HintIf is a key that works only now and then.
func HintIf(able bool, id keymap.ID) Hint { return Hint{ID: id, Off: !able} }
