//go:build linux || darwin

package term_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gatehouse/e2e/term"
)

// list is the program of testdata/list, built once.
var list string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "term-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	list = filepath.Join(dir, "list")
	build := exec.Command("go", "build", "-o", list, "./testdata/list")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the program to test with: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

func start(t *testing.T, o term.Options) *term.Session {
	t.Helper()
	if o.Command == "" {
		o.Command = list
	}
	s, err := term.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// shell runs a line of sh in the terminal.
func shell(t *testing.T, script string, o term.Options) *term.Session {
	t.Helper()
	o.Command, o.Args = "/bin/sh", []string{"-c", script}
	return start(t, o)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
