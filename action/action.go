// Package action is what can be done to a record, as data: the requests, the checks on what came of them, their
// inverses, and the one runner that sends whatever mutates. It knows nothing of screens.
package action

import (
	"context"
	"slices"
	"strconv"

	"gatehouse/api"
)

// Danger says what has to happen between the key press and the request.
type Danger int

// The degrees of danger, mildest first.
const (
	Free    Danger = iota // runs at once; can be undone
	Confirm               // a dialog that names the targets
	Type                  // a dialog in which a word has to be typed
)

// Verdict is what a record, read again, says about an action on it.
type Verdict int

// The verdicts of a check.
const (
	NotDone         Verdict = iota // the record is as it was
	Done                           // the record is as intended
	ChangedByOthers                // neither: somebody else was there meanwhile
)

// verdictWords are the verdicts as the journal writes them; NotDone is what isn't written.
var verdictWords = [...]string{NotDone: "", Done: "done", ChangedByOthers: "something else"}

// MarshalText writes the verdict's word.
func (v Verdict) MarshalText() ([]byte, error) {
	if v < 0 || int(v) >= len(verdictWords) {
		v = NotDone
	}
	return []byte(verdictWords[v]), nil
}

// UnmarshalText reads the verdict's word; one that this version doesn't know is NotDone.
func (v *Verdict) UnmarshalText(text []byte) error {
	*v = Verdict(max(0, slices.Index(verdictWords[:], string(text))))
	return nil
}

// Draft is what a form collected for an action: every value by field name, and the names of those that really changed.
type Draft struct {
	Values  map[string]string
	Changed []string
	Labels  map[string]string // by field name: the name that goes with an id; none for an id whose name isn't known
}

// Has reports whether the field called name was changed.
func (d Draft) Has(name string) bool {
	for _, c := range d.Changed {
		if c == name {
			return true
		}
	}
	return false
}

// Spec declares an action on records of type T. A nil function means that the action has no such thing.
type Spec[T any] struct {
	Name  string // the action's id in the key map: "suggestions.accept"
	Title string // imperative, for menus and buttons: "Accept"
	Doing string // for the line while it runs: "Accepting"
	Done  string // for the line after it: "Accepted"
	Noun  string // the action as a noun, for what is undone: "acceptance"

	// Words replaces Title, Doing and Done where they depend on the record; nil: they don't.
	Words func(T) (title, doing, done string)

	// Many: with marks, the action runs on all marked records.
	Many bool

	Danger func(T) Danger // nil: Free
	Loses  func(T) string // one sentence on what can't be brought back; "" if nothing
	Word   func(T) string // for Type: the word to type

	// Unseen: only the record's ids are known, it couldn't be read. The action asks first, nothing but its answer proves it, and it
	// can't be undone. nil: every record was read.
	Unseen func(T) bool
	// Removes: once it is done, the record isn't there any more.
	Removes bool
	// Repeats: sent once more it happens once more, as a creation does. Any other action is idempotent.
	Repeats bool
	// Decides are the values of a record by which a person decides on the action. The record is read again right before the request is
	// sent: where one of them is another by then, nothing is sent, and it is decided anew. A value that only one of two readings has is
	// not compared: a list's row may leave it out.
	Decides func(T) []Value
	// New: there is nothing that somebody else could have changed, because the action makes a record or begins something.
	New bool
	// Absent: the action makes the record that its draft names. Where that is there already, nothing is sent.
	Absent bool

	Applies func(T) Why // why it can't be done to the record; nil: it always can
	Request func(T, Draft) (api.Request, error)
	// Answer decodes the record that the answer carries; nil when it carries none.
	Answer func(api.Answer) (*T, error)
	// Late: reads show the write minutes later, so an answer that says it is done is taken for it.
	Late bool
	// Lags: reads may be minutes behind the write, so that an unknown outcome is looked at for as long.
	Lags bool
	// Read reads the record again by its id; for a record that didn't exist before, it looks for it.
	Read func(context.Context, *api.Client, T, Draft) (T, error)
	// Check compares the record before, what was asked, and the record now. gone: Read answered "not found".
	Check func(before T, draft Draft, now T, gone bool) Verdict
	// Sets are the values that the action sets, as a record has them; nil: there is nothing to compare in it. UpdatedAt is when the tenant
	// says that the record was changed last.
	Sets      func(record T, draft Draft) []Value
	UpdatedAt func(T) api.Time
	// Inverse is the action that undoes this one, and the draft to run it with. What it Sets is compared before that is done.
	Inverse func(before T, draft Draft) (*Spec[T], Draft)
	// InverseIfSeen: where the step's Expect couldn't be asked, nobody knows what it was before, and it isn't undone.
	InverseIfSeen bool
	// InverseNow is the same for an action that made the record: it acts on the record as it is now.
	InverseNow func(now T) *Spec[T]
	// Target names what is acted on where the record can't tell, because it doesn't exist yet.
	Target func(T, Draft) Target
	// Proof tells from the record what shows that it is done; Says tells what the answer adds.
	Proof func(now T) string
	Says  func(Draft, api.Answer) string
	// SaysUnread is said in the place of Says where the record couldn't be read before the request was sent.
	SaysUnread string
	// Still tells from the record what it still is when the action isn't done: "active".
	Still func(now T) string
	// Unoffered reports whether a refusal that could mean something else shows that the tenant doesn't offer the operation.
	Unoffered func(refusal error) bool
	// Withdraws names what the tenant turns out not to know, "" when the refusal doesn't tell.
	Withdraws func(refusal error) string
	// Instead is what may be tried after a refusal, as a new action.
	Instead func(before T, refusal error) *Spec[T]
}

// Value is a value of a record, in a person's words.
type Value struct {
	Name, Is string
	List     []string // where it is a list, what is in it; its order means nothing
}

// Target names what a step acts on, as it was when the key was pressed.
type Target struct {
	Kind string `json:"kind"` // "secret"
	Name string `json:"name"` // as the tenant calls it: draw it, never print it raw
	ID   string `json:"id"`
	// Within is what makes it unlike others of its name: "of the connector Salesforce". It isn't kept.
	Within string `json:"-"`
}

// Words is what a target is called where it stands in a line of its own: by name, or else by id, with what it is within.
func (t Target) Words() string {
	name := t.Name
	if name == "" {
		name = t.ID
	}
	if t.Within == "" {
		return name
	}
	return name + " " + t.Within
}

// Plan is an action bound to its targets: what a dialog shows is what the runner sends.
type Plan struct {
	Name, Title, Doing, Done, Noun string

	Danger Danger
	Word   string
	Loses  []string // one sentence per target that loses something
	Steps  []Step
	Left   []string // why targets were left out, one sentence each
	Undoes string   // the name of the action that this one undoes
	Undone string   // that action as a thing: "acceptance"
}

// Together joins plans of one action into one, to be shown, confirmed and run as a batch.
func Together(plans ...*Plan) *Plan {
	if len(plans) == 0 {
		return nil
	}
	all := *plans[0]
	all.Steps, all.Loses = nil, nil
	for _, p := range plans {
		all.Steps = append(all.Steps, p.Steps...)
		all.Loses = append(all.Loses, p.Loses...)
		all.Danger = max(all.Danger, p.Danger)
	}
	return &all
}

// Describe tells kind, name and id of a record.
type Describe[T any] func(T) Target

// Bind makes the plan that runs spec on targets. It fails when a request can't be built (an empty id, nothing changed).
func Bind[T any](spec *Spec[T], describe Describe[T], draft Draft, targets ...T) (*Plan, error) {
	plan := &Plan{Name: spec.Name, Noun: spec.Noun}
	plan.Title, plan.Doing, plan.Done = spec.agreed(targets)
	for _, t := range targets {
		request, err := spec.Request(t, draft)
		if err != nil {
			return nil, err
		}
		if spec.Danger != nil {
			plan.Danger = max(plan.Danger, spec.Danger(t))
		}
		if spec.unseen(t) {
			plan.Danger = max(plan.Danger, Confirm)
		}
		if spec.Word != nil && plan.Word == "" {
			plan.Word = spec.Word(t)
		}
		if spec.Loses != nil {
			if s := spec.Loses(t); s != "" {
				plan.Loses = append(plan.Loses, s)
			}
		}
		plan.Steps = append(plan.Steps, bindStep(spec, describe, draft, t, request))
	}
	plan.many()
	return plan, nil
}

// agreed are the words that a spec has for targets: those that depend on the record where they are the same for all of them.
func (s *Spec[T]) agreed(targets []T) (title, doing, done string) {
	title, doing, done = s.Title, s.Doing, s.Done
	if s.Words == nil {
		return title, doing, done
	}
	for i, t := range targets {
		own, ownDoing, ownDone := s.Words(t)
		if i > 0 && own != title {
			return s.Title, s.Doing, s.Done
		}
		title, doing, done = own, ownDoing, ownDone
	}
	return title, doing, done
}

// many makes a plan on several targets ask: once for all, and for the count where something is lost.
func (p *Plan) many() {
	if len(p.Steps) < 2 {
		return
	}
	if p.Danger == Free {
		p.Danger = Confirm
		return
	}
	p.Danger, p.Word = Type, strconv.Itoa(len(p.Steps))
}

func (s *Spec[T]) unseen(record T) bool { return s.Unseen != nil && s.Unseen(record) }
