package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// wide is the width from which list and detail stand side by side.
const wide = 120

func (p *list) wide() bool { return p.w >= wide }

// coversList reports whether the detail stands over the list.
func (p *list) coversList() bool { return p.onDetail && !p.wide() }

func (p *list) showsDetail() bool { return p.wide() || p.onDetail }

// detailWidth is what the detail keeps beside a list that wants more than its share.
const detailWidth = 68

// listWidth is the list's share of the screen, more where its columns want more and the detail still has enough.
func (p *list) listWidth() int {
	if !p.wide() {
		return p.w
	}
	return max(p.w*11/20-1, min(p.grid.Want(), p.w-detailWidth-3))
}

// layout gives every part its cells. The first line is the list's own headline.
func (p *list) layout() {
	body := max(0, p.h-1)
	listHeight := body
	if p.find.typing {
		listHeight = max(0, body-1)
	}
	p.grid.SetSize(p.listWidth(), listHeight)
	switch {
	case p.wide():
		p.detail.resize(p.w-p.listWidth()-3, body)
	case p.onDetail:
		p.detail.resize(p.w, body)
	}
}

// view draws exactly h lines of exactly w cells.
func (p *list) view() []string {
	if p.h <= 0 || p.w <= 0 {
		return nil
	}
	if p.coversList() {
		return append([]string{p.detailHeadline()}, p.detail.view()...)
	}
	words := p.inPlaceOfRows()
	if words != nil { // there is no detail beside it either
		return append([]string{p.headline()}, p.listBody(words, p.w)...)
	}
	lines := p.listBody(words, p.listWidth())
	if p.wide() {
		detail := p.beside()
		edge := " " + p.env.theme.Paint(p.edgeRole(), "│") + " "
		for i := range lines {
			lines[i] += edge + detail[i]
		}
	}
	return append([]string{p.headline()}, lines...)
}

func (p *list) edgeRole() theme.Role {
	if p.onDetail {
		return theme.BorderFocus
	}
	return theme.Border
}

// listBody is the grid, or the words in its place, and the filter line while it is typed in.
func (p *list) listBody(words []string, w int) []string {
	h := p.h - 1
	var filterLine []string
	if p.find.typing {
		filterLine = []string{p.filterLine(w)}
		h--
	}
	if h < 0 {
		return filterLine[:p.h-1]
	}
	var lines []string
	if words != nil {
		lines = message(words, w, h, p.env.theme)
	} else {
		lines = p.grid.View(p.env, p.env.theme, !p.onDetail)
	}
	return append(lines, filterLine...)
}

// headline is the list's first line: what is shown, out of what, in which order, how old. In few cells it says less.
func (p *list) headline() string {
	left := p.headPieces(false)
	if piecesWidth(left) > p.w {
		left = p.headPieces(true)
	}
	var right []piece
	if age := p.age(); age != "" {
		right = append(right, piece{theme.Dim, fitting(p.w-piecesWidth(left)-2, "read "+age, age, "")})
	}
	return drawPieces(left, right, p.w, p.env.theme)
}

func (p *list) headPieces(brief bool) []piece {
	pieces := []piece{{theme.Title, p.resource.title}}
	for _, c := range p.choices {
		if c.name == p.query.choice {
			pieces = append(pieces, piece{theme.Text, c.title})
		}
	}
	if words := p.query.narrowedTo(); words != "" {
		pieces = append(pieces, piece{theme.Match, words})
	}
	if !brief {
		pieces = append(pieces, p.viewPieces()...)
	}
	pieces = append(pieces, p.filterPieces(brief)...)
	pieces = append(pieces, p.countPieces(brief)...)
	if n, ranging := p.grid.InRange(); ranging {
		pieces = append(pieces, piece{theme.Marked, fmt.Sprintf("range of %s, %s marks it", count(int64(n), "row"), p.label("mark.range"))})
	}
	if n := p.grid.MarkCount(); n > 0 {
		text := draw.Count(int64(n)) + " marked"
		if hidden := p.grid.HiddenMarks(); hidden > 0 {
			text += fmt.Sprintf(" (%d hidden)", hidden)
		}
		pieces = append(pieces, piece{theme.Marked, text})
	}
	pieces = append(pieces, p.askedPieces()...)
	if s := p.grid.Sort(); s.Column != "" && !brief { // the header shows it, too
		pieces = append(pieces, piece{theme.Dim, "by " + p.columnTitle(s.Column) + arrow(s.Desc)})
	}
	pieces = append(pieces, p.standingPieces()...)
	return slices.DeleteFunc(pieces, func(s piece) bool { return s.text == "" })
}

// columnTitle is what a column is called in a sentence, as its header says.
func (p *list) columnTitle(name string) string {
	for _, c := range p.columns {
		if c.Name == name {
			return strings.ToLower(c.Title)
		}
	}
	return name
}

func arrow(desc bool) string {
	if desc {
		return " ▼"
	}
	return " ▲"
}

// filterPieces say which filter decides what is shown.
func (p *list) filterPieces(brief bool) []piece {
	if !p.find.active() {
		return nil
	}
	text := "“" + draw.Truncate(draw.Clean(p.find.text), max(6, p.w/4)) + "”"
	return []piece{{theme.Match, ifText(!brief, "filter ") + text}}
}

// countPieces say how many rows there are, out of which, and what the tenant was asked for.
func (p *list) countPieces(brief bool) []piece {
	counted := p.countPiece(brief)
	if p.query.text == "" || strings.HasSuffix(counted.text, p.searchedFor()) {
		return []piece{counted}
	}
	return []piece{counted, {theme.Match, strings.TrimPrefix(p.searchedFor(), " for ")}}
}

// searchedFor is what the tenant was asked for, after the number that it found.
func (p *list) searchedFor() string { return " for “" + p.query.text + "” on the tenant" }

// countPiece says how many rows there are, and out of which.
func (p *list) countPiece(brief bool) piece {
	more, loaded := p.load.inView().more, draw.Count(int64(p.grid.Len()))
	switch {
	case p.grid.Len() == 0 && (more || p.load.loading || p.load.err != nil || p.asksNothing()):
		return piece{theme.Dim, ""}
	case p.load.walking && brief:
		return piece{theme.Info, loaded + ", " + p.label("back") + " stops"}
	case p.load.walking:
		return piece{theme.Info, loaded + " loaded so far, " + p.label("back") + " stops"}
	case p.grid.Similar():
		return piece{theme.Warn, fmt.Sprintf("none of %s, %d similar", loaded+ifText(more, " loaded"), p.grid.Shown())}
	case p.find.active() && more:
		return piece{theme.Match, draw.Count(int64(p.grid.Shown())) + " of " + loaded + " loaded"}
	case p.find.active():
		return piece{theme.Match, draw.Count(int64(p.grid.Shown())) + " of " + loaded}
	case p.lost():
		return p.openedCount()
	case p.query.text != "" && (more || p.load.inView().incomplete != ""):
		return piece{theme.Match, loaded + " loaded of those found" + p.searchedFor()}
	case p.query.text != "":
		return piece{theme.Match, loaded + " found" + p.searchedFor()}
	case more && brief:
		return piece{theme.Dim, loaded + "+"}
	case more:
		return piece{theme.Dim, loaded + " loaded, more below"}
	case p.load.inView().incomplete != "":
		return piece{theme.Dim, loaded + " loaded"}
	}
	return piece{theme.Dim, loaded + " " + firstOf(p.counted, "in all")}
}

// asksNothing reports whether the tenant isn't asked for rows yet, because there is nothing to ask about.
func (p *list) asksNothing() bool {
	return p.unasked != nil && p.unasked(p.query) || p.counted != "" && p.grid.Len() == 0
}

// askedPieces say what was wrong with the tenant's answers, and what it is being asked.
func (p *list) askedPieces() []piece {
	var pieces []piece
	at := p.load.inView()
	pieces = append(pieces, piece{theme.Warn, at.incomplete})
	if at.odd > 0 {
		pieces = append(pieces, piece{theme.Warn, count(int64(at.odd), "odd row")})
	}
	if at.leftOut > 0 {
		pieces = append(pieces, piece{theme.Warn, count(int64(at.leftOut), "row") + " without an id left out"})
	}
	if at.strays > 0 {
		pieces = append(pieces, piece{theme.Warn, p.strayWords(at.strays)})
	}
	if n := p.late(); n > 0 {
		pieces = append(pieces, piece{theme.Info, count(int64(n), "change") + " pending in the tenant's list"})
	}
	switch {
	case p.load.refreshing():
		pieces = append(pieces, piece{theme.Info, "refreshing…"})
	case p.load.loading && !p.load.walking && p.grid.Len() > 0:
		pieces = append(pieces, piece{theme.Info, "loading…"})
	}
	return pieces
}

func (p *list) age() string {
	if p.load.at.IsZero() || p.asksNothing() {
		return ""
	}
	return lastRead(p.load.at, p.env.Now())
}

func (p *list) detailHeadline() string {
	row, _ := p.grid.Cursor()
	index, shown := p.grid.Position()
	left := []piece{{theme.Title, p.resource.title + " › " + draw.Clean(firstOf(p.target(row).Name, p.target(row).ID))}}
	right := []piece{{theme.Dim, fmt.Sprintf("%d of %d", index+1, shown)}}
	if doing := p.doing(row); doing != "" {
		right = append([]piece{{theme.Info, "◌ " + doing}}, right...)
	}
	return drawPieces(left, right, p.w, p.env.theme)
}

// filterLine is the line that is typed in, with the mistake in it or what it looks through, where there is room for all of that.
func (p *list) filterLine(w int) string {
	th := p.env.theme
	note, role := "", theme.Dim
	for _, n := range p.filterNotes() {
		if draw.Width(n) <= w-30 || draw.Width(n) <= w/2 {
			note = n
			break
		}
	}
	if p.find.err != nil {
		note, role = "✗ "+p.find.err.Message, theme.Bad
	}
	noteWidth := draw.Width(draw.Clean(note))
	if p.find.err != nil { // it may take what the text leaves, and a third in any case
		left := w - 5 - draw.Width(draw.Clean(p.find.field.Value()))
		noteWidth = min(noteWidth, max(w/3, left))
	}
	room := max(1, w-3-noteWidth)
	p.find.field.SetWidth(room - 1)
	return th.Paint(theme.InputPrompt, "/ ") + draw.Block([]string{p.find.field.View()}, room, 1)[0] + " " +
		th.Paint(role, draw.Fit(note, max(0, w-3-room), draw.Right))
}

// filterNotes say what the filter looks through, the longest first.
func (p *list) filterNotes() []string {
	keep := p.label("filter.keep") + " keeps it, "
	if p.searches == "" {
		return []string{keep + "loaded rows only", "loaded rows only"}
	}
	ask := p.label("filter.ask") + " asks the tenant"
	return []string{keep + ask + ": " + p.searches, keep + ask, ask}
}

func (p *list) cursor() *tea.Cursor {
	if !p.find.typing || p.h < 2 {
		return nil
	}
	at := p.find.field.Cursor()
	if at == nil {
		return nil
	}
	at.Position.X += 2
	at.Position.Y = p.h - 1
	return at
}

// count is how many rows the pane has, whatever the tenant was asked to narrow them to meanwhile.
func (p *list) count() string { return p.whole }

// keepCount follows how many rows there are while the list isn't narrowed.
func (p *list) keepCount() {
	if text := p.countText(); !p.partial() && (text != "" || !p.load.started) {
		p.whole = text
	}
}

func (p *list) countText() string {
	if !p.load.started || p.grid.Len() == 0 && (p.load.loading || p.load.more) {
		return ""
	}
	text := draw.Count(int64(p.grid.Len()))
	if p.load.inView().more && !p.lost() {
		text += "+"
	}
	return text
}
