package ui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/form"
)

// source is the record behind an open form, where the tenant lets it be read again: the list's row may be old.
type source struct {
	one  string // "role"
	read func(context.Context) (any, error)
	// take makes a reading what the form is about and gives the form for it; false: it is no such record.
	take func(now any) (form.Spec, tea.Cmd, bool)
}

// sourceRead brings the record of a form as it is now, or why it can't be had.
type sourceRead struct {
	now any
	err error
}

// sourceTime is how long the tenant may take to answer with the record of a form.
const sourceTime = 30 * time.Second

func (b *formBox) readSource() tea.Cmd {
	s := b.request.source
	if s == nil {
		return nil
	}
	life := b.env.life
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(life, sourceTime)
		defer cancel()
		now, err := s.read(ctx)
		return forOverlay{b, sourceRead{now, err}}
	}
}

// tookSource puts what is true now into the form. While the form is being sent it is too late: the runner looks once more by itself.
func (b *formBox) tookSource(msg sourceRead) tea.Cmd {
	switch {
	case b.over || b.form.State() != form.Editing:
		return nil
	case api.KindOf(msg.err) == api.KindNotFound:
		b.unlooked = true // it was said: saving sends without looking again
		b.form.SetNews(capital(b.notFound()))
	}
	if b.unread = msg.err != nil; b.unread {
		return nil
	}
	cmd, moved, kept := b.rebase(msg.now)
	switch {
	case len(kept) > 0:
		b.form.SetNews(b.theirs(moved) + " What you typed stays; what it changes is shown below.")
	case len(moved) > 0:
		b.form.SetNews(b.theirs(moved) + " The form shows what is there now.")
	}
	return cmd
}

// theirs says what somebody else has changed.
func (b *formBox) theirs(moved []string) string {
	return "Somebody changed the " + b.request.source.one + " meanwhile: " + strings.Join(moved, ", ") + "."
}

func (b *formBox) notFound() string {
	return "the tenant doesn't find the " + b.request.source.one + " by its id: it was deleted, or this tenant can't read one by its id."
}

func (b *formBox) rebase(now any) (cmd tea.Cmd, moved, kept []string) {
	spec, cmd, ok := b.request.source.take(now)
	if !ok {
		return nil, nil, nil
	}
	b.request.spec.Title = spec.Title
	moved, kept = b.form.Rebase(spec.Fields)
	return cmd, moved, kept
}

// overtaken goes back to the form after nothing was sent, because the record isn't what the form was filled with. It shows what the draft
// changes now, and saving again sends that.
func (b *formBox) overtaken(r action.Result) tea.Cmd {
	b.form.Resume()
	b.refused = r.Step.Target.Kind
	again := b.env.keys.Label("form.submit") + " sends your changes anyway."
	if r.Gone {
		b.unlooked = true
		b.form.SetNews("Not sent: " + b.notFound() + " " + again)
		return nil
	}
	cmd, moved, _ := b.rebase(r.Now)
	words := b.theirs(moved)
	if len(moved) == 0 { // it is something that the form doesn't show
		words = changedWords(r)
	}
	b.form.SetNews("Not sent. " + words + " Look at what you change now; " + again)
	return cmd
}

// lostTo goes back to the form after it was sent, and the record shows what somebody else made of it.
func (b *formBox) lostTo(r action.Result) tea.Cmd {
	b.form.Resume()
	cmd, moved, _ := b.rebase(r.Now)
	b.form.SetNews("It was sent, but the record doesn't show it. " + b.theirs(moved) + " Look at what you change now; " +
		b.env.keys.Label("form.submit") + " sends it again.")
	return cmd
}
