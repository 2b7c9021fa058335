package export

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/file"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// exportHost is a pane as the export sees it. All of it belongs to the update loop, but not the rows that were taken.
type exportHost interface {
	Exportable() Content
	Take(what string, open bool, e grid.Env) RowSource
	Shortfall() string // why the loaded rows are not all, "" when they are
	LoadAll() tea.Cmd
	LoadingAll() bool
	StopLoading()
	Loaded() (n int, err error)
	Address(msg any) tea.Msg
}

// The sets of rows that can be written.
const (
	RowsShown  = "shown"
	RowsMarked = "marked"
	RowRecord  = "record"
)

// Content is what a pane can put into a file.
type Content struct {
	Pane    string // "hooks", for the file's name
	Title   string
	One     string
	Intro   string        // which rows the list shows
	Sets    []form.Option // what can be written
	First   string        // the set to begin with
	Columns []string      // names
	Shown   []string      // those that somebody chose for the list, in their order; nil: nobody has chosen
	More    bool          // the tenant has more rows
	Opens   *Opening
}

// Opening names what in a record opens the thing it stands for. Files leave it out unless somebody chooses to have it.
type Opening struct {
	Members []string // of the raw record
	Words   string   // "share codes and share URLs"
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

// Overlay writes rows of a pane into a file: a form, then loading, names and the file, each with a way to stop. What was typed stays
// in the form until the file is there.
type Overlay struct {
	from exportHost
	env  *host.Env
	host host.Host
	of   Content

	Form       *dialog.LocalForm
	progress   *dialog.Progress
	suggestion string // the file name that nobody has touched
	began      string // the time in it

	phase      phase
	generation uint64 // of the command whose answer is waited for
	cancel     context.CancelFunc
	chosen     exportChoice
	path       string // the file as it will be called
	short      string // why the rows are not all there are
	overwrite  bool   // somebody has agreed to it
	written    *Tally
}

// exportChoice is what the form said.
type exportChoice struct {
	what, format, path string
	columns            []int // nil: whole records
	all, open          bool
}

// Looked tells whether the file is there already.
type Looked struct {
	generation uint64
	exists     bool
	err        error
}

// NamesKnown brings the ids in the chosen columns whose names aren't known yet.
type NamesKnown struct {
	generation uint64
	missing    []widget.Ref
	err        error
}

// Ended brings what came of writing.
type Ended struct {
	generation uint64
	written    written
	err        error
}

func New(from exportHost, e *host.Env, h host.Host) *Overlay {
	x := &Overlay{from: from, env: e, host: h, of: from.Exportable(), began: e.Clock().In(e.Location).Format("20060102-1504")}
	x.Form = dialog.NewLocalForm(x.Spec(), e, h)
	x.Form.Submit, x.Form.Edited = x.submit, x.suggest
	x.Form.Picks = map[string]host.Pick{"columns": func(values map[string]string, set func(name, value, label string)) host.Overlay {
		return newColumnsBox(x.of.Columns, values["columns"], func(value, label string) { set("columns", value, label) }, e)
	}}
	return x
}

// Over reports whether the export is done or given up.
func (x *Overlay) Over() bool { return x.Form.Over }

// submit begins with what takes longest to find out otherwise: whether the folder can be written to at all.
func (x *Overlay) submit(values map[string]string) tea.Cmd {
	x.chosen = x.Read(values)
	x.short, x.path = "", x.env.Disk.Path(x.chosen.path)
	open := x.showProgress()
	if !x.chosen.all || !x.of.More || x.chosen.what != RowsShown {
		return tea.Batch(open, x.prepare())
	}
	return tea.Batch(open, x.lookAt(phaseLoading))
}

// showProgress stands over the form until the next question or the end.
func (x *Overlay) showProgress() tea.Cmd {
	x.progress = &dialog.Progress{Heading: "Exporting " + strings.ToLower(x.of.Title), Env: x.env, Host: x.host, Hint: "stops",
		State: x.State, Stop: x.Stop}
	return x.host.Open(x.progress)
}

func (x *Overlay) hideProgress() {
	if x.progress != nil {
		x.progress.Over = true
	}
}

// State is how far it is, for the screen.
func (x *Overlay) State() (fraction float64, words string) {
	switch x.phase {
	case phaseLoading:
		n, _ := x.from.Loaded()
		return -1, fmt.Sprintf("%s loaded so far. The tenant doesn't say how many there are.", draw.Count(int64(n)))
	case phaseNaming:
		return -1, fmt.Sprintf("Looking up names: %s to go.", draw.Count(int64(len(x.env.Names.Queue))))
	case phaseWriting:
		done, all := x.written.Done.Load(), x.written.All.Load()
		return float64(done) / float64(max(all, 1)), fmt.Sprintf("%s of %s written to %s.", draw.Count(done), draw.Count(all),
			filepath.Base(x.path))
	}
	return -1, "Getting ready."
}

// Stop ends what is under way. A file that is being written is removed first.
func (x *Overlay) Stop() tea.Cmd {
	switch x.phase {
	case phaseLoading:
		x.from.StopLoading()
		return x.partly("Loading was stopped.")
	case phaseWriting:
		x.cancel()
		return nil
	}
	x.abandon()
	x.Form.Resume()
	return nil
}

// abandon drops the answer that is waited for.
func (x *Overlay) abandon() {
	x.generation++
	if x.cancel != nil {
		x.cancel()
	}
	x.phase = phaseForm
	x.hideProgress()
}

func (x *Overlay) Fail(sentence string) tea.Cmd {
	x.abandon()
	x.Form.Fail(sentence)
	return nil
}

// Context is that of the next command; it ends with the session, or when the export is stopped.
func (x *Overlay) Context() (context.Context, uint64) {
	ctx, cancel := context.WithCancel(x.env.Life)
	x.cancel = cancel
	x.generation++
	return ctx, x.generation
}

// lookAt asks the disk about the file in a command; the phase says what comes after the answer.
func (x *Overlay) lookAt(next phase) tea.Cmd {
	_, generation := x.Context()
	x.phase = phaseLooking
	disk, path := x.env.Disk, x.path
	return func() tea.Msg {
		exists, err := disk.Look(path)
		if next == phaseLoading && err == nil {
			return x.from.Address(FolderFits{generation})
		}
		return x.from.Address(Looked{generation: generation, exists: exists, err: err})
	}
}

// FolderFits says that loading is worth it.
type FolderFits struct{ generation uint64 }

// Handle takes what the commands bring.
func (x *Overlay) Handle(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case FolderFits:
		if msg.generation == x.generation {
			return x.load()
		}
	case Looked:
		if msg.generation == x.generation {
			return x.looked(msg)
		}
	case NamesKnown:
		if msg.generation == x.generation {
			return x.wantNames(msg)
		}
	case Ended:
		if msg.generation == x.generation {
			return x.ended(msg)
		}
	}
	return nil
}

func (x *Overlay) load() tea.Cmd {
	x.phase = phaseLoading
	return tea.Batch(x.from.LoadAll(), x.Follow())
}

// Follow goes on when what the pane does for the export has ended.
func (x *Overlay) Follow() tea.Cmd {
	switch {
	case x.phase == phaseLoading && !x.from.LoadingAll():
		if _, err := x.from.Loaded(); err != nil {
			what, _ := host.Explain(err)
			return x.partly("Loading failed. " + what)
		}
		return x.prepare()
	case x.phase == phaseNaming && !x.env.Names.Busy():
		return x.Write()
	}
	return nil
}

// partly asks whether to write the rows that are there.
func (x *Overlay) partly(why string) tea.Cmd {
	x.abandon()
	n, _ := x.from.Loaded()
	x.nameFile()
	return x.host.Open(dialog.NewQuestion(dialog.Asks{Title: "Write what is loaded?",
		Words: []string{why, widget.Count(int64(n), x.of.One) + " loaded so far; the tenant has more.", "The file would be " +
			filepath.Base(x.path) + "."},
		No: "Back to the form", Yes: "Write", DoNo: x.Resume,
		DoYes: func() tea.Cmd { return tea.Batch(x.showProgress(), x.prepare()) }}, x.env))
}

// Resume gives the form back after a no.
func (x *Overlay) Resume() tea.Cmd {
	x.Form.Resume()
	return nil
}

// nameFile says in the file's name when the rows are not all there are.
func (x *Overlay) nameFile() {
	x.path, x.short = x.env.Disk.Path(x.chosen.path), ""
	if x.chosen.what == RowsShown {
		x.short = x.from.Shortfall()
	}
	if x.short != "" {
		x.path = incompleteName(x.path)
	}
}

func (x *Overlay) prepare() tea.Cmd {
	x.nameFile()
	return x.lookAt(phaseWriting)
}

func (x *Overlay) looked(msg Looked) tea.Cmd {
	switch {
	case msg.err != nil:
		return x.Fail(file.DiskTrouble(x.path, msg.err))
	case !msg.exists:
		return x.Name(false)
	}
	x.abandon()
	return x.host.Open(dialog.NewQuestion(dialog.Asks{Title: "Overwrite the file?",
		Words: []string{x.path + " is there already.", "What is in it would be lost."},
		No:    "Cancel", Yes: "Overwrite", DoNo: x.Resume,
		DoYes: func() tea.Cmd { return tea.Batch(x.showProgress(), x.Name(true)) }}, x.env))
}

// Name finds the ids in the chosen columns that have no name yet; whole records hold ids alone.
func (x *Overlay) Name(replace bool) tea.Cmd {
	x.overwrite = replace
	if x.chosen.columns == nil {
		return x.Write()
	}
	ctx, generation := x.Context()
	x.phase = phaseReading
	names := &nameRecorder{Frozen: x.env.Frozen(), missing: map[widget.Ref]bool{}}
	source, columns := x.from.Take(x.chosen.what, false, names), x.chosen.columns
	return func() tea.Msg {
		err := readCells(ctx, source, columns)
		return x.from.Address(NamesKnown{generation: generation, missing: names.found(), err: err})
	}
}

func (x *Overlay) wantNames(msg NamesKnown) tea.Cmd {
	if msg.err != nil {
		return x.Fail("Nothing was written: the rows couldn't be read.")
	}
	x.env.Names.Want(msg.missing)
	x.phase = phaseNaming
	if !x.env.Names.Busy() {
		return x.Write()
	}
	return func() tea.Msg { return host.ResolveNames{} }
}
