package draw

import (
	"slices"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestBlock(t *testing.T) {
	got := Block([]string{"ab", "\x1b[31mabcdef\x1b[m", "日本語", "below"}, 5, 3)
	want := []string{"ab   ", "\x1b[31mabcde\x1b[m", "日本 "}
	if !slices.Equal(got, want) {
		t.Errorf("Block = %q, want %q", got, want)
	}
	if got := Block(nil, 2, 2); !slices.Equal(got, []string{"  ", "  "}) {
		t.Errorf("an empty block is %q", got)
	}
	if got := Block([]string{"x"}, -1, -1); len(got) != 0 {
		t.Errorf("a block of no size is %q", got)
	}
}

func TestBeside(t *testing.T) {
	got := Beside([]string{"a1", "a2"}, []string{"|", "|"}, []string{"b1"})
	if want := []string{"a1|b1", "a2|"}; !slices.Equal(got, want) {
		t.Errorf("Beside = %q, want %q", got, want)
	}
}

func TestPart(t *testing.T) {
	for _, c := range []struct {
		name     string
		line     string
		from, to int
		want     string
	}{
		{"inside", "abcdef", 2, 4, "cd"},
		{"beyond the end", "ab", 1, 4, "b  "},
		{"nothing", "ab", 2, 2, ""},
		{"cut wide characters", "日本語日", 1, 7, " 本語 "},
		{"behind a style", "\x1b[31maaaa\x1b[mbb", 2, 6, "\x1b[31maa\x1b[mbb"},
		{"within a style", "\x1b[1m\x1b[31maaaa\x1b[mbb", 1, 3, "\x1b[1m\x1b[31maa\x1b[m"},
		{"other sequences", "a\x1b[2Jb\x1b]0;t\ac", 0, 3, "abc"},
	} {
		if got := Part(c.line, c.from, c.to); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestStripStyles(t *testing.T) {
	got := StripStyles([]string{"\x1b[1;31mab\x1b[m日", "plain"})
	if want := []string{"ab日", "plain"}; !slices.Equal(got, want) {
		t.Errorf("StripStyles = %q, want %q", got, want)
	}
}

func TestLines(t *testing.T) {
	if got := Lines("a\n\nb"); !slices.Equal(got, []string{"a", "", "b"}) {
		t.Errorf("Lines = %q", got)
	}
}

func BenchmarkBlock(b *testing.B) {
	line := "\x1b[48;5;236m\x1b[38;5;120mpayroll-approvers (EU) 日本語ロール\x1b[m"
	lines := slices.Repeat([]string{line}, 40)
	for name, w := range map[string]int{"pad": 80, "cut": 20} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = Block(lines, w, 40)
			}
		})
	}
}

func BenchmarkPart(b *testing.B) {
	line := Block([]string{"\x1b[48;5;236m\x1b[38;5;120mpayroll-approvers (EU) 日本語ロール\x1b[m"}, 120, 1)[0]
	b.ReportAllocs()
	for b.Loop() {
		_ = Part(line, 20, 120)
	}
}

// What is read fast is read as the library does, which looks at every sequence and cluster.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"ab", "\x1b[31mab\x1b[m日", "e\u0301x", "\x1b[?1mx", "\x1b[3", "각\x1b[1m",
		"ไทย", "\x1b]0;t\ax", "a\u2063b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		parser := ansi.GetParser()
		defer ansi.PutParser(parser)
		for s = "\x1b[1m" + Clean(s) + "\x1b[m" + s; s != ""; {
			seq, width, style := decode(s, parser)
			var want string
			var wantWidth int
			if s[0] >= 0x20 && s[0] < 0x7f && len(s) > 1 && s[1] >= 0xc0 {
				want, wantWidth = ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
			} else {
				want, wantWidth, _, _ = ansi.DecodeSequence(s, ansi.NormalState, parser)
			}
			if seq != want || width != wantWidth || style != (ansi.HasCsiPrefix(want) && parser.Command() == 'm') {
				t.Fatalf("%q starts with %q of %d cells, style %v; want %q of %d", s, seq, width, style, want, wantWidth)
			}
			s = s[len(seq):]
		}
	})
}
