package action

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// Every action that is declared says by what of a record a person decides on it, or that there is nothing that anybody could change.
func TestEveryActionSaysByWhatItIsDecided(t *testing.T) {
	found := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.CompositeLit)
			if !ok || !isSpec(literal.Type) {
				return true
			}
			found++
			fields := map[string]bool{}
			for _, element := range literal.Elts {
				if pair, ok := element.(*ast.KeyValueExpr); ok {
					fields[pair.Key.(*ast.Ident).Name] = true
				}
			}
			said := 0
			for _, name := range []string{"Decides", "New", "Absent"} {
				if fields[name] {
					said++
				}
			}
			if said != 1 {
				t.Errorf("%s: the action has %d of Decides, New and Absent, want one", files.Position(literal.Pos()), said)
			}
			if !fields["New"] && !fields["Read"] {
				t.Errorf("%s: the action can't read its record again", files.Position(literal.Pos()))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 15 {
		t.Errorf("%d actions are declared, there were more", found)
	}
}

// isSpec reports whether a literal's type is Spec[T].
func isSpec(of ast.Expr) bool {
	generic, ok := of.(*ast.IndexExpr)
	if !ok {
		return false
	}
	if of, ok := generic.Index.(*ast.Ident); ok && of.Name == "any" { // another's, for records without their type
		return false
	}
	switch name := generic.X.(type) {
	case *ast.Ident:
		return name.Name == "Spec"
	case *ast.SelectorExpr:
		return name.Sel.Name == "Spec"
	}
	return false
}
