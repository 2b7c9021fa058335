package celbench

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/textfile"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/terminal"
)

// runEditor gives the terminal to a command and takes it back when the command ends.
type runEditor func(*exec.Cmd, tea.ExecCallback) tea.Cmd

func execEditor(cmd *exec.Cmd, then tea.ExecCallback) tea.Cmd { return terminal.Exec(cmd, then) }

// editorClosed brings the text as the editor left it, or why there is none.
type editorClosed struct {
	text string // what the file held, also when the editor failed
	read bool   // it could be read
	left string // the file, where it is longer than what can be taken from it
	err  error  // of the editor
}

// longest is how much an editor may bring back, in bytes.
const longest = 1 << 20

// draft is an expression on its way to the editor, in a file that only its owner can read and that is gone afterwards, unless it has
// become too long to be taken back.
type draft struct {
	text      string // what the file holds
	dir, name string
	editor    *exec.Cmd
	giveUp    context.CancelFunc // has the file removed, as the end of the session does
	taken     func() bool        // keeps the file from being removed; false: it is
	err       error
}

// openEditor hands the expression to $VISUAL or $EDITOR. The disk may hang, so that no key waits for the file.
func (b *Pane) openEditor() tea.Cmd {
	if b.draft != nil {
		return b.SayWhile(func() bool { return b.draft != nil }, "The editor is being opened.")
	}
	ctx, giveUp := context.WithCancel(b.Env.Life)
	d := &draft{text: b.area.Value(), giveUp: giveUp}
	b.draft = d
	files := &b.Env.Disk.Writers
	files.Add(1) // until the file is gone or the editor's
	return func() tea.Msg {
		if d.dir, d.name, d.err = writeExpression(d.text); d.err != nil {
			files.Done()
			return b.Address(d)
		}
		d.editor = b.EditorCommand(d.name)
		d.taken = context.AfterFunc(ctx, func() { // whether anybody is told any more or not
			defer files.Done()
			_ = os.RemoveAll(d.dir)
		})
		return b.Address(d)
	}
}

// giveUpEditor has no editor opened any more.
func (b *Pane) giveUpEditor() {
	if b.draft != nil {
		b.draft.giveUp()
		b.draft = nil
	}
}

// handleDraft opens the editor, unless that was given up meanwhile. What was typed meanwhile is written first.
func (b *Pane) handleDraft(d *draft) tea.Cmd {
	if b.draft != d {
		return nil
	}
	defer d.giveUp()
	b.draft = nil
	switch {
	case d.err != nil:
		return b.Host.Say(host.Notice{Tone: host.ToneBad, Text: "The expression can't be handed to an editor: " + d.err.Error() + "."})
	case d.text != b.area.Value():
		return b.openEditor()
	case !d.taken():
		return nil
	}
	b.Env.Disk.Writers.Done()
	return b.Edit(d.editor, func(failed error) tea.Msg {
		text, err := readExpression(d.name)
		closed := editorClosed{text: text, read: err == nil, err: failed}
		if info, gone := os.Stat(d.name); gone == nil && (info.Size() > longest || form.RefusedByArea(text) != "") {
			closed.left = d.name
			return b.Address(closed)
		}
		_ = os.RemoveAll(d.dir)
		return b.Address(closed)
	})
}

// EditorCommand opens a file in the person's editor. What $VISUAL and $EDITOR hold is a line for the shell: it knows what is quoted.
func (b *Pane) EditorCommand(name string) *exec.Cmd {
	usual := "vi"
	if runtime.GOOS == "windows" {
		usual = "notepad"
	}
	line := host.FirstOf(strings.TrimSpace(b.Getenv("VISUAL")), strings.TrimSpace(b.Getenv("EDITOR")), usual)
	if runtime.GOOS == "windows" {
		return exec.Command("cmd", "/c", line, name)
	}
	// The shell lives on when it gets the keys for signals together with the editor, which may have a use for them.
	return exec.Command("sh", "-c", "trap : INT QUIT\n"+line+` "$@"`, line, name)
}

func writeExpression(text string) (dir, name string, err error) {
	dir, err = os.MkdirTemp("", "gatehouse-")
	if err != nil {
		return "", "", err
	}
	name = filepath.Join(dir, "expression.cel")
	if err := os.WriteFile(name, []byte(text+"\n"), 0o600); err != nil {
		return "", "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, name, nil
}

func readExpression(name string) (string, error) {
	text, _, err := textfile.Read(name, longest)
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), nil
}

// handleEditor takes the text from the editor. After a failure the text stays as it was; what the file held is in the history.
func (b *Pane) handleEditor(msg editorClosed) tea.Cmd {
	before := b.area.Value()
	changed := msg.read && msg.text != before
	switch {
	case msg.left != "":
		why := host.FirstOf(form.RefusedByArea(msg.text), "The text takes "+draw.Count(form.AreaLimit)+
			" characters; the editor left more than "+draw.Count(longest)+" bytes, so nothing was put in.")
		return b.Host.Say(host.Notice{Tone: host.ToneBad, Text: why + " What the editor wrote is in " + msg.left + "."})
	case msg.err != nil && changed:
		b.past.keep(msg.text, b.Env.Clock())
		b.past.typed()
		return b.Host.Say(host.Notice{Tone: host.ToneBad, Text: "The editor failed (" + msg.err.Error() +
			"). The expression is as it was before; what the editor left is in the history, " +
			b.Label("cel.older") + " shows it."})
	case msg.err != nil:
		return b.Host.Say(host.Notice{Tone: host.ToneBad, Text: "The editor failed (" + msg.err.Error() +
			"). The expression is as it was before. $VISUAL or $EDITOR names the editor."})
	case !msg.read:
		return b.Host.Say(host.Notice{Tone: host.ToneBad, Text: "What the editor wrote can't be read. The expression is as it was before."})
	case changed:
		b.past.keep(before, b.Env.Clock())
		b.area.Set(msg.text)
		b.past.typed()
		b.shown, b.editing = nil, true
	}
	return nil
}
