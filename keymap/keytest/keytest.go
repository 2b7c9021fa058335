// Package keytest presses keys in tests.
package keytest

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Press is the press of a key by its name: "a", "enter", "ctrl+s".
func Press(name string) tea.KeyPressMsg {
	named := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown,
		"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
		"space": tea.KeySpace, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete}
	mods := map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "shift": tea.ModShift, "alt": tea.ModAlt}
	var key tea.KeyPressMsg
	for {
		before, rest, more := strings.Cut(name, "+")
		mod, is := mods[before]
		if !more || !is {
			break
		}
		key.Mod, name = key.Mod|mod, rest
	}
	if code, ok := named[name]; ok {
		if key.Code = code; name == "space" {
			key.Text = " "
		}
		return key
	}
	runes := []rune(name)
	if len(runes) != 1 {
		panic("no key is called " + name)
	}
	if key.Code = runes[0]; key.Mod == 0 {
		key.Text = name
	}
	return key
}
