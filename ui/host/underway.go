package host

import (
	"errors"

	"gatehouse/action"
	"gatehouse/ui/widget"
)

// UnderWay are the changes that were started on this tenant and have not ended: no second one is sent to the same record before it is
// known what became of the first.
type UnderWay map[action.Target][]string // what is being done: "Accepting"

// RecordOf is a target as a record is told from others: by its id, or by its name where it has none yet.
func RecordOf(t action.Target) action.Target {
	if t.ID != "" {
		t.Name = ""
	}
	return t
}

func (u UnderWay) Begin(plan *action.Plan) {
	for _, s := range plan.Steps {
		at := RecordOf(s.Target)
		u[at] = append(u[at], plan.Doing)
	}
}

func (u UnderWay) End(step action.Step) {
	at := RecordOf(step.Target)
	if len(u[at]) <= 1 {
		delete(u, at)
		return
	}
	u[at] = u[at][1:]
}

// Has reports whether a change of a record is under way.
func (u UnderWay) Has(t action.Target) bool { return len(u) > 0 && len(u[RecordOf(t)]) > 0 }

// Words say what is being done to a record, "" for nothing: "accepting…".
func (u UnderWay) Words(t action.Target) string {
	if !u.Has(t) {
		return ""
	}
	return widget.LowerFirst(u[RecordOf(t)][0]) + "…"
}

// Count is how many changes are under way.
func (u UnderWay) Count() (n int) {
	for _, each := range u {
		n += len(each)
	}
	return n
}

// ErrUnderWay is the error of an action on a record whose last change has no answer yet.
var ErrUnderWay = errors.New("an earlier change to it has no answer yet; wait for that first")
