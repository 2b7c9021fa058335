package terminal

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// shown is an emulator that writes what a screen gives it.
type shown struct {
	*vt.Emulator
	written int
}

func newShown(t *testing.T, w, h int) *shown {
	t.Helper()
	e := vt.NewEmulator(w, h)
	go func() { _, _ = io.Copy(io.Discard, e) }()
	t.Cleanup(func() { _ = e.InputPipe().(io.Closer).Close() })
	return &shown{Emulator: e}
}

func (e *shown) take(t *testing.T, data []byte) {
	t.Helper()
	e.written += len(data)
	if _, err := e.Write(data); err != nil {
		t.Fatal(err)
	}
}

// looks is what is seen, cell by cell, with styles.
func (e *shown) looks(w, h int) string {
	var all strings.Builder
	for y := range h {
		for x := range w {
			c := e.CellAt(x, y)
			if c == nil {
				all.WriteString("-")
				continue
			}
			if bare := uv.AttrReverse | uv.AttrStrikethrough; c.Content == " " && c.Style.Underline == 0 &&
				int(c.Style.Attrs)&bare == 0 { // nobody sees the rest of its style
				fmt.Fprintf(&all, " %v|", c.Style.Bg)
				continue
			}
			fmt.Fprintf(&all, "%s%v%v%d%d|", c.Content, c.Style.Fg, c.Style.Bg, c.Style.Attrs, c.Style.Underline)
		}
		all.WriteString("\n")
	}
	return all.String()
}

func newTestScreen(w, h int) *screen {
	s := newScreen(colorprofile.TrueColor)
	s.resize(w, h)
	return s
}

// shown is the frame of a view.
func (s *screen) shown(v tea.View) []byte { return s.frame(v, strings.Split(v.Content, "\n")) }

// pieces are what lines are made of in tests.
var pieces = []string{"a", "bc ", "    ", "\x1b[1mbold\x1b[m", "\x1b[38;2;1;2;3;48;5;17mcolour   \x1b[m", "│", "──", "…", "✓",
	"e\u0301", "日本", "\x1b[7m \x1b[m", "\x1b[2mdim  words  \x1b[m", "\x1b[9;2m  \x1b[m", "\x1b[4;31munder\x1b[24m red\x1b[0m",
	"👩‍👩‍👧", "ü", "한a", "🌱", "ｗ "}

func madeUp(r *rand.Rand, wide bool) string {
	var b strings.Builder
	for range r.IntN(12) {
		p := pieces[r.IntN(len(pieces))]
		if wide || ansi.StringWidth(p) <= utf8.RuneCountInString(ansi.Strip(p)) && !strings.HasPrefix(p, "👩") {
			b.WriteString(p)
		}
	}
	return b.String()
}

// Whatever follows what, the terminal shows what it would show if each frame were drawn alone.
func TestFramesShowWhatTheyAre(t *testing.T) {
	const w, h = 30, 12
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		s, e := newTestScreen(w, h), newShown(t, w, h)
		if seed%3 == 0 {
			s.method = ansi.GraphemeWidth
			e.take(t, []byte(ansi.SetModeUnicodeCore))
		}
		s.synced = seed%2 == 0
		lines, before := make([]string, h), make([]string, h)
		for step := range 40 {
			last := slices.Clone(lines)
			if change(r, lines, seed%4 < 2); r.IntN(5) == 0 { // it comes back
				copy(lines, before)
			}
			before = last
			v := tea.View{Content: strings.Join(lines, "\n"), WindowTitle: fmt.Sprint(step / 10)}
			if r.IntN(3) == 0 {
				v.Cursor = tea.NewCursor(r.IntN(w), r.IntN(h))
			}
			e.take(t, s.shown(v))
			alone, fresh := newTestScreen(w, h), newShown(t, w, h)
			alone.method = s.method
			if s.method == ansi.GraphemeWidth {
				fresh.take(t, []byte(ansi.SetModeUnicodeCore))
			}
			fresh.take(t, alone.shown(v))
			if got, want := e.looks(w, h), fresh.looks(w, h); got != want {
				t.Fatalf("seed %d, step %d: it looks like\n%s\nwant\n%s", seed, step, got, want)
			}
			if at := e.CursorPosition(); v.Cursor != nil && (at.X != v.Cursor.X || at.Y != v.Cursor.Y) {
				t.Fatalf("seed %d, step %d: the cursor is at %v, want %v", seed, step, e.CursorPosition(), v.Cursor.Position)
			}
		}
	}
}

// What a frame changes of empty cells is drawn only where it is seen: a screen that goes dim has mostly such cells.
func TestBlanksAreDrawnWhereTheirStyleIsSeen(t *testing.T) {
	s := newTestScreen(40, 1)
	s.shown(tea.View{Content: "one" + strings.Repeat(" ", 30) + "two"})
	for style, seen := range map[string]bool{"2": false, "31": false, "1": false, "3": false, "7": true, "4": true, "9": true, "41": true} {
		to := "\x1b[" + style + "mone" + strings.Repeat(" ", 30) + "two"
		if n := strings.Count(string(s.shown(tea.View{Content: to})), " "); n >= 30 != seen {
			t.Errorf("in style %s %d blanks were drawn", style, n)
		}
		s.shown(tea.View{Content: "one" + strings.Repeat(" ", 30) + "two"})
	}
	for _, ground := range []string{"", "\x1b[44m"} {
		drawn := s.shown(tea.View{Content: ground + "\x1b[2mso\x1b[22m \x1b[2mmany words\x1b[m"})
		if n := strings.Count(string(drawn), "m"); n != 2+1 { // one style and back, and a letter
			t.Errorf("words of one style are drawn with changes of it between them: %q", drawn)
		}
	}
}

// A view that comes back is read already, but not where its cells are others now.
func TestAViewThatComesBackIsAsItIsNow(t *testing.T) {
	const w, h = 30, 2
	other := tea.View{Content: "\x1b[4munder\x1b[m\nb"}
	one := tea.View{Content: "\x1b[31mred\x1b[m e\u0301 👩‍👩‍👧 end\n\x1b[1mbold\x1b[m"}
	for what, disturb := range map[string]func(*screen){
		"nothing":      func(*screen) {},
		"its measure":  func(s *screen) { s.setMethod(ansi.GraphemeWidth) },
		"its styles":   func(s *screen) { s.pens.styles = make([]uv.Style, mostPens+1) },
		"its clusters": func(s *screen) { s.clusters.texts = make([]string, mostClusters+1) },
		"its size":     func(s *screen) { s.resize(w-4, h) },
	} {
		s, e := newTestScreen(w, h), newShown(t, w, h)
		if what == "its measure" {
			e.take(t, []byte(ansi.SetModeUnicodeCore))
		}
		for range 2 {
			e.take(t, s.shown(one))
			e.take(t, s.shown(other))
		}
		disturb(s)
		e.take(t, s.shown(one))
		alone, fresh := newTestScreen(s.w, h), newShown(t, w, h)
		if alone.setMethod(s.method); s.method == ansi.GraphemeWidth {
			fresh.take(t, []byte(ansi.SetModeUnicodeCore))
		}
		fresh.take(t, alone.shown(one))
		if got, want := e.looks(s.w, h), fresh.looks(s.w, h); got != want {
			t.Errorf("%s is another: it looks like\n%s\nwant\n%s", what, got, want)
		}
	}
}

// change does to the lines of a screen what programs do.
func change(r *rand.Rand, lines []string, wide bool) {
	switch r.IntN(5) {
	case 0: // some are others
		for range 1 + r.IntN(4) {
			lines[r.IntN(len(lines))] = madeUp(r, wide)
		}
	case 1: // all are
		for y := range lines {
			lines[y] = madeUp(r, wide)
		}
	case 2: // a part moves up
		from, by := r.IntN(len(lines)-3), 1+r.IntN(3)
		copy(lines[from:], lines[from+by:])
		lines[len(lines)-1] = madeUp(r, wide)
	case 3: // or down
		from, by := r.IntN(len(lines)-3), 1+r.IntN(3)
		copy(lines[from+by:], append([]string(nil), lines[from:]...))
		lines[from] = madeUp(r, wide)
	case 4: // the left of each moves, the right stays
		for y := range lines[1:] {
			lines[y] = ansi.Truncate(lines[y+1], 12, "") + "\x1b[m" + ansi.TruncateLeft(lines[y], 12, "")
		}
	}
}

func TestAFrameThatIsShownIsNotWritten(t *testing.T) {
	s := newTestScreen(20, 4)
	v := tea.View{Content: "a\nb", WindowTitle: "t"}
	if len(s.shown(v)) == 0 {
		t.Fatal("nothing is drawn")
	}
	if again := s.shown(v); len(again) != 0 {
		t.Errorf("%q is written again", again)
	}
	v.Cursor = tea.NewCursor(1, 1)
	if first := string(s.shown(v)); !strings.HasSuffix(first, ansi.SetModeTextCursorEnable) {
		t.Errorf("the cursor is shown by %q", first)
	}
	if again := s.shown(v); len(again) != 0 {
		t.Errorf("with a cursor, %q is written again", again)
	}
	v.Cursor = nil
	if hidden := string(s.shown(v)); !strings.Contains(hidden, ansi.ResetModeTextCursorEnable) {
		t.Errorf("the cursor is hidden by %q", hidden)
	}
}

// A list that scrolls costs one row, not all of them: beside something that stays, and with characters that take two cells.
func TestScrollingCostsARow(t *testing.T) {
	const w, h = 120, 40
	for what, row := range map[string]func(n, y int) string{
		"beside": func(n, y int) string {
			return fmt.Sprintf("%-50x│ what stands beside, line %d", uint64(n)*0x9e3779b97f4a7c15, y)
		},
		"wide": func(n, _ int) string {
			return fmt.Sprintf("%-50x%s", uint64(n)*0x9e3779b97f4a7c15, []string{"鈴木", "Anna"}[n%2])
		},
	} {
		s, e := newTestScreen(w, h), newShown(t, w, h)
		for n := range 20 {
			lines := []string{" title"}
			for y := range h - 2 {
				lines = append(lines, fmt.Sprintf("row %-6d ", n+y)+row(n+y, y))
			}
			frame := s.shown(tea.View{Content: strings.Join(append(lines, " keys"), "\n")})
			e.take(t, frame)
			if n > 0 && len(frame) > 1000 {
				t.Errorf("%s: a row further costs %d bytes", what, len(frame))
			}
		}
		if got := e.CellAt(4, 1).Content + e.CellAt(5, 1).Content; got != "19" {
			t.Errorf("%s: the first row is %q", what, got)
		}
	}
}

func TestColoursAreWhatTheTerminalHas(t *testing.T) {
	v := tea.View{Content: "\x1b[1;38;2;250;10;10mred\x1b[m"}
	for profile, want := range map[colorprofile.Profile]string{colorprofile.TrueColor: "38;2;250;10;10", colorprofile.ANSI256: "38;5;",
		colorprofile.ANSI: "91", colorprofile.Ascii: "\x1b[1m"} {
		s := newScreen(profile)
		s.resize(10, 1)
		if got := string(s.shown(v)); !strings.Contains(got, want) {
			t.Errorf("%v: %q", profile, got)
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	const w, h = 160, 45
	s := newTestScreen(w, h)
	views := make([]tea.View, h-1)
	for at := range views {
		lines := make([]string, h)
		for y := range lines {
			left := fmt.Sprintf("\x1b[38;2;1;2;3mrow %d\x1b[m %s", y, strings.Repeat("text ", 12))
			if y == at || y == at+1 {
				left = "\x1b[48;2;9;9;9m" + ansi.Strip(left) + "\x1b[m"
			}
			lines[y] = left + strings.Repeat(" ", 80-ansi.StringWidth(left)) + " │ " + strings.Repeat("beside ", 11)
		}
		views[at] = tea.View{Content: strings.Join(lines, "\n")}
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		s.shown(views[n%len(views)])
	}
}

// What isn't asked of the library is as the library would have it, however the terminal measures.
func TestCommonCharactersArePlain(t *testing.T) {
	for _, method := range []ansi.Method{ansi.WcWidth, ansi.GraphemeWidth} {
		var known plain
		for r := range rune(len(known)) {
			if isCommon(r) && !known.is(r, method) {
				t.Errorf("%U takes more or less than a cell, or joins a letter", r)
			}
		}
	}
	if isCommon('日') || isCommon(0x301) || isCommon('é') {
		t.Error("a character is taken for a common one")
	}
}
