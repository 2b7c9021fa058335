package dialog

import (
	"errors"
	"maps"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
)

// ended closes the form when its action has worked, and keeps all that was typed when it hasn't.
func (b *FormBox) ended(r action.Result) (cmd tea.Cmd) {
	if b.Form.State() == form.Editing { // the answer was there, and its record has been read once more
		return b.provedLater(r)
	}
	b.Form.SetBusy(false)
	if b.request.Then != nil {
		defer func() { cmd = tea.Batch(cmd, b.request.Then(r)) }()
	}
	if host.IsDone(r) {
		b.over = true
		return nil
	}
	if errors.Is(r.Err, action.ErrChangedSince) && b.request.Source != nil {
		return b.overtaken(r)
	}
	if r.Outcome == action.Unknown && r.Shows == action.ChangedByOthers && b.request.Source != nil && r.Now != nil {
		return b.lostTo(r)
	}
	b.Form.Resume()
	b.Form.SetNews("") // what was said before it was sent is over
	if b.refused = ""; r.Outcome != action.Unknown {
		b.refused = r.Step.Target.Kind
	}
	text := b.whatCame(r)
	var refused *api.Error
	if r.InvalidRequest() && errors.As(r.Err, &refused) {
		b.Form.SetError(text, refused.Message)
		return nil
	}
	if r.Outcome == action.Unknown {
		b.Form.SetUnknown(text)
		return nil
	}
	b.Form.SetTrouble(text)
	return nil
}

// provedLater closes the form when what it sent turns out to be done after all, unless something else stands in it by now.
func (b *FormBox) provedLater(r action.Result) (cmd tea.Cmd) {
	if b.request.Then != nil {
		cmd = b.request.Then(r)
	}
	if b.over || !host.IsDone(r) {
		return cmd
	}
	if b.over = maps.Equal(b.sent, b.Form.Values()); !b.over {
		b.Form.SetTrouble("")
		b.Form.SetNews("What you sent is done: the record, read again, shows it. What you typed since was not sent.")
	}
	return cmd
}

// unproved says that what was sent isn't looked at by itself any more.
func (b *FormBox) unproved(r action.Result) {
	if !b.over && b.Form.State() == form.Editing && b.Form.Unsure() {
		b.Form.Reword(host.ResultWords(&action.Plan{Title: b.action}, r, b.again(r.Step)).Text)
	}
}

// whatCame says in the form what came of sending it. What can be pressed next are the form's own keys.
func (b *FormBox) whatCame(r action.Result) string {
	plan := &action.Plan{Title: b.action}
	if r.Outcome == action.Unknown {
		return host.ResultWords(plan, r, host.LookedAgain(r, b.again(r.Step))).Text
	}
	if why := host.NotSent(r); why != "" {
		again := " tries again."
		if b.unlooked = b.unreadable; b.unlooked {
			again = " sends it anyway, without comparing."
		}
		b.unreadable = true
		return why + " " + b.env.Keys.Label("form.submit") + again
	}
	return host.ResultWords(plan, r, "").Text
}

// again says what comes of sending a step once more, when nobody knows whether it is done.
func (b *FormBox) again(step action.Step) string {
	key := b.env.Keys.Label("form.submit")
	if step.Repeats {
		return key + " sends it once more, so it may be done twice."
	}
	return key + " sends it once more; done twice, it is the same."
}
