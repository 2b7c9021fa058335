//go:build linux || darwin

package term

import (
	"fmt"
	"image/color"

	"github.com/charmbracelet/x/ansi"
)

// Kind says which terminal the program believes to be in.
type Kind int

const (
	// Modern knows synchronized output, grapheme clustering, true colour and
	// its own name and version, but no keyboard protocol beyond the usual one.
	Modern Kind = iota
	// XTerm answers what xterm has answered for decades, and nothing newer.
	XTerm
	// Mute answers nothing at all.
	Mute
)

// defaultColors are the text and background colours the terminal reports.
func defaultColors(light bool) (text, background color.Color) {
	if light {
		return color.RGBA{0x1c, 0x1c, 0x1c, 0xff}, color.RGBA{0xf7, 0xf7, 0xf5, 0xff}
	}
	return color.RGBA{0xd6, 0xd9, 0xde, 0xff}, color.RGBA{0x14, 0x17, 0x1d, 0xff}
}

func (e *emulator) answer(format string, args ...any) {
	_, _ = fmt.Fprintf(e.vt.InputPipe(), format, args...)
}

// registerAnswers replaces answers of the emulator that would mislead a
// program, and adds those it lacks.
func (e *emulator) registerAnswers() {
	e.vt.RegisterCsiHandler(ansi.Command('?', '$', 'p'), func(p ansi.Params) bool {
		mode, _, _ := p.Param(0, 0)
		e.answer("\x1b[?%d;%d$y", mode, e.modeReport(mode))
		return true
	})
	e.vt.RegisterCsiHandler('n', func(p ansi.Params) bool {
		if n, _, _ := p.Param(0, 0); n != 5 {
			return false
		}
		e.answer("\x1b[0n")
		return true
	})
	e.vt.RegisterCsiHandler(ansi.Command('?', 0, 'n'), func(p ansi.Params) bool {
		n, _, _ := p.Param(0, 0)
		if n != 996 {
			return false
		}
		if e.kind == Modern {
			e.answer("\x1b[?997;%dn", map[bool]int{false: 1, true: 2}[e.light])
		}
		return true
	})
	e.vt.RegisterCsiHandler(ansi.Command('>', 0, 'q'), func(ansi.Params) bool {
		name := map[Kind]string{Modern: "gatehouse-e2e(1.0)", XTerm: "XTerm(390)"}[e.kind]
		e.answer("\x1bP>|%s\x1b\\", name)
		return true
	})
	e.vt.RegisterCsiHandler('t', func(p ansi.Params) bool {
		if n, _, _ := p.Param(0, 0); n == 18 {
			e.answer("\x1b[8;%d;%dt", e.height, e.width)
		}
		return true
	})
	e.vt.RegisterDcsHandler(ansi.Command(0, '+', 'q'), func(_ ansi.Params, data []byte) bool {
		e.answer("\x1bP0+r%s\x1b\\", data)
		return true
	})
}

// modeReport is the answer to DECRQM: 0 not known, 1 set, 2 reset.
func (e *emulator) modeReport(mode int) int {
	switch mode {
	case modeCursorKeys, 6, modeAutoWrap, 9, modeCursor, modeOldAlt, 1000, 1002, 1003, 1004, 1006, 1047, 1048, 1049, modePaste:
	case modeSync, 2027, 2031:
		if e.kind != Modern {
			return 0
		}
	default:
		return 0
	}
	if e.modes[mode] {
		return 1
	}
	return 2
}

// registerKeyboard counts pushed keyboard flags. They have no effect, as in a
// terminal that lacks the protocol, and questions about them get no answer.
func (e *emulator) registerKeyboard() {
	screen := func() *int {
		if e.vt.IsAltScreen() {
			return &e.kitty[1]
		}
		return &e.kitty[0]
	}
	e.vt.RegisterCsiHandler(ansi.Command('>', 0, 'u'), func(ansi.Params) bool {
		*screen()++
		return true
	})
	e.vt.RegisterCsiHandler(ansi.Command('<', 0, 'u'), func(p ansi.Params) bool {
		n, _, _ := p.Param(0, 1)
		*screen() = max(0, *screen()-max(n, 1))
		return true
	})
	for _, prefix := range []byte{'?', '='} {
		e.vt.RegisterCsiHandler(ansi.Command(prefix, 0, 'u'), func(ansi.Params) bool { return true })
	}
}
