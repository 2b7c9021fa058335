package lag_test

import (
	"slices"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/lag"
)

// row is a record with its state.
type row struct{ id, state string }

// scene is a list whose clock and order of questions the test turns on.
type scene struct {
	*lag.Records
	at    time.Time
	order uint64
}

func newScene() *scene {
	s := &scene{at: time.Unix(0, 0)}
	s.Records = lag.New(lag.Kind{
		Key:   func(r host.AnyRow) host.AnyKey { return r.(row).id },
		NoKey: "",
		Raw: func(r host.AnyRow) api.Original {
			if r.(row).id == "" {
				return api.Original{}
			}
			return api.NewOriginal([]byte(`{"state":"` + r.(row).state + `"}`))
		},
	}, func() time.Time { return s.at }, func() uint64 { s.order++; return s.order })
	return s
}

// lists is what is shown of rows that the tenant lists now.
func (s *scene) lists(rows ...host.AnyRow) []host.AnyRow {
	s.order++
	return s.Among(rows, s.order, func(host.AnyKey, time.Time) {})
}

func wantRows(t *testing.T, got []host.AnyRow, want ...host.AnyRow) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("shown are %v, want %v", got, want)
	}
}

func TestAFormerStateOfAChangedRecordIsNotShown(t *testing.T) {
	s := newScene()
	s.Keep(row{"a", "on"}, row{"a", "off"}, false)
	wantRows(t, s.lists(row{"a", "on"}, row{"b", "on"}), row{"a", "off"}, row{"b", "on"})
	if s.Late() != 1 {
		t.Errorf("%d rows are late", s.Late())
	}
	wantRows(t, s.lists(row{"a", "off"}), row{"a", "off"})
	if _, kept := s.Now("a"); kept || s.Late() != 0 {
		t.Error("it is kept after the list has caught up")
	}
	wantRows(t, s.lists(row{"a", "on"}), row{"a", "on"}) // somebody changed it back
}

func TestAStateThatNobodyHereMadeIsNews(t *testing.T) {
	s := newScene()
	s.Keep(row{"a", "on"}, row{"a", "off"}, false)
	wantRows(t, s.lists(row{"a", "deleted"}), row{"a", "deleted"})
}

// Each state that actions of this session went through is a former one, and so is one that was confirmed by reading the record.
func TestEveryFormerStateIsKnown(t *testing.T) {
	s := newScene()
	s.Keep(row{"a", "1"}, row{"a", "2"}, false)
	s.Keep(row{"a", "2"}, row{"a", "3"}, false)
	s.Confirm(row{"a", "4"})
	for _, former := range []string{"1", "2", "3"} {
		wantRows(t, s.lists(row{"a", former}), row{"a", "4"})
	}
}

func TestARecordThatWasDeletedStaysAway(t *testing.T) {
	s := newScene()
	s.Keep(row{"a", "on"}, row{"a", "on"}, true)
	wantRows(t, s.lists(row{"a", "on"}))
	if !s.Gone("a") || s.Gone("b") {
		t.Error("what is gone isn't known")
	}
}

func TestARecordThatWasCreatedIsShownBeforeTheListHasIt(t *testing.T) {
	s := newScene()
	s.Keep(row{}, row{"new", "on"}, false)
	wantRows(t, s.WithCreated([]host.AnyRow{row{"a", "on"}}), row{"new", "on"}, row{"a", "on"})
	wantRows(t, s.WithCreated([]host.AnyRow{row{"new", "on"}}), row{"new", "on"})
	s.at = s.at.Add(lag.Limit + time.Second)
	wantRows(t, s.WithCreated([]host.AnyRow{row{"a", "on"}}), row{"a", "on"})
}

func TestAListIsBelievedInTheEnd(t *testing.T) {
	s := newScene()
	s.Keep(row{"a", "on"}, row{"a", "off"}, false)
	s.at = s.at.Add(lag.Limit)
	wantRows(t, s.lists(row{"a", "on"}), row{"a", "off"})
	s.at = s.at.Add(time.Second)
	wantRows(t, s.lists(row{"a", "on"}), row{"a", "on"})
}

// What was asked before an action is older than it, whatever it says.
func TestAnAnswerToAnOlderQuestionIsNotBelieved(t *testing.T) {
	s := newScene()
	asked := s.order
	s.Keep(row{"a", "on"}, row{"a", "off"}, false)
	wantRows(t, s.Among([]host.AnyRow{row{"a", "other"}}, asked, func(host.AnyKey, time.Time) {}), row{"a", "off"})
	if !s.ChangedSince("a", asked) || s.ChangedSince("a", s.order) || s.ChangedSince("b", asked) {
		t.Error("when it was changed isn't known")
	}
}

func TestARecordThatWasCreatedAndThenChangedIsShownBeforeTheListHasIt(t *testing.T) {
	s := newScene()
	s.Keep(row{}, row{"new", "on"}, false)
	s.Keep(row{"new", "on"}, row{"new", "off"}, false)
	wantRows(t, s.WithCreated([]host.AnyRow{row{"a", "on"}}), row{"new", "off"}, row{"a", "on"})
}
