package edit

import (
	"context"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/form"
	"gatehouse/ui/widget"
)

// Mask declares how records of type T are edited in a form whose fields are the paths of an update mask.
type Mask[T any] struct {
	Name    string // of the action: "roles.edit"
	Form    func(T) form.Spec
	Updated func(T) api.Time
	Applies func(T) action.Why
	Request func(T, action.Draft) (api.Request, error)
	Answer  func(api.Answer) (*T, error)
	Read    func(context.Context, *api.Client, T) (T, error)
}

// Spec is the action: it is done when the fields that were sent show, and undone by sending what they were.
func (e Mask[T]) Spec() *action.Spec[T] {
	return &action.Spec[T]{
		Name: e.Name, Title: "Edit", Doing: "Saving", Done: "Saved", Noun: "edit",
		Applies: e.Applies, Request: e.Request, Answer: e.Answer,
		Decides: func(t T) []action.Value { return FormValues(e.Form(t)) },
		Read:    func(ctx context.Context, c *api.Client, t T, _ action.Draft) (T, error) { return e.Read(ctx, c, t) },
		Check: func(before T, d action.Draft, now T, gone bool) action.Verdict {
			if gone {
				return action.ChangedByOthers
			}
			return editVerdict(e.Values(before), e.Values(now), d)
		},
		Sets:      func(t T, d action.Draft) []action.Value { return ChangedValues(e.Form(t), d) },
		UpdatedAt: e.Updated,
		Inverse: func(before T, d action.Draft) (*action.Spec[T], action.Draft) {
			back := e.Spec()
			back.Applies = nil
			return back, action.Draft{Values: e.Values(before), Changed: d.Changed}
		},
	}
}

// Values are the fields of the form, as the form writes them.
func (e Mask[T]) Values(t T) map[string]string {
	values := map[string]string{}
	for _, f := range e.Form(t).Fields {
		values[f.Name] = f.Value
	}
	return values
}

// FormValues are the fields of a record's form, in a person's words; a list is the same in any order.
func FormValues(spec form.Spec) []action.Value {
	values := make([]action.Value, 0, len(spec.Fields))
	for _, f := range spec.Fields {
		values = append(values, widget.ValueOf(f))
	}
	return values
}

// ChangedValues are the fields of a record's form that a draft changes, with what the record has in them.
func ChangedValues(spec form.Spec, d action.Draft) []action.Value {
	var values []action.Value
	for _, f := range spec.Fields {
		if d.Has(f.Name) {
			values = append(values, widget.ValueOf(f))
		}
	}
	return values
}

// editVerdict compares the fields that were sent, and no others.
func editVerdict(before, now map[string]string, d action.Draft) action.Verdict {
	done, same := true, true
	for _, field := range d.Changed {
		done = done && sameEntries(now[field], d.Values[field])
		same = same && sameEntries(now[field], before[field])
	}
	switch {
	case done:
		return action.Done
	case same:
		return action.NotDone
	}
	return action.ChangedByOthers
}

// sameEntries compares values of a form; a list is the same in any order.
func sameEntries(a, b string) bool {
	return widget.SameSet(widget.EntriesOf(a), widget.EntriesOf(b))
}

// ChangedText is the value of a field that was changed, nil when it wasn't.
func ChangedText(d action.Draft, field string) *string {
	if !d.Has(field) {
		return nil
	}
	value := strings.TrimSpace(d.Values[field])
	return &value
}

// ChangedList is the list of a field that was changed, nil when it wasn't.
func ChangedList(d action.Draft, field string) *[]string {
	if !d.Has(field) {
		return nil
	}
	entries := widget.EntriesOf(d.Values[field])
	return &entries
}

// Typeable is the word that confirms an action on a record: its name, or its id where the name can't be typed on any keyboard.
func Typeable(name, id string) string {
	plain := name != "" && len(name) <= 40 && strings.TrimSpace(name) == name && !strings.Contains(name, "  ")
	for _, r := range name {
		plain = plain && r >= ' ' && r <= '~'
	}
	if plain {
		return name
	}
	return id
}
