package celbench_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
	"gatehouse/ui/panes/celbench"
	"gatehouse/ui/panetest"
)

// editing is a bench with an editor that leaves the file as it is, and a folder for temporary files of its own.
type editing struct {
	*panetest.Frame
	t      *testing.T
	temp   string
	end    context.CancelFunc // of the session
	opened []string           // what the files held
}

func openForEditing(t *testing.T) *editing {
	e := &editing{t: t, temp: t.TempDir()}
	t.Setenv("TMPDIR", e.temp)
	t.Setenv("TEMP", e.temp) // of Windows
	t.Setenv("TMP", e.temp)
	e.Frame = panetest.Open(t, celbench.Declaration(), panetest.Options{Env: func(env *host.Env) {
		env.Life, e.end = context.WithCancel(env.Life)
	}})
	t.Cleanup(e.end)
	e.Pane().(*celbench.Pane).Edit = func(cmd *exec.Cmd, then tea.ExecCallback) tea.Cmd {
		text, err := os.ReadFile(cmd.Args[len(cmd.Args)-1])
		if err != nil {
			t.Error(err)
		}
		e.opened = append(e.opened, string(text))
		return func() tea.Msg { return then(nil) }
	}
	e.Keys("1 + 1")
	return e
}

// begin presses the key for the editor: the pane has taken it before anything is asked of the disk.
func (e *editing) begin() tea.Cmd {
	e.t.Helper()
	before := e.files()
	cmd, _ := e.Pane().Do("cel.editor")
	e.left(len(before))
	return cmd
}

// wrote reports what the editors were given, and that all is gone by now.
func (e *editing) wrote(want ...string) {
	e.t.Helper()
	if !slices.Equal(e.opened, want) {
		e.t.Errorf("editors were given %q, want %q", e.opened, want)
	}
	e.Env.Disk.Writers.Wait()
	e.left(0)
}

func (e *editing) left(want int) {
	e.t.Helper()
	if found := e.files(); len(found) != want {
		e.t.Errorf("temporary files are %v, want %d", found, want)
	}
}

func (e *editing) files() []string {
	e.t.Helper()
	found, err := filepath.Glob(filepath.Join(e.temp, "*"))
	if err != nil {
		e.t.Fatal(err)
	}
	return found
}

func TestWhatIsTypedWhileTheEditorIsBeingOpenedIsInItsFile(t *testing.T) {
	e := openForEditing(t)
	arrive := e.Late(e.begin())
	e.left(1)
	e.Keys(" + 2")
	arrive()
	e.wrote("1 + 1 + 2\n")
	e.Sees("1  1 + 1 + 2")
	e.Keys("<ctrl+o>")
	e.wrote("1 + 1 + 2\n", "1 + 1 + 2\n")
}

func TestTheEditorIsOpenedOnceHoweverOftenItsKeyIsPressed(t *testing.T) {
	e := openForEditing(t)
	arrive := e.Late(e.begin())
	e.Keys("<ctrl+o>", "<ctrl+o>")
	e.Tells("The editor is being opened.")
	e.left(1)
	arrive()
	e.wrote("1 + 1\n")
}

// What a bench is brought that was left for good is dropped by the console.
func TestAnEditorThatWasGivenUpIsNotOpenedAndLeavesNothing(t *testing.T) {
	for how, giveUp := range map[string]func(*editing){
		"esc":       func(e *editing) { e.Keys("<esc>") },
		"left":      func(e *editing) { e.Pane().Leave() },
		"come back": func(e *editing) { e.Pane().Leave(); e.Pane().Enter() },
		"session":   func(e *editing) { e.end() },
	} {
		for _, order := range []string{"written, given up, brought", "given up, written, brought", "written, given up, dropped"} {
			e := openForEditing(t)
			cmd := e.begin()
			arrive := func() { e.Late(cmd)() }
			if order != "given up, written, brought" {
				arrive = e.Late(cmd)
			}
			if giveUp(e); order != "written, given up, dropped" {
				arrive()
			}
			if e.wrote(); t.Failed() {
				t.Fatalf("given up by %s: %s", how, order)
			}
			e.Sees("1  1 + 1")
		}
	}
}

func TestTheEditorIsOpenedAgainAfterItWasGivenUp(t *testing.T) {
	e := openForEditing(t)
	first := e.Late(e.begin())
	e.Keys("<esc>", "<enter>")
	e.wrote()
	second := e.Late(e.begin())
	e.left(1)
	second()
	first()
	e.wrote("1 + 1\n")
}

func TestAFileThatCannotBeWrittenIsToldAndTheTextStays(t *testing.T) {
	e := openForEditing(t)
	if err := os.Remove(e.temp); err != nil {
		t.Fatal(err)
	}
	e.Keys("<ctrl+o>")
	e.Tells("The expression can't be handed to an editor: ")
	e.Sees("1  1 + 1")
	if err := os.Mkdir(e.temp, 0o700); err != nil {
		t.Fatal(err)
	}
	e.Keys("<ctrl+o>")
	e.wrote("1 + 1\n")
}
