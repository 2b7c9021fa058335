package form

import (
	"slices"
	"strings"
)

// entries are the strings of a Lines field.
func entries(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// sameEntries compares the texts of two lists, whatever their order.
func sameEntries(one, other string) bool { return sameSet(entries(one), entries(other)) }

func sameSet(one, other []string) bool {
	if slices.Equal(one, other) {
		return true
	}
	if len(one) != len(other) {
		return false
	}
	times := make(map[string]int, len(one))
	for _, s := range one {
		times[s]++
	}
	for _, s := range other {
		if times[s]--; times[s] < 0 {
			return false
		}
	}
	return true
}

// compared is what the text of a Lines field comes to beside the one it began with. It is asked for often while a frame is drawn, so it
// is kept until one of the two changes.
type compared struct {
	known          bool
	start, text    string
	entries        []string // of the text
	outgoing       string
	same           bool
	added, removed []string // new strings, and those that are gone
}

// compared compares the text with the one that the field began with.
func (f *field) compared() *compared {
	c, text := &f.lines, f.text()
	if c.known && c.text == text && c.start == f.start {
		return c
	}
	before, after := entries(f.start), entries(text)
	*c = compared{known: true, start: f.start, text: text, entries: after, outgoing: strings.Join(after, "\n"),
		same: sameSet(before, after), added: without(after, before), removed: without(before, after)}
	return c
}

// without are the strings of all that the others don't have.
func without(all, others []string) (rest []string) {
	known := make(map[string]bool, len(others))
	for _, s := range others {
		known[s] = true
	}
	for _, s := range all {
		if !known[s] {
			rest = append(rest, s)
		}
	}
	return rest
}

// twice is the first entry that is there more than once where none may be, "" for none.
func (f *field) twice() string {
	if !f.Distinct {
		return ""
	}
	all := entries(f.text())
	if f.Kind == Lines {
		all = f.compared().entries
	}
	seen := make(map[string]bool, len(all))
	for _, entry := range all {
		if seen[entry] {
			return entry
		}
		seen[entry] = true
	}
	return ""
}
