package ui

import (
	"errors"
	"net/http"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
)

// ended closes the form when its action has worked, and keeps all that was typed when it hasn't.
func (b *formBox) ended(r action.Result) (cmd tea.Cmd) {
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
	if r.Outcome == action.Overtaken && b.request.source != nil && r.Now != nil {
		return b.lostTo(r)
	}
	b.form.Resume()
	text := b.whatCame(r)
	refused := (*api.Error)(nil)
	if !errors.As(r.Err, &refused) || notSent(r) != "" {
		b.form.SetTrouble(text)
		return nil
	}
	b.form.SetError(text, refused.Message)
	return nil
}

// whatCame says in the form what came of sending it. What can be pressed next are the form's own keys.
func (b *formBox) whatCame(r action.Result) string {
	what := deed(b.action, r.Step.Target)
	switch r.Outcome {
	case action.Unknown:
		return what + ": outcome unknown. " + action.Heard(r.Err) + " The record can't be read. " + b.again(r.Step)
	case action.Lost:
		text := what + ": " + lowerFirst(action.Heard(r.Err)) + " Read again, " + stillSo(r) + "."
		if r.Status != http.StatusInternalServerError { // what broke on the way may still arrive
			text += " It may still happen."
		}
		return text + " " + b.again(r.Step)
	case action.Failed:
		if why := notSent(r); why != "" {
			again := " tries again."
			if b.unlooked = b.unreadable; b.unlooked {
				again = " sends it all the same, without comparing."
			}
			b.unreadable = true
			return why + " " + b.env.keys.Label("form.submit") + again
		}
		return resultNotice(&action.Plan{Title: b.action}, r).text
	}
	return resultNotice(&action.Plan{Title: b.action}, r).text + " " + b.again(r.Step)
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
