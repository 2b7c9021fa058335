//go:build linux || darwin

package term_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"gatehouse/e2e/term"
)

func TestListBrowseAndQuit(t *testing.T) {
	s := start(t, term.Options{})
	must(t, s.WaitText(t.Context(), "^> item 1$"))
	sc := s.Screen()
	if !sc.Alt || sc.Cursor.Visible || sc.Width != 80 || sc.Height != 24 {
		t.Errorf("alt %v, cursor %+v, %dx%d; want the alternate screen of 80x24 without a cursor", sc.Alt, sc.Cursor, sc.Width, sc.Height)
	}
	must(t, s.WaitFor(t.Context(), "the title", func(sc *term.Screen) bool { return s.Title() == "three items" }))
	must(t, s.Keys("j", "j"))
	must(t, s.WaitText(t.Context(), "^> item 3$"))
	if line := s.Screen().Line(0); line != "  item 1" {
		t.Errorf("line 0 is %q", line)
	}
	must(t, s.Keys("q"))
	exit, err := s.Wait(t.Context())
	must(t, err)
	if exit != (term.Exit{}) || exit.String() != "exit status 0" {
		t.Errorf("exit is %v", exit)
	}
	must(t, s.Restored())
	if got := s.Screen().String(); got != "bye" {
		t.Errorf("the primary screen shows %q, want bye", got)
	}
	if !strings.Contains(string(s.Log()), "\x1b[?1049l") {
		t.Error("the log lacks the sequence that leaves the alternate screen")
	}
}

func TestStyleAndWideCells(t *testing.T) {
	s := start(t, term.Options{})
	must(t, s.WaitText(t.Context(), "^red 日本\\|"))
	sc := s.Screen()
	red := sc.Cell(0, 7)
	if red.Content != "r" || red.Style.Attrs&uv.AttrBold == 0 || red.Style.Fg == nil {
		t.Errorf("cell is %+v, want a bold red r", red)
	}
	if c := sc.Cell(4, 7); c.Content != "日" || c.Width != 2 || sc.Cell(5, 7).Width != 0 {
		t.Errorf("wide cell is %+v, then %+v", c, sc.Cell(5, 7))
	}
	if x := sc.Column(7, "|"); x != 8 {
		t.Errorf("the bar is in column %d, want 8", x)
	}
	if x := sc.Column(7, "none"); x != -1 {
		t.Errorf("column of text that isn't there is %d", x)
	}
}

func TestTerminalAnswers(t *testing.T) {
	for _, c := range []struct {
		name  string
		o     term.Options
		light string
		sync  bool
	}{
		{"modern", term.Options{Width: 200}, "light false", true},
		{"modern light", term.Options{Light: true, Width: 200}, "light true", true},
		{"xterm light", term.Options{Kind: term.XTerm, Light: true}, "light true", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, c.o)
			must(t, s.WaitText(t.Context(), c.light))
			synced := func() bool { return strings.Contains(string(s.Log()), "\x1b[?2026h") }
			for i := 0; i < 20 && !synced(); i++ { // the program learns of it a little after the start
				must(t, s.Keys("a"))
				must(t, s.WaitText(t.Context(), fmt.Sprintf(`keys \[("a" ?){%d}\]`, i+1)))
				if !c.sync && i == 2 {
					break
				}
			}
			if synced() != c.sync {
				t.Errorf("synchronized output: %v, want %v", synced(), c.sync)
			}
		})
	}
}

func TestMuteTerminalStillShowsOutput(t *testing.T) {
	s := start(t, term.Options{Kind: term.Mute})
	must(t, s.WaitText(t.Context(), "^> item 1$"))
}

func TestKeysArriveAsTyped(t *testing.T) {
	s := start(t, term.Options{Width: 240})
	must(t, s.WaitText(t.Context(), "item 1"))
	must(t, s.Keys("a<esc>b<esc>", "<enter><tab><shift+tab><up><pgdown><f5><ctrl+a><alt+x><space><lt><ctrl+right><backspace>", "é"))
	want := `keys ["a" "esc" "b" "esc" "enter" "tab" "shift+tab" "up" "pgdown" "f5" "ctrl+a" "alt+x" "space" "<" ` +
		`"ctrl+right" "backspace" "é"]`
	must(t, s.WaitFor(t.Context(), want, func(sc *term.Screen) bool { return sc.Line(4) == want }))
}

func TestUnknownKeysAreErrors(t *testing.T) {
	s := start(t, term.Options{})
	for _, bad := range []string{"<nosuch>", "<", "<hyper+x>", "<ctrl+é>"} {
		if err := s.Keys(bad); err == nil {
			t.Errorf("Keys(%q) gave no error", bad)
		}
	}
}

func TestPaste(t *testing.T) {
	s := start(t, term.Options{})
	must(t, s.WaitFor(t.Context(), "bracketed paste", func(*term.Screen) bool { return s.Mode(2004) }))
	must(t, s.Paste("two\nlines <enter> \x1b[201~日"))
	must(t, s.WaitText(t.Context(), `^paste "two\\nlines <enter> 日"$`))
}

func TestTypeIsLiteral(t *testing.T) {
	s := start(t, term.Options{})
	must(t, s.WaitText(t.Context(), "item 1"))
	must(t, s.Type("<a>\n"))
	must(t, s.WaitText(t.Context(), `keys \["<" "a" ">" "enter"\]`))
}

func TestClipboardAndMouse(t *testing.T) {
	s := start(t, term.Options{})
	must(t, s.WaitText(t.Context(), "item 1"))
	if err := s.Click(0, 0); err == nil {
		t.Error("a click without the mouse asked for gave no error")
	}
	must(t, s.Keys("jym"))
	must(t, s.WaitFor(t.Context(), "the mouse", func(*term.Screen) bool { return s.Mode(1006) && s.Mode(1002) }))
	if got := s.Clipboard(); !slices.Equal(got, []string{"item 2"}) {
		t.Errorf("clipboard is %q", got)
	}
	must(t, s.Click(3, 2))
	must(t, s.WaitText(t.Context(), "^click 3,2$"))
}

func TestResize(t *testing.T) {
	s := start(t, term.Options{Width: 100, Height: 30})
	must(t, s.WaitText(t.Context(), "^size 100x30"))
	must(t, s.Resize(60, 12))
	must(t, s.WaitText(t.Context(), "^size 60x12"))
	if sc := s.Screen(); sc.Width != 60 || sc.Height != 12 {
		t.Errorf("the screen is %dx%d", sc.Width, sc.Height)
	}
	must(t, s.Resize(1, 1))
	must(t, s.WaitFor(t.Context(), "1x1", func(sc *term.Screen) bool { return sc.Line(0) == "" || sc.Width == 1 }))
	must(t, s.Resize(80, 24))
	must(t, s.WaitText(t.Context(), "^size 80x24"))
}

func TestNoSizeAtAll(t *testing.T) {
	s := start(t, term.Options{Width: -1, Height: -1})
	must(t, s.WaitText(t.Context(), "^size 80x24")) // Bubble Tea's fallback
}

func TestSignals(t *testing.T) {
	s := start(t, term.Options{})
	must(t, s.WaitText(t.Context(), "item 1"))
	must(t, s.Signal(syscall.SIGTERM))
	exit, err := s.Wait(t.Context())
	must(t, err)
	if exit.Code != 0 {
		t.Errorf("exit is %v", exit)
	}
	must(t, s.Restored())

	s = start(t, term.Options{})
	must(t, s.WaitText(t.Context(), "item 1"))
	must(t, s.Signal(syscall.SIGKILL))
	exit, err = s.Wait(t.Context())
	must(t, err)
	if exit.Signal != syscall.SIGKILL || exit.Code != -1 {
		t.Errorf("exit is %v", exit)
	}
	err = s.Restored()
	if err == nil {
		t.Fatal("a killed program can't have restored the terminal")
	}
	for _, word := range []string{"alternate screen", "hidden cursor", "bracketed paste", "terminal settings", "lflag"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("the error doesn't name %s: %v", word, err)
		}
	}
}

func TestCrashLeavesTraces(t *testing.T) {
	s := start(t, term.Options{})
	must(t, s.WaitText(t.Context(), "item 1"))
	must(t, s.Keys("X"))
	exit, err := s.Wait(t.Context())
	must(t, err)
	if exit.Code != 3 {
		t.Errorf("exit is %v", exit)
	}
	if s.Restored() == nil {
		t.Error("the crash wasn't noticed")
	}
}

func TestHangUp(t *testing.T) {
	s := start(t, term.Options{})
	must(t, s.WaitText(t.Context(), "item 1"))
	must(t, s.HangUp())
	if _, err := s.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A program is the same whoever started the tests: nohup ignores the hang-up for all that comes after it.
func TestSignalsThatWereIgnoredReachTheProgram(t *testing.T) {
	signal.Ignore(syscall.SIGHUP, syscall.SIGTERM, syscall.SIGTSTP)
	defer signal.Reset(syscall.SIGHUP, syscall.SIGTERM, syscall.SIGTSTP)
	s := shell(t, `kill -HUP $$; echo still here`, term.Options{})
	exit, err := s.Wait(t.Context())
	must(t, err)
	if exit.Signal != syscall.SIGHUP {
		t.Errorf("the program ended with %v, want the hang-up", exit)
	}
}

func TestStopAndResume(t *testing.T) {
	s := start(t, term.Options{Job: true})
	must(t, s.WaitText(t.Context(), "item 1"))
	for range 2 {
		must(t, s.Keys("<ctrl+z>"))
		must(t, s.WaitStopped(t.Context()))
		must(t, s.Restored())
		must(t, s.Resume(t.Context()))
		must(t, s.WaitFor(t.Context(), "the list again", func(sc *term.Screen) bool {
			return sc.Alt && strings.Contains(sc.String(), "item 1")
		}))
	}
	must(t, s.Keys("j"))
	must(t, s.WaitText(t.Context(), "^> item 2$"))
	must(t, s.Signal(syscall.SIGTERM))
	exit, err := s.Wait(t.Context())
	must(t, err)
	if exit.Code != 0 {
		t.Errorf("exit is %v", exit)
	}
	must(t, s.Restored())
}

func TestWaitFailsWithTheScreen(t *testing.T) {
	s := start(t, term.Options{Patience: 50 * time.Millisecond})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	must(t, s.WaitText(ctx, "item 1"))
	err := s.WaitText(t.Context(), "never")
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "|> item 1") || !strings.Contains(err.Error(), `"never"`) {
		t.Errorf("the error is %v", err)
	}
	must(t, s.Keys("q"))
	_, err = s.Wait(ctx)
	must(t, err)
	if err := s.WaitText(ctx, "never"); err == nil || !strings.Contains(err.Error(), "has ended: exit status 0") {
		t.Errorf("the error is %v", err)
	}
}

func TestEnvironmentIsSmall(t *testing.T) {
	t.Setenv("GATEHOUSE_CONFIG", "/should/not/be/seen")
	s := shell(t, "env", term.Options{Env: []string{"NO_COLOR=1", "TERM=dumb", "COLORTERM"}, Height: 40, Width: 200})
	_, err := s.Wait(t.Context())
	must(t, err)
	text := s.Screen().String()
	for _, want := range []string{"HOME=" + s.Home(), "NO_COLOR=1", "TERM=dumb", "XDG_CONFIG_HOME=" + s.Home() + "/.config"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	for _, no := range []string{"GATEHOUSE", "COLORTERM"} {
		if strings.Contains(text, no) {
			t.Errorf("%s in\n%s", no, text)
		}
	}
	home := s.Home()
	must(t, s.Close())
	if _, err := os.Stat(home); !os.IsNotExist(err) {
		t.Errorf("the home directory is still there: %v", err)
	}
}

func TestOutputElsewhere(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "out")
	must(t, err)
	s := shell(t, "echo to the file; echo to the terminal >/dev/tty; exit 7", term.Options{Stdout: file})
	exit, err := s.Wait(t.Context())
	must(t, err)
	if exit.Code != 7 || s.Screen().String() != "to the terminal" {
		t.Errorf("exit %v, screen %q", exit, s.Screen())
	}
	if data, _ := os.ReadFile(file.Name()); string(data) != "to the file\n" {
		t.Errorf("the file has %q", data)
	}
}

func TestQuiet(t *testing.T) {
	s := start(t, term.Options{})
	must(t, s.WaitText(t.Context(), "item 1"))
	must(t, s.WaitQuiet(t.Context(), 100*time.Millisecond))
	before := len(s.Log())
	must(t, s.Keys("q"))
	_, err := s.Wait(t.Context())
	must(t, err)
	must(t, s.WaitQuiet(t.Context(), time.Hour)) // nothing comes any more
	if len(s.Log()) == before {
		t.Error("nothing was written while quitting")
	}
}

func TestStartErrors(t *testing.T) {
	if _, err := term.Start(t.Context(), term.Options{}); err == nil {
		t.Error("no error without a command")
	}
	if _, err := term.Start(t.Context(), term.Options{Command: "/nonexistent/program"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error is %v", err)
	}
}
