//go:build linux || darwin

package e2e_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// ctrl+z gives the terminal to the shell wherever one is, and the console comes back as it was left; so it does after kill -TSTP and -STOP.
func TestSuspendAndResumeEverywhere(t *testing.T) {
	t.Parallel()
	for _, at := range []struct {
		name  string
		reach func(c *console)
		there string
	}{
		{"list", func(c *console) { c.keys("3") }, `^Suggestions .*loaded`},
		{"filter", func(c *console) { c.keys("/card") }, `^/ card`},
		{"dialog", func(c *console) { c.keys("2"); c.sees(`^Webhooks .*in all`); c.keys("x") }, `Delete webhook\?`},
		{"form", func(c *console) { c.keys("2"); c.sees(`^Webhooks .*in all`); c.keys("nkept") }, `▌  kept`},
		{"triage", func(c *console) { c.keys("3"); c.sees(`^Suggestions .*loaded`); c.keys("tt") }, `nothing decided yet`},
		{"detail", func(c *console) { c.keys("<enter>v") }, `"builtinPattern"|"id":`},
		{"help", func(c *console) { c.keys("?") }, `Keys that work here`},
		{"palette", func(c *console) { c.keys(":jour") }, `> jour`},
		{"menu", func(c *console) { c.keys("Y") }, `Copy`},
		{"CEL bench", func(c *console) { c.keys("0"); c.keys("b"); c.sees(`evaluates`); c.keys("1 + 1") }, `1 \+ 1`},
	} {
		t.Run(at.name, func(t *testing.T) {
			t.Parallel()
			c := demo(t, term.Options{Job: true, Width: 120, Height: 40})
			at.reach(c)
			c.sees(at.there)
			c.afterGrace()
			c.settled() // no page is under way
			for _, stop := range []syscall.Signal{0, 0, syscall.SIGTSTP, syscall.SIGSTOP} {
				before, drawn := c.Screen().String(), c.cleared()
				if stop == 0 {
					c.keys("<ctrl+z>")
				} else {
					c.must(c.Signal(stop))
				}
				c.must(c.WaitStopped(context.Background()))
				if stop != syscall.SIGSTOP { // of which nobody is told
					c.must(c.Restored())
					if c.Screen().Alt {
						t.Error("the shell gets the console's screen")
					}
				}
				c.must(c.Resume(context.Background()))
				c.until("the console drawn anew", func(*term.Screen) bool { return c.cleared() > drawn })
				c.sees(at.there)
				if after := c.Screen().String(); after != before {
					t.Errorf("after signal %d it comes back as\n%s\nand was\n%s", stop, after, before)
				}
			}
			c.keys("<ctrl+c>")
			c.ends(0)
		})
	}
}

// Another process may stop the console, too: that is what kill -TSTP does.
func TestStoppedBySomebodyElse(t *testing.T) {
	t.Parallel()
	c := demo(t, term.Options{Job: true})
	c.must(c.Signal(syscall.SIGTSTP))
	c.must(c.WaitStopped(context.Background()))
	c.must(c.Restored())
	c.must(c.Resume(context.Background()))
	c.until("the console", func(sc *term.Screen) bool { return sc.Alt && strings.Contains(sc.String(), "42 in all") })
	drawn := c.cleared()
	c.must(c.Signal(syscall.SIGSTOP)) // nobody is told: the shell may have done anything to the terminal meanwhile
	c.must(c.WaitStopped(context.Background()))
	c.must(c.Resume(context.Background()))
	c.until("the console drawn anew", func(sc *term.Screen) bool {
		return c.cleared() > drawn && sc.Alt && strings.Contains(sc.String(), "42 in all")
	})
	c.settled() // what came while the terminal was the shell's is dropped
	c.keys("q")
	c.ends(0)
}

// Multiplexers stand between the terminal and the program: they read and write the sequences themselves.
func TestWithinAMultiplexer(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(home string) (command string, args, env []string){
		"tmux": func(home string) (string, []string, []string) {
			return "tmux", []string{"-f", "/dev/null", "new-session"}, []string{"TMUX", "TMUX_TMPDIR=" + home}
		},
		"screen": func(home string) (string, []string, []string) {
			rc := filepath.Join(home, "screenrc")
			return "screen", []string{"-c", rc, "-U"}, []string{"STY", "SCREENDIR=" + filepath.Join(home, "screens")}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			writeFile(t, 0o600, "startup_message off\n", home, "screenrc")
			if err := os.Mkdir(filepath.Join(home, "screens"), 0o700); err != nil {
				t.Fatal(err)
			}
			command, args, env := run(home)
			path, err := exec.LookPath(command)
			if err != nil {
				t.Skipf("%s isn't installed here: nothing was tried in it", command)
			}
			s := serve(t, tenant.Options{})
			env = append(env, s.env()...)
			c := open(t, term.Options{Command: path, Args: append(args, binary, "--start", "hooks"), Home: home, Env: env, Width: 120, Height: 40})
			c.sees(`Hooks .*42 in all`)
			for _, cut := range []string{"\x1b]11;rgb:", "\x1b[?62;1", "\x1b[24;8"} {
				whole := map[string]string{"\x1b]11;rgb:": "dada/adad/dddd\x1b\\", "\x1b[?62;1": ";4c", "\x1b[24;8": "0R"}[cut]
				c.must(c.Send(cut))
				c.quiet()
				c.must(c.Send(whole))
			}
			c.keys("?")
			c.sees(`Keys that work here`)
			c.must(c.Keys("<esc>"))
			c.misses(`Keys that work here`)
			c.keys("/card")
			c.sees(`^/ card`)
			c.must(c.PasteBracketed(" two"))
			c.sees(`^/ card two`)
			c.must(c.Resize(100, 30))
			c.until("the other size", func(sc *term.Screen) bool { return strings.Contains(sc.Line(27)+sc.Line(28)+sc.Line(29), "keep") })
			c.keys("<ctrl+c>")
			exit, err := c.Wait(context.Background())
			c.must(err)
			if exit.Code != 0 {
				t.Errorf("it ended with %v", exit)
			}
			s.untouched()
		})
	}
}
