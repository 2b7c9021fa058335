package ui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"gatehouse/ui/draw"
)

// differs reports whether two readings of a record contradict each other. What only one of them has is no difference: a list's row
// may leave out what reading by id shows, and absent, null and empty are the same.
func differs(before, now json.RawMessage) bool {
	if bytes.Equal(before, now) {
		return false
	}
	var a, b map[string]any
	if json.Unmarshal(before, &a) != nil || json.Unmarshal(now, &b) != nil {
		return false
	}
	for name, value := range a {
		other, both := b[name]
		if both && !empty(value) && !empty(other) && !reflect.DeepEqual(value, other) {
			return true
		}
		if both && empty(value) != empty(other) {
			return true
		}
	}
	return false
}

// changesSince says in which members a record is not any more as it was, "" when nothing of it is known.
func changesSince(then, now any) string {
	a, b := wireMembers(then), wireMembers(now)
	if a == nil || b == nil {
		return ""
	}
	all := maps.Clone(a)
	maps.Copy(all, b)
	var changes []string
	for name := range all {
		if was, is := a[name], b[name]; name != "updatedAt" && !(empty(was) && empty(is)) && !reflect.DeepEqual(was, is) {
			changes = append(changes, name+scalar(is))
		}
	}
	if len(changes) == 0 {
		return ""
	}
	slices.Sort(changes)
	return " What is different: " + strings.Join(changes, ", ") + "."
}

// scalar is what a member is now, where that is a word.
func scalar(v any) string {
	switch v := v.(type) {
	case string:
		return " is " + draw.Truncate(firstOf(v, "empty"), 60) + " now"
	case bool, float64:
		return fmt.Sprintf(" is %v now", v)
	}
	return ""
}

// wireMembers are those of a record as the wire has them.
func wireMembers(record any) map[string]any {
	text, err := json.Marshal(record)
	var all map[string]any
	if err != nil || json.Unmarshal(text, &all) != nil {
		return nil
	}
	return all
}

// empty reports whether a value of the wire says nothing.
func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case bool:
		return !v
	case float64:
		return v == 0
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}
