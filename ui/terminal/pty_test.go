//go:build linux || darwin

package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// witness is a program that shows how many keys it got, and remembers what it was told.
type witness struct {
	mu     *sync.Mutex
	got    *[]tea.Msg
	keys   int
	filler string
	block  <-chan struct{} // the first key waits for it
	away   func() error    // has the terminal after a key
}

func (w *witness) Init() tea.Cmd { return nil }

func (w *witness) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	w.mu.Lock()
	*w.got = append(*w.got, msg)
	w.mu.Unlock()
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return w, w.press(msg)
	case Burst:
		var all []tea.Cmd
		for _, press := range msg.Keys {
			all = append(all, w.press(press))
		}
		return w, tea.Batch(all...)
	}
	return w, nil
}

func (w *witness) press(press tea.KeyPressMsg) tea.Cmd {
	if w.block != nil {
		<-w.block
		w.block = nil
	}
	w.keys++
	switch press.String() {
	case "q", "ctrl+c":
		return tea.Quit
	case "s":
		return Exec(exec.Command("true"), func(error) tea.Msg { return tea.ResumeMsg{} })
	case "a":
		return func() tea.Msg { return Away(w.away, func(error) tea.Msg { return tea.ResumeMsg{} }) }
	case "w":
		return tea.RequestWindowSize
	}
	return nil
}

func (w *witness) View() tea.View {
	return tea.View{AltScreen: true,
		Content: fmt.Sprintf("keys: %d %s", w.keys, strings.Repeat(w.filler+string(rune('a'+w.keys%26)), w.keys%97))}
}

// bed is a program on a pseudo-terminal.
type bed struct {
	t        *testing.T
	near     *os.File
	far      *os.File
	terminal *Terminal
	mu       sync.Mutex
	seen     bytes.Buffer
	got      []tea.Msg
	done     chan error
}

// rest is how long the reader of the pseudo-terminal waits after each piece of 512 bytes.
func newBed(t *testing.T, w *witness, rest time.Duration) *bed {
	t.Helper()
	return newBedOf(t, w, w, rest)
}

// newBedOf is one of a program that is more than its witness.
func newBedOf(t *testing.T, w *witness, model tea.Model, rest time.Duration) *bed {
	t.Helper()
	open := make(chan struct{})
	close(open)
	return newGatedBed(t, w, model, rest, open)
}

// newGatedBed is one whose terminal is not read before the gate opens.
func newGatedBed(t *testing.T, w *witness, model tea.Model, rest time.Duration, gate <-chan struct{}) *bed {
	t.Helper()
	near, far, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(near, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	b := &bed{t: t, near: near, far: far, done: make(chan error, 1)}
	w.mu, w.got = &b.mu, &b.got
	b.terminal = New(far, far, 120)
	program := b.terminal.Program(model, tea.WithoutSignalHandler(), tea.WithEnvironment([]string{"TERM=xterm-256color"}))
	go func() {
		<-gate
		b.read(rest)
	}()
	over := make(chan struct{})
	go func() {
		defer close(over)
		_, err := program.Run()
		b.done <- errors.Join(err, b.terminal.Close())
	}()
	t.Cleanup(func() {
		program.Kill()
		_ = near.Close()
		<-over // until then the terminal's file is in use
		_ = far.Close()
	})
	return b
}

func (b *bed) read(rest time.Duration) {
	var piece [512]byte
	for {
		n, err := b.near.Read(piece[:])
		b.mu.Lock()
		b.seen.Write(piece[:n])
		b.mu.Unlock()
		if err != nil {
			return
		}
		time.Sleep(rest)
	}
}

func (b *bed) send(text string) {
	b.t.Helper()
	if _, err := b.near.WriteString(text); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bed) until(what string, cond func() bool) {
	b.t.Helper()
	for range 2000 {
		b.mu.Lock()
		ok := cond()
		b.mu.Unlock()
		if ok {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.t.Fatalf("%s never came; the program was told %v; the end of its output is %q", what, b.got, b.seen.Bytes()[max(0, b.seen.Len()-300):])
}

func (b *bed) shows(text string) {
	b.t.Helper()
	b.until(text, func() bool {
		screen := vt.NewEmulator(80, 24)
		go func() { _, _ = io.Copy(io.Discard, screen) }() // its answers
		defer screen.InputPipe().(io.Closer).Close()
		_, _ = screen.Write(b.seen.Bytes())
		return strings.Contains(screen.String(), text)
	})
}

func (b *bed) ends(within time.Duration) {
	b.t.Helper()
	select {
	case err := <-b.done:
		if err != nil {
			b.t.Error(err)
		}
	case <-time.After(within):
		b.t.Fatalf("the program hasn't ended after %v", within)
	}
}

// Bubble Tea can't be told that its clock isn't needed: this fails when its inside is another one, so that nobody upgrades without looking.
func TestBubbleTeaIsWhatThisPackageKnows(t *testing.T) {
	p := tea.NewProgram(nil)
	if !stopTicker(p) {
		t.Fatal("the clock of Bubble Tea can't be stopped any more: see stopTicker")
	}
	if stopTicker(p) {
		t.Error("a ticker that is there is replaced")
	}
}

func TestItPaintsOnEvents(t *testing.T) {
	b := newBed(t, &witness{}, 0)
	b.shows("keys: 0")
	b.send("j")
	b.shows("keys: 1")
	b.send("q")
	b.ends(5 * time.Second)
}

func TestLeavingWithKeysBehind(t *testing.T) {
	b := newBed(t, &witness{}, 0)
	b.shows("keys: 0")
	begun := time.Now()
	b.send("q")
	b.send(strings.Repeat("j", 300))
	b.ends(5 * time.Second)
	if took := time.Since(begun); took > 400*time.Millisecond { // Bubble Tea alone waits for 500
		t.Errorf("it took %v", took)
	}
}

func TestLeavingATerminalThatIsRead(t *testing.T) {
	b := newBed(t, &witness{filler: strings.Repeat("日本", 9)}, 250*time.Millisecond) // some 2 kB a second
	b.until("output", func() bool { return b.seen.Len() > 0 })
	for range 40 {
		b.send("j")
		time.Sleep(10 * time.Millisecond)
	}
	b.send("q")
	b.ends(5 * time.Second)
	b.until("the end of the output", func() bool { return strings.HasSuffix(b.seen.String(), ansi.SetModeTextCursorEnable) })
	if n := b.seen.Len(); n > 12<<10 {
		t.Errorf("%d bytes were to be read", n)
	}
	if !strings.Contains(b.seen.String(), ansi.ResetModeAltScreenSaveCursor) {
		t.Error("the alternate screen is left on")
	}
}

// What a terminal that takes nothing for a while shows afterwards is the newest state: the frames between are not painted.
func TestATerminalThatTakesNothingSkipsFrames(t *testing.T) {
	gate := make(chan struct{})
	w := &witness{filler: strings.Repeat("日本", 9)}
	b := newGatedBed(t, w, w, 0, gate)
	const presses = 600
	for n := range presses {
		b.send("j")
		b.until("the key", func() bool { return len(pressed(b.got)) > n })
	}
	close(gate)
	b.shows(fmt.Sprintf("keys: %d ", presses))
	b.mu.Lock()
	read := b.seen.Len()
	b.mu.Unlock()
	if most := 100 << 10; read > most { // what fits behind a pseudo-terminal, and a few frames
		t.Errorf("%d bytes were painted, want at most %d", read, most)
	}
	b.send("q")
	b.ends(5 * time.Second)
}

func TestCtrlCOvertakesWhatWaits(t *testing.T) {
	block := make(chan struct{})
	b := newBed(t, &witness{block: block}, 0)
	b.shows("keys: 0")
	b.send("x")
	b.until("the first key", func() bool { return len(pressed(b.got)) == 1 })
	b.send("abc")
	time.Sleep(50 * time.Millisecond) // a read of its own
	b.send(strings.Repeat("j", 4000))
	b.send("\x03")
	time.Sleep(50 * time.Millisecond)
	close(block)
	b.ends(5 * time.Second)
	if got := pressed(b.got); !slices.Equal(got, []string{"x", "ctrl+c"}) {
		t.Errorf("the program got %v", got)
	}
}

func pressed(all []tea.Msg) (names []string) {
	for _, msg := range all {
		switch msg := msg.(type) {
		case tea.KeyPressMsg:
			names = append(names, msg.String())
		case Burst:
			names = append(names, fmt.Sprintf("burst of %d", len(msg.Keys)))
		}
	}
	return names
}

func TestASizeOnTheInputIsNoSize(t *testing.T) {
	b := newBed(t, &witness{}, 0)
	b.shows("keys: 0")
	for _, report := range []string{"\x1b[8;0;0t", "\x1b[8;3;7t", "\x1b[48;3;7;30;70t"} {
		b.send(report)
	}
	b.send("j")
	b.shows("keys: 1")
	b.mu.Lock()
	got := slices.Clone(b.got)
	b.mu.Unlock()
	for _, msg := range got {
		if size, is := msg.(tea.WindowSizeMsg); is && size != (tea.WindowSizeMsg{Width: 80, Height: 24}) {
			t.Errorf("the program was told %v", size)
		}
	}
	if err := pty.Setsize(b.near, &pty.Winsize{Rows: 30, Cols: 90}); err != nil {
		t.Fatal(err)
	}
	b.send("w") // the test is no session leader: no signal comes
	b.until("the real size", func() bool { return slices.Contains(b.got, tea.Msg(tea.WindowSizeMsg{Width: 90, Height: 30})) })
}

func TestModesAreSetAgainAfterACommand(t *testing.T) {
	b := newBed(t, &witness{}, 0)
	b.shows("keys: 0")
	b.send("\x1b[?2027;2$y\x1b[?2026;2$yj") // it is written with the next change
	count := func(mode string) int { return strings.Count(b.seen.String(), mode) }
	b.until("grapheme clustering", func() bool { return count(ansi.SetModeUnicodeCore) == 1 })
	b.send("s")
	b.until("the way back", func() bool { return slices.Contains(b.got, tea.Msg(tea.ResumeMsg{})) })
	b.send("k")
	for _, mode := range []string{ansi.SetModeUnicodeCore, ansi.SetModeAltScreenSaveCursor, ansi.SetModeBracketedPaste,
		ansi.PushKittyKeyboard(keyboard)} {
		b.until(fmt.Sprintf("%q again", mode), func() bool { return count(mode) == 2 })
	}
	b.send("q")
	b.ends(5 * time.Second)
}

func TestWhatWasTypedBeforeACommandIsVoid(t *testing.T) {
	b := newBed(t, &witness{}, 0)
	b.shows("keys: 0")
	b.send("s" + "jjj")
	b.until("the way back", func() bool { return slices.Contains(b.got, tea.Msg(tea.ResumeMsg{})) })
	b.send("k")
	b.until("k", func() bool { return slices.Contains(pressed(b.got), "k") })
	b.send("q")
	b.ends(5 * time.Second)
}

// What was typed while the terminal was away comes after what became of it: a program that waits for that isn't asked anything before.
func TestWhatBecameOfACommandComesBeforeKeys(t *testing.T) {
	w := &witness{}
	b := newBed(t, w, 0)
	w.away = func() error {
		_, err := b.near.WriteString("xyz\n") // the terminal reads whole lines meanwhile
		time.Sleep(20 * time.Millisecond)
		return err
	}
	b.shows("keys: 0")
	for n := range 20 {
		b.send("a")
		b.shows(fmt.Sprintf("keys: %d ", (n+1)*5))
	}
	back := false
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, msg := range b.got {
		switch msg := msg.(type) {
		case tea.ResumeMsg:
			back = true
		case tea.KeyPressMsg:
			if msg.String() == "a" {
				back = false
			} else if !back {
				t.Fatalf("%q came before what became of the command", msg.String())
			}
		}
	}
}
