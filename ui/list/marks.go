package list

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// marks is what is remembered of a list's marks beside the marks themselves.
type marks struct {
	turns     int           // how often marks were set or taken away
	taken     []host.AnyRow // those that were taken away last: the key that did it brings them back
	mentioned bool          // esc has said that there are some
}

// Follow forgets what the keys before were about.
func (m *marks) Follow(id keymap.ID) {
	switch id {
	case "mark.clear", "back":
	case "mark.row", "mark.range", "mark.all", "mark.invert":
		m.taken = nil
		m.turns++
		fallthrough
	default:
		m.mentioned = false
	}
}

// clearMarks takes all marks away, or brings those back that it took.
func (p *Pane) clearMarks() tea.Cmd {
	if p.Grid.MarkCount() > 0 || len(p.marks.taken) == 0 {
		return p.takeMarks()
	}
	all := len(p.marks.taken)
	back := p.Grid.MarkRows(p.marks.taken)
	p.marks.taken = nil
	p.marks.turns++
	if back < all {
		return p.wordOnMarks(fmt.Sprintf("%s of %s restored; the list no longer has the other records.", draw.Count(int64(back)),
			widget.Count(int64(all), "mark")))
	}
	return p.wordOnMarks(widget.Count(int64(back), "mark") + " restored.")
}

// wordOnMarks says what is true until other rows are marked, or more are loaded.
func (p *Pane) wordOnMarks(text string) tea.Cmd {
	turns, marked, loaded := p.marks.turns, p.Grid.MarkCount(), p.Grid.Len()
	return p.Host.SayAsLong(func() bool {
		return p.marks.turns == turns && p.Grid.MarkCount() == marked && p.Grid.Len() == loaded
	}, host.Notice{Tone: host.ToneInfo, Text: text})
}

// takeMarks takes all marks away and says how to bring them back.
func (p *Pane) takeMarks() tea.Cmd {
	taken := p.Grid.Marked()
	p.Grid.ClearMarks()
	p.marks.turns++
	if p.marks.taken = taken; len(taken) < 2 {
		return nil
	}
	return p.wordOnMarks(widget.Count(int64(len(taken)), "mark") + " cleared; " + p.Label("mark.clear") + " restores them.")
}

// markFound marks rows by what the filter finds, which rows that are only similar are not.
func (p *Pane) markFound(mark func() tea.Cmd) tea.Cmd {
	p.arranged()
	if p.Grid.Similar() {
		return p.wordOnFilter("No row contains “" + draw.Truncate(p.Find.Text, 30) + "”. " + p.Label("mark.row") + " marks a similar one.")
	}
	return mark()
}

// markAll marks what the filter shows of the loaded rows, and says of how many: what isn't loaded can't be marked.
func (p *Pane) markAll() tea.Cmd {
	p.Grid.MarkShown()
	marked, loaded := draw.Count(int64(p.Grid.MarkCount())), draw.Count(int64(p.Grid.Len()))
	if !p.Load.More() {
		return p.wordOnMarks(fmt.Sprintf("Marked %s of %s.", marked, loaded))
	}
	said := fmt.Sprintf("Marked %s of %s loaded; %s loads the rest, then %s marks them too.",
		marked, loaded, p.Label("load.all"), p.Label("mark.all"))
	return p.wordOnMarks(said)
}
