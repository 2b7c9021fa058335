package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/form"
)

// localForm is a form that concerns this machine and sends nothing. It stays open, with what was typed, until close.
type localForm struct {
	heading string
	form    *form.Form
	env     *env
	link    *link
	picks   map[string]pick
	// submit takes valid values; after it, the form waits for fail, resume or close.
	submit func(values map[string]string) tea.Cmd
	// edited is called when values may have changed; nil: nobody cares.
	edited func(values map[string]string)
	// left is called when the form was closed without being submitted; nil: nobody cares.
	left  func()
	drawn []string
	over  bool
}

func newLocalForm(spec form.Spec, e *env, l *link) *localForm {
	f := &localForm{heading: spec.Title, env: e, link: l}
	spec.Title, spec.Local = "", true // the box says it
	f.form = form.New(spec, e.theme, e.keys)
	f.form.SetClock(e.now)
	f.form.SetFramed(true)
	return f
}

func (f *localForm) title() string           { return f.heading }
func (f *localForm) role() theme.Role        { return theme.BorderFocus }
func (f *localForm) closed() bool            { return f.over }
func (f *localForm) scope() keymap.Scope     { return keymap.ScopeForm }
func (f *localForm) typingText() bool        { return f.form.TypingText() }
func (f *localForm) restyle(th *theme.Theme) { f.form.SetTheme(th) }
func (f *localForm) lines() []string         { return f.drawn }
func (f *localForm) cursor() *tea.Cursor     { return f.form.Cursor() }
func (f *localForm) hints() []keymap.ID      { return formHints(f.form) }

func (f *localForm) term(id keymap.ID) string { return formWord(f.form, id) }

func (f *localForm) layout(w, h int) {
	w = min(w, 90)
	f.drawn = strings.Split(f.form.View(w, f.form.Height(w, h)), "\n")
}

func (f *localForm) update(msg tea.Msg) tea.Cmd {
	if f.form.State() != form.Editing {
		return nil
	}
	cmd := f.form.Update(msg)
	if asked, ok := f.form.TakePick(); ok {
		return tea.Batch(cmd, f.link.openPick(f.picks[asked.Field], f.form, f.form.SetValue, asked.Text))
	}
	switch f.form.State() {
	case form.Cancelled:
		f.close()
		if f.left != nil {
			f.left()
		}
	case form.Submitted:
		return tea.Batch(cmd, f.submit(f.form.Values()))
	default:
		if f.edited != nil {
			f.edited(f.form.Values())
		}
	}
	return cmd
}

// fail says why it didn't work and lets the person go on.
func (f *localForm) fail(sentence string) { f.form.SetError(sentence, "") }

func (f *localForm) resume() { f.form.Resume() }

func (f *localForm) close() { f.over = true }
