package dialog

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
)

// sourceRead brings the record of a form as it is now, or why it can't be had.
type sourceRead struct {
	now any
	err error
}

// sourceTime is how long the tenant may take to answer with the record of a form.
const sourceTime = 30 * time.Second

func (b *FormBox) readSource() tea.Cmd {
	s := b.request.Source
	if s == nil {
		return nil
	}
	life := b.env.Life
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(life, sourceTime)
		defer cancel()
		now, err := s.Read(ctx)
		return host.ForOverlay{To: b, Msg: sourceRead{now, err}}
	}
}

// handleSource puts what is true now into the form. While the form is being sent it is too late: the runner looks once more by itself.
func (b *FormBox) handleSource(msg sourceRead) tea.Cmd {
	switch {
	case b.over || b.Form.State() != form.Editing:
		return nil
	case api.KindOf(msg.err) == api.KindNotFound:
		b.unlooked = true // it was said: saving sends without looking again
		b.Form.SetNews(host.Capital(b.notFound()))
	}
	if b.unread = msg.err != nil; b.unread {
		return nil
	}
	cmd, moved, kept := b.rebase(msg.now)
	switch {
	case len(kept) > 0:
		b.Form.SetNews(b.theirs(moved) + " What you typed stays; what it changes is shown below.")
	case len(moved) > 0:
		b.Form.SetNews(b.theirs(moved) + " The form shows what is there now.")
	}
	return cmd
}

// theirs says what somebody else has changed.
func (b *FormBox) theirs(moved []string) string {
	return "Somebody changed the " + b.request.Source.One + " meanwhile: " + strings.Join(moved, ", ") + "."
}

func (b *FormBox) notFound() string {
	return "the tenant doesn't find the " + b.request.Source.One + " by its id: it was deleted, or this tenant can't read one by its id."
}

func (b *FormBox) rebase(now any) (cmd tea.Cmd, moved, kept []string) {
	spec, cmd, ok := b.request.Source.Take(now)
	if !ok {
		return nil, nil, nil
	}
	b.request.Spec.Title = spec.Title
	moved, kept = b.Form.Rebase(spec.Fields)
	return cmd, moved, kept
}

// overtaken goes back to the form after nothing was sent, because the record isn't what the form was filled with. It shows what the draft
// changes now, and saving again sends that.
func (b *FormBox) overtaken(r action.Result) tea.Cmd {
	b.Form.Resume()
	b.refused = r.Step.Target.Kind
	again := b.env.Keys.Label("form.submit") + " sends your changes anyway."
	if r.Gone {
		b.unlooked = true
		b.Form.SetNews("Not sent: " + b.notFound() + " " + again)
		return nil
	}
	cmd, moved, _ := b.rebase(r.Now)
	words := b.theirs(moved)
	if len(moved) == 0 { // it is something that the form doesn't show
		words = host.ChangedWords(r)
	}
	b.Form.SetNews("Not sent. " + words + " Look at what you change now; " + again)
	return cmd
}

// lostTo goes back to the form after it was sent, and the record shows what somebody else made of it.
func (b *FormBox) lostTo(r action.Result) tea.Cmd {
	b.Form.Resume()
	cmd, moved, _ := b.rebase(r.Now)
	b.Form.SetNews("It was sent, but the record doesn't show it. " + b.theirs(moved) + " Look at what you change now; " +
		b.env.Keys.Label("form.submit") + " sends it again.")
	return cmd
}
