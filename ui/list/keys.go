package list

import (
	"maps"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/host"
)

// Do carries out a binding of the list, of its detail, or one of the pane's actions. By itself none makes a cell another: rows and what
// is pending the grid knows of, and whatever else comes is a message.
func (p *Pane) Do(id keymap.ID) (tea.Cmd, bool) {
	if cmd, done := p.doOnChart(id); done {
		return p.After(cmd), true
	}
	if p.found.Searching() && p.about(id) {
		if p.changes(id) {
			return p.After(p.Word("The search was still under way: nothing was done.")), true
		}
		p.arrangeNow()
	}
	p.hold(id)
	p.marks.Follow(id)
	if p.endsRange(id) && id == "mark.row" {
		return p.After(nil), true // it is the end of the range that is marked, not one row more or less
	}
	if v, ok := p.Verb(id); ok {
		return p.After(p.act(v)), true
	}
	if run, ok := p.binds().do[id]; ok {
		return p.After(run()), true
	}
	return nil, false
}

// hold keeps the cursor on its record once something is done with that.
func (p *Pane) hold(id keymap.ID) {
	if p.about(id) {
		p.Grid.Hold()
	}
}

// about reports whether a binding does something with the record under the cursor.
func (p *Pane) about(id keymap.ID) bool {
	switch id {
	case "open", "raw", "copy.id", "copy.menu", "mark.range":
		return true
	}
	return p.changes(id) || slices.ContainsFunc(p.Own, func(c Command) bool { return c.ID == id })
}

// changes reports whether a binding changes a record or marks it: none does on rows that may not hold what was typed.
func (p *Pane) changes(id keymap.ID) bool {
	v, verb := p.Verb(id)
	return id == "mark.row" || verb && !v.Creates
}

// endsRange marks the rows of an open range before anything but moving and reading happens: what is drawn as marked is what is acted on.
func (p *Pane) endsRange(id keymap.ID) bool {
	_, ranging := p.Grid.InRange()
	if p.binds().movers[id] || !ranging {
		return false
	}
	switch id {
	case "mark.range", "mark.clear", "back", "detail.leave", "open", "raw", "copy.menu":
		return false
	}
	p.Grid.EndRange()
	return true
}

// moves are the bindings that move the cursor or scroll; each may bring the next page near.
func (p *Pane) moves() map[keymap.ID]func() tea.Cmd {
	move := func(f func()) func() tea.Cmd {
		return func() tea.Cmd {
			p.moved()
			f()
			p.Load.ToEnd = false
			return p.More()
		}
	}
	by := func(n int) func() tea.Cmd { return move(func() { p.Grid.Move(n) }) }
	scroll := func(n func() int) func() tea.Cmd {
		return func() tea.Cmd { p.Detail.Scroll(n()); return nil }
	}
	page := func() int { return max(1, p.Detail.Rows()-1) }
	return map[keymap.ID]func() tea.Cmd{
		"cursor.down":      by(1),
		"cursor.up":        by(-1),
		"cursor.page.down": move(func() { p.Grid.Page(1) }),
		"cursor.page.up":   move(func() { p.Grid.Page(-1) }),
		"cursor.half.down": move(func() { p.Grid.HalfPage(1) }),
		"cursor.half.up":   move(func() { p.Grid.HalfPage(-1) }),
		"cursor.top":       move(p.Grid.Top),
		"cursor.bottom":    p.walk,
		"load.all":         p.LoadAll,
		"detail.next":      by(1),
		"detail.previous":  by(-1),
		"detail.down":      scroll(func() int { return 1 }),
		"detail.up":        scroll(func() int { return -1 }),
		"detail.page.down": scroll(page),
		"detail.page.up":   scroll(func() int { return -page() }),
		"detail.half.down": scroll(func() int { return page() / 2 }),
		"detail.half.up":   scroll(func() int { return -page() / 2 }),
		"detail.top":       scroll(func() int { return -len(p.Detail.Lines) }),
		"detail.bottom":    scroll(func() int { return len(p.Detail.Lines) }),
	}
}

// bindings are those of a list.
type bindings struct {
	do     map[keymap.ID]func() tea.Cmd
	movers map[keymap.ID]bool // those that move the cursor or scroll
}

// binds are the bindings of this list. They are made with the first key: no list needs them to be drawn.
func (p *Pane) binds() *bindings {
	if p.bound != nil {
		return p.bound
	}
	b := &bindings{p.moves(), map[keymap.ID]bool{}}
	for id := range b.do {
		b.movers[id] = true
	}
	maps.Copy(b.do, p.commands())
	if p.Cards != nil {
		b.do[p.Cards.Open] = p.openTriage
	}
	if p.Resource.Chart != nil {
		b.do["chart.open"] = p.openChart
	}
	if p.ByID != nil {
		b.do["lookup"] = p.AskForID
	}
	if p.ChoiceKey != "" {
		b.do[p.ChoiceKey] = p.nextChoice
	}
	for _, c := range p.Own {
		b.do[c.ID] = func() tea.Cmd { return p.obey(c) }
	}
	p.bound = b
	return b
}

// commands are the other bindings of every list.
func (p *Pane) commands() map[keymap.ID]func() tea.Cmd {
	return map[keymap.ID]func() tea.Cmd{
		"open":           p.openRow,
		"back":           p.stepBack,
		"detail.leave":   p.leaveDetail,
		"detail.zoom":    p.zoom,
		"preview":        p.movePreview,
		"columns.choose": p.chooseColumns,
		"filter.open":    p.OpenFilter,
		"refresh":        p.Retry,
		"raw":            p.toggleRaw,
		"copy.id":        p.copyID,
		"copy.menu":      p.copyMenu,
		"export":         p.openExport,
		"views.open":     p.savedViews().Choose,
		"views.save":     p.savedViews().Save,
		"sort.next":      func() tea.Cmd { p.Grid.NextSort(1); return p.Arrange() },
		"sort.previous":  func() tea.Cmd { p.Grid.NextSort(-1); return p.Arrange() },
		"sort.reverse":   p.reverseSort,
		"mark.row":       func() tea.Cmd { p.Grid.ToggleMark(); return nil },
		"mark.range":     func() tea.Cmd { return p.markFound(p.toggleRange) },
		"mark.all":       func() tea.Cmd { return p.markFound(p.markAll) },
		"mark.invert":    func() tea.Cmd { return p.markFound(func() tea.Cmd { p.Grid.InvertMarks(); return nil }) },
		"mark.clear":     p.clearMarks,
	}
}

func (p *Pane) LoadAll() tea.Cmd {
	p.Load.WalkOn(false)
	return p.More()
}

func (p *Pane) openRow() tea.Cmd {
	row, ok := p.Grid.Cursor()
	if !ok {
		return nil
	}
	if p.Resource.Open != nil {
		return p.Host.GoInto(p.Resource.Open(row))
	}
	return p.openDetail()
}

func (p *Pane) OpenFilter() tea.Cmd {
	if p.onDetail {
		p.leaveDetail()
	}
	text := p.Find.Text
	if text == "" {
		text = p.Query.Text
	}
	cmd := p.Find.Open(text)
	p.walkWaits()
	p.Layout() // its line is taken from the rows
	return tea.Batch(cmd, p.found.Read())
}

func (p *Pane) toggleRaw() tea.Cmd {
	p.Detail.Turn(!p.Detail.Raw)
	if _, ok := p.Grid.Cursor(); ok && !p.showsDetail() {
		p.Detail.Raw, p.Detail.Dirty = true, true
		return p.openDetail()
	}
	return nil
}

// showsRaw reports whether a record stands on the screen as JSON.
func (p *Pane) showsRaw() bool {
	_, ok := p.Grid.Cursor()
	return ok && p.Detail.Raw && p.showsDetail()
}

// closeRaw shows the fields of the record again.
func (p *Pane) closeRaw() { p.Detail.Turn(false) }

// leaveDetail goes to the list. A raw view that the list covers would come back unasked with the next record.
func (p *Pane) leaveDetail() tea.Cmd {
	if !p.onDetail {
		return p.stepBack()
	}
	if p.preview() == host.PreviewAway {
		p.closeRaw()
	}
	p.onDetail, p.zoomed, p.opening.Waits = false, false, false
	p.Layout()
	return nil
}

// openDetail goes to the detail, over the list where both don't fit side by side.
func (p *Pane) openDetail() tea.Cmd {
	p.onDetail, p.zoomed = true, false
	p.Layout()
	if p.opening.Pressed(p.Env.Now(), true); p.opening.Waits {
		return nil
	}
	return p.see()
}

// reverseSort reverses the order. Lists that begin with a time come newest first from the tenant: turned around, the oldest is first.
func (p *Pane) reverseSort() tea.Cmd {
	unsorted := p.Grid.Sort().Column == ""
	if unsorted {
		p.Grid.NextSort(1)
	}
	if !unsorted || p.Columns[0].Hours == nil {
		p.Grid.ReverseSort()
	}
	return p.Arrange()
}

// toggleRange starts a range of marks at the cursor, or marks what it covers.
func (p *Pane) toggleRange() tea.Cmd {
	if _, ranging := p.Grid.InRange(); ranging {
		p.Grid.EndRange()
		return nil
	}
	p.Grid.StartRange()
	return nil
}

func (p *Pane) nextChoice() tea.Cmd {
	for i, c := range p.Choices {
		if c.Name == p.Query.Choice {
			p.Query.Choice = p.Choices[(i+1)%len(p.Choices)].Name
			p.Load.At = time.Time{} // nothing of that list was read yet
			return p.narrow()
		}
	}
	return nil
}

// copyID copies the id of the record, or those of the marked ones, a line for each.
func (p *Pane) copyID() tea.Cmd {
	if marked := p.Grid.Marked(); len(marked) > 0 && !p.onDetail {
		ids := make([]string, len(marked))
		for i, row := range marked {
			ids[i] = p.Target(row).ID
		}
		return p.Host.Copy(host.TheIDsOf(len(ids), p.One), strings.Join(ids, "\n"))
	}
	row, ok := p.Grid.Cursor()
	if !ok {
		return nil
	}
	return p.Host.Copy("the id", p.Target(row).ID)
}

func (p *Pane) copyMenu() tea.Cmd {
	row, ok := p.Grid.Cursor()
	if !ok {
		return nil
	}
	return p.CopyMenuOf(row)
}

// CopyMenuOf offers what can be copied from a record.
func (p *Pane) CopyMenuOf(row host.AnyRow) tea.Cmd {
	var items []host.MenuItem
	for _, c := range append([]Copyable[host.AnyRow]{{"id", func(host.AnyRow) string { return p.Target(row).ID }},
		{"name", func(host.AnyRow) string { return p.Target(row).Name }}}, p.Copies...) {
		text := c.Text(row)
		if text == "" {
			continue
		}
		items = append(items, host.MenuItem{Title: "Copy the " + c.Title, Run: func() tea.Cmd { return p.Host.Copy("the "+c.Title, text) }})
	}
	if p.CopiesOf != nil {
		for _, c := range p.CopiesOf(row) {
			items = append(items, host.MenuItem{Title: "Copy the " + c.Title, Note: c.Text,
				Run: func() tea.Cmd { return p.Host.Copy("the "+c.Title, c.Text) }})
		}
	}
	return p.Host.Menu("Copy", items)
}

func (p *Pane) Click(x, y int) tea.Cmd {
	w, h := p.listSize()
	left, top := p.box().Origin()
	drawn := p.OnChart() || p.inPlaceOfRows() == nil
	if drawn && x < w && !p.coversList() && p.ClickChart(x-left, y-top, p.stripHeight()) {
		return p.After(nil)
	}
	if p.OnChart() && p.stripHeight() == 0 {
		return nil // the rows aren't there
	}
	if key, ok := p.Grid.HitRow(y - 1 - p.stripHeight()); ok && x < w && y < h && !p.coversList() {
		p.Grid.Select(key)
		p.onDetail = false
		p.CloseChart()
		return p.After(p.More())
	}
	return nil
}

func (p *Pane) Wheel(delta int) tea.Cmd {
	if p.onDetail {
		p.Detail.Scroll(3 * delta)
		return nil
	}
	p.moved()
	p.Grid.Move(3 * delta)
	return p.After(p.More())
}

func (p *Pane) Knows(id keymap.ID) bool {
	_, bound := p.binds().do[id]
	_, verb := p.Verb(id)
	if p.OnChart() {
		return p.chartKnows(id)
	}
	return bound || verb
}
