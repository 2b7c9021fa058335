package ui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
)

// exportHost is a pane as the export sees it. All of it belongs to the update loop, but not the rows that were taken.
type exportHost interface {
	exportable() exportable
	take(what string, open bool, e grid.Env) rowSource
	shortfall() string // why the loaded rows are not all, "" when they are
	loadAll() tea.Cmd
	loadingAll() bool
	stopLoading()
	loaded() (n int, err error)
	address(msg any) tea.Msg
}

// The sets of rows that can be written.
const (
	rowsShown  = "shown"
	rowsMarked = "marked"
	rowRecord  = "record"
)

// exportable is what a pane can put into a file.
type exportable struct {
	pane    string // "hooks", for the file's name
	title   string
	one     string
	intro   string        // which rows the list shows
	sets    []form.Option // what can be written
	first   string        // the set to begin with
	columns []string      // names
	more    bool          // the tenant has more rows
	opens   *opening
}

// opening names what in a record opens the thing it stands for. Files leave it out unless somebody chooses to have it.
type opening struct {
	members []string // of the raw record
	words   string   // "share codes and share URLs"
}

// phase is what an export is doing.
type phase int

const (
	phaseForm phase = iota // or a question is open
	phaseLoading
	phaseLooking // at the disk
	phaseReading // the cells, for the names that they lack
	phaseNaming
	phaseWriting
)

// export writes rows of a pane into a file: a form, then loading, names and the file, each with a way to stop. What was typed stays
// in the form until the file is there.
type export struct {
	host exportHost
	env  *env
	link *link
	of   exportable

	form       *localForm
	progress   *progress
	suggestion string // the file name that nobody has touched
	began      string // the time in it

	phase      phase
	generation uint64 // of the command whose answer is waited for
	cancel     context.CancelFunc
	chosen     exportChoice
	path       string // the file as it will be called
	short      string // why the rows are not all there are
	overwrite  bool   // somebody has agreed to it
	written    *tally
}

// exportChoice is what the form said.
type exportChoice struct {
	what, format, path string
	columns            []int // nil: whole records
	all, open          bool
}

// exportLooked tells whether the file is there already.
type exportLooked struct {
	generation uint64
	exists     bool
	err        error
}

// exportNames brings the ids in the chosen columns whose names aren't known yet.
type exportNames struct {
	generation uint64
	missing    []ref
	err        error
}

// exportEnded brings what came of writing.
type exportEnded struct {
	generation uint64
	written    written
	err        error
}

func newExport(from exportHost, e *env, l *link) *export {
	x := &export{host: from, env: e, link: l, of: from.exportable(), began: e.now().In(e.location).Format("20060102-1504")}
	x.form = newLocalForm(x.spec(), e, l)
	x.form.submit, x.form.edited = x.submit, x.suggest
	x.form.picks = map[string]pick{"columns": func(values map[string]string, set func(name, value, label string)) overlay {
		return newColumnsBox(x.of.columns, values["columns"], func(value, label string) { set("columns", value, label) }, e)
	}}
	return x
}

// over reports whether the export is done or given up.
func (x *export) over() bool { return x.form.over }

// submit begins with what takes longest to find out otherwise: whether the folder can be written to at all.
func (x *export) submit(values map[string]string) tea.Cmd {
	x.chosen = x.read(values)
	x.short, x.path = "", x.env.disk.path(x.chosen.path)
	open := x.showProgress()
	if !x.chosen.all || !x.of.more || x.chosen.what != rowsShown {
		return tea.Batch(open, x.prepare())
	}
	return tea.Batch(open, x.lookAt(phaseLoading))
}

// showProgress stands over the form until the next question or the end.
func (x *export) showProgress() tea.Cmd {
	x.progress = &progress{heading: "Exporting " + strings.ToLower(x.of.title), env: x.env, link: x.link, hint: "stops",
		state: x.state, stop: x.stop}
	return x.link.open(x.progress)
}

func (x *export) hideProgress() {
	if x.progress != nil {
		x.progress.over = true
	}
}

// state is how far it is, for the screen.
func (x *export) state() (fraction float64, words string) {
	switch x.phase {
	case phaseLoading:
		n, _ := x.host.loaded()
		return -1, fmt.Sprintf("%s loaded so far. The tenant doesn't say how many there are.", draw.Count(int64(n)))
	case phaseNaming:
		return -1, fmt.Sprintf("Looking up names: %s to go.", draw.Count(int64(len(x.env.names.queue))))
	case phaseWriting:
		done, all := x.written.done.Load(), x.written.all.Load()
		return float64(done) / float64(max(all, 1)), fmt.Sprintf("%s of %s written to %s.", draw.Count(done), draw.Count(all), filepath.Base(x.path))
	}
	return -1, "Getting ready."
}

// stop ends what is under way. A file that is being written is removed first.
func (x *export) stop() tea.Cmd {
	switch x.phase {
	case phaseLoading:
		x.host.stopLoading()
		return x.partly("Loading was stopped.")
	case phaseWriting:
		x.cancel()
		return nil
	}
	x.abandon()
	x.form.resume()
	return nil
}

// abandon drops the answer that is waited for.
func (x *export) abandon() {
	x.generation++
	if x.cancel != nil {
		x.cancel()
	}
	x.phase = phaseForm
	x.hideProgress()
}

func (x *export) fail(sentence string) tea.Cmd {
	x.abandon()
	x.form.fail(sentence)
	return nil
}

// context is that of the next command; it ends with the session, or when the export is stopped.
func (x *export) context() (context.Context, uint64) {
	ctx, cancel := context.WithCancel(x.env.life)
	x.cancel = cancel
	x.generation++
	return ctx, x.generation
}

// lookAt asks the disk about the file in a command; the phase says what comes after the answer.
func (x *export) lookAt(next phase) tea.Cmd {
	_, generation := x.context()
	x.phase = phaseLooking
	disk, path := x.env.disk, x.path
	return func() tea.Msg {
		exists, err := disk.look(path)
		if next == phaseLoading && err == nil {
			return x.host.address(exportFolderFits{generation})
		}
		return x.host.address(exportLooked{generation: generation, exists: exists, err: err})
	}
}

// exportFolderFits says that loading is worth it.
type exportFolderFits struct{ generation uint64 }

// took takes what the commands bring.
func (x *export) took(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case exportFolderFits:
		if msg.generation == x.generation {
			return x.load()
		}
	case exportLooked:
		if msg.generation == x.generation {
			return x.looked(msg)
		}
	case exportNames:
		if msg.generation == x.generation {
			return x.wantNames(msg)
		}
	case exportEnded:
		if msg.generation == x.generation {
			return x.ended(msg)
		}
	}
	return nil
}

func (x *export) load() tea.Cmd {
	x.phase = phaseLoading
	return tea.Batch(x.host.loadAll(), x.follow())
}

// follow goes on when what the pane does for the export has ended.
func (x *export) follow() tea.Cmd {
	switch {
	case x.phase == phaseLoading && !x.host.loadingAll():
		if _, err := x.host.loaded(); err != nil {
			what, _ := explain(err)
			return x.partly("Loading failed. " + what)
		}
		return x.prepare()
	case x.phase == phaseNaming && !x.env.names.busy():
		return x.write()
	}
	return nil
}

// partly asks whether to write the rows that are there.
func (x *export) partly(why string) tea.Cmd {
	x.abandon()
	n, _ := x.host.loaded()
	x.nameFile()
	return x.link.open(newQuestion(asks{title: "Write what is loaded?",
		words: []string{why, count(int64(n), x.of.one) + " loaded so far; the tenant has more.", "The file would be " + filepath.Base(x.path) + "."},
		no:    "Back to the form", yes: "Write", doNo: x.resume,
		doYes: func() tea.Cmd { return tea.Batch(x.showProgress(), x.prepare()) }}, x.env))
}

// resume gives the form back after a no.
func (x *export) resume() tea.Cmd {
	x.form.resume()
	return nil
}

// nameFile says in the file's name when the rows are not all there are.
func (x *export) nameFile() {
	x.path, x.short = x.env.disk.path(x.chosen.path), ""
	if x.chosen.what == rowsShown {
		x.short = x.host.shortfall()
	}
	if x.short != "" {
		x.path = incompleteName(x.path)
	}
}

func (x *export) prepare() tea.Cmd {
	x.nameFile()
	return x.lookAt(phaseWriting)
}

func (x *export) looked(msg exportLooked) tea.Cmd {
	switch {
	case msg.err != nil:
		return x.fail(diskTrouble(x.path, msg.err))
	case !msg.exists:
		return x.name(false)
	}
	x.abandon()
	return x.link.open(newQuestion(asks{title: "Overwrite the file?",
		words: []string{x.path + " is there already.", "What is in it would be lost."},
		no:    "Cancel", yes: "Overwrite", doNo: x.resume,
		doYes: func() tea.Cmd { return tea.Batch(x.showProgress(), x.name(true)) }}, x.env))
}

// name finds the ids in the chosen columns that have no name yet; whole records hold ids alone.
func (x *export) name(replace bool) tea.Cmd {
	x.overwrite = replace
	if x.chosen.columns == nil {
		return x.write()
	}
	ctx, generation := x.context()
	x.phase = phaseReading
	names := &nameRecorder{frozen: x.env.frozen(), missing: map[ref]bool{}}
	source, columns := x.host.take(x.chosen.what, false, names), x.chosen.columns
	return func() tea.Msg {
		err := readCells(ctx, source, columns)
		return x.host.address(exportNames{generation: generation, missing: names.found(), err: err})
	}
}

func (x *export) wantNames(msg exportNames) tea.Cmd {
	if msg.err != nil {
		return x.fail("Nothing was written: the rows couldn't be read.")
	}
	x.env.names.want(msg.missing)
	x.phase = phaseNaming
	if !x.env.names.busy() {
		return x.write()
	}
	return func() tea.Msg { return resolveNames{} }
}

// write writes the rows as they are now.
func (x *export) write() tea.Cmd {
	ctx, generation := x.context()
	x.phase, x.written = phaseWriting, &tally{}
	content := &fileContent{format: x.chosen.format, columns: x.chosen.columns, source: x.host.take(x.chosen.what, x.chosen.open, x.env.frozen())}
	if x.of.opens != nil && !x.chosen.open {
		content.conceal = x.of.opens.members
	}
	disk, path, replace, t := x.env.disk, x.path, x.overwrite, x.written
	disk.writers.Add(1)
	return func() tea.Msg {
		defer disk.writers.Done()
		done, err := content.into(ctx, disk, path, replace, t)
		return x.host.address(exportEnded{generation: generation, written: done, err: err})
	}
}

func (x *export) ended(msg exportEnded) tea.Cmd {
	switch {
	case errors.Is(msg.err, context.Canceled):
		return x.fail("Stopped. Nothing was written.")
	case msg.err != nil:
		return x.fail(diskTrouble(x.path, msg.err))
	}
	x.abandon()
	x.form.close()
	return x.link.say(x.said(msg.written))
}

// said is what the person needs to know of the file.
func (x *export) said(w written) notice {
	said := notice{toneGood, fmt.Sprintf("Wrote %s to %s.", count(int64(w.rows), x.of.one), w.path)}
	if x.short != "" {
		said.tone = toneUnknown
		said.text += " The list is incomplete: " + x.short + "."
	}
	if w.defused > 0 {
		said.text += " An apostrophe was put before " + count(int64(w.defused), "cell") + ", so that no spreadsheet runs them."
	}
	if w.partial > 0 {
		said.text += " Of " + draw.Count(int64(w.partial)) + " only the id is known."
	}
	if x.of.opens != nil && x.chosen.columns == nil {
		if x.chosen.open {
			said.text += " It holds " + x.of.opens.words + ": keep it safe."
		} else {
			said.text += " " + capital(x.of.opens.words) + " are left out."
		}
	}
	return said
}
