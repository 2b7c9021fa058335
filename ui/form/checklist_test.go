package form

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// The facts of a checklist stand in columns, a line a choice; in few cells the last of them go before the titles, and space still toggles.
func TestAChecklistHasItsFactsInColumns(t *testing.T) {
	spec := Spec{Title: "New profile", New: true}
	for i, title := range []string{"Production network Maintainer", "Feature flags", "Audit\x1b[31m logs"} {
		spec.Fields = append(spec.Fields, Field{Name: title, Title: title, Kind: Toggle, Value: "true",
			Facts: []Fact{{[]string{"critical", "high", "–"}[i], theme.Text}, {"4/8", theme.Text}, {"Northbeam Deploy", theme.Dim}}})
	}
	f := open(t, spec)
	view := func(w, h int) string {
		t.Helper()
		text := ansi.Strip(f.View(w, h))
		for line := range strings.Lines(text) {
			if n := draw.Width(strings.TrimSuffix(line, "\n")); n != w {
				t.Errorf("%d x %d: a line has %d cells: %q", w, h, n, line)
			}
		}
		return text
	}
	wide := view(90, 20)
	first, second := lineWith(wide, "Production network Maintainer"), lineWith(wide, "Feature flags")
	for _, fact := range []string{"4/8", "Northbeam Deploy"} {
		before, _, there := strings.Cut(first, fact)
		other, _, too := strings.Cut(second, fact)
		if !there || !too || draw.Width(before) != draw.Width(other) {
			t.Errorf("%q isn't in a column:\n%s", fact, wide)
		}
	}
	if narrow := view(40, 20); strings.Contains(narrow, "Northbeam") || !strings.Contains(narrow, "critical") {
		t.Errorf("the wrong fact went:\n%s", narrow)
	}
	press(f, "space")
	if now := lineWith(view(90, 20), "Production"); !strings.Contains(now, "[ ] Production") {
		t.Errorf("it wasn't turned off: %q", now)
	}
	view(12, 6)
	view(39, 4)
}

// lineWith is the first with a text.
func lineWith(text, part string) string {
	for l := range strings.Lines(text) {
		if strings.Contains(l, part) {
			return l
		}
	}
	return ""
}
