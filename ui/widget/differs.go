package widget

import (
	"encoding/json"

	"gatehouse/api"
)

// Differs reports whether two readings of a record contradict each other. What only one of them has is no difference: a list's row
// may leave out what reading by id shows, absent, null and empty are the same, and so is a list in another order.
func Differs(before, now api.Original) bool {
	if before.Equal(now) {
		return false
	}
	var a, b map[string]any
	if json.Unmarshal(before.JSON(), &a) != nil || json.Unmarshal(now.JSON(), &b) != nil {
		return false
	}
	for name, value := range a {
		other, both := b[name]
		if both && !SaysNothing(value) && !SaysNothing(other) && !SameUnordered(value, other) {
			return true
		}
		if both && SaysNothing(value) != SaysNothing(other) {
			return true
		}
	}
	return false
}

// SaysNothing reports whether a value of the wire is the same as none.
func SaysNothing(v any) bool {
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
