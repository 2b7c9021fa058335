package ui

import (
	"context"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/form"
)

// maskEdit declares how records of type T are edited in a form whose fields are the paths of an update mask.
type maskEdit[T any] struct {
	name    string // of the action: "roles.edit"
	form    func(T) form.Spec
	updated func(T) api.Time
	applies func(T) (bool, string)
	request func(T, action.Draft) (api.Request, error)
	answer  func(api.Answer) (*T, error)
	read    func(context.Context, *api.Client, T) (T, error)
}

// spec is the action: it is done when the fields that were sent show, and taken back by sending what they were.
func (e maskEdit[T]) spec() *action.Spec[T] {
	return &action.Spec[T]{
		Name: e.name, Title: "Edit", Doing: "Saving", Done: "Saved", Noun: "edit",
		Applies: e.applies, Request: e.request, Answer: e.answer,
		Decides: func(t T) []action.Value { return formValues(e.form(t)) },
		Read:    func(ctx context.Context, c *api.Client, t T, _ action.Draft) (T, error) { return e.read(ctx, c, t) },
		Check: func(before T, d action.Draft, now T, gone bool) action.Verdict {
			if gone {
				return action.ChangedByOthers
			}
			return editVerdict(e.values(before), e.values(now), d)
		},
		Sets:      func(t T, d action.Draft) []action.Value { return changedValues(e.form(t), d) },
		UpdatedAt: e.updated,
		Inverse: func(before T, d action.Draft) (*action.Spec[T], action.Draft) {
			back := e.spec()
			back.Applies = nil
			return back, action.Draft{Values: e.values(before), Changed: d.Changed}
		},
	}
}

// values are the fields of the form, as the form writes them.
func (e maskEdit[T]) values(t T) map[string]string {
	values := map[string]string{}
	for _, f := range e.form(t).Fields {
		values[f.Name] = f.Value
	}
	return values
}

// formValues are the fields of a record's form, in a person's words; a list is the same in any order.
func formValues(spec form.Spec) []action.Value {
	values := make([]action.Value, 0, len(spec.Fields))
	for _, f := range spec.Fields {
		values = append(values, valueOf(f))
	}
	return values
}

// changedValues are the fields of a record's form that a draft changes, with what the record has in them.
func changedValues(spec form.Spec, d action.Draft) []action.Value {
	var values []action.Value
	for _, f := range spec.Fields {
		if d.Has(f.Name) {
			values = append(values, valueOf(f))
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
	return sameSet(entriesOf(a), entriesOf(b))
}

// entriesOf are the lines of a form's list that say something.
func entriesOf(text string) []string {
	entries := []string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			entries = append(entries, line)
		}
	}
	return entries
}

// changedText is the value of a field that was changed, nil when it wasn't.
func changedText(d action.Draft, field string) *string {
	if !d.Has(field) {
		return nil
	}
	value := strings.TrimSpace(d.Values[field])
	return &value
}

// changedList is the list of a field that was changed, nil when it wasn't.
func changedList(d action.Draft, field string) *[]string {
	if !d.Has(field) {
		return nil
	}
	entries := entriesOf(d.Values[field])
	return &entries
}

// typeable is the word that confirms an action on a record: its name, or its id where the name can't be typed on any keyboard.
func typeable(name, id string) string {
	plain := name != "" && len(name) <= 40 && strings.TrimSpace(name) == name && !strings.Contains(name, "  ")
	for _, r := range name {
		plain = plain && r >= ' ' && r <= '~'
	}
	if plain {
		return name
	}
	return id
}
