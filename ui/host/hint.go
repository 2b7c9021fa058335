package host

import (
	"slices"

	"gatehouse/keymap"
)

// Hint is a key that the footer names.
type Hint struct {
	ID  keymap.ID
	Off bool // it can do nothing now, and keeps its place so that the others keep theirs
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
