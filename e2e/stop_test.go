//go:build linux || darwin

package e2e_test

import (
	"context"
	"strings"
	"syscall"
	"testing"

	"gatehouse/e2e/term"
)

const ctrlZ = "\x1a"

// A stop is a stop whatever is under way on the input, and what was cut is no key afterwards.
func TestAStopBehindWhateverIsUnderWay(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]string{"OSC": "\x1b]11;rgb:", "DCS": "\x1bP>|XTerm", "CSI": "\x1b[<0;1", "SS3": "\x1bO",
		"burst":     strings.Repeat("axd", 50),
		"character": "\xe6\x97", "paste": "\x1b[200~axd\r"} {
		for _, stop := range []string{ctrlZ, ""} {
			if name == "paste" && stop == ctrlZ {
				continue // there it is text
			}
			t.Run(name+" "+map[string]string{ctrlZ: "ctrl+z", "": "TSTP"}[stop], func(t *testing.T) {
				t.Parallel()
				for _, at := range places() {
					if at.name != "list" && at.name != "form" && name != "burst" {
						continue
					}
					s := serveCases(t, 12)
					c := s.open(term.Options{Width: 120, Height: 40, Job: true})
					c.keys("3")
					c.sees(`^Suggestions .*12 in all`)
					at.reach(c)
					c.afterGrace()
					c.must(c.Send(before))
					if stop == "" {
						c.must(c.Signal(syscall.SIGTSTP))
					} else {
						c.must(c.Send(stop))
					}
					c.must(c.WaitStopped(context.Background()))
					c.must(c.Restored())
					drawn := c.cleared()
					c.must(c.Resume(context.Background()))
					c.until("the console drawn anew", func(*term.Screen) bool { return c.cleared() > drawn })
					c.sees(at.still)
					s.untouched()
					c.keys("?") // a key is one at once
					switch at.name {
					case "list", "triage":
						c.sees(`Keys that work here`)
					case "form":
						c.sees(`▌ .*\?`)
					}
					c.keys("<ctrl+c>")
					c.ends(0)
				}
			})
		}
	}
}

// editing is an editor that reads one line from the terminal.
const editing = `#!/bin/sh
printf 'EDITING\n'
read -r line
printf '%s' "$line" > "$1"
`

// What the console has lent the terminal to is stopped together with it, and goes on.
func TestAStopWhileTheEditorRuns(t *testing.T) {
	t.Parallel()
	for _, stop := range []string{ctrlZ, "TSTP", "STOP"} {
		t.Run(stop, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			editor := writeFile(t, 0o700, editing, home, "editor.sh")
			c := demo(t, term.Options{Home: home, Width: 120, Height: 40, Job: true, Env: []string{"EDITOR=" + editor}})
			c.keys("0")
			c.keys("b")
			c.sees(`evaluates the expression`)
			c.keys("<ctrl+o>")
			c.sees(`EDITING`)
			switch stop {
			case ctrlZ:
				c.must(c.Send(stop))
			case "TSTP":
				c.must(syscall.Kill(-c.Pid(), syscall.SIGTSTP))
			default:
				c.must(syscall.Kill(-c.Pid(), syscall.SIGSTOP))
			}
			c.must(c.WaitStopped(context.Background()))
			c.must(c.Resume(context.Background()))
			c.must(c.Send("1 + 41\n"))
			c.sees(`1 \+ 41`)
			c.until("the console", func(sc *term.Screen) bool { return sc.Alt })
			c.keys("<ctrl+z>") // and once more, from the console
			c.must(c.WaitStopped(context.Background()))
			c.must(c.Restored())
			c.must(c.Resume(context.Background()))
			c.until("the console again", func(sc *term.Screen) bool { return sc.Alt })
			c.sees(`1 \+ 41`)
			c.keys("<ctrl+c>")
			c.ends(0)
		})
	}
}
