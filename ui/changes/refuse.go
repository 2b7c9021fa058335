package changes

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// waits keeps a plan from being sent while one of its targets has a change under way, and tells its form.
func (c *Changes) waits(s running) (tea.Cmd, bool) {
	for _, step := range s.Plan.Steps {
		if !c.env.UnderWay.Has(step.Target) {
			continue
		}
		if s.undoing != nil {
			s.undoing.log.Stop()
		}
		said := c.notices.Say(host.Notice{Tone: host.ToneWarning,
			Text: s.Plan.Title + ": nothing was sent for " + host.TargetName(step.Target) + "; " + host.ErrUnderWay.Error() + "."})
		if s.Then == nil {
			return said, true
		}
		return tea.Batch(said, s.Then(action.Result{Step: step, Err: host.ErrUnderWay})), true
	}
	return nil, false
}

// UnderWay says in the frame that changes have no answer yet, where no notice says so any more; "" for none.
func (c *Changes) UnderWay() string {
	n := c.env.UnderWay.Count()
	if n == 0 || c.notices.ShowsUnderWay() {
		return ""
	}
	return "◌ " + widget.Count(int64(n), "change") + " under way"
}

// locked says that nothing of a plan was sent because the session only reads, and gives the form back that it came from; false when
// it may be sent.
func (c *Changes) locked(s running) (tea.Cmd, bool) {
	mutates := slices.ContainsFunc(s.Plan.Steps, func(step action.Step) bool { return step.Request.Mutates() })
	if !mutates || !c.env.Client.ReadOnly() {
		return nil, false
	}
	if s.Cancelled != nil {
		s.Cancelled()
	}
	return c.notices.Say(host.Notice{Tone: host.ToneBad,
		Text: s.Plan.Title + ": nothing was sent, because " + action.ReadOnly().String() + "."}), true
}
