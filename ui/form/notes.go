package form

import (
	"fmt"
	"sort"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// leastNote is how many rows a long note has on any screen.
const leastNote = 2

// notes are the lines below a value: what is wrong, what it was, why it is locked. A long one takes so many rows at
// most, and no fewer than it needs to be of use.
func (f *Form) notes(fd *field, focused bool, most int) []line {
	var lines []line
	add := func(role theme.Role, s string, rows int) {
		lines = append(lines, paragraph(role, s, f.room(), max(rows, most))...)
	}
	if fd.problem != "" && !fd.soft() {
		add(theme.InputError, "✗ "+fd.problem, 2)
	}
	if fd.refusal != "" {
		add(theme.InputError, "✗ refused: "+fd.refusal, 3)
	}
	switch {
	case !fd.editable():
		if fd.Locked != "" {
			add(theme.Dim, "locked: "+fd.Locked, 2)
		}
	case fd.Unknown && fd.touched && fd.text() == "":
		add(theme.Warn, "will be sent as empty"+fd.replacing(), 2)
	case fd.Unknown && fd.touched && fd.Replaces != "":
		add(theme.Warn, "will be sent"+fd.replacing(), 2)
	case fd.Unknown && fd.touched:
		add(theme.Dim, "will be sent", 1)
	case fd.changed() && f.spec.fresh():
	case fd.changed():
		f.former(fd, add, max(leastNote, most))
	case fd.lossy():
		add(theme.Warn, "Has characters that can't be edited here. They stay as they are unless you change this field.", 2)
	}
	if focused && fd.Kind == Pick && fd.editable() {
		add(theme.Dim, "enter to choose", 1)
	}
	return lines
}

// replacing adds to what is said of a field what its change replaces.
func (fd *field) replacing() string {
	if fd.Replaces == "" {
		return ""
	}
	return "; it " + fd.Replaces
}

// former says what the field was before.
func (f *Form) former(fd *field, add func(theme.Role, string, int), most int) {
	if fd.Kind == Lines {
		c := fd.compared()
		if len(c.added) > 0 {
			add(theme.Good, counted("+ ", c.added, f.room(), most), most)
		}
		if len(c.removed) > 0 {
			add(theme.Bad, counted("− ", c.removed, f.room(), most), most)
		}
		if len(c.added)+len(c.removed) == 0 {
			add(theme.Dim, "the same entries, some more or less often", 1)
		}
		return
	}
	add(theme.Dim, "was: "+orEmpty(draw.Clean(fd.words(fd.Value))), leastNote)
}

// words is a value of the field as a person reads it.
func (fd *field) words(value string) string {
	switch fd.Kind {
	case Toggle:
		if value == "true" {
			return "on"
		}
		return "off"
	case Choice, Pick:
		return fd.labelOf(value)
	}
	return value
}

// counted lists as many entries as fit into rows of w cells, and counts the rest.
func counted(sign string, entries []string, w, rows int) string {
	list := func(n int) string {
		s := sign + strings.Join(entries[:n], ", ")
		if rest := len(entries) - n; rest > 0 {
			s += fmt.Sprintf(" and %d more", rest)
		}
		return s
	}
	if rows >= uncut {
		return list(len(entries))
	}
	const narrowest = 3 // cells of an entry: a character, a comma, a space
	most := min(len(entries), rows*max(1, w)/narrowest+1)
	left := sort.Search(most-1, func(left int) bool { return len(draw.Wrap(list(most-left), w)) <= rows })
	return list(most - left)
}
