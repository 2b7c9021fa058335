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

// View draws exactly h lines of exactly w cells.
func (p *Pane) View() []string {
	if p.h <= 0 || p.w <= 0 {
		return nil
	}
	th := p.Env.Theme
	if p.coversList() {
		return p.detailBox().Draw(p.Detail.View(), p.w, p.h, th)
	}
	words := p.inPlaceOfRows()
	if p.OnChart() {
		words = nil
	}
	if words != nil { // there is no detail beside it either
		return p.drawList(words, widget.Beside{}, p.w, p.h)
	}
	w, h := p.listSize()
	if !p.both() {
		return p.drawList(nil, widget.Beside{}, w, h)
	}
	dw, dh := p.detailSize()
	detail := p.detailBox().Draw(p.Detail.View(), dw, dh, th)
	if p.preview() == host.PreviewBelow {
		return append(p.drawList(nil, widget.Beside{}, w, h), detail...)
	}
	return p.drawList(nil, widget.Beside{Parting: draw.Spaces(p.w - w - dw), Lines: detail}, w, h)
}

// drawList draws the grid, or the words in its place, and the filter line while it is typed in.
func (p *Pane) drawList(words []string, beside widget.Beside, w, h int) []string {
	b := p.listBox(w)
	iw, ih := b.Inside(w, h)
	var filterLine []string
	if p.Find.Typing && ih > 0 {
		filterLine = []string{p.filterLine(iw)}
		ih--
	}
	var lines []string
	if words != nil {
		b.Scroll, b.Edge = widget.Scroll{}, false
		lines = host.Message(words, iw, ih, p.Env.Theme)
	} else if lines = p.chartLines(iw, ih); len(lines) == ih {
		b.Scroll = p.charted.view.Scrolled(ih) // of the chart, not of the rows
	} else {
		lines = append(lines, p.Grid.View(p.Env, p.Env.Theme, !p.onDetail && !p.OnChart())...)
	}
	b.Beside, b.Kept = beside, &p.kept.list
	return b.Draw(append(lines, filterLine...), w, h, p.Env.Theme)
}

// focusRole is the colour of a box that has the keys, or hasn't.
func focusRole(focused bool) theme.Role {
	if focused {
		return theme.BorderFocus
	}
	return theme.Border
}

// listBox says what is shown, out of what, in which order, how old. A plain one says it in one line, and less in few cells.
func (p *Pane) listBox(w int) widget.Box {
	b := p.box()
	b.Role = focusRole(!p.onDetail)
	b.Scroll.Top, b.Scroll.Rows, b.Scroll.All = p.Grid.InView()
	wait := p.waitPieces(w / 2)
	b.Stays = len(wait) > 0
	if b.Plain {
		b.Edge = p.preview() == host.PreviewBeside
		b.Title, b.Notes = p.headLine(w, wait)
		return b
	}
	var age []widget.Piece
	if read := p.Age(); read != "" {
		age = []widget.Piece{{Role: theme.Dim, Text: "read " + read}}
	}
	b.Title = said(p.titlePieces(w-4), p.filterPieces(), p.sortPieces(), p.viewPieces(), p.narrowPieces())
	b.Notes = said(age, p.status.Pieces(p.Env.Now()), p.askedPieces(), wait)
	b.Foot = said(p.markPieces(false))
	b.Count = said(p.countPieces(false))
	return b
}

// placed is how many rows there are, with the cursor's place among them.
func (p *Pane) placed(count string) string {
	at, shown := p.Grid.Position()
	if shown == 0 || count == "" || p.Load.Walking || p.Grid.Similar() {
		return count
	}
	if p.shownFilter() != "" { // it has an "of" of its own
		return count + " · row " + draw.Count(int64(at+1))
	}
	return draw.Count(int64(at+1)) + " of " + count
}

// said are the pieces that say something.
func said(groups ...[]widget.Piece) []widget.Piece {
	return slices.DeleteFunc(slices.Concat(groups...), func(s widget.Piece) bool { return s.Text == "" })
}

// narrowPieces say what the tenant was asked to narrow the list to.
func (p *Pane) narrowPieces() []widget.Piece {
	return []widget.Piece{{Role: theme.Match, Text: p.Query.NarrowedTo()}}
}

// markPieces count what is marked.
func (p *Pane) markPieces(brief bool) []widget.Piece {
	var pieces []widget.Piece
	if n, ranging := p.Grid.InRange(); ranging {
		pieces = append(pieces, widget.Piece{Role: theme.Marked, Text: host.FirstOf(widget.IfText(brief, "range of "+draw.Count(int64(n))),
			fmt.Sprintf("range of %s, %s marks it", widget.Count(int64(n), "row"), p.Label("mark.range")))})
	}
	if n := p.Grid.MarkCount(); n > 0 {
		text := draw.Count(int64(n)) + " marked"
		if hidden := p.Grid.HiddenMarks(); hidden > 0 { // first what matters most, should it be cut
			text = fmt.Sprintf("%d hidden of %s", hidden, text)
		}
		pieces = append(pieces, widget.Piece{Role: theme.Marked, Text: text})
	}
	return pieces
}

func (p *Pane) sortPieces() []widget.Piece {
	return []widget.Piece{{Role: theme.Dim, Text: widget.IfText(!p.Load.Walking, p.SortWords())}} // the room is the count's then
}

// SortWords say in which order the rows stand, "" for the tenant's.
func (p *Pane) SortWords() string {
	s := p.Grid.Sort()
	return widget.IfText(s.Column != "", "by "+p.columnTitle(s.Column)+widget.Arrow(s.Desc))
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
func (p *Pane) filterPieces() []widget.Piece {
	of := p.shownFilter()
	if of == "" {
		return nil
	}
	w, _ := p.listSize()
	text := draw.Truncate(draw.Clean(of), max(6, w/4))
	return []widget.Piece{{Role: theme.Match, Text: "/" + text}}
}

// shownFilter is the filter that the rows shown are of, which isn't that which was typed before one of its rows is found.
func (p *Pane) shownFilter() string {
	if p.found.Searching() {
		return strings.TrimSpace(p.Grid.Filter().Text())
	}
	return p.Find.Text
}

// soFar says that there may be more rows than those that a search has found.
func (p *Pane) soFar() string { return widget.IfText(p.Grid.Partial(), " so far") }

// countPieces say how many rows there are, out of which, where the cursor is among them, and what the tenant was asked for.
func (p *Pane) countPieces(brief bool) []widget.Piece {
	counted, sought := p.countPiece(brief), p.searchedFor(brief)
	searched := strings.HasSuffix(counted.Text, sought)
	counted.Text = p.placed(counted.Text)
	if p.Query.Text == "" || searched {
		return []widget.Piece{counted}
	}
	return []widget.Piece{counted, {Role: theme.Match, Text: strings.TrimPrefix(sought, " for ")}}
}

// searchedFor is what the tenant was asked for, after the number that it found.
func (p *Pane) searchedFor(brief bool) string {
	return " for “" + p.Query.Text + "”" + widget.IfText(!brief, " on the tenant")
}

// countPiece says how many rows there are, and out of which.
func (p *Pane) countPiece(brief bool) widget.Piece {
	more, loaded := p.Load.InView().More(), draw.Count(int64(p.Grid.Len()))
	switch {
	case p.Grid.Len() == 0 && (more || p.Load.Loading() || p.Load.Err() != nil || p.asksNothing()):
		return widget.Piece{Role: theme.Dim, Text: ""}
	case p.Load.Walking: // where that takes long, what stops it stands beside
		return widget.Piece{Role: theme.Info, Text: host.FirstOf(widget.IfText(brief, p.Progress), loaded) + widget.IfText(!brief,
			" "+host.FirstOf(p.Counted, "loaded")+" so far") + widget.IfText(!p.WaitsLong() && !p.Find.Typing, ", "+p.Label("back")+" stops")}
	case p.Grid.Similar():
		return widget.Piece{Role: theme.Warn, Text: fmt.Sprintf("none of %s, %d similar%s", loaded+widget.IfText(more, " loaded"),
			p.Grid.Shown(), p.soFar())}
	case p.shownFilter() != "":
		return widget.Piece{Role: theme.Match,
			Text: draw.Count(int64(p.Grid.Shown())) + p.soFar() + " of " + loaded +
				widget.IfText(more, host.FirstOf(widget.IfText(brief, "+"), " loaded"))}
	case p.Lost():
		return p.openedCount()
	case p.Query.Text != "" && (more || p.Load.InView().Incomplete() != ""):
		return widget.Piece{Role: theme.Match, Text: loaded + " loaded of those found" + p.searchedFor(brief)}
	case p.Query.Text != "":
		return widget.Piece{Role: theme.Match, Text: loaded + " found" + p.searchedFor(brief)}
	case more && brief:
		return widget.Piece{Role: theme.Dim, Text: loaded + "+"}
	case more:
		return widget.Piece{Role: theme.Dim, Text: loaded + " " + host.FirstOf(p.Counted, "loaded, more below")}
	case p.Load.InView().Incomplete() != "":
		return widget.Piece{Role: theme.Dim, Text: loaded + " loaded"}
	case brief:
		noun, _, _ := strings.Cut(p.Counted, " ") // of which it is the number, not of how many
		return widget.Piece{Role: theme.Dim, Text: strings.TrimSpace(loaded + " " + noun)}
	}
	return widget.Piece{Role: theme.Dim, Text: loaded + " " + host.FirstOf(p.Counted, "in all")}
}

// asksNothing reports whether the tenant isn't asked for rows yet, because there is nothing to ask about.
func (p *Pane) asksNothing() bool {
	return p.Unasked != nil && p.Unasked(p.Query) || p.Counted != "" && p.Grid.Len() == 0
}

// askedPieces say what was wrong with the tenant's answers.
func (p *Pane) askedPieces() []widget.Piece {
	var pieces []widget.Piece
	at := p.Load.InView()
	pieces = append(pieces, widget.Piece{Role: theme.Warn, Text: at.Incomplete()})
	if at.Odd > 0 {
		pieces = append(pieces, widget.Piece{Role: theme.Warn, Text: widget.Count(int64(at.Odd), "odd row")})
	}
	if at.LeftOut > 0 {
		pieces = append(pieces, widget.Piece{Role: theme.Warn, Text: widget.Count(int64(at.LeftOut), "row") + " without an id left out"})
	}
	if at.Strays > 0 {
		pieces = append(pieces, widget.Piece{Role: theme.Warn, Text: p.StrayWords(at.Strays)})
	}
	if n := p.Changed.Late(); n > 0 {
		pieces = append(pieces, widget.Piece{Role: theme.Info, Text: widget.Count(int64(n), "change") + " pending in the tenant's list"})
	}
	return pieces
}

func (p *Pane) Age() string {
	if p.Load.At.IsZero() || p.asksNothing() || p.Grid.Len() == 0 && p.Load.Err() != nil {
		return ""
	}
	return column.LastRead(p.Load.At, p.Env.Now())
}

// detailBox is around the record: its name, what is being done to it, how much of it is below.
func (p *Pane) detailBox() widget.Box {
	b := p.box()
	b.Role = focusRole(p.onDetail)
	b.Scroll, b.Kept = p.Detail.Scrolled(), &p.kept.detail
	row, ok := p.Grid.Cursor()
	if !ok {
		return b
	}
	doing := p.Doing(row)
	b.Title = []widget.Piece{{Role: theme.Title, Text: p.detailTitle(row)}}
	if p.pursuit.Waits { // it isn't that of the cursor's record
		b.Title, doing = widget.Behind(p.detailTitle(row), p.Env.Theme), p.Detail.Doing
	}
	if doing != "" {
		b.Notes = []widget.Piece{{Role: theme.Info, Text: "◌ " + doing}}
	}
	b.Count = p.Env.BelowPieces(&p.Detail, p.onDetail)
	if p.coversList() {
		b.Count = append(b.Count, widget.Piece{Role: theme.Dim, Text: p.recordPlace()})
	}
	return b
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
	if p.Find.Err != nil {
		note, role = "✗ "+p.Find.Err.Message, theme.Bad
	}
	noteWidth := draw.Width(draw.Clean(note))
	if p.Find.Err != nil { // it may take what the text leaves, and a third in any case
		left := w - 5 - draw.Width(draw.Clean(p.Find.Value()))
		noteWidth = min(noteWidth, max(w/3, left))
	}
	room := max(1, w-3-noteWidth)
	p.Find.Field().SetWidth(room - 1)
	return th.Paint(theme.InputPrompt, "/ ") + draw.Block([]string{p.Find.Field().View()}, room, 1)[0] + " " +
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
	if !p.Find.Typing || p.h < 2 {
		return nil
	}
	at := p.Find.Field().Cursor()
	if at == nil {
		return nil
	}
	w, h := p.listSize()
	if p.inPlaceOfRows() != nil {
		w, h = p.w, p.h
	}
	b := p.box()
	x, y := b.Origin()
	_, ih := b.Inside(w, h)
	at.Position.X += x + 2
	at.Position.Y = y + ih - 1
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
	if p.Load.InView().More() && !p.Lost() {
		text += "+"
	}
	return text
}
