// Package themetest makes the themes that tests draw with.
package themetest

import (
	"testing"

	"gatehouse/theme"
)

// New is the theme of that name, "dark" or another of the configuration's; "none" has no colour.
func New(t testing.TB, name string) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Name: name, NoColor: name == "none"})
	if err != nil {
		t.Fatal(err)
	}
	return th
}
