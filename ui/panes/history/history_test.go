package history_test

import (
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/panes/history"
)

func TestVersionsOfTheSameSecondGoByTheTenantsOrder(t *testing.T) {
	at := api.Time{Time: time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)}
	newer, older := api.HistoryEntry{}, api.HistoryEntry{}
	newer.Metadata.ID, older.Metadata.ID = "b", "a"
	newer.Metadata.CreatedAt, older.Metadata.CreatedAt = at, at
	rows := []api.HistoryEntry{newer, older}
	for _, pair := range [][2]api.HistoryEntry{{newer, older}, {older, newer}} {
		if old, now := history.OlderFirst(pair[0], pair[1], rows); old.Metadata.ID != "a" || now.Metadata.ID != "b" {
			t.Errorf("old is %q and new is %q", old.Metadata.ID, now.Metadata.ID)
		}
	}
}

// A comparison names its versions by their dates in the zone of the person, as the list does; to the second where these are the same.
func TestTheTitleOfAComparison(t *testing.T) {
	zone := time.FixedZone("east", 2*60*60)
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	e := &host.Env{Clock: func() time.Time { return now }, Location: zone}
	entry := func(at api.Time) (h api.HistoryEntry) { h.Metadata.CreatedAt = at; return h }
	nine := time.Date(2026, 11, 6, 9, 0, 7, 0, time.UTC)
	for _, c := range []struct {
		from, to api.Time
		want     string
	}{
		{api.Time{Time: nine}, api.Time{Time: nine.Add(30 * time.Hour)}, "Fri 6 Nov 11:00 → Sat 7 Nov 17:00"},
		{api.Time{Time: nine}, api.Time{Time: nine.Add(time.Second)}, "2026-11-06 11:00:07 → 2026-11-06 11:00:08"},
		{api.Time{}, api.Time{Time: nine}, "– → Fri 6 Nov 11:00"},
		{api.Time{Text: "once"}, api.Time{}, "? once → –"},
	} {
		if got := history.Between(entry(c.from), entry(c.to), e); got != c.want {
			t.Errorf("the title is %q, want %q", got, c.want)
		}
	}
}

func TestWebLinks(t *testing.T) {
	for text, want := range map[string]bool{
		"https://tickets.example/1": true, "http://tickets.example": true, "HTTPS://tickets.example": true,
		"javascript:alert(1)": false, "data:text/html,x": false, "file:///etc/passwd": false, "//tickets.example/1": false,
		"https:///nohost": false, "tickets.example": false, "": false, "java\nscript:x": false,
	} {
		if got := history.IsWebLink(text); got != want {
			t.Errorf("%q is a link of the web: %v", text, got)
		}
	}
}

func TestAnAnnotationSaysEachThingOnce(t *testing.T) {
	for _, c := range []struct {
		annotation api.Annotation
		want       string
	}{
		{api.Annotation{Kind: api.AnnotationKindTicket, Key: "ticket", DisplayLabel: "Ticket", DisplayValue: "SEC-1", RawValue: "SEC-1"}, ""},
		{api.Annotation{Kind: api.AnnotationKindTicket, Key: "ticket", DisplayLabel: "Change", DisplayValue: "SEC-1", RawValue: "sec-1"},
			"ticket"},
		{api.Annotation{Kind: api.AnnotationKindReason, Key: "why", DisplayLabel: "Why", DisplayValue: "an audit", RawValue: "audit"},
			"reason · audit"},
		{api.Annotation{Kind: api.AnnotationKindReason, Key: "cause"}, "reason"},
	} {
		if got := history.AnnotationNote(c.annotation); got != c.want {
			t.Errorf("%+v has the note %q, want %q", c.annotation, got, c.want)
		}
	}
}
