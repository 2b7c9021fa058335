package draw

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Eight names, and every row as wide as the others under both measures.
func TestRowsOfEveryScriptLineUp(t *testing.T) {
	for _, name := range scripts {
		for w := 1; w <= 20; w++ {
			for _, cell := range []string{Fit(name, w, Left), Fit(name, w, Right), FitMiddle(name, w)} {
				row := "│" + cell + "│"
				wc, cluster := ansi.StringWidthWc(row), ansi.StringWidth(row)
				if wc != w+2 || cluster != w+2 {
					t.Errorf("%q in %d cells: the row has %d by code point, %d by cluster", name, w, wc, cluster)
				}
			}
		}
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		a    Align
		want string
	}{
		{"hook", 6, Left, "hook  "},
		{"hook", 6, Right, "  hook"},
		{"hook", 4, Left, "hook"},
		{"hooks", 4, Left, "hoo…"},
		{"hooks", 1, Left, "…"},
		{"hooks", 0, Left, ""},
		{"hooks", -5, Right, ""},
		{"", 3, Left, "   "},
		{"日本語", 6, Left, "日本語"},
		{"日本語", 5, Left, "日本…"},
		{"日本語", 4, Left, "日… "},
		{"日本語", 4, Right, " 日…"},
		{"日本語", 2, Left, "… "},
		{"日本語", 1, Left, "…"},
		{"e\u0301e\u0301e\u0301", 2, Left, "e\u0301…"},
		{"น้ำใจ", 2, Left, "… "},
		{"น้ำใจ", 3, Left, "น้\u2063ำ…"},
		{"a\x1b[31mb", 4, Left, "a␛[…"},
	} {
		if got := Fit(c.in, c.w, c.a); got != c.want {
			t.Errorf("Fit(%q, %d, %v) = %q, want %q", c.in, c.w, c.a, got, c.want)
		}
	}
	if got := Fit("x", 1000, Left); len(got) != 1000 {
		t.Errorf("a long cell has %d bytes", len(got))
	}
}

func TestTruncate(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		want string
	}{
		{"hooks", 9, "hooks"}, {"hooks", 5, "hooks"}, {"hooks", 4, "hoo…"}, {"日本語", 4, "日…"}, {"hooks", 0, ""}, {"hooks", -1, ""},
	} {
		if got := Truncate(c.in, c.w); got != c.want {
			t.Errorf("Truncate(%q, %d) = %q, want %q", c.in, c.w, got, c.want)
		}
	}
}

func TestFitMiddleKeepsBothEnds(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		want string
	}{
		{"2abcdefghijklmnopXYZ", 9, "2abc…pXYZ"},
		{"2abcdefghijklmnopXYZ", 8, "2abc…XYZ"},
		{"2abcdefghijklmnopXYZ", 4, "2ab…"},
		{"short", 8, "short   "},
		{"日本語日本語", 7, "日…本語"},
		{"日本語日本語", 8, "日本…語 "},
		{"x", 0, ""},
	} {
		if got := FitMiddle(c.in, c.w); got != c.want {
			t.Errorf("FitMiddle(%q, %d) = %q, want %q", c.in, c.w, got, c.want)
		}
	}
}

func TestWidthIgnoresStyles(t *testing.T) {
	for in, want := range map[string]int{"": 0, "abc": 3, "日本": 4, "\x1b[1;31mab\x1b[m日": 4, "é–…█": 4} {
		if got := Width(in); got != want {
			t.Errorf("Width(%q) = %d, want %d", in, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		want []string
	}{
		{"", 5, []string{""}},
		{"one two", 7, []string{"one two"}},
		{"one two", 6, []string{"one", "two"}},
		{"one two", 3, []string{"one", "two"}},
		{"one   two", 4, []string{"one ", "two"}},
		{"one two three", 9, []string{"one two", "three"}},
		{"abcdefgh", 3, []string{"abc", "def", "gh"}},
		{"a abcdefgh", 3, []string{"a", "abc", "def", "gh"}},
		{"one\n\ntwo\r\nthree", 9, []string{"one↵↵two↵", "three"}},
		{"  indented text", 10, []string{"  indented", "text"}},
		{"日本語", 4, []string{"日本", "語"}},
		{"日本語", 3, []string{"日", "本", "語"}},
		{"a日b", 1, []string{"a", "…", "b"}},
		{" xy日", 4, []string{" xy", "日"}},
		{"one ", 3, []string{"one"}},
		{"all 3 name,state,when", 14, []string{"all 3", "name,state,", "when"}},
		{"https://a.example/v1/abcdefgh", 20, []string{"https://a.example/", "v1/abcdefgh"}},
		{"https://a.example/vabcdefgh", 27, []string{"https://a.example/vabcdefgh"}},
		{"a.example/abcdefghijklm", 20, []string{"a.example/abcdefghij", "klm"}},
		{"a,bcdefghijk", 8, []string{"a,bcdefg", "hijk"}},
		{"x", 0, nil},
		{"x", -3, nil},
	} {
		got := Wrap(c.in, c.w)
		if strings.Join(got, "|") != strings.Join(c.want, "|") || len(got) != len(c.want) {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.in, c.w, got, c.want)
		}
	}
}

func TestPlainTextCostsNothing(t *testing.T) {
	s := "payroll-approvers (EU)"
	if n := testing.AllocsPerRun(100, func() { _ = Clean(s); _ = Width(s) }); n != 0 {
		t.Errorf("Clean and Width allocate %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { _ = Fit(s, 40, Left) }); n > 1 {
		t.Errorf("Fit allocates %v times", n)
	}
}

// Styled lines of any script are as wide as the library says, which looks at every sequence and cluster.
func FuzzWidthOfStyledLines(f *testing.F) {
	for _, s := range []string{"", "\x1b[31mab\x1b[m日", "\x1b[38:2:1:2:3me\u0301\x1b[0m", "\x1b[?1mx", "\x1b[", "\x1b[3",
		"a\x1b[31m\u0301b", "각\x1b[1m"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := Width(Clean(s)), ansi.StringWidth(Clean(s)); got != want {
			t.Errorf("Width(%q) = %d, want %d", Clean(s), got, want)
		}
		painted := "\x1b[1;31m" + Clean(s) + "\x1b[m" + Clean(s) + "\x1b[38;5;120m–\x1b[m"
		if got, want := Width(painted), ansi.StringWidth(painted); got != want {
			t.Errorf("Width(%q) = %d, want %d", painted, got, want)
		}
	})
}
