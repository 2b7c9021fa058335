package ui

import (
	"cmp"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
)

// unrecorded reports whether a change was not sent because it could not be recorded.
func unrecorded(r action.Result) bool { return errors.Is(r.Err, action.ErrJournal) }

// unsent is a change that was not sent because it could not be recorded, and waits for the answer whether to go on without a journal.
type unsent struct {
	started int // its number among the plans of the session
	steps   int
	again   func() tea.Cmd // sends it
	leave   func() tea.Cmd // tells that it failed
}

// unsents are the changes that wait for that answer, in the order in which they were started.
type unsents struct {
	waiting []unsent
	box     *dialog.Question
	// refused is the number of the last plan that was started before a no, which is about all of them; left counts their steps.
	refused, left int
}

// askToGoOn asks whether to go on without a journal, once for all changes that wait. One that fails late has its answer already.
func (m *Model) askToGoOn(c unsent, why error) tea.Cmd {
	u := &m.unsents
	switch {
	case !m.env.Runner.Recording():
		return c.again()
	case c.started <= u.refused:
		return m.leaveUnsent([]unsent{c}, why)
	}
	u.waiting = append(u.waiting, c)
	slices.SortStableFunc(u.waiting, func(a, b unsent) int { return cmp.Compare(a.started, b.started) })
	if u.box == nil {
		u.box = dialog.NewQuestion(dialog.Asks{Title: "Go on without a journal?", No: "Don't send", Yes: "Send without a journal",
			DoYes: m.sendUnrecorded, DoNo: func() tea.Cmd { return m.dropUnrecorded(why) }}, m.env)
		m.open(u.box)
	}
	nothing := "Nothing was sent"
	if n := stepsOf(u.waiting); n > 1 {
		nothing = draw.Count(int64(n)) + " changes were not sent"
	}
	u.box.Words = []string{host.Capital(why.Error()) + ".", nothing + ": every change is recorded before it goes out.",
		"You can go on without a journal until gatehouse is restarted. What you change then is recorded nowhere."}
	return nil
}

// sendUnrecorded sends what waits, as it was shown and chosen.
func (m *Model) sendUnrecorded() tea.Cmd {
	m.env.Runner.WithoutJournal()
	waiting := m.unsents.waiting
	m.unsents = unsents{}
	var sent []tea.Cmd
	for _, c := range waiting {
		sent = append(sent, c.again())
	}
	return tea.Batch(sent...)
}

// dropUnrecorded leaves what waits unsent, and what was started before and fails for the same reason yet.
func (m *Model) dropUnrecorded(why error) tea.Cmd {
	waiting := m.unsents.waiting
	m.unsents = unsents{refused: m.started}
	return m.leaveUnsent(waiting, why)
}

// leaveUnsent tells that changes were not sent: of one by its name, of more in one sentence.
func (m *Model) leaveUnsent(changes []unsent, why error) tea.Cmd {
	var told []tea.Cmd
	for _, c := range changes {
		told = append(told, c.leave())
	}
	if m.unsents.left += stepsOf(changes); m.unsents.left > 1 {
		told = append(told, m.notices.Say(host.Notice{Tone: host.ToneBad, Text: draw.Count(int64(m.unsents.left)) + " changes were not sent: " +
			why.Error() + ". Make room for it, then do them again."}))
	}
	return tea.Batch(told...)
}

func stepsOf(changes []unsent) (n int) {
	for _, c := range changes {
		n += c.steps
	}
	return n
}

// unrecordedStep asks about a single change.
func (m *Model) unrecordedStep(msg runMsg) tea.Cmd {
	return m.askToGoOn(unsent{started: msg.ask.number, steps: 1,
		again: func() tea.Cmd { return m.run(msg.ask) },
		leave: func() tea.Cmd { return tea.Batch(m.ended(msg), m.tookBack(msg.ask, false)) }}, msg.event.Result.Err)
}

// unrecordedSteps asks about those of a batch that could not be recorded; the others have run. It reports whether there are any.
func (m *Model) unrecordedSteps(msg runMsg) (tea.Cmd, bool) {
	b := msg.ask.batch
	rest, why := *b.Plan, error(nil)
	rest.Steps = nil
	for i, r := range b.Results {
		if unrecorded(r) {
			rest.Steps, why = append(rest.Steps, b.Plan.Steps[i]), r.Err
		}
	}
	if why == nil {
		return nil, false
	}
	again := msg.ask
	again.batch, again.Plan = nil, &rest
	b.Over = true
	return m.askToGoOn(unsent{started: msg.ask.number, steps: len(rest.Steps),
		again: func() tea.Cmd {
			told := m.batchEnded(msg)
			b.Hidden = true
			return tea.Batch(told, m.run(again))
		},
		leave: func() tea.Cmd { return m.batchEnded(msg) }}, why), true
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
