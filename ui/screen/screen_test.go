package screen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/theme/themetest"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/screen"
)

// Whatever the size, the rows of the frame, of the pane and of a notice add up to the height, and the pane begins below the frame.
func TestRowsAddUpToTheHeight(t *testing.T) {
	for h := screen.MinHeight; h <= 60; h++ {
		for _, banner := range []bool{false, true} {
			s := screen.Screen{W: 80, H: h, Banner: banner}
			for notice := range s.NoticeRows() + 1 {
				rows := screen.Rows{Top: "top", Tabs: "tabs", Banner: "banner", Footer: "footer",
					Pane: slices.Repeat([]string{"pane"}, s.PaneRows(notice)), Notice: slices.Repeat([]string{"notice"}, notice)}
				lines := s.Lines(rows)
				if len(lines) != h || lines[0] != "top" || lines[h-1] != "footer" {
					t.Fatalf("%d rows, banner %v, notice of %d: %q", h, banner, notice, lines)
				}
				if at := slices.Index(lines, "pane"); at != s.PaneRow() {
					t.Errorf("%d rows, banner %v: the pane begins in row %d, want %d", h, banner, at, s.PaneRow())
				}
				if at := slices.Index(lines, "tabs"); at != s.TabRow() {
					t.Errorf("%d rows: the tabs are in row %d, want %d", h, at, s.TabRow())
				}
				if slices.Contains(lines, "banner") != banner {
					t.Errorf("%d rows: the banner is missing or too much", h)
				}
			}
		}
	}
}

func TestTabsGoWhereEveryLineCounts(t *testing.T) {
	for h, want := range map[int]int{6: -1, 7: -1, 8: 1, 45: 1} {
		if got := (screen.Screen{W: 80, H: h}).TabRow(); got != want {
			t.Errorf("%d rows: the tabs are in row %d, want %d", h, got, want)
		}
	}
}

func TestANoticeLeavesThePaneItsHalf(t *testing.T) {
	for h, want := range map[int]int{6: 2, 8: 2, 24: 3, 60: 3} {
		s := screen.Screen{W: 80, H: h}
		if got := s.NoticeRows(); got != want || s.PaneRows(got) < got {
			t.Errorf("%d rows: a notice may have %d, want %d, which leaves %d", h, got, want, s.PaneRows(got))
		}
	}
}

func TestAScreenThatIsTooSmallSaysSo(t *testing.T) {
	for size, want := range map[[2]int]bool{{24, 6}: false, {23, 6}: true, {24, 5}: true, {1, 1}: true} {
		s := screen.Screen{W: size[0], H: size[1]}
		if s.TooSmall() != want {
			t.Errorf("%v is too small: %v", size, s.TooSmall())
		}
		lines := s.TooSmallLines()
		if len(lines) != size[1] || draw.Width(lines[0]) != size[0] {
			t.Errorf("%v: %q", size, lines)
		}
	}
	if lines := (screen.Screen{W: 60, H: 3}).TooSmallLines(); !strings.HasPrefix(lines[0], "Too small. gatehouse needs 24 x 6.") {
		t.Errorf("it says %q", lines)
	}
	if (screen.Screen{W: 1, H: 1}).Unknown() || !(screen.Screen{W: 80}).Unknown() {
		t.Error("a size that isn't known yet is taken for one")
	}
}

// box is an overlay of so many lines.
type box struct {
	host.OverlayBase
	rows, w, h int
}

func (b *box) Update(tea.Msg) tea.Cmd { return nil }
func (b *box) Layout(w, h int)        { b.w, b.h = w, h }
func (b *box) Title() string          { return "Title" }
func (b *box) Role() theme.Role       { return theme.Border }
func (b *box) Closed() bool           { return false }
func (b *box) Hints() []keymap.ID     { return nil }
func (b *box) Scope() keymap.Scope    { return keymap.ScopePicker }

func (b *box) Cursor() *tea.Cursor { return tea.NewCursor(0, 0) }

func (b *box) Lines() (lines []string) {
	for i := range min(b.rows, b.h) {
		lines = append(lines, draw.Fit(fmt.Sprintf("line %d", i+1), min(30, b.w), draw.Left))
	}
	return lines
}

// An overlay has all that it was given room for on the screen, its cursor in its first line, and neither the top line nor the footer is
// covered where there is room above and below.
func TestAnOverlayFitsItsScreen(t *testing.T) {
	th := themetest.New(t, "")
	tenant := host.TenantInfo{Name: "acme", Host: "acme.example"}
	for _, size := range [][2]int{{160, 45}, {80, 24}, {44, 13}, {43, 24}, {40, 10}, {24, 6}} {
		for _, rows := range []int{1, 5, 100} {
			s := screen.Screen{W: size[0], H: size[1]}
			o := &box{rows: rows}
			s.LayOut(o, tenant)
			lines := slices.Repeat([]string{strings.Repeat(".", s.W)}, s.H)
			at := s.Over(lines, o, tenant, th, &screen.Laid{})
			for i, line := range lines {
				if draw.Width(line) != s.W {
					t.Fatalf("%v, %d lines: line %d has %d cells", size, rows, i, draw.Width(line))
				}
			}
			plain := draw.StripStyles(lines)
			if first := plain[at.Position.Y]; !strings.HasPrefix(string([]rune(first)[at.Position.X:]), "line 1") {
				t.Errorf("%v, %d lines: the cursor is before %q", size, rows, first)
			}
			if all := strings.Join(plain, "\n"); !strings.Contains(all, fmt.Sprintf("line %d ", min(rows, o.h))) {
				t.Errorf("%v, %d lines: the last of them isn't shown:\n%s", size, rows, all)
			}
			if last := plain[s.H-1]; last != strings.Repeat(".", s.W) {
				t.Errorf("%v, %d lines: the footer is covered: %q", size, rows, last)
			}
			covered := !strings.HasPrefix(plain[0], "...")
			if covered && !strings.Contains(strings.Join(plain[:2], " "), "acme.example") {
				t.Errorf("%v, %d lines: the tenant is named nowhere: %q", size, rows, plain[:2])
			}
			if size[1] >= 24 && rows == 5 && size[0] >= 44 && covered {
				t.Errorf("%v: a small box covers the top line", size)
			}
		}
	}
}

// What is kept of the frame before is never shown where this one is another.
func TestLinesWithAnOverlayFollowWhatLiesInThem(t *testing.T) {
	dark := themetest.New(t, "dark")
	light := themetest.New(t, "light")
	tenant := host.TenantInfo{Name: "acme", Host: "acme.example"}
	var kept screen.Laid
	for _, frame := range []struct {
		w, h, rows int
		under      string
		theme      *theme.Theme
	}{
		{80, 24, 5, ".", dark}, {80, 24, 5, ",", dark}, {80, 24, 6, ",", dark}, {80, 24, 6, ",", light}, {84, 24, 6, ",", light},
		{40, 10, 6, ",", light}, {40, 10, 6, ",", dark}, {84, 24, 6, ",", dark},
	} {
		s := screen.Screen{W: frame.w, H: frame.h}
		o := &box{rows: frame.rows}
		s.LayOut(o, tenant)
		again := slices.Repeat([]string{strings.Repeat(frame.under, s.W)}, s.H)
		anew := slices.Clone(again)
		s.Over(again, o, tenant, frame.theme, &kept)
		s.Over(anew, o, tenant, frame.theme, &screen.Laid{})
		if !slices.Equal(again, anew) {
			t.Errorf("%v: drawn\n%q\nwant\n%q", frame, again, anew)
		}
	}
}
