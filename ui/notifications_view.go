package ui

import (
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// Cells of the matrix begin with the sign of the cursor and end with the mark of a change.
const cellFrame = 2

// widths share the width between the column of names and the three channels.
func (p *notifications) widths() (label, cell int) {
	n := len(p.channels)
	cell = max((p.w-22)/n, min(7, (p.w-8)/n))
	cell = max(1, min(cell, 24))
	return max(0, min(26, p.w-n*cell)), cell
}

// noteRows is how many lines stand below the matrix.
func (p *notifications) noteRows() int {
	switch {
	case p.h >= p.rows()+8:
		return 5
	case p.h >= 9:
		return 2
	case p.h >= 5:
		return 1
	}
	return 0
}

// shownRows is how many rows of the matrix there is room for, below the headline and the names of the channels.
func (p *notifications) shownRows() int { return max(1, p.h-2-p.noteRows()) }

func (p *notifications) reveal() {
	shown := p.shownRows()
	p.top = min(p.top, p.row)
	p.top = max(p.top, p.row-shown+1)
	p.top = max(0, min(p.top, p.rows()-shown))
}

func (p *notifications) view() []string {
	if p.w <= 0 || p.h <= 0 {
		return nil
	}
	lines := []string{p.headline()}
	if words := notThereYet(&p.read, p.env, "your notification settings"); words != nil {
		return append(lines, message(words, p.w, p.h-1, p.env.theme)...)
	}
	if p.raw.raw {
		return append(lines, p.raw.view()...)
	}
	lines = append(lines, p.header())
	for row := p.top; row < min(p.rows(), p.top+p.shownRows()); row++ {
		lines = append(lines, p.line(row))
	}
	return draw.Block(append(lines, p.notes()...), p.w, p.h)
}

func (p *notifications) headline() string {
	left := []piece{{theme.Title, p.heading}}
	if n := p.rows() - p.top - p.shownRows(); n > 0 && p.read.known && !p.raw.raw {
		left = append(left, piece{theme.Info, "↓ " + count(int64(n), "more row")})
	}
	if len(p.edits) > 0 {
		left = append(left, piece{theme.Warn, "* " + p.unsaved()})
	}
	return drawPieces(left, p.read.state(p.env.now()), p.w, p.env.theme)
}

// header names the channels, and says which of them are not set up.
func (p *notifications) header() string {
	label, cell := p.widths()
	th := p.env.theme
	var line strings.Builder
	legend := ""
	if p.noteRows() < 2 && label >= draw.Width(shortLegend) { // there is no room for the legend below
		legend = shortLegend
	}
	line.WriteString(th.Paint(theme.Dim, draw.Fit(legend, label, draw.Left)))
	for _, c := range p.channels {
		title := " " + c.title
		if !p.configured(c) {
			title = fitting(cell, title+" · not set up", title+"✗")
		}
		line.WriteString(th.Paint(theme.Header, draw.Fit(title, cell, draw.Left)))
	}
	return line.String()
}

func (p *notifications) configured(c channel) bool {
	return !c.configurable || c.of(&p.read.record.ChannelSettings).IsConfigured
}

func (p *notifications) rowTitle(row int) string {
	switch row {
	case 0:
		return "Channel"
	case p.rows() - 1:
		return "Digest"
	}
	return p.categories[row-1].title
}

func (p *notifications) line(row int) string {
	label, cell := p.widths()
	th := p.env.theme
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
	th := p.env.theme
	s := p.at(row, column)
	value, edited := p.value(s)
	locked := s.locked(&p.read.record.ChannelSettings)
	text, role := cellWords(value == "true", locked)
	switch {
	case w < 7:
		text, _ = draw.Cut(text, 1)
	case w >= 16 && row == p.rows()-1 && value == "true" && !locked:
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
	value, _ := p.value(p.channels[column].whole())
	return value == "true" && p.configured(p.channels[column])
}

// changed reports whether a cell holds an edit; the digest's has three values.
func (p *notifications) changed(row, column int) bool {
	if row < p.rows()-1 {
		_, ok := p.edits[p.at(row, column).path]
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
	often, _ := p.value(parts[1])
	day, _ := p.value(parts[2])
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
	th := p.env.theme
	said := draw.Wrap(p.sentence(), p.w)
	if len(said) > rows {
		said = said[:rows]
		said[rows-1] = draw.Truncate(said[rows-1]+" …", p.w)
	}
	lines := paintAll(th, theme.Text, said)
	if rows >= 4 {
		lines = append([]string{""}, lines...)
	}
	for _, more := range p.remarks() {
		wrapped := draw.Wrap(more, p.w)
		if len(lines)+len(wrapped) <= rows {
			lines = append(lines, paintAll(th, theme.Dim, wrapped)...)
		}
	}
	return lines
}

// digestClock is said of a digest's day: nothing says whose it is.
const digestClock = "The tenant sets the hour, and doesn't say in which time zone."

// sentence is the cell under the cursor in words.
func (p *notifications) sentence() string {
	s, c := p.at(p.row, p.column), p.channels[p.column]
	value, _ := p.value(s)
	text := s.title + ": " + s.words(value)
	if p.onDigest() && value == "true" {
		text += ", " + p.digestWords(p.column)
	}
	if p.changed(p.row, p.column) {
		text += ", not saved"
	}
	if s.locked(&p.read.record.ChannelSettings) {
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
		remarks = append(remarks, count(int64(n), "setting")+" unknown to gatehouse, kept unchanged.")
	}
	return remarks
}

// unknownMembers counts what the channels hold beside the matrix.
func (p *notifications) unknownMembers() int {
	var whole struct {
		Channels map[string]map[string]json.RawMessage `json:"channelSettings"`
	}
	if json.Unmarshal(p.read.record.Raw, &whole) != nil {
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

func (p *notifications) click(x, y int) tea.Cmd {
	label, cell := p.widths()
	if row := p.top + y - 2; y >= 2 && row < min(p.rows(), p.top+p.shownRows()) && x >= label && !p.raw.raw {
		p.row, p.column = row, min((x-label)/cell, len(p.channels)-1)
	}
	return nil
}

func (p *notifications) wheel(delta int) tea.Cmd {
	if p.raw.raw {
		p.raw.scroll(3 * delta)
		return nil
	}
	p.row = max(0, min(p.row+delta, p.rows()-1))
	p.reveal()
	return nil
}
