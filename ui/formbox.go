package ui

import (
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/form"
)

// formBox is a form over the panes. It stays open with what was typed until its action has worked.
type formBox struct {
	request formRequest
	form    *form.Form
	env     *env
	link    *link
	labels  map[string]string // of what was picked
	action  string            // the title of the plan that was made last
	sent    map[string]string // the values that it was made of
	preview *scroller         // the request, while it is shown
	drawn   []string
	over    bool

	sentAt   time.Time // when it was sent last, zero while it isn't
	refused  string    // the kind of the record, where what was sent last did nothing
	unread   bool      // the record could not be read when the form was opened
	unlooked bool      // the person wants it sent without being compared with the record
	// unreadable: it was not sent once, because the record couldn't be read.
	unreadable bool
}

func newFormBox(r formRequest, e *env, l *link) *formBox {
	inside := r.spec
	inside.Title = "" // the box says it
	labels := map[string]string{}
	for _, f := range inside.Fields {
		for _, o := range f.Options {
			if f.Kind == form.Pick && o.Value == f.Value && o.Value != "" {
				labels[f.Name] = o.Label
			}
		}
	}
	b := &formBox{request: r, form: form.New(inside, e.theme, e.keys), env: e, link: l, labels: labels}
	b.form.SetClock(e.now)
	b.form.SetFramed(true)
	return b
}

func (b *formBox) title() string {
	return ifText(b.sends() && b.env.client.ReadOnly(), "(read-only) ") + b.request.spec.Title
}

// sends reports whether submitting the form changes something on the tenant.
func (b *formBox) sends() bool { return b.request.keep == nil && b.request.submit != nil }

// locked says in a form that is being filled in that it can't be sent any more.
func (b *formBox) locked() {
	if b.sends() && b.form.State() == form.Editing {
		b.form.Say("This session is read-only now: nothing is sent from here. What you typed stays.")
	}
}
func (b *formBox) role() theme.Role        { return theme.BorderFocus }
func (b *formBox) closed() bool            { return b.over }
func (b *formBox) scope() keymap.Scope     { return keymap.ScopeForm }
func (b *formBox) typingText() bool        { return b.preview == nil && b.form.TypingText() }
func (b *formBox) restyle(th *theme.Theme) { b.form.SetTheme(th) }
func (b *formBox) lines() []string         { return b.drawn }

func (b *formBox) hints() []keymap.ID {
	switch {
	case b.preview != nil:
		return []keymap.ID{"form.cancel"}
	case b.request.keep != nil: // nothing is sent from here
		return formHints(b.form)
	}
	return formHints(b.form, "form.request")
}

func (b *formBox) term(id keymap.ID) string {
	if b.preview != nil {
		return "back to the form"
	}
	return formWord(b.form, id)
}

// formHints are the keys of a form as it stands, and others that work where its fields are in view.
func formHints(f *form.Form, others ...keymap.ID) []keymap.ID {
	switch {
	case f.Unread() && f.Reading():
		return []keymap.ID{"form.review", "form.cancel"}
	case f.Reading():
		return []keymap.ID{"form.submit", "form.cancel"}
	}
	return append([]keymap.ID{"form.submit", "form.next", "form.cancel"}, others...)
}

// formWord is what a key of a form is called as it stands: submitting it by its button.
func formWord(f *form.Form, id keymap.ID) string {
	switch {
	case id == "form.next":
		return "next"
	case id == "form.submit":
		return strings.ToLower(f.SubmitWord())
	case id == "form.review" && f.Reading():
		return "more"
	case id == "form.cancel" && f.Reading():
		return "back to the form"
	}
	return ""
}

func (b *formBox) layout(w, h int) {
	w = min(w, 90)
	if b.preview == nil {
		b.drawn = strings.Split(b.form.View(w, b.form.Height(w, h)), "\n")
		return
	}
	b.drawn = b.preview.lines(w, h, b.env.theme)
}

func (b *formBox) update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		id, _ := lookup(b.env.keys, keymap.Chain(keymap.ScopeForm), press)
		switch {
		case b.preview != nil && b.preview.press(press):
			return nil
		case b.preview != nil:
			b.preview = nil
			return nil
		case id == "form.request":
			b.preview = &scroller{text: b.requestText()}
			return nil
		}
	}
	switch msg := msg.(type) {
	case opened:
		return b.readSource()
	case sourceRead:
		return b.tookSource(msg)
	case waitGoesOn:
		return b.waits()
	}
	if b.form.State() != form.Editing { // it is being sent: nothing submits it twice
		return nil
	}
	cmd := b.form.Update(msg)
	if asked, ok := b.form.TakePick(); ok {
		return tea.Batch(cmd, b.link.openPick(b.request.picks[asked.Field], b.form, b.set, asked.Text))
	}
	switch b.form.State() {
	case form.Cancelled:
		b.over = true
		if b.refused != "" { // it was read in the form, and has nothing to do with what is shown next
			b.link.unsay(b.refused)
		}
	case form.Submitted:
		return tea.Batch(cmd, b.submit())
	}
	return cmd
}

// set puts a chosen value into the form, and keeps the name that goes with it.
func (b *formBox) set(name, value, label string) {
	shown := label
	if value != "" && label == "" {
		shown = value + " (unknown name)"
	}
	b.form.SetValue(name, value, shown)
	b.labels[name] = label
}

func (b *formBox) draft() action.Draft {
	d := action.Draft{Values: b.form.Values(), Changed: b.form.Changed(), Labels: map[string]string{}}
	for name, label := range b.labels {
		if label != "" && d.Values[name] != "" {
			d.Labels[name] = label
		}
	}
	return d
}

func (b *formBox) requestText() string {
	if b.request.keep != nil {
		return "Nothing is sent from here."
	}
	plan, err := b.request.submit(b.draft())
	if err != nil {
		return capital(err.Error()) + "."
	}
	return requestText(b.env.client, plan.Steps[0].Request)
}

func (b *formBox) submit() tea.Cmd {
	if b.request.keep != nil {
		b.over = true
		return b.request.keep(b.draft())
	}
	plan, err := b.request.submit(b.draft())
	switch {
	case errors.Is(err, api.ErrNothingChanged):
		b.over = true
		return b.link.say(notice{toneInfo, "Nothing was changed, so nothing was sent."})
	case err != nil:
		b.form.SetTrouble(capital(err.Error()) + ".")
		return nil
	}
	if why := b.changed(); why != "" && !b.warned() {
		b.form.SetTrouble(why + " Save again to send your changes anyway.")
		return nil
	}
	if b.env.client.ReadOnly() {
		b.form.SetTrouble("Nothing was sent, because " + lockedWhy + " now.")
		return nil
	}
	b.form.SetBusy(true)
	b.action, b.sent = plan.Title, b.form.Values()
	if b.unlooked {
		plan.Steps[0].Anyway = true
	}
	b.sentAt, b.refused = time.Time{}, ""
	asked := started{own: b.request.source != nil, pane: b.request.pane, intro: b.request.intro, plan: plan,
		then: b.ended, still: b.unproved, cancelled: b.resume,
		begun: func() { b.sentAt = b.env.now() }}
	if b.request.tells != nil {
		asked.tells = b.request.tells(b.draft())
	}
	return tea.Batch(b.link.start(asked), b.watch())
}

// watch has it said again and again what is waited for, while the form is being sent.
func (b *formBox) watch() tea.Cmd {
	waited := time.Duration(0)
	if !b.sentAt.IsZero() { // else it is still asked about
		waited = b.env.now().Sub(b.sentAt)
	}
	return b.link.tick(nextWait(waited), func(time.Time) tea.Msg { return forOverlay{b, waitGoesOn{}} })
}

// waits says in the form whom and how long the answer is waited for.
func (b *formBox) waits() tea.Cmd {
	if b.over || b.form.State() != form.Submitted {
		return nil
	}
	if waited := b.env.now().Sub(b.sentAt); !b.sentAt.IsZero() && waited >= waitIsLong {
		b.form.SetWaiting(b.env.waitingWords(waited))
	}
	return b.watch()
}

// changed tells what became of the record, where nobody looks at it again before it is sent.
func (b *formBox) changed() string {
	if b.request.changed == nil || b.request.source != nil && !b.unread {
		return ""
	}
	return b.request.changed()
}

// resume goes back to editing, with everything as it was typed.
func (b *formBox) resume() {
	b.form.SetBusy(false)
	b.form.Resume()
}

// warned makes the second saving go through after the first was stopped.
func (b *formBox) warned() bool {
	before := b.request.changed
	b.request.changed = nil
	return before == nil
}

func (b *formBox) cursor() *tea.Cursor { return b.form.Cursor() }
