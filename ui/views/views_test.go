package views

import (
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/ui/host"
)

// codes is a list of records that a text beginning with "code-" opens.
type codes struct{ List }

func (codes) OpensRecord(text string) bool { return strings.HasPrefix(text, "code-") }

func TestWhatOpensARecordIsNotWrittenDown(t *testing.T) {
	s := Saved{List: codes{}}
	for text, want := range map[string]bool{"": false, "expiring soon": false, "code-7": true, "state:on": false} {
		if got := s.mayOpen("status:active", text); got != want {
			t.Errorf("%q may open a record: %v", text, got)
		}
	}
	if err := s.checkName("code-7"); err == nil || !strings.Contains(err.Error(), "share code") {
		t.Errorf("such a name is refused with %v", err)
	}
	if err := s.checkName(strings.Repeat("日", maxName+1)); err == nil {
		t.Error("a name of any length is taken")
	}
	if err := s.checkName(" " + strings.Repeat("日", maxName) + " "); err != nil {
		t.Error(err)
	}
}

func TestViewsOfTheConfigurationAreFixed(t *testing.T) {
	store := New([]View{{Name: "mine", Pane: "hooks", Filter: "a", Sort: "name", Descending: true, Only: []string{"state: on"}}}, nil, nil)
	store.Saved = []host.View{{View: state.View{Pane: "hooks", Name: "saved"}}, {View: state.View{Pane: "roles", Name: "other"}}}
	of := store.Of("hooks")
	if len(of) != 2 || !of[0].Fixed || of[1].Fixed || of[0].Words() != "a, only state: on, by name ▼" {
		t.Errorf("the views are %+v, and the first shows %q", of, of[0].Words())
	}
	if v, there := store.Named("hooks", "MINE"); !there || v.Name != "mine" {
		t.Errorf("by its name it is %+v", v)
	}
	if _, there := store.Named("roles", "mine"); there {
		t.Error("another pane has it, too")
	}
}
