package state

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTheLastPaneIsKept(t *testing.T) {
	s, dir := newStore(t)
	if pane, err := s.LastPane(); err != nil || pane != "" {
		t.Fatalf("before anything was kept: %q, %v", pane, err)
	}
	for _, pane := range []string{"hooks", "suggestions"} {
		if err := s.KeepLastPane(t.Context(), pane); err != nil {
			t.Fatal(err)
		}
		if got, err := s.LastPane(); err != nil || got != pane {
			t.Errorf("kept %q, read %q, %v", pane, got, err)
		}
	}
	file := filepath.Join(dir, "last.json")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info.Mode(), err)
	}
}

func TestABrokenLastPaneIsPutAside(t *testing.T) {
	s, dir := newStore(t)
	file := filepath.Join(dir, "last.json")
	for text, replaced := range map[string]bool{"{": true, `{"version":2,"pane":"hooks"}`: false} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := s.LastPane(); err == nil {
			t.Errorf("%s was read", text)
		}
		if err := s.KeepLastPane(t.Context(), "roles"); (err == nil) != replaced {
			t.Errorf("%s: writing over it: %v", text, err)
		}
	}
}
