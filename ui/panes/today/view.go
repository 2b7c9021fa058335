package today

import (
	"fmt"
	"strings"
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// beside is the width from which what is said about a line stands beside it; below that it stands under it, where there is room.
const beside = 110

// The lines of the screen that a line takes where its first records are shown below it: itself, the records, and an empty one.
const (
	leastWithItems = 4
	mostWithItems  = 6
)

// indent is where stands what is said below a line.
const indent = "         "

// spacing is how many lines of the screen a line takes: itself, what is said about it, and an empty one where there is room. It is the
// same for all of them, so that nothing moves while they are read.
func (p *Pane) spacing() int {
	room := p.H - 1 - p.above()
	n := max(1, len(p.lines))
	switch {
	case (room+1)/n >= leastWithItems:
		return min((room+1)/n, mostWithItems)
	case p.W >= beside && room >= 2*n-1:
		return 2
	case p.W >= beside:
		return 1
	case room >= 3*n-1:
		return 3
	case room >= 2*n:
		return 2
	}
	return 1
}

// above is how many empty lines stand below the headline.
func (p *Pane) above() int {
	if p.H-2 >= 2*len(p.lines) {
		return 1
	}
	return 0
}

// shown is how many lines fit; the last needs no empty one behind it.
func (p *Pane) shown() int {
	room := p.H - 1 - p.above()
	if p.spacing() >= leastWithItems {
		room++
	}
	return max(1, room/p.spacing())
}

// Redraw draws the lines anew, after something that they say has changed.
func (p *Pane) Redraw() {
	if p.W <= 0 || p.H <= 0 {
		return
	}
	p.Scene = p.Env.Scene()
	p.said, p.drawn = p.said[:0], p.drawn[:0]
	for _, l := range p.lines {
		p.said = append(p.said, p.say(l))
	}
	p.measure(p.said)
	for _, s := range p.said {
		p.drawn = append(p.drawn, p.drawLine(s, false))
	}
	p.draw()
}

// draw draws what the lines say, with the one under the cursor in view.
func (p *Pane) draw() {
	if p.W <= 0 || p.H <= 0 {
		return
	}
	p.top = max(0, min(p.top, p.at, len(p.said)-p.shown()))
	p.top = max(p.top, p.at-p.shown()+1)
	p.rows = p.rows[:0]
	for range p.above() {
		p.rows = append(p.rows, "")
	}
	for i := p.top; i < len(p.said) && i < p.top+p.shown(); i++ {
		if i == p.at {
			p.rows = append(p.rows, p.drawLine(p.said[i], true)...)
		} else {
			p.rows = append(p.rows, p.drawn[i]...)
		}
	}
	p.rows = p.rows[:min(len(p.rows), max(0, p.H-1))]
}

// View draws the headline and the lines.
func (p *Pane) View() []string {
	if p.W <= 0 || p.H <= 0 {
		return nil
	}
	b := widget.Box{Scroll: widget.Scroll{Top: p.top, Rows: p.shown(), All: len(p.lines)}}
	if age := p.age(); age != "" {
		b.Notes = []widget.Piece{{Role: theme.Dim, Text: age}}
	}
	b.Stays = p.wait.Waited(p.Env.Clock()) >= host.WaitIsLong // how to stop waiting matters more
	if p.W >= 60 && !b.Stays {
		b.Title = []widget.Piece{{Role: theme.Dim, Text: "what needs somebody now"}}
	}
	if below := len(p.lines) - p.top - p.shown(); below > 0 && !(b.Stays && p.W < 60) {
		b.Count = []widget.Piece{{Role: theme.Info, Text: fmt.Sprintf("%d more ↓", below)}}
	}
	if words := p.inPlaceOfLines(); words != nil {
		b.Scroll, b.Count = widget.Scroll{}, nil
		return p.Frame(host.Message(words, p.W, p.H-1, p.Env.Theme), b)
	}
	return p.Frame(p.rows, b)
}

// inPlaceOfLines is what is said when nothing at all could be read, and for one reason; nil otherwise.
func (p *Pane) inPlaceOfLines() []string {
	why := ""
	for _, t := range p.topics {
		if t.err == nil || t.state != idle || t.found != nil {
			return nil
		}
		what, _ := p.Env.Explain(t.err)
		if why != "" && what != why {
			return nil
		}
		why = what
	}
	switch {
	case len(p.topics) == 0:
		return nil
	case api.KindOf(p.topics[0].err) == api.KindUnsupported:
		return []string{nothingRead, "This tenant offers none of the lists that Today counts.", p.Label("refresh") + " tries again."}
	}
	return p.Env.Trouble(p.topics[0].err, "see any of what Today counts", nothingRead)
}

// nothingRead is the headline in place of all lines.
const nothingRead = "Today could not be read."

// age says how old the oldest of the numbers is, or whom is waited for.
func (p *Pane) age() string {
	if waited := p.wait.Waited(p.Env.Clock()); waited >= host.WaitIsLong {
		room := p.W - draw.Width(p.Heading) - 2
		return widget.Fitting(room, p.Env.WaitingWords(waited)+"; "+p.Label("back")+" stops it", p.Env.DoingWords("waiting", waited, room))
	}
	if p.count(idle) < len(p.topics) {
		return fmt.Sprintf("%d of %s read", p.linesRead(), widget.Count(int64(len(p.lines)), "line"))
	}
	var oldest time.Time
	for _, t := range p.topics {
		if !t.read.IsZero() && (oldest.IsZero() || t.read.Before(oldest)) {
			oldest = t.read
		}
	}
	if oldest.IsZero() {
		return ""
	}
	return "read " + column.LastRead(oldest, p.Env.Now())
}

// linesRead is how many lines say what was read now: some are read together.
func (p *Pane) linesRead() (n int) {
	for _, l := range p.lines {
		if l.of.state == idle {
			n++
		}
	}
	return n
}

// drawLine draws a line of the pane in as many lines as it takes.
func (p *Pane) drawLine(said said, selected bool) []string {
	withItems := p.spacing() >= leastWithItems
	if !withItems && len(said.facts) == 0 {
		room := p.W - len(indent)
		if p.W >= beside {
			room = p.besideRoom(said)
		}
		said.facts = named(said, room)
	}
	var lines []string
	if p.W >= beside {
		if widget.PiecesWidth(said.facts) <= p.besideRoom(said) { // else what is said comes out of its column rather than be cut
			said.words = draw.Fit(said.words, p.wordsWidth(), draw.Left)
		}
		lines = append(lines, p.oneLine(said, said.facts, selected))
	} else {
		lines = append(lines, p.oneLine(said, nil, selected))
		if p.spacing() > 1 && (!withItems || len(said.facts) > 0) {
			room := max(0, p.W-len(indent))
			lines = append(lines, indent+widget.DrawPieces(whole(said.facts, room), nil, room, p.Env.Theme))
		}
	}
	if withItems {
		lines = append(lines, p.drawItems(said.items, p.spacing()-1-len(lines))...)
	}
	for len(lines) < p.spacing() {
		lines = append(lines, "")
	}
	return lines[:p.spacing()]
}

// drawItems draws the first records of a line in columns: why they are there, their names, what else tells.
func (p *Pane) drawItems(items []host.TodayItem, n int) (lines []string) {
	th := p.Env.Theme
	for _, item := range items[:max(0, min(n, len(items)))] {
		name := draw.Fit(item.Name, min(p.nameWidth, max(0, p.W-len(indent)-p.whyWidth-2)), draw.Left)
		line := indent + th.Paint(item.Why.Role, draw.Fit(item.Why.Text, p.whyWidth, draw.Left)) + "  " + th.Paint(theme.Text, name)
		room := p.W - len(indent) - p.whyWidth - 2 - draw.Width(name)
		for _, f := range item.Facts {
			if text := draw.Clean(f.Text); draw.Width(text)+2 <= room {
				line += "  " + th.Paint(f.Role, text)
				room -= 2 + draw.Width(text)
			}
		}
		lines = append(lines, line+draw.Spaces(max(0, room)))
	}
	return lines
}

// measure finds the widths of the columns in which the records of all lines stand.
func (p *Pane) measure(all []said) {
	const most = 48
	p.whyWidth, p.nameWidth, p.numberWidth = 0, 0, p.leastNumber()
	for _, s := range all {
		p.numberWidth = max(p.numberWidth, draw.Width(s.number))
		for _, item := range s.items {
			p.whyWidth = min(max(p.whyWidth, draw.Width(draw.Clean(item.Why.Text))), p.W/4)
			p.nameWidth = min(max(p.nameWidth, draw.Width(draw.Clean(item.Name))), most)
		}
	}
}

// oneLine is the sign, the number and the words of a line, what stands behind them, and a note at the right.
func (p *Pane) oneLine(s said, facts []widget.Piece, selected bool) string {
	th := p.Env.Theme
	paint := func(role theme.Role, text string) string {
		if selected {
			return th.PaintOn(role, theme.Selected, text)
		}
		return th.Paint(role, text)
	}
	mark := "  "
	if selected {
		mark = "▌ "
	}
	number := draw.Fit(s.number, p.numberWidth, draw.Right)
	head := draw.Truncate(s.words, max(0, p.W-p.numberWidth-5))
	line := paint(theme.Accent, mark) + paint(s.role, s.sign+" ") + paint(s.role, number) + paint(theme.Text, " ") + paint(s.wordsRole, head)
	room := p.W - p.numberWidth - 5 - draw.Width(head)
	note := ""
	if s.note != "" && draw.Width(s.note)+4 <= room {
		note = "  " + s.note + "  "
		room -= draw.Width(note)
	}
	var text strings.Builder
	for _, f := range whole(facts, room-2) {
		text.WriteString(paint(theme.Text, "  ") + paint(f.Role, f.Text))
		room -= 2 + draw.Width(f.Text)
	}
	line += text.String() + paint(theme.Text, draw.Spaces(max(0, room)))
	if note != "" {
		line += paint(theme.Dim, note)
	}
	return line
}

// leastNumber is how many cells the numbers have at least, so that few of them move when they are read.
func (p *Pane) leastNumber() int {
	const leastWide, leastNarrow = 4, 3
	if p.W < 60 {
		return leastNarrow
	}
	return leastWide
}

// wordsWidth is the room for the words of all lines, so that what is said about them stands in a column.
func (p *Pane) wordsWidth() int {
	most := 0
	for _, l := range p.lines {
		most = max(most, draw.Width(l.Many), draw.Width(l.None), draw.Width(unknown(l)))
	}
	return min(most, p.W/2) + 1
}

// besideRoom is the room for what is said about a line, in its column.
func (p *Pane) besideRoom(s said) int {
	room := p.W - p.numberWidth - 5 - p.wordsWidth() - 2
	if s.note != "" {
		room -= draw.Width(s.note) + 4
	}
	return room
}

// said is a line in words.
type said struct {
	sign, number, words, note string
	role, wordsRole           theme.Role
	facts                     []widget.Piece // behind trouble, where there is any
	items                     []host.TodayItem
	count                     int
}

// say puts what is known about a line in words.
func (p *Pane) say(l line) said {
	f := l.found()
	s := said{sign: "…", words: host.FirstOf(l.Title, l.Many), role: theme.Dim, wordsRole: theme.Dim}
	switch {
	case l.of.err != nil && l.of.state == idle && f == nil:
		return p.sayTrouble(l, s)
	case f == nil:
		return s
	case f.Count == 0:
		s.sign, s.role, s.words = "✓", theme.Good, l.None
	default:
		s.sign, s.role, s.number, s.wordsRole, s.words = "●", l.Role, draw.Count(int64(f.Count)), theme.Value, l.Many
		if f.Count == 1 {
			s.words = l.One
		}
		if f.Facts != nil {
			s.facts = f.Facts(p.Env)
		}
		if s.count = f.Count; f.Items != nil {
			s.items = f.Items(p.Env)
		}
	}
	if f.More {
		s.note = fmt.Sprintf("of %s read, more", draw.Count(int64(f.Of)))
	}
	if l.of.err != nil && l.of.state == idle {
		s.facts = append([]widget.Piece{{Role: theme.Warn, Text: p.notReadAgain(l)}}, s.facts...)
	}
	return s
}

// unknown says of a line that nothing is known.
func unknown(l line) string { return host.FirstOf(l.Title, host.Capital(l.Many)) + ": unknown" }

// notReadAgain says that what a line says is of before, and why where no line above it has said so.
func (p *Pane) notReadAgain(l line) string {
	why, _ := p.Env.Explain(l.of.err)
	for _, above := range p.lines {
		if above == l {
			break
		}
		if above.of.err == nil || above.of.state != idle {
			continue
		}
		if said, _ := p.Env.Explain(above.of.err); said == why {
			return "not read again"
		}
	}
	return "not read again (" + strings.TrimSuffix(why, ".") + ")"
}

// sayTrouble says why nothing is known about a line.
func (p *Pane) sayTrouble(l line, s said) said {
	words, _ := p.Env.Explain(l.of.err)
	s.sign, s.role, s.words = "?", theme.Warn, unknown(l)
	s.facts = []widget.Piece{{Role: theme.Warn, Text: words}}
	if l.of.worthAnotherTry() {
		s.facts = append(s.facts, widget.Piece{Role: theme.Info, Text: p.Label("open") + " tries again."})
	}
	return s
}

// showsWhy reports whether there is room for the whole reason why nothing is known about a line.
func (p *Pane) showsWhy(l line) bool {
	why, _ := p.Env.Explain(l.of.err)
	width := draw.Width(draw.Clean(why))
	if p.W >= beside {
		return width <= p.W-p.numberWidth-5-p.wordsWidth()-2
	}
	return p.spacing() > 1 && width <= p.W-len(indent)
}
