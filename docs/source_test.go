package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	longestLine     = 140 // characters
	longestFunction = 60  // lines
)

func TestCodeCanBeReadOnAScreen(t *testing.T) {
	for _, f := range sources(t) {
		for i, line := range strings.Split(read(t, filepath.Join("..", f)), "\n") {
			if n := utf8.RuneCountInString(line); n > longestLine {
				t.Errorf("%s:%d has %d characters, more than %d", f, i+1, n, longestLine)
			}
		}
		places := token.NewFileSet()
		parsed, err := parser.ParseFile(places, filepath.Join("..", f), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			function, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			from, to := places.Position(function.Pos()).Line, places.Position(function.End()).Line
			if n := to - from + 1; n > longestFunction {
				t.Errorf("%s:%d: %s has %d lines, more than %d", f, from, function.Name.Name, n, longestFunction)
			}
		}
	}
}
