package form

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/ui/draw"
)

// field is a Field in use.
type field struct {
	Field
	edit  *editor // Line, Text and Lines
	now   string  // the value of every other kind
	label string  // what a Pick shows for now

	start string // what the editor made of Value, or Value itself: the field is changed when it differs from this
	taken string // the text that restore took back
	meant string // the value whose unseen characters were asked about
	lines compared
	// touched: a person changed it at least once since the start.
	touched bool
	tried   bool   // a submit found a problem here: no more soft words
	problem string // live, "" for none
	refusal string // the tenant's, until the field is edited
}

func newField(d Field) *field {
	f := &field{Field: d}
	switch d.Kind {
	case Line, Text, Lines:
		f.edit = newEditor(d.Value, d.Kind != Line)
	default:
		f.now, f.label = d.Value, d.labelOf(d.Value)
	}
	f.start = f.text()
	f.judge()
	return f
}

// labelOf is how a value of Options is shown; a value that isn't among them is shown as it is.
func (f Field) labelOf(value string) string {
	for _, o := range f.Options {
		if o.Value == value && o.Label != "" {
			return o.Label
		}
	}
	return value
}

// text is what the field holds now.
func (f *field) text() string {
	if f.edit != nil {
		return f.edit.value()
	}
	return f.now
}

// lossy: the value has characters that the editor left out. They stay unless the text is changed.
func (f *field) lossy() bool {
	return f.edit != nil && f.start != lineBreaks.Replace(f.Value)
}

// value is what the field stands for: the very value that came while it is unchanged.
func (f *field) value() string {
	text := f.text()
	if text == f.start {
		return f.Value
	}
	return f.outgoing(text)
}

// outgoing is a text as it is sent: nobody means the blanks around it.
func (f *field) outgoing(text string) string {
	switch f.Kind {
	case Lines:
		if c := f.compared(); c.text == text {
			return c.outgoing
		}
		return strings.Join(entries(text), "\n")
	case Line, Text:
		return strings.TrimSpace(text)
	}
	return text
}

// unseen names what can't be seen in the text that the field would send, "" for nothing. news: what came with the form counts too.
func (f *field) unseen(news bool) string {
	if f.edit == nil || !f.editable() || !f.changed() && !news {
		return ""
	}
	value := f.value()
	if u, any := draw.FirstUnseen(value); any {
		return u.Words(value)
	}
	return ""
}

// changed reports whether the field belongs in the update mask.
func (f *field) changed() bool {
	switch {
	case !f.editable():
		return false
	case f.Unknown:
		return f.touched
	case f.Kind == Lines:
		return !f.compared().same
	case f.edit != nil:
		return f.text() != f.start && f.outgoing(f.text()) != f.start
	case f.Kind == Toggle:
		return (f.now == "true") != (f.Value == "true")
	}
	return f.text() != f.start
}

// empty: nothing that could be sent as a value.
func (f *field) empty() bool {
	return f.Kind != Toggle && strings.TrimSpace(f.text()) == ""
}

const required = "required"

// judge finds the field's problem again after a change.
func (f *field) judge() {
	f.problem = ""
	switch changed := f.changed(); {
	case !f.editable(), f.Unknown && !f.touched:
	case f.empty() && f.Required:
		f.problem = required
	case changed && !f.Prose && f.unseen(false) != "":
		f.problem = "has " + f.unseen(false) + ", which can't be seen; take it out"
	case changed:
		f.problem = f.validate()
	}
	if again := f.twice(); f.problem == "" && f.changed() && again != "" {
		f.problem = "“" + again + "” is there twice"
	}
}

func (f *field) validate() string {
	if f.Validate == nil {
		return ""
	}
	if f.Kind != Lines {
		if err := f.Validate(f.value()); err != nil {
			return err.Error()
		}
		return ""
	}
	for _, entry := range f.compared().entries {
		if err := f.Validate(entry); err != nil {
			return fmt.Sprintf("%s: %v", entry, err)
		}
	}
	return ""
}

// soft: the problem is only that nobody has come to the field yet.
func (f *field) soft() bool { return f.problem == required && !f.touched && !f.tried }

// edited notes that a person changed the text.
func (f *field) edited() {
	f.touched, f.refusal = true, ""
	f.judge()
}

// put sets the value from outside or from the former value.
func (f *field) put(value string) {
	if f.edit != nil {
		f.edit.set(value)
		return
	}
	f.now, f.label = value, f.labelOf(value)
}

// restore takes every change of the field back, and at the next call brings it again: no key loses what was typed.
func (f *field) restore() {
	if !f.changed() {
		if f.taken != "" {
			f.put(f.taken)
			f.taken = ""
			f.edited()
		}
		return
	}
	f.taken = f.text()
	f.put(f.Value)
	f.touched, f.tried, f.refusal = false, false, ""
	f.judge()
}

// step moves a Choice or flips a Toggle, and reports whether that changed anything.
func (f *field) step(by int) bool {
	before := f.now
	switch {
	case f.Kind == Toggle:
		f.now = "true"
		if before == "true" {
			f.now = "false"
		}
	case f.Kind == Choice && len(f.Options) > 0:
		at := slices.IndexFunc(f.Options, func(o Option) bool { return o.Value == f.now })
		if at < 0 && by < 0 {
			at = 0
		}
		n := len(f.Options)
		f.put(f.Options[((at+by)%n+n)%n].Value)
	}
	return f.now != before || f.Unknown && !f.touched
}
