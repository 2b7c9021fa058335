package host_test

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
)

func TestEachSaveHappensOnceAndInItsOrder(t *testing.T) {
	s, done := &host.Saves{}, ""
	first := s.Command(func(context.Context) tea.Msg { done += "a"; return nil })
	s.Command(func(context.Context) tea.Msg { done += "b"; return nil })
	s.Command(func(context.Context) tea.Msg { panic("broken") })
	s.Command(func(context.Context) tea.Msg { done += "c"; return nil })
	first()
	s.Finish()
	s.Finish()
	first()
	if done != "abc" || len(s.Due) != 0 {
		t.Errorf("written %q, %d left", done, len(s.Due))
	}
}
