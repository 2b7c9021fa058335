//go:build linux || darwin

// Package e2e_test drives the built program in a pseudo-terminal, as a person would, against tenants that the tests serve.
package e2e_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

// binary is the program under test; crashing the same program with the test hook that makes it fail on request.
var (
	binary   string
	crashing func() (string, error)
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	flag.Parse()
	syscall.Umask(0o022) // tests give files the modes that they need
	if f := flag.Lookup("test.parallel"); f != nil && f.Value.String() == f.DefValue {
		_ = f.Value.Set("6") // sessions mostly wait
	}
	dir, err := os.MkdirTemp("", "gatehouse-e2e-bin-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary = filepath.Join(dir, "gatehouse")
	if err := build(binary); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	crashing = sync.OnceValues(func() (string, error) {
		path := filepath.Join(dir, "gatehouse-crashing")
		return path, build(path, "-tags", "crashtest")
	})
	return m.Run()
}

func build(path string, flags ...string) error {
	args := append(append([]string{"build", "-o", path}, flags...), "gatehouse")
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("build the program to test: %w\n%s", err, out)
	}
	return nil
}
