package ui

import (
	"context"
	"encoding/json"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
)

// query is what a pane asks the tenant for.
type query struct {
	text   string // the tenant's own search
	choice string // one of the resource's choices, "" for the first
	narrow []narrowing
}

// resource declares a list: everything that makes one pane differ from another.
type resource[K comparable, T any] struct {
	name  string // "webhooks"; messages are addressed to it, and the palette and the key map use it
	like  string // "history/changes": what files and views call it where its name holds an id; "" for the name
	title string // "Webhooks"
	one   string // "webhook"
	many  string // the records in a sentence, where the title isn't it: "resource servers"
	scope keymap.Scope

	key func(T) K
	// is, noKey and noRow are what the machinery can't know without the types: untyped fills them in.
	is    func(anyRow) bool
	noKey K
	noRow T

	target  action.Describe[T]
	columns []grid.Column[T]
	raw     func(T) json.RawMessage // the record as the tenant sent it; cheap, cells ask for it
	shown   func(T) json.RawMessage // what of it is for everybody's eyes; nil: all
	problem func(T) string          // what was odd in the record, "" for nothing

	fetch func(context.Context, *api.Client, query, api.PageRequest) (api.Page[T], error)
	get   func(context.Context, *api.Client, T) (T, error) // nil: a row is all there is
	byID  *byID[T]                                         // how a record is opened by typed ids; nil: it isn't
	size  int                                              // rows a page; 0: the configured size

	// searches says what the tenant's search matches, "names and descriptions"; "" when it has none.
	searches string
	// local: the records are kept on this computer, and all of them are in the list.
	local bool
	// unasked: there is nothing to list until something is chosen; nil: there always is.
	unasked func(query) bool
	// counted says what the number of rows is about, where it isn't all that there is; "" for "in all".
	counted string
	choices []choice // alternatives of what is listed
	// choiceKey goes through the choices in turn.
	choiceKey keymap.ID
	empty     string // what a list without rows means, in sentences
	next      []step // what to do then; nil: look again, or go back
	// leads says what to do with a text that opens a record of its own and that nothing is searched by, "" for another text. It is never
	// written down. nil: there is none.
	leads func(string) string

	detail func(T, detailEnv[T]) []section
	refs   func(T) []ref // ids in the record that have names
	open   func(T) pane  // enter goes into the record; nil: enter shows the detail
	verbs  []verb[T]
	own    []command           // what this pane does beside its actions
	facets []facet             // axes along which the tenant narrows the list
	strays func(query, T) bool // whether a row isn't in the state that the tenant was asked for; nil: nothing tells
	copies []copyable[T]
	opens  *opening             // what files of whole records leave out; nil: nothing
	cards  *card[T]             // judging the records one at a time; nil: there is no such view
	follow func(*list) follower // makes that view
	// copiesOf is what only some records have to be copied.
	copiesOf func(T) []copied
	// standing is how something stands that concerns the list as a whole, for the headline.
	standing func(context.Context, *api.Client) (standing, error)
}

// rawShown is the record for the raw view.
func (r resource[K, T]) rawShown(row T) json.RawMessage {
	if r.shown == nil {
		return r.raw(row)
	}
	return r.shown(row)
}

// choice is an alternative of what a pane lists: all secrets, or only mine.
type choice struct{ name, title string }

// step is something that can be done next: the binding that does it, and what it does, "creates one".
type step struct {
	id   keymap.ID
	does string
}

// ref is an id whose name the tenant knows.
type ref struct{ kind, id string }

// copyable is something of a record that can be put on the clipboard by name.
type copyable[T any] struct {
	title string
	text  func(T) string
}

// copied is a text of one record for the clipboard.
type copied struct{ title, text string }

// verb is an action of a pane: the data of the action, and the form it needs, if any.
type verb[T any] struct {
	name keymap.ID // of the action; untyped fills it in
	spec func(*env) *action.Spec[T]
	// document is the form for the draft; nil when the action needs none.
	document func(T, *env) form.Spec
	// ways are drafts to choose from in a menu; the document, if there is one, is its last line, called otherwise.
	ways      func(T, *env) []way
	otherwise string
	// typed makes a draft of an id that is typed or pasted into that menu; nil: ways are only chosen.
	typed func(T, string) way
	// loses asks the tenant, while the dialog is open, what else the action would take away; nil: nothing else.
	loses func(context.Context, *api.Client, T) loss
	// creates: the action needs no record, it makes one.
	creates bool
	// tells are sentences about the record that the dialog shows with the question.
	tells func(T, *env) []string
	// lists are what a sentence of tells only counts; the dialog shows them below what has to be read.
	lists func(T, *env) []string
	// restands: what the headline says about the list as a whole is another thing after the action.
	restands bool
}

// section is a part of a detail: a heading and what stands below it.
type section struct {
	title  string
	fields []field
	beside bool // of a card: stands beside the rest where there is room
}

// field is one line or more of a detail. Every string in it may come from the tenant; it is cleaned when drawn.
type field struct {
	label string
	value string
	note  string // what the value means, in plain words
	role  theme.Role
	sign  string   // stands before every line of the value: "- ", so that a difference reads without colour
	bar   *float64 // drawn as a bar before the value
}

// detailEnv is what a detail may need besides the record.
type detailEnv[T any] struct {
	*env
	older func() (T, bool, bool) // the row after this one in the tenant's order; ok; more may come
	// highlights reports whether the filter finds something in a text.
	highlights func(text string) bool
}
