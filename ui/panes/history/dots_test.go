package history

import (
	"testing"
	"time"

	"gatehouse/api"
)

// What isn't known is drawn so: before the last change of a server whose history wasn't read, and before the oldest page that was.
func TestDotsDrawWhatIsKnown(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	ago := func(days int) api.Time { return api.Time{Time: now.AddDate(0, 0, -days)} }
	entry := func(days int) api.HistoryEntry {
		return api.HistoryEntry{Metadata: api.HistoryMetadata{CreatedAt: ago(days)}}
	}
	server := api.ResourceServer{AppID: "a", ID: "s", CreatedAt: ago(300), UpdatedAt: ago(5)}
	young := api.ResourceServer{AppID: "a", ID: "y", CreatedAt: ago(9), UpdatedAt: ago(9)}
	read := newKnown()
	check := func(what string, s api.ResourceServer, want string) {
		t.Helper()
		if got := dots(s, read, now); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	check("not read", server, "????????????●··")
	check("made lately", young, "          ●····")
	check("without dates", api.ResourceServer{ID: "x"}, "???????????????")
	read.add(serverKey{"a", "s"}, "2", api.Page[api.HistoryEntry]{Rows: []api.HistoryEntry{entry(19)}})
	check("a later page alone", server, "????????????●··")
	read.add(serverKey{"a", "s"}, "", api.Page[api.HistoryEntry]{Rows: []api.HistoryEntry{entry(5), entry(13)}, Next: "2"})
	check("one page", server, "????????●···●··")
	read.add(serverKey{"a", "s"}, "2", api.Page[api.HistoryEntry]{Rows: []api.HistoryEntry{entry(19), entry(90)}})
	check("all pages", server, "·····●··●···●··")
}
