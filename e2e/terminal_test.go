//go:build linux || darwin

package e2e_test

import (
	"bytes"
	"context"
	"image/color"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gatehouse/e2e/term"
)

// outcome runs gatehouse without a terminal.
func outcome(t *testing.T, env []string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TERM=xterm-256color"}, env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

var oneSentence = regexp.MustCompile(`^gatehouse: [^\n]+\n$`)

func TestNoTerminalIsOneSentence(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	status, stdout, stderr := outcome(t, []string{"HOME=" + home}, "--demo")
	if status != 2 || stdout != "" || !oneSentence.MatchString(stderr) || !strings.Contains(stderr, "terminal") {
		t.Errorf("status %d, stdout %q, stderr %q; want 2, nothing, one sentence about the terminal", status, stdout, stderr)
	}
	if left, _ := os.ReadDir(home); len(left) > 0 {
		t.Errorf("files were left behind: %v", left)
	}

	for _, c := range []struct {
		name string
		o    func(other *os.File) term.Options
	}{
		{"input", func(other *os.File) term.Options { return term.Options{Stdin: other} }},
		{"output", func(other *os.File) term.Options { return term.Options{Stdout: other} }},
		{"dumb", func(*os.File) term.Options { return term.Options{Env: []string{"TERM=dumb"}} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			other, said := create(t, dir, "other"), create(t, dir, "stderr")
			o := c.o(other)
			o.Stderr = said
			s := open(t, o, "--demo")
			s.ends(2)
			if log := s.Log(); len(log) > 0 {
				t.Errorf("something was written to the terminal: %q", log)
			}
			if text := read(t, filepath.Join(dir, "other")); text != "" {
				t.Errorf("something was written to stdout: %q", text)
			}
			if text := read(t, filepath.Join(dir, "stderr")); !oneSentence.MatchString(text) || !strings.Contains(text, "terminal") {
				t.Errorf("stderr is %q", text)
			}
		})
	}
}

func create(t *testing.T, path ...string) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var sgr = regexp.MustCompile(`\x1b\[([0-9;:]*)m`)

// colours are the SGR sequences in a log that set a colour.
func colours(log []byte) []string {
	var found []string
	for _, m := range sgr.FindAllStringSubmatch(string(log), -1) {
		for _, p := range strings.FieldsFunc(m[1], func(r rune) bool { return r == ';' || r == ':' }) {
			n, _ := strconv.Atoi(p)
			if n >= 30 && n <= 38 || n >= 40 && n <= 48 || n >= 90 && n <= 107 {
				found = append(found, m[0])
				break
			}
		}
	}
	return found
}

func TestNoColor(t *testing.T) {
	t.Parallel()
	for value, coloured := range map[string]bool{"1": false, "yes": false, "0": false, "": true} {
		t.Run("NO_COLOR="+value, func(t *testing.T) {
			t.Parallel()
			c := demo(t, term.Options{Width: 160, Height: 40, Env: []string{"NO_COLOR=" + value}})
			c.keys("3")
			c.sees(`^Suggestions .*(loaded|in all)`)
			c.keys("4")
			c.sees(`^Secrets .*(loaded|in all)`)
			c.sees(`● active`)
			c.sees(`✗ revoked`) // states are told by more than colour
			c.keys("y")
			c.sees(`✓ Copied`)
			c.keys("/act")
			c.sees(`of (all )?\d+`)
			c.keys("<esc>?")
			c.sees(`Keys that work here`)
			c.keys("<ctrl+c>")
			c.ends(0)
			if found := colours(c.Log()); len(found) > 0 != coloured {
				t.Errorf("colours were written %d times, want any: %v; %q", len(found), coloured, found[:min(3, len(found))])
			}
		})
	}
}

// Everything can be read on the terminal's own background, whatever it is.
func TestLightAndDarkBackgrounds(t *testing.T) {
	t.Parallel()
	looks := map[bool]string{} // the colour of a title
	for _, light := range []bool{false, true} {
		c := demo(t, term.Options{Width: 160, Height: 40, Light: light})
		c.keys("4")
		c.sees(`^Secrets .*(loaded|in all)`)
		c.settled()
		sc := c.Screen()
		back := color.Color(color.RGBA{0x14, 0x17, 0x1d, 0xff})
		fore := color.Color(color.RGBA{0xd6, 0xd9, 0xde, 0xff})
		if light {
			back, fore = color.RGBA{0xf7, 0xf7, 0xf5, 0xff}, color.RGBA{0x1c, 0x1c, 0x1c, 0xff}
		}
		worst, where := math.Inf(1), ""
		for y := range sc.Height {
			for x := range sc.Width {
				cell := sc.Cell(x, y)
				if strings.TrimSpace(cell.Content) == "" || strings.ContainsAny(cell.Content, "│─▌━╸╭╮╰╯") {
					continue
				}
				f, b := fore, back
				if cell.Style.Fg != nil {
					f = cell.Style.Fg
				}
				if cell.Style.Bg != nil {
					b = cell.Style.Bg
				}
				if got := contrast(f, b); got < worst {
					worst, where = got, cell.Content+" in "+strconv.Quote(sc.Line(y))
				}
			}
		}
		if worst < 3 {
			t.Errorf("light %v: the contrast is only %.1f for %s", light, worst, where)
		}
		y, _ := c.row(`^Secrets`)
		looks[light] = hex(sc.Cell(0, y).Style.Fg)
		c.keys("q")
		c.ends(0)
	}
	if looks[true] == looks[false] {
		t.Errorf("light and dark look the same: %v", looks)
	}
}

func hex(c color.Color) string {
	if c == nil {
		return "default"
	}
	r, g, b, _ := c.RGBA()
	return strconv.FormatUint(uint64(r>>8<<16|g>>8<<8|b>>8), 16)
}

// contrast is WCAG's ratio, from 1 to 21.
func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		f := float64(v) / 0xffff
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// A terminal that answers none of our questions holds nothing up.
func TestATerminalThatAnswersNothing(t *testing.T) {
	t.Parallel()
	c := demo(t, term.Options{Kind: term.Mute})
	c.keys("2")
	c.sees(`27 in all`)
	c.keys("y")
	c.sees(`Copied the id`)
	c.keys("q")
	c.ends(0)
}

// Late or broken answers of the terminal are no key presses.
func TestStrayAnswersAreNotTyped(t *testing.T) {
	t.Parallel()
	c := demo(t, term.Options{})
	c.keys("/")
	c.until("the cursor", func(sc *term.Screen) bool { return sc.Cursor.Visible })
	c.must(c.Send("\x1b]11;rgb:f7f7/f7f7/f5f5\x1b\\\x1b[?1;2c\x1b[?2026;2$y\x1bP>|other(1)\x1b\\\x1b[12;40R"))
	c.keys("x")
	c.sees(`^/ x `)
	c.keys("<ctrl+c>")
	c.ends(0)
}
