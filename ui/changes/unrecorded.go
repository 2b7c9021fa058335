package changes

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

// unrecordedChange was not sent because it could not be recorded, and waits for the answer whether to go on without a journal.
type unrecordedChange struct {
	started int // its number among the plans of the session
	steps   int
	again   func() tea.Cmd // sends it
	leave   func() tea.Cmd // tells that it failed
}

// unrecordedChanges are the changes that wait for that answer, in the order in which they were started.
type unrecordedChanges struct {
	waiting []unrecordedChange
	box     *dialog.Question
	// refused is the number of the last plan that was started before a no, which is about all of them; left counts their steps.
	refused, left int
}

// askToGoOn asks whether to go on without a journal, once for all changes that wait. One that fails late has its answer already.
func (c *Changes) askToGoOn(one unrecordedChange, why error) tea.Cmd {
	u := &c.unsent
	switch {
	case !c.env.Runner.Recording():
		return one.again()
	case one.started <= u.refused:
		return c.leaveUnrecorded([]unrecordedChange{one}, why)
	}
	u.waiting = append(u.waiting, one)
	slices.SortStableFunc(u.waiting, func(a, b unrecordedChange) int { return cmp.Compare(a.started, b.started) })
	if u.box == nil {
		u.box = dialog.NewQuestion(dialog.Asks{Title: "Go on without a journal?", No: "Don't send", Yes: "Send without a journal",
			DoYes: c.sendUnrecorded, DoNo: func() tea.Cmd { return c.dropUnrecorded(why) }}, c.env)
		c.frame.Open(u.box)
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
func (c *Changes) sendUnrecorded() tea.Cmd {
	c.env.Runner.WithoutJournal()
	waiting := c.unsent.waiting
	c.unsent = unrecordedChanges{}
	var sent []tea.Cmd
	for _, one := range waiting {
		sent = append(sent, one.again())
	}
	return tea.Batch(sent...)
}

// dropUnrecorded leaves what waits unrecordedChange, and what was started before and fails for the same reason yet.
func (c *Changes) dropUnrecorded(why error) tea.Cmd {
	waiting := c.unsent.waiting
	c.unsent = unrecordedChanges{refused: c.started}
	return c.leaveUnrecorded(waiting, why)
}

// leaveUnrecorded tells that changes were not sent: of one by its name, of more in one sentence.
func (c *Changes) leaveUnrecorded(changes []unrecordedChange, why error) tea.Cmd {
	var told []tea.Cmd
	for _, sent := range changes {
		told = append(told, sent.leave())
	}
	if c.unsent.left += stepsOf(changes); c.unsent.left > 1 {
		told = append(told, c.notices.Say(host.Notice{Tone: host.ToneBad, Text: draw.Count(int64(c.unsent.left)) + " changes were not sent: " +
			why.Error() + ". Make room for it, then do them again."}))
	}
	return tea.Batch(told...)
}

func stepsOf(changes []unrecordedChange) (n int) {
	for _, c := range changes {
		n += c.steps
	}
	return n
}

// unrecordedStep asks about a single change.
func (c *Changes) unrecordedStep(msg runMsg) tea.Cmd {
	return c.askToGoOn(unrecordedChange{started: msg.ask.number, steps: 1,
		again: func() tea.Cmd { return c.run(msg.ask) },
		leave: func() tea.Cmd { return tea.Batch(c.ended(msg), c.afterUndo(msg.ask, false)) }}, msg.event.Result.Err)
}

// unrecordedSteps asks about those of a batch that could not be recorded; the others have run. It reports whether there are any.
func (c *Changes) unrecordedSteps(msg runMsg) (tea.Cmd, bool) {
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
	return c.askToGoOn(unrecordedChange{started: msg.ask.number, steps: len(rest.Steps),
		again: func() tea.Cmd {
			told := c.batchEnded(msg)
			b.Hidden = true
			return tea.Batch(told, c.run(again))
		},
		leave: func() tea.Cmd { return c.batchEnded(msg) }}, why), true
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
