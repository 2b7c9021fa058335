package terminal

import (
	"strings"
	"testing"
	"time"
)

// Terminals that were left in another mode write ESC and a letter as one byte, or as that character in UTF-8.
func TestAnAnswerOfEightBitsIsNoKey(t *testing.T) {
	for name, answer := range answers {
		for form, one := range map[string]func(letter byte) string{
			"a byte":      func(letter byte) string { return string([]byte{letter + 0x40}) },
			"a character": func(letter byte) string { return string(rune(letter) + 0x40) },
		} {
			letter := answer[1:2]
			sent := strings.ReplaceAll(one(letter[0])+answer[2:], "\x1b\\", one('\\'))
			for cut := range len(sent) {
				l := newLine()
				l.send(sent[:cut])
				l.pause(1900 * time.Millisecond)
				l.send(sent[cut:])
				l.pause(300 * time.Millisecond)
				l.send("j")
				if got := l.keys(); got != "j" {
					t.Errorf("%s as %s, cut at %d: %s", name, form, cut, got)
				}
			}
		}
	}
	for sent, want := range map[string]string{"\x9bA": "up", "\u009bA": "up", "\x8fA": "up", "\x9b1;5C": "ctrl+right", "\x9b99;5u": "ctrl+c",
		"\x85\u0085j": "j", "\x9b200~add\x1b[201~": `paste "add"`} {
		l := newLine()
		if l.send(sent); l.keys() != want {
			t.Errorf("%q is %s, want %s", sent, l.keys(), want)
		}
	}
}

// The rest of a character whose beginning was given up begins nothing.
func TestTheRestOfACharacterIsNoKey(t *testing.T) {
	for _, char := range []string{"\u201b", "\u0c5d", "\u4e90", "👍"} {
		for cut := 1; cut < len(char); cut++ {
			l := newLine()
			l.send(char[:cut])
			l.pause(3 * time.Second)
			l.send(char[cut:] + "j")
			if got := l.keys(); got != "j" {
				t.Errorf("%q cut at %d: %s", char, cut, got)
			}
		}
	}
}
