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

func pieces(texts ...string) []widget.Piece {
	var made []widget.Piece
	for _, text := range texts {
		made = append(made, widget.Piece{Role: theme.Text, Text: text})
	}
	return made
}

// A box is closed and exactly as large as it was asked to be, whatever is said in its lines.
func TestABoxIsClosedAtEverySize(t *testing.T) {
	th := themetest.New(t, "dark")
	long := strings.Repeat("日本語 é ", 30)
	for _, plain := range []bool{false, true} {
		for w := 1; w <= 60; w++ {
			for h := 1; h <= 8; h++ {
				for _, b := range []widget.Box{
					{},
					{Title: pieces("Hooks"), Count: pieces("1 of 27 in all")},
					{Title: pieces(long, long), Notes: pieces(long, "x"), Foot: pieces(long), Count: pieces(long, long)},
					{Title: pieces("Hooks", "/tool", "by name ▲"), Notes: pieces("read just now"), Foot: pieces("2 marked"),
						Count: pieces("27 loaded", "3 of 27"), Scroll: widget.Scroll{Top: 3, Rows: 2, All: 27}},
				} {
					b.Plain = plain
					iw, ih := b.Inside(w, h)
					checkBox(t, b.Draw(draw.Block(nil, iw, ih), w, h, th), b.Plain, w, h)
				}
			}
		}
	}
}

func checkBox(t *testing.T, lines []string, plain bool, w, h int) {
	t.Helper()
	at := fmt.Sprintf("%dx%d", w, h)
	if plain && w < 2 || !plain && (w < 5 || h < 2) {
		return // nothing stands in it
	}
	if len(lines) != h {
		t.Fatalf("%s: %d lines", at, len(lines))
	}
	for i, line := range lines {
		text := ansi.Strip(line)
		if n := ansi.StringWidth(text); n != w {
			t.Fatalf("%s: line %d is %d cells: %q", at, i, n, text)
		}
		if plain {
			continue
		}
		first, last := "│", "│┃"
		switch i {
		case 0:
			first, last = "╭", "╮"
		case h - 1:
			first, last = "╰", "╯"
		}
		end := []rune(text)
		if !strings.HasPrefix(text, first) || !strings.ContainsRune(last, end[len(end)-1]) {
			t.Fatalf("%s: line %d isn't closed: %q", at, i, text)
		}
	}
}

// The bar's ends are those of the text: what is in view first or last, and only that, touches them.
func TestTheScrollbarTouchesAnEndOnlyThere(t *testing.T) {
	th := themetest.New(t, "dark")
	for top := range 91 {
		b := widget.Box{Scroll: widget.Scroll{Top: top, Rows: 10, All: 100}}
		lines := b.Draw(draw.Block(nil, 6, 10), 10, 12, th)
		bar := ""
		for _, line := range lines[1:11] {
			text := []rune(ansi.Strip(line))
			bar += string(text[len(text)-1])
		}
		if strings.Count(bar, "┃") != 1 || strings.HasPrefix(bar, "┃") != (top == 0) || strings.HasSuffix(bar, "┃") != (top == 90) {
			t.Errorf("at line %d the bar is %s", top, bar)
		}
	}
	whole := widget.Box{Scroll: widget.Scroll{Rows: 10, All: 10}}
	if text := strings.Join(whole.Draw(draw.Block(nil, 6, 10), 10, 12, th), ""); strings.Contains(text, "┃") {
		t.Error("there is a bar where everything is in view")
	}
}

// Of what doesn't fit, the title and the count are the last to go.
func TestABoxSaysWhatMattersFirst(t *testing.T) {
	th := themetest.New(t, "dark")
	b := widget.Box{Title: pieces("Hooks", "/tool"), Notes: pieces("read just now"), Foot: pieces("2 marked"),
		Count: pieces("27 loaded", "3 of 27")}
	for w, want := range map[int][2]string{
		60: {"╭ Hooks ─ /tool ─────────────────────────── read just now ─╮",
			"╰ 2 marked ────────────────────────── 27 loaded ─ 3 of 27 ─╯"},
		30: {"╭ Hooks ─ /tool ─────────────╮", "╰ 2 marked ──────── 3 of 27 ─╯"},
		16: {"╭ Hooks ─ /to… ╮", "╰──── 3 of 27 ─╯"},
	} {
		lines := b.Draw(draw.Block(nil, w-4, 1), w, 3, th)
		if got := ansi.Strip(lines[0]); got != want[0] {
			t.Errorf("%d cells: %s", w, got)
		}
		if got := ansi.Strip(lines[2]); got != want[1] {
			t.Errorf("%d cells: %s", w, got)
		}
	}
}

// Without a box, a long title gives way to the count, and to a note that stays; what is least goes first.
func TestALineWithoutABoxSaysWhatMattersFirst(t *testing.T) {
	th := themetest.New(t, "dark")
	for _, c := range []struct {
		box  widget.Box
		w    int
		want string
	}{
		{widget.Box{Title: pieces("Hooks › Card numbers never leave"), Count: pieces("2 of 42")}, 50,
			"Hooks › Card numbers never leave           2 of 42"},
		{widget.Box{Title: pieces("Hooks › Card numbers never leave"), Count: pieces("2 of 42")}, 36,
			"Hooks › Card …s never leave  2 of 42"},
		{widget.Box{Title: pieces("Hooks › Card numbers never leave"), Count: pieces("2 of 42"), Notes: pieces("read just now")}, 44,
			"Hooks › Card numbers never leave     2 of 42"},
		{widget.Box{Title: pieces("Hooks › Card numbers never leave"), Count: pieces("2 of 42")}, 16, "Hooks › Card nu…"},
		{widget.Box{Title: pieces("Hooks", "3 of 42"), Notes: pieces("4 s, esc stops"), Stays: true}, 30,
			"Hooks  3 of 42  4 s, esc stops"},
		{widget.Box{Title: pieces("Hooks", "3 of 42"), Notes: pieces("4 s, esc stops"), Stays: true}, 24, "Hooks     4 s, esc stops"},
	} {
		c.box.Plain = true
		if got := ansi.Strip(c.box.Draw(nil, c.w, 1, th)[0]); got != c.want {
			t.Errorf("%d cells: %q, want %q", c.w, got, c.want)
		}
	}
}

func BenchmarkBox(b *testing.B) {
	th := themetest.New(b, "dark")
	lines := draw.Block(nil, 84, 40)
	box := widget.Box{Role: theme.BorderFocus, Title: pieces("Hooks", "“tool”", "by name ▲"), Notes: pieces("read just now"),
		Foot: pieces("2 marked"), Count: pieces("3 of 27 in all"), Scroll: widget.Scroll{Top: 3, Rows: 40, All: 100_000}}
	b.ReportAllocs()
	for b.Loop() {
		box.Draw(lines, 88, 42, th)
	}
}

// Text never touches the scrollbar, whatever the size, but on the smallest screens.
func TestTextDoesNotTouchTheScrollbar(t *testing.T) {
	th := themetest.New(t, "dark")
	for _, w := range []int{30, 40, 80, 99} {
		for _, b := range []widget.Box{{Plain: true, Scroll: widget.Scroll{Rows: 3, All: 9}}, {Scroll: widget.Scroll{Rows: 3, All: 9}}} {
			iw, _ := b.Inside(w, 5)
			full := strings.Repeat("x", iw)
			for _, line := range b.Draw([]string{full, full, full}, w, 5, th) {
				if text := ansi.Strip(line); strings.ContainsAny(text, "x") && strings.ContainsAny(text, "┃") && !strings.HasSuffix(text, "x ┃") {
					t.Errorf("%d cells, plain %t: %q", w, b.Plain, text)
				}
			}
		}
	}
}
