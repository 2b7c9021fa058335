package keymap

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// namedKeys are the keys that have a name instead of a character.
var namedKeys = []string{
	"enter", "tab", "backspace", "esc", "space", "up", "down", "left", "right", "pgup", "pgdown", "home", "end", "insert", "delete",
	"f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14", "f15", "f16", "f17", "f18", "f19", "f20",
}

// canonicalName maps what people write to the name of a key.
func canonicalName(s string) string {
	switch s {
	case "return", "ret", "cr":
		return "enter"
	case "escape":
		return "esc"
	case "bs":
		return "backspace"
	case "spc", "spacebar":
		return "space"
	case "pageup", "pgup", "page-up":
		return "pgup"
	case "pagedown", "pgdn", "pgdown", "page-down":
		return "pgdown"
	case "del":
		return "delete"
	case "ins":
		return "insert"
	case "plus":
		return "+"
	case "minus":
		return "-"
	}
	return s
}

type modifiers struct{ ctrl, alt, shift bool }

func (m modifiers) String() string {
	var s string
	if m.ctrl {
		s += "ctrl+"
	}
	if m.alt {
		s += "alt+"
	}
	if m.shift {
		s += "shift+"
	}
	return s
}

// Parse normalises what a person wrote for a key ("Ctrl+D", "shift+g", "Escape", " ") to the spelling of the program ("ctrl+d",
// "G", "esc", "space"). The error says in one sentence why a key can't be used, and what to write instead.
func Parse(text string) (string, error) {
	if text == " " {
		return "space", nil
	}
	s := strings.TrimSpace(text)
	if s == "" {
		return "", errors.New(`a key is missing: write one such as "x", "ctrl+d" or "f5", or "none" for no key`)
	}
	mods, base, err := splitModifiers(s)
	if err != nil {
		return "", err
	}
	if utf8.RuneCountInString(base) == 1 {
		r, _ := utf8.DecodeRuneInString(base)
		return character(s, mods, r)
	}
	return named(s, mods, strings.ToLower(base))
}

// splitModifiers takes "ctrl+alt+x" apart. The last part keeps its case; "+" itself is a key.
func splitModifiers(s string) (modifiers, string, error) {
	var m modifiers
	rest := s
	for {
		i := strings.IndexAny(rest, "+-")
		if i <= 0 || i == len(rest)-1 {
			break
		}
		switch strings.ToLower(rest[:i]) {
		case "ctrl", "control", "ctl":
			m.ctrl = true
		case "alt", "option", "opt", "meta":
			m.alt = true
		case "shift":
			m.shift = true
		case "super", "cmd", "command", "win", "hyper":
			return m, "", fmt.Errorf("%q can't be used: terminals keep the %s key for themselves", s, strings.ToLower(rest[:i]))
		default:
			if rest[i] == '-' {
				return m, canonicalCase(rest), nil
			}
			return m, "", unknownKey(s)
		}
		rest = rest[i+1:]
	}
	return m, canonicalCase(rest), nil
}

// canonicalCase resolves other names of a key and leaves single characters alone.
func canonicalCase(base string) string {
	if utf8.RuneCountInString(base) == 1 {
		return base
	}
	return canonicalName(strings.ToLower(base))
}

// lookalike names the key that a ctrl key can't be told from on most terminals.
func lookalike(base string) (string, bool) {
	switch base {
	case "i":
		return "tab", true
	case "m", "j":
		return "enter", true
	case "h":
		return "backspace", true
	case "[":
		return "esc", true
	}
	return "", false
}

func character(s string, m modifiers, r rune) (string, error) {
	if r == ' ' {
		return named(s, m, "space")
	}
	if !unicode.IsPrint(r) || r == utf8.RuneError || unicode.Is(unicode.M, r) {
		return "", fmt.Errorf("%q is not a key that can be typed", s)
	}
	if m.ctrl {
		return controlled(s, m, unicode.ToLower(r))
	}
	if unicode.IsLetter(r) {
		if m.shift {
			r = unicode.ToUpper(r)
		}
		if !m.alt {
			return string(r), nil
		}
		m.shift = unicode.IsUpper(r)
		if m.shift && strings.ContainsRune("OPX", r) {
			return "", reservedAlt(s)
		}
		return m.String() + string(unicode.ToLower(r)), nil
	}
	if m.shift {
		return "", fmt.Errorf("%q can't be used: write the character that it types, such as \"!\"", s)
	}
	if m.alt && strings.ContainsRune(`[]^_\`, r) {
		return "", reservedAlt(s)
	}
	return m.String() + string(r), nil
}

func reservedAlt(s string) error {
	return fmt.Errorf("%q can't be used: terminals begin their own messages with it, use another key", s)
}

func controlled(s string, m modifiers, r rune) (string, error) {
	base := string(r)
	if twin, ok := lookalike(base); ok {
		return "", fmt.Errorf("%q can't be used: many terminals send it as %s, use %q or another key", s, twin, twin)
	}
	if m.shift {
		return "", fmt.Errorf("%q can't be used: many terminals send it as %q, use that or another key", s,
			modifiers{ctrl: true, alt: m.alt}.String()+base)
	}
	if base == "c" && !m.alt {
		return "", fmt.Errorf("%q can't be used: ctrl+c always leaves the program", s)
	}
	switch {
	case base == "@":
		base = "space"
	case base == "/":
		return "", fmt.Errorf(`%q can't be used: many terminals send it as "ctrl+_", use that or another key`, s)
	case (r < 'a' || r > 'z') && !strings.ContainsRune(`\]^_`, r):
		return "", fmt.Errorf("%q can't be used: many terminals don't send it, use ctrl with a letter or another key", s)
	}
	return m.String() + base, nil
}

func named(s string, m modifiers, base string) (string, error) {
	if !slices.Contains(namedKeys, base) {
		return "", unknownKey(s)
	}
	var fits bool
	switch base {
	case "enter", "backspace":
		fits = !m.ctrl && !m.shift
	case "tab":
		fits = !m.ctrl && !m.alt
	case "esc":
		fits = m == modifiers{}
	case "space":
		fits = !m.shift
	default:
		fits = true
	}
	if !fits {
		return "", fmt.Errorf("%q can't be used: many terminals send it as %s, use %q or another key", s, base, base)
	}
	return m.String() + base, nil
}

// unknownKey says what is wrong with the name of a key, and what was probably meant.
func unknownKey(s string) error {
	if meant := probably(s); meant != "" {
		return fmt.Errorf("%q is not a key: did you mean %q?", s, meant)
	}
	return fmt.Errorf("%q is not a key: write one such as \"x\", \"ctrl+d\", \"enter\" or \"f5\" (up to f20, no sequences)", s)
}

// probably returns a key that can be used and that s was probably meant to be, or "".
func probably(s string) string {
	if meant, ok := otherNotation(s); ok {
		return meant
	}
	prefix, base := "", strings.ToLower(s)
	if i := strings.LastIndexAny(base, "+-"); i >= 0 && i < len(base)-1 {
		prefix, base = base[:i], base[i+1:]
		if !slices.Contains([]string{"ctrl", "alt", "shift"}, prefix) {
			prefix = nearest(prefix, 2, "ctrl", "alt", "shift")
			if prefix == "" {
				return ""
			}
		}
		prefix += "+"
	}
	if utf8.RuneCountInString(base) > 1 && !slices.Contains(namedKeys, base) {
		base = nearest(canonicalName(base), 2, namedKeys[:15]...) // f4 is no better a guess for f99 than f9
	}
	if base == "" {
		return ""
	}
	meant, err := Parse(prefix + base)
	if err != nil {
		return ""
	}
	return meant
}

// otherNotation reads the notations of Vim, Emacs and others: <c-d>, C-d, ^d, M-x.
func otherNotation(s string) (string, bool) {
	in := strings.TrimSuffix(strings.TrimPrefix(s, "<"), ">")
	if base, ok := strings.CutPrefix(in, "^"); ok && len(base) == 1 {
		return "ctrl+" + strings.ToLower(base), true
	}
	prefixes := map[string]string{"c-": "ctrl+", "m-": "alt+", "a-": "alt+", "s-": "shift+"}
	if len(in) < 3 {
		return "", false
	}
	full, ok := prefixes[strings.ToLower(in[:2])]
	if !ok {
		if in != s && slices.Contains(namedKeys, canonicalName(strings.ToLower(in))) {
			return canonicalName(strings.ToLower(in)), true
		}
		return "", false
	}
	meant, err := Parse(full + in[2:])
	return meant, err == nil
}

// nearest returns the candidate that differs from s in the fewest characters, at most limit, "" when none does. A short candidate
// must be nearer, or everything would look like it.
func nearest(s string, limit int, candidates ...string) string {
	best, distance := "", limit+1
	for _, c := range candidates {
		if d := levenshtein.ComputeDistance(s, c); d < distance && d < len(c)-1 {
			best, distance = c, d
		}
	}
	return best
}
