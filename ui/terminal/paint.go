package terminal

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// painted is a model whose views the terminal paints, not Bubble Tea: that one draws all cells of every view by a clock, and a key would
// wait for it.
type painted struct {
	tea.Model
	terminal *Terminal
}

// Init takes the terminal, has the model begin and tells it the size: what Bubble Tea has drawn next is the first frame then, and nothing
// is drawn for a size that nobody knows.
func (m *painted) Init() tea.Cmd {
	m.terminal.turn.Lock()
	defer m.terminal.turn.Unlock()
	if err := m.terminal.take(); err != nil {
		m.terminal.err = err
		return tea.Quit
	}
	begin := m.Model.Init()
	size, known := m.terminal.sized(tea.WindowSizeMsg{}).(tea.WindowSizeMsg)
	if !known {
		return begin
	}
	return tea.Batch(begin, m.update(size))
}

// Update passes a message on.
func (m *painted) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.terminal.turn.Lock()
	defer m.terminal.turn.Unlock()
	defer m.terminal.queue.letGo()
	return m, m.update(msg)
}

func (m *painted) update(msg tea.Msg) tea.Cmd {
	next, cmd := m.Model.Update(msg)
	m.Model = next
	m.terminal.brake.follow(next, time.Now())
	m.terminal.alarm.follow(next)
	return cmd
}

// View paints. Bubble Tea asks for it whenever something may have changed; what it gets has no meaning for it.
func (m *painted) View() tea.View {
	m.terminal.turn.Lock()
	defer m.terminal.turn.Unlock()
	m.terminal.stale = true
	m.terminal.paint()
	return tea.View{}
}

// paint paints the model if it may have changed, the terminal has taken what was painted before and it isn't too soon; otherwise it is
// done later. Who calls it has the turn.
func (t *Terminal) paint() {
	if !t.stale || !t.output.written(t.paintLater) {
		return
	}
	now := time.Now()
	if wait := t.pace.wait(now); wait > 0 {
		t.later.Reset(wait)
		return
	}
	t.stale = false
	lines, view := drawn(t.model.Model)
	frame := t.screen.frame(view, lines)
	if len(frame) > 0 {
		t.pace.painted(now)
	}
	if t.unasked && t.screen.w > 0 {
		t.unasked = false
		frame = append(frame, t.questions()...)
		t.pace.begun()
	}
	if frame = append(frame, t.brake.painted()...); len(frame) > 0 {
		_, _ = t.output.Write(frame)
	}
}

// Drawer is a model that has its view in lines: putting them together and parting them again would be half of what painting costs.
type Drawer interface {
	// Draw is View, with the lines in the place of its content.
	Draw() ([]string, tea.View)
}

// drawn is what a model shows.
func drawn(model tea.Model) ([]string, tea.View) {
	if m, is := model.(Drawer); is {
		return m.Draw()
	}
	v := model.View()
	return strings.Split(v.Content, "\n"), v
}

const (
	// keyboard is what is asked of terminals that encode keys: esc and all that types no text, and the letter on the usual layout.
	keyboard = ansi.KittyDisambiguateEscapeCodes | ansi.KittyReportAlternateKeys
	// resetWindowsKeys ends the records of Windows, which nobody here asks for, where a program has left them on.
	resetWindowsKeys = "\x1b[?9001l"
)

// enter are the modes of a program that has the whole screen.
func (t *Terminal) enter() string {
	s := ansi.SetModeAltScreenSaveCursor + ansi.ResetModeTextCursorEnable + ansi.SetModeBracketedPaste + ansi.SetModifyOtherKeys2 +
		resetWindowsKeys + ansi.PushKittyKeyboard(keyboard)
	if t.screen.method == ansi.GraphemeWidth {
		s += ansi.SetModeUnicodeCore
	}
	return s
}

// questions are what this terminal is asked about itself, behind the first frame: reading answers takes a table of keys, which takes longer
// than that frame.
func (t *Terminal) questions() string {
	if !t.asks {
		return ansi.RequestKittyKeyboard
	}
	return ansi.RequestKittyKeyboard + ansi.RequestModeSynchronizedOutput + ansi.RequestModeUnicodeCore + areYouThere
}

// free is how many frames after a pause don't wait for their turn: the one of the key, and the one with what came at once.
const free = 2

// pace keeps the ceiling of frames.
type pace struct {
	least time.Duration // from one frame to the next
	last  time.Time
	spent int // free frames since the last pause
	typed time.Time
}

// wait is how long the next frame has to wait.
func (c *pace) wait(now time.Time) time.Duration {
	since := now.Sub(c.last)
	if since >= free*c.least {
		c.spent = 0
	}
	if c.spent < free {
		return 0
	}
	return c.least - since
}

// opening is how many more don't wait behind the first frame: the one that the terminal's answers bring, and those of what is read first.
const opening = 2

// begun is called behind the first frame.
func (c *pace) begun() { c.spent = -opening }

// Awaited is a message that may bring what a person waits for since a key.
type Awaited interface{ Awaited() bool }

// follow lets the frame of a key not wait behind those of what comes by itself, nor the one of what the key was pressed for. Keys that come
// faster than frames have to wait have those that they had.
func (c *pace) follow(msg tea.Msg, now time.Time) {
	awaited, is := msg.(Awaited)
	hurries := is && awaited.Awaited()
	if typed(msg) {
		hurries = now.Sub(c.typed) >= free*c.least
		c.typed = now
	}
	if hurries {
		c.spent = min(c.spent, free-1)
	}
}

func (c *pace) painted(now time.Time) { c.last, c.spent = now, c.spent+1 }
