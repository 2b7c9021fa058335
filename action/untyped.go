package action

import (
	"context"

	"gatehouse/api"
)

// Untyped is spec for records that are held without their type. What isn't a record of spec's type counts as the zero record.
func Untyped[T any](spec *Spec[T]) *Spec[any] {
	if spec == nil {
		return nil
	}
	u := &Spec[any]{
		Name: spec.Name, Title: spec.Title, Doing: spec.Doing, Done: spec.Done, Noun: spec.Noun, Many: spec.Many, Removes: spec.Removes,
		Repeats: spec.Repeats,
		New:     spec.New, Absent: spec.Absent, Late: spec.Late, Lags: spec.Lags, InverseIfSeen: spec.InverseIfSeen, Says: spec.Says,
		SaysUnread: spec.SaysUnread,
		Unoffered:  spec.Unoffered, Withdraws: spec.Withdraws,

		Danger: untyped(spec.Danger), Loses: untyped(spec.Loses), Word: untyped(spec.Word), Unseen: untyped(spec.Unseen),
		Decides:   untyped(spec.Decides),
		UpdatedAt: untyped(spec.UpdatedAt), Proof: untyped(spec.Proof), Still: untyped(spec.Still),
		Sets: untypedWith(spec.Sets), Target: untypedWith(spec.Target), Applies: untyped(spec.Applies),
	}
	if spec.Request != nil {
		u.Request = func(record any, draft Draft) (api.Request, error) { return spec.Request(as[T](record), draft) }
	}
	if spec.Words != nil {
		u.Words = func(record any) (title, doing, done string) { return spec.Words(as[T](record)) }
	}
	if spec.Answer != nil {
		u.Answer = func(a api.Answer) (*any, error) {
			record, err := spec.Answer(a)
			if err != nil || record == nil {
				return nil, err
			}
			var held any = *record
			return &held, nil
		}
	}
	if spec.Read != nil {
		u.Read = func(ctx context.Context, c *api.Client, record any, draft Draft) (any, error) {
			return spec.Read(ctx, c, as[T](record), draft)
		}
	}
	if spec.Check != nil {
		u.Check = func(before any, draft Draft, now any, gone bool) Verdict {
			return spec.Check(as[T](before), draft, as[T](now), gone)
		}
	}
	untypedInverses(u, spec)
	return u
}

// Outline is as much of an untyped spec as says what the action is called, and what it can be done to: every frame asks for those of all
// actions of a pane.
func Outline[T any](spec *Spec[T]) *Spec[any] {
	return &Spec[any]{Name: spec.Name, Title: spec.Title, Many: spec.Many, Applies: untyped(spec.Applies)}
}

func untypedInverses[T any](u *Spec[any], spec *Spec[T]) {
	if spec.Inverse != nil {
		u.Inverse = func(before any, draft Draft) (*Spec[any], Draft) {
			inverse, with := spec.Inverse(as[T](before), draft)
			return Untyped(inverse), with
		}
	}
	if spec.InverseNow != nil {
		u.InverseNow = func(now any) *Spec[any] { return Untyped(spec.InverseNow(as[T](now))) }
	}
	if spec.Instead != nil {
		u.Instead = func(before any, refusal error) *Spec[any] { return Untyped(spec.Instead(as[T](before), refusal)) }
	}
}

// as is a record of type T; what isn't one is the zero record.
func as[T any](record any) T {
	r, _ := record.(T)
	return r
}

func untyped[T, R any](f func(T) R) func(any) R {
	if f == nil {
		return nil
	}
	return func(record any) R { return f(as[T](record)) }
}

func untypedWith[T, R any](f func(T, Draft) R) func(any, Draft) R {
	if f == nil {
		return nil
	}
	return func(record any, draft Draft) R { return f(as[T](record), draft) }
}
