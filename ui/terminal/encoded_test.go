package terminal

import (
	"testing"
	"time"
)

// A terminal that encodes keys with modifiers alone, as tmux does, sends a bare ESC for esc: that stays a key. One that has encoded esc
// itself sends none.
func TestWhichEncodedKeysSayThatEscIsEncoded(t *testing.T) {
	for sent, want := range map[string]string{
		"\x1b[44;5u": "esc", "\x1b[13;5u": "esc", "\x1b[97;6u": "esc", "\x1b[27;5u": "esc", "\x1b[27;2u": "esc", "\x1b[13u": "esc",
		"\x1b[?0u": "esc",
		"\x1b[27u": "", "\x1b[27;1u": "", "\x1b[27;129u": "", "\x1b[27;1:3u": "", "\x1b[?1u": "", "\x1b[?5u": "",
	} {
		l := newLine()
		l.send(sent)
		l.pause(time.Second)
		l.got = nil
		l.send("\x1b")
		l.pause(3 * time.Second)
		if got := l.keys(); got != want {
			t.Errorf("behind %q a bare ESC is %q, want %q", sent, got, want)
		}
	}
}
