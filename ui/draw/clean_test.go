package draw

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// scripts are names whose clusters terminals count differently.
var scripts = []string{
	"日本語ロール", "ＦＵＬＬ", "👩‍👩‍👧‍👦 fam", "⚠️ warn", "🇫🇷🇩🇪", "น้ำใจ",
	"क्षिं", "e\u0301\u0301\u0301", "plain",
	"रोल प्रबंधक", "ﾊﾞｯｸｱｯﾌﾟ", "👍🏽", "1️⃣", "한국어", "각", "می\u200cخواهم",
	"שָׁלוֹם", "မြန်မာ", "ខ្មែរ", "ශ්\u200dරී", "தமிழ்",
	"❤️‍🔥", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "葛󠄀城", "\U00010efa\u0897x", "𓀀𓀁", "🏽", "\u0301x", "ཀྵ", "ﷺ", "؀١",
}

// hostile are names that no terminal must obey, and what stands for them.
var hostile = []struct{ in, want string }{
	{"A\x1b[31mB", "A␛[31mB"},
	{"A\x1b[8mB", "A␛[8mB"},
	{"A\x1b[2J\x1b[HB", "A␛[2J␛[HB"},
	{"A\x1b]8;;https://evil.example\x1b\\B\x1b]8;;\x1b\\", "A␛]8;;https://evil.example␛\\B␛]8;;␛\\"},
	{"A\x1b]52;c;SGVsbG8=\aB", "A␛]52;c;SGVsbG8=␇B"},
	{"A\x1b]0;x\aB", "A␛]0;x␇B"},
	{"A\x1b[6nB", "A␛[6nB"},
	{"A\x1bcB", "A␛cB"},
	{"A\x1b]52;c;xB", "A␛]52;c;xB"},
	{"A\bB", "A␈B"},
	{"A\aB", "A␇B"},
	{"A\x7fB", "A␡B"},
	{"A\x00B", "A␀B"},
	{"A\u009b31mB", "A‹U+009B›31mB"},
	{"A\x9b31mB", "A\uFFFD31mB"},
}

func TestCleanShowsWhatCouldActOnATerminal(t *testing.T) {
	for _, c := range hostile {
		if got := Clean(c.in); got != c.want {
			t.Errorf("Clean(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestClean(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"plain", "Payroll (EU) – José, 日本", "Payroll (EU) – José, 日本"},
		{"line breaks", "a\nb\r\nc\rd\u0085e\u2028f\u2029g", "a↵b↵c↵d↵e↵f↵g"},
		{"tab", "a\tb", "a b"},
		{"right-to-left override", "gnp\u202eexe", "gnp‹U+202E›exe"},
		{"isolates and marks", "\u2066\u2069\u200e\u200f\u061c", "‹U+2066›‹U+2069›‹U+200E›‹U+200F›‹U+061C›"},
		{"zero width", "a\u200bb\u2060c\ufeffd\u00ade\u180ef\u034fg\u2064h",
			"a‹U+200B›b‹U+2060›c‹U+FEFF›d‹U+00AD›e‹U+180E›f‹U+034F›g‹U+2064›h"},
		{"what parts clusters", "a\u2063b\u2063", "a‹U+2063›b‹U+2063›"},
		{"tag characters", "a\U000e0041\U000e007fb", "a‹U+E0041›‹U+E007F›b"},
		{"tags of a flag", "🏴󠁧󠁢󠁥󠁮󠁧󠁿!", "🏴!"},
		{"tags of no flag", "🏴\U000e0061\U000e007f", "🏴‹U+E0061›‹U+E007F›"},
		{"annotation", "a\ufff9b", "a‹U+FFF9›b"},
		{"invalid UTF-8", "a\xffb\xc3", "a\uFFFDb\uFFFD"},
		{"surrogates in UTF-8", "a\xed\xa0\x80b", "a\uFFFD\uFFFD\uFFFDb"},
		{"fillers", "\u3164\u115f\u1160\uffa0\u2800\u17b4", "‹U+3164›‹U+115F›‹U+1160›‹U+FFA0›‹U+2800›‹U+17B4›"},
		{"joiner in words", "ad\u200dmin ad\u200cmin", "ad‹U+200D›min ad‹U+200C›min"},
		{"joiners in Indic scripts", "ශ්\u200dරී क्\u200cष র\u200d্য", "ශ්රී क्\u2063ष র্\u2063য"},
		{"joiner at an end", "می\u200c", "می‹U+200C›"},
		{"joiner between an emoji and a letter", "👩\u200dx\u200d👩", "👩‹U+200D›x‹U+200D›👩"},
		{"joiner in Persian", "می\u200cخواهم", "می\u200cخواهم"},
		{"too many marks", "e" + strings.Repeat("\u0301", 40) + "x", "e" + strings.Repeat("\u0301", 4) + "‹+36 marks›x"},
		{"one mark too many", "e\u0301\u0301\u0301\u0301\u0302", "e\u0301\u0301\u0301\u0301‹+1 mark›"},
		{"too many marks on two bases", "e" + strings.Repeat("\u0301", 6) + "a\u0301", "e\u0301\u0301\u0301\u0301‹+2 marks›a\u0301"},
		{"mark at the start", "\u0301x", "◌\u0301x"},
		{"family", "👩‍👩‍👧‍👦 fam", "👩👩👧👦 fam"},
		{"emoji selector", "⚠️ warn", "⚠ warn"},
		{"skin tone", "👍🏽", "👍"},
		{"flags", "🇫🇷🇩🇪", "FRDE"},
		{"keycap", "1️⃣", "1⃣"},
		{"Thai", "น้ำใจ", "น้\u2063ำใจ"},
		{"Devanagari", "क्षिं", "क्\u2063ष\u2063िं"},
		{"Han variant", "葛\U000e0100城", "葛\U000e0100城"},
		{"selectors on nothing", "a\ufe0f\U000e0100b\ufe00 1\ufe0f", "a‹U+FE0F›‹U+E0100›b‹U+FE00› 1‹U+FE0F›"},
		{"noncharacter", "a\ufffeb", "a\uFFFDb"},
	} {
		if got := Clean(c.in); got != c.want {
			t.Errorf("%s: Clean(%q) = %+q, want %+q", c.name, c.in, got, c.want)
		}
	}
}

func TestCleanText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a\r\nb\rc\n\n\td", "a\nb\nc\n\n d"},
		{"a\u0085b\u2028c\u2029d", "a\nb\nc\nd"},
		{"x\n\u0301y\x1b", "x\n◌\u0301y␛"},
		{"plain", "plain"},
	} {
		if got := CleanText(c.in); got != c.want {
			t.Errorf("CleanText(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestSafeKeepsClustersWhole(t *testing.T) {
	for _, s := range []string{"👩‍👩‍👧‍👦 fam", "⚠️ warn", "🇫🇷🇩🇪", "น้ำใจ", "क्षिं",
		"👍🏽", "❤️‍🔥", "ශ්\u200dරී", "plain"} {
		if got := Safe(s); got != s {
			t.Errorf("Safe(%q) = %+q", s, got)
		}
	}
	for _, c := range hostile {
		if got := Safe(c.in); got != c.want {
			t.Errorf("Safe(%q) = %q, want %q", c.in, got, c.want)
		}
	}
	if got, want := Safe("a\u200d\u200b\u202eb\nc"), "a‹U+200D›‹U+200B›‹U+202E›b↵c"; got != want {
		t.Errorf("Safe = %q, want %q", got, want)
	}
}

// The renderer counts by code point until the terminal says it counts by
// cluster. Every text must have one width, or a row breaks on the other kind.
func TestOneWidthUnderBothMeasures(t *testing.T) {
	for _, s := range scripts {
		clean := Clean(s)
		if wc, cluster := ansi.StringWidthWc(clean), ansi.StringWidth(clean); wc != cluster {
			t.Errorf("%q: %d cells by code point, %d by cluster (%+q)", s, wc, cluster, clean)
		}
	}
}

// Cells stand next to padding, borders and each other.
func TestCleanTextJoinsNoNeighbour(t *testing.T) {
	for _, s := range scripts {
		for _, around := range []string{" ", "│", "x", "界"} {
			row := around + Clean(s) + around
			want := 2*ansi.StringWidth(around) + Width(Clean(s))
			if wc, cluster := ansi.StringWidthWc(row), ansi.StringWidth(row); wc != want || cluster != want {
				t.Errorf("%q between %q: %d and %d cells, want %d", s, around, wc, cluster, want)
			}
		}
	}
}

// assigned ends the planes that have characters, before the tags and selectors.
const assigned = 0x33480

// Every code point, alone and after a letter: nothing that acts comes out, and
// both measures agree.
func TestEveryCodePoint(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r > assigned && r < 0xe0000 || r > 0xe0fff && r < 0xffff0 {
			continue
		}
		for _, s := range [...]string{string(r), "a" + string(r) + "b"} {
			clean := Clean(s)
			if problem := fault(clean); problem != "" {
				t.Errorf("U+%04X: %s in %+q", r, problem, clean)
			}
		}
	}
}

// The fast path must only admit runes that print alone, at the width it says.
func TestPlainRunesAreLoners(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		width := plainWidth(r)
		if width == 0 {
			continue
		}
		s := string(r)
		if wc, cluster := ansi.StringWidthWc(s), ansi.StringWidth(s); wc != width || cluster != width {
			t.Errorf("U+%04X: %d cells by code point, %d by cluster, not %d", r, wc, cluster, width)
		}
		for _, pair := range [...]string{"a" + s, s + "a", s + "가", "가" + s} {
			first, n := utf8.DecodeRuneInString(pair)
			if cluster, _ := ansi.FirstGraphemeCluster(pair, ansi.GraphemeWidth); len(cluster) != n {
				t.Errorf("U+%04X joins after U+%04X", r, first)
			}
		}
		if got := level(safe(s, true)); got != s {
			t.Errorf("U+%04X: the slow path makes %+q of it", r, got)
		}
	}
}

// fault says what is wrong with cleaned text, "" if nothing is.
func fault(s string) string {
	if !utf8.ValidString(s) {
		return "invalid UTF-8"
	}
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Cc, r):
			return "a control character"
		case unicode.Is(unicode.Bidi_Control, r):
			return "a bidi control"
		case r >= 0xe0000 && r <= 0xe00ff:
			return "a tag character"
		case unicode.Is(unicode.Cf, r) && r != 0x2063 && r != 0x200c, r == 0x2028, r == 0x2029:
			return "an invisible character"
		}
	}
	if ansi.StringWidth(s) != ansi.StringWidthWc(s) {
		return "two widths"
	}
	if again := Clean(s); again != s {
		return "cleaning again changes it"
	}
	return ""
}

// Random strings of the characters that join, hide or act, which byte-wise
// fuzzing seldom puts together.
func TestRandomClusters(t *testing.T) {
	pool := []rune("a é日ﾊﾞ가각각👩👧👍🏽⚠1" +
		"क्षिंन้ำမ္ශ්රبیא🇫🇷❤🔥©◌ேௗാമ്" +
		"\u0301\u20e3\u0897\u302e\u200b\u2063\u200c\u200d\u200e\u202e\u2060\ufe0f\ufe0e" +
		"\U000e0100\U000e0041\u0600\u0d4e\U0001f3fb\t\n\x1b\x00\u0085")
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		runes := make([]rune, 1+random.IntN(9))
		for i := range runes {
			runes[i] = pool[random.IntN(len(pool))]
		}
		s := string(runes)
		if problem := fault(Clean(s)); problem != "" {
			t.Fatalf("%s in %+q, made of %+q", problem, Clean(s), s)
		}
		w := random.IntN(8)
		for _, fitted := range []string{Fit(s, w, Left), Fit(s, w, Right), FitMiddle(s, w)} {
			row := fitted + "│"
			if wc, cluster := ansi.StringWidthWc(row), ansi.StringWidth(row); wc != w+1 || cluster != w+1 {
				t.Fatalf("%+q has %d and %d cells, want %d; made of %+q", row, wc, cluster, w+1, s)
			}
		}
		for _, line := range Wrap(s, w+1) {
			line = " " + line // as in a padded pane
			if ansi.StringWidthWc(line) > w+2 || ansi.StringWidth(line) != ansi.StringWidthWc(line) {
				t.Fatalf("the line %+q is wider than %d; made of %+q", line, w+1, s)
			}
		}
		if Safe(Safe(s)) != Safe(s) {
			t.Fatalf("Safe(%+q) is not stable", s)
		}
	}
}

func seeds(f *testing.F) {
	for _, s := range scripts {
		f.Add(s, 7)
	}
	for _, c := range hostile {
		f.Add(c.in, 5)
	}
	f.Add("the quick  brown\nfox\t\u202e", 3)
	f.Add("\U0001f469\u200d\u200d\u0301\U0001f3fd", 1)
}

func FuzzClean(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, s string, w int) {
		if problem := fault(Clean(s)); problem != "" {
			t.Fatalf("%s in %+q", problem, Clean(s))
		}
		for line := range strings.SplitSeq(CleanText(s), "\n") {
			if problem := fault(line); problem != "" {
				t.Fatalf("%s in the line %+q", problem, line)
			}
		}
		if safe := Safe(s); strings.ContainsFunc(safe, unicode.IsControl) || Safe(safe) != safe {
			t.Fatalf("Safe gives %+q", safe)
		}
		w = int(uint(w) % 40)
		for _, fitted := range []string{Fit(s, w, Left), Fit(s, w, Right), FitMiddle(s, w)} {
			wc, cluster := ansi.StringWidthWc(fitted), ansi.StringWidth(fitted)
			if wc != w || cluster != w || Width(fitted) != w {
				t.Fatalf("%+q has %d, %d, %d cells, want %d", fitted, wc, cluster, Width(fitted), w)
			}
		}
	})
}

func FuzzWrap(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, s string, w int) {
		w = 1 + int(uint(w)%30)
		var words strings.Builder
		for _, line := range Wrap(s, w) {
			if Width(line) > w || ansi.StringWidthWc(line) > w {
				t.Fatalf("%+q is wider than %d", line, w)
			}
			words.WriteString(line)
		}
		if w == 1 {
			return // wide characters don't fit at all
		}
		bare := strings.NewReplacer(" ", "", "\n", "", breaker, "")
		if got, want := bare.Replace(words.String()), bare.Replace(Clean(s)); got != want {
			t.Fatalf("wrapping changed %+q to %+q", want, got)
		}
	})
}

// Escapes in painted lines must survive being cut, and widths must come out.
func FuzzPart(f *testing.F) {
	f.Add("日本語ロール", "\x1b[31mred\x1b[m plain", 3, 12)
	f.Add("e\u0301界", "क्षिं", 2, 5)
	f.Fuzz(func(t *testing.T, base, box string, x, w int) {
		w = int(uint(w) % 60)
		x = int(uint(x) % 60)
		from, to := min(x, w), max(x, w)
		under, over := "\x1b[32m"+Clean(base)+"\x1b[m", "\x1b[7m"+Clean(box)+"\x1b[m"
		laid := Part(under, 0, from) + Part(over, 0, to-from) + Part(under, to, 60)
		if Width(laid) != 60 && ansi.StringWidth(laid) != 60 {
			t.Fatalf("%+q has %d cells, want 60", laid, Width(laid))
		}
		for _, line := range Block([]string{under, "\x1b[32m" + Clean(base)}, w, 3) {
			if Width(line) != w && ansi.StringWidth(line) != w {
				t.Fatalf("%+q has %d cells, want %d", line, Width(line), w)
			}
		}
	})
}

func BenchmarkClean(b *testing.B) {
	for name, s := range rows {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = Clean(s)
			}
		})
	}
}

func BenchmarkWidth(b *testing.B) {
	for name, s := range rows {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = Width(s)
			}
		})
	}
}

func BenchmarkFit(b *testing.B) {
	for name, s := range rows {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = Fit(s, 24, Left)
			}
		})
	}
}

func BenchmarkWrap(b *testing.B) {
	for name, s := range rows {
		text := strings.Repeat(s+" ", 100<<10/len(s))
		b.Run(name+"/100KB", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = Wrap(text, 80)
			}
		})
	}
}

var rows = map[string]string{
	"ascii": "payroll-approvers (EU)",
	"mixed": "Zürich 日本語ロール – Ωmega",
	"emoji": "👩‍👩‍👧‍👦 fam ⚠️ น้ำใจ क्षिं",
}
