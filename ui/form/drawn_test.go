package form

import "strings"

// View is the form as one text.
func (f *Form) View(w, h int) string { return strings.Join(f.Lines(w, h), "\n") }
