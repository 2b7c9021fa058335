package batch_test

import (
	"errors"
	"testing"

	"gatehouse/action"
	"gatehouse/ui/batch"
	"gatehouse/ui/host"
)

// Only what was refused or couldn't be sent is a failure.
func TestTheMarkOfABatchIsThatOfItsWorstResult(t *testing.T) {
	done, already := action.Result{Outcome: action.Worked}, action.Result{Outcome: action.DoneAlready}
	unknown, others := action.Result{Outcome: action.Unknown}, action.Result{Err: action.ErrChangedSince}
	stopped, refused := action.Result{Err: action.ErrNotStarted}, action.Result{Outcome: action.Refused, Err: errors.New("no")}
	for name, c := range map[string]struct {
		results []action.Result
		want    host.Tone
	}{
		"all done":            {[]action.Result{done, done}, host.ToneGood},
		"done already":        {[]action.Result{done, already}, host.ToneInfo},
		"nothing but already": {[]action.Result{already, already}, host.ToneInfo},
		"others were faster":  {[]action.Result{done, others, already}, host.ToneWarning},
		"unknown":             {[]action.Result{already, unknown, done}, host.ToneUnknown},
		"stopped":             {[]action.Result{done, stopped}, host.ToneWarning},
		"one refused":         {[]action.Result{done, unknown, refused, already}, host.ToneBad},
		"one not sent":        {[]action.Result{done, {Err: errors.New("no connection")}}, host.ToneBad},
	} {
		if got := (&batch.Batch{Results: c.results}).Tone(); got != c.want {
			t.Errorf("%s: tone %d, want %d", name, got, c.want)
		}
	}
}
