package terminal

import (
	"testing"
	"time"
)

// What comes right behind a paste may be the rest of one that was ended by a mark in its text: it arrives as a burst, of which nothing
// sends a change. A hand's keys are keys soon, and ctrl+c is always.
func TestWhatComesBehindAPaste(t *testing.T) {
	const soon, later = 100 * time.Millisecond, 300 * time.Millisecond
	for _, c := range []struct {
		name, sent string
		pause      time.Duration
		then, want string
	}{
		{"nested", pasteBegin + "one" + pasteEnd + "adx\r" + pasteEnd, later, "a", `paste "one" burst of 4 a`},
		{"nested, one key", pasteBegin + "one" + pasteEnd + "\r", later, "a", `paste "one" burst of 1 a`},
		{"nested, in two reads", pasteBegin + "one" + pasteEnd, soon, "adx\r", `paste "one" burst of 4`},
		{"nested, on a slow line", pasteBegin + "one" + pasteEnd, later, "adx\r", `paste "one" burst of 4`},
		{"a mark behind keys", pasteBegin + "one" + pasteEnd, 5 * time.Second, "a\r" + pasteEnd, `paste "one" burst of 2`},
		{"a hand's key", pasteBegin + "one" + pasteEnd, later, "\r", `paste "one" enter`},
		{"a hand's keys, after a while", pasteBegin + "one" + pasteEnd, settling, "abc", `paste "one" a b c`},
		{"ctrl+c at once", pasteBegin + "one" + pasteEnd, 0, "\x03", `paste "one" ctrl+c`},
		{"keys before it", "ab" + pasteBegin + "one" + pasteEnd, later, "c", `a b paste "one" c`},
		{"the rest of one that was ended by hand", pasteBegin + "one\x03two", later, "adx\r", `paste "one" burst of 4`},
		{"the same, long after", pasteBegin + "one\x03two", 20 * time.Second, "adx", `paste "one" burst of 3`},
		{"its end mark", pasteBegin + "one\x03two", soon, "x" + pasteEnd + "ad", `paste "one" burst of 2`},
		{"a key after one ended by hand", pasteBegin + "one\x03two", later, "a", `paste "one" a`},
		{"ctrl+c after one ended by hand", pasteBegin + "one\x03two", 0, "\x03", `paste "one" ctrl+c`},
	} {
		l := newLine()
		l.send(c.sent)
		l.pause(c.pause)
		l.send(c.then)
		if got := l.keys(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		for _, msg := range l.got {
			if burst, is := msg.(Burst); is && !burst.Pasted {
				t.Errorf("%s: the burst isn't said to be a paste's", c.name)
			}
		}
		l.pause(orphaned)
		l.got = nil
		l.send("abc")
		if got := l.keys(); got != "a b c" {
			t.Errorf("%s: in the end keys are %s", c.name, got)
		}
	}
}

func TestAPasteOfNothingIsNone(t *testing.T) {
	for _, content := range []string{"", "\x1b[0m"} {
		l := newLine()
		l.send(pasteBegin + content + pasteEnd)
		l.pause(flood)
		l.send("j")
		if got := l.keys(); got != "j" {
			t.Errorf("%q: %s", content, got)
		}
	}
}
