package host

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/ui/form"
)

// Source is the record behind an open form, where the tenant lets it be read again: the list's row may be old.
type Source struct {
	One  string // "role"
	Read func(context.Context) (any, error)
	// Take makes a reading what the form is about and gives the form for it; false: it is no such record.
	Take func(now any) (form.Spec, tea.Cmd, bool)
}

// Host is how a pane reaches the frame around it. Once its session is over it does nothing: what comes late acts on no other tenant.
type Host interface {
	// Session is the number of the session: a late answer says the one it was asked in.
	Session() uint64
	// Start runs a plan, or asks first.
	Start(Request) tea.Cmd
	// Say puts a notice below the panes, SayAsLong one that goes as soon as it doesn't hold any more, and Unsay takes away what was said of
	// one record of the kind.
	Say(Notice) tea.Cmd
	SayAsLong(holds func() bool, n Notice) tea.Cmd
	Unsay(kind string)
	// Undoes says what was done last and how it is undone, "" for nothing, in so many cells where that can be.
	Undoes(room int) string
	// Push goes into another pane, GoInto into one that may have been left just now, and Back comes back.
	Push(Pane) tea.Cmd
	GoInto(Opening) tea.Cmd
	Back() tea.Cmd
	// Form, Menu and Open put something over the panes.
	Form(FormRequest) tea.Cmd
	Menu(title string, items []MenuItem) tea.Cmd
	Open(Overlay) tea.Cmd
	// Copy puts a text on the clipboard; what is its name in a sentence: "the id".
	Copy(what, text string) tea.Cmd
	Tick(time.Duration, func(time.Time) tea.Msg) tea.Cmd
}

// Request is a plan that is to run, with all that is asked and said about it.
type Request struct {
	Pane string
	Plan *action.Plan
	// Intro stands above the targets in the dialog: why this is asked.
	Intro string
	// Sum is what the targets of a batch are, taken together.
	Sum Sum
	// Facts are sentences about the target, below its name.
	Facts []string
	// Listed is what one of the facts only counts: it can be scrolled to, and gates nothing.
	Listed []string
	// Changed tells what became of the targets since the key press, "" while they are the same.
	Changed func() string
	// Losses are what else would be lost, as far as it is known by now; nothing can be confirmed before all are. nil: there are none.
	Losses func() (lines []string, ready bool)
	// LossesListed are those that one of the losses only counts; they are listed like Listed.
	LossesListed func() []string
	// Then is called with each result, after the pane has taken it.
	Then func(action.Result) tea.Cmd
	// Still is called when the last reading that comes by itself has proved nothing.
	Still func(action.Result)
	// Begun is called when the plan starts to run.
	Begun func()
	// Title, Yes and No are the dialog's, where the plan's own title and a plain no say something else.
	Title, Yes, No string
	// Notes stand beside the targets of a batch in place of their ids, in their order.
	Notes []string
	// Cancelled is called when the dialog is closed without a yes.
	Cancelled func()

	// LeftOut are those of the marked records that it is not done to, with the reason.
	LeftOut []action.Result

	Unmarked bool // the records of a batch aren't those that are marked in a list
	Own      bool // whoever started it asks by itself about what was not sent because its record has changed
	Quiet    bool // its success is said elsewhere
	Returns  bool // the record comes into view again by itself when nobody knows what became of it
}

// Sum is what the records of a batch are, taken together.
type Sum struct {
	What  string   // what all of them are: "active", "" where they are of several kinds
	Lines []string // how many are what: "3 active, 9 expired", "shared with 41 people, 12 of them outside"
}

// FormRequest opens a form whose submission makes a plan.
type FormRequest struct {
	Pane   string
	Intro  string // stands above the target in the question, if one is asked
	Spec   form.Spec
	Name   keymap.ID
	Submit func(action.Draft) (*action.Plan, error)
	// Keep takes the draft of a form that sends nothing; Submit is nil then.
	Keep func(action.Draft) tea.Cmd
	// Picks open the choices of the form's Pick fields, by field name.
	Picks map[string]Pick
	// Facts are sentences about a draft that the dialog shows with the question; nil: none.
	Facts func(action.Draft) []string
	// Changed tells what became of the record since the form was opened.
	Changed func() string
	// Source is the record that the form edits, read when the form opens; nil: it can't be read, or there is none.
	Source *Source
	Then   func(action.Result) tea.Cmd // called with each result, after the form
}

// Pick opens the choice of a field's value. values are the form's so far; set puts what was chosen into the form, label "" when the name
// of an id isn't known.
type Pick func(values map[string]string, set func(name, value, label string)) Overlay

// OpenPick opens the choice of a form's field, and begins it with what was typed there.
func OpenPick(h Host, choose Pick, f *form.Form, set func(name, value, label string), text string) tea.Cmd {
	if choose == nil {
		return nil
	}
	o := choose(f.Values(), set)
	if text != "" {
		o.Update(tea.PasteMsg{Content: text}) // opening it asks with that text
	}
	return h.Open(o)
}

// MenuItem is a line of a menu or the palette.
type MenuItem struct {
	Title string
	Hint  string   // its key
	Note  string   // why it can't be chosen, or where it belongs
	Also  []string // other words by which people look for it
	Off   bool
	Stays bool // it is there whatever is typed
	Run   func() tea.Cmd
	// Last, in place of Run, makes it the last line whatever is typed, and takes what is typed.
	Last func(typed string) tea.Cmd
	// Preview is the request that it would send, nil when it sends none.
	Preview func() (string, error)
}

// StaysLast reports whether the item stands at the end whatever is typed.
func (i MenuItem) StaysLast() bool { return i.Stays || i.Last != nil }

// Tone colours a notice, and gives it its sign.
type Tone int

// The tones of a notice.
const (
	ToneInfo Tone = iota
	ToneGood
	ToneBad
	ToneUnknown // nothing shows whether it was done, or how it is
	ToneWarning // something that needs eyes, and isn't unknown
)

// Stays reports whether a notice of that tone is trouble, which stays until esc.
func (t Tone) Stays() bool { return t == ToneBad || t == ToneUnknown || t == ToneWarning }

// Notice is a line about what happened. A good or plain one goes by itself, the others stay until esc or the next.
type Notice struct {
	Tone Tone
	Text string
}
