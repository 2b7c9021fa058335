package terminal

import (
	"reflect"
	"testing"
)

// A sequence says the same each time, and what isn't a key is asked about anew.
func TestASequenceIsTheSameKeyEachTime(t *testing.T) {
	d := newDecoder("xterm-256color")
	for _, bytes := range []string{"\x1b[A", "\x1b[1;5A", "\x1bOP", "\x1b[[A", "\x1b[3~", "\x1b[99;5u",
		"\x1b[<0;3;4M", "\x1b[I", "\x1b[0n", "\x1b[?1;2c"} {
		want := newDecoder("xterm-256color").messages(token{kind: sequence, data: []byte(bytes)})
		for range 3 {
			if got := d.messages(token{kind: sequence, data: []byte(bytes)}); !reflect.DeepEqual(got, want) {
				t.Errorf("%q is %v, want %v", bytes, got, want)
			}
		}
	}
	if len(d.known) == 0 || len(d.known) > 6 {
		t.Errorf("what is known are not the keys alone: %v", d.known)
	}
}
