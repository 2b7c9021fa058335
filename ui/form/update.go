package form

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
)

// clipboardMsg brings what ctrl+v read, addressed to the field that asked.
type clipboardMsg struct {
	form  *Form
	field *field
	text  string
	err   error
}

// putBack takes the changes of the focused field back. It is an editing key of the field, like ctrl+w.
const putBack = "alt+r"

// Update handles keys, pastes and the form's own messages; anything else is left alone.
func (f *Form) Update(msg tea.Msg) tea.Cmd {
	if f.state != Editing {
		return nil
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return f.key(msg)
	case tea.PasteMsg:
		f.asking, f.reading, f.entered = false, false, nil
		if !f.busy {
			f.status = ""
			f.paste(f.current(), msg.Content)
		}
	case clipboardMsg:
		if msg.form == f && !f.busy {
			f.pasteClipboard(msg)
		}
	}
	return nil
}

func (f *Form) key(msg tea.KeyPressMsg) tea.Cmd {
	id, _ := f.keys.Lookup(keymap.Chain(f.scope()), msg.String(), msg.Keystroke())
	f.pace.press(id == "form.enter")
	if f.reading && !f.busy && f.reviewKey(id, msg) {
		return nil
	}
	if id == "form.cancel" {
		f.cancel()
		return nil
	}
	if f.busy {
		f.asking = false
		return nil
	}
	if f.asking {
		// The key that answers the question does nothing else; only text is not lost.
		f.asking = false
		if msg.Text == "" || f.scope() != keymap.ScopeForm {
			return nil
		}
	}
	f.status = ""
	if f.current() == nil && msg.Text != "" && msg.Text != " " { // letters that are bindings elsewhere don't move away from the button
		f.status = "Nothing is typed here; " + f.keys.Label("form.enter") + " to " + strings.ToLower(f.spec.Submit) + "."
		return nil
	}
	if id == "form.enter" && f.spec.oneLine() && !f.pace.pasted() {
		id = "form.submit"
	}
	if f.enterOn(id, msg) {
		return nil
	}
	switch id {
	case "form.submit":
		f.submit()
	case "form.review":
		f.reading, f.from = !f.spec.fresh() || f.refusal != "", 0
	case "form.next", "choice.down":
		f.move(1)
	case "form.previous", "choice.up":
		f.move(-1)
	default:
		return f.fieldKey(id, msg)
	}
	return nil
}

// TakePick is the choice that the last message asked for; the program opens it at once, so that what is typed next goes there.
func (f *Form) TakePick() (PickRequest, bool) {
	asked := f.picking
	if f.picking = nil; asked == nil {
		return PickRequest{}, false
	}
	return *asked, true
}

// scope is where keys are looked up: printable ones are text in a field of text, and search what can be picked.
func (f *Form) scope() keymap.Scope {
	if fd := f.current(); fd != nil && (fd.edit != nil || fd.Kind == Pick && fd.editable()) {
		return keymap.ScopeForm
	}
	return keymap.ScopeChoice
}

// TypingText reports whether printable keys are text right now.
func (f *Form) TypingText() bool { return f.scope() == keymap.ScopeForm }

// cancel closes the form, at the second press when something would be lost.
func (f *Form) cancel() {
	if f.asking || !f.busy && len(f.Changed()) == 0 {
		f.state, f.asking = Cancelled, false
		return
	}
	f.asking = true
}

// move changes the focus; both ends meet.
func (f *Form) move(by int) {
	if fd := f.current(); fd != nil && fd.edit != nil {
		fd.edit.endBreak(false)
	}
	stops := len(f.fields) + 1
	f.focus = (f.focus + by + stops) % stops
}

// fieldKey handles a key that belongs to the field with the focus.
func (f *Form) fieldKey(id keymap.ID, msg tea.KeyPressMsg) tea.Cmd {
	fd, name := f.current(), msg.String()
	switch {
	case fd == nil:
		f.buttonKey(id, name)
		return nil
	case name == "up":
		f.vertical(fd, -1)
		return nil
	case name == "down":
		f.vertical(fd, 1)
		return nil
	case !fd.editable():
		f.status = "This field can't be changed."
		if fd.Locked != "" {
			f.status = fd.Locked
		}
		return nil
	case name == putBack:
		fd.restore()
		f.recheck()
		return nil
	case name == "ctrl+v" && (fd.edit != nil || fd.Kind == Pick):
		return f.readFor(fd)
	case fd.edit != nil:
		f.textKey(fd, msg)
	case fd.Kind == Pick:
		f.pickKey(fd, id, msg)
	default:
		f.choiceKey(fd, id)
	}
	return nil
}

func (f *Form) buttonKey(id keymap.ID, name string) {
	switch {
	case id == "form.enter" && f.pace.meant():
		f.submit()
	case id == "form.enter":
		f.status = f.keys.Label("form.enter") + " once more to " + strings.ToLower(f.spec.Submit) + "."
	case name == "up":
		f.move(-1)
	case name == "down":
		f.move(1)
	}
}

// vertical moves the cursor within the text, and to another field at its ends.
func (f *Form) vertical(fd *field, by int) {
	if fd.Kind == Text || fd.Kind == Lines {
		if wrapAround(fd.edit, 1, f.room()).move(fd.edit, by) {
			return
		}
	}
	f.move(by)
}

// readFor reads the clipboard for a field.
func (f *Form) readFor(fd *field) tea.Cmd {
	read := f.readClipboard
	return func() tea.Msg {
		text, err := read()
		return clipboardMsg{form: f, field: fd, text: text, err: err}
	}
}

func (f *Form) textKey(fd *field, msg tea.KeyPressMsg) {
	if msg.Text != "" && f.refuses(fd, msg.Text) {
		return
	}
	before := fd.text()
	if would, refused := fd.edit.limited(fd.limit(), func() { fd.edit.press(msg) }); refused {
		f.sayTooLong(fd, would)
		return
	}
	if fd.edit.broke {
		f.status = "This field has one line; " + f.saveHint() + "."
	}
	f.note(fd, before)
}

// note records that a person may have changed a field of text.
func (f *Form) note(fd *field, before string) {
	if fd.text() != before {
		fd.edited()
		f.recheck()
	}
}

// pickKey handles a key of a Pick: one that is text begins the search for a value.
func (f *Form) pickKey(fd *field, id keymap.ID, msg tea.KeyPressMsg) {
	switch name := msg.String(); {
	case id == "form.enter" || msg.Text != "":
		f.picking = &PickRequest{fd.Name, strings.TrimSpace(msg.Text)}
	case (name == "backspace" || name == "delete") && fd.now != "":
		fd.put("")
		fd.edited()
		f.recheck()
	}
}

func (f *Form) choiceKey(fd *field, id keymap.ID) {
	switch {
	case id == "form.enter" && fd.Kind == Choice && !slices.ContainsFunc(fd.Options, func(o Option) bool { return o.Value == fd.now }):
		f.step(fd, 1)
	case id == "form.enter":
		f.move(1)
	case id == "choice.toggle" || id == "choice.next":
		f.step(fd, 1)
	case id == "choice.previous":
		f.step(fd, -1)
	}
}

func (f *Form) step(fd *field, by int) {
	if fd.step(by) {
		fd.edited()
		f.recheck()
	}
}

func (f *Form) paste(fd *field, text string) {
	switch {
	case text == "":
	case fd != nil && fd.Kind == Pick && fd.editable():
		f.picking = &PickRequest{fd.Name, strings.TrimSpace(text)}
	case fd == nil || fd.edit == nil:
		f.status = "There is no text here to paste into."
	case !fd.editable():
		f.status = "This field can't be changed."
	case f.refuses(fd, text):
	default:
		before := fd.text()
		if would, refused := fd.edit.limited(fd.limit(), func() { fd.edit.paste(text) }); refused {
			f.sayTooLong(fd, would)
		}
		f.note(fd, before)
	}
}

func (f *Form) pasteClipboard(msg clipboardMsg) {
	if msg.err != nil {
		f.status = "The clipboard can't be read from here. Paste with the terminal's own key."
		return
	}
	f.paste(msg.field, msg.text)
}
