package history

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/ui/draw"
)

// A place in the reading is the same after it was written as a token.
func TestAStepIsReadAsItWasWritten(t *testing.T) {
	for _, s := range []step{{}, {token: "a b 1", from: 4, read: 104, failed: 2}, {from: 8, read: 8}} {
		if got := parseStep(s.text()); got != s {
			t.Errorf("%+v is read as %+v", s, got)
		}
	}
}

// The number of servers is never said to be more than is known.
func TestWhatTheChangesAreOf(t *testing.T) {
	for _, c := range []struct {
		at            progress
		more, walking bool
		want          string
	}{
		{progress{read: 4, of: 12}, true, true, "changes, 4 of 12 servers"},
		{progress{read: 4, of: 100, more: true}, true, true, "changes, 4 of 100+ servers"},
		{progress{read: 100, of: 100, more: true}, true, true, "changes, 100 of 100+ servers"},
		{progress{read: 4, of: 12}, true, false, "changes, 4 of 12 servers read"},
		{progress{read: 12, of: 12, unread: make([]unread, 2)}, false, false, "changes of 12 servers, 2 not readable"},
		{progress{read: 12, of: 12, unread: make([]unread, 2)}, true, true, "changes, 12 servers"},
		{progress{read: 3, of: 3, full: 1}, false, false, "changes of 3 servers, of 1 the newest 20 only"},
	} {
		if got := c.at.words(2, c.more, c.walking); got != c.want {
			t.Errorf("%+v: %q, want %q", c.at, got, c.want)
		}
	}
}

// Of a server all of whose changes read are of this week there may be more of them.
func TestChangesOfThisWeekAlone(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	of := func(server string, days int, more bool) (c Change) {
		c.Server.ID, c.More = server, more
		c.Entry.Metadata.CreatedAt = api.Time{Time: now.AddDate(0, 0, -days)}
		return c
	}
	some, full := ofThisWeek([]Change{of("a", 1, true), of("a", 9, true), of("b", 2, true), of("b", 3, true), of("c", 1, false)}, now)
	if len(some) != 4 || full != 1 {
		t.Errorf("%d changes, %d servers with more, want 4 and 1", len(some), full)
	}
}

// Whatever its room, the line about servers that can't be read is whole.
func TestUnreadWordsFit(t *testing.T) {
	var all []unread
	for i := range 120 {
		all = append(all, unread{api.ResourceServer{DisplayName: "Ledger API for partners " + strconv.Itoa(i)},
			&api.Error{Kind: api.KindForbidden, Status: 403}},
			unread{api.ResourceServer{ID: "s"}, errors.New("some cause that takes more words than there is room for them here")})
	}
	for from := range 2 {
		for _, n := range []int{1, 2, 200} {
			for w := 37; w < 200; w++ {
				if got := unreadWords(all[from:from+n], w, "f"); draw.Width(got) > w {
					t.Errorf("%d in %d cells: %q", n, w, got)
				}
			}
		}
	}
}

// The status of an answer is named where it says why.
func TestWhyAServerCouldNotBeRead(t *testing.T) {
	for want, err := range map[string]error{
		"403, you may not see it":       &api.Error{Kind: api.KindForbidden, Status: 403},
		"the answer can't be read":      &api.Error{Kind: api.KindMalformed, Status: 200},
		"503, the tenant has a problem": &api.Error{Kind: api.KindUnavailable, Status: 503},
		"no answer came":                &api.Error{Kind: api.KindNetwork},
	} {
		if got := (unread{err: err}).reason(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
