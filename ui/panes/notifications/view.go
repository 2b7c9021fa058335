package notifications

import (
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/document"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Cells of the matrix begin with the sign of the cursor and end with the mark of a change.
const cellFrame = 2

// widths share the width between the column of names and the three channels.
func (p *notifications) widths() (label, cell int) {
	n := len(p.channels)
	cell = max((p.W-22)/n, min(7, (p.W-8)/n))
	cell = max(1, min(cell, 24))
	return max(0, min(26, p.W-n*cell)), cell
}

// noteRows is how many lines stand below the matrix.
func (p *notifications) noteRows() int {
	switch {
	case p.H >= p.Rows()+8:
		return 5
	case p.H >= 9:
		return 2
	case p.H >= 5:
		return 1
	}
	return 0
}

// shownRows is how many rows of the matrix there is room for, below the headline and the names of the channels.
func (p *notifications) shownRows() int { return max(1, p.H-2-p.noteRows()) }

func (p *notifications) reveal() {
	shown := p.shownRows()
	p.top = min(p.top, p.row)
	p.top = max(p.top, p.row-shown+1)
	p.top = max(0, min(p.top, p.Rows()-shown))
}

func (p *notifications) View() []string {
	if p.W <= 0 || p.H <= 0 {
		return nil
	}
	b := p.around()
	if words := document.NotThereYet(&p.read, p.Env, "your notification settings"); words != nil {
		return p.Frame(host.Message(words, p.W, p.H-1, p.Env.Theme), b)
	}
	if p.raw.Raw {
		b.Scroll = p.raw.Scrolled()
		return p.Frame(p.raw.View(), b)
	}
	b.Scroll = widget.Scroll{Top: p.top, Rows: p.shownRows(), All: p.Rows()}
	lines := []string{p.header()}
	for row := p.top; row < min(p.Rows(), p.top+p.shownRows()); row++ {
		lines = append(lines, p.line(row))
	}
	return p.Frame(append(lines, p.notes()...), b)
}

// around is what the pane's box says.
func (p *notifications) around() widget.Box {
	var left, below []widget.Piece
	if n := p.Rows() - p.top - p.shownRows(); n > 0 && p.read.Known && !p.raw.Raw {
		below = append(below, widget.Piece{Role: theme.Info, Text: draw.Count(int64(n)) + " more ↓"})
	}
	if n := len(p.edits); n > 0 {
		const least = 60
		said := p.unsaved()
		if p.W < least {
			said = draw.Count(int64(n)) + " not saved"
		}
		left = append(left, widget.Piece{Role: theme.Warn, Text: "* " + said})
	}
	return widget.Box{Title: left, Count: below, Notes: p.read.State(&p.PlainPane), Stays: p.read.Loading}
}

// header names the channels, and says which of them are not set up.
func (p *notifications) header() string {
	label, cell := p.widths()
	th := p.Env.Theme
	var line strings.Builder
	legend := ""
	if p.noteRows() < 2 && label >= draw.Width(shortLegend) { // there is no room for the legend below
		legend = shortLegend
	}
	line.WriteString(th.Paint(theme.Dim, draw.Fit(legend, label, draw.Left)))
	for _, c := range p.channels {
		title := " " + c.title
		if !p.configured(c) {
			title = widget.Fitting(cell, title+" · not set up", title+"✗")
		}
		line.WriteString(th.Paint(theme.Header, draw.Fit(title, cell, draw.Left)))
	}
	return line.String()
}

func (p *notifications) configured(c channel) bool {
	return !c.configurable || c.of(&p.read.Record.ChannelSettings).IsConfigured
}

func (p *notifications) rowTitle(row int) string {
	switch row {
	case 0:
		return "Channel"
	case p.Rows() - 1:
		return "Digest"
	}
	return p.categories[row-1].title
}

func (p *notifications) line(row int) string {
	label, cell := p.widths()
	th := p.Env.Theme
	role := theme.Label
	if row == p.row {
		role = theme.Title
	}
	var line strings.Builder
	line.WriteString(th.Paint(role, draw.Fit(p.rowTitle(row), label, draw.Left)))
	for column := range p.channels {
		line.WriteString(p.cell(row, column, cell))
	}
	return line.String()
}

// cell draws a value by sign and word. Circles can be changed, squares are locked.
func (p *notifications) cell(row, column, w int) string {
	th := p.Env.Theme
	s := p.At(row, column)
	value, edited := p.Value(s)
	locked := s.locked(&p.read.Record.ChannelSettings)
	text, role := cellWords(value == "true", locked)
	switch {
	case w < 7:
		text, _ = draw.Cut(text, 1)
	case w >= 16 && row == p.Rows()-1 && value == "true" && !locked:
		text = "● " + p.digestWords(column)
	case locked && w >= cellFrame+draw.Width(text)+9:
		text += " · locked"
	}
	if row > 0 && !p.channelOn(column) {
		role = theme.Dim
	}
	mark := ""
	if p.changed(row, column) {
		mark, role = "*", theme.Warn
	}
	if edited && mark == "" {
		mark = "*"
	}
	body := draw.Fit(draw.Truncate(text, w-cellFrame)+mark, w-1, draw.Left)
	if row == p.row && column == p.column {
		return th.PaintOn(theme.Accent, theme.Selected, "▌") + th.PaintOn(role, theme.Selected, body)
	}
	return " " + th.Paint(role, body)
}

func cellWords(on, locked bool) (string, theme.Role) {
	switch {
	case on && locked:
		return "▣ on", theme.Good
	case locked:
		return "□ off", theme.Dim
	case on:
		return "● on", theme.Good
	}
	return "○ off", theme.Text
}

// channelOn reports whether anything is sent through the channel at all.
func (p *notifications) channelOn(column int) bool {
	value, _ := p.Value(p.channels[column].whole())
	return value == "true" && p.configured(p.channels[column])
}

// changed reports whether a cell holds an edit; the digest's has three values.
func (p *notifications) changed(row, column int) bool {
	if row < p.Rows()-1 {
		_, ok := p.edits[p.At(row, column).path]
		return ok
	}
	for _, s := range p.channels[column].digest() {
		if _, ok := p.edits[s.path]; ok {
			return true
		}
	}
	return false
}

// digestWords is how often a digest comes: "daily", "weekly, Monday".
func (p *notifications) digestWords(column int) string {
	parts := p.channels[column].digest()
	often, _ := p.Value(parts[1])
	day, _ := p.Value(parts[2])
	text := parts[1].words(often)
	if often != string(api.DigestFrequencyDaily) {
		text += ", " + parts[2].words(day)
	}
	return text
}

// notes say in words what stands under the cursor, and what saving does.
func (p *notifications) notes() []string {
	rows := p.noteRows()
	if rows == 0 {
		return nil
	}
	th := p.Env.Theme
	said := draw.Wrap(p.sentence(), p.W)
	if len(said) > rows {
		said = said[:rows]
		said[rows-1] = draw.Truncate(said[rows-1]+" …", p.W)
	}
	lines := widget.PaintAll(th, theme.Text, said)
	if rows >= 4 {
		lines = append([]string{""}, lines...)
	}
	for _, more := range p.remarks() {
		wrapped := draw.Wrap(more, p.W)
		if len(lines)+len(wrapped) <= rows {
			lines = append(lines, widget.PaintAll(th, theme.Dim, wrapped)...)
		}
	}
	return lines
}

// digestClock is said of a digest's day: nothing says whose it is.
const digestClock = "The tenant sets the hour, and doesn't say in which time zone."

// sentence is the cell under the cursor in words.
func (p *notifications) sentence() string {
	s, c := p.At(p.row, p.column), p.channels[p.column]
	value, _ := p.Value(s)
	text := s.title + ": " + s.words(value)
	if p.onDigest() && value == "true" {
		text += ", " + p.digestWords(p.column)
	}
	if p.changed(p.row, p.column) {
		text += ", not saved"
	}
	if s.locked(&p.read.Record.ChannelSettings) {
		text += ", locked by your organization"
	}
	text += "."
	if p.onDigest() && value == "true" {
		text += " " + digestClock
	}
	switch {
	case !p.configured(c):
		text += " " + c.title + " is not set up for your organization, so nothing comes through it."
	case p.row > 0 && !p.channelOn(p.column):
		text += " The channel is off, so nothing comes through it."
	case p.row > 0 && !p.onDigest():
		text += " " + p.categories[p.row-1].is
	}
	return text
}

// shortLegend explains the signs that aren't words where every cell counts.
const shortLegend = "▣ locked"

func (p *notifications) remarks() []string {
	remarks := []string{"● on  ○ off  ▣ □ locked by your organization  * not saved"}
	if len(p.edits) > 0 {
		remarks = append(remarks, "Saving sends all settings: values from the organization's defaults may become your own.")
	}
	if n := p.unknownMembers(); n > 0 {
		remarks = append(remarks, widget.Count(int64(n), "setting")+" unknown to gatehouse, kept unchanged.")
	}
	return remarks
}

// unknownMembers counts what the channels hold beside the matrix.
func (p *notifications) unknownMembers() int {
	var whole struct {
		Channels map[string]map[string]json.RawMessage `json:"channelSettings"`
	}
	if json.Unmarshal(p.read.Record.Raw.JSON(), &whole) != nil {
		return 0
	}
	known := map[string]bool{"enabled": true, "isConfigured": true, "digest": true}
	for _, k := range p.categories {
		known[k.name] = true
	}
	n := 0
	for _, members := range whole.Channels {
		for name := range members {
			if !known[name] {
				n++
			}
		}
	}
	return n
}

func (p *notifications) Click(x, y int) tea.Cmd {
	label, cell := p.widths()
	x -= p.Inset()
	if row := p.top + y - 2; y >= 2 && row < min(p.Rows(), p.top+p.shownRows()) && x >= label && !p.raw.Raw {
		p.row, p.column = row, min((x-label)/cell, len(p.channels)-1)
	}
	return nil
}

func (p *notifications) Wheel(delta int) tea.Cmd {
	if p.raw.Raw {
		p.raw.Scroll(3 * delta)
		return nil
	}
	p.row = max(0, min(p.row+delta, p.Rows()-1))
	p.reveal()
	return nil
}
