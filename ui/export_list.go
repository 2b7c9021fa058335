package ui

import (
	"context"
	"fmt"
	"iter"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
)

// openExport opens the form of an export over the list.
func (p *list) openExport() tea.Cmd {
	row, ok := p.grid.Cursor()
	return p.openExportOf(row, ok)
}

// openExportOf opens the form of an export with a record in view, if there is one.
func (p *list) openExportOf(row anyRow, ok bool) tea.Cmd {
	p.exported = nil
	if ok {
		p.exported = &row
	}
	of := p.exportable()
	if len(of.sets) == 0 {
		return p.link.say(notice{toneInfo, "There is nothing to write: no row is loaded."})
	}
	p.export = newExport(p, p.env, p.link)
	return p.link.open(p.export.form)
}

// exportable tells what could be written now.
func (p *list) exportable() exportable {
	of := exportable{pane: firstOf(p.like, p.resource.name), title: p.resource.title, one: p.one, more: p.load.more, opens: p.opens, intro: p.exportIntro()}
	for _, c := range p.grid.Columns() {
		of.columns = append(of.columns, c.Name)
	}
	if p.grid.Shown() > 0 || p.load.more {
		label := count(int64(p.grid.Shown()), "row") + " shown"
		if p.load.more {
			label = "rows shown (" + draw.Count(int64(p.grid.Shown())) + " so far)"
		}
		of.sets = append(of.sets, form.Option{Value: rowsShown, Label: label})
	}
	if n := p.grid.MarkCount(); n > 0 {
		label := draw.Count(int64(n)) + " marked"
		if hidden := p.grid.HiddenMarks(); hidden > 0 {
			label += fmt.Sprintf(" (%s hidden)", draw.Count(int64(hidden)))
		}
		of.sets = append(of.sets, form.Option{Value: rowsMarked, Label: label})
		of.first = rowsMarked
	}
	if p.exported != nil {
		row := *p.exported
		of.sets = append(of.sets, form.Option{Value: rowRecord, Label: "this " + p.one + " (" + draw.Truncate(firstOf(p.target(row).Name, p.target(row).ID), 30) + ")"})
		if p.coversList() || p.follower != nil && p.follower.inFront() {
			of.first = rowRecord
		}
	}
	if of.first == "" && len(of.sets) > 0 {
		of.first = of.sets[0].Value
	}
	return of
}

// exportIntro says which rows the list shows, and why they are not all.
func (p *list) exportIntro() string {
	words := []string{fmt.Sprintf("The list shows %s of %s loaded", draw.Count(int64(p.grid.Shown())), draw.Count(int64(p.grid.Len())))}
	if p.find.active() {
		words = append(words, "that match “"+p.find.text+"”")
	}
	if p.query.text != "" {
		words = append(words, "found by the tenant for “"+p.query.text+"”")
	}
	if only := p.query.narrowedTo(); only != "" {
		words = append(words, "only "+only)
	}
	if s := p.grid.Sort(); s.Column != "" {
		words = append(words, "sorted by "+s.Column+strings.TrimSpace(arrow(s.Desc)))
	}
	if short := p.shortfall(); short != "" {
		return strings.Join(words, ", ") + ". It is incomplete: " + short + "."
	}
	return strings.Join(words, ", ") + "."
}

// shortfall is why the loaded rows are not all that there are, "" when they are.
func (p *list) shortfall() string {
	l := &p.load
	switch {
	case p.lost():
		return "the tenant can't list them, only what was opened by its id is here"
	case l.incomplete != "":
		return strings.TrimPrefix(l.incomplete, "incomplete: ")
	case l.err != nil:
		return "the rest could not be loaded"
	case l.more || !l.started:
		return "the tenant has more than the " + draw.Count(int64(p.grid.Len())) + " loaded"
	case l.inView().leftOut > 0:
		return count(int64(l.inView().leftOut), "row") + " without an id left out"
	}
	return ""
}

func (p *list) loadingAll() bool { return p.load.walking }

func (p *list) stopLoading() { p.load.walking, p.load.toEnd = false, false }

func (p *list) loaded() (n int, err error) { return p.grid.Len(), p.load.err }

// take snapshots rows for a file. Cells are read with e, from one goroutine. Only with open do the records hold what opens the
// thing they are about.
func (p *list) take(what string, open bool, e grid.Env) rowSource {
	columns, raw := p.grid.Columns(), p.rawShown
	if open {
		raw = p.raw
	}
	source := rowSource{}
	for _, c := range columns {
		source.columns = append(source.columns, c.Name)
	}
	row := func(row anyRow) fileRow {
		return fileRow{raw: raw(row), id: p.target(row).ID, cell: func(i int) fileCell { return cellOf(columns[i], row, e) }}
	}
	rows := p.takeRows(what)
	source.rows = func(ctx context.Context) (int, iter.Seq[fileRow], error) {
		n, all, err := rows(ctx)
		return n, func(yield func(fileRow) bool) {
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
func (p *list) takeRows(what string) func(context.Context) (int, iter.Seq[anyRow], error) {
	if what == rowRecord {
		row := *p.exported
		if now, ok := p.grid.Row(p.key(row)); ok {
			row = now
		}
		return func(context.Context) (int, iter.Seq[anyRow], error) {
			return 1, func(yield func(anyRow) bool) { yield(row) }, nil
		}
	}
	snapshot, order := p.grid.Snapshot(p.env.frozen()), p.grid.Sort()
	if what == rowsShown {
		f := p.find.parsed
		return func(ctx context.Context) (int, iter.Seq[anyRow], error) {
			a, err := snapshot.Arrange(ctx, f, order)
			return a.Len(), snapshot.Rows(a), err
		}
	}
	marked, absent := p.grid.Marks()
	key := p.key
	return func(ctx context.Context) (int, iter.Seq[anyRow], error) {
		a, err := snapshot.Arrange(ctx, nil, order)
		return len(marked) + len(absent), func(yield func(anyRow) bool) {
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

// cellOf is what a file gets of a cell: what is declared for files, else the number, else the text.
func cellOf[T any](c grid.Column[T], row T, e grid.Env) fileCell {
	switch {
	case c.Export != nil:
		return fileCell{text: c.Export(row, e)}
	case c.Number != nil:
		n, ok := c.Number(row)
		if !ok || math.IsNaN(n) || math.IsInf(n, 0) {
			return fileCell{none: true}
		}
		return fileCell{number: n, isNumber: true}
	case c.Text == nil:
		return fileCell{none: true}
	}
	text := c.Text(row, e)
	if c.Signed {
		_, words, signed := strings.Cut(text, " ")
		if signed {
			text = words
		}
	}
	return fileCell{text: text}
}

// nameRecorder is the environment of cells that notes the names they lack.
type nameRecorder struct {
	frozen
	missing map[ref]bool
}

// Name is the name that goes with an id, "" when it isn't known.
func (r *nameRecorder) Name(kind, id string) string {
	name := r.frozen.Name(kind, id)
	if name == "" && id != "" {
		r.missing[ref{kind, id}] = true
	}
	return name
}

func (r *nameRecorder) found() []ref {
	var all []ref
	for missing := range r.missing {
		all = append(all, missing)
	}
	return all
}

// readCells reads every cell that will be written, for what it lacks.
func readCells(ctx context.Context, source rowSource, columns []int) error {
	_, rows, err := source.rows(ctx)
	if err != nil {
		return err
	}
	for row := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, i := range columns {
			row.cell(i)
		}
	}
	return nil
}
