package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Who starts goroutines is tested with the race detector, apart from the console and the parts of it that have no tests of their own: its
// tests take minutes with it.
func TestWhatHasGoroutinesIsTestedForRaces(t *testing.T) {
	text, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	listed := regexp.MustCompile(`(?m)^RACE = ((?:.*\\\n)*.*)$`).FindStringSubmatch(string(text))
	if listed == nil {
		t.Fatal("the Makefile has no list of packages")
	}
	raced := strings.Fields(listed[1])
	raced = append(raced, "./ui", "./cli/console") // the console, and what only starts it
	all := sources(t)
	tested := func(folder string) bool {
		return slices.ContainsFunc(all, func(f string) bool {
			return filepath.ToSlash(filepath.Dir(f)) == folder && strings.HasSuffix(f, "_test.go")
		})
	}
	for _, f := range all {
		folder := filepath.ToSlash(filepath.Dir(f))
		if strings.HasSuffix(f, "_test.go") || slices.Contains(raced, "./"+folder) || !tested(folder) {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", f), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if starts(n) {
				t.Errorf("%s starts a goroutine: add its package to RACE in the Makefile", f)
			}
			return true
		})
	}
}

// starts reports whether something starts a goroutine.
func starts(n ast.Node) bool {
	if _, ok := n.(*ast.GoStmt); ok {
		return true
	}
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	return ok && (method.Sel.Name == "Go" || method.Sel.Name == "AfterFunc")
}

// sources are the Go files of the project, by their paths in it.
func sources(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != "..":
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(path, ".go"):
			name, err := filepath.Rel("..", path)
			files = append(files, filepath.ToSlash(name))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
