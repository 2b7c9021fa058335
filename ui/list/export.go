package list

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
	"gatehouse/ui/export"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// openExport opens the form of an export over the list.
func (p *Pane) openExport() tea.Cmd {
	row, ok := p.Grid.Cursor()
	return p.OpenExportOf(row, ok)
}

// OpenExportOf opens the form of an export with a record in view, if there is one.
func (p *Pane) OpenExportOf(row host.AnyRow, ok bool) tea.Cmd {
	p.exported = nil
	p.arranged() // how many rows are shown is said
	if ok {
		p.exported = &row
	}
	of := p.Exportable()
	if len(of.Sets) == 0 {
		return p.WordWhile(func() bool { return p.Grid.Len() == 0 }, "There is nothing to write: no row is loaded.")
	}
	p.export = export.New(p, p.Env, p.Host)
	return p.Host.Open(p.export.Form)
}

// Exportable tells what could be written now.
func (p *Pane) Exportable() export.Content {
	of := export.Content{Pane: host.FirstOf(p.Like, p.Resource.Name), Title: p.Resource.Title, One: p.One, More: p.Load.More(), Opens: p.Opens,
		Intro: p.exportIntro()}
	for _, c := range p.Grid.Columns() {
		of.Columns = append(of.Columns, c.Name)
	}
	of.Shown = p.chosenColumns()
	if p.Grid.Shown() > 0 || p.Load.More() {
		label := widget.Count(int64(p.Grid.Shown()), "row") + " shown"
		if p.Load.More() {
			label = "rows shown (" + draw.Count(int64(p.Grid.Shown())) + " so far)"
		}
		of.Sets = append(of.Sets, form.Option{Value: export.RowsShown, Label: label})
	}
	if n := p.Grid.MarkCount(); n > 0 {
		label := draw.Count(int64(n)) + " marked"
		if hidden := p.Grid.HiddenMarks(); hidden > 0 {
			label += fmt.Sprintf(" (%s hidden)", draw.Count(int64(hidden)))
		}
		of.Sets = append(of.Sets, form.Option{Value: export.RowsMarked, Label: label})
		of.First = export.RowsMarked
	}
	if p.exported != nil {
		row := *p.exported
		of.Sets = append(of.Sets, form.Option{Value: export.RowRecord, Label: "this " + p.One + " (" +
			draw.Truncate(host.FirstOf(p.Target(row).Name, p.Target(row).ID), 30) + ")"})
		if p.coversList() || p.Follower != nil && p.Follower.InFront() {
			of.First = export.RowRecord
		}
	}
	if of.First == "" && len(of.Sets) > 0 {
		of.First = of.Sets[0].Value
	}
	return of
}

// exportIntro says which rows the list shows, and why they are not all.
func (p *Pane) exportIntro() string {
	words := []string{fmt.Sprintf("The list shows %s of %s loaded", draw.Count(int64(p.Grid.Shown())), draw.Count(int64(p.Grid.Len())))}
	if p.Find.Active() {
		words = append(words, "that match “"+p.Find.Text+"”")
	}
	if p.Query.Text != "" {
		words = append(words, "found by the tenant for “"+p.Query.Text+"”")
	}
	if only := p.Query.NarrowedTo(); only != "" {
		words = append(words, "only "+only)
	}
	if s := p.Grid.Sort(); s.Column != "" {
		words = append(words, "sorted by "+s.Column+strings.TrimSpace(widget.Arrow(s.Desc)))
	}
	if short := p.Shortfall(); short != "" {
		return strings.Join(words, ", ") + ". It is incomplete: " + short + "."
	}
	return strings.Join(words, ", ") + "."
}

// Shortfall is why the loaded rows are not all that there are, "" when they are.
func (p *Pane) Shortfall() string {
	l := &p.Load
	switch {
	case p.Lost():
		return "the tenant can't list them, only what was opened by its id is here"
	case l.Incomplete() != "":
		return strings.TrimPrefix(l.Incomplete(), "incomplete: ")
	case l.Err() != nil:
		return "the rest could not be loaded"
	case l.More() || !l.Started():
		return "the tenant has more than the " + draw.Count(int64(p.Grid.Len())) + " loaded"
	case l.InView().LeftOut > 0:
		return widget.Count(int64(l.InView().LeftOut), "row") + " without an id left out"
	}
	return ""
}

func (p *Pane) LoadingAll() bool { return p.Load.Walking }

func (p *Pane) Loaded() (n int, err error) { return p.Grid.Len(), p.Load.Err() }

// Take snapshots rows for a file. Cells are read with e, from one goroutine. Only with open do the records hold what opens the
// thing they are about.
func (p *Pane) Take(what string, open bool, e grid.Env) export.RowSource {
	columns, raw := p.Grid.Columns(), p.RawShown
	if open {
		raw = func(row host.AnyRow) json.RawMessage { return p.Raw(row).JSON() }
	}
	source := export.RowSource{}
	for _, c := range columns {
		source.Columns = append(source.Columns, c.Name)
	}
	row := func(row host.AnyRow) export.FileRow {
		return export.FileRow{Raw: raw(row), ID: p.Target(row).ID, Cell: func(i int) export.FileCell { return export.CellOf(columns[i], row, e) }}
	}
	rows := p.takeRows(what)
	source.Rows = func(ctx context.Context) (int, iter.Seq[export.FileRow], error) {
		n, all, err := rows(ctx)
		return n, func(yield func(export.FileRow) bool) {
			for r := range all {
				if !yield(row(r)) {
					return
				}
			}
		}, err
	}
	return source
}

// takeRows shares the rows with the grid; filter and order are applied outside the update loop.
func (p *Pane) takeRows(what string) func(context.Context) (int, iter.Seq[host.AnyRow], error) {
	if what == export.RowRecord {
		row := *p.exported
		if now, ok := p.Grid.Row(p.Key(row)); ok {
			row = now
		}
		return func(context.Context) (int, iter.Seq[host.AnyRow], error) {
			return 1, func(yield func(host.AnyRow) bool) { yield(row) }, nil
		}
	}
	snapshot, order := p.Grid.Snapshot(p.Env.Frozen()), p.Grid.Sort()
	if what == export.RowsShown {
		f := p.Find.Filter
		return func(ctx context.Context) (int, iter.Seq[host.AnyRow], error) {
			a, err := snapshot.Arrange(ctx, f, order)
			return a.Len(), snapshot.Rows(a), err
		}
	}
	marked, absent := p.Grid.Marks()
	key := p.Key
	return func(ctx context.Context) (int, iter.Seq[host.AnyRow], error) {
		a, err := snapshot.Arrange(ctx, nil, order)
		return len(marked) + len(absent), func(yield func(host.AnyRow) bool) {
			for row := range snapshot.Rows(a) {
				if _, ok := marked[key(row)]; ok && !yield(row) {
					return
				}
			}
			for _, row := range absent {
				if !yield(row) {
					return
				}
			}
		}, err
	}
}
