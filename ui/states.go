package ui

import (
	"gatehouse/api"
	"gatehouse/theme"
)

// switched is the state of what can be turned on and off, with its sign.
func switched(s api.SwitchState) (string, theme.Role) {
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

// deletedName is a name in a list without a column for states: it stands behind a sign where the record is deleted.
func deletedName(name string, s api.RecordState) string {
	if s == api.RecordLive {
		return name
	}
	return "✗ " + s.Words() + ": " + name
}

func deletedRole(s api.RecordState) theme.Role {
	if s == api.RecordLive {
		return theme.Text
	}
	return theme.Dim
}

// deletedField begins the detail of a record that is deleted, and is nothing for another.
func deletedField(s api.RecordState, note string) []field {
	if s == api.RecordLive {
		return nil
	}
	return []field{{label: "State", value: "✗ " + s.Words(), role: theme.Bad, note: note}}
}
