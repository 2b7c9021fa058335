package list

import (
	"context"
	"encoding/json"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/chart"
	"gatehouse/ui/export"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/status"
	"gatehouse/ui/widget"
)

// Resource declares a list: everything that makes one pane differ from another.
type Resource[K comparable, T any] struct {
	Name  string // "webhooks"; messages are addressed to it, and the palette and the key map use it
	Like  string // "history/changes": what files and views call it where its name holds an id; "" for the name
	Title string // "Webhooks"
	One   string // "webhook"
	Many  string // the records in a sentence, where the title isn't it: "resource servers"
	Scope keymap.Scope

	Key func(T) K
	// is, NoKey and NoRow need the types of the records: Untyped fills them in.
	is    func(host.AnyRow) bool
	NoKey K
	NoRow T

	Target  action.Describe[T]
	Columns []grid.Column[T]
	Raw     func(T) api.Original    // the record as the tenant sent it
	Same    func(a, b T) bool       // whether what else is in two readings of the same JSON is the same; nil: there is nothing else
	Shown   func(T) json.RawMessage // the part of it that may be shown; nil: all of it
	Problem func(T) string          // what was odd in the record, "" for nothing; nil: nothing ever is

	Fetch func(context.Context, *api.Client, host.Query, api.PageRequest) (api.Page[T], error)
	Get   func(context.Context, *api.Client, T) (T, error) // nil: no operation reads one record
	ByID  *ByID[T]                                         // how a record is opened by typed ids; nil: it isn't
	Size  int                                              // rows a page; 0: the configured size

	// Searches says what the tenant's search matches, "names and descriptions"; "" when it has none.
	Searches string
	// Local records are kept on this computer; the list has all of them.
	Local      bool
	Aside      bool // what it reads is drawn nowhere else
	Background bool // it reads many pages by itself: none of them before a change that is under way
	// Unasked reports whether there is nothing to list until something is chosen; nil: there always is.
	Unasked func(host.Query) bool
	// Counted are the words after the number of rows, such as "known here"; "": "in all".
	Counted string
	Choices []Choice // what the list can be switched between
	// ChoiceKey switches to the next of them.
	ChoiceKey keymap.ID
	Empty     string // what it means that there are no rows, in sentences
	Next      []Step // what can be done about that; nil: refresh, or go back
	// Redirect says where a text belongs that opens a record of its own, such as a share code, and mustn't be searched for or written
	// down; "" for any other text. nil: there are no such texts.
	Redirect func(string) string

	Detail func(T, DetailEnv[T]) []widget.Section
	Refs   func(T) []widget.Ref // ids in the record that have names
	Open   func(T) host.Opening // enter goes into the record; nil: enter shows the detail
	Verbs  []Verb[T]
	Own    []Command                // what this pane does beside its actions
	Facets []Facet                  // axes along which the tenant narrows the list
	Strays func(host.Query, T) bool // whether a row isn't in the state that the tenant was asked for; nil: it can't be known
	Copies []Copyable[T]
	Opens  *export.Opening      // what is left out of files of whole records; nil: nothing
	Cards  *Card[T]             // how triage judges the records one at a time; nil: there is no triage
	Follow func(*Pane) Follower // makes the triage
	// Chart counts the rows as bars, each of which is a filter; nil: there is none.
	Chart *chart.Chart[T]
	// Learns is told what came of every change of such a record; nil: nobody wants to know.
	Learns func(action.Result)
	// CopiesOf are more texts to copy, which only some records have.
	CopiesOf func(T) []Copied
	// Status is that of something that concerns the list as a whole, for the headline; nil: there is none.
	Status status.Read
}

// unseen reports whether nothing but the ids of a record are known.
func (r Resource[K, T]) unseen(row T) bool { return r.ByID != nil && !r.Raw(row).Came() }

// RawShown is the record for the raw view.
func (r Resource[K, T]) RawShown(row T) json.RawMessage {
	if r.Shown == nil {
		return r.Raw(row).JSON()
	}
	return r.Shown(row)
}

// odd is what was odd in the record, "" for nothing.
func (r Resource[K, T]) odd(row T) string {
	if r.Problem == nil {
		return ""
	}
	return r.Problem(row)
}

// Choice is an alternative of what a pane lists: all secrets, or only mine.
type Choice struct{ Name, Title string }

// Step is something that can be done next: the binding that does it, and what it does, "creates one".
type Step struct {
	ID   keymap.ID
	Does string
}

// Copyable is something of a record that can be put on the clipboard by name.
type Copyable[T any] struct {
	Title string
	Text  func(T) string
}

// Copied is a text of one record for the clipboard.
type Copied struct{ Title, Text string }

// Verb is an action of a pane: the data of the action, and the form it needs, if any.
type Verb[T any] struct {
	name    keymap.ID                                 // of the action; untyped fills it in
	Outline func(*host.Env) *action.Spec[host.AnyRow] // see action.Outline; untyped fills it in
	Spec    func(*host.Env) *action.Spec[T]
	// Document is the form for the draft; nil when the action needs none.
	Document func(T, *host.Env) form.Spec
	// Ways are drafts to choose from in a menu; the document, if there is one, is its last line, called otherwise.
	Ways      func(T, *host.Env) []Way
	Otherwise string
	// Typed makes a draft of an id that is typed or pasted into that menu; nil: ways are only chosen.
	Typed func(T, string) Way
	// Loses asks the tenant, while the dialog is open, what else the action would take away; nil: nothing else.
	Loses func(context.Context, *api.Client, T) Loss
	// Creates: the action makes a record, and needs none.
	Creates bool
	// Facts are sentences about the record that the dialog shows with the question.
	Facts func(T, *host.Env) []string
	// Sums says what the records of a batch are, taken together; nil: nothing but how many.
	Sums func([]T, *host.Env) host.Sum
	// Lists are what one of the facts only counts; the dialog shows them below what has to be read.
	Lists func(T, *host.Env) []string
	// ChangesStatus: the list's status is another after the action.
	ChangesStatus bool
}

// DetailEnv is what a detail may need besides the record.
type DetailEnv[T any] struct {
	*host.Env
	Older func() (T, bool, bool) // the row after this one in the tenant's order; ok; more may come
	// Highlights reports whether the filter finds something in a text.
	Highlights func(text string) bool
}
