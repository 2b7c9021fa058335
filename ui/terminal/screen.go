package terminal

import (
	"slices"
	"strconv"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// screen is what the terminal shows, as far as it was written there. A frame is what makes it show something else: the rows whose text is
// another, and of them the cells that are others.
type screen struct {
	w, h      int
	rows      []row  // as they are shown
	next      []row  // as they shall be, where stale; elsewhere as they were: a view that comes back is read already
	former    []row  // as they were before that: a view comes back from behind a dialog, too
	stale     []bool // rows to be looked at
	stretches []stretch
	byPen     []penStretches
	known     bool // what is shown is known: false where it has to be drawn from nothing
	pens      *pens
	clusters  clusters
	plain     plain
	method    ansi.Method
	synced    bool // the terminal can be told where a frame begins and ends

	title  string
	mouse  tea.MouseMode
	cursor bool // it is visible
	shape  int  // of the cursor, 0: the terminal's own

	out  []byte
	x, y int // where the terminal's cursor is; y is -1 where that isn't sure
	pen  pen // which it has
}

func newScreen(profile colorprofile.Profile) *screen {
	return &screen{pens: newPens(profile), method: ansi.WcWidth, y: -1}
}

// forget has the next frame draw everything: something else may have written.
func (s *screen) forget() { s.known = false }

// left has everything set again that was reset when the terminal was left.
func (s *screen) left() {
	s.known, s.title, s.mouse, s.cursor, s.shape = false, "", tea.MouseModeNone, false, 0
}

func (s *screen) setProfile(p colorprofile.Profile) {
	if p != s.pens.profile {
		s.pens.profile, s.pens.between, s.pens.recent, s.known = p, map[[2]pen]string{}, [recentChanges]penChange{}, false
	}
}

// setMethod says how the terminal measures characters of several runes.
func (s *screen) setMethod(m ansi.Method) {
	s.method, s.known, s.plain = m, false, plain{}
}

// resize takes a size. Even where it is the one it was, the terminal may have been smaller meanwhile, and have lost what didn't fit.
func (s *screen) resize(w, h int) {
	s.known = false
	if s.w != w || s.h != h {
		s.w, s.h = w, h
		s.rows, s.next, s.former, s.stale = make([]row, h), make([]row, h), make([]row, h), make([]bool, h)
	}
}

// is reports whether the screen has a size.
func (s *screen) is(size tea.WindowSizeMsg) bool { return s.w == size.Width && s.h == size.Height }

// frame gives what has to be written so that a view is shown, whose content are the lines; nothing where it is shown already. What it
// returns holds until the next.
func (s *screen) frame(v tea.View, lines []string) []byte {
	s.out = s.out[:0]
	if len(s.pens.styles) > mostPens || len(s.clusters.texts) > mostClusters {
		s.pens, s.clusters, s.known = newPens(s.pens.profile), clusters{}, false
	}
	s.setModes(v)
	set := len(s.out)
	known := s.known
	if !known {
		s.clear()
	}
	s.drawRows(lines, known)
	s.selectPen(0)
	if v.Cursor != nil {
		s.moveTo(min(v.Cursor.X, s.w-1), min(v.Cursor.Y, s.h-1))
	}
	return s.framed(set, v.Cursor != nil)
}

// framed puts around the changes what keeps them from being seen one by one. The first bytes set modes.
func (s *screen) framed(set int, cursor bool) []byte {
	was := s.cursor
	s.cursor = cursor
	changes := len(s.out) > set
	if !changes && set == 0 && was == cursor {
		return nil
	}
	var begin, end string
	switch {
	case !changes && was == cursor:
	case s.synced && changes:
		begin, end = ansi.SetModeSynchronizedOutput, ansi.ResetModeSynchronizedOutput
		if was && !cursor {
			begin += ansi.ResetModeTextCursorEnable
		}
		if !was && cursor {
			end = ansi.SetModeTextCursorEnable + end
		}
	default:
		if was {
			begin = ansi.ResetModeTextCursorEnable
		}
		if cursor {
			end = ansi.SetModeTextCursorEnable
		}
	}
	s.out = append(append(s.out, begin...), end...) // room for both
	copy(s.out[len(begin):], s.out[:len(s.out)-len(begin)-len(end)])
	copy(s.out, begin)
	copy(s.out[len(s.out)-len(end):], end)
	return s.out
}

// setModes sets what else a view asks of the terminal.
func (s *screen) setModes(v tea.View) {
	if v.WindowTitle != s.title {
		s.title = v.WindowTitle
		s.write(ansi.SetWindowTitle(v.WindowTitle))
	}
	if v.MouseMode != s.mouse {
		s.mouse = v.MouseMode
		s.write(ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr)
		switch v.MouseMode {
		case tea.MouseModeNone:
		case tea.MouseModeCellMotion:
			s.write(ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr)
		case tea.MouseModeAllMotion:
			s.write(ansi.SetModeMouseAnyEvent + ansi.SetModeMouseExtSgr)
		}
	}
	if shape := cursorShape(v.Cursor); shape != s.shape {
		s.shape = shape
		s.write(ansi.SetCursorStyle(shape))
	}
}

// cursorShape is the shape of the cursor as DECSCUSR counts them.
func cursorShape(c *tea.Cursor) int {
	if c == nil {
		return 0
	}
	shape := int(c.Shape)*2 + 2
	if c.Blink {
		shape--
	}
	return shape
}

func (s *screen) clear() {
	s.known = true
	s.write(ansi.ResetStyle + ansi.CursorHomePosition + ansi.EraseEntireScreen)
	s.x, s.y, s.pen = 0, 0, 0
	for y := range s.rows {
		s.read(&s.rows[y], "")
		for _, r := range []*row{&s.next[y], &s.former[y]} {
			r.cells = r.cells[:0] // pens and clusters may be others
		}
	}
}

// drawRows draws the rows that are others; known are those that are shown, and on an empty screen none has moved. A line that is the same
// string is told at once.
func (s *screen) drawRows(lines []string, known bool) {
	changed := 0
	for y := range s.rows {
		line := ""
		if y < len(lines) {
			line = lines[y]
		}
		if s.stale[y] = line != s.rows[y].text; s.stale[y] {
			if s.next[y].text != line {
				s.next[y], s.former[y] = s.former[y], s.next[y]
			}
			s.read(&s.next[y], line)
			changed++
		}
	}
	if known && changed > leastScrolled {
		s.scroll()
	}
	for y := range s.rows {
		if s.stale[y] {
			s.drawRow(y)
			s.rows[y], s.next[y] = s.next[y], s.rows[y]
		}
	}
	s.drawStretches()
}

// What it costs, in bytes, to jump over cells, and to clear the rest of a line.
const (
	jump  = 5
	erase = 4
)

// drawRow draws the cells of a row that are others, or has them drawn with those of other rows.
func (s *screen) drawRow(y int) {
	was, to := &s.rows[y], &s.next[y]
	if slices.Equal(was.cells, to.cells) { // it has moved here
		return
	}
	if was.odd || to.odd {
		s.drawAnew(y, to)
		return
	}
	end := s.w // of what differs
	for end > 0 && was.cells[end-1] == to.cells[end-1] {
		end--
	}
	text := to.end()
	clears := end-text > erase
	if clears {
		end = text
	}
	for x := 0; x < end; x++ {
		if was.cells[x] == to.cells[x] {
			continue
		}
		from, upTo := x, x+1
		for x++; x < end && x-upTo <= jump; x++ {
			if was.cells[x] != to.cells[x] {
				upTo = x + 1
			}
		}
		from, upTo = to.whole(from, upTo)
		s.drawPart(from, y, to.cells[from:upTo])
		x = upTo - 1
	}
	if clears {
		s.drawPart(text, y, nil)
	}
}

// drawAnew draws a row from its beginning, and knows nothing of where that has ended: a terminal that measures a character differently
// than it is measured here is put right with the next row.
func (s *screen) drawAnew(y int, to *row) {
	s.moveTo(0, y)
	s.selectPen(0)
	s.write(ansi.EraseLineRight)
	end := to.end()
	sure := s.method == ansi.GraphemeWidth
	if !sure {
		s.write(ansi.ResetModeAutoWrap)
	}
	s.drawCells(to.cells[:end])
	if !sure {
		s.write(ansi.SetModeAutoWrap)
	}
	s.y = -1
}

// drawCells writes cells where the cursor is. The last one of the screen is written so that nothing scrolls: but a character of several
// runes, which terminals that don't wrap take for the rest of the one before.
func (s *screen) drawCells(cells []cell) {
	corner := s.y == s.h-1 && s.x+len(cells) == s.w && cells[len(cells)-1]&cluster == 0
	if corner {
		s.write(ansi.ResetModeAutoWrap)
	}
	for _, c := range cells {
		if c.width() == 0 {
			continue // the rest of the one before
		}
		if p := c.pen(); p != s.pen && !s.pens.leaves(s.pen, c) {
			s.selectPen(p)
		}
		if char := uint32(c); char < utf8.RuneSelf { //nolint:gosec // the low half
			s.out = append(s.out, byte(char))
			continue
		}
		s.out = s.clusters.append(s.out, c)
	}
	if corner {
		s.write(ansi.SetModeAutoWrap)
	}
	if s.x += len(cells); s.x >= s.w {
		s.y = -1
	}
}

func (s *screen) write(text string) { s.out = append(s.out, text...) }

func (s *screen) selectPen(p pen) {
	if s.pen != p {
		s.write(s.pens.sequence(s.pen, p))
		s.pen = p
	}
}

// mostBack is how many cells back by one take less than saying where to.
const mostBack = 5

// moveTo brings the cursor to a cell.
func (s *screen) moveTo(x, y int) {
	switch {
	case s.x == x && s.y == y:
		return
	case s.y == y && x == 0:
		s.out = append(s.out, '\r')
	case s.y >= 0 && y == s.y+1 && x <= s.x && s.x-x <= mostBack: // straight down, as raw mode has it
		s.out = append(append(s.out, "\b\b\b\b\b"[:s.x-x]...), '\n')
	case s.y == y && x > s.x:
		s.sequence(x-s.x, 'C')
	case s.y == y:
		s.sequence(s.x-x, 'D')
	case x == 0 && s.y >= 0 && y == s.y+1:
		s.out = append(s.out, '\r', '\n')
	case x == 0:
		s.sequence(y+1, 'H')
	default:
		s.out = append(s.out, '\x1b', '[')
		s.out = append(strconv.AppendInt(s.out, int64(y+1), 10), ';')
		s.out = append(strconv.AppendInt(s.out, int64(x+1), 10), 'H')
	}
	s.x, s.y = x, y
}

// sequence writes a CSI with one number, which may be left out where it is 1.
func (s *screen) sequence(n int, final byte) {
	s.out = append(s.out, '\x1b', '[')
	if n != 1 {
		s.out = strconv.AppendInt(s.out, int64(n), 10)
	}
	s.out = append(s.out, final)
}
