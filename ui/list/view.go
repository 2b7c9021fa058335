package list

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Wide is the width from which list and detail stand side by side.
const Wide = 120

func (p *Pane) wide() bool { return p.w >= Wide }

// coversList reports whether the detail stands over the list.
func (p *Pane) coversList() bool { return p.onDetail && !p.wide() }

func (p *Pane) showsDetail() bool { return p.wide() || p.onDetail }

// detailWidth is what the detail keeps beside a list that wants more than its share.
const detailWidth = 68

// listWidth is the list's share of the screen, more where its columns want more and the detail still has enough.
func (p *Pane) listWidth() int {
	if !p.wide() {
		return p.w
	}
	return max(p.w*11/20-1, min(p.Grid.Want(), p.w-detailWidth-3))
}

// Layout gives every part its cells. The first line is the list's own headline.
func (p *Pane) Layout() {
	body := max(0, p.h-1)
	listHeight := body
	if p.Find.typing {
		listHeight = max(0, body-1)
	}
	p.Grid.SetSize(p.listWidth(), listHeight)
	switch {
	case p.wide():
		p.Detail.Resize(p.w-p.listWidth()-3, body)
	case p.onDetail:
		p.Detail.Resize(p.w, body)
	}
}

// View draws exactly h lines of exactly w cells.
func (p *Pane) View() []string {
	if p.h <= 0 || p.w <= 0 {
		return nil
	}
	if p.coversList() {
		return append([]string{p.detailHeadline()}, p.Detail.View()...)
	}
	words := p.inPlaceOfRows()
	if words != nil { // there is no detail beside it either
		return append([]string{p.headline()}, p.listBody(words, p.w)...)
	}
	lines := p.listBody(words, p.listWidth())
	if p.wide() {
		detail := p.beside()
		edge := " " + p.Env.Theme.Paint(p.edgeRole(), "│") + " "
		for i := range lines {
			lines[i] += edge + detail[i]
		}
	}
	return append([]string{p.headline()}, lines...)
}

func (p *Pane) edgeRole() theme.Role {
	if p.onDetail {
		return theme.BorderFocus
	}
	return theme.Border
}

// listBody is the grid, or the words in its place, and the filter line while it is typed in.
func (p *Pane) listBody(words []string, w int) []string {
	h := p.h - 1
	var filterLine []string
	if p.Find.typing {
		filterLine = []string{p.filterLine(w)}
		h--
	}
	if h < 0 {
		return filterLine[:p.h-1]
	}
	var lines []string
	if words != nil {
		lines = host.Message(words, w, h, p.Env.Theme)
	} else {
		lines = p.Grid.View(p.Env, p.Env.Theme, !p.onDetail)
	}
	return append(lines, filterLine...)
}

// headline is the list's first line: what is shown, out of what, in which order, how old. In few cells it says less.
func (p *Pane) headline() string {
	left := p.headPieces(false)
	if widget.PiecesWidth(left) > p.w {
		left = p.headPieces(true)
	}
	var right []widget.Piece
	if age := p.Age(); age != "" {
		right = append(right, widget.Piece{Role: theme.Dim, Text: widget.Fitting(p.w-widget.PiecesWidth(left)-2, "read "+age, age, "")})
	}
	return widget.DrawPieces(left, right, p.w, p.Env.Theme)
}

func (p *Pane) headPieces(brief bool) []widget.Piece {
	pieces := []widget.Piece{{Role: theme.Title, Text: p.Resource.Title}}
	for _, c := range p.Choices {
		if c.Name == p.Query.Choice {
			pieces = append(pieces, widget.Piece{Role: theme.Text, Text: c.Title})
		}
	}
	if words := p.Query.NarrowedTo(); words != "" {
		pieces = append(pieces, widget.Piece{Role: theme.Match, Text: words})
	}
	if !brief {
		pieces = append(pieces, p.viewPieces()...)
	}
	pieces = append(pieces, p.filterPieces(brief)...)
	pieces = append(pieces, p.countPieces(brief)...)
	if n, ranging := p.Grid.InRange(); ranging {
		pieces = append(pieces, widget.Piece{Role: theme.Marked,
			Text: fmt.Sprintf("range of %s, %s marks it", widget.Count(int64(n), "row"), p.Label("mark.range"))})
	}
	if n := p.Grid.MarkCount(); n > 0 {
		text := draw.Count(int64(n)) + " marked"
		if hidden := p.Grid.HiddenMarks(); hidden > 0 {
			text += fmt.Sprintf(" (%d hidden)", hidden)
		}
		pieces = append(pieces, widget.Piece{Role: theme.Marked, Text: text})
	}
	pieces = append(pieces, p.askedPieces()...)
	if s := p.Grid.Sort(); s.Column != "" && !brief { // the header shows it, too
		pieces = append(pieces, widget.Piece{Role: theme.Dim, Text: "by " + p.columnTitle(s.Column) + widget.Arrow(s.Desc)})
	}
	pieces = append(pieces, p.standingPieces()...)
	return slices.DeleteFunc(pieces, func(s widget.Piece) bool { return s.Text == "" })
}

// columnTitle is what a column is called in a sentence, as its header says.
func (p *Pane) columnTitle(name string) string {
	for _, c := range p.Columns {
		if c.Name == name {
			return strings.ToLower(c.Title)
		}
	}
	return name
}

// filterPieces say which filter decides what is shown.
func (p *Pane) filterPieces(brief bool) []widget.Piece {
	if !p.Find.Active() {
		return nil
	}
	text := "“" + draw.Truncate(draw.Clean(p.Find.Text), max(6, p.w/4)) + "”"
	return []widget.Piece{{Role: theme.Match, Text: widget.IfText(!brief, "filter ") + text}}
}

// countPieces say how many rows there are, out of which, and what the tenant was asked for.
func (p *Pane) countPieces(brief bool) []widget.Piece {
	counted := p.countPiece(brief)
	if p.Query.Text == "" || strings.HasSuffix(counted.Text, p.searchedFor()) {
		return []widget.Piece{counted}
	}
	return []widget.Piece{counted, {Role: theme.Match, Text: strings.TrimPrefix(p.searchedFor(), " for ")}}
}

// searchedFor is what the tenant was asked for, after the number that it found.
func (p *Pane) searchedFor() string { return " for “" + p.Query.Text + "” on the tenant" }

// countPiece says how many rows there are, and out of which.
func (p *Pane) countPiece(brief bool) widget.Piece {
	more, loaded := p.Load.inView().More(), draw.Count(int64(p.Grid.Len()))
	switch {
	case p.Grid.Len() == 0 && (more || p.Load.Loading() || p.Load.Err() != nil || p.asksNothing()):
		return widget.Piece{Role: theme.Dim, Text: ""}
	case p.Load.walking && brief:
		return widget.Piece{Role: theme.Info, Text: loaded + ", " + p.Label("back") + " stops"}
	case p.Load.walking:
		return widget.Piece{Role: theme.Info, Text: loaded + " loaded so far, " + p.Label("back") + " stops"}
	case p.Grid.Similar():
		return widget.Piece{Role: theme.Warn, Text: fmt.Sprintf("none of %s, %d similar", loaded+widget.IfText(more, " loaded"), p.Grid.Shown())}
	case p.Find.Active() && more:
		return widget.Piece{Role: theme.Match, Text: draw.Count(int64(p.Grid.Shown())) + " of " + loaded + " loaded"}
	case p.Find.Active():
		return widget.Piece{Role: theme.Match, Text: draw.Count(int64(p.Grid.Shown())) + " of " + loaded}
	case p.Lost():
		return p.openedCount()
	case p.Query.Text != "" && (more || p.Load.inView().Incomplete() != ""):
		return widget.Piece{Role: theme.Match, Text: loaded + " loaded of those found" + p.searchedFor()}
	case p.Query.Text != "":
		return widget.Piece{Role: theme.Match, Text: loaded + " found" + p.searchedFor()}
	case more && brief:
		return widget.Piece{Role: theme.Dim, Text: loaded + "+"}
	case more:
		return widget.Piece{Role: theme.Dim, Text: loaded + " loaded, more below"}
	case p.Load.inView().Incomplete() != "":
		return widget.Piece{Role: theme.Dim, Text: loaded + " loaded"}
	}
	return widget.Piece{Role: theme.Dim, Text: loaded + " " + host.FirstOf(p.Counted, "in all")}
}

// asksNothing reports whether the tenant isn't asked for rows yet, because there is nothing to ask about.
func (p *Pane) asksNothing() bool {
	return p.Unasked != nil && p.Unasked(p.Query) || p.Counted != "" && p.Grid.Len() == 0
}

// askedPieces say what was wrong with the tenant's answers, and what it is being asked.
func (p *Pane) askedPieces() []widget.Piece {
	var pieces []widget.Piece
	at := p.Load.inView()
	pieces = append(pieces, widget.Piece{Role: theme.Warn, Text: at.Incomplete()})
	if at.odd > 0 {
		pieces = append(pieces, widget.Piece{Role: theme.Warn, Text: widget.Count(int64(at.odd), "odd row")})
	}
	if at.leftOut > 0 {
		pieces = append(pieces, widget.Piece{Role: theme.Warn, Text: widget.Count(int64(at.leftOut), "row") + " without an id left out"})
	}
	if at.strays > 0 {
		pieces = append(pieces, widget.Piece{Role: theme.Warn, Text: p.StrayWords(at.strays)})
	}
	if n := p.late(); n > 0 {
		pieces = append(pieces, widget.Piece{Role: theme.Info, Text: widget.Count(int64(n), "change") + " pending in the tenant's list"})
	}
	switch {
	case p.Load.Refreshing():
		pieces = append(pieces, widget.Piece{Role: theme.Info, Text: "refreshing…"})
	case p.Load.Loading() && !p.Load.walking && p.Grid.Len() > 0:
		pieces = append(pieces, widget.Piece{Role: theme.Info, Text: "loading…"})
	}
	return pieces
}

func (p *Pane) Age() string {
	if p.Load.at.IsZero() || p.asksNothing() {
		return ""
	}
	return column.LastRead(p.Load.at, p.Env.Now())
}

func (p *Pane) detailHeadline() string {
	row, _ := p.Grid.Cursor()
	index, shown := p.Grid.Position()
	left := []widget.Piece{{Role: theme.Title, Text: p.Resource.Title + " › " +
		draw.Clean(host.FirstOf(p.Target(row).Name, p.Target(row).ID))}}
	right := []widget.Piece{{Role: theme.Dim, Text: fmt.Sprintf("%d of %d", index+1, shown)}}
	if doing := p.Doing(row); doing != "" {
		right = append([]widget.Piece{{Role: theme.Info, Text: "◌ " + doing}}, right...)
	}
	return widget.DrawPieces(left, right, p.w, p.Env.Theme)
}

// filterLine is the line that is typed in, with the mistake in it or what it looks through, where there is room for all of that.
func (p *Pane) filterLine(w int) string {
	th := p.Env.Theme
	note, role := "", theme.Dim
	for _, n := range p.filterNotes() {
		if draw.Width(n) <= w-30 || draw.Width(n) <= w/2 {
			note = n
			break
		}
	}
	if p.Find.err != nil {
		note, role = "✗ "+p.Find.err.Message, theme.Bad
	}
	noteWidth := draw.Width(draw.Clean(note))
	if p.Find.err != nil { // it may take what the text leaves, and a third in any case
		left := w - 5 - draw.Width(draw.Clean(p.Find.Field.Value()))
		noteWidth = min(noteWidth, max(w/3, left))
	}
	room := max(1, w-3-noteWidth)
	p.Find.Field.SetWidth(room - 1)
	return th.Paint(theme.InputPrompt, "/ ") + draw.Block([]string{p.Find.Field.View()}, room, 1)[0] + " " +
		th.Paint(role, draw.Fit(note, max(0, w-3-room), draw.Right))
}

// filterNotes say what the filter looks through, the longest first.
func (p *Pane) filterNotes() []string {
	keep := p.Label("filter.keep") + " keeps it, "
	if p.Searches == "" {
		return []string{keep + "loaded rows only", "loaded rows only"}
	}
	ask := p.Label("filter.ask") + " asks the tenant"
	return []string{keep + ask + ": " + p.Searches, keep + ask, ask}
}

func (p *Pane) Cursor() *tea.Cursor {
	if !p.Find.typing || p.h < 2 {
		return nil
	}
	at := p.Find.Field.Cursor()
	if at == nil {
		return nil
	}
	at.Position.X += 2
	at.Position.Y = p.h - 1
	return at
}

// Count is how many rows the pane has, whatever the tenant was asked to narrow them to meanwhile.
func (p *Pane) Count() string { return p.whole }

// keepCount follows how many rows there are while the list isn't narrowed.
func (p *Pane) keepCount() {
	if text := p.countText(); !p.partial() && (text != "" || !p.Load.Started()) {
		p.whole = text
	}
}

func (p *Pane) countText() string {
	if !p.Load.Started() || p.Grid.Len() == 0 && (p.Load.Loading() || p.Load.More()) {
		return ""
	}
	text := draw.Count(int64(p.Grid.Len()))
	if p.Load.inView().More() && !p.Lost() {
		text += "+"
	}
	return text
}
