package form

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap/keytest"
	"gatehouse/theme/themetest"
)

// No key and no text makes a field longer than its limit, a line break among them; one that was longer from the start can be shortened.
func TestNothingPassesALimit(t *testing.T) {
	const most = 20
	for name, kind := range map[string]Kind{"line": Line, "text": Text, "lines": Lines} {
		for _, start := range []string{strings.Repeat("a", most), strings.Repeat("ä", most), strings.Repeat("a", most+9),
			strings.Repeat("a\n", most/2)[:most]} {
			if kind == Line && strings.Contains(start, "\n") {
				continue
			}
			for _, put := range []tea.Msg{keytest.Press("x"), keytest.Press("ä"), keytest.Press("space"), keytest.Press("enter"),
				keytest.Press("ctrl+j"), tea.PasteMsg{Content: "x"}, tea.PasteMsg{Content: "\n\n"}, tea.PasteMsg{Content: "x\ty"}} {
				f := open(t, Spec{Title: "T", Fields: []Field{{Name: "x", Title: "X", Kind: kind, Limit: most, Value: start}, {Name: "y", Title: "Y"}}})
				f.Update(put)
				if got := f.fields[0].edit.value(); got != start {
					t.Errorf("%s, %T %v: %q became %q", name, put, put, start, got)
				}
				if key, is := put.(tea.KeyPressMsg); (!is || key.Text != "" || kind != Line) && put != tea.Msg(tea.PasteMsg{Content: "\n\n"}) &&
					!strings.HasPrefix(f.status, "X takes 20 characters; with this it would have ") {
					t.Errorf("%s, %v at %q: it says %q", name, put, start, f.status)
				}
				f.focus = 0
				press(f, "backspace")
				if got := f.fields[0].edit.value(); len(got) >= len(start) {
					t.Errorf("%s: %q can't be shortened", name, start)
				}
			}
		}
	}
}

// A line break that becomes a blank once text follows it is one more character.
func TestABlankForALineBreakCounts(t *testing.T) {
	f := open(t, Spec{Title: "T", Fields: []Field{{Name: "x", Title: "X", Limit: 4, Value: "abc"}, {Name: "y", Title: "Y"}}})
	f.fields[0].edit.broke = true
	f.Update(keytest.Press("x"))
	if got := f.fields[0].edit.value(); got != "abc" {
		t.Errorf("it is %q", got)
	}
}

func TestNothingPassesTheLimitOfAnArea(t *testing.T) {
	a := NewArea("", themetest.New(t, "none"))
	a.Insert(strings.Repeat("a", AreaLimit))
	for _, put := range []tea.Msg{keytest.Press("x"), keytest.Press("enter"), keytest.Press("tab"), tea.PasteMsg{Content: "\n"}} {
		a.Update(put)
		said := strings.HasPrefix(a.Refused(), "The text takes 65,536 characters; with this it would have 65,53")
		if got := len(a.Value()); got != AreaLimit || !said {
			t.Errorf("%v: %d characters, said %q", put, got, a.Refused())
		}
	}
	a.Update(keytest.Press("backspace"))
	if got := len(a.Value()); got != AreaLimit-1 || a.Refused() != "" {
		t.Errorf("then it has %d, said %q", got, a.Refused())
	}
	if RefusedByArea(strings.Repeat("ä", AreaLimit)) != "" || RefusedByArea(strings.Repeat("ä", AreaLimit+1)) == "" {
		t.Error("another text is judged wrongly")
	}
}
