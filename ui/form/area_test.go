package form

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/keymap/keytest"
	"gatehouse/theme/themetest"
)

func pressArea(a *Area, keys ...string) {
	for _, k := range keys {
		a.Update(keytest.Press(k))
	}
}

func typeArea(a *Area, s string) {
	for _, r := range s {
		a.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func TestAreaEditsSeveralLines(t *testing.T) {
	a := NewArea("", themetest.New(t, "none"))
	a.Resize(40, 5)
	typeArea(a, "one")
	pressArea(a, "enter")
	typeArea(a, "two")
	a.Update(tea.PasteMsg{Content: "\r\nthree\x1b[31m"})
	if got, want := a.Value(), "one\ntwo\nthree[31m"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	pressArea(a, "up", "up", "home")
	typeArea(a, "0")
	if got, want := a.Value(), "0one\ntwo\nthree[31m"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is in view is told so that one sees whether there is more above and below, without the whole text being broken into rows.
func TestAreaTellsWhichPartIsInView(t *testing.T) {
	a := NewArea(strings.Repeat("line\n", 99)+"last", themetest.New(t, "none"))
	a.Resize(40, 5)
	for _, c := range []struct {
		key      string
		top, all int
	}{{"", 95, 100}, {"up", 95, 100}, {"ctrl+home", 0, 100}} {
		if c.key != "" {
			pressArea(a, c.key)
		}
		if top, rows, all := a.InView(); top != c.top || rows != 5 || all != c.all {
			t.Errorf("after %q: %d, %d, %d", c.key, top, rows, all)
		}
	}
	a.Set(strings.Repeat("word ", 40))
	if top, rows, all := a.InView(); rows != 5 || all < 6 || top != all-5 {
		t.Errorf("a long line: %d, %d, %d", top, rows, all)
	}
}

func TestAreaMarksAPlaceUntilTheTextChanges(t *testing.T) {
	a := NewArea("ab\ncd", themetest.New(t, "none"))
	a.Resize(40, 3)
	a.SetMarks([]Mark{{2, 2}})
	shown := func() string { return ansi.Strip(strings.Join(a.View(), "\n")) }
	if !strings.Contains(shown(), "2✗ cd") {
		t.Errorf("no mark in\n%s", shown())
	}
	pressArea(a, "left")
	if !strings.Contains(shown(), "2✗ cd") {
		t.Error("moving the cursor takes the mark away")
	}
	typeArea(a, "x")
	if strings.Contains(shown(), "✗") {
		t.Error("the mark stays when the text has changed")
	}
}

func TestAreaCursorStandsWhereItTypes(t *testing.T) {
	a := NewArea("", themetest.New(t, "none"))
	a.Resize(40, 4)
	typeArea(a, "日本")
	at := a.Cursor()
	if at == nil || at.Position.X != a.gutter()+4 || at.Position.Y != 0 {
		t.Errorf("the cursor is at %v", at)
	}
	pressArea(a, "enter")
	if at = a.Cursor(); at.Position.X != a.gutter() || at.Position.Y != 1 {
		t.Errorf("the cursor is at %v", at.Position)
	}
}

func TestAreaFitsEverySize(t *testing.T) {
	for _, text := range []string{"", "short", strings.Repeat("long words in a line ", 30), strings.Repeat("x\n", 200),
		"👩‍👩‍👧‍👦 क्षिं\t\x1b"} {
		for w := range 60 {
			for _, h := range []int{0, 1, 2, 7} {
				a := NewArea(text, themetest.New(t, "none"))
				a.Resize(w, h)
				a.SetMarks([]Mark{{1, 1}, {1, 3}, {99, 99}, {0, 0}, {-1, 5}})
				pressArea(a, "up", "pgup", "left")
				lines := a.View()
				if len(lines) != h {
					t.Fatalf("%d lines, want %d", len(lines), h)
				}
				for _, line := range lines {
					if got := ansi.StringWidth(line); got != w {
						t.Fatalf("%q at %dx%d: a line is %d cells wide: %q", text, w, h, got, ansi.Strip(line))
					}
				}
				if at := a.Cursor(); at != nil && (at.Position.X >= w || at.Position.Y >= h) {
					t.Fatalf("%q at %dx%d: the cursor is at %v", text, w, h, at.Position)
				}
			}
		}
	}
}

func TestAreaGoesToAPlace(t *testing.T) {
	a := NewArea("one\ntwo", themetest.New(t, "none"))
	a.Resize(40, 4)
	a.GoTo(Mark{1, 2})
	typeArea(a, "-")
	if got, want := a.Value(), "o-ne\ntwo"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	pressArea(a, "tab")
	if got, want := a.Value(), "o-  ne\ntwo"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
