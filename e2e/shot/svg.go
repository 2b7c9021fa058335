//go:build linux || darwin

package main

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/e2e/term"
)

// Measures of the picture, in pixels.
const (
	cellW    = 9
	cellH    = 19
	fontSize = 15
	baseline = 14 // of text, from the top of its cell
	padding  = 14
	barH     = 34
	radius   = 10
)

// fonts are the monospaced fonts of the usual systems. Every character is put
// at its own place, so that the font decides about looks only.
const fonts = `ui-monospace, 'SF Mono', Menlo, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace`

// render draws a screen inside of a window.
func render(s *term.Screen, title string, light bool) []byte {
	p := &picture{screen: s, colors: paletteFor(light)}
	width, height := s.Width*cellW+2*padding, s.Height*cellH+barH+padding
	p.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s">`+"\n",
		width, height, width, height, escape("A terminal window: "+title))
	p.printf(`<rect x=".5" y=".5" width="%d" height="%d" rx="%d" fill="%s" stroke="%s"/>`+"\n",
		width-1, height-1, radius, p.colors.back, p.colors.frame)
	for i, dot := range []string{"#ff5f57", "#febc2e", "#28c840"} {
		p.printf(`<circle cx="%d" cy="%d" r="6" fill="%s"/>`+"\n", 20+20*i, barH/2, dot)
	}
	p.printf(`<text x="%d" y="%d" text-anchor="middle" font-family="%s" font-size="13" fill="%s">%s</text>`+"\n",
		width/2, barH/2+5, fonts, p.colors.title, escape(title))
	p.printf(`<g transform="translate(%d %d)" font-family="%s" font-size="%d" xml:space="preserve">`+"\n", padding, barH, fonts, fontSize)
	for y := range s.Height {
		p.backgrounds(y)
	}
	p.cursor()
	for y := range s.Height {
		p.row(y)
	}
	p.printf("</g>\n</svg>\n")
	return p.out.Bytes()
}

type picture struct {
	screen *term.Screen
	colors palette
	out    bytes.Buffer
}

func (p *picture) printf(format string, args ...any) { _, _ = fmt.Fprintf(&p.out, format, args...) }

// look is how a cell is drawn, after reversing.
type look struct {
	fore, back                                     string
	bold, italic, faint, underline, struck, hidden bool
}

func (p *picture) look(c uv.Cell) look {
	l := look{
		fore: p.colors.hex(c.Style.Fg, p.colors.text), back: p.colors.hex(c.Style.Bg, p.colors.back),
		bold: has(c, uv.AttrBold), italic: has(c, uv.AttrItalic), faint: has(c, uv.AttrFaint),
		struck: has(c, uv.AttrStrikethrough), hidden: has(c, uv.AttrConceal),
		underline: c.Style.Underline != ansi.UnderlineNone,
	}
	if has(c, uv.AttrReverse) {
		l.fore, l.back = l.back, l.fore
	}
	return l
}

func has(c uv.Cell, attr uint8) bool { return c.Style.Attrs&attr != 0 }

// backgrounds draws one rectangle for each run of cells with one background.
func (p *picture) backgrounds(y int) {
	for x := 0; x < p.screen.Width; {
		back := p.look(p.screen.Cell(x, y)).back
		end := x + 1
		for end < p.screen.Width && p.look(p.screen.Cell(end, y)).back == back {
			end++
		}
		if back != p.colors.back {
			p.printf(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x*cellW, y*cellH, (end-x)*cellW, cellH, back)
		}
		x = end
	}
}

func (p *picture) cursor() {
	if c := p.screen.Cursor; c.Visible {
		p.printf(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s" opacity=".55"/>`+"\n", c.X*cellW, c.Y*cellH, cellW, cellH, p.colors.text)
	}
}

// row draws the text of a row: lines and blocks as shapes, everything else as
// text, a run for each look.
func (p *picture) row(y int) {
	for x := 0; x < p.screen.Width; {
		c := p.screen.Cell(x, y)
		l := p.look(c)
		switch {
		case l.hidden || c.Width == 0 || l.blank(c):
			x++
		case p.shape(x, y, c.Content, l):
			x++
		default:
			x = p.run(x, y, l)
		}
	}
}

// blank tells whether a cell shows nothing but its background.
func (l look) blank(c uv.Cell) bool {
	return strings.TrimSpace(c.Content) == "" && !l.underline && !l.struck
}

// run draws a word with one look from x on and gives the column behind it. A character of several code points or wide ones get a run of
// their own: in a list of positions there is one for each UTF-16 unit.
func (p *picture) run(x, y int, l look) int {
	var text, places strings.Builder
	end := x
	for end < p.screen.Width {
		c := p.screen.Cell(end, y)
		r, n := utf8.DecodeRuneInString(c.Content)
		alone := c.Width != 1 || n != len(c.Content) || r > 0xffff
		if end > x && (alone || p.look(c) != l || l.blank(c) || isShape(c.Content)) {
			break
		}
		if end > x {
			places.WriteByte(' ')
		}
		_, _ = fmt.Fprint(&places, end*cellW)
		text.WriteString(escape(c.Content))
		end += max(c.Width, 1)
		if alone {
			break
		}
	}
	p.printf(`<text x="%s" y="%d" fill="%s"%s>%s</text>`+"\n", places.String(), y*cellH+baseline, l.fore, l.attributes(), text.String())
	return end
}

func (l look) attributes() string {
	var a strings.Builder
	if l.bold {
		a.WriteString(` font-weight="bold"`)
	}
	if l.italic {
		a.WriteString(` font-style="italic"`)
	}
	if l.faint {
		a.WriteString(` opacity=".6"`)
	}
	var lines []string
	if l.underline {
		lines = append(lines, "underline")
	}
	if l.struck {
		lines = append(lines, "line-through")
	}
	if len(lines) > 0 {
		a.WriteString(` text-decoration="` + strings.Join(lines, " ") + `"`)
	}
	return a.String()
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escape makes text fit for XML, which has no control characters.
func escape(s string) string {
	return escaper.Replace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, s))
}

// palette has the colours of the picture as #rrggbb.
type palette struct {
	text, back, frame, title string
	ansi                     [16]string
}

func paletteFor(light bool) palette {
	if light {
		return palette{text: "#1c1c1c", back: "#f7f7f5", frame: "#c9c9c4", title: "#6a6a66", ansi: [16]string{
			"#2b2b2b", "#b3261e", "#2a7a2e", "#8a6100", "#1f5fbf", "#8a3b9c", "#0f7680", "#a8a8a3",
			"#6a6a66", "#c8372e", "#358a3a", "#9a6f00", "#2f70d1", "#9c4cae", "#17868f", "#8a8a85",
		}}
	}
	return palette{text: "#d6d9de", back: "#14171d", frame: "#343a45", title: "#8b93a1", ansi: [16]string{
		"#2a2f38", "#e5676b", "#7fc379", "#dcb45c", "#6fa8f0", "#c58fe6", "#5fc4cf", "#b9bec7",
		"#69717f", "#f28a8d", "#9ddb97", "#efca7d", "#92c0fa", "#d9aef3", "#84dbe4", "#f2f4f7",
	}}
}

func (p palette) hex(c color.Color, otherwise string) string {
	switch c := c.(type) {
	case nil:
		return otherwise
	case ansi.BasicColor:
		return p.ansi[c&15]
	case ansi.IndexedColor:
		if c < 16 {
			return p.ansi[c]
		}
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
