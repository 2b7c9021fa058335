package dialog

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// LocalForm is a form that concerns this machine and sends nothing. It stays open, with what was typed, until close.
type LocalForm struct {
	heading string
	Form    *form.Form
	env     *host.Env
	host    host.Host
	Picks   map[string]host.Pick
	// Submit takes valid values; after it, the form waits for fail, resume or close.
	Submit func(values map[string]string) tea.Cmd
	// Edited is called when values may have changed; nil: nobody cares.
	Edited func(values map[string]string)
	// left is called when the form was closed without being submitted; nil: nobody cares.
	left  func()
	drawn []string
	Over  bool
}

func NewLocalForm(spec form.Spec, e *host.Env, h host.Host) *LocalForm {
	f := &LocalForm{heading: spec.Title, env: e, host: h}
	spec.Title, spec.Local = "", true // the box says it
	f.Form = form.New(spec, e.Theme, e.Keys)
	f.Form.SetClock(e.Clock)
	f.Form.SetFramed(true)
	return f
}

func (f *LocalForm) Title() string { return f.heading }

func (f *LocalForm) Scrolled() widget.Scroll {
	top, rows, all := f.Form.InView()
	return widget.Scroll{Top: top, Rows: rows, All: all}
}

func (f *LocalForm) Role() theme.Role { return theme.BorderFocus }

func (f *LocalForm) Closed() bool { return f.Over }

func (f *LocalForm) Scope() keymap.Scope { return keymap.ScopeForm }

func (f *LocalForm) TypingText() bool { return f.Form.TypingText() }

func (f *LocalForm) Restyle(th *theme.Theme) { f.Form.SetTheme(th) }

func (f *LocalForm) Lines() []string { return f.drawn }

func (f *LocalForm) Cursor() *tea.Cursor { return f.Form.Cursor() }

func (f *LocalForm) Hints() []keymap.ID { return formHints(f.Form) }

func (f *LocalForm) Term(id keymap.ID) string { return formWord(f.Form, id) }

func (f *LocalForm) Layout(w, h int) {
	w = min(w, 90)
	f.drawn = f.Form.Lines(w, f.Form.Height(w, h))
}

// Untouched reports whether it was typed in, or left, and nobody follows that.
func (f *LocalForm) Untouched() bool {
	return f.Edited == nil && f.left == nil && (f.Form.State() == form.Editing || f.Form.State() == form.Cancelled)
}

func (f *LocalForm) Update(msg tea.Msg) tea.Cmd {
	if f.Form.State() != form.Editing {
		return nil
	}
	cmd := f.Form.Update(msg)
	if asked, ok := f.Form.TakePick(); ok {
		return tea.Batch(cmd, host.OpenPick(f.host, f.Picks[asked.Field], f.Form, f.Form.SetValue, asked.Text))
	}
	switch f.Form.State() {
	case form.Cancelled:
		f.Close()
		if f.left != nil {
			f.left()
		}
	case form.Submitted:
		return tea.Batch(cmd, f.Submit(f.Form.Values()))
	default:
		if f.Edited != nil {
			f.Edited(f.Form.Values())
		}
	}
	return cmd
}

// Fail says why it didn't work and lets the person go on.
func (f *LocalForm) Fail(sentence string) { f.Form.SetError(sentence, "") }

func (f *LocalForm) Resume() { f.Form.Resume() }

func (f *LocalForm) Close() { f.Over = true }
