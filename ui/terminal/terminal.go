package terminal

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Terminal is the terminal that a program runs on.
type Terminal struct {
	in, out *os.File
	held    // how it is held on this system
	input   *input
	queue   *queue
	output  *output
	stops   *stops
	program *tea.Program
	model   *painted
	typing  chan struct{} // closed when nothing is delivered any more
	lent    lent
	hand
	asks bool  // it is asked what it can do
	err  error // what ended the program

	// The rest, and the model, belong to who holds turn.
	turn   sync.Mutex
	screen *screen
	pace   pace
	brake  brake
	alarm  alarm
	stale  bool // the model may be another than what is shown

	unasked bool // it has been taken, and not asked what it can do
}

// New makes a terminal of two files. fps is the most frames it paints a second.
func New(in, out *os.File, fps int) *Terminal {
	q := newQueue()
	environment := os.Environ()
	return &Terminal{in: in, out: out, queue: q, input: newInput(os.Getenv("TERM"), q), output: newOutput(out), typing: make(chan struct{}),
		stops: newStops(), asks: answersModes(os.LookupEnv), screen: newScreen(colorprofile.Detect(out, environment)),
		hand: newHand(), alarm: newAlarm(), pace: pace{least: time.Second / time.Duration(max(1, fps))}}
}

// Program makes a program of a model that runs on the terminal. It is called once.
func (t *Terminal) Program(model tea.Model, options ...tea.ProgramOption) *tea.Program {
	t.model = &painted{model, t}
	t.program = tea.NewProgram(t.hold(model), append(append(options, tea.WithFilter(t.filter)), t.options()...)...)
	go t.work()
	go func() {
		defer close(t.typing)
		t.queue.deliver(t.program.Send)
	}()
	go t.stops.watch(t.in, t.program.Send)
	return t.program
}

// Close leaves the terminal for good, once the program has ended, and tells what the terminal has ended it by, if it has.
func (t *Terminal) Close() error {
	t.stops.close()
	t.turn.Lock()
	t.later.Stop()
	t.leave()
	t.turn.Unlock()
	if leadsSession() {
		time.Sleep(mostUnread)
	}
	close(t.ends)
	t.queue.close()
	t.output.close()
	<-t.typing
	return t.err
}

// mostUnread is how long a terminal gets to read the last that is written. When the leader of its session ends, as a program does that ssh
// or a multiplexer has started alone, the system drops what the terminal hasn't read, and it would stay as the program wanted it.
const mostUnread = 50 * time.Millisecond

// answersModes reports whether a terminal may be asked what it can do: a few print the question, and what stands between on the way to
// others may lose the answer.
func answersModes(getenv func(string) (string, bool)) bool {
	kind, _ := getenv("TERM")
	program, named := getenv("TERM_PROGRAM")
	_, remote := getenv("SSH_TTY")
	_, windows := getenv("WT_SESSION")
	if windows || !remote && !strings.Contains(program, "Apple") || !remote && !named {
		return true
	}
	return slices.ContainsFunc([]string{"ghostty", "wezterm", "alacritty", "kitty", "rio"}, func(known string) bool {
		return strings.Contains(kind, known)
	})
}

// resets end what may be under way and undo what is set.
func (t *Terminal) resets() string {
	unicode, shape := "", ""
	if t.screen.method == ansi.GraphemeWidth {
		unicode = ansi.ResetModeUnicodeCore
	}
	if t.screen.shape != 0 {
		shape = ansi.SetCursorStyle(0)
	}
	return "\x18" + "\x1b\\" + ansi.ResetModeSynchronizedOutput + ansi.ResetStyle + "\x1b[r" + ansi.SetModeAutoWrap +
		ansi.ResetModifyOtherKeys + ansi.PopKittyKeyboard(1) +
		ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr + ansi.ResetModeFocusEvent +
		ansi.ResetModeBracketedPaste + ansi.SetWindowTitle("") + unicode + shape + ansi.ResetModeAltScreenSaveCursor +
		ansi.SetModeTextCursorEnable
}

// filter sees every message before the program does. What a person did is done here: Bubble Tea would wake somebody else for each.
func (t *Terminal) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	t.turn.Lock()
	defer t.turn.Unlock()
	t.queue.letGo()
	defer func() {
		if p := recover(); p != nil {
			t.leave() // so that what Bubble Tea says about it can be read
			panic(p)
		}
	}()
	switch of := msg.(type) {
	case failed:
		panic(of.with)
	case stamped:
		if msg = t.queue.open(of); t.doesHere(msg) {
			t.do(msg)
			return nil
		}
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return t.sized(msg)
	case tea.ModeReportMsg:
		t.handleMode(msg)
	case tea.QuitMsg, tea.InterruptMsg:
		t.leave()
	case lost:
		t.err = msg.err
		t.leave()
		return tea.QuitMsg{}
	case awayMsg:
		t.lent.begin()
		defer t.lent.end()
		return t.lend(msg)
	case retakeMsg:
		return t.retake()
	case suspendMsg:
		return t.lend(awayMsg{t.stops.suspend, resumed})
	}
	if msg = t.drawing(msg); msg != nil && t.own(msg) {
		t.do(msg)
		return nil
	}
	return msg
}

// takeUp has what was read done by who has read it, as long as nobody else has the turn, and otherwise delivered: a key that wakes nobody
// is on the screen sooner.
func (t *Terminal) takeUp() {
	defer t.tellFailure()
	defer t.queue.wake()
	for t.turn.TryLock() {
		if !t.doNext() {
			return
		}
	}
}

// doNext does what was read first, and ends the turn.
func (t *Terminal) doNext() bool {
	defer t.turn.Unlock()
	msg, is := t.queue.next(t.doesHere)
	if is {
		t.do(msg)
	}
	return is
}

// failed is a panic of who reads: the program's loop has it.
type failed struct{ with any }

// tellFailure is deferred by who reads.
func (t *Terminal) tellFailure() {
	if p := recover(); p != nil {
		go t.program.Send(failed{p})
	}
}

// sized answers any message about the size by what the terminal says; nil where that is nothing new.
func (t *Terminal) sized(msg tea.WindowSizeMsg) tea.Msg {
	size := askSize(t.out, msg)
	if size == (tea.WindowSizeMsg{}) || msg == size && t.screen.is(size) {
		return nil // a file that can't be asked, or what is known and drawn
	}
	t.screen.resize(size.Width, size.Height)
	return size
}

func (t *Terminal) handleMode(msg tea.ModeReportMsg) {
	switch {
	case msg.Mode == ansi.ModeSynchronizedOutput && msg.Value == ansi.ModeReset:
		t.screen.synced = true
	case msg.Mode == ansi.ModeUnicodeCore && !msg.Value.IsNotRecognized() && msg.Value != ansi.ModePermanentlyReset:
		if t.screen.method != ansi.GraphemeWidth {
			t.screen.setMethod(ansi.GraphemeWidth)
			_, _ = t.output.Write([]byte(ansi.SetModeUnicodeCore))
		}
	}
}

// lost says that the terminal can't be read any more.
type lost struct{ err error }

// awayMsg asks for the terminal.
type awayMsg struct {
	run  func() error
	then tea.ExecCallback // the program gets what it returns before anything that is typed afterwards
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

// retakeMsg says that the program was continued, and that the terminal may be another than it left.
type retakeMsg struct{}

func resumed(error) tea.Msg { return tea.ResumeMsg{} }
