package action

import (
	"context"
	"time"

	"gatehouse/api"
)

// Step is one request of a plan with all that is needed to send it and to learn what came of it.
type Step struct {
	Target  Target
	Request api.Request

	Before any // the record as it was at the key press; Blind: its ids alone
	Blind  bool
	Seen   time.Time // when Before was read; zero: nobody knows
	// AsIs: it is sent without looking at the record first. Anyway: it is sent also where the record can't be read or isn't found, because
	// somebody wants that.
	AsIs, Anyway bool
	// Removes: once it is done, the record isn't there any more.
	Removes bool

	// Repeats: sent once more it happens once more.
	Repeats bool

	// Expect, where set, is asked about the record as it is right before the step is sent, in place of what the Spec Decides by; anything
	// but Done keeps it from being sent.
	Expect func(now any, gone bool) Verdict
	// Lenient: where the tenant doesn't let the record be read, the step is sent without asking Expect.
	Lenient bool
	// Unmet is the error of the step when Expect keeps it from being sent; nil: ErrChangedSince.
	Unmet error

	action string // the name of the action that it is a step of
	noun   string
	late   bool // the tenant shows the change only after a while
	lags   bool // Spec.Lags

	// What the Spec declares, bound to the record and the draft.
	names  func(now any) Target                            // the record in words, as it is now
	answer func(api.Answer) (any, error)                   // Spec.Answer
	read   func(context.Context, *api.Client) (any, error) // Spec.Read; nil when nothing can be read
	check  func(now any, gone bool) Verdict                // Spec.Check
	undo   func(now any) (*Plan, error)                    // Spec.Inverse or InverseNow
	sets   func(record any) []Value                        // Spec.Sets
	values func(record any) []Value                        // Spec.Decides; nil when the action decides by nothing
	again  func(now any) (*Plan, string, error)            // Again
	dated  func(record any) api.Time                       // Spec.UpdatedAt
	from   func(before any) Step                           // this step for a record that was read again
	other  func(error) (*Plan, error)                      // Spec.Instead
	proof  func(now any) string                            // Spec.Proof
	still  func(now any) string                            // Spec.Still
	says   func(api.Answer) string                         // Spec.Says
	lacks  func(error) string                              // Spec.Withdraws
	absent func(error) bool                                // Spec.Unoffered

	unread   string // Spec.SaysUnread
	missing  bool   // Spec.Absent
	unlooked bool   // it was sent without looking at the record first
	seen     bool   // it can be undone only where the record was looked at
	inverts  bool   // there is an action that undoes it

	atOnce bool // a person waits for it, and for few others
}

func bindStep[T any](spec *Spec[T], describe Describe[T], draft Draft, before T, request api.Request) Step {
	step := Step{
		Target: describe(before), Request: request, Before: before, Blind: spec.unseen(before), Removes: spec.Removes, Repeats: spec.Repeats,
		action: spec.Name, noun: spec.Noun, late: spec.Late, lags: spec.Lags || spec.Late, seen: spec.InverseIfSeen, lacks: spec.Withdraws,
		absent: spec.Unoffered,
		proof:  untypedText(spec.Proof), still: untypedText(spec.Still),
	}
	if spec.Target != nil {
		step.Target = spec.Target(before, draft)
	}
	step.names = func(now any) Target {
		record, _ := now.(T)
		return describe(record)
	}
	step.from = func(was any) Step {
		if record, ok := was.(T); ok {
			return bindStep(spec, describe, draft, record, request)
		}
		return step
	}
	step.other = func(refusal error) (*Plan, error) { return bindInstead(spec, describe, draft, before, refusal) }
	if !step.Blind {
		step.inverts = hasInverse(spec, draft, before)
		step.undo = func(now any) (*Plan, error) { return bindUndo(spec, describe, draft, before, now) }
	}
	step.sets, step.dated = bindValues(spec, draft)
	step.again = func(now any) (*Plan, string, error) { return bindAgain(spec, describe, draft, before, now) }
	bindReads(&step, spec, draft, before)
	bindAnswer(&step, spec, draft)
	return step
}

// bindReads binds what is read of the record, before and after the step is sent.
func bindReads[T any](step *Step, spec *Spec[T], draft Draft, before T) {
	if spec.Read != nil && !step.Blind {
		step.read = func(ctx context.Context, c *api.Client) (any, error) { return spec.Read(ctx, c, before, draft) }
	}
	step.missing = spec.Absent
	if spec.Decides != nil {
		step.values = func(record any) []Value {
			if r, ok := record.(T); ok {
				return spec.Decides(r)
			}
			return nil
		}
	}
	if spec.Check != nil {
		step.check = func(now any, gone bool) Verdict {
			record, _ := now.(T)
			return spec.Check(before, draft, record, gone)
		}
	}
}

// bindAnswer binds what the answer to the step says.
func bindAnswer[T any](step *Step, spec *Spec[T], draft Draft) {
	if spec.Answer != nil {
		step.answer = func(a api.Answer) (any, error) {
			record, err := spec.Answer(a)
			if err != nil || record == nil {
				return nil, err
			}
			return *record, nil
		}
	}
	if spec.Says != nil {
		step.says = func(a api.Answer) string { return spec.Says(draft, a) }
	}
	step.unread = spec.SaysUnread
}

// bindInstead makes the plan of what can be done after a refusal, nil when there is nothing.
func bindInstead[T any](spec *Spec[T], describe Describe[T], draft Draft, before T, refusal error) (*Plan, error) {
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

func bindValues[T any](spec *Spec[T], draft Draft) (sets func(any) []Value, dated func(any) api.Time) {
	sets = func(record any) []Value {
		if r, ok := record.(T); ok && spec.Sets != nil {
			return spec.Sets(r, draft)
		}
		return nil
	}
	dated = func(record any) api.Time {
		if r, ok := record.(T); ok && spec.UpdatedAt != nil {
			return spec.UpdatedAt(r)
		}
		return api.Time{}
	}
	return sets, dated
}

func hasInverse[T any](spec *Spec[T], draft Draft, before T) bool {
	switch {
	case spec.InverseNow != nil:
		return spec.InverseNow(before) != nil
	case spec.Inverse == nil:
		return false
	}
	inverse, _ := spec.Inverse(before, draft)
	return inverse != nil
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

// Undo is the plan that undoes the step, nil when there is none. now is the record as the step left it. Who runs it looks first at what
// it writes: what it undoes is what the record decides by.
func (s Step) Undo(now any) (*Plan, error) {
	if s.undo == nil || s.seen && s.unlooked {
		return nil, nil
	}
	plan, err := s.undo(now)
	if plan != nil {
		plan.Undoes, plan.Undone = s.action, s.noun
		for i := range plan.Steps {
			plan.Steps[i].AsIs = true
		}
	}
	return plan, err
}

// Reversible reports whether there is an action that undoes the step once it is done.
func (s Step) Reversible() bool { return s.undo != nil && s.inverts && !(s.seen && s.unlooked) }

// untypedText makes a function of records of type T one of any; text may be nil.
func untypedText[T any](text func(T) string) func(any) string {
	return func(now any) string {
		record, ok := now.(T)
		if !ok || text == nil {
			return ""
		}
		return text(record)
	}
}

// Still tells what the record still is, "" when the action doesn't tell.
func (s Step) Still(now any) string {
	if s.still == nil {
		return ""
	}
	return s.still(now)
}

// Sets are the values that the step sets, as a record has them; nil when there is nothing to compare.
func (s Step) Sets(record any) []Value {
	if s.sets == nil {
		return nil
	}
	return s.sets(record)
}

// UpdatedAt is when the tenant says that a record of the step was changed last, zero when it doesn't.
func (s Step) UpdatedAt(record any) api.Time {
	if s.dated == nil {
		return api.Time{}
	}
	return s.dated(record)
}

// From is the step as if the record had been another before: undoing it restores that.
func (s Step) From(before any) Step {
	if s.from == nil {
		return s
	}
	return s.from(before)
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
	if s.unlooked && s.unread != "" {
		return s.unread
	}
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
