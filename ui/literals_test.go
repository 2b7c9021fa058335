package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// keyInSentence finds a key that a sentence promises something of: "r tries again", "press esc".
var keyInSentence = regexp.MustCompile(`(?:^|[ ,;(“])` +
	`(?:(?:esc|enter|tab|space|pgup|pgdown|backspace|(?:ctrl|alt|shift)\+\S+|[b-zA-HJ-Z?/*'])` +
	`(?: again)? (?:[a-z]+s|goes|undoes)\b|(?:up|down) (?:scrolls|shows|moves|goes)\b|` +
	`(?:^|[ ;,“])(?:ctrl|alt|shift)\+[a-z]|` +
	`[ ;,][b-zA-HJ-Z] in the |[Ww]ith [b-zA-HJ-Z](?:[ .,;]|$)|[Pp]ress (?:esc|enter|tab|space|[a-zA-Z?/:*'](?:\W|$)|(?:ctrl|alt|shift)\+))`)

// fixedKeys are the keys of sentences that the configuration can't bind otherwise, with why.
var fixedKeys = map[string]string{
	"up shows the beginning":  "scroller.press takes the arrows itself",
	"… %s more, down scrolls": "scroller.press takes the arrows itself",
	"Pasting… ctrl+c ends it": "the terminal ends a paste, whatever keys are bound",
}

// literals calls f with every string that is written in the files of a folder and of those in it.
func literals(t *testing.T, folder string, f func(at token.Position, text string)) {
	t.Helper()
	var files []string
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %d files", err, len(files))
	}
	set := token.NewFileSet()
	for _, name := range files {
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				f(set.Position(lit.Pos()), text)
			}
			return true
		})
	}
}

// A key in a sentence is the key as it is bound: no sentence spells one out.
func TestNoSentenceSpellsOutAKey(t *testing.T) {
	for _, folder := range []string{".", "../action", "../api"} {
		literals(t, folder, func(at token.Position, text string) {
			if _, fixed := fixedKeys[text]; !fixed && strings.Contains(text, " ") && keyInSentence.MatchString(text) {
				t.Errorf("%s: %q names a key; ask the keymap for it", at, text)
			}
		})
	}
	for _, sentence := range []string{
		"It failed; r tries again.", "esc stops it", "… 3 more, down scrolls", "Press r.", "press esc to stop", "v shows the raw JSON",
		"x again deletes it",
		"ctrl+r in the form shows it", "Refresh with r before you repeat it.", "it is looked up first; v in the question shows it"} {
		if !keyInSentence.MatchString(sentence) {
			t.Errorf("%q isn't found", sentence)
		}
	}
	for _, sentence := range []string{"a hook fails", "It is read again.", "The tenant has none.", "I says"} {
		if keyInSentence.MatchString(sentence) {
			t.Errorf("%q names no key", sentence)
		}
	}
}

// One number has one form: what is counted is counted by draw.Counted.
func TestNoSentencePutsASBehindANumber(t *testing.T) {
	plural := regexp.MustCompile(`%[ds] (?:[a-z]+ )?(?:rows|people|records|changes|fields|lines|` +
		`hooks|secrets|suggestions|requests|entries|characters|settings)\b`)
	// Their number is never one, or a verb was chosen for it.
	counted := []string{"%s takes %s characters; with this it would have %s, so nothing was put in.", "at most %d characters", "%d lines",
		"%d lines are drawn, not %d"}
	for _, folder := range []string{"."} {
		literals(t, folder, func(at token.Position, text string) {
			if plural.MatchString(text) && !slices.Contains(counted, text) {
				t.Errorf("%s: %q is wrong for one", at, text)
			}
		})
	}
}

// A percentage has one form, that of the cells: its sign stands at the number.
func TestNoSentenceTakesASignOfPercentFromItsNumber(t *testing.T) {
	apart := regexp.MustCompile(`(?:%[a-z]|\d) %%`)
	for _, folder := range []string{".", "../action", "../config"} {
		literals(t, folder, func(at token.Position, text string) {
			if apart.MatchString(text) {
				t.Errorf("%s: %q has a space before the sign", at, text)
			}
		})
	}
}
