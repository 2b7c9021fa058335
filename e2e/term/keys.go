//go:build linux || darwin

package term

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// press is one key as a terminal sends it.
type press struct {
	bytes string
	esc   bool // a lone escape: what follows at once would become alt+…
}

// parseKeys reads text in which <name> stands for a key: <enter>, <esc>,
// <tab>, <space>, <backspace>, <up>, <pgdown>, <home>, <f1> and so on, with
// modifiers as in <ctrl+c>, <alt+x>, <shift+tab>; <lt> is the character "<".
func parseKeys(text string, appCursor bool) ([]press, error) {
	var keys []press
	for text != "" {
		if text[0] != '<' {
			_, n := utf8.DecodeRuneInString(text)
			keys = append(keys, press{bytes: text[:n]})
			text = text[n:]
			continue
		}
		name, rest, ok := strings.Cut(text[1:], ">")
		if !ok {
			return nil, fmt.Errorf("keys %q: no > after <", text)
		}
		k, err := parseKey(name, appCursor)
		if err != nil {
			return nil, err
		}
		keys = append(keys, k)
		text = rest
	}
	return keys, nil
}

// simple are the keys that modifiers change by a prefix at most.
func simple(name string) (string, bool) {
	s, ok := map[string]string{
		"enter": "\r", "tab": "\t", "esc": "\x1b", "backspace": "\x7f", "space": " ", "lt": "<",
	}[name]
	return s, ok
}

func parseKey(full string, appCursor bool) (press, error) {
	name, ctrl, alt, shift := full, false, false, false
	for {
		mod, rest, ok := strings.Cut(name, "+")
		if !ok || rest == "" {
			break
		}
		switch mod {
		case "ctrl":
			ctrl = true
		case "alt":
			alt = true
		case "shift":
			shift = true
		default:
			return press{}, fmt.Errorf("key <%s>: unknown modifier %q", full, mod)
		}
		name = rest
	}
	if seq, ok := functionKey(name, modifier(ctrl, alt, shift), appCursor); ok {
		return press{bytes: seq}, nil
	}
	seq, ok := simple(name)
	switch {
	case name == "tab" && shift:
		seq = "\x1b[Z"
	case !ok && utf8.RuneCountInString(name) == 1:
		seq = name
		if shift {
			seq = strings.ToUpper(name)
		}
	case !ok:
		return press{}, fmt.Errorf("unknown key <%s>", full)
	}
	if ctrl {
		if seq, ok = control(seq); !ok {
			return press{}, fmt.Errorf("key <%s>: no terminal can send it", full)
		}
	}
	if alt {
		seq = "\x1b" + seq
	}
	return press{bytes: seq, esc: seq == "\x1b"}, nil
}

// control gives the control character of a key.
func control(key string) (string, bool) {
	switch c := strings.ToUpper(key)[0]; {
	case len(key) != 1:
		return "", false
	case c >= '@' && c <= '_':
		return string(rune(c - '@')), true
	case c == ' ':
		return "\x00", true
	case c == '?':
		return "\x7f", true
	}
	return "", false
}

// modifier is xterm's number for held modifier keys; 1 is none.
func modifier(ctrl, alt, shift bool) int {
	n := 1
	if shift {
		n++
	}
	if alt {
		n += 2
	}
	if ctrl {
		n += 4
	}
	return n
}

// functionKey encodes the keys that send a CSI or SS3 sequence.
func functionKey(name string, mod int, appCursor bool) (string, bool) {
	letters := map[string]string{
		"up": "A", "down": "B", "right": "C", "left": "D", "end": "F", "home": "H",
		"f1": "P", "f2": "Q", "f3": "R", "f4": "S",
	}
	if letter, ok := letters[name]; ok {
		switch {
		case mod > 1:
			return fmt.Sprintf("\x1b[1;%d%s", mod, letter), true
		case appCursor || letter >= "P":
			return "\x1bO" + letter, true
		}
		return "\x1b[" + letter, true
	}
	number, ok := map[string]int{
		"insert": 2, "delete": 3, "pgup": 5, "pgdown": 6, "f5": 15, "f6": 17, "f7": 18, "f8": 19,
		"f9": 20, "f10": 21, "f11": 23, "f12": 24,
	}[name]
	if !ok {
		return "", false
	}
	if mod > 1 {
		return fmt.Sprintf("\x1b[%d;%d~", number, mod), true
	}
	return fmt.Sprintf("\x1b[%d~", number), true
}
