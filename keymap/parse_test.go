package keymap_test

import (
	"strings"
	"testing"

	"gatehouse/keymap"
)

func TestParse(t *testing.T) {
	for in, want := range map[string]string{
		"j": "j", "G": "G", "?": "?", "+": "+", "-": "-", "é": "é", "日": "日", " j ": "j",
		" ": "space", "Space": "space", "spacebar": "space",
		"shift+a": "A", "Shift+G": "G", "ctrl+A": "ctrl+a", "Ctrl+D": "ctrl+d", "control+d": "ctrl+d", "ctrl-d": "ctrl+d",
		"Esc": "esc", "escape": "esc", "return": "enter", "Enter": "enter", "pgdn": "pgdown", "PageDown": "pgdown", "page-up": "pgup",
		"del": "delete", "ins": "insert", "bs": "backspace", "F5": "f5", "f20": "f20",
		"alt+x": "alt+x", "meta+x": "alt+x", "option+x": "alt+x", "alt+X": "", "alt+A": "alt+shift+a", "alt+shift+a": "alt+shift+a",
		"alt+ctrl+d": "ctrl+alt+d", "shift+tab": "shift+tab", "alt+enter": "alt+enter", "ctrl+up": "ctrl+up",
		"shift+alt+ctrl+left": "ctrl+alt+shift+left", "ctrl+space": "ctrl+space", "ctrl+@": "ctrl+space", "ctrl+]": "ctrl+]",
		"alt++": "alt++", "alt+-": "alt+-", "ctrl+alt+c": "ctrl+alt+c", "alt+plus": "alt++",
	} {
		got, err := keymap.Parse(in)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: got %q, %v; want %q", in, got, err, want)
		}
	}
}

func TestParseSaysWhatToWriteInstead(t *testing.T) {
	for in, want := range map[string]string{
		"ctrl+i":       `use "tab"`,
		"Ctrl+M":       `use "enter"`,
		"ctrl+j":       `use "enter"`,
		"ctrl+h":       `use "backspace"`,
		"ctrl+[":       `use "esc"`,
		"ctrl+alt+i":   `use "tab"`,
		"ctrl+c":       "always leaves the program",
		"ctrl+shift+a": `use that or another key`,
		"ctrl+enter":   `use "enter"`,
		"shift+enter":  `use "enter"`,
		"ctrl+tab":     `use "tab"`,
		"shift+1":      "write the character that it types",
		"ctrl+1":       "many terminals don't send it",
		"ctrl+/":       `"ctrl+_"`,
		"alt+[":        "another key",
		"cmd+x":        "the cmd key for themselves",
		"entr":         `did you mean "enter"?`,
		"pgdwn":        `did you mean "pgdown"?`,
		"spce":         `did you mean "space"?`,
		"crtl+d":       `did you mean "ctrl+d"?`,
		"<c-d>":        `did you mean "ctrl+d"?`,
		"C-d":          `did you mean "ctrl+d"?`,
		"^d":           `did you mean "ctrl+d"?`,
		"M-x":          `did you mean "alt+x"?`,
		"<esc>":        `did you mean "esc"?`,
		"gg":           "no sequences",
		"f21":          "up to f20",
		"ctrl+":        "is not a key",
		"":             "a key is missing",
		"\t":           "a key is missing",
		"\x1b":         "not a key that can be typed",
		"\u200b":       "not a key that can be typed",
	} {
		got, err := keymap.Parse(in)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %q, %v; want an error with %q", in, got, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"j", "ctrl+d", "Shift+Tab", "<c-x>", "alt++", "ctrl+alt+shift+f1", "gg", "", "+", "ctrl-", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		key, err := keymap.Parse(s)
		if err != nil {
			if key != "" || err.Error() == "" {
				t.Fatalf("%q: %q with %v", s, key, err)
			}
			return
		}
		again, err := keymap.Parse(key)
		if err != nil || again != key {
			t.Fatalf("%q is normalised to %q, and that to %q, %v", s, key, again, err)
		}
	})
}
