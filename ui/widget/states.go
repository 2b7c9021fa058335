package widget

import (
	"gatehouse/api"
	"gatehouse/theme"
)

// Switched is the state of what can be turned on and off, with its sign.
func Switched(s api.SwitchState) (string, theme.Role) {
	switch s {
	case api.SwitchedOn:
		return "● " + s.Words(), theme.Good
	case api.SwitchedOff:
		return "○ " + s.Words(), theme.Dim
	case api.SwitchDeleted:
		return "✗ " + s.Words(), theme.Bad
	}
	return "? " + s.Words(), theme.Warn
}

// DeletedName is a name in a list without a column for states: it stands behind a sign where the record is deleted.
func DeletedName(name string, s api.RecordState) string {
	if s == api.RecordLive {
		return name
	}
	return "✗ " + s.Words() + ": " + name
}

func DeletedRole(s api.RecordState) theme.Role {
	if s == api.RecordLive {
		return theme.Text
	}
	return theme.Dim
}

// DeletedField begins the detail of a record that is deleted, and is nothing for another.
func DeletedField(s api.RecordState, note string) []Field {
	if s == api.RecordLive {
		return nil
	}
	return []Field{{Label: "State", Value: "✗ " + s.Words(), Role: theme.Bad, Note: note}}
}
