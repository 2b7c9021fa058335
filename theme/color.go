package theme

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// attrs is a set of text attributes.
type attrs uint8

const (
	bold attrs = 1 << iota
	faint
	italic
	underline
	reverse
	strike
)

// attrWords are the attributes as the configuration writes them, with their SGR code.
var attrWords = []struct {
	word string
	attr attrs
	code string
}{
	{"bold", bold, "1"}, {"faint", faint, "2"}, {"italic", italic, "3"},
	{"underline", underline, "4"}, {"reverse", reverse, "7"}, {"strike", strike, "9"},
}

// tint is a colour of the terminal: none, one of its 256, or RGB.
type tint struct {
	kind    tintKind
	index   uint8
	r, g, b uint8
}

type tintKind uint8

const (
	noColor tintKind = iota
	indexed
	rgb
)

// look is how a role is drawn.
type look struct {
	fg, bg tint
	attrs  attrs
}

// colorNames are the first sixteen colours, as the terminal defines them, and a
// few that make good tenant accents.
var colorNames = map[string]string{
	"black": "0", "red": "1", "green": "2", "yellow": "3", "blue": "4", "magenta": "5", "cyan": "6", "white": "7",
	"bright-black": "8", "bright-red": "9", "bright-green": "10", "bright-yellow": "11", "bright-blue": "12",
	"bright-magenta": "13", "bright-cyan": "14", "bright-white": "15",
	"gray": "#808080", "grey": "#808080", "orange": "#ff8700", "amber": "#ffbf00", "teal": "#00a693",
	"purple": "#8a5cf6", "pink": "#ff6fae", "lime": "#9acd32", "brown": "#a0693a", "indigo": "#5a67d8",
}

// parseColor reads "#rgb", "#rrggbb", an index from 0 to 255, a name, or
// "default" and "" for the terminal's own colour.
func parseColor(text string) (tint, error) {
	if text == "" || text == "default" {
		return tint{}, nil
	}
	if value, ok := colorNames[text]; ok {
		text = value
	}
	if hex, ok := strings.CutPrefix(text, "#"); ok {
		if len(hex) == 3 {
			hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
		}
		v, err := strconv.ParseUint(hex, 16, 32)
		if err == nil && len(hex) == 6 {
			return tint{kind: rgb, r: uint8(v >> 16), g: uint8(v >> 8), b: uint8(v)}, nil
		}
	} else if v, err := strconv.ParseUint(text, 10, 8); err == nil {
		return tint{kind: indexed, index: uint8(v)}, nil
	}
	return tint{}, fmt.Errorf("%q is not a colour: write #rrggbb, a number from 0 to 255, or a name such as red, orange or bright-blue", text)
}

// mustColor is parseColor for the palettes, which the tests check.
func mustColor(text string) tint {
	c, err := parseColor(text)
	if err != nil {
		panic(err)
	}
	return c
}

// override applies "[attribute…] [colour] [on colour]" to a look. What the text
// does not name stays; the word plain takes all attributes away first.
func (l look) override(text string) (look, error) {
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 {
		return l, fmt.Errorf("the style is empty: write for instance %q", "bold #ffd75f on #303030")
	}
	hasFG := false
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "plain" {
			l.attrs = 0
			continue
		}
		if a, ok := attrByWord(word); ok {
			l.attrs |= a
			continue
		}
		if word == "on" {
			if i+1 == len(words) {
				return l, fmt.Errorf("%q names no colour after \"on\"", text)
			}
			i++
			bg, err := parseColor(words[i])
			if err != nil {
				return l, err
			}
			l.bg = bg
			continue
		}
		if hasFG {
			return l, fmt.Errorf("%q names two text colours: put \"on\" before the background", text)
		}
		fg, err := parseColor(word)
		if err != nil {
			return l, err
		}
		l.fg, hasFG = fg, true
	}
	return l, nil
}

func attrByWord(word string) (attrs, bool) {
	for _, w := range attrWords {
		if w.word == word {
			return w.attr, true
		}
	}
	return 0, false
}

// sgr is the escape sequence that turns the look on, "" if there is nothing to turn on.
func (l look) sgr() string {
	var room [64]byte
	codes := append(room[:0], "\x1b["...)
	for _, w := range attrWords {
		if l.attrs&w.attr != 0 {
			codes = append(append(codes, w.code...), ';')
		}
	}
	codes = l.bg.append(l.fg.append(codes, 30, 90, "38;"), 40, 100, "48;")
	if codes[len(codes)-1] != ';' {
		return ""
	}
	codes[len(codes)-1] = 'm'
	return string(codes)
}

// append adds the SGR parameters of a colour, each with a semicolon behind it, given the bases for the first eight
// colours, the bright eight, and the extended form.
func (t tint) append(codes []byte, low, bright int64, extended string) []byte {
	number := func(n int64) { codes = append(strconv.AppendInt(codes, n, 10), ';') }
	switch {
	case t.kind == rgb:
		codes = append(codes, extended+"2;"...)
		number(int64(t.r))
		number(int64(t.g))
		number(int64(t.b))
	case t.kind == noColor:
	case t.index < 8:
		number(low + int64(t.index))
	case t.index < 16:
		number(bright + int64(t.index) - 8)
	default:
		codes = append(codes, extended+"5;"...)
		number(int64(t.index))
	}
	return codes
}

// color is the tint for lipgloss; nil for the terminal's own.
func (t tint) color() color.Color {
	switch t.kind {
	case rgb:
		return color.RGBA{t.r, t.g, t.b, 255}
	case indexed:
		return lipgloss.Color(strconv.Itoa(int(t.index)))
	}
	return nil
}

// at is the nearest colour of a terminal that has no others.
func (t tint) at(profile colorprofile.Profile) tint {
	if t.kind == noColor || t.kind == indexed && t.index < 16 || t.kind == indexed && profile == colorprofile.ANSI256 {
		return t
	}
	switch c := profile.Convert(t.color()).(type) {
	case ansi.IndexedColor:
		return tint{kind: indexed, index: uint8(c)}
	case ansi.BasicColor:
		return tint{kind: indexed, index: uint8(c)}
	}
	return t
}

// style is the look as a lipgloss style, for components that want one.
func (l look) style() lipgloss.Style {
	s := lipgloss.NewStyle()
	if c := l.fg.color(); c != nil {
		s = s.Foreground(c)
	}
	if c := l.bg.color(); c != nil {
		s = s.Background(c)
	}
	has := func(a attrs) bool { return l.attrs&a != 0 }
	if has(bold) {
		s = s.Bold(true)
	}
	if has(faint) {
		s = s.Faint(true)
	}
	if has(italic) {
		s = s.Italic(true)
	}
	if has(underline) {
		s = s.Underline(true)
	}
	if has(reverse) {
		s = s.Reverse(true)
	}
	if has(strike) {
		s = s.Strikethrough(true)
	}
	return s
}

// luminance is the relative luminance of WCAG 2.
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// contrast is the contrast ratio of WCAG 2, from 1 to 21.
func contrast(a, b color.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}
