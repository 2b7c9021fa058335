package widget_test

import (
	"strings"
	"testing"

	"gatehouse/theme/themetest"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// A label is in whole words at every width, and its value beside or below it.
func TestLabelsAreInWholeWords(t *testing.T) {
	half, th := 0.5, themetest.New(t, "dark")
	for _, label := range []string{"Proof of possession", "Signing algorithm", "Entitlements", "Avg. coverage"} {
		for _, f := range []widget.Field{
			{Label: label, Value: "yes, since Monday"}, {Label: label}, {Label: label, Value: "50%", Bar: &half, Note: "of nine people"},
			{Label: label, IDs: []widget.NamedID{{Name: "Ada", ID: "2kuCKhUrBFLmZThru7471IDBiG9"}}}} {
			for w := 36; w < 120; w++ {
				lines := widget.DrawSections([]widget.Section{{Fields: []widget.Field{f}}}, w, th)
				said := strings.Join(strings.Fields(draw.StripStyles(lines)[0]), " ")
				text := strings.Join(draw.StripStyles(lines), " ")
				for word := range strings.FieldsSeq(label) {
					if !strings.Contains(text, word) {
						t.Fatalf("%q in %d cells: %q", label, w, draw.StripStyles(lines))
					}
				}
				for _, line := range lines {
					if draw.Width(draw.StripStyles([]string{line})[0]) > w {
						t.Fatalf("%q in %d cells: %q", label, w, line)
					}
				}
				if !strings.HasPrefix(said, strings.Fields(label)[0]) {
					t.Fatalf("%q in %d cells begins with %q", label, w, said)
				}
			}
		}
	}
}

// A label that a tenant made up takes no more than a few lines.
func TestALongLabelIsBounded(t *testing.T) {
	f := widget.Field{Label: strings.Repeat("word ", 2000), Value: "value"}
	if n := len(widget.DrawSections([]widget.Section{{Fields: []widget.Field{f}}}, 40, themetest.New(t, "dark"))); n > 4 {
		t.Errorf("%d lines", n)
	}
}
