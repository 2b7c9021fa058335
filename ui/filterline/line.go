// Package filterline is the line in which the filter of a list is typed: what is typed, and the last filter that could be read.
package filterline

import (
	"errors"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/filter"
	"gatehouse/ui/form"
)

// Line is what is typed and what it means.
type Line struct {
	Typing  bool
	field   *form.LineInput // nil until something is typed: most lists are never filtered
	compile func(string) (*filter.Filter, error)
	Text    string // what Filter was made from
	Filter  *filter.Filter
	Err     *filter.SyntaxError // of what is typed since
	Before  string              // the filter when the line was opened
}

// New makes an empty line. compile reads a filter.
func New(compile func(string) (*filter.Filter, error)) Line {
	return Line{compile: compile}
}

// Field is where it is typed.
func (f *Line) Field() *form.LineInput {
	if f.field == nil {
		field := form.NewLineInput()
		f.field = &field
	}
	return f.field
}

// Value is what is typed.
func (f *Line) Value() string {
	if f.field == nil {
		return ""
	}
	return f.field.Value()
}

// Active reports whether a filter decides which rows are shown.
func (f *Line) Active() bool { return f.Text != "" }

// Open begins typing, with a text to change.
func (f *Line) Open(text string) tea.Cmd {
	f.Typing, f.Before = true, f.Text
	f.Field().SetValue(text)
	f.Field().CursorEnd()
	return f.Field().Focus()
}

// Close ends typing; the filter stays.
func (f *Line) Close() {
	f.Typing = false
	if f.field != nil {
		f.field.Blur()
	}
}

// Parse takes what is typed; a mistake leaves the filter that was there before it.
func (f *Line) Parse() {
	f.Err = nil
	parsed, err := f.compile(f.Value())
	if errors.As(err, &f.Err) {
		f.stepOut()
		return
	}
	f.Take(f.Value(), parsed)
}

// Take has a filter that was read from a text decide what is shown.
func (f *Line) Take(text string, parsed *filter.Filter) {
	f.Text, f.Filter = strings.TrimSpace(text), parsed
}

// stepOut drops a word that has become the beginning of what can't be read: "state" is no word any more in "state:".
func (f *Line) stepOut() {
	typed := []rune(f.Value())
	start := min(f.Err.Pos, len(typed))
	for start > 0 && !unicode.IsSpace(typed[start-1]) {
		start--
	}
	before := string(typed[:start])
	if !strings.HasPrefix(strings.TrimSpace(string(typed)), f.Text) || len(f.Text) <= len(strings.TrimSpace(before)) {
		return
	}
	if parsed, err := f.compile(before); err == nil {
		f.Take(before, parsed)
	}
}

// Set takes a filter that was parsed before, or none.
func (f *Line) Set(text string) {
	f.Field().SetValue(text)
	f.Parse()
}
