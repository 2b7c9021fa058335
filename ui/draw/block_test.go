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

func TestOverlay(t *testing.T) {
	for _, c := range []struct {
		name    string
		base    []string
		box     []string
		x, y, w int
		want    []string
	}{
		{"inside", []string{"......", "......"}, []string{"ab"}, 2, 1, 6, []string{"......", "..ab.."}},
		{"over the right edge", []string{"...."}, []string{"abc"}, 2, 0, 4, []string{"..ab"}},
		{"over the left edge", []string{"...."}, []string{"abc"}, -1, 0, 4, []string{"bc.."}},
		{"above and below", []string{"...."}, []string{"a", "b", "c"}, 0, -1, 4, []string{"b..."}},
		{"beyond", []string{"...."}, []string{"a"}, 9, 0, 4, []string{"...."}},
		{"on a short line", []string{"."}, []string{"ab"}, 2, 0, 6, []string{". ab  "}},
		{"through wide characters", []string{"日本語日"}, []string{"xx"}, 1, 0, 8, []string{" xx 語日"}},
		{"through colours", []string{"\x1b[31maaaa\x1b[mbb"}, []string{"\x1b[7mx\x1b[m"}, 1, 0, 6,
			[]string{"\x1b[31ma\x1b[m" + "\x1b[7mx\x1b[m" + "\x1b[31maa\x1b[mbb"}},
	} {
		if got := Overlay(c.base, c.box, c.x, c.y, c.w); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestOverlayLeavesTheBaseAlone(t *testing.T) {
	base := []string{"...."}
	Overlay(base, []string{"ab"}, 0, 0, 4)
	if base[0] != "...." {
		t.Errorf("base became %q", base[0])
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

func BenchmarkOverlay(b *testing.B) {
	line := "\x1b[48;5;236m\x1b[38;5;120mpayroll-approvers (EU) 日本語ロール\x1b[m"
	base, box := Block(slices.Repeat([]string{line}, 40), 120, 40), Block(nil, 60, 12)
	b.ReportAllocs()
	for b.Loop() {
		_ = Overlay(base, box, 30, 10, 120)
	}
}

// What is read fast is read as the library does, which looks at every sequence and cluster.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"ab", "\x1b[31mab\x1b[m日", "e\u0301x", "\x1b[?1mx", "\x1b[3", "각\x1b[1m", "ไทย", "\x1b]0;t\ax", "a\u2063b"} {
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
