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

// A page of a long history costs the same as one of a short one: what was read before isn't copied for it. Who draws has what was there.
func TestAPageIsAddedToWhatWasRead(t *testing.T) {
	at := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	key, read := serverKey{"a", "s"}, newKnown()
	page := func(days int) api.Page[api.HistoryEntry] {
		return api.Page[api.HistoryEntry]{Next: "more", Rows: []api.HistoryEntry{
			{Metadata: api.HistoryMetadata{CreatedAt: api.Time{Time: at.AddDate(0, 0, -days)}}}}}
	}
	read.add(key, "", page(0))
	first, _ := read.pages(key)
	days := 0
	if copies := testing.AllocsPerRun(1000, func() {
		days++
		p := page(days)
		before := len(read.of[key].at)
		read.add(key, "more", p)
		if after := read.of[key]; len(after.at) != before+1 || !after.at[before].Equal(p.Rows[0].Metadata.CreatedAt.Time) ||
			!after.since.Equal(after.at[before]) {
			t.Fatalf("page %d: %d changes since %v", days, len(after.at), after.since)
		}
	}); copies >= 2 { // one is the page itself
		t.Errorf("%v allocations a page, want those of the page alone", copies)
	}
	read.add(key, "", page(7))
	if anew, _ := read.pages(key); len(anew.at) != 1 || len(first.at) != 1 || !first.at[0].Equal(at) {
		t.Errorf("read anew: %v; what was there first: %v", anew.at, first.at)
	}
}
