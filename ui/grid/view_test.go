package grid

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/theme"
	"gatehouse/theme/themetest"
	"gatehouse/ui/draw"
)

// hostile are names that terminals and careless programs stumble over.
var hostile = []string{
	"日本語ロール", "ＦＵＬＬ", "👩‍👩‍👧‍👦 fam", "⚠️ warn", "🇫🇷🇩🇪", "น้ำใจ",
	"क्षिं", "e\u0301\u0301\u0301", "plain",
	"A\x1b[31mB", "A\x1b[8mB", "A\x1b[2J\x1b[HB", "A\x1b]8;;https://evil.example\x1b\\B\x1b]8;;\x1b\\", "A\x1b]52;c;SGVsbG8=\aB",
	"A\x1b]0;x\aB", "A\x1b[6nB", "A\x1bcB", "A\x1b]52;c;xB", "A\bB", "A\aB", "A\x7fB", "A\x00B", "two\nlines\r\n", "tab\tbed",
	"\u202eright to left\u2066", "zero\u200bwidth\u200d", "\xff\xfe invalid", "", strings.Repeat("long ", 3000), strings.Repeat("e\u0301",
		5000),
}

func hostileGrid() *Grid[string, rec] {
	g := New(recKey, recColumns)
	for i, name := range hostile {
		g.Append([]rec{{id: strings.Repeat("x", i) + name, name: name, state: name, score: float64(i)}})
	}
	return g
}

func checkSize(t *testing.T, lines []string, w, h int) {
	t.Helper()
	if len(lines) != h {
		t.Errorf("%dx%d: %d lines", w, h, len(lines))
	}
	for y, line := range lines {
		if got := ansi.StringWidth(line); got != w {
			t.Errorf("%dx%d: line %d is %d cells wide: %q", w, h, y, got, line)
		}
	}
}

func TestEveryLineIsExactlyAsWide(t *testing.T) {
	for _, name := range []string{"dark", "none"} {
		th := themetest.New(t, name)
		g := hostileGrid()
		for _, text := range []string{"", "a", `"b"`, "/./", "語"} {
			g.SetSort(Sort{Column: "name"})
			arrange(t, g, text)
			for _, w := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 20, 27, 40, 53, 80, 100, 160, 500} {
				for _, h := range []int{0, 1, 2, 3, 10, 45} {
					g.SetSize(w, h)
					g.Move(3)
					g.ToggleMark()
					checkSize(t, g.View(testEnv{}, th, true), w, h)
					checkSize(t, g.View(testEnv{}, th, false), w, h)
				}
			}
		}
	}
}

func TestNothingHostileIsDrawn(t *testing.T) {
	g := hostileGrid()
	g.SetSize(160, len(hostile)+1)
	for _, line := range g.View(testEnv{}, themetest.New(t, "none"), false) {
		plain := ansi.Strip(line)
		for _, r := range plain {
			if r < ' ' || r == 0x7f || r == '\u202e' || r == '\u2066' {
				t.Errorf("a control character is drawn: %q", line)
			}
		}
		for _, bad := range []string{"\x1b]", "\x1bc", "\x1b[8m", "\x1b[2J", "\a"} {
			if strings.Contains(line, bad) {
				t.Errorf("%q is drawn: %q", bad, line)
			}
		}
	}
}

func view(g *Grid[string, rec], th *theme.Theme) []string {
	lines := g.View(testEnv{}, th, true)
	for i := range lines {
		lines[i] = strings.TrimRight(ansi.Strip(lines[i]), " ")
	}
	return lines
}

func TestViewWithoutColour(t *testing.T) {
	g := newRecGrid(
		rec{id: "abc", name: "Payroll", state: "on", score: 0.5},
		rec{id: "def", name: "日本語", state: "off", score: -1},
		rec{id: "ghi-jkl-mno-pqr", name: "Audit", state: "on", score: 0.25},
	)
	g.SetSize(50, 6)
	g.SetSort(Sort{Column: "name", Desc: true})
	arrange(t, g, "")
	g.Select("abc")
	g.ToggleMark()
	g.Move(1)
	// 3 cells of signs, then 18, 6, 5 and 12 cells with two between each.
	want := []string{
		"   Name ▼              State   Score  Id",
		"   日本語              off         –  def",
		" ◆ Payroll             on       0.50  abc",
		"▌  Audit               on       0.25  ghi-jk…o-pqr",
		"",
		"",
	}
	if got := view(g, themetest.New(t, "none")); !slices.Equal(got, want) {
		t.Errorf("drawn:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestColumnsHideByPriority(t *testing.T) {
	g := newRecGrid(numbered(0, 5)...)
	for w, want := range map[int][]string{
		80: {"name", "state", "score", "id"},
		34: {"name", "state", "score", "id"}, // 3 + 8 + 6 + 5 + 6 and three gaps
		33: {"name", "state", "score"},
		26: {"name", "state", "score"},
		25: {"name", "state"},
		18: {"name", "state"},
		17: {"name"},
		4:  {"name"},
		1:  nil,
	} {
		g.SetSize(w, 5)
		if got := g.VisibleColumns(); !slices.Equal(got, want) {
			t.Errorf("%d cells: %v, want %v", w, got, want)
		}
	}
}

func TestColumnsThatAreNeverHiddenShrink(t *testing.T) {
	columns := []Column[rec]{
		{Name: "a", Title: "A", Min: 30, Text: func(r rec, _ Env) string { return r.id }},
		{Name: "b", Title: "B", Min: 20, Text: func(r rec, _ Env) string { return r.name }},
		{Name: "c", Title: "C", Min: 20, Priority: 1, Text: func(r rec, _ Env) string { return r.state }},
	}
	g := New(recKey, columns)
	g.Append(named("a"))
	g.SetSize(40, 3)
	if got := g.VisibleColumns(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("columns: %v", got)
	}
	checkSize(t, g.View(testEnv{}, themetest.New(t, "none"), true), 40, 3)
}

// What is important gets the width that it wants before something less important is drawn at all.
func TestColumnsWantWidthBeforeOthersAppear(t *testing.T) {
	text := func(r rec, _ Env) string { return r.name }
	g := New(recKey, []Column[rec]{
		{Name: "id", Title: "Id", Min: 6, Priority: 2, Text: text},
		{Name: "name", Title: "Name", Min: 10, Want: 20, Text: text},
		{Name: "url", Title: "URL", Min: 10, Want: 5, Priority: 1, Text: text},
	})
	if got := g.Want(); got != 3+6+2+20+2+10 {
		t.Errorf("all of them want %d cells, want 43", got)
	}
	for w, want := range map[int][]string{
		43: {"id", "name", "url"},
		42: {"name", "url"},
		35: {"name", "url"},
		34: {"name"},
	} {
		g.SetSize(w, 5)
		if got := g.VisibleColumns(); !slices.Equal(got, want) {
			t.Errorf("%d cells: %v, want %v", w, got, want)
		}
	}
}

func TestColumnsDontJitter(t *testing.T) {
	rows := numbered(0, 200)
	rows[100].state = "unusually"
	g := newRecGrid(rows...)
	th := themetest.New(t, "none")
	start := func(lines []string) int { return strings.Index(lines[0], "Score") }
	g.SetSize(60, 12)
	first := start(view(g, th))
	if again := start(view(g, th)); again != first {
		t.Errorf("the same state is drawn differently: %d, %d", first, again)
	}
	g.Select("id0100")
	wider := start(view(g, th))
	g.Top()
	if back := start(view(g, th)); back != wider {
		t.Errorf("columns narrow again while scrolling: %d, %d", wider, back)
	}
}

// An id that stood in the place of a name until that was known makes no column wider than it is where the name is known at once.
func TestColumnsAreAsWideAsIfNamesHadAlwaysBeenKnown(t *testing.T) {
	th := themetest.New(t, "none")
	columns := []Column[rec]{
		{Name: "state", Title: "State", Min: 4, Max: 30, Text: func(r rec, e Env) string { return cmp.Or(e.Name("user", r.state), r.state) }},
		{Name: "name", Title: "Name", Min: 8, Weight: 1, Text: func(r rec, _ Env) string { return r.name }},
	}
	rows := []rec{{id: "a", name: "one", state: "2abcdefghijklmnopqrstuvwxyz"}, {id: "b", name: "two", state: "deleted user"}}
	known := testEnv{names: map[string]string{rows[0].state: "Ada"}}
	open := func() *Grid[string, rec] {
		g := New(recKey, columns)
		g.SetSize(60, 4)
		g.Append(rows)
		return g
	}
	at, late := open(), open()
	want := at.View(known, th, true)
	if unknown := late.View(testEnv{}, th, true); slices.Equal(unknown, want) {
		t.Fatal("an id takes no more room than a name")
	}
	late.ForgetTexts()
	if got := late.View(known, th, true); !slices.Equal(got, want) {
		t.Errorf("once the name is known:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestMatchesAreSetOff(t *testing.T) {
	th := themetest.New(t, "dark")
	g := newRecGrid(rec{id: "1", name: "x", state: "on"}, rec{id: "2", name: "Pay日e\u0301", state: "on"})
	arrange(t, g, `"pay"`)
	line := g.View(testEnv{}, th, false)[1]
	if want := th.PaintOn(theme.Match, theme.SelectedBlur, "Pay"); !strings.Contains(line, want) {
		t.Errorf("the match isn't set off: %q", line)
	}
	arrange(t, g, `"e"`) // a match of half a character takes all of it
	for _, line := range g.View(testEnv{}, th, false) {
		if strings.Contains(line, "e\x1b") && strings.Contains(line, "\u0301") {
			t.Errorf("a character is cut in two: %q", line)
		}
	}
}

func TestHeader(t *testing.T) {
	g := newRecGrid(numbered(0, 3)...)
	th := themetest.New(t, "dark")
	for _, w := range []int{0, 5, 40, 80} {
		g.SetSize(w, 5)
		if lines := g.View(testEnv{}, th, true); lines[0] != g.Header(th) {
			t.Errorf("%d: the header differs from the view's", w)
		}
	}
	g.SetSize(80, 1)
	if lines := view(g, th); len(lines) != 1 || !strings.Contains(lines[0], "row 0") {
		t.Errorf("a single line shows the selected row: %q", lines)
	}
	if key, _ := g.HitRow(0); key != "id0000" {
		t.Errorf("and is hit: %q", key)
	}
}

func TestSortedTitleKeepsItsSign(t *testing.T) {
	for w, want := range map[int]string{1: "▲", 2: "S▲", 3: "St▲", 5: "Stat▲", 8: "Status ▲", 10: "Status ▲  "} {
		if got := sortedTitle("Status", w, draw.Left, false); got != want {
			t.Errorf("%d: %q, want %q", w, got, want)
		}
	}
}

func TestResizeKeepsTheCursorInView(t *testing.T) {
	g := newRecGrid(numbered(0, 100)...)
	g.Select("id0050")
	for _, h := range []int{45, 3, 1, 0, 2, 200, 10} {
		g.SetSize(80, h)
		wantCursor(t, g, "id0050")
		if h > 0 && !slices.Contains(ids(g.Window()), "id0050") {
			t.Errorf("height %d: the cursor is not in view", h)
		}
	}
}

func TestRangeShowsWhileItIsDrawn(t *testing.T) {
	g := newRecGrid(named("a", "b", "c", "d")...)
	th := themetest.New(t, "none")
	signs := func() string {
		var out strings.Builder
		for _, line := range view(g, th)[1:5] {
			out.WriteString(string([]rune(line)[:2]) + "|")
		}
		return out.String()
	}
	g.Select("b")
	g.StartRange()
	g.Move(1)
	if got, want := signs(), "  | ◆|▌◆|  |"; got != want {
		t.Errorf("signs %q, want %q", got, want)
	}
	g.CancelRange()
	if got, want := signs(), "  |  |▌ |  |"; got != want {
		t.Errorf("signs %q, want %q", got, want)
	}
	g.SetSize(6, 5) // one cell for both signs
	g.ToggleMark()
	if line := view(g, th)[3]; !strings.HasPrefix(line, bothSign) {
		t.Errorf("a marked row under the cursor: %q", line)
	}
}

// What is chosen is shown in the order in which it was chosen, and filter and order still know the rest.
func TestChosenColumns(t *testing.T) {
	g := New(func(r rec) string { return r.id }, []Column[rec]{
		{Name: "a", Title: "A", Min: 10, Text: func(r rec, _ Env) string { return r.name }},
		{Name: "b", Title: "B", Min: 20, Priority: 2, Text: func(r rec, _ Env) string { return r.state }},
		{Name: "c", Title: "C", Min: 20, Priority: 1, Text: func(r rec, _ Env) string { return r.state }},
	})
	for _, c := range []struct {
		w    int
		want string
	}{{80, "[c b a]"}, {60, "[c b a]"}, {40, "[c a]"}, {20, "[a]"}} {
		g.SetSize(c.w, 5)
		g.Choose([]string{"c", "b", "a", "gone"})
		if got := fmt.Sprint(g.VisibleColumns()); got != c.want {
			t.Errorf("at %d: %s, want %s", c.w, got, c.want)
		}
	}
	g.SetSize(80, 5)
	g.Choose([]string{"a"})
	if got := fmt.Sprint(g.VisibleColumns()); got != "[a]" {
		t.Errorf("one is chosen: %s", got)
	}
	if _, err := g.ParseFilter("b:x"); err != nil || !g.SetSort(Sort{Column: "b"}) {
		t.Errorf("a column that isn't shown can't be filtered or sorted by: %v", err)
	}
	g.Choose(nil)
	if got := fmt.Sprint(g.VisibleColumns()); got != "[a b c]" {
		t.Errorf("none is chosen: %s", got)
	}
}

// A number is shown as a whole or not at all, its header too; text gives way.
func TestNumbersAreNeverCut(t *testing.T) {
	columns := []Column[rec]{
		{Name: "name", Title: "Name", Min: 20, Weight: 1, Text: func(r rec, _ Env) string { return r.name }},
		{Name: "views", Title: "Views", Min: 4, Max: 5, Align: draw.Right, Text: func(r rec, _ Env) string { return r.state },
			Number: func(r rec) (float64, bool) { return r.score, true }},
		{Name: "count", Title: "Entitlements", Short: "Ents", Min: 3, Max: 5, Priority: 1, Align: draw.Right,
			Text: func(r rec, _ Env) string { return r.state }, Number: func(r rec) (float64, bool) { return r.score, true }},
	}
	for w := 1; w <= 90; w++ {
		for _, sort := range []string{"", "name", "views", "count"} {
			g := New(func(r rec) string { return r.id }, columns)
			g.Append([]rec{{id: "1", name: strings.Repeat("name ", 9), state: "657/1,000,000"}, {id: "2", name: "n", state: "1"}})
			g.SetSort(Sort{Column: sort})
			g.SetSize(w, 4)
			lines := draw.StripStyles(g.View(testEnv{}, themetest.New(t, "none"), true))
			for _, line := range lines {
				if draw.Width(line) != w {
					t.Fatalf("at %d a line has %d cells: %q", w, draw.Width(line), line)
				}
			}
			for _, name := range g.VisibleColumns()[min(1, len(g.VisibleColumns())):] {
				c := columns[g.column(name)]
				if !strings.Contains(lines[0], c.head()) || !strings.Contains(lines[1], "657/1,000,000") {
					t.Fatalf("at %d, sorted by %q: %s is cut:\n%s", w, sort, name, strings.Join(lines, "\n"))
				}
			}
			if sort == "views" && w >= 45 && !strings.Contains(lines[0], "Views ▲") {
				t.Fatalf("at %d the header has no room for its arrow: %q", w, lines[0])
			}
		}
	}
}

// A row that is being changed says so in whole words, or by its sign alone.
func TestARowUnderWayHasItsSignWhole(t *testing.T) {
	state := Column[rec]{Name: "state", Title: "State", Signed: true, Text: func(r rec, _ Env) string { return "● " + r.state }}
	for _, r := range []rec{{id: "1", state: "on"}, {id: "1", state: "waiting"}} {
		g := New(recKey, []Column[rec]{state, {Name: "name", Title: "Name", Weight: 1, Text: func(r rec, _ Env) string { return r.name }}})
		g.Append([]rec{r, {id: "2", state: r.state}})
		g.SetPending(func(r rec) bool { return r.id == "1" })
		g.SetSize(40, 4)
		arrange(t, g, "")
		th := themetest.New(t, "none")
		view(g, th) // measures
		text := strings.Join(view(g, th), "\n")
		if !strings.Contains(text, "◌ …") && !strings.Contains(text, "◌ pending") {
			t.Errorf("%s: %s", r.state, text)
		}
	}
}
