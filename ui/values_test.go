package ui

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/form"
)

// What is in a list counts, not its order: one added address is one addition.
func TestListsAreComparedAsSets(t *testing.T) {
	list := func(text string) action.Value {
		return valueOf(form.Field{Title: "Billing", Kind: form.Lines, Value: text})
	}
	for name, c := range map[string]struct{ was, is, want string }{
		"the same":       {"a\nb", "a\nb", ""},
		"another order":  {"a\nb", "b\na", ""},
		"one more":       {"a\nb", "c\nb\na", "“c” was added to Billing"},
		"one less":       {"a\nb", "b", "“a” was removed from Billing"},
		"one for others": {"a\nb", "c\nd", "“c”, “d” were added to Billing, “a”, “b” were removed from Billing"},
		"many":           {"", "a\nb\nc\nd\ne", "“a”, “b”, “c” and 2 more were added to Billing"},
	} {
		if got := listChange(list(c.was), list(c.is)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if same := list(c.was).Is == list(c.is).Is; same != (c.want == "") {
			t.Errorf("%s: the values are the same: %t", name, same)
		}
	}
	text := valueOf(form.Field{Title: "Description", Kind: form.Text, Value: "b\na"})
	if text.Is != "b, a" || text.List != nil {
		t.Errorf("the lines of a text are no list: %+v", text)
	}
}

func TestAListInAnotherOrderIsNoChange(t *testing.T) {
	before := json.RawMessage(`{"a":["x","y"],"b":{"c":[{"id":1},{"id":2}]}}`)
	if differs(before, json.RawMessage(`{"a":["y","x"],"b":{"c":[{"id":2},{"id":1}]}}`)) {
		t.Error("another order counts as a change")
	}
	if !differs(before, json.RawMessage(`{"a":["y","x","z"],"b":{"c":[{"id":2},{"id":1}]}}`)) {
		t.Error("an addition counts for nothing")
	}
	was := api.Contacts{BillingEmails: []string{"a@x.example", "b@x.example"}}
	now := api.Contacts{BillingEmails: []string{"c@x.example", "b@x.example", "a@x.example"}}
	draft := action.Draft{Changed: []string{"billingEmails"}, Values: map[string]string{"billingEmails": "a@x.example\nb@x.example\nc@x.example"}}
	if v := contactsVerdict(was, draft, now, false); v != action.Done {
		t.Errorf("contacts in another order than they were sent in: %v", v)
	}
	if v := contactsVerdict(was, draft, api.Contacts{BillingEmails: []string{"b@x.example", "a@x.example"}}, false); v != action.NotDone {
		t.Errorf("contacts in another order than they were before: %v", v)
	}
}

func TestAnEntryWithoutASnapshotIsNotCompared(t *testing.T) {
	d := newDriver(t, driverOptions{})
	whole := api.HistoryEntry{Snapshot: api.ResourceServer{DisplayName: "Ledger", Disabled: true}}
	for _, pair := range [][2]api.HistoryEntry{{{NoSnapshot: true}, whole}, {whole, {NoSnapshot: true}}} {
		sections := comparison(pair[0], pair[1], d.model.env)
		text := strings.Join(drawSections(sections, 100, d.model.env.theme), "\n")
		if !strings.Contains(text, "nothing can be compared") || strings.Contains(text, "the same in both") || !strings.Contains(text, "Ledger") {
			t.Errorf("the comparison says\n%s", text)
		}
	}
}

// A boolean that is there and can't be read is neither yes nor no.
func TestAnUnreadableBooleanIsUnclear(t *testing.T) {
	raw := json.RawMessage(`{"disabled":"perhaps","requireProofOfPossession":7,"contentDeleted":"x","contentReady":{}}`)
	fields := serverFields(api.ResourceServer{Raw: raw})
	for _, label := range []string{disabledLabel, "Proof of possession"} {
		at := slices.IndexFunc(fields, func(f serverField) bool { return f.label == label })
		if fields[at].value != "unclear" {
			t.Errorf("%s is %q", label, fields[at].value)
		}
	}
	entry := api.HistoryEntry{Snapshot: api.ResourceServer{Raw: raw}, Problem: "snapshot.disabled is not true or false"}
	for _, c := range versionColumns(nil) {
		if c.Name == "disabled" && c.Text(entry, nil) != "unclear" {
			t.Errorf("the column says %q", c.Text(entry, nil))
		}
	}
	s := api.Secret{Status: api.SecretStatusActive, Raw: raw, Problem: "contentDeleted is not true or false"}
	if words := secretStatus(s, startTime); strings.Contains(words, "●") {
		t.Errorf("a secret of which nobody knows whether its content is there: %q", words)
	}
	if got := flag("", json.RawMessage(`{"a":"x"}`), "a", false); got != "no" {
		t.Errorf("a record without anything odd: %q", got)
	}
}

// A time that can't be read is told as it came, and isn't taken for none.
func TestAnUnreadableTimeIsToldWhereItStands(t *testing.T) {
	odd := api.Time{Text: "soon"}
	for status, want := range map[api.RunStatus]string{api.RunStatusRunning: `analysis running, started at "soon", which can't be read`,
		api.RunStatusFailed: `analysis failed at "soon", which can't be read`} {
		if text, _ := runStanding(api.Run{Status: status, CreatedAt: odd, CompletedAt: odd}).words(startTime); text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
	if text, _ := runStanding(api.Run{Status: api.RunStatusRunning}).words(startTime); text != "analysis running" {
		t.Errorf("without a time: %q", text)
	}
	d := newDriver(t, driverOptions{})
	id := d.tenant.HookID(0)
	if got := d.model.env.age(id, odd); !strings.Contains(got, "from its id") {
		t.Errorf("the age of a record whose time can't be read: %q", got)
	}
}

func TestRowsInAnotherStateThanWasAskedForAreCounted(t *testing.T) {
	active := query{narrow: []narrowing{{"status", string(api.SecretStatusActive), "active"}}}
	deleted := api.Time{Time: startTime}
	for name, c := range map[string]struct {
		q    query
		s    api.Secret
		want bool
	}{
		"active":             {active, api.Secret{Status: api.SecretStatusActive}, false},
		"active and deleted": {active, api.Secret{Status: api.SecretStatusActive, DeletedAt: deleted}, true},
		"content deleted":    {active, api.Secret{Status: api.SecretStatusActive, ContentDeleted: true}, true},
		"a status of theirs": {active, api.Secret{Status: "SECRET_STATUS_NEW_ONE"}, false},
		"all states":         {query{}, api.Secret{Status: api.SecretStatusRevoked}, false},
		"expiring soon":      {query{narrow: []narrowing{{"expires", "soon", "soon"}}}, api.Secret{Status: api.SecretStatusActive, DeletedAt: deleted}, true},
	} {
		if got := secretStrays(c.q, c.s); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	d := newDriver(t, driverOptions{})
	d.keys("4")
	p := d.at(3).(*list)
	p.query.narrow = active.narrow
	if n := p.straysAmong([]anyRow{api.Secret{Status: api.SecretStatusActive, DeletedAt: deleted}, api.Secret{Status: api.SecretStatusActive}}); n != 1 {
		t.Errorf("%d rows stray, want 1", n)
	}
	if got, want := p.strayWords(2), "2 of these are not active any more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
