package changes

import (
	"testing"

	"gatehouse/action"
	"gatehouse/ui/host"
)

// noted is a turn-on of a lamp in the log that has ended so.
func (b *bench) noted(l *Log, id string, o action.Outcome) *change {
	plan := b.plan(true, id)
	c := l.Begin(plan)
	l.end(c, action.Result{Step: plan.Steps[0], Outcome: o, Now: lamp{ID: id, On: true}})
	return c
}

func TestTheNewestChangeIsUndoneFirst(t *testing.T) {
	b, l := newBench(t), &Log{}
	first, second := b.noted(l, "L1", action.Worked), b.noted(l, "L2", action.Worked)
	if l.Next() != second || l.before(second) != first {
		t.Errorf("next is %v, then %v", l.Next(), l.before(second))
	}
	l.undone(second, second.steps[0])
	if l.Next() != first {
		t.Errorf("after that, next is %v", l.Next())
	}
	l.undone(first, first.steps[0])
	if l.Next() != nil || len(l.sent) != 0 {
		t.Errorf("%d changes are left", len(l.sent))
	}
}

func TestAChangeThatDidNothingIsForgotten(t *testing.T) {
	b, l := newBench(t), &Log{}
	for _, o := range []action.Outcome{action.Refused, action.NotSent, action.DoneAlready} {
		b.noted(l, "L1", o)
	}
	if l.Next() != nil {
		t.Errorf("%v would be undone", l.Next())
	}
}

func TestAnUnknownChangeCanBeUndoneOnceItIsProved(t *testing.T) {
	b, l := newBench(t), &Log{}
	c := b.noted(l, "L1", action.Unknown)
	if c.reversible() || !c.uncertain() || l.Next() != c {
		t.Fatalf("reversible %t, uncertain %t", c.reversible(), c.uncertain())
	}
	l.prove(c, action.Result{Step: b.plan(true, "L1").Steps[0], Outcome: action.Worked, Now: lamp{ID: "L1", On: true}})
	if !c.reversible() || c.uncertain() || c.Words() != "the turn on of lamp “Lamp L1”" {
		t.Errorf("reversible %t, uncertain %t: %s", c.reversible(), c.uncertain(), c.Words())
	}
}

func TestWhatWasDoneToARecordThatIsGoneIsForgotten(t *testing.T) {
	b, l := newBench(t), &Log{}
	b.noted(l, "L1", action.Worked)
	kept := b.noted(l, "L2", action.Worked)
	l.forget(action.Target{Kind: "lamp", ID: "L1"})
	if len(l.sent) != 1 || l.Next() != kept {
		t.Errorf("%d changes are left", len(l.sent))
	}
}

func TestEveryTenantHasALogOfItsOwn(t *testing.T) {
	logs := Logs{}
	one, other := host.TenantInfo{Name: "acme", Host: "acme.example"}, host.TenantInfo{Name: "acme", Host: "acme.test"}
	if first := logs.On(one); logs.On(other) == first || logs.On(one) != first {
		t.Error("going to another tenant and back has another log")
	}
}
