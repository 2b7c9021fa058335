package terminal

import (
	"io"
	"os"
	"os/exec"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// Terminal is the terminal that a program runs on.
type Terminal struct {
	in, out *os.File
	input   *input // nil where Bubble Tea reads the console itself
	queue   *queue
	output  *output
	painter *painter
	program *tea.Program
	fps     int
	events  bool // paints on events
	unicode atomic.Bool
	typing  chan struct{} // closed when nothing is delivered any more
	stops   *stops
}

// New makes a terminal of two files. fps is the most frames it paints a second.
func New(in, out *os.File, fps int) *Terminal {
	t := &Terminal{in: in, out: out, fps: fps, queue: newQueue(), output: newOutput(out), painter: newPainter(fps),
		typing: make(chan struct{}), stops: newStops()}
	if wrapsInput {
		t.input = newInput(in, os.Getenv("TERM"), t.queue)
	}
	return t
}

// Program makes a program of a model that runs on the terminal. It is called once.
func (t *Terminal) Program(model tea.Model, options ...tea.ProgramOption) *tea.Program {
	options = append(options, tea.WithFPS(t.fps), tea.WithOutput(t.output), tea.WithFilter(t.filter),
		func(p *tea.Program) { t.events = setTicker(p, t.painter.ticks) })
	if t.input != nil {
		options = append(options, tea.WithInput(t.input))
	}
	t.program = tea.NewProgram(&painted{model, t.painter.mark}, options...)
	go func() {
		defer close(t.typing)
		t.queue.deliver(t.program.Send)
	}()
	go t.painter.run(func() { t.program.Send(nil) }, t.output.settle)
	go t.stops.watch(t.in, t.program.Send)
	return t.program
}

// Close leaves the terminal for good: once the program has ended.
func (t *Terminal) Close() {
	t.stops.close()
	t.leave()
	t.queue.close()
	t.output.close()
	t.painter.close()
	<-t.typing
}

// painted is a model whose every view marks the screen as changed.
type painted struct {
	tea.Model
	mark func()
}

// Update passes a message on.
func (m *painted) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := m.Model.Update(msg)
	m.Model = next
	return m, cmd
}

// View draws the model.
func (m *painted) View() tea.View {
	m.mark()
	return m.Model.View()
}

// leave gives the terminal back as it was found, at once.
func (t *Terminal) leave() {
	t.output.leave(t.resets())
	if t.input != nil {
		t.input.forget()
	}
}

// resets end what may be under way and undo what Bubble Tea sets.
func (t *Terminal) resets() string {
	unicode := ""
	if t.unicode.Load() {
		unicode = ansi.ResetModeUnicodeCore
	}
	return "\x18" + "\x1b\\" + ansi.ResetModeSynchronizedOutput + ansi.ResetStyle + ansi.ResetModifyOtherKeys + ansi.PopKittyKeyboard(1) +
		ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr + ansi.ResetModeFocusEvent +
		ansi.ResetModeBracketedPaste + ansi.SetWindowTitle("") + unicode + ansi.ResetModeAltScreenSaveCursor + ansi.SetModeTextCursorEnable
}

// filter sees every message before the program does.
func (t *Terminal) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case stamped:
		return t.queue.open(msg)
	case tea.WindowSizeMsg:
		if size := askSize(t.out, msg); size != (tea.WindowSizeMsg{}) {
			return size
		}
		return nil // a report on the input, and a file that can't be asked
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore && !msg.Value.IsNotRecognized() && msg.Value != ansi.ModePermanentlyReset {
			t.unicode.Store(true)
		}
	case tea.QuitMsg, tea.InterruptMsg:
		t.leave()
	case awayMsg:
		return tea.Exec(&outing{t, msg.run}, msg.then)()
	case suspendMsg:
		return tea.Exec(&outing{t, t.stops.suspend}, resumed)()
	}
	return msg
}

// awayMsg asks for the terminal.
type awayMsg struct {
	run  func() error
	then tea.ExecCallback
}

// Away is a message that asks for the terminal while something runs; then says what became of it.
func Away(run func() error, then tea.ExecCallback) tea.Msg { return awayMsg{run, then} }

// Exec gives the terminal to a command and takes it back when the command ends; then says what became of it.
func Exec(cmd *exec.Cmd, then tea.ExecCallback) tea.Cmd {
	return func() tea.Msg {
		return awayMsg{func() error {
			cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
			return cmd.Run()
		}, then}
	}
}

// Suspend gives the terminal to the shell until the program is continued; then the program gets a tea.ResumeMsg.
func Suspend() tea.Msg { return suspendMsg{} }

// suspendMsg asks for the terminal for the shell.
type suspendMsg struct{}

func resumed(error) tea.Msg { return tea.ResumeMsg{} }

// outing is what Bubble Tea runs while it doesn't have the terminal.
type outing struct {
	*Terminal
	run func() error
}

// Run leaves the terminal, does what it is to do, and takes the terminal back with the modes that Bubble Tea doesn't set again.
func (o *outing) Run() error {
	o.leave()
	o.stops.away.Store(true)
	err := o.run()
	o.stops.away.Store(false)
	o.output.back()
	if o.unicode.Load() {
		go o.program.Send(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
	}
	return err
}

// SetStdin, SetStdout and SetStderr are Bubble Tea's; what runs has the terminal's own files.
func (*outing) SetStdin(io.Reader) {}

func (*outing) SetStdout(io.Writer) {}

func (*outing) SetStderr(io.Writer) {}
