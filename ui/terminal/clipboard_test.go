package terminal

import (
	"errors"
	"strings"
	"testing"
)

func TestCopying(t *testing.T) {
	in := func(pairs ...string) func(string) string {
		return func(name string) string {
			for _, pair := range pairs {
				if value, is := strings.CutPrefix(pair, name+"="); is {
					return value
				}
			}
			return ""
		}
	}
	for _, c := range []struct {
		name string
		env  func(string) string
		want string
	}{
		{"plain", in("TERM=xterm-256color"), "\x1b]52;c;aWQ=\a"},
		{"tmux", in("TERM=screen-256color", "TMUX=/tmp/s,1,0"), "\x1b]52;c;aWQ=\a" + "\x1bPtmux;\x1b\x1b]52;c;aWQ=\a\x1b\\"},
		{"screen", in("TERM=screen"), "\x1bP\x1b]52;c;aWQ=\a\x1b\\"},
	} {
		if got, err := Copying("id", c.env); err != nil || got != c.want {
			t.Errorf("%s: %q (%v), want %q", c.name, got, err, c.want)
		}
	}
	if _, err := Copying(strings.Repeat("x", longestCopy+1), in()); !errors.Is(err, ErrTooLong) {
		t.Errorf("too long a text: %v", err)
	}
	if got, err := Copying(strings.Repeat("x", longestCopy), in()); err != nil || len(got) > 100_000 {
		t.Errorf("the longest text: %d bytes, %v", len(got), err)
	}
}
