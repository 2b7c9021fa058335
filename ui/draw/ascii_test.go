package draw_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"gatehouse/ui/draw"
)

// literals are the texts in the console's sources that hold more than ASCII, by where they stand. Left out is what recognizes
// characters in remote text and draws none of them.
func literals(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	files := token.NewFileSet()
	recognizes := map[string]bool{"invisible.go": true, "fold.go": true}
	for _, root := range []string{"../../ui", "../../keymap", "../../action"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || recognizes[d.Name()] {
				return err
			}
			file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING && lit.Kind != token.CHAR {
					return true
				}
				text, err := strconv.Unquote(lit.Value)
				if err == nil && strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) >= 0 {
					found[files.Position(lit.Pos()).String()] = text
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

func TestEverySignHasOneInASCII(t *testing.T) {
	texts := literals(t)
	if len(texts) < 50 {
		t.Fatalf("only %d texts with signs found", len(texts))
	}
	for at, text := range texts {
		if strings.HasSuffix(filepath.Dir(strings.Split(at, ":")[0]), "draw") && !strings.Contains(at, "fit") {
			continue // what cleans remote text holds what it cleans
		}
		if strings.Contains(at, "/export/") {
			continue // what goes into files stays what it is
		}
		plain := draw.PlainSigns.Fit(text)
		for _, r := range plain {
			if r > unicode.MaxASCII && !unicode.Is(unicode.Cf, r) {
				t.Errorf("%s: %q has no sign in ASCII (%q)", at, r, text)
			}
		}
		if draw.Width(plain) != draw.Width(text) {
			t.Errorf("%s: %q is not as wide in ASCII: %q", at, text, plain)
		}
	}
}

func TestNothingButASCIIReachesATerminalWithoutMore(t *testing.T) {
	for text, want := range map[string]string{
		"\x1b[1m╭─ Café ─╮\x1b[m": "\x1b[1m+- Caf? -+\x1b[m",
		"本番DB":                    "????DB",
		"e\u0301a":                "ea",
		"👩‍👩‍👧 fam":               "?? fam",
		"“…” ● on":                "\"~\" * on",
		"plain":                   "plain",
	} {
		got := draw.OnlyASCII.Fit(text)
		if got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		if draw.Width(got) != draw.Width(text) {
			t.Errorf("%q changes its width: %q", text, got)
		}
		if draw.AllSigns.Fit(text) != text {
			t.Errorf("%q changes where all signs are there", text)
		}
	}
	if got := draw.PlainSigns.Fit("│ Ключ"); got != "| Ключ" {
		t.Errorf("letters of a terminal with UTF-8 are %q", got)
	}
}

// States that stand in one column keep signs of their own.
func TestSignsThatAreComparedStayApart(t *testing.T) {
	for _, signs := range [][]string{{"●", "○", "✗", "◌", "–"}, {"◆", "◈", "●", " "}, {"▮", "▯"},
		{"▣", "□", "●", "○"}, {"✓", "✗", "–", "!", "+"}, {"▲", "▼"}, {"█", "░"}, {"↑", "↓", "✓", "✗"}} {
		seen := map[string]string{}
		for _, s := range signs {
			plain := draw.PlainSigns.Fit(s)
			if other, ok := seen[plain]; ok {
				t.Errorf("%s and %s are both %s", s, other, plain)
			}
			seen[plain] = s
		}
	}
}

func TestSignsFollowTheLocale(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want draw.Signs
	}{
		{map[string]string{}, draw.AllSigns},
		{map[string]string{"LANG": "en_US.UTF-8"}, draw.AllSigns},
		{map[string]string{"LANG": "C"}, draw.OnlyASCII},
		{map[string]string{"LANG": "de_DE.ISO-8859-1"}, draw.OnlyASCII},
		{map[string]string{"LANG": "C", "LC_CTYPE": "C.utf8"}, draw.AllSigns},
		{map[string]string{"LANG": "en_US.UTF-8", "LC_ALL": "POSIX"}, draw.OnlyASCII},
		{map[string]string{"LANG": "en_US.UTF-8", "TERM": "linux"}, draw.PlainSigns},
		{map[string]string{"LC_ALL": "C", "TERM": "linux"}, draw.OnlyASCII},
	} {
		if got := draw.SignsOf(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %d, want %d", c.env, got, c.want)
		}
	}
}

// The sign of a mark stands beside those of states, and must not be taken for one of them without UTF-8 either.
func TestAMarkIsNoSignOfAStateInASCII(t *testing.T) {
	for _, state := range []string{"✓", "✗", "●", "○", "◌", "■", "▶", "–", "?", "!"} {
		for _, mark := range []string{"◆", "◈"} {
			if draw.OnlyASCII.Fit(mark) == draw.OnlyASCII.Fit(state) {
				t.Errorf("%s and %s are both %q", mark, state, draw.OnlyASCII.Fit(mark))
			}
		}
	}
	if draw.OnlyASCII.Fit("◆") == draw.OnlyASCII.Fit("◈") || draw.OnlyASCII.Fit("2/∞") == draw.OnlyASCII.Fit("2/–") {
		t.Error("two signs that say different things are the same in ASCII")
	}
}
