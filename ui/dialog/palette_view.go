package dialog

import (
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

func (p *palette) Lines() []string { return p.drawn }

func (p *palette) Layout(w, h int) { p.drawn = p.draw(w, h) }

func (p *palette) draw(w, h int) []string {
	w = min(w, 78)
	p.field.SetWidth(max(1, w-4))
	p.field.HideFrom(p.hidden)
	lines := []string{p.theme.Paint(theme.InputPrompt, "> ") + draw.Block([]string{p.field.View()}, max(1, w-2), 1)[0]}
	if p.preview != nil {
		return append(lines, p.preview.Lines(w, max(0, h-1), p.theme)...)
	}
	about := p.aboutLines(w, h-1)
	why := draw.Wrap(draw.Clean(p.why), w)
	if p.why == "" {
		why = nil
	}
	about = append(widget.PaintAll(p.theme, theme.Warn, why[:min(len(why), max(0, h-2))]), about[:min(len(about), max(0, h-2-len(why)))]...)
	rows := max(0, min(h-1-len(about), 16))
	p.rows = rows
	p.top = min(max(p.top, p.cursorY-rows+1), p.cursorY)
	p.needs(p.top + rows)
	p.top = min(p.top, p.cursorY)
	keys := p.keyWidth(w)
	for y := p.top; y < min(len(p.shown), p.top+rows); y++ {
		lines = append(lines, menuRow(p.theme, p.item(y), y == p.cursorY, w, keys))
	}
	if len(p.shown) == 0 && p.count() > 0 {
		lines = append(lines, noMatches("No matches.", "Type something else; "+p.keys.Label("picker.close")+" closes this.", w, rows, p.theme)...)
	}
	for len(lines) < 1+min(rows, p.count()) { // the box keeps its height while it is searched
		lines = append(lines, "")
	}
	return append(lines, about...)
}

// noMatches says, in at most h lines, that nothing matches what is typed, and what to do. What is typed may be a secret: it isn't repeated.
func noMatches(headline, does string, w, h int, th *theme.Theme) []string {
	const airy = 6
	var lines []string
	if h <= 0 {
		return nil
	}
	if h >= airy {
		lines = append(lines, draw.Spaces(w))
	}
	said := host.MessageLines([]string{headline, does}, w, h-len(lines), th)
	return append(lines, draw.Block(said, w, len(said))...)
}

// aboutLines draws the sentences below the items, in at most h lines; the items keep two of them.
func (p *palette) aboutLines(w, h int) []string {
	if p.About.Text == "" {
		return nil
	}
	return p.About.Lines(w, max(0, h-min(2, p.count())), p.theme)
}

// menuRow draws an item of a menu in w cells, of which keyWidth are for its key.
func menuRow(th *theme.Theme, item host.MenuItem, selected bool, w, keyWidth int) string {
	sign, background := "  ", theme.Text
	if selected {
		sign, background = "▌ ", theme.Selected
	}
	role := theme.Text
	if item.Off {
		role = theme.Dim
	}
	room := max(1, w-3-keyWidth)
	noteWidth := min(draw.Width(draw.Clean(item.Note)), w/2, room-2-draw.Width(draw.Clean(item.Title)))
	if noteWidth < 8 { // too little of it to be read
		noteWidth = 0
	}
	title := draw.Fit(item.Title, room-noteWidth, draw.Left)
	note, hint := draw.Fit(item.Note, noteWidth, draw.Right), draw.Fit(item.Hint, keyWidth, draw.Right)
	if !selected {
		return sign + th.Paint(role, title) + th.Paint(theme.Dim, note) + " " + th.Paint(theme.Key, hint)
	}
	return th.PaintOn(theme.Accent, background, sign) + th.PaintOn(role, background, title) +
		th.PaintOn(theme.Dim, background, note+" ") + th.PaintOn(theme.Key, background, hint)
}

// keyWidth is the width of the column of keys: as wide as the keys shown, up to a limit.
func (p *palette) keyWidth(w int) int {
	widest := 0
	for _, more := range p.later {
		widest = max(widest, more.KeyWidth)
	}
	for y := range p.shown {
		if p.only == nil && p.shown[y] >= len(p.items) {
			break
		}
		widest = max(widest, draw.Width(draw.Clean(p.item(y).Hint)))
	}
	return min(widest, max(1, w/4))
}
