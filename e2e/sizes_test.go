//go:build linux || darwin

package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

var oddSizes = [][2]int{{1, 1}, {2, 2}, {10, 3}, {20, 5}, {0, 0}, {500, 200}, {40, 10}, {24, 6}, {23, 6}, {24, 5}}

// size is what the harness takes for a terminal of w x h cells: zero means that it has no size to tell.
func size(w, h int) (int, int) {
	if w == 0 {
		return -1, -1
	}
	return w, h
}

// Whatever the size at the start, nothing fails, and at a usual size everything is there without a key press.
func TestStartAtOddSizes(t *testing.T) {
	t.Parallel()
	for _, s := range oddSizes {
		t.Run(fmt.Sprintf("%dx%d", s[0], s[1]), func(t *testing.T) {
			t.Parallel()
			w, h := size(s[0], s[1])
			c := open(t, term.Options{Width: w, Height: h}, "--demo")
			c.until("something on the screen", func(sc *term.Screen) bool { return sc.Alt && !sc.Blank() })
			c.quiet()
			if s[0] == 10 || s[0] == 20 {
				c.sees(`Too`)
			}
			c.must(c.Resize(80, 24))
			c.sees(`^Hooks .*42 in all`)
			c.until("the whole frame", fits)
			c.keys("q")
			c.ends(0)
		})
	}
}

func TestQuitKeysWorkOnATinyScreen(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"q", "<ctrl+c>"} {
		c := open(t, term.Options{Width: 10, Height: 3}, "--demo")
		c.sees(`Too`)
		c.keys(key)
		c.ends(0)
	}
}

// In every state, every size on the way leaves the screen as it was.
func TestResizeToOddSizesInEveryState(t *testing.T) {
	t.Parallel()
	_, place := serve(t, tenant.Options{}).secretToRevoke(false)
	for name, state := range map[string]struct {
		rule  tenant.Rule
		reach func(c *console)
		shown string
		brief bool // the state ends by itself, so each size begins it anew
	}{
		"list":    {reach: func(c *console) { c.webhooks(); c.keys("jjj") }, shown: `^▌  Offboarding`},
		"detail":  {reach: func(c *console) { c.webhooks(); c.keys("<enter>") }, shown: `How long the tenant`},
		"raw":     {reach: func(c *console) { c.webhooks(); c.keys("v") }, shown: `"displayName"`},
		"form":    {reach: func(c *console) { c.webhooks(); c.keys("e<end>xyz") }, shown: `xyz`},
		"palette": {reach: func(c *console) { c.keys(":go") }, shown: `Go to Secrets`},
		"help":    {reach: func(c *console) { c.keys("?") }, shown: `Keys that work here`},
		"filter":  {reach: func(c *console) { c.keys("/card") }, shown: `of 42`},
		"mistake": {reach: func(c *console) { c.keys("//[/") }, shown: `(?i)the regular expression`},
		"dialog": {shown: `╭ Revoke secret\?`, reach: func(c *console) {
			c.keys("4")
			c.sees(`^Secrets .*(loaded|in all)`)
			c.goTo("Secrets", place)
			c.keys("x")
		}},
		"typed dialog": {shown: `to confirm: `, reach: func(c *console) { c.webhooks(); c.keys("x") }},
		"loading": {rule: tenant.Rule{Path: "/api/v1/search/**", Hang: true}, brief: true, reach: func(*console) {},
			shown: `Loading hooks…`},
		"error": {rule: tenant.Rule{Path: "/api/v1/search/**", Status: 400, Message: "not for you"}, reach: func(*console) {},
			shown: `not for you`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tenant.Options{})
			if state.rule.Path != "" {
				s.Faults().Add(state.rule)
			}
			c := s.open(term.Options{})
			if state.rule.Path == "" {
				c.sees(`42 in all`)
			}
			state.reach(c)
			c.sees(state.shown)
			c.quiet()
			before := gist(c.Screen())
			for i, size := range oddSizes {
				if state.brief && i > 0 {
					c.keys("<ctrl+c>")
					c.ends(0)
					c = s.open(term.Options{})
					state.reach(c)
					c.sees(state.shown)
				}
				c.comesBackFrom(size, before)
				c.sees(state.shown)
			}
			c.keys("<ctrl+c>")
			c.ends(0)
		})
	}
}

// comesBackFrom goes to a size and back, where the screen is as it was before.
func (c *console) comesBackFrom(size [2]int, before string) {
	c.t.Helper()
	c.through(size[0], size[1])
	c.until(fmt.Sprintf("the screen as it was before %v:\n%s", size, before), func(sc *term.Screen) bool {
		return sc.Width == 80 && fits(sc) && gist(sc) == before
	})
}

func (c *console) webhooks() {
	c.t.Helper()
	c.keys("2")
	c.sees(`27 in all`)
}

// through gives the terminal a size for a while, and the usual one back.
func (c *console) through(w, h int) {
	c.t.Helper()
	c.must(c.Resize(w, h))
	if w >= 24 && h >= 6 {
		c.until(fmt.Sprintf("a frame of %dx%d", w, h), fits)
	}
	c.quiet()
	written := len(c.Log())
	c.must(c.Resize(80, 24))
	c.until("a frame of 80x24", func(sc *term.Screen) bool { return len(c.Log()) > written && sc.Width == 80 && fits(sc) })
}

// gist is what has to come back after another size: where we are, what stands over it, and the record under the cursor. How
// far the list is scrolled, and how wide its columns are, may differ.
func gist(sc *term.Screen) string {
	var lines []string
	for y := range sc.Height {
		line := sc.Line(y)
		switch {
		case y < 2 && !strings.Contains(line, "╭"), y == sc.Height-1:
			lines = append(lines, line)
		case strings.HasPrefix(line, "▌") && !strings.ContainsAny(bare(line), "│"):
			lines = append(lines, string([]rune(line)[:24]))
		case strings.Contains(line, "╭ ") && strings.Contains(line, "╮"):
			_, title, _ := strings.Cut(line, "╭ ")
			title, _, _ = strings.Cut(title, " ─")
			lines = append(lines, title)
		case strings.Contains(line, "╰") && strings.Contains(line, "╯"):
			lines = append(lines, "closed box")
		}
	}
	return strings.Join(lines, "\n")
}
