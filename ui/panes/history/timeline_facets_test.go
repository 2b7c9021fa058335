package history

import (
	"slices"
	"testing"

	"gatehouse/api"
)

// Another value of a column takes the place of the one before: nobody is two people, and the last week is more than the last day.
func TestAChoiceTakesThePlaceOfTheOneBefore(t *testing.T) {
	for _, c := range [][4]string{
		{"", "when", "when:<24", "when:<24"},
		{"when:<24", "when", "when:<168", "when:<168"},
		{`actor:"Jira Cloud" billing`, "actor", `actor:"Slack"`, `billing actor:"Slack"`},
		{`actor:"a \" actor:b" x`, "actor", "actor:\"c\"", `x actor:"c"`},
		{`!actor:"Slack"`, "actor", `actor:"Mara"`, `!actor:"Slack" actor:"Mara"`},
		{`what:"sector"`, "what", `what:"name"`, `what:"sector" what:"name"`},
		{`what:"name"`, "what", `what:"name"`, `what:"name"`},
	} {
		if got := withTerm(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%q with %q is %q, want %q", c[0], c[2], got, c[3])
		}
	}
}

// What is offered as a field is one.
func TestOnlyFieldsAreOfferedAsFields(t *testing.T) {
	before := &api.HistoryEntry{}
	of := func(what string, kind api.ChangeKind, before *api.HistoryEntry) []string {
		c := Change{Before: before, what: what}
		c.Entry.Metadata.ChangeKind = kind
		return fieldsOf(c)
	}
	if got := of("name, sector", api.ChangeKindPut, before); !slices.Equal(got, []string{"name", "sector"}) {
		t.Errorf("fields %q", got)
	}
	for what, got := range map[string][]string{"see its history": of("see its history", api.ChangeKindPut, nil),
		"created": of("created", api.ChangeKindCreate, nil), "deleted": of("deleted for good", api.ChangeKindHardDelete, before),
		"no field": of(noField, api.ChangeKindPut, before)} {
		if len(got) > 0 {
			t.Errorf("%s: fields %q", what, got)
		}
	}
}
