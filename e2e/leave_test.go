//go:build linux || darwin

package e2e_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// busy brings everything into play that has to be undone at the end: the mouse, and a place to type in with its cursor.
func (c *console) busy() {
	c.t.Helper()
	c.keys("M")
	c.until("the mouse", func(*term.Screen) bool { return c.Mode(1002) && c.Mode(1006) })
	c.keys("/a")
	c.until("the cursor", func(sc *term.Screen) bool { return sc.Cursor.Visible })
}

func TestLeavingRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	for _, way := range []struct {
		name   string
		leave  func(c *console)
		status int
		says   string
	}{
		{"q", func(c *console) { c.keys("<esc>q") }, 0, ""},
		{"ctrl+c", func(c *console) { c.keys("<ctrl+c>") }, 0, ""},
		{"SIGINT", func(c *console) { c.must(c.Signal(syscall.SIGINT)) }, 130, "interrupt"},
		{"SIGTERM", func(c *console) { c.must(c.Signal(syscall.SIGTERM)) }, 143, "terminated"},
		{"SIGHUP", func(c *console) { c.must(c.Signal(syscall.SIGHUP)) }, 129, "hangup"},
		{"SIGQUIT", func(c *console) { c.must(c.Signal(syscall.SIGQUIT)) }, 131, "quit"},
	} {
		for _, kind := range []term.Kind{term.Modern, term.XTerm, term.Mute} {
			if kind != term.Modern && way.name != "q" && way.name != "SIGTERM" {
				continue
			}
			t.Run(way.name, func(t *testing.T) {
				t.Parallel()
				c := demo(t, term.Options{Kind: kind})
				if !c.Screen().Alt {
					t.Error("the console isn't on the alternate screen")
				}
				c.busy()
				way.leave(c)
				c.ends(way.status)
				if log := string(c.Log()); strings.LastIndex(log, ansi.SetModeTextCursorEnable) < strings.LastIndex(log,
					ansi.ResetModeAltScreenSaveCursor) {
					t.Error("the cursor isn't shown on the screen that was there before")
				}
				left := strings.TrimSpace(c.Screen().String())
				if way.says == "" && left != "" {
					t.Errorf("something is left on the screen: %q", left)
				}
				if way.says != "" && !regexp.MustCompile(`^gatehouse: ended by a signal: `+way.says+`$`).MatchString(left) {
					t.Errorf("the screen shows %q, want one line about the signal", left)
				}
			})
		}
	}
}

// The terminal may be gone altogether, as when its window is closed.
func TestHangUpEndsTheProgram(t *testing.T) {
	t.Parallel()
	c := demo(t, term.Options{})
	c.must(c.HangUp())
	exit, err := c.Wait(context.Background())
	c.must(err)
	if exit.Code == 0 {
		t.Errorf("the program ended with %v, want a failure", exit)
	}
	if reports, _ := filepath.Glob(filepath.Join(c.Home(), ".local/state/gatehouse/crash-*")); len(reports) > 0 {
		t.Errorf("a closed window is no crash: %v", reports)
	}
}

func TestQuittingSaysWhatIsUnanswered(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	s.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/hooks/*", Hang: true})
	name := s.text("hooks", s.HookID(0), "displayName")
	for _, way := range []struct {
		name   string
		leave  func(c *console)
		status int
	}{
		{"dialog", func(c *console) {
			c.keys("q")
			c.sees(`Quit now\?`)
			c.sees(regexp.QuoteMeta("hook “" + name))
			c.afterGrace()
			c.keys("<enter>") // waiting is the default
			c.misses(`Quit now\?`)
			c.keys("q")
			c.sees(`Quit now\?`)
			c.afterGrace()
			c.keys("<esc>")
			c.misses(`Quit now\?`)
			c.keys("q")
			c.sees(`▸ Wait ◂`)
			c.afterGrace()
			c.keys("<tab>")
			c.sees(`▸ Quit ◂`)
			c.keys("<enter>")
		}, 0},
		{"ctrl+c twice", func(c *console) {
			c.keys("<ctrl+c>")
			c.sees(`Quit now\?`)
			c.keys("<ctrl+c>")
		}, 0},
		{"SIGTERM", func(c *console) { c.must(c.Signal(syscall.SIGTERM)) }, 143},
	} {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			c := open(t, term.Options{Env: s.env(), Width: 200})
			c.sees(`42 in all`)
			before := s.Count("POST /api/v1/hooks/{}")
			c.keys("t")
			waitUntil(t, "the change to be sent", func() bool { return s.Count("POST /api/v1/hooks/{}") > before })
			c.sees(`Turning o`)
			way.leave(c)
			c.ends(way.status)
			left := c.Screen().String()
			if !strings.Contains(left, "was sent and had no answer yet") || !strings.Contains(left, s.HookID(0)) {
				t.Errorf("the end doesn't name the unanswered change: %q", left)
			}
		})
	}
}

func TestSuspendAndResume(t *testing.T) {
	t.Parallel()
	c := demo(t, term.Options{Job: true})
	c.keys("/card")
	c.sees(`of 42`)
	c.keys("<ctrl+z>")
	c.must(c.WaitStopped(context.Background()))
	c.must(c.Restored())
	log := string(c.Log())
	left := strings.LastIndex(log, ansi.ResetModeAltScreenSaveCursor)
	if left < 0 || !strings.Contains(log[left:], ansi.SetModeTextCursorEnable) {
		t.Error("the alternate screen wasn't left, or the cursor not shown on the other one")
	}
	drawn := c.cleared()
	c.must(c.Resume(context.Background()))
	c.until("the console", func(sc *term.Screen) bool {
		return sc.Alt && strings.Contains(sc.String(), "of 42") && strings.Contains(sc.String(), "/ card") && sc.Cursor.Visible
	})
	c.quiet()
	if n := c.cleared() - drawn; n != 1 {
		t.Errorf("the screen was drawn anew %d times", n)
	}
	c.keys("<esc>")
	c.sees(`42 in all`)
	c.keys("q")
	c.ends(0)
}

// Where no report can be written the cause is said on the screen.
func TestACrashWithoutAPlaceForItsReport(t *testing.T) {
	t.Parallel()
	faulty, err := crashing()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	blocked := writeFile(t, 0o600, "a file in the place of the folder", home, "blocked")
	trigger := filepath.Join(home, "fail")
	c := demo(t, term.Options{Command: faulty, Home: home, Width: 110,
		Env: []string{"XDG_STATE_HOME=" + blocked, "GATEHOUSE_CRASH=command", "GATEHOUSE_CRASH_FILE=" + trigger}})
	writeFile(t, 0o600, "", trigger)
	c.keys("y")
	c.ends(1)
	if log := string(c.Log()); !strings.Contains(log, "gatehouse failed and had to stop: made to fail in command") {
		t.Errorf("the screen shows\n%s", c.Screen())
	}
}

func TestACrashLeavesAReadableTerminal(t *testing.T) {
	t.Parallel()
	faulty, err := crashing()
	if err != nil {
		t.Fatal(err)
	}
	for where, keys := range map[string]string{"update": "4<tab>2", "view": "j", "command": "y"} {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			trigger := filepath.Join(home, "fail")
			c := demo(t, term.Options{Command: faulty, Home: home, Width: 110,
				Env: []string{"GATEHOUSE_CRASH=" + where, "GATEHOUSE_CRASH_FILE=" + trigger}})
			c.busy()
			c.keys("<esc>")
			c.sees(`q quits|42 in all`)
			writeFile(t, 0o600, "", trigger)
			c.keys(keys)
			c.ends(1)
			left := strings.ReplaceAll(c.Screen().String(), "\n", "")
			said := regexp.MustCompile(`^gatehouse: gatehouse failed and had to stop\. ` +
				`The terminal is restored; what happened is in (\S+\.txt)$`)
			found := said.FindStringSubmatch(left)
			if found == nil {
				t.Fatalf("the screen shows %q", left)
			}
			report, err := os.ReadFile(found[1])
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(report), "made to fail in "+where) || !strings.Contains(string(report), "goroutine ") {
				t.Errorf("the crash file lacks the cause:\n%s", report)
			}
			if info, err := os.Stat(found[1]); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("the crash file's mode is %v (%v), want 0600", info.Mode(), err)
			}
			if _, after, _ := strings.Cut(string(c.Log()), "\x1b[?1049l"); !strings.Contains(after, "failed and had to stop") {
				t.Error("the message came before the alternate screen was left")
			}
		})
	}
}
