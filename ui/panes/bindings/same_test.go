package bindings

import (
	"errors"
	"testing"

	"gatehouse/api"
)

// A monitor that was renamed changes its bindings, whose own JSON stays as it was.
func TestAReadingOfABindingIsAlsoOneOfItsMonitor(t *testing.T) {
	of := func(monitor string, err error) binding {
		return binding{read: true, record: api.MonitorBinding{Raw: api.NewOriginal([]byte(`{}`))}, nameless: err,
			monitor: api.ConflictMonitor{Raw: api.NewOriginal([]byte(monitor))}}
	}
	if a := of(`{"displayName":"a"}`, nil); !a.same(of(`{"displayName":"a"}`, nil)) || a.same(of(`{"displayName":"b"}`, nil)) ||
		a.same(of(`{"displayName":"a"}`, errors.New("refused"))) {
		t.Error("what is known of the monitor isn't compared")
	}
}
