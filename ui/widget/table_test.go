package widget_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/theme"
	"gatehouse/theme/themetest"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// held is a table with a bar, of rows with these names.
func held(names ...string) *widget.Table {
	t := &widget.Table{Columns: []widget.TableColumn{
		{Title: "RISK", Max: 12},
		{Title: "ENTITLEMENT", Min: 20, Max: 60, Gives: 2},
		{Title: "IN", Min: 12, Max: 40, Gives: 3, Drop: 1, Into: 1},
		{Title: "HOLD IT", Min: 9, Gives: 4},
		{Title: "81% Information Security profile", Min: 9, Max: 40, Gives: 5, Drop: 2},
	}}
	for i, name := range names {
		fraction := float64(i) / float64(len(names))
		t.Rows = append(t.Rows, []widget.Cell{{Text: "critical"}, {Text: name}, {Text: "Northbeam Deploy", Role: theme.Dim},
			{Text: fmt.Sprintf("%d/23", i), Bar: &fraction}, {Text: "misses it"}})
	}
	return t
}

// Whatever stands in it and however few cells there are, no line is longer than its room, and rows end one after the other.
func TestATableFitsItsRoom(t *testing.T) {
	th := themetest.New(t, "dark")
	table := held("Audit evidence Owner", strings.Repeat("日本語 é ", 40), "", "a\nb\x1b[31m\u202e", strings.Repeat("x", 5000))
	for w := 1; w <= 200; w++ {
		lines, ends := table.Draw(w, th)
		for _, line := range lines {
			if n := draw.Width(line); n > w {
				t.Fatalf("%d cells: a line has %d: %q", w, n, ansi.Strip(line))
			}
		}
		if len(ends) != len(table.Rows) || ends[len(ends)-1] != len(lines) {
			t.Fatalf("%d cells: %d lines, rows end at %v", w, len(lines), ends)
		}
		if w >= 60 && len(lines) != len(table.Rows)+1 {
			t.Fatalf("%d cells: a row goes over more than a line:\n%s", w, strings.Join(lines, "\n"))
		}
	}
}

// Columns stand under their titles at every width that has titles.
func TestTheColumnsOfATableAreAligned(t *testing.T) {
	th := themetest.New(t, "dark")
	table := held("Audit evidence Owner", "Production network Maintainer", "Ŀ日本 Member", "x")
	for w := 60; w <= 160; w++ {
		lines, _ := table.Draw(w, th)
		head := ansi.Strip(lines[0])
		for _, column := range []struct{ title, text string }{{"ENTITLEMENT", ""}, {"IN ", "North"}, {"81% ", "misses it"}} {
			title, _, there := strings.Cut(head, column.title)
			if !there {
				continue
			}
			x := draw.Width(title)
			for _, line := range lines[1:] {
				before, after := draw.Cut(ansi.Strip(line), x)
				if draw.Width(before) != x || !strings.HasSuffix(before, "  ") || !strings.HasPrefix(after, column.text) {
					t.Fatalf("%d cells: %q doesn't stand at cell %d of\n%s\n%s", w, column.text, x, head, ansi.Strip(line))
				}
			}
		}
	}
}

// What is needed least goes first, and who somebody is where stays together.
func TestATableLosesColumnsInOrder(t *testing.T) {
	th := themetest.New(t, "dark")
	table := held("Audit evidence Owner", "Production network Maintainer")
	for w, want := range map[int]string{
		120: "critical  Audit evidence Owner           Northbeam Deploy  ──────── 0/23  misses it",
		80:  "critical  Audit evidence Owner           Northbeam Deploy  ───── 0/23  misses it",
		60:  "critical  Audit evidence Owner       Northb…eploy  ──── 0/23",
		38:  "critical  Audit evidence Owner ·  0/23",
	} {
		lines, ends := table.Draw(w, th)
		first := 0
		if w >= 60 {
			first = 1
		}
		if got := strings.TrimRight(ansi.Strip(lines[first]), " "); got != want {
			t.Errorf("%d cells:\n%q\n%q", w, got, want)
		}
		if w == 38 && (ends[0] != 2 || strings.TrimSpace(ansi.Strip(lines[1])) != "Northbeam Deploy") {
			t.Errorf("the app of an entitlement isn't said below it: %q", lines)
		}
	}
}

func BenchmarkCard(b *testing.B) {
	th := themetest.New(b, "dark")
	names := make([]string, 16)
	for i := range names {
		names[i] = fmt.Sprintf("Entitlement number %d Maintainer", i)
	}
	table := held(names...)
	b.ReportAllocs()
	for b.Loop() {
		widget.DrawCard([]widget.Section{{Table: table}}, 116, th)
	}
}
