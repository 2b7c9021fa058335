package ui

import (
	"maps"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
)

// do carries out a binding of the list, of its detail, or one of the pane's actions.
func (p *list) do(id keymap.ID) (tea.Cmd, bool) {
	p.catchUp(id)
	p.marks.follow(id)
	if p.endsRange(id) && id == "mark.row" {
		return p.after(nil), true // it is the end of the range that is marked, not one row more or less
	}
	if v, ok := p.verb(id); ok {
		return p.after(p.act(v)), true
	}
	if run, ok := p.bindings[id]; ok {
		return p.after(run()), true
	}
	return nil, false
}

// endsRange marks the rows of an open range before anything but moving and reading happens: what is drawn as marked is what is acted on.
func (p *list) endsRange(id keymap.ID) bool {
	if _, ranging := p.grid.InRange(); !ranging {
		return false
	}
	switch id {
	case "mark.range", "mark.clear", "back", "detail.leave", "open", "raw", "copy.id", "copy.menu":
		return false
	}
	if p.movers[id] {
		return false
	}
	p.grid.EndRange()
	return true
}

// moves are the bindings that move the cursor or scroll; each may bring the next page near.
func (p *list) moves() map[keymap.ID]func() tea.Cmd {
	move := func(f func()) func() tea.Cmd {
		return func() tea.Cmd {
			p.moved()
			f()
			p.load.toEnd = false
			return p.more()
		}
	}
	by := func(n int) func() tea.Cmd { return move(func() { p.grid.Move(n) }) }
	scroll := func(n func() int) func() tea.Cmd {
		return func() tea.Cmd { p.detail.scroll(n()); return nil }
	}
	page := func() int { return max(1, p.detail.rows()-1) }
	return map[keymap.ID]func() tea.Cmd{
		"cursor.down":      by(1),
		"cursor.up":        by(-1),
		"cursor.page.down": move(func() { p.grid.Page(1) }),
		"cursor.page.up":   move(func() { p.grid.Page(-1) }),
		"cursor.half.down": move(func() { p.grid.HalfPage(1) }),
		"cursor.half.up":   move(func() { p.grid.HalfPage(-1) }),
		"cursor.top":       move(p.grid.Top),
		"cursor.bottom":    p.walk,
		"load.all":         p.loadAll,
		"detail.next":      by(1),
		"detail.previous":  by(-1),
		"detail.down":      scroll(func() int { return 1 }),
		"detail.up":        scroll(func() int { return -1 }),
		"detail.page.down": scroll(page),
		"detail.page.up":   scroll(func() int { return -page() }),
		"detail.half.down": scroll(func() int { return page() / 2 }),
		"detail.half.up":   scroll(func() int { return -page() / 2 }),
		"detail.top":       scroll(func() int { return -len(p.detail.lines) }),
		"detail.bottom":    scroll(func() int { return len(p.detail.lines) }),
	}
}

// bind makes the table of the bindings of this list, once.
func (p *list) bind() {
	p.bindings = p.moves()
	p.movers, p.cursorKeys = map[keymap.ID]bool{}, map[keymap.ID]bool{}
	for id := range p.bindings {
		p.movers[id] = true
		p.cursorKeys[id] = strings.HasPrefix(string(id), "cursor.") && id != "cursor.bottom"
	}
	maps.Copy(p.bindings, p.commands())
	if p.cards != nil {
		p.bindings[p.cards.open] = p.openTriage
	}
	if p.byID != nil {
		p.bindings["lookup"] = p.askForID
	}
	if p.choiceKey != "" {
		p.bindings[p.choiceKey] = p.nextChoice
	}
	for _, c := range p.own {
		p.bindings[c.id] = func() tea.Cmd { return p.obey(c) }
	}
}

// commands are the other bindings of every list.
func (p *list) commands() map[keymap.ID]func() tea.Cmd {
	quiet := func(f func()) func() tea.Cmd {
		return func() tea.Cmd { f(); return nil }
	}
	return map[keymap.ID]func() tea.Cmd{
		"open":          p.openRow,
		"back":          p.stepBack,
		"detail.leave":  p.leaveDetail,
		"filter.open":   p.openFilter,
		"refresh":       p.retry,
		"raw":           p.toggleRaw,
		"copy.id":       p.copyID,
		"copy.menu":     p.copyMenu,
		"export":        p.openExport,
		"views.open":    p.chooseView,
		"views.save":    p.saveView,
		"sort.next":     func() tea.Cmd { p.grid.NextSort(1); return p.arrange() },
		"sort.previous": func() tea.Cmd { p.grid.NextSort(-1); return p.arrange() },
		"sort.reverse":  p.reverseSort,
		"mark.row":      quiet(p.grid.ToggleMark),
		"mark.range":    func() tea.Cmd { return p.markFound(p.toggleRange) },
		"mark.all":      func() tea.Cmd { return p.markFound(p.markAll) },
		"mark.invert":   func() tea.Cmd { return p.markFound(func() tea.Cmd { p.grid.InvertMarks(); return nil }) },
		"mark.clear":    p.clearMarks,
	}
}

func (p *list) loadAll() tea.Cmd {
	if p.load.more {
		p.load.walking, p.load.err = true, nil
	}
	return p.more()
}

func (p *list) openRow() tea.Cmd {
	row, ok := p.grid.Cursor()
	if !ok {
		return nil
	}
	if p.resource.open != nil {
		return p.link.push(p.resource.open(row))
	}
	p.onDetail = true
	p.layout()
	p.detail.dirty = true
	return p.readRecord()
}

func (p *list) openFilter() tea.Cmd {
	if p.onDetail {
		p.leaveDetail()
	}
	text := p.find.text
	if text == "" {
		text = p.query.text
	}
	cmd := p.find.open(text)
	p.layout() // its line is taken from the rows
	return cmd
}

func (p *list) toggleRaw() tea.Cmd {
	p.detail.raw = !p.detail.raw
	p.detail.dirty, p.detail.top = true, 0
	if !p.showsDetail() {
		p.detail.raw = true
		return p.openDetail()
	}
	return nil
}

// showsRaw reports whether a record stands on the screen as JSON.
func (p *list) showsRaw() bool {
	_, ok := p.grid.Cursor()
	return ok && p.detail.raw && p.showsDetail()
}

// closeRaw shows the fields of the record again.
func (p *list) closeRaw() {
	p.detail.raw = false
	p.detail.dirty, p.detail.top = true, 0
}

// leaveDetail goes to the list. A raw view that the list covers would come back unasked with the next record.
func (p *list) leaveDetail() tea.Cmd {
	if !p.onDetail {
		return p.stepBack()
	}
	if !p.wide() {
		p.closeRaw()
	}
	p.onDetail = false
	p.layout()
	return nil
}

// openDetail shows the detail over the list, where both don't fit side by side.
func (p *list) openDetail() tea.Cmd {
	if _, ok := p.grid.Cursor(); !ok {
		return nil
	}
	p.onDetail = true
	p.layout()
	p.detail.dirty = true
	return p.readRecord()
}

// reverseSort turns the order around. Lists that begin with a time come newest first from the tenant: turned around, the oldest is first.
func (p *list) reverseSort() tea.Cmd {
	unsorted := p.grid.Sort().Column == ""
	if unsorted {
		p.grid.NextSort(1)
	}
	if !unsorted || p.columns[0].Hours == nil {
		p.grid.ReverseSort()
	}
	return p.arrange()
}

// toggleRange starts a range of marks at the cursor, or marks what it covers.
func (p *list) toggleRange() tea.Cmd {
	if _, ranging := p.grid.InRange(); ranging {
		p.grid.EndRange()
		return nil
	}
	p.grid.StartRange()
	return nil
}

func (p *list) nextChoice() tea.Cmd {
	for i, c := range p.choices {
		if c.name == p.query.choice {
			p.query.choice = p.choices[(i+1)%len(p.choices)].name
			p.load.at = time.Time{} // nothing of that list was read yet
			return p.narrow()
		}
	}
	return nil
}

func (p *list) copyID() tea.Cmd {
	row, ok := p.grid.Cursor()
	if !ok {
		return nil
	}
	return p.link.copy("the id", p.target(row).ID)
}

func (p *list) copyMenu() tea.Cmd {
	row, ok := p.grid.Cursor()
	if !ok {
		return nil
	}
	return p.copyMenuOf(row)
}

// copyMenuOf offers what can be copied from a record.
func (p *list) copyMenuOf(row anyRow) tea.Cmd {
	var items []menuItem
	for _, c := range append([]copyable[anyRow]{{"id", func(anyRow) string { return p.target(row).ID }},
		{"name", func(anyRow) string { return p.target(row).Name }}}, p.copies...) {
		text := c.text(row)
		if text == "" {
			continue
		}
		items = append(items, menuItem{title: "Copy the " + c.title, run: func() tea.Cmd { return p.link.copy("the "+c.title, text) }})
	}
	if p.copiesOf != nil {
		for _, c := range p.copiesOf(row) {
			items = append(items, menuItem{title: "Copy the " + c.title, note: c.text, run: func() tea.Cmd { return p.link.copy("the "+c.title, c.text) }})
		}
	}
	return p.link.menu("Copy", items)
}

func (p *list) click(x, y int) tea.Cmd {
	if key, ok := p.grid.HitRow(y - 1); ok && x < p.listWidth() && !p.coversList() {
		p.pursuit.waits = false
		p.grid.Select(key)
		p.onDetail = false
		return p.after(p.more())
	}
	return nil
}

func (p *list) wheel(delta int) tea.Cmd {
	if p.onDetail {
		p.detail.scroll(3 * delta)
		return nil
	}
	p.moved()
	p.grid.Move(3 * delta)
	return p.after(p.more())
}

func (p *list) knows(id keymap.ID) bool {
	_, bound := p.bindings[id]
	_, verb := p.verb(id)
	return bound || verb
}
