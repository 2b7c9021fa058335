package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
)

// unrecorded reports whether a change was not sent because it could not be recorded.
func unrecorded(r action.Result) bool { return errors.Is(r.Err, action.ErrJournal) }

// askToGoOn asks whether to go on without a journal. Nothing of the changes that could not be recorded was sent; again sends them, leave
// tells that they failed.
func (m *Model) askToGoOn(why error, again, leave func() tea.Cmd) {
	m.open(newQuestion(asks{
		title: "Go on without a journal?",
		words: []string{capital(why.Error()) + ".", "Nothing was sent: every change is recorded before it goes out.",
			"You can go on without a journal until gatehouse is started again. What you change then is recorded nowhere."},
		no: "Don't send", yes: "Send without a journal",
		doYes: func() tea.Cmd {
			m.env.runner.WithoutJournal()
			return again()
		},
		doNo: leave,
	}, m.env))
}

// unrecordedStep asks about a single change.
func (m *Model) unrecordedStep(msg runMsg) {
	again := func() tea.Cmd { return m.run(msg.ask) }
	m.askToGoOn(msg.event.Result.Err, again, func() tea.Cmd { return m.ended(msg) })
}

// unrecordedSteps asks about those of a batch that could not be recorded; the others have run. It reports whether there are any.
func (m *Model) unrecordedSteps(msg runMsg) bool {
	b := msg.ask.batch
	rest, why := *b.plan, error(nil)
	rest.Steps = nil
	for i, r := range b.results {
		if unrecorded(r) {
			rest.Steps, why = append(rest.Steps, b.plan.Steps[i]), r.Err
		}
	}
	if why == nil {
		return false
	}
	again := msg.ask
	again.batch, again.plan = nil, &rest
	b.over = true
	m.askToGoOn(why, func() tea.Cmd {
		told := m.batchEnded(msg)
		b.hidden = true
		return tea.Batch(told, m.run(again))
	}, func() tea.Cmd { return m.batchEnded(msg) })
	return true
}

// unrecordedWords say that the journal lacks what came of changes, "" when it has it.
func unrecordedWords(results ...action.Result) string {
	for _, r := range results {
		if r.Unrecorded != nil {
			return " But " + r.Unrecorded.Error() + ", so the journal doesn't have the outcome."
		}
	}
	return ""
}
