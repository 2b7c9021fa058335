// Package action is what can be done to a record, as data: the requests, the checks on what came of them, their
// inverses, and the one runner that sends whatever mutates. It knows nothing of screens.
package action

import (
	"context"
	"strconv"

	"gatehouse/api"
)

// Danger says what has to happen between the key press and the request.
type Danger int

// The degrees of danger, mildest first.
const (
	Free    Danger = iota // runs at once; can be taken back
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
	Noun  string // the action as a thing that can be taken back: "acceptance"

	// Words replaces Doing and Done where they depend on the record; nil: they don't.
	Words func(T) (doing, done string)

	// Many: with marks, the action runs on all marked records.
	Many bool

	Danger func(T) Danger // nil: Free
	Loses  func(T) string // one sentence on what can't be brought back; "" if nothing
	Word   func(T) string // for Type: the word to type

	// Unseen: only the record's ids are known, it couldn't be read. The action asks first, nothing but its answer proves it, and it
	// can't be taken back. nil: every record was read.
	Unseen func(T) bool
	// Removes: once it is done, the record isn't there any more.
	Removes bool
	// Unchanged reports whether the record, read again right before the request is sent, still is what the person saw of it; where it
	// isn't, nothing is sent. nil: nobody looks.
	Unchanged func(before, now T) bool

	Applies func(T) (bool, string) // nil: always; else why not, in one sentence
	Request func(T, Draft) (api.Request, error)
	// Answer decodes the record that the answer carries; nil when it carries none.
	Answer func(api.Answer) (*T, error)
	// Late: reads show the write minutes later, so an answer that says it is done is taken for it.
	Late bool
	// Read reads the record again by its id; for a record that didn't exist before, it looks for it.
	Read func(context.Context, *api.Client, T, Draft) (T, error)
	// Check compares the record before, what was asked, and the record now. gone: Read answered "not found".
	Check func(before T, draft Draft, now T, gone bool) Verdict
	// Inverse is the action that takes this one back, and the draft to run it with.
	Inverse func(before T, draft Draft) (*Spec[T], Draft)
	// InverseIfSeen: where the step's Expect couldn't be asked, nobody knows what it was before, and it isn't taken back.
	InverseIfSeen bool
	// InverseNow is the same for an action that made the record: it acts on the record as it is now.
	InverseNow func(now T) *Spec[T]
	// Target names what is acted on where the record can't tell, because it doesn't exist yet.
	Target func(T, Draft) Target
	// Proof tells from the record what shows that it is done; Says tells what the answer adds.
	Proof func(now T) string
	Says  func(Draft, api.Answer) string
	// Still tells from the record what it still is when the action isn't done: "active".
	Still func(now T) string
	// Unoffered reports whether a refusal that could mean something else shows that the tenant doesn't offer the operation.
	Unoffered func(refusal error) bool
	// Withdraws names what the tenant turns out not to know, "" when the refusal doesn't tell.
	Withdraws func(refusal error) string
	// Instead is what may be tried after a refusal, as a new action.
	Instead func(before T, refusal error) *Spec[T]
}

// Target names what a step acts on, as it was when the key was pressed.
type Target struct {
	Kind string `json:"kind"` // "secret"
	Name string `json:"name"` // as the tenant calls it: draw it, never print it raw
	ID   string `json:"id"`
}

// Step is one request of a plan with all that is needed to send it and to learn what came of it.
type Step struct {
	Target  Target
	Request api.Request

	Before any // the record as it was at the key press; Blind: its ids alone
	Blind  bool
	// Removes: once it is done, the record isn't there any more.
	Removes bool

	// Expect, where set, is asked about the record as it is right before the step is sent; anything but Done keeps it from being sent.
	Expect func(now any, gone bool) Verdict
	// Lenient: where the tenant doesn't let the record be read, the step is sent without asking Expect.
	Lenient bool
	// Unmet is the error of the step when Expect keeps it from being sent; nil: ErrChangedSince.
	Unmet error

	action string // the name of the action that it is a step of
	noun   string
	names  func(now any) Target
	answer func(api.Answer) (any, error)
	read   func(context.Context, *api.Client) (any, error)
	check  func(now any, gone bool) Verdict
	undo   func(now any) (*Plan, error)
	other  func(error) (*Plan, error)
	proof  func(now any) string
	still  func(now any) string
	says   func(api.Answer) string
	lacks  func(error) string
	absent func(error) bool
	late   bool

	unlooked bool // it was sent without asking Expect
	seen     bool // it can be taken back only where Expect was asked
}

// Plan is an action bound to its targets: what a dialog shows is what the runner sends.
type Plan struct {
	Name, Title, Doing, Done, Noun string

	Danger Danger
	Word   string
	Loses  []string // one sentence per target that loses something
	Steps  []Step
	Left   []string // why targets were left out, one sentence each
	Undoes string   // the name of the action that this one takes back
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
	plan := &Plan{Name: spec.Name, Title: spec.Title, Doing: spec.Doing, Done: spec.Done, Noun: spec.Noun}
	if spec.Words != nil && len(targets) > 0 {
		plan.Doing, plan.Done = spec.Words(targets[0])
	}
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

func bindStep[T any](spec *Spec[T], describe Describe[T], draft Draft, before T, request api.Request) Step {
	step := Step{Target: describe(before), Request: request, Before: before, Blind: spec.unseen(before), Removes: spec.Removes, action: spec.Name, noun: spec.Noun}
	step.names = func(now any) Target {
		record, _ := now.(T)
		return describe(record)
	}
	if spec.Target != nil {
		step.Target = spec.Target(before, draft)
	}
	if spec.Answer != nil {
		step.answer = func(a api.Answer) (any, error) {
			record, err := spec.Answer(a)
			if err != nil || record == nil {
				return nil, err
			}
			return *record, nil
		}
	}
	if spec.Read != nil && !step.Blind {
		step.read = func(ctx context.Context, c *api.Client) (any, error) { return spec.Read(ctx, c, before, draft) }
	}
	if spec.Unchanged != nil && step.read != nil {
		step.Lenient = true
		step.Expect = func(now any, gone bool) Verdict {
			if record, ok := now.(T); !gone && ok && spec.Unchanged(before, record) {
				return Done
			}
			return ChangedByOthers
		}
	}
	if spec.Check != nil {
		step.check = func(now any, gone bool) Verdict {
			record, _ := now.(T)
			return spec.Check(before, draft, record, gone)
		}
	}
	if !step.Blind {
		step.undo = func(now any) (*Plan, error) { return bindUndo(spec, describe, draft, before, now) }
	}
	if spec.Says != nil {
		step.says = func(a api.Answer) string { return spec.Says(draft, a) }
	}
	step.late, step.seen = spec.Late, spec.InverseIfSeen
	step.lacks, step.absent = spec.Withdraws, spec.Unoffered
	step.proof, step.still = telling(spec.Proof), telling(spec.Still)
	step.other = func(refusal error) (*Plan, error) {
		if spec.Instead == nil {
			return nil, nil
		}
		instead := spec.Instead(before, refusal)
		if instead == nil {
			return nil, nil
		}
		if instead.Unseen == nil {
			instead.Unseen = spec.Unseen
		}
		return Bind(instead, describe, draft, before)
	}
	return step
}

func bindUndo[T any](spec *Spec[T], describe Describe[T], draft Draft, before T, now any) (*Plan, error) {
	if spec.InverseNow != nil {
		record, ok := now.(T)
		if !ok {
			return nil, nil
		}
		if inverse := spec.InverseNow(record); inverse != nil {
			return Bind(inverse, describe, Draft{}, record)
		}
		return nil, nil
	}
	if spec.Inverse == nil {
		return nil, nil
	}
	inverse, with := spec.Inverse(before, draft)
	if inverse == nil {
		return nil, nil
	}
	return Bind(inverse, describe, with, before)
}

// Undo is the plan that takes the step back, nil when there is none. now is the record as the step left it.
func (s Step) Undo(now any) (*Plan, error) {
	if s.undo == nil || s.seen && s.unlooked {
		return nil, nil
	}
	plan, err := s.undo(now)
	if plan != nil {
		plan.Undoes, plan.Undone = s.action, s.noun
	}
	return plan, err
}

// telling makes of what is told from a record of type T what is told from any; tells may be nil.
func telling[T any](tells func(T) string) func(any) string {
	return func(now any) string {
		record, ok := now.(T)
		if !ok || tells == nil {
			return ""
		}
		return tells(record)
	}
}

// Still tells what the record still is, "" when the action doesn't tell.
func (s Step) Still(now any) string {
	if s.still == nil {
		return ""
	}
	return s.still(now)
}

// Proof tells what shows in the record that the step is done.
func (s Step) Proof(now any) string {
	if s.proof == nil || now == nil {
		return ""
	}
	return s.proof(now)
}

// Says is what the answer adds to the result in words.
func (s Step) Says(a api.Answer) string {
	if s.says == nil {
		return ""
	}
	return s.says(a)
}

// Withdraws names what the refusal shows the tenant not to know, "" for nothing.
func (s Step) Withdraws(refusal error) string {
	if s.lacks == nil {
		return ""
	}
	return s.lacks(refusal)
}

// Unoffered reports whether the refusal shows that the tenant doesn't offer the operation at all.
func (s Step) Unoffered(refusal error) bool {
	return api.KindOf(refusal) == api.KindUnsupported || s.absent != nil && s.absent(refusal)
}

// Instead is the plan that may be tried after refusal, nil when there is none.
func (s Step) Instead(refusal error) (*Plan, error) {
	if s.other == nil {
		return nil, nil
	}
	return s.other(refusal)
}

// Read reads the step's record again; nil when the action can't read it.
func (s Step) Read(ctx context.Context, c *api.Client) (any, error) {
	if s.read == nil {
		return nil, nil
	}
	return s.read(ctx, c)
}

// CanRead reports whether the step's record can be read again.
func (s Step) CanRead() bool { return s.read != nil }

// Late reports whether reads show the step only minutes after it was done.
func (s Step) Late() bool { return s.late }

// Check tells what now says about the step; gone: the record was not found.
func (s Step) Check(now any, gone bool) Verdict {
	if s.check == nil {
		return NotDone
	}
	return s.check(now, gone)
}
