package list

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/chart"
	"gatehouse/ui/grid"
)

// charted is the chart of a list, and of which rows it was counted.
type charted struct {
	view    *chart.View
	counted grid.Stamp
	rows    int // that there were
	more    bool
	stale   bool // what was counted depends on the time, or on names
	busy    bool // they are being counted
}

// countedMsg brings what was counted beside the update loop.
type countedMsg struct {
	of     grid.Stamp
	counts chart.Counts
	err    error
}

// stripLeast is how many rows a list keeps below a chart that stands above them all the time.
const stripLeast = 22

// countBars counts the rows where they have changed: a large list beside the update loop, one time after another.
func (p *Pane) countBars() tea.Cmd {
	c, now := &p.charted, p.Grid.Stamp()
	more := p.Load.InView().More()
	if p.Resource.Chart == nil || c.busy || !c.stale && c.more == more && c.counted.SameRows(now) {
		return nil
	}
	if p.Load.Walking && !c.stale && p.Grid.Len() > InlineRows && p.Grid.Len() < c.rows+c.rows/8 {
		return nil // each time an eighth more rows are there, and at the end: not all of them with each page
	}
	c.more, c.stale, c.rows = more, false, p.Grid.Len()
	if p.Grid.Len() <= InlineRows {
		counts, err := chart.Count(p.Env.Life, *p.Resource.Chart, p.Grid.EachLoaded(), p.Env)
		return p.handleCounts(countedMsg{now, counts, err})
	}
	c.busy = true
	rows, e, life, declared := p.Grid.Snapshot(p.Env.Frozen()).All(), p.Env.Frozen(), p.Env.Life, *p.Resource.Chart
	return func() tea.Msg {
		counts, err := chart.Count(life, declared, rows, e)
		return p.Address(countedMsg{now, counts, err})
	}
}

func (p *Pane) handleCounts(msg countedMsg) tea.Cmd {
	c := &p.charted
	c.busy = false
	if msg.err != nil {
		return nil
	}
	c.counted = msg.of
	c.view.Set(msg.counts, c.more)
	p.Layout() // it may have got its first lines, or more of them
	return nil
}

// OnChart reports whether keys go to the chart.
func (p *Pane) OnChart() bool {
	return p.charted.view.Open && !p.charted.view.Empty() && !p.Find.Typing
}

// stripHeight is how many lines a chart has above the rows all the time: none where they would lack them.
func (p *Pane) stripHeight() int {
	w, h := p.rowsRoom()
	if p.Resource.Chart == nil || p.charted.view.Empty() {
		return 0
	}
	if strip := p.charted.view.Height(w); h-strip >= stripLeast {
		return strip
	}
	return 0
}

// chartLines draw it above the rows or, while keys go to it, in their place where both don't fit.
func (p *Pane) chartLines(w, h int) []string {
	switch v := p.charted.view; {
	case p.stripHeight() > 0:
		return v.Draw(w, p.Find.Text, p.Env.Theme)
	case p.OnChart():
		return v.Cover(w, h, p.Find.Text, p.Env.Theme)
	}
	return nil
}

// openChart gives the keys to the chart.
func (p *Pane) openChart() tea.Cmd {
	if p.charted.view.Empty() {
		return p.WordWhile(p.charted.view.Empty, "There is nothing to count: no "+p.One+" is loaded.")
	}
	if p.onDetail {
		p.leaveDetail()
	}
	p.charted.view.Open = true
	return nil
}

// chartStep is the way of a key that moves on a chart.
func chartStep(id keymap.ID) (by chart.Step, moves bool) {
	switch id {
	case "chart.down":
		by.Y = 1
	case "chart.up":
		by.Y = -1
	case "chart.left":
		by.X = -1
	case "chart.right":
		by.X = 1
	}
	return by, by != chart.Step{}
}

func (p *Pane) chartKnows(id keymap.ID) bool {
	_, moves := chartStep(id)
	return moves || id == "chart.apply" || id == "back"
}

// doOnChart carries out a binding while keys go to the chart.
func (p *Pane) doOnChart(id keymap.ID) (tea.Cmd, bool) {
	if !p.OnChart() {
		return nil, false
	}
	v := p.charted.view
	if by, moves := chartStep(id); moves {
		v.Move(by)
		return nil, true
	}
	switch id {
	case "chart.apply":
		return p.applyBar(), true
	case "back":
		v.Open = false
		return nil, true
	}
	return nil, false
}

// applyBar shows the rows of the chosen bar.
func (p *Pane) applyBar() tea.Cmd {
	bar, n, ok := p.charted.view.Chosen()
	if !ok {
		return nil
	}
	if n == 0 {
		return p.WordWhile(func() bool {
			now, n, ok := p.charted.view.Chosen()
			return p.OnChart() && ok && n == 0 && now.Filter == bar.Filter
		}, "None of the loaded rows is counted there.")
	}
	p.charted.view.Open = false
	return p.FilterBy(bar.Filter)
}

// ChartStrip is the chart for another view of the same rows, in w cells; nil where there is nothing to count.
func (p *Pane) ChartStrip(w int) []string {
	if p.Resource.Chart == nil || p.charted.view.Empty() {
		return nil
	}
	return p.charted.view.Draw(w, p.Find.Text, p.Env.Theme)
}

// ChartCover is the chart in the place of that view, while keys go to it.
func (p *Pane) ChartCover(w, h int) []string {
	return p.charted.view.Cover(w, h, p.Find.Text, p.Env.Theme)
}

// ClickChart gives the keys to the chart where a bar of it stands at a cell: in so many lines, or in the place of the rows while it has
// the keys and no lines of its own.
func (p *Pane) ClickChart(x, y, lines int) bool {
	v := p.charted.view
	covers := lines == 0
	if v.Empty() || covers && !p.OnChart() || !covers && y >= lines || !v.Choose(x, y, covers) {
		return false
	}
	v.Open, p.onDetail = true, false
	return true
}

// CloseChart gives the keys back.
func (p *Pane) CloseChart() { p.charted.view.Open = false }

// ChartView is the chart as it is on the screen.
func (p *Pane) ChartView() *chart.View { return p.charted.view }
