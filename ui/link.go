package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/ui/form"
)

// link is how a pane reaches the frame around it.
type link struct {
	session func() uint64
	start   func(started) tea.Cmd // runs a plan, or asks first
	say     func(notice) tea.Cmd
	// sayAsLong says what is taken away as soon as it doesn't hold any more.
	sayAsLong func(holds func() bool, n notice) tea.Cmd
	unsay     func(kind string)  // takes away what was said of one record of the kind
	push      func(pane) tea.Cmd // goes into another pane, back comes back
	back      func() tea.Cmd
	form      func(formRequest) tea.Cmd
	copy      func(what, text string) tea.Cmd
	menu      func(title string, items []menuItem) tea.Cmd
	open      func(overlay) tea.Cmd
	tick      func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
}

// started is a plan that is to run, with all that is asked and said about it.
type started struct {
	pane string
	plan *action.Plan
	// intro stands above the targets in the dialog: why this is asked.
	intro string
	// tells are sentences about the target, below its name.
	tells []string
	// listed is what a sentence of tells counts: it can be scrolled to, and gates nothing.
	listed []string
	// changed tells what became of the targets since the key press, "" while they are the same.
	changed func() string
	// learns is what else would be lost, as far as it is known by now; nothing can be confirmed before that is all. nil: nothing else.
	learns func() (lines []string, ready bool)
	// learned is what a line of that only counts, listed below it as listed is.
	learned func() []string
	// then is called with each result, after the pane has taken it.
	then func(action.Result) tea.Cmd
	// still is called when the last reading that comes by itself has proved nothing.
	still func(action.Result)
	// begun is called when the plan starts to run.
	begun func()
	// title, yes and no are the dialog's, where the plan's own title and a plain no say something else.
	title, yes, no string
	// notes stand beside the targets of a batch in place of their ids, in their order.
	notes []string
	// cancelled is called when the dialog is closed without a yes.
	cancelled func()

	// leftOut are those of the marked records that it is not done to, with the reason.
	leftOut []action.Result

	own     bool // whoever started it asks by itself about what was not sent because its record has changed
	quiet   bool // its success is said elsewhere
	returns bool // the record comes into view again by itself when nobody knows what became of it
}

// formRequest opens a form whose submission makes a plan.
type formRequest struct {
	pane   string
	intro  string // stands above the target in the question, if one is asked
	spec   form.Spec
	name   keymap.ID
	submit func(action.Draft) (*action.Plan, error)
	// keep takes the draft of a form that sends nothing; submit is nil then.
	keep func(action.Draft) tea.Cmd
	// picks open the choices of the form's Pick fields, by field name.
	picks map[string]pick
	// tells are sentences about a draft that the dialog shows with the question; nil: none.
	tells func(action.Draft) []string
	// changed tells what became of the record since the form was opened.
	changed func() string
	// source is the record that the form edits, read when the form opens; nil: it can't be read, or there is none.
	source *source
	then   func(action.Result) tea.Cmd // called with each result, after the form
}

// pick opens the choice of a field's value. values are the form's so far; set puts what was chosen into the form, label "" when the name
// of an id isn't known.
type pick func(values map[string]string, set func(name, value, label string)) overlay

// openPick opens the choice of a form's field, and begins it with what was typed there.
func (l *link) openPick(choose pick, f *form.Form, set func(name, value, label string), text string) tea.Cmd {
	if choose == nil {
		return nil
	}
	o := choose(f.Values(), set)
	if text != "" {
		o.update(tea.PasteMsg{Content: text}) // opening it asks with that text
	}
	return l.open(o)
}

// menuItem is a line of a menu or the palette.
type menuItem struct {
	title string
	hint  string   // its key
	note  string   // why it can't be chosen, or where it belongs
	also  []string // other words by which people look for it
	off   bool
	stays bool // it is there whatever is typed
	run   func() tea.Cmd
	// last, in place of run, makes it the last line whatever is typed, and takes what is typed.
	last func(typed string) tea.Cmd
	// preview is the request that it would send, nil when it sends none.
	preview func() (string, error)
}

// staysLast reports whether the item stands at the end whatever is typed.
func (i menuItem) staysLast() bool { return i.stays || i.last != nil }

// tone colours a notice, and gives it its sign.
type tone int

// The tones of a notice.
const (
	toneInfo tone = iota
	toneGood
	toneBad
	toneUnknown
)

// notice is a line about what happened. A good or plain one goes by itself, the others stay until esc or the next.
type notice struct {
	tone tone
	text string
}
