//go:build !windows

package terminal

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"
	"golang.org/x/sys/unix"
)

// held is what the terminal was before, and who reads it.
type held struct {
	before *term.State // nil: it isn't held
	reader cancelreader.CancelReader
	reads  sync.Mutex // held while something is read
}

// hold makes the program paint and read by way of this package.
func (t *Terminal) hold(tea.Model) tea.Model { return t.model }

// doesHere reports whether a message is done by this package: those that Bubble Tea has nothing to do with.
func (t *Terminal) doesHere(msg tea.Msg) bool { return t.before != nil && (typed(msg) || ours(msg)) }

// do has the model do something.
func (t *Terminal) do(msg tea.Msg) {
	if _, is := msg.(seenMsg); is {
		t.brake.answered()
		return
	}
	if t.brake.keeps(msg, time.Now()) {
		return
	}
	if cmd := t.model.update(msg); cmd != nil {
		go t.perform(cmd)
	}
	t.pace.follow(msg, time.Now())
	t.stale = true
	t.paint()
}

// own reports whether a message is between the model and its commands: neither Bubble Tea nor this package knows what it means.
func (t *Terminal) own(msg tea.Msg) bool {
	kind := reflect.TypeOf(msg)
	return t.before != nil && kind.PkgPath() != teaPath && kind.PkgPath() != ourPath
}

var (
	teaPath = reflect.TypeFor[tea.QuitMsg]().PkgPath()
	ourPath = reflect.TypeFor[Terminal]().PkgPath()
)

// options keep Bubble Tea away from the terminal, and its clock for painting from ticking. It is told the size, which it would not ask for:
// what it tells at first is known then.
func (t *Terminal) options() []tea.ProgramOption {
	size := askSize(t.out, tea.WindowSizeMsg{})
	return []tea.ProgramOption{tea.WithoutRenderer(), tea.WithInput(nil), tea.WithOutput(t.out), tea.WithFPS(1),
		tea.WithWindowSize(size.Width, size.Height), func(p *tea.Program) { stopTicker(p) }}
}

// take makes the terminal ready for a program that has the whole screen.
func (t *Terminal) take() error {
	before, err := term.MakeRaw(t.in.Fd())
	if err != nil {
		return err
	}
	reader, err := newReader(t.in)
	if err != nil {
		_ = term.Restore(t.in.Fd(), before)
		return err
	}
	t.before, t.reader = before, reader
	t.begin("")
	go t.read(reader)
	return nil
}

// retake makes the terminal ready anew, of which nobody knows how it is now. What was typed is kept: nobody else is to get it.
func (t *Terminal) retake() tea.Msg {
	if t.before == nil {
		return nil
	}
	if _, err := term.MakeRaw(t.in.Fd()); err != nil {
		t.err = err
		return tea.QuitMsg{}
	}
	t.begin(t.resets())
	if size := t.sized(tea.WindowSizeMsg{}); size != nil {
		go t.program.Send(size)
	}
	return tea.ResumeMsg{}
}

// begin starts with an empty screen, behind what it is given.
func (t *Terminal) begin(behind string) {
	t.screen.left()
	t.brake.reset(t.asks)
	t.unasked = true
	_, _ = t.output.Write([]byte(behind + t.enter()))
}

// read reads until it is cancelled. It waits without reading: who waits in a read would take what the shell is to get.
func (t *Terminal) read(reader cancelreader.CancelReader) {
	defer t.tellFailure()
	var buffer [64 << 10]byte
	for {
		err := t.readOnce(reader, buffer[:])
		if errors.Is(err, cancelreader.ErrCanceled) {
			return
		}
		if err != nil {
			go t.program.Send(lost{err})
			return
		}
		t.takeUp()
	}
}

func (t *Terminal) readOnce(reader io.Reader, buffer []byte) error {
	t.reads.Lock()
	defer t.reads.Unlock()
	n, err := reader.Read(buffer)
	if n > 0 {
		t.input.handleRead(buffer[:n])
	}
	if err == nil && n == 0 {
		err = io.EOF
	}
	return err
}

// leave gives the terminal back as it was found, at once. What was typed ahead is dropped.
func (t *Terminal) leave() {
	if t.before == nil {
		return
	}
	if t.reader.Cancel() {
		t.reads.Lock()
		defer t.reads.Unlock()
	}
	_ = t.reader.Close()
	t.output.leave(t.resets())
	t.input.forget()
	discardInput(t.in)
	_ = term.Restore(t.in.Fd(), t.before)
	t.before = nil
}

// lend leaves the terminal to somebody else and takes it back.
func (t *Terminal) lend(to awayMsg) tea.Msg {
	t.leave()
	t.stops.away.Store(true)
	err := to.run()
	t.stops.away.Store(false)
	var back tea.Msg
	if to.then != nil {
		back = to.then(err)
	}
	t.output.back()
	if err := t.take(); err != nil {
		t.err = err
		return tea.QuitMsg{}
	}
	size := t.sized(tea.WindowSizeMsg{}) // nobody was told while it was away
	if back == nil {
		return size
	}
	go t.program.Send(size)
	t.queue.hold() // until the program has it
	return back
}

// drawing does what a message asks of the terminal, instead of Bubble Tea.
func (t *Terminal) drawing(msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case tea.RawMsg:
		_, _ = t.output.Write(fmt.Append(nil, msg.Msg))
		return msg.Msg // the program learns that it is written
	case tea.ColorProfileMsg:
		t.screen.setProfile(msg.Profile)
	}
	switch msg {
	case tea.ClearScreen():
		t.screen.forget()
	case tea.RequestBackgroundColor():
		_, _ = t.output.Write([]byte(ansi.RequestBackgroundColor))
		return nil
	case tea.RequestWindowSize():
		return t.sized(tea.WindowSizeMsg{})
	}
	return msg
}

// leadsSession reports whether the program is the first of its terminal's session: no shell has started it.
func leadsSession() bool {
	leader, err := unix.Getsid(0)
	return err == nil && leader == unix.Getpid()
}
