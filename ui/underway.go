package ui

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// waits keeps a plan from being sent while one of its targets has a change under way, and tells its form.
func (m *Model) waits(s running) (tea.Cmd, bool) {
	for _, step := range s.Plan.Steps {
		if !m.env.UnderWay.Has(step.Target) {
			continue
		}
		if s.taking != nil {
			s.taking.from.Stop()
		}
		said := m.notices.Say(host.Notice{Tone: host.ToneWarning, Text: s.Plan.Title + ": nothing was sent for " + host.TargetName(step.Target) + "; " +
			host.ErrUnderWay.Error() + "."})
		if s.Then == nil {
			return said, true
		}
		return tea.Batch(said, s.Then(action.Result{Step: step, Err: host.ErrUnderWay})), true
	}
	return nil, false
}

// stillUnderWay says in the frame that changes have no answer yet, where no notice says so any more; "" for none.
func (m *Model) stillUnderWay() string {
	n := m.env.UnderWay.Count()
	if n == 0 || m.notices.ShowsUnderWay() {
		return ""
	}
	return "◌ " + widget.Count(int64(n), "change") + " under way"
}
