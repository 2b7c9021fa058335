package matrix

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// View draws the matrix.
func (p *Pane) View() []string {
	if p.W <= 0 || p.H <= 0 {
		return p.Frame(nil, widget.Box{})
	}
	if words := p.insteadOf(); words != nil {
		return p.Frame(host.Message(words, p.W, p.H-1, p.Env.Theme), widget.Box{Notes: p.state()})
	}
	around := widget.Box{Notes: p.state(), Stays: p.reading.left() > 0,
		Scroll: widget.Scroll{Top: p.top, Rows: p.shape.rows, All: len(p.rows)}}
	return p.Frame(append(p.keptBody(), draw.Block(p.words(), p.W, 2)...), around)
}

// drawn are the lines of a matrix as they were drawn last, and what they were drawn of.
type drawn struct {
	of    drawnOf
	lines []string
}

type drawnOf struct {
	scene                  host.Scene
	counted                uint64
	w, h                   int
	row, column, top, left int
}

// keptBody is the matrix, drawn anew where anything may be otherwise: it is most of what going into it again takes.
func (p *Pane) keptBody() []string {
	of := drawnOf{p.Env.Scene(), p.counted, p.W, p.H, p.row, p.column, p.top, p.left}
	if p.drawn.lines == nil || p.drawn.of != of {
		p.drawn = drawn{of, p.body()}
	}
	return slices.Clip(p.drawn.lines)
}

// body is the matrix with all that is around it, but the last two lines, which are about the cell under the cursor.
func (p *Pane) body() []string {
	body := p.H - 3
	b := brush{th: p.Env.Theme, risks: p.risks(), end: p.W - p.shape.legend - p.shape.wide()}
	lines := append([]string{p.summary()}, p.numbers(&b)...)
	for row := p.top; row < min(len(p.rows), p.top+p.shape.rows); row++ {
		lines = append(lines, p.line(&b, row))
	}
	lines = append(lines, p.totals(&b))
	for len(lines) < body {
		lines = append(lines, draw.Spaces(p.W-p.shape.legend))
	}
	if p.shape.legend > 0 {
		lines = append(lines[:1:1], draw.Beside(lines[1:], p.legend(body-1))...)
	}
	return lines
}

// risks are the roles of the entitlements by how risky they are.
func (p *Pane) risks() []theme.Role {
	roles := make([]theme.Role, len(p.of.Entitlements))
	for i, x := range p.of.Entitlements {
		_, roles[i] = p.of.Risk(x)
	}
	return roles
}

// insteadOf is what stands in place of a matrix that isn't there, nil when there is one.
func (p *Pane) insteadOf() []string {
	back, err := p.Label("back"), p.reading.firstError()
	switch {
	case len(p.columns) == 0:
		return []string{"This suggestion has no entitlements, so there is nothing to hold.", back + " goes back."}
	case !p.fits():
		return []string{fmt.Sprintf("The access matrix needs %d by %d cells, and has %d by %d.", leastWidth, leastHeight, p.W, p.H),
			"A larger window shows it; the members are a list that fits. " + back + " goes back."}
	case len(p.table.people) > 0:
		return nil
	case err != nil:
		return p.Env.Trouble(err, "see who holds what", "Who holds what could not be read.", back+" goes back.")
	case p.reading.stopped:
		return []string{"Nothing was read.", p.Label("refresh") + " reads who holds what; " + back + " goes back."}
	case p.waiting:
		return []string{"A change has no answer yet; reading goes on after it.", back + " stops it."}
	case !p.reading.over():
		return []string{"Reading who holds what…", back + " stops it."}
	}
	return []string{"The tenant names nobody in this cohort.", p.Label("refresh") + " looks again; " + back + " goes back."}
}

// state is how far the matrix was read.
func (p *Pane) state() []widget.Piece {
	r, all := p.reading, len(p.columns)
	done := all - r.left()
	switch {
	case all == 0 || !p.fits():
		return nil
	case p.waiting:
		return []widget.Piece{{Role: theme.Pending, Text: "waits for a change under way"}}
	case p.Stoppable():
		return []widget.Piece{{Role: theme.Info, Text: fmt.Sprintf("%d of %d entitlements read, %s stops", done, all, p.Label("back"))}}
	case r.leftOver() > 0:
		return []widget.Piece{{Role: theme.Warn, Text: fmt.Sprintf("%d of %d read, the most for %s", done, all,
			widget.Count(int64(r.asked), "request"))}}
	case done < all:
		return []widget.Piece{{Role: theme.Warn, Text: fmt.Sprintf("%d of %d entitlements read", done, all)}}
	}
	age, beside := column.LastRead(p.began, p.Env.Now()), 2 // cells that part it from the title
	if !p.Env.Box().Plain {
		beside = 6
	}
	return []widget.Piece{{Role: theme.Dim, Text: widget.Fitting(p.W-draw.Width(p.Crumbs(p.Heading))-beside,
		"read "+age+", "+widget.Count(int64(r.before+r.asked), "request"), "read "+age, age, "")}}
}

// summary says what the matrix is of and what it comes to.
func (p *Pane) summary() string {
	n, sum := int64(len(p.table.people)), p.sum
	people := widget.Count(n, "person")
	switch {
	case p.table.cut:
		people = "the first " + draw.Count(n) + widget.IfText(p.of.People > n, " of "+draw.Count(p.of.People)) + " people"
	case p.of.People > n:
		people = draw.Count(n) + " of " + widget.Count(p.of.People, "person")
	}
	pieces := []widget.Piece{{Role: theme.Text, Text: people}}
	add := func(n int, role theme.Role, text string) {
		if n > 0 {
			pieces = append(pieces, widget.Piece{Role: role, Text: text})
		}
	}
	add(sum.All, theme.Good, fmt.Sprintf("✓ %d %s it all", sum.All, have(sum.All)))
	add(sum.Gain, theme.Info, fmt.Sprintf("+ %d would gain %s", sum.Gain, widget.Count(int64(sum.Grants), "grant")))
	add(sum.Odd, theme.Warn, "! "+widget.Count(int64(sum.Odd), "outlier"))
	add(sum.Unclear, theme.Pending, fmt.Sprintf("? %d unknown", sum.Unclear))
	add(p.table.without.size(), theme.Warn, fmt.Sprintf("✗ %d left out", p.table.without.size()))
	if n := len(p.columns); n < p.all {
		add(n, theme.Warn, fmt.Sprintf("%d of %d entitlements", n, p.all))
	}
	order := widget.Piece{Role: theme.Dim, Text: widget.IfText(p.sorted, p.order.Words())}
	return widget.DrawPieces(pieces, []widget.Piece{order}, p.W, p.Env.Theme)
}

func have(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// brush paints lines, stretches of one look at a time.
type brush struct {
	th           *theme.Theme
	risks        []theme.Role // by entitlement
	end          int          // blank cells at the end of a line of the matrix
	line, run    []byte
	role, ground theme.Role // theme.Text: no ground
}

func (b *brush) add(role, ground theme.Role, text string) {
	if role != b.role || ground != b.ground {
		b.flush()
		b.role, b.ground = role, ground
	}
	b.run = append(b.run, text...)
}

func (b *brush) flush() {
	if len(b.run) == 0 {
		return
	}
	text := string(b.run)
	if b.ground == theme.Text {
		text = b.th.Paint(b.role, text)
	} else {
		text = b.th.PaintOn(b.role, b.ground, text)
	}
	b.line, b.run = append(b.line, text...), b.run[:0]
}

// text is the line, and begins the next.
func (b *brush) text() string {
	b.flush()
	line := string(b.line)
	b.line = b.line[:0]
	return line
}

// whole is a line of the matrix, with the blanks at its end.
func (b *brush) whole() string {
	b.add(theme.Text, theme.Text, draw.Spaces(b.end))
	return b.text()
}

// inView are the columns in view, by their place.
func (p *Pane) inView() (from, to int) { return p.left, min(len(p.columns), p.left+p.shape.columns) }

// numbers are the lines with the numbers of the entitlements, and how many are out of view.
func (p *Pane) numbers(b *brush) []string {
	n := p.shape.numberLines(len(p.columns))
	from, to := p.inView()
	lines := make([]string, n)
	for i := range lines {
		label := ""
		if i == n-1 {
			label = strings.Join(widget.NonEmpty(widget.IfText(from > 0, fmt.Sprintf("← %d", from)),
				widget.IfText(to < len(p.columns), fmt.Sprintf("→ %d more", len(p.columns)-to))), "  ")
		}
		b.add(theme.Info, theme.Text, draw.Fit(label, p.shape.label, draw.Left))
		for at := from; at < to; at++ {
			number := fmt.Sprintf("%*d", digits(len(p.columns)), at+1)
			if n > 1 {
				number = number[i : i+1]
			}
			if n == 1 {
				number = strings.TrimSpace(number)
			}
			b.add(p.numberRole(b, at), p.ground(-1, at), draw.Fit(number, p.shape.cell, draw.Left))
		}
		b.add(theme.Text, theme.Text, draw.Spaces(p.shape.margin))
		lines[i] = b.whole()
	}
	return lines
}

// numberRole colours the number of an entitlement by its risk.
func (p *Pane) numberRole(b *brush, at int) theme.Role {
	if p.table.without.has(p.columns[at]) {
		return theme.Dim
	}
	if role := b.risks[p.columns[at]]; role != theme.Text {
		return role
	}
	return theme.Header
}

// ground is what a cell is drawn on: the row and the column of the cursor stand out.
func (p *Pane) ground(row, at int) theme.Role {
	switch {
	case row == p.row:
		return theme.Selected
	case at == p.column:
		return theme.SelectedBlur
	}
	return theme.Text
}

// line is a person with all cells in view.
func (p *Pane) line(b *brush, row int) string {
	person := p.rows[row]
	sign, role := p.standSign(person)
	ground := p.ground(row, -1)
	b.add(role, ground, sign+" ")
	name := theme.Text
	if p.sum.Rows[person].Stand == Outlier {
		name = theme.Dim
	}
	b.add(name, ground, draw.Fit(p.table.people[person].Name, p.shape.label-3, draw.Left)+" ")
	from, to := p.inView()
	for at := from; at < to; at++ {
		text, role := p.cell(b, person, p.columns[at])
		if row == p.row && at == p.column {
			text = p.underCursor(text, person, p.columns[at])
		}
		b.add(role, p.ground(row, at), text)
	}
	b.add(role, ground, draw.Fit(p.rowTotal(person), p.shape.margin, draw.Left))
	return b.whole()
}

// standSign is how a person stands, as a sign.
func (p *Pane) standSign(person int) (string, theme.Role) {
	switch p.sum.Rows[person].Stand {
	case HasAll:
		return "✓", theme.Good
	case Gains:
		return "+", theme.Info
	case Outlier:
		return "!", theme.Warn
	}
	return "?", theme.Pending
}

// rowTotal is how much a person has of what would be granted, and would gain.
func (p *Pane) rowTotal(person int) string {
	r := p.sum.Rows[person]
	text := fmt.Sprintf(" %d/%d", r.Held, p.table.kept().size())
	if r.Gained > 0 {
		text += fmt.Sprintf(" +%d", r.Gained)
	}
	return text + widget.IfText(r.Unknown > 0, "?")
}

// cell draws who holds what: a filled cell, an open dot for what would be gained, a sign for what isn't known, nothing while it is unread.
func (p *Pane) cell(b *brush, person, column int) (string, theme.Role) {
	signs := &p.shape.signs
	out := p.table.without.has(column)
	odd := out || p.sum.Columns[column].Outlier || p.sum.Rows[person].Stand == Outlier
	switch c := p.table.At(person, column); {
	case c == Holds && odd:
		return signs.odd, theme.Dim
	case c == Holds && p.sum.Rows[person].Stand == HasAll:
		return signs.held, theme.Good
	case c == Holds:
		return signs.held, theme.BarFull
	case c == Lacks && (out || b.risks[column] == theme.Text):
		return signs.gained, theme.Dim
	case c == Lacks:
		return signs.gained, b.risks[column]
	case c == Unknown:
		return signs.unknown, theme.Pending
	}
	return signs.unread, theme.Text
}

// underCursor is the cell under the cursor: what is filled has the ground around it.
func (p *Pane) underCursor(text string, person, column int) string {
	if p.table.At(person, column) == Holds {
		return p.shape.signs.here
	}
	return text
}

// totals is how many hold each entitlement: a number, or where that has no room how high a bar is. It says how many people are below.
func (p *Pane) totals(b *brush) string {
	label := "held by"
	if below := len(p.rows) - p.top - p.shape.rows; below > 0 {
		label = widget.Fitting(p.shape.label-1, fmt.Sprintf("↓ %d more · held by", below), fmt.Sprintf("↓ %d more", below))
	}
	b.add(theme.Label, theme.Text, draw.Fit(label, p.shape.label-1, draw.Left)+" ")
	from, to := p.inView()
	people := len(p.table.people)
	for at := from; at < to; at++ {
		c := p.sum.Columns[p.columns[at]]
		text, role := p.holders(p.columns[at]), theme.Value
		if digits(people) >= p.shape.cell && c.Held+c.Lacking > 0 {
			text = bar(c.Held, people)
		} else if draw.Width(text) >= p.shape.cell {
			text = strings.TrimSuffix(text, "?")
		}
		if c.Outlier || p.table.without.has(p.columns[at]) {
			role = theme.Dim
		}
		b.add(role, p.ground(-1, at), draw.Fit(text, p.shape.cell, draw.Left))
	}
	b.add(theme.Text, theme.Text, draw.Spaces(p.shape.margin))
	return b.whole()
}

// holders are how many hold an entitlement, with a sign where that isn't known of everybody: "" while nothing of it was read.
func (p *Pane) holders(column int) string {
	switch c := p.sum.Columns[column]; {
	case c.Held+c.Lacking > 0:
		return fmt.Sprint(c.Held) + widget.IfText(c.Unknown > 0, "?")
	case (p.table.complete | p.table.failed).has(column):
		return "?"
	}
	return ""
}

// bar is a share as the height of a sign.
func bar(part, of int) string {
	heights := []rune("▁▂▃▄▅▆▇█")
	if of == 0 || part == 0 {
		return "·"
	}
	return string(heights[min(len(heights)-1, part*len(heights)/of)])
}
