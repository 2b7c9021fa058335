package terminal

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// A key is neither lost nor joined with what comes in the same read, or later than a key takes on its way.
func TestKeysGluedAndParted(t *testing.T) {
	const late = 100 * time.Millisecond
	for _, c := range []struct {
		name string
		sent []string
		want string
	}{
		{"esc behind an answer that was cut, then a key", []string{"\x1b]11;rgb:\x1b", "j"}, "esc j"},
		{"and then esc", []string{"\x1bP>|XTerm\x1b", "\x1b"}, "esc esc"},
		{"and then an arrow", []string{"\x1b]11;rgb:\x1b", "\x1b[A"}, "esc up"},
		{"esc behind one, and the rest of an arrow", []string{"\x1b]11;rgb:", "\x1b", "[A"}, "esc"},
		{"esc at the end of one", []string{"\x1b]11;rgb:", "\x1b", "\x1b[A"}, "esc up"},
		{"esc and a paste", []string{"\x1b\x1b[200~adx\x1b[201~", "j"}, `esc paste "adx" burst of 1`},
		{"esc and a paste in parts", []string{"\x1b\x1b[200~ad", "x\x1b[201~"}, `esc paste "adx"`},
		{"esc and a paste cut in its mark", []string{"\x1b\x1b[20", "0~adx\x1b[201~"}, `esc paste "adx"`},
		{"twice esc and an answer", []string{"\x1b\x1b\x1b[?2026;2$y"}, "esc esc"},
		{"esc and alt with an arrow", []string{"\x1b\x1b\x1b[A"}, "esc alt+up"},
		{"alt and what begins a string, then keys", []string{"\x1b]", "j", "k"}, "alt+] j k"},
		{"another", []string{"\x1bP", "j", "k"}, "alt+shift+p j k"},
		{"one that no terminal answers with", []string{"\x1bX", "1", "k"}, "alt+shift+x 1 k"},
		{"alt and what begins parameters, then a key", []string{"\x1b[", "j", "k"}, "alt+[ j k"},
		{"alt and a capital, then a key", []string{"\x1bO", "j", "k"}, "alt+shift+o j k"},
		{"alt and it, then ctrl+z", []string{"\x1bO", "\x1a"}, "ctrl+z"},
		{"esc, a key, and then what begins parameters", []string{"\x1b", "j", "[x"}, "esc j [ x"},
		{"esc, an arrow, and then it", []string{"\x1b", "\x1b[A", "[x"}, "esc up [ x"},
		{"alt and an arrow", []string{"\x1b\x1b[A", "\x1b\x1bOA", "\x1b\x1b[1;2A", "\x1b\x1b[5~", "\x1b\x1b[[A"},
			"alt+up alt+up alt+shift+up alt+pgup esc f1"},
	} {
		l := newLine()
		for _, s := range c.sent {
			l.send(s)
			l.pause(late)
		}
		l.pause(3 * time.Second)
		if got := l.keys(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What a terminal says in the same read as the key esc is heard all the same: a question would else wait for the answer that it was seen.
func TestAnAnswerRightBehindEscIsHeard(t *testing.T) {
	for name, answer := range answers {
		if answer == pasteEnd {
			continue
		}
		alone, behind := newLine(), newLine()
		alone.send(answer)
		behind.send("\x1b" + answer)
		if got := behind.keys(); got != "esc" {
			t.Errorf("%s: %q, want esc", name, got)
		}
		if len(behind.got) == 0 || fmt.Sprint(behind.got[1:]) != fmt.Sprint(alone.got) {
			t.Errorf("%s: behind esc %v is heard, want %v", name, behind.got, alone.got)
		}
		if alone.scanner.kitty != behind.scanner.kitty {
			t.Errorf("%s: it is learned otherwise behind esc", name)
		}
	}
}

// handKeys are keys as terminals send them, by name.
var handKeys = map[string]string{
	"esc": "\x1b", "j": "j", "[": "[", "]": "]", "O": "O", "P": "P", "x": "x", "enter": "\r", "ä": "ä", "日": "日", "tab": "\t",
	"up": "\x1b[A", "down": "\x1bOB", "pgdown": "\x1b[6~", "ctrl+right": "\x1b[1;5C", "alt+j": "\x1bj", "alt+up": "\x1b[1;3A", "f1": "\x1bOP",
	"shift+tab": "\x1b[Z", "backspace": "\x7f", "f5": "\x1b[15~", "ctrl+a": "\x1b[97;5u",
}

// A hand's keys arrive as they were pressed, however their bytes are cut on the way, as long as a key takes less than esc waits for and one
// comes that much later than the one before; and whatever the terminal says between them.
func TestKeysInPieces(t *testing.T) {
	said := []string{"\x1b[I", "\x1b[0n", "\x1b]11;rgb:dada/adad/dddd\x1b\\", "\x1b[<64;10;5M", "\x1b[?2026;2$y",
		"\x1bP>|XTerm(390) add\x1b\\"}
	names := make([]string, 0, len(handKeys))
	for name := range handKeys {
		names = append(names, name)
	}
	slices.Sort(names)
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // the same each time
		l, want, sent := newLine(), []string{}, []string{}
		for range 6 {
			name := names[random.IntN(len(names))]
			data, pieces := handKeys[name], []string{}
			if random.IntN(4) == 0 {
				data += said[random.IntN(len(said))]
			}
			for data != "" {
				n := 1 + random.IntN(len(data))
				pieces, data = append(pieces, data[:n]), data[n:]
			}
			for _, piece := range pieces {
				l.pause(time.Duration(random.IntN(int(alone/time.Millisecond))) * time.Millisecond)
				l.send(piece)
			}
			l.pause([]time.Duration{alone, 100 * time.Millisecond, time.Second}[random.IntN(3)] + time.Millisecond)
			want, sent = append(want, name), append(sent, fmt.Sprintf("%q", pieces))
		}
		l.pause(3 * time.Second)
		if got := l.keys(); got != strings.Join(want, " ") {
			t.Errorf("%s is %q, want %q", strings.Join(sent, " "), got, strings.Join(want, " "))
		}
	}
}
