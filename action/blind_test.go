package action

import (
	"net/http"
	"testing"

	"gatehouse/api"
)

// blindSwitch is switchOn for lamps that couldn't be read.
func blindSwitch() *Spec[lamp] {
	spec := switchOn()
	spec.Unseen = func(lamp) bool { return true }
	spec.Inverse = func(lamp, Draft) (*Spec[lamp], Draft) { return switchOn(), Draft{} }
	return spec
}

func TestAnUnseenRecordIsAskedAboutAndNeverTakenBack(t *testing.T) {
	plan, err := Bind(blindSwitch(), describe, Draft{}, lamp{ID: "L1"})
	if err != nil {
		t.Fatal(err)
	}
	step := plan.Steps[0]
	if plan.Danger != Confirm || !step.Blind || step.CanRead() {
		t.Errorf("danger %d, blind %v, can be read %v; want a question and no reading", plan.Danger, step.Blind, step.CanRead())
	}
	if undo, err := step.Undo(lamp{ID: "L1", On: true}); undo != nil || err != nil {
		t.Errorf("a change to an unseen record can be undone: %v, %v", undo, err)
	}
	if plan, _ := Bind(blindSwitch(), describe, Draft{Values: map[string]string{"on": "true"}}, lamp{ID: "L1"}); plan.Danger != Confirm {
		t.Errorf("what a form sends is not asked about: danger %d", plan.Danger)
	}
}

func TestAnUnseenRecordIsProvedByTheAnswerAlone(t *testing.T) {
	empty := func(w http.ResponseWriter, _ bool) { w.WriteHeader(http.StatusNoContent) }
	for name, c := range map[string]struct {
		bench   *bench
		removes bool
		outcome Outcome
		gone    bool
	}{
		"the answer carries the record":  {&bench{}, false, Worked, false},
		"the answer is empty":            {&bench{answer: empty}, false, Worked, false},
		"the answer is empty, a removal": {&bench{answer: empty}, true, Worked, true},
		"the answer is lost":             {&bench{answer: drop}, true, Unknown, false},
	} {
		t.Run(name, func(t *testing.T) {
			runner, _ := newBench(t, c.bench)
			spec := blindSwitch()
			spec.Removes = c.removes
			plan, err := Bind(spec, describe, Draft{}, lamp{ID: "L1"})
			if err != nil {
				t.Fatal(err)
			}
			result := runPlan(t, runner, plan)[0]
			if result.Outcome != c.outcome || result.Gone != c.gone {
				t.Errorf("outcome %d, gone %v; want %d, %v", result.Outcome, result.Gone, c.outcome, c.gone)
			}
			if c.bench.reads != 0 {
				t.Errorf("%d reads of a record that can't be read", c.bench.reads)
			}
		})
	}
}

func TestWhatIsTriedInsteadIsAsBlind(t *testing.T) {
	spec := blindSwitch()
	spec.Instead = func(lamp, error) *Spec[lamp] { return switchOn() }
	plan, err := Bind(spec, describe, Draft{}, lamp{ID: "L1"})
	if err != nil {
		t.Fatal(err)
	}
	instead, err := plan.Steps[0].Instead(&api.Error{Kind: api.KindForbidden})
	if err != nil || instead == nil || !instead.Steps[0].Blind {
		t.Errorf("instead: %+v, %v; want a blind step", instead, err)
	}
}
