package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

const (
	longestLine     = 140   // bytes
	longestFunction = 60    // lines
	longestFile     = 400   // lines
	largestOfUI     = 5_000 // lines of a package of ui, without tests
)

func TestCodeCanBeReadOnAScreen(t *testing.T) {
	for _, f := range sources(t) {
		lines := strings.Split(strings.TrimSuffix(read(t, filepath.Join("..", f)), "\n"), "\n")
		if n := len(lines); n > longestFile {
			t.Errorf("%s has %d lines, more than %d", f, n, longestFile)
		}
		for i, line := range lines {
			if n := len(line); n > longestLine {
				t.Errorf("%s:%d has %d bytes, more than %d", f, i+1, n, longestLine)
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

func TestPackagesOfTheConsoleStaySmall(t *testing.T) {
	size := map[string]int{}
	for _, f := range sources(t) {
		if folder := filepath.ToSlash(filepath.Dir(f)); strings.HasPrefix(folder+"/", "ui/") && !strings.HasSuffix(f, "_test.go") {
			size[folder] += strings.Count(read(t, filepath.Join("..", f)), "\n")
		}
	}
	if size["ui/list"] == 0 {
		t.Fatal("no package was found")
	}
	for folder, n := range size {
		if n > largestOfUI {
			t.Errorf("%s has %d lines, more than %d", folder, n, largestOfUI)
		}
	}
}
