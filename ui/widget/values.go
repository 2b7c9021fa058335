package widget

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
)

// ValueOf is a form's field as a value of its record; a list is the same in any order.
func ValueOf(f form.Field) action.Value {
	entries := EntriesOf(f.Value)
	if f.Kind != form.Lines {
		return action.Value{Name: f.Title, Is: strings.Join(entries, ", ")}
	}
	slices.Sort(entries)
	entries = slices.Compact(entries)
	return action.Value{Name: f.Title, Is: strings.Join(entries, ", "), List: entries}
}

// SameSet compares lists, whatever their order.
func SameSet(a, b []string) bool {
	added, removed := SetDifference(a, b)
	return len(added)+len(removed) == 0
}

// ListChange says what was added to a list and removed from it, "" where a value isn't one.
func ListChange(was, is action.Value) string {
	if was.List == nil || is.List == nil {
		return ""
	}
	added, removed := SetDifference(was.List, is.List)
	var said []string
	if len(added) > 0 {
		said = append(said, fewOf(added)+" added to "+is.Name)
	}
	if len(removed) > 0 {
		said = append(said, fewOf(removed)+" removed from "+is.Name)
	}
	return strings.Join(said, ", ")
}

// fewOf names the first of a list and counts the rest, with the verb that goes with so many: “a”, “b” and 4 more were.
func fewOf(entries []string) string {
	const most = 3
	var named []string
	for _, e := range entries[:min(most, len(entries))] {
		named = append(named, QuotedValue(e))
	}
	words, verb := strings.Join(named, ", "), "was"
	if rest := len(entries) - most; rest > 0 {
		words += " and " + draw.Count(int64(rest)) + " more"
	}
	if len(entries) > 1 {
		verb = "were"
	}
	return words + " " + verb
}

// unordered is a value of the wire with its lists in one order, because their order means nothing.
func unordered(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, each := range v {
			list[i] = unordered(each)
		}
		slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, each := range v {
			object[name] = unordered(each)
		}
		return object
	}
	return v
}

// SameUnordered compares values of the wire, whatever the order of their lists.
func SameUnordered(a, b any) bool { return reflect.DeepEqual(unordered(a), unordered(b)) }

// Flag is a boolean member of a record in words; one that is there and neither true nor false is said to be unclear.
func Flag(problem string, raw api.Original, name string, is bool) string {
	if UnreadFlag(problem, raw, name) {
		return "unclear"
	}
	return Yes(is)
}

// UnreadFlag reports whether a boolean member is there and can't be read; problem is what was odd in the record, "" for nothing.
func UnreadFlag(problem string, raw api.Original, name string) bool {
	return problem != "" && api.UnreadBool(raw, name)
}
