package terminal

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Sequences with more parameters than anybody reads, or longer ones, say nothing: neither they nor what they end with are keys.
func TestASequenceWithTooMuchInItIsNoKey(t *testing.T) {
	digits := strings.Repeat("9", 300)
	for _, begin := range []string{"\x1b[", "\x1b[?", "\x1b[<", "\x1bO", "\x1bP", "\x1b]", "\x1b_"} {
		for _, inside := range []string{strings.Repeat("9;", 30), strings.Repeat("9;", 120), strings.Repeat("1:", 400), digits,
			"1;" + digits[:12]} {
			for _, end := range []string{"u", "A", "~", "m", "$y", "R", "_", "t", "q", "x"} {
				l := newLine()
				if l.send(begin + inside + end); strings.ContainsAny(begin, "P]_") {
					l.send("\x1b\\")
				}
				l.pause(3 * time.Second)
				l.send("j")
				if got := l.keys(); got != "j" {
					t.Errorf("%q and %.9q… %d, %q: %s", begin, inside, len(inside), end, got)
				}
			}
		}
	}
	l := newLine()
	l.send(fmt.Sprintf("\x1b[?%su\x1b[%su", digits, digits))
	l.send("\x1b")
	l.pause(alone)
	if got := l.keys(); got != "esc" {
		t.Errorf("behind reports that nobody sends esc is %q", got)
	}
	l = newLine()
	l.send(pasteBegin + "a\x1b[" + strings.Repeat("9;", 120) + "mb" + pasteEnd)
	if got := l.keys(); got != `paste "ab"` {
		t.Errorf("within a paste: %s", got)
	}
}
