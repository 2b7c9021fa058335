package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/draw"
)

// marks is what is remembered of a list's marks beside the marks themselves.
type marks struct {
	turns int      // how often marks were set or taken away
	taken []anyRow // those that were taken away last: the key that did it brings them back
	told  bool     // esc has said that there are some
}

// follow forgets what the keys before were about.
func (m *marks) follow(id keymap.ID) {
	switch id {
	case "mark.clear", "back":
	case "mark.row", "mark.range", "mark.all", "mark.invert":
		m.taken = nil
		m.turns++
		fallthrough
	default:
		m.told = false
	}
}

// clearMarks takes all marks away, or brings those back that it took.
func (p *list) clearMarks() tea.Cmd {
	if p.grid.MarkCount() > 0 || len(p.marks.taken) == 0 {
		return p.takeMarks()
	}
	all := len(p.marks.taken)
	back := p.grid.MarkRows(p.marks.taken)
	p.marks.taken = nil
	p.marks.turns++
	if back < all {
		return p.wordOnMarks(fmt.Sprintf("%s of %s restored; the list no longer has the other records.", draw.Count(int64(back)), count(int64(all), "mark")))
	}
	return p.wordOnMarks(count(int64(back), "mark") + " restored.")
}

// wordOnMarks says what is true until other rows are marked, or more are loaded.
func (p *list) wordOnMarks(text string) tea.Cmd {
	turns, marked, loaded := p.marks.turns, p.grid.MarkCount(), p.grid.Len()
	return p.link.sayAsLong(func() bool {
		return p.marks.turns == turns && p.grid.MarkCount() == marked && p.grid.Len() == loaded
	}, notice{toneInfo, text})
}

// takeMarks takes all marks away and says how to bring them back.
func (p *list) takeMarks() tea.Cmd {
	taken := p.grid.Marked()
	p.grid.ClearMarks()
	p.marks.turns++
	if p.marks.taken = taken; len(taken) < 2 {
		return nil
	}
	return p.wordOnMarks(count(int64(len(taken)), "mark") + " cleared; " + p.label("mark.clear") + " restores them.")
}

// markFound marks rows by what the filter finds, which rows that are only similar are not.
func (p *list) markFound(mark func() tea.Cmd) tea.Cmd {
	arranged := p.arranged()
	if p.grid.Similar() {
		return tea.Batch(arranged, p.word("No row contains “"+draw.Truncate(p.find.text, 30)+"”. "+p.label("mark.row")+" marks a similar one."))
	}
	return tea.Batch(arranged, mark())
}

// markAll marks what the filter shows of the loaded rows, and says of how many: what isn't loaded can't be marked.
func (p *list) markAll() tea.Cmd {
	p.grid.MarkShown()
	marked, loaded := draw.Count(int64(p.grid.MarkCount())), draw.Count(int64(p.grid.Len()))
	if !p.load.more {
		return p.wordOnMarks(fmt.Sprintf("Marked %s of %s.", marked, loaded))
	}
	said := fmt.Sprintf("Marked %s of the %s loaded; %s loads the rest, then %s marks them too.",
		marked, loaded, p.label("load.all"), p.label("mark.all"))
	return p.wordOnMarks(said)
}
