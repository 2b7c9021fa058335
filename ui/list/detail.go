package list

import (
	"slices"

	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// redrawDetail draws the record under the cursor again if it isn't what stands there.
func (p *Pane) redrawDetail() {
	if !p.showsDetail() {
		return
	}
	row, ok := p.Grid.Cursor()
	if !ok {
		p.Detail.Head = ""
		p.Detail.Set(nil, nil)
		p.Detail.Dirty = true
		return
	}
	key := p.Key(row)
	doing := p.Doing(row)
	if p.pursuit.Waits && p.Detail.Drawn != nil { // also where pages, names and answers come meanwhile
		return
	}
	p.pursuit.Waits = false
	if !p.Detail.Stale() && p.Detail.Drawn == any(key) && p.Detail.Found == p.Find.Text && p.Detail.Doing == doing {
		return
	}
	p.Scene, p.Detail.Found, p.Detail.Doing, p.Detail.Head = p.Env.Scene(), p.Find.Text, doing, ""
	t := p.Target(row)
	p.Detail.Name = draw.Clean(host.FirstOf(t.Name, t.ID))
	if p.Detail.Raw {
		p.Detail.Set(key, widget.DrawJSON(p.RawShown(row), p.Detail.W, p.Env.Theme))
		return
	}
	at := DetailEnv[host.AnyRow]{Env: p.Env, Older: func() (host.AnyRow, bool, bool) { return p.older(key) }, Highlights: p.finds}
	p.Env.Names.Drawing(&p.heard, func() { p.drawFields(key, row, at) })
}

// drawFields draws the record as fields.
func (p *Pane) drawFields(key host.AnyKey, row host.AnyRow, at DetailEnv[host.AnyRow]) {
	sections := p.withAnswer(key, p.untitled(p.sections(row, at)))
	if odd := p.odd(row); odd != "" {
		sections = append([]widget.Section{{Fields: []widget.Field{{Label: "Odd", Value: odd, Role: theme.Warn,
			Note: "The tenant sent something unexpected here; " + p.Label("raw") + " shows the raw JSON."}}}}, sections...)
	}
	p.Detail.Set(key, widget.DrawSections(append(host.UnderWaySections(p.Detail.Doing), sections...), p.Detail.W, p.Env.Theme))
}

// untitled leaves out the heading of a record that its box has as a whole.
func (p *Pane) untitled(sections []widget.Section) []widget.Section {
	if len(sections) == 0 || draw.Clean(sections[0].Title) != p.Detail.Name || draw.Width(p.Detail.Name) > p.Detail.W-4 {
		return sections
	}
	sections = slices.Clone(sections)
	sections[0].Title = ""
	return sections
}

// NameLine is the name of a record, or its id, as a heading, and what is being done to it.
func (p *Pane) NameLine(row host.AnyRow, w int) string {
	t := p.Target(row)
	doing := widget.IfText(p.Doing(row) != "", "  ◌ "+p.Doing(row))
	return p.Env.Theme.Paint(theme.Title, draw.Truncate(host.FirstOf(t.Name, t.ID), max(1, w-draw.Width(doing)))) +
		p.Env.Theme.Paint(theme.Info, draw.Truncate(doing, max(0, w-1)))
}

// older is the row that follows in the tenant's order.
func (p *Pane) older(key host.AnyKey) (host.AnyRow, bool, bool) {
	next, ok := p.Grid.After(key)
	return next, ok, p.Load.InView().More()
}
