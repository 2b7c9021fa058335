package form

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
)

func lineInput(text string, w int) LineInput {
	in := NewLineInput()
	in.Focus()
	in.SetWidth(w)
	in, _ = in.Update(tea.PasteMsg{Content: text})
	return in
}

func TestALineShowsWhatIsTypedAndItsCursor(t *testing.T) {
	for _, c := range []struct {
		typed, view string
		back, x     int
	}{
		{"abc", "abc", 0, 3},
		{"日本語abc", "日本語abc", 0, 9},
		{"日本語abc", "日本語abc", 4, 4},
		{"vpn\u200b", "vpn‹U+200B›", 0, 11},
		{"a\u202eb", "a‹U+202E›b", 1, 9},
		{"\U000e0041", "‹U+E0041›", 0, 9},
		{"a\u00adb", "a‹U+00AD›b", 0, 10},
		{"Cafe\u0301!", "Cafe\u0301!", 1, 4},
		{"e" + strings.Repeat("\u0301", 7) + "x", "e\u0301\u0301\u0301\u0301‹+3 marks›x", 0, 12},
		{"👩‍👩‍👧", "👩\u2063👩\u2063👧", 0, 6},
	} {
		in := lineInput(c.typed, 40)
		for range c.back {
			in, _ = in.Update(tea.KeyPressMsg{Code: tea.KeyLeft})
		}
		if got := strings.ReplaceAll(in.View(), "\u2063", ""); got != strings.ReplaceAll(c.view, "\u2063", "") {
			t.Errorf("%+q is drawn as %+q, want %+q", c.typed, got, c.view)
		}
		if x := in.Cursor().Position.X; x != c.x {
			t.Errorf("%+q, %d back: the cursor is in cell %d, want %d", c.typed, c.back, x, c.x)
		}
		if in.Value() != c.typed {
			t.Errorf("%+q is kept as %+q", c.typed, in.Value())
		}
	}
}

// However long the line is, the cursor is in view, in the cell before the character that it stands before.
func TestALongLineKeepsItsCursorInView(t *testing.T) {
	const text = "0123456789日本語日本語abcdefghij\u200bklmnopqrstuvwxyz"
	for _, w := range []int{2, 5, 12, 20, 35} {
		in := lineInput(text, w)
		for range []rune(text) {
			in, _ = in.Update(tea.KeyPressMsg{Code: tea.KeyLeft})
			view, x := in.View(), in.Cursor().Position.X
			if draw.Width(view) > w || x < 0 || x > w {
				t.Fatalf("%d cells, cursor in %d: %q of %d cells", w, x, view, draw.Width(view))
			}
			next := string([]rune(text)[in.Position()])
			if _, under := draw.Cut(view, x); w > 12 && !strings.HasPrefix(under, draw.Clean(next)) && !strings.HasPrefix(under, "…") {
				t.Errorf("%d cells: the cursor stands before %q, want %q", w, under, next)
			}
		}
	}
	in := lineInput(text, 20)
	if view := in.View(); !strings.HasPrefix(view, "…") || !strings.HasSuffix(view, "xyz") {
		t.Errorf("the end of the line: %q", view)
	}
	in.CursorStart()
	if view := in.View(); !strings.HasPrefix(view, "0123") || !strings.HasSuffix(strings.TrimRight(view, " "), "…") {
		t.Errorf("the start of the line: %q", view)
	}
}

func TestWhatIsHiddenIsDrawnAsDots(t *testing.T) {
	in := lineInput("revoke ABCD-日本", 40)
	in.HideFrom(len("revoke "))
	if view, x := in.View(), in.Cursor().Position.X; view != "revoke •••••••" || x != 14 {
		t.Errorf("%q, cursor in %d", view, x)
	}
}

// What a frame asks for twice is worked out once, and drawing leaves it as it is.
func TestWhatIsSeenOfALineIsFoundOnceAFrame(t *testing.T) {
	in := NewLineInput()
	in.Focus()
	in.SetWidth(40)
	in.SetValue(strings.Repeat("long ", 200))
	in.SetCursor(500)
	shown := in.View()
	if n := testing.AllocsPerRun(20, func() { _ = in.Cursor() }); n > 4 {
		t.Errorf("the cursor costs %v allocations", n)
	}
	if again := in.View(); again != shown || !strings.HasPrefix(shown, "…") || !strings.HasSuffix(shown, "…") {
		t.Errorf("drawn %q, then %q", shown, again)
	}
	in.SetCursor(501)
	if moved := in.View(); moved == shown {
		t.Error("the cursor has moved, and the line hasn't")
	}
}
