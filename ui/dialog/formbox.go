package dialog

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
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// FormBox is a form over the panes. It stays open with what was typed until its action has worked.
type FormBox struct {
	request host.FormRequest
	Form    *form.Form
	env     *host.Env
	host    host.Host
	labels  map[string]string // of what was picked
	action  string            // the title of the plan that was made last
	sent    map[string]string // the values that it was made of
	preview *widget.Scroller  // the request, while it is shown
	drawn   []string
	over    bool

	sentAt   time.Time // when it was sent last, zero while it isn't
	refused  string    // the kind of the record, where what was sent last did nothing
	unread   bool      // the record could not be read when the form was opened
	unlooked bool      // the person wants it sent without being compared with the record
	// unreadable: it was not sent once, because the record couldn't be read.
	unreadable bool
}

func NewFormBox(r host.FormRequest, e *host.Env, h host.Host) *FormBox {
	inside := r.Spec
	inside.Title = "" // the box says it
	labels := map[string]string{}
	for _, f := range inside.Fields {
		for _, o := range f.Options {
			if f.Kind == form.Pick && o.Value == f.Value && o.Value != "" {
				labels[f.Name] = o.Label
			}
		}
	}
	b := &FormBox{request: r, Form: form.New(inside, e.Theme, e.Keys), env: e, host: h, labels: labels}
	b.Form.SetClock(e.Clock)
	b.Form.SetFramed(true)
	return b
}

func (b *FormBox) Title() string {
	return widget.IfText(b.sends() && b.env.Client.ReadOnly(), "(read-only) ") + b.request.Spec.Title
}

// sends reports whether submitting the form changes something on the tenant.
func (b *FormBox) sends() bool { return b.request.Keep == nil && b.request.Submit != nil }

// Locked says in a form that is being filled in that it can't be sent any more.
func (b *FormBox) Locked() {
	if b.sends() && b.Form.State() == form.Editing {
		b.Form.Say("This session is read-only now: nothing is sent from here. What you typed stays.")
	}
}

func (b *FormBox) Scrolled() widget.Scroll {
	if b.preview != nil {
		return b.preview.Scrolled()
	}
	top, rows, all := b.Form.InView()
	return widget.Scroll{Top: top, Rows: rows, All: all}
}

func (b *FormBox) Role() theme.Role { return theme.BorderFocus }

func (b *FormBox) Closed() bool { return b.over }

func (b *FormBox) Scope() keymap.Scope { return keymap.ScopeForm }

func (b *FormBox) TypingText() bool { return b.preview == nil && b.Form.TypingText() }

func (b *FormBox) Restyle(th *theme.Theme) { b.Form.SetTheme(th) }

func (b *FormBox) Lines() []string { return b.drawn }

func (b *FormBox) Hints() []keymap.ID {
	switch {
	case b.preview != nil:
		return []keymap.ID{"form.cancel"}
	case b.request.Keep != nil: // nothing is sent from here
		return formHints(b.Form)
	}
	return formHints(b.Form, "form.request")
}

func (b *FormBox) Term(id keymap.ID) string {
	if b.preview != nil {
		return "back to the form"
	}
	return formWord(b.Form, id)
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

func (b *FormBox) Layout(w, h int) {
	w = min(w, 90)
	if b.preview == nil {
		b.drawn = b.Form.Lines(w, b.Form.Height(w, h))
		return
	}
	b.drawn = b.preview.Lines(w, h, b.env.Theme)
}

// Untouched reports whether it was typed in, or left.
func (b *FormBox) Untouched() bool {
	return b.Form.State() == form.Editing || b.Form.State() == form.Cancelled
}

func (b *FormBox) Update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		id, _ := host.BindingForKey(b.env.Keys, keymap.Chain(keymap.ScopeForm), press)
		switch {
		case b.preview != nil && b.preview.Press(press):
			return nil
		case b.preview != nil:
			b.preview = nil
			return nil
		case id == "form.request":
			b.preview = &widget.Scroller{Text: b.requestText()}
			return nil
		}
	}
	switch msg := msg.(type) {
	case host.Opened:
		return b.readSource()
	case sourceRead:
		return b.handleSource(msg)
	case host.WaitGoesOn:
		return b.waits()
	}
	if b.Form.State() != form.Editing { // it is being sent: nothing submits it twice
		return nil
	}
	cmd := b.Form.Update(msg)
	if asked, ok := b.Form.TakePick(); ok {
		return tea.Batch(cmd, host.OpenPick(b.host, b.request.Picks[asked.Field], b.Form, b.Set, asked.Text))
	}
	switch b.Form.State() {
	case form.Cancelled:
		b.over = true
		if b.refused != "" { // it was read in the form, and has nothing to do with what is shown next
			b.host.Unsay(b.refused)
		}
	case form.Submitted:
		return tea.Batch(cmd, b.submit())
	}
	return cmd
}

// Set puts a chosen value into the form, and keeps the name that goes with it.
func (b *FormBox) Set(name, value, label string) {
	shown := label
	if value != "" && label == "" {
		shown = value + " (unknown name)"
	}
	b.Form.SetValue(name, value, shown)
	b.labels[name] = label
}

func (b *FormBox) draft() action.Draft {
	d := action.Draft{Values: b.Form.Values(), Changed: b.Form.Changed(), Labels: map[string]string{}}
	for name, label := range b.labels {
		if label != "" && d.Values[name] != "" {
			d.Labels[name] = label
		}
	}
	return d
}

func (b *FormBox) requestText() string {
	if b.request.Keep != nil {
		return "Nothing is sent from here."
	}
	plan, err := b.request.Submit(b.draft())
	if err != nil {
		return host.Capital(err.Error()) + "."
	}
	return host.RequestText(b.env.Client, plan.Steps[0].Request)
}

func (b *FormBox) submit() tea.Cmd {
	if b.request.Keep != nil {
		b.over = true
		return b.request.Keep(b.draft())
	}
	plan, err := b.request.Submit(b.draft())
	switch {
	case errors.Is(err, api.ErrNothingChanged):
		b.over = true
		return b.host.Say(host.Notice{Tone: host.ToneInfo, Text: "Nothing was changed, so nothing was sent."})
	case err != nil:
		b.Form.SetTrouble(host.Capital(err.Error()) + ".")
		return nil
	}
	if why := b.changed(); why != "" && !b.warned() {
		b.Form.SetTrouble(why + " Save again to send your changes anyway.")
		return nil
	}
	if b.env.Client.ReadOnly() {
		b.Form.SetTrouble("Nothing was sent, because " + action.ReadOnly().String() + " now.")
		return nil
	}
	b.Form.SetBusy(true)
	b.action, b.sent = plan.Title, b.Form.Values()
	if b.unlooked {
		plan.Steps[0].Anyway = true
	}
	b.sentAt, b.refused = time.Time{}, ""
	asked := host.Request{Own: b.request.Source != nil, Pane: b.request.Pane, Intro: b.request.Intro, Plan: plan,
		Then: b.ended, Still: b.unproved, Cancelled: b.Resume,
		Begun: func() { b.sentAt = b.env.Clock() }}
	if b.request.Facts != nil {
		asked.Facts = b.request.Facts(b.draft())
	}
	return tea.Batch(b.host.Start(asked), b.watch())
}

// watch has it said again and again what is waited for, while the form is being sent.
func (b *FormBox) watch() tea.Cmd {
	waited := time.Duration(0)
	if !b.sentAt.IsZero() { // else it is still asked about
		waited = b.env.Clock().Sub(b.sentAt)
	}
	return b.host.Tick(host.NextWait(waited), func(time.Time) tea.Msg { return host.ForOverlay{To: b, Msg: host.WaitGoesOn{}} })
}

// waits says in the form whom and how long the answer is waited for.
func (b *FormBox) waits() tea.Cmd {
	if b.over || b.Form.State() != form.Submitted {
		return nil
	}
	if waited := b.env.Clock().Sub(b.sentAt); !b.sentAt.IsZero() && waited >= host.WaitIsLong {
		b.Form.SetWaiting(b.env.WaitingWords(waited))
	}
	return b.watch()
}

// changed tells what became of the record, where nobody looks at it again before it is sent.
func (b *FormBox) changed() string {
	if b.request.Changed == nil || b.request.Source != nil && !b.unread {
		return ""
	}
	return b.request.Changed()
}

// Resume goes back to editing, with everything as it was typed.
func (b *FormBox) Resume() {
	b.Form.SetBusy(false)
	b.Form.Resume()
}

// warned makes the second saving go through after the first was stopped.
func (b *FormBox) warned() bool {
	before := b.request.Changed
	b.request.Changed = nil
	return before == nil
}

func (b *FormBox) Cursor() *tea.Cursor { return b.Form.Cursor() }
