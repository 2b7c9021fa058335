package ui

import (
	"errors"
	"maps"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/form"
)

// ended closes the form when its action has worked, and keeps all that was typed when it hasn't.
func (b *formBox) ended(r action.Result) (cmd tea.Cmd) {
	if b.form.State() == form.Editing { // the answer was there, and its record has been read once more
		return b.provedLater(r)
	}
	b.form.SetBusy(false)
	if b.request.then != nil {
		defer func() { cmd = tea.Batch(cmd, b.request.then(r)) }()
	}
	if isDone(r) {
		b.over = true
		return nil
	}
	if errors.Is(r.Err, action.ErrChangedSince) && b.request.source != nil {
		return b.overtaken(r)
	}
	if r.Outcome == action.Unknown && r.Shows == action.ChangedByOthers && b.request.source != nil && r.Now != nil {
		return b.lostTo(r)
	}
	b.form.Resume()
	b.form.SetNews("") // what was said before it was sent is over
	if b.refused = ""; r.Outcome != action.Unknown {
		b.refused = r.Step.Target.Kind
	}
	text := b.whatCame(r)
	var refused *api.Error
	if r.InvalidRequest() && errors.As(r.Err, &refused) {
		b.form.SetError(text, refused.Message)
		return nil
	}
	if r.Outcome == action.Unknown {
		b.form.SetUnknown(text)
		return nil
	}
	b.form.SetTrouble(text)
	return nil
}

// provedLater closes the form when what it sent turns out to be done after all, unless something else stands in it by now.
func (b *formBox) provedLater(r action.Result) (cmd tea.Cmd) {
	if b.request.then != nil {
		cmd = b.request.then(r)
	}
	if b.over || !isDone(r) {
		return cmd
	}
	if b.over = maps.Equal(b.sent, b.form.Values()); !b.over {
		b.form.SetTrouble("")
		b.form.SetNews("What you sent is done: the record, read again, shows it. What you typed since was not sent.")
	}
	return cmd
}

// unproved says that what was sent isn't looked at by itself any more.
func (b *formBox) unproved(r action.Result) {
	if !b.over && b.form.State() == form.Editing && b.form.Unsure() {
		b.form.Reword(resultWords(&action.Plan{Title: b.action}, r, b.again(r.Step)).text)
	}
}

// whatCame says in the form what came of sending it. What can be pressed next are the form's own keys.
func (b *formBox) whatCame(r action.Result) string {
	plan := &action.Plan{Title: b.action}
	if r.Outcome == action.Unknown {
		return resultWords(plan, r, lookedAgain(r, b.again(r.Step))).text
	}
	if why := notSent(r); why != "" {
		again := " tries again."
		if b.unlooked = b.unreadable; b.unlooked {
			again = " sends it anyway, without comparing."
		}
		b.unreadable = true
		return why + " " + b.env.keys.Label("form.submit") + again
	}
	return resultWords(plan, r, "").text
}

// again says what comes of sending a step once more, when nobody knows whether it is done.
func (b *formBox) again(step action.Step) string {
	key := b.env.keys.Label("form.submit")
	if step.Repeats {
		return key + " sends it once more, so it may be done twice."
	}
	return key + " sends it once more; done twice, it is the same."
}

// notSent says that nothing was sent because the record couldn't be read before, "" where that isn't so.
func notSent(r action.Result) string {
	unread := (*action.NotRead)(nil)
	if !errors.As(r.Err, &unread) {
		return ""
	}
	what, _ := explain(unread.Err)
	return "Nothing was sent for " + targetName(r.Step.Target) + ": it is read first, and that failed. " + what
}
