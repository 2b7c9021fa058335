package matrix

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Do carries out a binding.
func (p *Pane) Do(id keymap.ID) (tea.Cmd, bool) {
	if !p.fits() && id != "back" { // nothing is done to what can't be seen
		return nil, p.Knows(id)
	}
	if p.move(id) {
		p.lay()
		return p.read(), true // what comes into view is read first
	}
	switch id {
	case "matrix.sort":
		p.order = p.order.next()
		p.sort()
		return p.say("Sorted " + p.order.Words() + "."), true
	case "matrix.leave":
		return p.leaveOut(), true
	case "matrix.create":
		return p.create(), true
	case "refresh":
		return p.refresh(), true
	case "copy.id":
		if person, ok := p.person(); ok {
			return p.Host.Copy("the id", p.table.people[person].ID), true
		}
		return nil, true
	case "back":
		return p.back(), true
	}
	return nil, false
}

// move moves the cursor, where the binding does that.
func (p *Pane) move(id keymap.ID) bool {
	lines, across := max(1, p.shape.rows), max(1, p.shape.columns)
	by, ok := map[keymap.ID][2]int{
		"cursor.down": {1, 0}, "cursor.up": {-1, 0}, "cursor.page.down": {lines, 0}, "cursor.page.up": {-lines, 0},
		"cursor.half.down": {lines / 2, 0}, "cursor.half.up": {-lines / 2, 0}, "cursor.top": {-MaxPeople, 0}, "cursor.bottom": {MaxPeople, 0},
		"matrix.left": {0, -1}, "matrix.right": {0, 1}, "matrix.page.left": {0, -across}, "matrix.page.right": {0, across},
	}[id]
	p.row, p.column = p.row+by[0], p.column+by[1]
	return ok
}

// Wheel scrolls.
func (p *Pane) Wheel(delta int) tea.Cmd {
	p.row += 3 * delta
	p.lay()
	return nil
}

// Click goes to a cell.
func (p *Pane) Click(x, y int) tea.Cmd {
	if !p.fits() || len(p.rows) == 0 {
		return nil
	}
	x -= p.Inset()
	row, column := p.top+y-p.shape.head, p.left+(x-p.shape.label)/max(1, p.shape.cell)
	if y >= p.shape.head && y < p.shape.head+p.shape.rows && row < len(p.rows) {
		p.row = row
	}
	if x >= p.shape.label && column < min(len(p.columns), p.left+p.shape.columns) {
		p.column = column
	}
	p.lay()
	return nil
}

func (p *Pane) say(text string) tea.Cmd {
	return p.Host.Say(host.Notice{Tone: host.ToneInfo, Text: text})
}

// back stops reading, and then leaves.
func (p *Pane) back() tea.Cmd {
	if !p.Stoppable() {
		return p.Host.Back()
	}
	p.drop()
	p.reading.stopped, p.waiting = true, false
	p.count()
	return p.say("Stopped: " + widget.Count(int64(p.reading.left()), "entitlement") + " not read. " + p.Label("refresh") + " goes on.")
}

// refresh reads what wasn't read, or else all of it anew.
func (p *Pane) refresh() tea.Cmd {
	p.drop()
	p.waiting = false
	if !p.reading.again(p.table) {
		without := p.table.without
		p.table, p.reading = NewTable(len(p.of.Entitlements)), newReading(len(p.of.Entitlements))
		p.table.without = without
		p.rows, p.measured, p.widest, p.began = nil, 0, 0, time.Time{}
	}
	p.sorted = false
	p.count()
	return p.read()
}

// leaveOut leaves the entitlement under the cursor out of what would be granted, or takes it in again.
func (p *Pane) leaveOut() tea.Cmd {
	column, ok := p.entitlement()
	if !ok {
		return nil
	}
	p.table.Leave(column)
	p.count()
	return nil
}

// create opens the form for a profile without what is left out, or without the entitlement under the cursor.
func (p *Pane) create() tea.Cmd {
	column, ok := p.entitlement()
	if why := p.whyNotCreate(); !why.None() {
		return p.say(why.Of("suggestion"))
	}
	without := p.table.without
	if without == 0 && ok {
		without = only(column)
	}
	var refs []api.EntitlementRef
	for i, x := range p.of.Entitlements {
		if without.has(i) {
			refs = append(refs, refOf(x))
		}
	}
	return p.of.Create(refs)
}

func (p *Pane) whyNotCreate() action.Why {
	switch {
	case len(p.columns) == 0:
		return action.WhyIt("has no entitlements")
	case !p.fits():
		return action.Because("the matrix needs a larger window")
	case p.table.kept() == 0:
		return action.Because("every entitlement is left out; " + p.Label("matrix.leave") + " takes one in again")
	}
	return p.of.Why()
}

// person is the one under the cursor.
func (p *Pane) person() (int, bool) {
	if p.row >= len(p.rows) {
		return 0, false
	}
	return p.rows[p.row], true
}

// entitlement is the one under the cursor.
func (p *Pane) entitlement() (int, bool) {
	if p.column >= len(p.columns) {
		return 0, false
	}
	return p.columns[p.column], true
}

// Knows reports whether the pane carries out a binding.
func (p *Pane) Knows(id keymap.ID) bool {
	switch id {
	case "cursor.down", "cursor.up", "cursor.page.down", "cursor.page.up", "cursor.half.down", "cursor.half.up", "cursor.top", "cursor.bottom",
		"matrix.left", "matrix.right", "matrix.page.left", "matrix.page.right", "matrix.sort", "matrix.leave", "matrix.create",
		"refresh", "copy.id", "back":
		return true
	}
	return false
}

// Hints are what the footer offers.
func (p *Pane) Hints() []host.Hint {
	if !p.fits() || len(p.columns) == 0 {
		return host.HintsOf("back")
	}
	if p.insteadOf() != nil {
		return host.HintsOf("refresh", "back")
	}
	hints := host.HintsOf("matrix.sort", "matrix.leave")
	if why := p.whyNotCreate(); !why.Locked() {
		hints = append(hints, host.HintIf(why.None(), "matrix.create"))
	}
	return append(hints, host.HintsOf("refresh", "back")...)
}

// Offers are what the palette and the help show of it.
func (p *Pane) Offers() []host.Offer {
	why := p.whyNotCreate()
	column, ok := p.entitlement()
	title := "New access profile without what is left out"
	if p.table.without == 0 && ok {
		title = "New access profile without " + draw.Truncate(p.names[column], 40)
	}
	return []host.Offer{
		{ID: "matrix.create", Title: title, Able: why.None(), Why: why},
		{ID: "matrix.leave", Title: "Leave the entitlement out, or take it in", Able: ok && p.fits()},
		{ID: "matrix.sort", Title: fmt.Sprintf("Sort the matrix %s", p.order.next().Words()), Able: p.fits()},
	}
}

// Term says what a key does right now.
func (p *Pane) Term(id keymap.ID) string {
	column, ok := p.entitlement()
	switch {
	case id == "matrix.leave" && ok && p.table.without.has(column):
		return "take in"
	case id == "back" && p.Stoppable():
		return "stop"
	}
	return ""
}
