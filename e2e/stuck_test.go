//go:build linux || darwin

package e2e_test

import (
	"context"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/e2e/term"
)

// mostLeft is how much a terminal may have to take after the console is left: the resets, behind the 4 kB of a pseudo-terminal that its
// other side alone can drop.
const mostLeft = 4096 + 400

// stuck has the terminal take nothing any more, and the console write more than fits behind it.
func (c *console) stuck() {
	c.t.Helper()
	c.Take(-1)
	c.must(c.Full(context.Background(), func() { c.keys("<ctrl+l>j") })) // a whole screen each
}

// leftAfter fails when the console wrote much at its end. What stood in the terminal when it was left is dropped.
func (c *console) leftAfter(before int) {
	c.t.Helper()
	log := string(c.Log()[before:])
	if len(log) > mostLeft {
		c.t.Errorf("%d bytes were still to be shown, want at most %d: %.200q …", len(log), mostLeft, log)
	}
	if !strings.Contains(log, ansi.ResetModeAltScreenSaveCursor) {
		c.t.Errorf("the end is lost: %q", log)
	}
}

// Leaving doesn't wait for the terminal: it goes while nothing at all is taken, whatever is in front. How long that takes is for the bench.
func TestLeavingATerminalThatTakesNothing(t *testing.T) {
	t.Parallel()
	for _, way := range []struct {
		name   string
		leave  func(c *console)
		status int
	}{
		{"q", func(c *console) { c.keys("q") }, 0},
		{"ctrl+c", func(c *console) { c.keys("<ctrl+c>") }, 0},
		{"TERM", func(c *console) { c.must(c.Signal(syscall.SIGTERM)) }, 143},
		{"HUP", func(c *console) { c.must(c.Signal(syscall.SIGHUP)) }, 129},
		{"ctrl+z", func(c *console) { c.keys("<ctrl+z>") }, 0},
		{"TSTP", func(c *console) { c.must(c.Signal(syscall.SIGTSTP)) }, 0},
	} {
		for _, at := range places() {
			if way.name == "q" && at.name != "list" && at.name != "triage" {
				continue // there it is text
			}
			t.Run(way.name+" "+at.name, func(t *testing.T) {
				t.Parallel()
				s := serveCases(t, 12)
				stops := way.name == "ctrl+z" || way.name == "TSTP"
				c := s.open(term.Options{Width: 120, Height: 40, Job: stops})
				c.keys("3")
				c.sees(`^Suggestions .*12 in all`)
				at.reach(c)
				c.afterGrace()
				c.settled()
				c.stuck()
				before := c.Received()
				way.leave(c)
				if stops {
					c.must(c.Backgrounded(context.Background()))
					c.Take(0)
					c.must(c.WaitStopped(context.Background()))
					c.must(c.Restored())
					c.leftAfter(before)
					c.must(c.Resume(context.Background()))
					c.sees(at.still)
					c.keys("<ctrl+c>")
				} else {
					c.must(c.Gone(context.Background()))
					c.Take(0)
				}
				c.ends(way.status)
				if !stops {
					c.leftAfter(before)
				}
				s.untouched()
			})
		}
	}
}

// What is typed behind the key that leaves is neither done nor left to the shell.
func TestLeavingWithKeysBehind(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]string{"q": "q", "ctrl+c": "\x03", "ctrl+z": ctrlZ} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := demo(t, term.Options{Job: true})
			c.settled()
			before := len(c.Log())
			c.must(c.Send(leave + strings.Repeat("j", 300)))
			if name == "ctrl+z" {
				c.must(c.WaitStopped(context.Background()))
				c.must(c.Restored())
				c.leftAfter(before)
				c.must(c.Resume(context.Background())) // a line of what was typed behind it would be read first
				c.sees(`^▌ .*`)
				c.keys("q")
			}
			c.ends(0)
			if name != "ctrl+z" {
				c.leftAfter(before)
			}
		})
	}
}
