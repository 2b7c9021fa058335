package ui

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panes/history"
	"gatehouse/ui/panes/secrets"
	"gatehouse/ui/panes/suggestions"
	"gatehouse/ui/widget"
)

func TestAnEntryWithoutASnapshotIsNotCompared(t *testing.T) {
	d := newDriver(t, driverOptions{})
	whole := api.HistoryEntry{Snapshot: api.ResourceServer{DisplayName: "Ledger", Disabled: true}}
	for _, pair := range [][2]api.HistoryEntry{{{NoSnapshot: true}, whole}, {whole, {NoSnapshot: true}}} {
		sections := history.Comparison(pair[0], pair[1], d.model.env)
		text := strings.Join(widget.DrawSections(sections, 100, d.model.env.Theme), "\n")
		if !strings.Contains(text, "nothing can be compared") || strings.Contains(text, "the same in both") || !strings.Contains(text, "Ledger") {
			t.Errorf("the comparison says\n%s", text)
		}
	}
}

// A boolean that is there and can't be read is neither yes nor no.
func TestAnUnreadableBooleanIsUnclear(t *testing.T) {
	raw := api.NewOriginal([]byte(`{"disabled":"perhaps","requireProofOfPossession":7,"contentDeleted":"x","contentReady":{}}`))
	fields := history.ServerFields(api.ResourceServer{Raw: raw})
	for _, label := range []string{history.DisabledLabel, "Proof of possession"} {
		at := slices.IndexFunc(fields, func(f history.ServerField) bool { return f.Label == label })
		if fields[at].Value != "unclear" {
			t.Errorf("%s is %q", label, fields[at].Value)
		}
	}
	entry := api.HistoryEntry{Snapshot: api.ResourceServer{Raw: raw}, Problem: "snapshot.disabled is not true or false"}
	for _, c := range history.VersionColumns(nil) {
		if c.Name == "disabled" && c.Text(entry, nil) != "unclear" {
			t.Errorf("the column says %q", c.Text(entry, nil))
		}
	}
	s := api.Secret{Status: api.SecretStatusActive, Raw: raw, Problem: "contentDeleted is not true or false"}
	if words := secrets.SecretStatus(s, startTime); strings.Contains(words, "●") {
		t.Errorf("a secret of which nobody knows whether its content is there: %q", words)
	}
	if got := widget.Flag("", api.NewOriginal([]byte(`{"a":"x"}`)), "a", false); got != "no" {
		t.Errorf("a record without anything odd: %q", got)
	}
}

// A time that can't be read is told as it came, and isn't taken for none.
func TestAnUnreadableTimeIsToldWhereItStands(t *testing.T) {
	odd := api.Time{Text: "soon"}
	for status, want := range map[api.RunStatus]string{api.RunStatusRunning: `analysis running, started at "soon", which can't be read`,
		api.RunStatusFailed: `analysis failed at "soon", which can't be read`} {
		if text, _ := suggestions.RunStatus(api.Run{Status: status, CreatedAt: odd, CompletedAt: odd}).Words(startTime); text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
	if text, _ := suggestions.RunStatus(api.Run{Status: api.RunStatusRunning}).Words(startTime); text != "analysis running" {
		t.Errorf("without a time: %q", text)
	}
	d := newDriver(t, driverOptions{})
	id := d.tenant.HookID(0)
	if got := d.model.env.Age(id, odd); !strings.Contains(got, "from its id") {
		t.Errorf("the age of a record whose time can't be read: %q", got)
	}
}

func TestRowsInAnotherStateThanWasAskedForAreCounted(t *testing.T) {
	active := host.Query{Narrow: []host.Narrowing{{Facet: "status", Value: string(api.SecretStatusActive), Words: "active"}}}
	deleted := api.Time{Time: startTime}
	for name, c := range map[string]struct {
		q    host.Query
		s    api.Secret
		want bool
	}{
		"active":             {active, api.Secret{Status: api.SecretStatusActive}, false},
		"active and deleted": {active, api.Secret{Status: api.SecretStatusActive, DeletedAt: deleted}, true},
		"content deleted":    {active, api.Secret{Status: api.SecretStatusActive, ContentDeleted: true}, true},
		"a status of theirs": {active, api.Secret{Status: "SECRET_STATUS_NEW_ONE"}, false},
		"all states":         {host.Query{}, api.Secret{Status: api.SecretStatusRevoked}, false},
		"expiring soon": {host.Query{Narrow: []host.Narrowing{{Facet: "expires", Value: "soon", Words: "soon"}}},
			api.Secret{Status: api.SecretStatusActive, DeletedAt: deleted}, true},
	} {
		if got := secrets.SecretStrays(c.q, c.s); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	d := newDriver(t, driverOptions{})
	d.keys("4")
	p := d.At(3).(*list.Pane)
	p.Query.Narrow = active.Narrow
	if n := p.StraysAmong([]host.AnyRow{api.Secret{Status: api.SecretStatusActive, DeletedAt: deleted},
		api.Secret{Status: api.SecretStatusActive}}); n != 1 {
		t.Errorf("%d rows stray, want 1", n)
	}
	if got, want := p.StrayWords(2), "2 of these are not active any more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A number that is cut is another number: in no list, at no width, is one of several cut.
func TestNoCountIsCutInAnyList(t *testing.T) {
	cut := regexp.MustCompile(`\d+ of …|\d+ of…|\d+ o…| \d+/\d*…`)
	for _, keys := range []string{"1", "2", "3", "3m", "4", "4A", "5", "5a", "6", "7", "8", "9"} {
		d := newDriver(t, driverOptions{w: 160, h: 20, faults: func(tn *tenant.Tenant) {
			tn.Faults().Add(tenant.Rule{Path: "/api/v1/**", RowMerge: []byte(`{"displayName":"` + strings.Repeat("long ", 20) + `"}`)})
		}})
		d.keys(strings.Split(keys, "")...)
		for w := 170; w >= 40; w -= 6 {
			d.Resize(w, 20)
			d.keys("j", "k")
			if said := cut.FindString(d.screen()); said != "" {
				t.Errorf("%s, %d cells wide: %q\n%s", keys, w, said, d.screen())
				break
			}
		}
	}
}
