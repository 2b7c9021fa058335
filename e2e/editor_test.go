//go:build linux || darwin

package e2e_test

import (
	"context"
	"syscall"
	"testing"

	"gatehouse/e2e/term"
)

// An editor that leaves the keys for signals to the terminal, as vim does: they reach the console as well, and are none of its business.
func TestTheKeysForSignalsAreTheEditors(t *testing.T) {
	t.Parallel()
	for name, press := range map[string]func(c *console){
		"none":    func(*console) {},
		"ctrl+c":  func(c *console) { c.must(c.Send("\x03")); c.sees(`heard INT`) },
		"ctrl+\\": func(c *console) { c.must(c.Send("\x1c")); c.sees(`heard QUIT`) },
		"ctrl+z": func(c *console) {
			c.must(c.Send("\x1a"))
			c.must(c.WaitStopped(context.Background()))
			c.must(c.Resume(context.Background()))
		},
		"a signal for the whole job": func(c *console) {
			c.must(syscall.Kill(-c.Pid(), syscall.SIGTSTP))
			c.must(c.WaitStopped(context.Background()))
			c.must(c.Resume(context.Background()))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			editor := writeFile(t, 0o700, `#!/bin/sh
trap 'echo heard INT' INT
trap 'echo heard QUIT' QUIT
echo editing
until read -r text; do :; done
printf '%s' "$text" > "$1"
`, home, "editor")
			c := demo(t, term.Options{Home: home, Width: 120, Height: 40, Job: true, Env: []string{"EDITOR=" + editor}})
			c.keys("0b")
			c.sees(`evaluates the expression`)
			c.keys("<ctrl+o>")
			c.sees(`editing`)
			press(c)
			c.must(c.Send("1 + 41\n"))
			c.until("the console with the text", func(sc *term.Screen) bool { return sc.Alt && c.shows(`1 \+ 41`) })
			c.keys("<ctrl+c>")
			c.ends(0)
		})
	}
}
