package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
)

// underWay are the changes that were started on this tenant and have not ended: no second one is sent to the same record before it is
// known what became of the first.
type underWay map[action.Target][]string // what is being done: "Accepting"

// recordOf is a target as a record is told from others: by its id, or by its name where it has none yet.
func recordOf(t action.Target) action.Target {
	if t.ID != "" {
		t.Name = ""
	}
	return t
}

func (u underWay) begin(plan *action.Plan) {
	for _, s := range plan.Steps {
		at := recordOf(s.Target)
		u[at] = append(u[at], plan.Doing)
	}
}

func (u underWay) end(step action.Step) {
	at := recordOf(step.Target)
	if len(u[at]) <= 1 {
		delete(u, at)
		return
	}
	u[at] = u[at][1:]
}

// has reports whether a change of a record is under way.
func (u underWay) has(t action.Target) bool { return len(u) > 0 && len(u[recordOf(t)]) > 0 }

// words say what is being done to a record, "" for nothing: "accepting…".
func (u underWay) words(t action.Target) string {
	if !u.has(t) {
		return ""
	}
	return lowerFirst(u[recordOf(t)][0]) + "…"
}

// count is how many changes are under way.
func (u underWay) count() (n int) {
	for _, each := range u {
		n += len(each)
	}
	return n
}

// errUnderWay is the error of an action on a record whose last change has no answer yet.
var errUnderWay = errors.New("an earlier change to it has no answer yet; wait for that first")

// waits keeps a plan from being sent while one of its targets has a change under way, and tells its form.
func (m *Model) waits(s running) (tea.Cmd, bool) {
	for _, step := range s.plan.Steps {
		if !m.env.underWay.has(step.Target) {
			continue
		}
		if s.taking != nil {
			s.taking.from.stop()
		}
		said := m.say(notice{toneUnknown, s.plan.Title + ": nothing was sent for " + targetName(step.Target) + "; " + errUnderWay.Error() + "."})
		if s.then == nil {
			return said, true
		}
		return tea.Batch(said, s.then(action.Result{Step: step, Err: errUnderWay})), true
	}
	return nil, false
}

// stillUnderWay says in the frame that changes have no answer yet, where no notice says so any more; "" for none.
func (m *Model) stillUnderWay() string {
	n := m.env.underWay.count()
	if n == 0 || m.notice != nil && m.noticeID == m.whileID {
		return ""
	}
	return "◌ " + count(int64(n), "change") + " under way"
}
