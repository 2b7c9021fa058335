package action

import (
	"unicode"
	"unicode/utf8"
)

// Why is why something can't be done now. The zero value says that it can.
type Why struct {
	is     string // with the record as its subject
	clause string // with a subject of its own
	locked bool
}

// WhyIt is what is so of the record: "is deleted already". "" is no reason.
func WhyIt(is string) Why { return Why{is: is} }

// Because is a clause about something else: "there is no record under the cursor". "" is no reason.
func Because(clause string) Why { return Why{clause: clause} }

// ReadOnly is that nothing is changed in this session.
func ReadOnly() Why { return Why{clause: "this session is read-only", locked: true} }

// None reports whether it can be done.
func (w Why) None() bool { return w == Why{} }

// Locked reports whether nothing can be done in the whole session.
func (w Why) Locked() bool { return w.locked }

// String is the clause by which a sentence goes on: "it is deleted already"; "" when it can be done.
func (w Why) String() string {
	if w.is != "" {
		return "it " + w.is
	}
	return w.clause
}

// Of is a sentence of its own about one record, called by what it is.
func (w Why) Of(one string) string {
	if w.is != "" {
		return "This " + one + " " + w.is + "."
	}
	first, size := utf8.DecodeRuneInString(w.clause)
	return string(unicode.ToUpper(first)) + w.clause[size:] + "."
}

// Each is the clause about so many records: "each is deleted already".
func (w Why) Each(n int) string {
	if w.is != "" && n > 1 {
		return "each " + w.is
	}
	return w.String()
}
