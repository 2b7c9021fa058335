package form

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/atotto/clipboard"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// Form is a form in use. It is not safe for concurrent use; like all of Bubble Tea it lives in the Update loop.
type Form struct {
	spec    Spec
	fields  []*field
	focus   int // index into fields; len(fields) is the button
	state   State
	busy    bool
	waiting string // while it is busy: whom the answer is waited for
	asking  bool   // the question whether to discard what was typed is open

	status  string // one sentence about the last key, gone with the next one
	refusal string // the tenant's, when it names no field
	unsure  bool   // what stands there is no refusal: nobody knows what came of it
	news    string // what became of the record since the form was opened
	cross   string // what Check says

	picking *PickRequest // until the program takes it

	theme *theme.Theme
	keys  *keymap.Map

	// w and h are the size last drawn: moving up and down in wrapped text depends on where it wraps.
	w, h       int
	drawn      screen // what Lines drew last
	realCursor bool
	framed     bool // the frame around the form names the keys that every form has
	tall       tall

	review
	pace    pace
	entered *field // enter went on from it with the key before

	readClipboard func() (string, error)
}

// New makes a form with the focus on its first field that can be edited. Without a key map it has the built-in one.
func New(spec Spec, t *theme.Theme, keys *keymap.Map) *Form {
	if keys == nil {
		keys = keymap.New(keymap.Panes{})
	}
	f := &Form{spec: spec, theme: t, keys: keys, readClipboard: clipboard.ReadAll}
	if f.spec.Submit == "" {
		f.spec.Submit = "Save"
	}
	for _, d := range spec.Fields {
		f.fields = append(f.fields, newField(d))
	}
	f.focus = max(0, slices.IndexFunc(f.fields, func(fd *field) bool { return fd.editable() }))
	return f
}

// SubmitWord is the word on the button that submits the form.
func (f *Form) SubmitWord() string { return f.spec.Submit }

// State says whether the form is being edited, is to be sent or is to be closed.
func (f *Form) State() State { return f.state }

// Resume goes back to editing with everything as it was typed.
func (f *Form) Resume() { f.state, f.busy, f.asking = Editing, false, false }

// SetBusy says that the form is being sent. Until it is over, every key but the one that cancels is ignored.
func (f *Form) SetBusy(busy bool) {
	f.busy, f.asking, f.status, f.waiting = busy, false, "", ""
}

// SetWaiting says, of a form that is being sent, whom and how long an answer is waited for.
func (f *Form) SetWaiting(words string) { f.waiting = words }

// SetTheme changes the colours.
func (f *Form) SetTheme(t *theme.Theme) { f.theme = t }

// SetRealCursor leaves the cursor to the terminal: the program then places it where Cursor says.
func (f *Form) SetRealCursor(on bool) { f.realCursor = on }

// SetFramed says that the frame around the form names the keys that every form has: here stand only the field's own.
func (f *Form) SetFramed(on bool) { f.framed = on }

// SetClock gives the form the time, by which it tells keys that a hand presses from those of a paste or a held key. Without it every key is
// a hand's.
func (f *Form) SetClock(now func() time.Time) { f.pace.now = now }

// Focused is the Name of the field with the focus, "" on the button.
func (f *Form) Focused() string {
	if fd := f.current(); fd != nil {
		return fd.Name
	}
	return ""
}

func (f *Form) current() *field {
	if f.focus < len(f.fields) {
		return f.fields[f.focus]
	}
	return nil
}

func (f *Form) find(name string) *field {
	for _, fd := range f.fields {
		if fd.Name == name {
			return fd
		}
	}
	return nil
}

// Values are the values of all fields by name; an unknown one that nobody touched is its Value at the start.
func (f *Form) Values() map[string]string {
	values := make(map[string]string, len(f.fields))
	for _, fd := range f.fields {
		values[fd.Name] = fd.value()
	}
	return values
}

// Changed are the names of the fields that really differ from the start (unknown ones: that were touched), in the order of the
// form. It is the update mask.
func (f *Form) Changed() []string {
	var names []string
	for _, fd := range f.fields {
		if fd.changed() {
			names = append(names, fd.Name)
		}
	}
	return names
}

// Problems lists what keeps the form from being sent, "URL: must start with https://".
func (f *Form) Problems() []string {
	var all []string
	for _, fd := range f.fields {
		if fd.problem != "" {
			all = append(all, fd.Title+": "+fd.problem)
		}
	}
	if f.cross != "" {
		all = append(all, f.cross)
	}
	return all
}

// SetValue sets a field from outside: what was picked, or what an external editor brought. label is how a Pick shows the value, ""
// for its option's label or the value itself. The same value again only changes the label. It is a no-op for a field that can't be
// edited or doesn't exist.
func (f *Form) SetValue(name, value, label string) {
	fd := f.find(name)
	if fd == nil || !fd.editable() {
		return
	}
	if before := fd.text(); before != value || fd.Unknown && !fd.touched && value != "" {
		fd.put(value)
		fd.edited()
	}
	if label != "" {
		fd.label = label
	}
	f.recheck()
}

// recheck runs the check across fields, once there is a change to judge.
func (f *Form) recheck() {
	f.cross = ""
	if f.spec.Check == nil || len(f.Changed()) == 0 {
		return
	}
	if err := f.spec.Check(f.Values()); err != nil {
		f.cross = err.Error()
	}
}

// submit ends editing when nothing is wrong, and goes to the first problem otherwise.
func (f *Form) submit() {
	if f.unread {
		f.reading, f.from = true, 0
		return
	}
	f.refusal = ""
	first, count := -1, 0
	for i, fd := range f.fields {
		fd.refusal = ""
		if what := fd.unseen(f.spec.fresh()); what != "" && !fd.Prose {
			fd.problem = "has " + what + ", which can't be seen; take it out"
		}
		fd.tried = fd.problem != ""
		if fd.tried {
			count++
			if first < 0 {
				first = i
			}
		}
	}
	switch {
	case count > 0:
		f.focus = first
		f.status = fmt.Sprintf("Fix %s first.", draw.Counted(int64(count), "field"))
	case f.cross != "":
		f.focus = len(f.fields)
		f.status = f.notDone() + ": the values don't fit together yet."
	case f.asksUnseen():
	default:
		f.state = Submitted
	}
}

// asksUnseen asks once about what can't be seen in a name or a text, and reports whether it did.
func (f *Form) asksUnseen() bool {
	for i, fd := range f.fields {
		what := fd.unseen(f.spec.fresh())
		if what == "" || fd.meant == fd.value() {
			continue
		}
		fd.meant = fd.value()
		f.focus = i
		f.status = fmt.Sprintf("%s has %s, which can't be seen. %s again accepts it.", fd.Title, what, f.keys.Label("form.submit"))
		return true
	}
	return false
}

func (f *Form) notDone() string {
	if f.spec.Local {
		return "Not done"
	}
	return "Not sent"
}

// SetError shows a refusal and goes back to editing. message is what the tenant itself said in it: one that names a field that can be
// edited is shown at the field, which gets the focus; any other at the top.
func (f *Form) SetError(text, message string) {
	f.Resume()
	f.status, f.refusal, f.unsure = "", "", false
	f.tell()
	at := f.named(message)
	if at < 0 || f.spec.Local {
		f.refusal = text
		return
	}
	f.focus = at
	f.fields[at].refusal = text
	f.status = "Not done: the tenant refused " + f.fields[at].Title + "."
}

// Say tells something until the next key.
func (f *Form) Say(sentence string) { f.status = sentence }

// SetTrouble says at the top why nothing was sent, in words that are not the tenant's, and goes back to editing.
func (f *Form) SetTrouble(text string) {
	f.Resume()
	f.status, f.refusal, f.unsure = "", text, false
	f.tell()
}

// SetUnknown says at the top that nobody knows what came of it, and goes back to editing.
func (f *Form) SetUnknown(text string) {
	f.SetTrouble(text)
	f.unsure = true
}

// Reword replaces what was said at the top by what holds now, without asking for it to be read before anything is sent.
func (f *Form) Reword(text string) { f.refusal = text }

// Unsure reports whether the form says that nobody knows what came of it.
func (f *Form) Unsure() bool { return f.unsure && f.refusal != "" }

// verdict is what stands at the top, with its mark: a refusal, or that nobody knows.
func (f *Form) verdict() (theme.Role, string) {
	if f.unsure {
		return theme.Warn, "? " + f.refusal
	}
	return theme.InputError, "✗ " + f.refusal
}

// named finds the field that a refusal speaks of: by its path, by the path's last part, by the wire's snake_case or by its title.
// The longest name wins, so that "datasource.prefix" isn't taken for "prefix".
func (f *Form) named(text string) int {
	best, length := -1, 0
	for i, fd := range f.fields {
		if !fd.editable() {
			continue
		}
		last := fd.Name[strings.LastIndexByte(fd.Name, '.')+1:]
		for _, name := range []string{fd.Name, last, snake(fd.Name), snake(last), fd.Title} {
			if len(name) > length && mentions(text, name) {
				best, length = i, len(name)
			}
		}
	}
	return best
}

// snake spells a JSON path the way protobuf errors do: "displayName" is "display_name".
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// mentions reports whether a text has a name as a whole word.
func mentions(text, name string) bool {
	text, name = strings.ToLower(text), strings.ToLower(name)
	for from := 0; name != ""; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return false
		}
		start, end := from+at, from+at+len(name)
		if (start == 0 || !wordByte(text[start-1])) && (end == len(text) || !wordByte(text[end])) {
			return true
		}
		from = start + 1
	}
	return false
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 0x80
}
