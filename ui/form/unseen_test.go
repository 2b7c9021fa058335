package form

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme/themetest"
)

func unseenForm(t *testing.T, fields ...Field) *Form {
	t.Helper()
	return New(Spec{Title: "Edit", Fields: fields}, themetest.New(t, "none"), keymap.New(keymap.Panes{}))
}

func TestAnAddressWithWhatCantBeSeenIsRefusedAndItsPlaceNamed(t *testing.T) {
	for typed, want := range map[string]string{
		"https://h3.exam\u200bple.com/in": "URL: has U+200B after “…ps://h3.exam”, which can't be seen; take it out",
		"https://a\u202eb.example":        "U+202E after “https://a”",
		"\ufeffhttps://a.example":         "U+FEFF at the start",
		"https://a.example/\u00ad":        "U+00AD",
		"https://a.example/\U000e0041":    "U+E0041",
	} {
		f := unseenForm(t, Field{Name: "url", Title: "URL", Kind: Line})
		f.Update(tea.PasteMsg{Content: typed})
		f.submit()
		if all := strings.Join(f.Problems(), " "); f.State() != Editing || !strings.Contains(all, want) {
			t.Errorf("%+q: state %v, %q, want %q", typed, f.State(), all, want)
		}
		if view := f.View(100, 20); !strings.Contains(view, "‹U+") {
			t.Errorf("%+q isn't shown in the field:\n%s", typed, view)
		}
	}
}

func TestANameWithWhatCantBeSeenIsAskedAboutOnce(t *testing.T) {
	f := unseenForm(t, Field{Name: "name", Title: "Name", Kind: Line, Prose: true})
	f.Update(tea.PasteMsg{Content: "gnp\u202eexe"})
	f.submit()
	if view := f.View(100, 20); f.State() != Editing || !strings.Contains(view, "Name has U+202E after “gnp”, which can't be seen.") {
		t.Fatalf("state %v:\n%s", f.State(), view)
	}
	f.submit()
	if f.State() != Submitted || f.Values()["name"] != "gnp\u202eexe" {
		t.Errorf("state %v, %+q", f.State(), f.Values())
	}
	f = unseenForm(t, Field{Name: "name", Title: "Name", Kind: Line, Prose: true})
	f.Update(tea.PasteMsg{Content: "👩‍👩‍👧 می\u200cخواهم ⚠\ufe0f"})
	if f.submit(); f.State() != Submitted {
		t.Errorf("what scripts and emoji need is asked about: %q", f.status)
	}
}

func TestTheTenantsOwnUnseenCharactersAreNotJudged(t *testing.T) {
	f := unseenForm(t, Field{Name: "url", Title: "URL", Kind: Line, Value: "https://a\u200b.example"},
		Field{Name: "name", Title: "Name", Kind: Line})
	f.SetValue("name", "x", "")
	if f.submit(); f.State() != Submitted || f.Values()["url"] != "https://a\u200b.example" {
		t.Errorf("state %v, %+q, %q", f.State(), f.Values(), f.Problems())
	}
}

func TestOuterBlanksGo(t *testing.T) {
	for _, kind := range []Kind{Line, Text} {
		f := unseenForm(t, Field{Name: "x", Title: "X", Kind: kind, Value: "old"})
		f.SetValue("x", " \u00a0 new name\u3000 ", "")
		if got := f.Values()["x"]; got != "new name" {
			t.Errorf("%v: %q", kind, got)
		}
		f.SetValue("x", " old ", "")
		if len(f.Changed()) != 0 || f.Values()["x"] != "old" {
			t.Errorf("%v: blanks alone are a change: %v %q", kind, f.Changed(), f.Values())
		}
	}
}
