package tenant

import (
	"strings"
	"testing"
	"unicode"
)

func TestHostileTextsAreAskedFor(t *testing.T) {
	tn := New(Options{Rows: 2000, Now: newClock().now}) // one in 997 is hostile further down
	for _, list := range []string{"hooks", "webhooks", "suggestions", "secrets", "exporters", "users", "roles"} {
		c, err := tn.collection(list)
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.size {
			if i > 250 && i < c.size-10 {
				continue
			}
			r := row{c: c, pos: i}
			name := r.field(c.searched[0])
			if text, _ := name.(string); text == "" || strings.ContainsFunc(text, unicode.IsControl) ||
				strings.ContainsAny(text, "\u202e\u2066\u2067\u200b\ufeff") || len(text) > 120 {
				t.Errorf("%s %d: %q", list, i, text)
			}
		}
	}
}

// TestHostileTextsAreBelowTheFirstScreen: what a picture of the console shows looks like a serious tenant.
func TestHostileTextsAreBelowTheFirstScreen(t *testing.T) {
	c := start(t, Options{Hostile: true})
	odd := func(row map[string]any, member string) bool {
		text, _ := row[member].(string)
		return len(text) > 120 || strings.ContainsFunc(text, func(r rune) bool {
			return unicode.IsControl(r) || r >= 0x2066 && r <= 0x2069 ||
				r == 0x202e
		})
	}
	for _, each := range []struct {
		from, member string
		calm         int
	}{{"hooks", "displayName", 38}, {"webhooks", "displayName", 24}, {"suggestions", "suggestedName", 60}, {"secrets", "displayName", 45}} {
		found := 0
		for i, row := range c.records(each.from) {
			if !odd(row, each.member) {
				continue
			}
			if found++; i < each.calm {
				t.Errorf("%s %d: %q", each.from, i, row[each.member])
			}
		}
		if found == 0 {
			t.Errorf("%s: no hostile text at all", each.from)
		}
	}
}

func TestNamesInSeveralScripts(t *testing.T) {
	c := start(t, Options{})
	have := map[string]bool{}
	tables := map[string]*unicode.RangeTable{"Latin": unicode.Latin, "Han": unicode.Han, "Arabic": unicode.Arabic, "Hebrew": unicode.Hebrew,
		"Cyrillic": unicode.Cyrillic,
		"Thai":     unicode.Thai, "Devanagari": unicode.Devanagari}
	for _, row := range c.records("users") {
		name := at(row, "user", "displayName").(string)
		for script, table := range tables {
			have[script] = have[script] || strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(table, r) })
		}
		have["accents"] = have["accents"] || strings.ContainsFunc(name, func(r rune) bool { return r >= 0xc0 && r < 0x250 })
		have["emoji"] = have["emoji"] || strings.ContainsFunc(name, func(r rune) bool { return r >= 0x1f300 })
	}
	for _, script := range []string{"Latin", "Han", "Arabic", "Hebrew", "Cyrillic", "Thai", "Devanagari", "accents", "emoji"} {
		if !have[script] {
			t.Errorf("no name with %s", script)
		}
	}
}
