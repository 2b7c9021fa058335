package terminal

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// cell is one cell of the screen in a number: the character in the low 32 bits, then the pen it is drawn with, then how many cells it
// takes. Screens are compared cell by cell at every key, and numbers compare fast and are nothing to the garbage collector.
type cell uint64

const (
	blank      = cell(' ') | 1<<widthShift
	penShift   = 32
	widthShift = 48
	cluster    = 1 << 31 // the character is the number of a cluster, not a rune
)

func (c cell) pen() pen   { return pen(c >> penShift) }
func (c cell) width() int { return int(c >> widthShift) }

// pen is the number of a style; 0 is the plain one.
type pen uint16

// pens know the styles that were met, and what is written to go from one to another.
type pens struct {
	profile colorprofile.Profile
	styles  []uv.Style
	blanks  []pen // what of each style is seen of an empty cell
	numbers map[uv.Style]pen
	after   map[selecting]pen
	between map[[2]pen]string
	recent  [recentChanges]penChange // what of that was written last, at the place of its pens
}

// penChange is what is written to go from one pen to another.
type penChange struct {
	from, to pen
	text     string
}

// recentChanges is how many changes are found without the map: more than a screen has, which are met a few hundred times in each frame.
const recentChanges = 512

// place is where a change is among those that were written last.
func (c *penChange) place() int { return (int(c.from)*23 + int(c.to)) % recentChanges }

// selecting is a sequence that selects a style, met where another one holds.
type selecting struct {
	at       pen
	sequence string
}

// mostPens and mostClusters are more than any theme and text have; what is beyond begins anew.
const (
	mostPens     = 1 << 14
	mostClusters = 1 << 16
)

func newPens(profile colorprofile.Profile) *pens {
	return &pens{profile: profile, styles: []uv.Style{{}}, blanks: []pen{0}, numbers: map[uv.Style]pen{{}: 0}, after: map[selecting]pen{},
		between: map[[2]pen]string{}}
}

// selected is the pen behind a sequence CSI … m.
func (p *pens) selected(at pen, sequence string) pen {
	key := selecting{at, sequence}
	if to, known := p.after[key]; known {
		return to
	}
	parser := ansi.GetParser()
	defer ansi.PutParser(parser)
	_, _, _, _ = ansi.DecodeSequence(sequence, ansi.NormalState, parser)
	style := p.styles[at]
	uv.ReadStyle(parser.Params(), &style)
	to := p.number(style)
	p.after[selecting{at, strings.Clone(sequence)}] = to
	return to
}

// number is the pen of a style.
func (p *pens) number(style uv.Style) pen {
	to, known := p.numbers[style]
	if !known {
		to = pen(len(p.styles)) //nolint:gosec // there are few
		p.styles, p.blanks = append(p.styles, style), append(p.blanks, to)
		p.numbers[style] = to
		if style.Underline == uv.UnderlineNone && style.Attrs&(uv.AttrReverse|uv.AttrStrikethrough) == 0 {
			seen := p.number(uv.Style{Bg: style.Bg}) // which may make room for another
			p.blanks[to] = seen
		}
	}
	return to
}

// blank is an empty cell, in no more of a style than is seen where there is no sign: what changes only the rest isn't drawn.
func (p *pens) blank(at pen) cell { return blank | cell(p.blanks[at])<<penShift }

// leaves reports whether a cell looks as it shall with the pen that is in use.
func (p *pens) leaves(at pen, c cell) bool { return uint32(c) == ' ' && p.blanks[at] == c.pen() }

// sequence takes the terminal from one pen to another.
func (p *pens) sequence(from, to pen) string {
	if from == to {
		return ""
	}
	is := penChange{from: from, to: to}
	last := &p.recent[is.place()]
	if last.from != from || last.to != to {
		is.text = p.anySequence(from, to)
		*last = is
	}
	return last.text
}

// anySequence is the same of pens that may not have been met lately.
func (p *pens) anySequence(from, to pen) string {
	key := [2]pen{from, to}
	text, known := p.between[key]
	if known {
		return text
	}
	before, after := uv.ConvertStyle(p.styles[from], p.profile), uv.ConvertStyle(p.styles[to], p.profile)
	text = uv.StyleDiff(&before, &after)
	if !after.IsZero() && text != "" {
		if anew := "\x1b[;" + strings.TrimPrefix(after.String(), "\x1b["); len(anew) < len(text) {
			text = anew
		}
	}
	p.between[key] = text
	return text
}

// clusters are the characters of more than one rune that were met.
type clusters struct {
	texts   []string
	numbers map[string]cell
}

func (c *clusters) number(text string) cell {
	if r, n := utf8.DecodeRuneInString(text); n == len(text) {
		return cell(r)
	}
	if n, known := c.numbers[text]; known {
		return n
	}
	if c.numbers == nil {
		c.numbers = map[string]cell{}
	}
	text = strings.Clone(text)
	n := cell(len(c.texts)) | cluster
	c.texts = append(c.texts, text)
	c.numbers[text] = n
	return n
}

// append adds the character of a cell to what is written.
func (c *clusters) append(out []byte, of cell) []byte {
	if of&cluster != 0 {
		return append(out, c.texts[uint32(of)&^cluster]...)
	}
	return utf8.AppendRune(out, rune(uint32(of))) //nolint:gosec // it was made of a rune
}

// row is a line of the screen.
type row struct {
	text  string
	cells []cell
	odd   bool // it has characters that terminals measure differently
}

// end is how many cells there are up to the last that isn't blank.
func (r *row) end() int {
	end := len(r.cells)
	for end > 0 && r.cells[end-1] == blank {
		end--
	}
	return end
}

// whole widens a part of the row so that it has no half of a character.
func (r *row) whole(from, upTo int) (int, int) {
	for from > 0 && r.cells[from].width() == 0 {
		from--
	}
	for upTo < len(r.cells) && r.cells[upTo].width() == 0 {
		upTo++
	}
	return from, upTo
}

// read makes a row of a line: exactly as many cells as the screen is wide. One that holds the line already stays.
func (s *screen) read(r *row, line string) {
	if r.text == line && len(r.cells) == s.w {
		return
	}
	r.text, r.odd = line, false
	if cap(r.cells) < s.w {
		r.cells = make([]cell, s.w)
	}
	r.cells = r.cells[:s.w]
	at := pen(0)
	x := 0
	for i := 0; i < len(line) && x < s.w; {
		switch c := line[i]; {
		case c == ' ' && s.standsAlone(line[i+1:]):
			r.cells[x] = s.pens.blank(at)
			x++
			i++
		case c > ' ' && c < 0x7f && s.standsAlone(line[i+1:]):
			r.cells[x] = blank&^0xff | cell(c) | cell(at)<<penShift
			x++
			i++
		case c == ansi.ESC:
			n := sequenceLength(line[i:])
			if n == len(ansi.ResetStyle) && line[i:i+n] == ansi.ResetStyle {
				at = 0
			} else if line[i+n-1] == 'm' {
				at = s.pens.selected(at, line[i:i+n])
			}
			i += n
		default:
			n, width := s.readCluster(r, x, at, line[i:])
			x += width
			i += n
		}
	}
	for ; x < s.w; x++ {
		r.cells[x] = blank
	}
}

// standsAlone reports whether what follows a letter is sure to be a character of its own.
func (s *screen) standsAlone(rest string) bool {
	if rest == "" || rest[0] < utf8.RuneSelf {
		return true
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return isCommon(r) || s.plain.is(r, s.method)
}

// plain knows which characters take one cell everywhere, and join neither the letter before them nor the one behind: those of the usual
// scripts and signs.
type plain [0x3000]uint8

const (
	isPlain = iota + 1
	isnt
)

func (p *plain) is(r rune, method ansi.Method) bool {
	if int(r) >= len(p) {
		return false
	}
	if p[r] == 0 {
		const letter = "a"
		text := string(r)
		before, _ := ansi.FirstGraphemeCluster(letter+text, method)
		behind, width := ansi.FirstGraphemeCluster(text+letter, method)
		p[r] = isnt
		if before == letter && behind == text && width == 1 && ansi.StringWidth(text) == 1 && ansi.StringWidthWc(text) == 1 {
			p[r] = isPlain
		}
	}
	return p[r] == isPlain
}

// isCommon reports whether a character is one of those that the console draws with, or a letter of Greek or Cyrillic: one cell wide
// everywhere, and alone. The library, asked for the first time, makes tables of two megabytes.
func isCommon(r rune) bool {
	switch {
	case r < 0x2010:
		return r >= 0x370 && r <= 0x482 || r >= 0x48a && r <= 0x52f
	case r < 0x2500:
		return r <= 0x2027 || r >= 0x2190 && r <= 0x21ff
	}
	return r <= 0x25fc || r == '✓' || r == '✗'
}

// readCluster reads a character that isn't a plain letter, and tells how many bytes and cells it takes.
func (s *screen) readCluster(r *row, x int, at pen, rest string) (n, width int) {
	char, size := utf8.DecodeRuneInString(rest)
	ends := len(rest) == size || rest[size] < utf8.RuneSelf
	if isCommon(char) && s.standsAlone(rest[size:]) || ends && char >= utf8.RuneSelf && s.plain.is(char, s.method) {
		r.cells[x] = cell(char) | cell(at)<<penShift | 1<<widthShift
		return size, 1
	}
	text, width := ansi.FirstGraphemeCluster(rest, s.method)
	if text == "" {
		return 1, 0
	}
	switch {
	case width == 0 && text[0] < utf8.RuneSelf: // a control character, which nothing here draws
	case width == 0 && x > 0: // it belongs to the character before
		r.odd = r.odd || r.cells[x-1].width() != 1
		last := r.cells[x-1]
		r.cells[x-1] = last&^0xffffffff | s.clusters.number(string(s.clusters.append(nil, last))+text)
	case width == 0:
	case x+width > s.w: // it is cut
		for i := x; i < s.w; i++ {
			r.cells[i] = s.pens.blank(at)
		}
		return len(text), s.w - x
	default:
		r.odd = r.odd || !s.isSure(text, width)
		r.cells[x] = s.clusters.number(text) | cell(at)<<penShift | cell(width)<<widthShift //nolint:gosec // a few cells
		for more := 1; more < width; more++ {
			r.cells[x+more] = cell(at) << penShift
		}
	}
	return len(text), width
}

// isSure reports whether every terminal gives a character as many cells: of the wide ones those of East Asian scripts, and where it
// measures as it is measured here, those of one rune.
func (s *screen) isSure(text string, width int) bool {
	if ansi.StringWidth(text) != width || ansi.StringWidthWc(text) != width {
		return false
	}
	char, n := utf8.DecodeRuneInString(text)
	return width == 1 || n == len(text) && width == 2 && (s.method == ansi.GraphemeWidth || isEastAsian(char))
}

// isEastAsian reports whether a character is a syllable or an ideograph that has taken two cells ever since. The hexagrams among them have
// only since Unicode 16.
func isEastAsian(char rune) bool {
	isHexagram := char >= 0x4dc0 && char <= 0x4dff
	return char >= 0x3041 && char <= 0x9fff && !isHexagram || char >= 0xac00 && char <= 0xd7a3 || char >= 0xff01 && char <= 0xff60
}

// sequenceLength is how long the escape sequence is that a text begins with.
func sequenceLength(text string) int {
	if len(text) > 2 && text[1] == '[' {
		for i := 2; i < len(text); i++ {
			if text[i] >= 0x40 && text[i] < 0x7f {
				return i + 1
			}
		}
		return len(text)
	}
	_, _, n, _ := ansi.DecodeSequence(text, ansi.NormalState, nil)
	return max(1, n)
}
