package widget

import (
	"cmp"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// Yes is a boolean in words.
func Yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// Joined is a list of words, or what its emptiness means.
func Joined(values []string, none string) string {
	if len(values) == 0 {
		return none
	}
	return strings.Join(values, ", ")
}

// Count is a number with its word, in the singular for one.
func Count(n int64, one string) string { return draw.Counted(n, one) }

// Ref is an id whose name the tenant knows.
type Ref struct{ Kind, ID string }

// Section is a part of a detail: a heading and what stands below it.
type Section struct {
	Title  string
	Fields []Field
	Drawn  func(w int, th *theme.Theme) []string // what stands below them, in lines of at most w cells
	Table  *Table                                // and what below that
}

// Field is one line or more of a detail. Every string in it may come from the tenant; it is cleaned when drawn.
type Field struct {
	Label string
	Value string
	Note  string // what the value means, in plain words
	Role  theme.Role
	Sign  string   // stands before every line of the value: "- ", so that a difference reads without colour
	Bar   *float64 // drawn as a bar before the value
	// IDs stand in the place of the value where there are any, a line each.
	IDs []NamedID
}

// NamedID is an id with the name that it stands for, "" where nobody knows that. A detail shows the id dim, and in short where it doesn't
// fit: it is never what a person confirms, and what is copied is whole.
type NamedID struct{ Name, ID string }

// Compare orders by the name, and by the id where names are alike.
func (n NamedID) Compare(other NamedID) int {
	return cmp.Or(strings.Compare(strings.ToLower(n.Name), strings.ToLower(other.Name)), strings.Compare(n.ID, other.ID))
}

// OnlyID is an id that stands for itself; none for "".
func OnlyID(id string) []NamedID {
	if id == "" {
		return nil
	}
	return []NamedID{{ID: id}}
}
