package terminal

import (
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
)

// held is nothing here: Bubble Tea holds the console.
type held struct{}

// hold leaves the model to Bubble Tea, all but the time that it waits for.
func (t *Terminal) hold(model tea.Model) tea.Model { return waking{model, t} }

// waking is a model for which an alarm is set.
type waking struct {
	tea.Model
	terminal *Terminal
}

// Update passes a message on.
func (m waking) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := m.Model.Update(msg)
	m.terminal.turn.Lock()
	defer m.terminal.turn.Unlock()
	m.terminal.alarm.follow(next)
	return waking{next, m.terminal}, cmd
}

func (t *Terminal) options() []tea.ProgramOption {
	return []tea.ProgramOption{tea.WithFPS(int(time.Second / t.pace.least)), tea.WithOutput(t.output)}
}

// doesHere is false: Bubble Tea reads.
func (t *Terminal) doesHere(tea.Msg) bool { return false }

func (t *Terminal) do(tea.Msg) {}

// own is false: Bubble Tea does everything.
func (t *Terminal) own(tea.Msg) bool { return false }

func (t *Terminal) take() error { return nil }

// leave gives the console back, as far as Bubble Tea doesn't.
func (t *Terminal) leave() {
	t.output.leave(t.resets())
	t.input.forget()
}

// lend leaves the console to somebody else and takes it back.
func (t *Terminal) lend(to awayMsg) tea.Msg { return tea.Exec(&outing{t, to.run}, to.then)() }

// retake has nothing to do: no signal continues a program here.
func (t *Terminal) retake() tea.Msg { return nil }

// outing is what Bubble Tea runs while it doesn't have the console.
type outing struct {
	*Terminal
	run func() error
}

// Run leaves the console and takes it back.
func (o *outing) Run() error {
	o.leave()
	err := o.run()
	o.output.back()
	return err
}

// SetStdin, SetStdout and SetStderr are Bubble Tea's; what runs has the console's own files.
func (*outing) SetStdin(io.Reader) {}

func (*outing) SetStdout(io.Writer) {}

func (*outing) SetStderr(io.Writer) {}

// drawing is Bubble Tea's.
func (t *Terminal) drawing(msg tea.Msg) tea.Msg { return msg }

// Fd is that of the console: by it Bubble Tea sets its modes.
func (o *output) Fd() uintptr { return o.file.Fd() }

func (o *output) Read(p []byte) (int, error) { return o.file.Read(p) }

// Close leaves the file open: it belongs to the process.
func (o *output) Close() error { return nil }

// leadsSession is false: consoles have no sessions.
func leadsSession() bool { return false }
