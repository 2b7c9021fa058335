package celbench_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/ui/form"
	"gatehouse/ui/panes/celbench"
)

func TestProblemsAreTakenApart(t *testing.T) {
	for message, want := range map[string][]celbench.Problem{
		"undeclared reference":        {{Message: "undeclared reference"}},
		"ERROR: <input>:1:9: no such": {{At: form.Mark{Line: 1, Column: 9}, Message: "no such"}},
		"invalid CEL expression: 1:3: unexpected token 2:10: undeclared reference to 'x'": {
			{At: form.Mark{Line: 1, Column: 3}, Message: "unexpected token"}, {At: form.Mark{Line: 2, Column: 10},
				Message: "undeclared reference to 'x'"}},
	} {
		got := celbench.ProblemsIn(message)
		if len(got) != len(want) {
			t.Errorf("%q: got %v, want %v", message, got, want)
			continue
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%q: got %v, want %v", message, got[i], want[i])
			}
		}
	}
}

// What $EDITOR holds is read as the shell reads it.
func TestTheEditorsLineIsTheShells(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "my tools")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	editor := filepath.Join(dir, "ed")
	if err := os.WriteFile(editor, []byte("#!/bin/sh\nprintf '%s|' \"$@\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	escaped := strings.ReplaceAll(editor, " ", `\ `)
	for line, want := range map[string]string{escaped: "a b.cel|", escaped + " -n  --wait": "-n|--wait|a b.cel|",
		"\"" + editor + "\" -n ''": "-n||a b.cel|", "": ""} {
		b := &celbench.Pane{Getenv: func(name string) string { return map[string]string{"EDITOR": line}[name] }}
		cmd := b.EditorCommand("a b.cel")
		if line == "" {
			if got := strings.Join(cmd.Args, " "); !strings.Contains(got, "vi ") {
				t.Errorf("without an editor it is %q", got)
			}
			continue
		}
		if got, err := cmd.Output(); err != nil || string(got) != want {
			t.Errorf("%q: the editor was given %q (%v), want %q", line, got, err, want)
		}
	}
}
