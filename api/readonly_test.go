package api

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// packageFiles are the sources of the package, without its tests.
func packageFiles(t *testing.T) []*ast.File {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, parsed)
	}
	return files
}

// builders are the exported functions of the package that make a request.
func builders(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, parsed := range packageFiles(t) {
		for _, d := range parsed.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.IsExported() && makesRequest(fn) {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names
}

func makesRequest(fn *ast.FuncDecl) bool {
	if fn.Type.Results == nil || len(fn.Type.Results.List) == 0 {
		return false
	}
	first, ok := fn.Type.Results.List[0].Type.(*ast.Ident)
	return ok && first.Name == "Request"
}

// The tests that prove things of all writes go through one table: it must hold every builder.
func TestEveryBuilderIsInTheTableOfWrites(t *testing.T) {
	parsed, err := parser.ParseFile(token.NewFileSet(), "wire_test.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, d := range parsed.Decls {
		table, ok := d.(*ast.GenDecl)
		if !ok || table.Tok != token.VAR || table.Specs[0].(*ast.ValueSpec).Names[0].Name != "writes" {
			continue
		}
		ast.Inspect(table, func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok {
				used[name.Name] = true
			}
			return true
		})
	}
	all := builders(t)
	if len(all) < 20 {
		t.Fatalf("only %d builders were found: %v", len(all), all)
	}
	for _, name := range all {
		if !used[name] {
			t.Errorf("%s makes a request, but no test of all writes knows it", name)
		}
	}
}

func TestALockedClientSendsNoWrite(t *testing.T) {
	f := newFake(t, answer(200, `{}`))
	c := newClient(t, f.URL, nil)
	if _, err := c.Do(context.Background(), must(t)(RevokeSecret("v"))); err != nil || c.ReadOnly() {
		t.Fatalf("before the lock: %v, read-only %t", err, c.ReadOnly())
	}
	c.Lock()
	c.Lock()
	if !c.ReadOnly() {
		t.Error("a locked client doesn't say that it is read-only")
	}
	for _, tt := range writes {
		if _, err := c.Do(context.Background(), must(t)(tt.build())); KindOf(err) != KindReadOnly {
			t.Errorf("%s: %v, want read-only", tt.name, err)
		}
	}
	if n := len(f.requests()); n != 1 {
		t.Errorf("%d requests left, want the one before the lock", n)
	}
}

// A write that waits, for its turn after a refusal or for a token, doesn't leave once the client is locked.
func TestAWaitingWriteDoesNotLeaveALockedClient(t *testing.T) {
	var lock func()
	var n atomic.Int32
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) == 1 {
			answer(429, `{}`)(w, r)
			return
		}
		answer(200, `{}`)(w, r)
	})
	c := newClient(t, f.URL, func(o *Options) {
		o.Sleep = func(context.Context, time.Duration) error { lock(); return nil }
	})
	lock = c.Lock
	_, err := c.Do(context.Background(), must(t)(RevokeSecret("v")))
	if KindOf(err) != KindReadOnly || len(f.requests()) != 1 {
		t.Errorf("%v after %d requests, want read-only after one", err, len(f.requests()))
	}
}

func TestALockWhileTheTokenIsFetched(t *testing.T) {
	var lock func()
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		lock()
		answer(200, `{"access_token":"x","token_type":"Bearer","expires_in":600}`)(w, r)
	})
	c := newClient(t, f.URL, func(o *Options) { o.Auth = Auth{ClientID: "a@b/c", ClientSecret: "plain"} })
	lock = c.Lock
	_, err := c.Do(context.Background(), must(t)(RevokeSecret("v")))
	if KindOf(err) != KindReadOnly || f.count("DELETE", "/api/v1/secrets/v") != 0 {
		t.Errorf("%v, and the write was sent %d times", err, f.count("DELETE", "/api/v1/secrets/v"))
	}
}
