//go:build linux || darwin

package term

import (
	"encoding/base64"
	"io"
	"slices"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// syncLimit is how long a program may hold back a synchronized update before
// a terminal shows what there is.
const syncLimit = time.Second

// emulator is the terminal in front of the program. It isn't safe for
// concurrent use, but for readAnswers: the session guards it.
type emulator struct {
	vt            *vt.Emulator
	kind          Kind
	light         bool
	width, height int

	modes     map[int]bool // DEC private modes by number
	kitty     [2]int       // keyboard flags pushed: primary, alternate screen
	title     string
	clipboard []string
	bells     int
	stops     int // how often jobScript said that the job has stopped

	inSync   bool
	syncFrom time.Time
	now      time.Time // when the output being written was read
	shown    *Screen
	onPaint  func(at time.Time, s *Screen)
}

func newEmulator(width, height int, kind Kind, light bool) *emulator {
	e := &emulator{
		vt: vt.NewEmulator(width, height), kind: kind, light: light,
		width: width, height: height,
		modes: map[int]bool{modeAutoWrap: true, modeCursor: true},
	}
	e.vt.SetScrollbackSize(1000)
	fore, back := defaultColors(light)
	e.vt.SetDefaultForegroundColor(fore)
	e.vt.SetDefaultBackgroundColor(back)
	e.vt.SetDefaultCursorColor(fore)
	e.vt.SetCallbacks(vt.Callbacks{
		Title:       func(t string) { e.title = t },
		Bell:        func() { e.bells++ },
		EnableMode:  func(m ansi.Mode) { e.setMode(m, true) },
		DisableMode: func(m ansi.Mode) { e.setMode(m, false) },
	})
	e.vt.RegisterOscHandler(52, e.writeClipboard)
	e.vt.RegisterOscHandler(oscStopped, func([]byte) bool {
		e.stops++
		return true
	})
	e.registerAnswers()
	e.registerKeyboard()
	e.shown = e.capture()
	return e
}

// DEC private modes that the harness looks at.
const (
	modeCursorKeys = 1
	modeAutoWrap   = 7
	modeCursor     = 25
	modeOldAlt     = 47
	modePaste      = 2004
	modeSync       = 2026
)

func (e *emulator) setMode(m ansi.Mode, on bool) {
	dec, ok := m.(ansi.DECMode)
	if !ok {
		return
	}
	e.modes[dec.Mode()] = on
	if dec.Mode() != modeSync || on == e.inSync {
		return
	}
	e.inSync = on
	if on {
		e.syncFrom = e.now
	} else {
		e.present()
	}
}

// write feeds output that was read at the given time.
func (e *emulator) write(data []byte, at time.Time) {
	e.now = at
	_, _ = e.vt.Write(data)
	if !e.inSync || at.Sub(e.syncFrom) > syncLimit {
		e.present()
	}
}

// tick shows a synchronized update that was left open for too long.
func (e *emulator) tick(now time.Time) {
	if e.inSync && now.Sub(e.syncFrom) > syncLimit {
		e.now = now
		e.present()
	}
}

func (e *emulator) present() {
	next := e.capture()
	if next.same(e.shown) {
		e.shown = next // the title may be another one
		return
	}
	e.shown = next
	if e.onPaint != nil {
		e.onPaint(e.now, next)
	}
}

func (e *emulator) capture() *Screen {
	s := &Screen{
		Width: e.width, Height: e.height, Alt: e.vt.IsAltScreen(), Title: e.title,
		cells: make([]uv.Cell, e.width*e.height),
	}
	p := e.vt.CursorPosition()
	s.Cursor = Cursor{X: p.X, Y: p.Y, Visible: !e.vt.CursorHidden()}
	for i := range s.cells {
		s.cells[i] = uv.EmptyCell
		if c := e.vt.CellAt(i%e.width, i/e.width); c != nil {
			s.cells[i] = *c
		}
	}
	return s
}

func (e *emulator) resize(width, height int) {
	e.width, e.height = width, height
	e.vt.Resize(width, height)
	e.present()
}

func (e *emulator) writeClipboard(data []byte) bool {
	parts := strings.SplitN(string(data), ";", 3)
	if len(parts) < 3 || parts[2] == "?" {
		return true
	}
	if text, err := base64.StdEncoding.DecodeString(parts[2]); err == nil {
		e.clipboard = append(e.clipboard, string(text))
	}
	return true
}

// leftovers names what the program should have undone when it ended.
func (e *emulator) leftovers() []string {
	var left []string
	if e.vt.IsAltScreen() || e.modes[modeOldAlt] {
		left = append(left, "alternate screen")
	}
	if e.vt.CursorHidden() {
		left = append(left, "hidden cursor")
	}
	if !e.modes[modeAutoWrap] {
		left = append(left, "no automatic wrapping")
	}
	for mode, name := range map[int]string{
		modeCursorKeys: "application cursor keys", 9: "mouse (9)", 1000: "mouse (1000)", 1002: "mouse (1002)",
		1003: "mouse (1003)", 1004: "focus reports", 1005: "mouse (1005)", 1006: "mouse (1006)", 1015: "mouse (1015)",
		modePaste: "bracketed paste", modeSync: "synchronized output", 2027: "grapheme clustering", 2031: "colour scheme reports",
		2048: "size reports",
	} {
		if e.modes[mode] {
			left = append(left, name)
		}
	}
	if e.kitty[0]+e.kitty[1] > 0 {
		left = append(left, "keyboard enhancements")
	}
	fore, back := defaultColors(e.light)
	if e.vt.ForegroundColor() != fore || e.vt.BackgroundColor() != back {
		left = append(left, "other default colours")
	}
	slices.Sort(left)
	return left
}

// readAnswers reads what the terminal says to the program; it may be called
// beside the other methods.
func (e *emulator) readAnswers(p []byte) (int, error) { return e.vt.Read(p) }

// close ends readAnswers. It closes the pipe and not the emulator, whose
// Close and Read race.
func (e *emulator) close() {
	if c, ok := e.vt.InputPipe().(io.Closer); ok {
		_ = c.Close()
	}
}
