//go:build linux || darwin

package e2e_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// rename gives the first webhooks other names, one each.
func (s *site) rename(names []string) {
	s.t.Helper()
	for i, name := range names {
		err := s.UpdateAs("webhooks", s.WebhookID(i), func(r map[string]any) {
			r["displayName"], r["url"], r["description"] = name, "https://hook.example.com/"+fmt.Sprint(i), "about "+name
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

var wideNames = []string{"日本語ロール", "ＦＵＬＬ", "👩‍👩‍👧‍👦 fam", "⚠️ warn", "🇫🇷🇩🇪",
	"น้ำใจ", "क्षिं", "e\u0301\u0301\u0301", "plain"}

// Columns and borders stand where they stand on plain rows, and nothing is left over from before.
func TestWideNamesKeepColumnsAligned(t *testing.T) {
	t.Parallel()
	long := time.Now().AddDate(-2, 0, 0) // ages of years don't change while the test looks
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for _, kind := range []term.Kind{term.Modern, term.XTerm} {
			t.Run(fmt.Sprintf("%dx%d kind %d", size[0], size[1], kind), func(t *testing.T) {
				t.Parallel()
				s := serve(t, tenant.Options{Now: func() time.Time { return long }})
				s.rename(wideNames)
				c := s.open(term.Options{Width: size[0], Height: size[1], Kind: kind})
				c.keys("2")
				c.sees(`27 in all`)
				c.sees(`Mara Lindqvist`)
				c.sees(`^n new`) // the last line: what stands above it is drawn
				c.columnsAligned()
				for range wideNames { // go over all of them, with their details and dialogs; the lowest line is drawn last
					c.keys("<enter>")
					c.sees(`h to the list +s sort.* \? help( +q quit)?$`)
					c.repaired()
					c.keys("<left>x")
					c.sees(`^enter confirm +esc cancel +ctrl\+r request$`)
					c.boxAligned()
					c.afterGrace()
					c.repaired()
					c.keys("<esc>")
					c.sees(`^n new`)
					c.keys("t")
					c.sees(`attempt 0\.$`)
					c.repaired()
					c.keys("<esc>j")
					c.misses(`Sent a test event`)
				}
				c.keys("<ctrl+c>")
				c.ends(0)
			})
		}
	}
}

// columnsAligned compares the rows with odd names with the plain one below them.
func (c *console) columnsAligned() {
	c.t.Helper()
	c.sees(`plain`)
	sc := c.Screen()
	plain, _ := c.row(`plain`)
	for i, name := range wideNames {
		y := plain - len(wideNames) + 1 + i
		for _, text := range []string{"https://", "│"} {
			if got, want := sc.Column(y, text), sc.Column(plain, text); got != want {
				c.t.Errorf("%s: %q begins in column %d, want %d: %s", name, text, got, want, sc.Line(y))
			}
		}
	}
}

// repaired compares the screen with itself after everything was drawn anew.
func (c *console) repaired() {
	c.t.Helper()
	before := ageless(c.Screen())
	n := c.cleared()
	c.keys("<ctrl+l>")
	c.until("a screen drawn anew", func(*term.Screen) bool { return c.cleared() > n })
	c.until("the screen as it was\n"+before, func(sc *term.Screen) bool { return ageless(sc) == before })
}

// ageless is a screen without the age of its rows.
func ageless(sc *term.Screen) string {
	lines := strings.Split(sc.String(), "\n")
	for i, line := range lines {
		if at := strings.LastIndex(line, "  read "); at >= 0 {
			lines[i] = strings.TrimRight(line[:at], " ")
		}
	}
	return strings.Join(lines, "\n")
}

// boxAligned waits until the border of the dialog on the screen is closed and straight.
func (c *console) boxAligned() {
	c.t.Helper()
	c.until("a straight border", func(sc *term.Screen) bool {
		boxed := sc.Width >= 100 && sc.Height >= 30 // the panes, too: they touch an edge of the screen
		for y := range sc.Height {
			for left := range sc.Width {
				if right := closes(sc, left, y); right > left && (!boxed || left > 0 && right < sc.Width-1) {
					return true
				}
			}
		}
		return false
	})
}

// closes is the right side of the closed box that begins at a cell, 0 for none.
func closes(sc *term.Screen, left, y int) int {
	if sc.Cell(left, y).Content != "╭" {
		return 0
	}
	right := left + 1
	for right < sc.Width-1 && sc.Cell(right, y).Content != "╮" {
		right++
	}
	side := func(y int) bool {
		edge := sc.Cell(right, y).Content
		return sc.Cell(left, y).Content == "│" && (edge == "│" || edge == "┃" || edge == "█")
	}
	for y++; y < sc.Height-1 && side(y); y++ {
	}
	if sc.Cell(left, y).Content == "╰" && sc.Cell(right, y).Content == "╯" {
		return right
	}
	return 0
}

var hostileNames = []string{
	"A\x1b[31mB", "A\x1b[8mB", "A\x1b[2J\x1b[HB", "A\x1b]8;;https://evil.example\x1b\\B\x1b]8;;\x1b\\", "A\x1b]52;c;SGVsbG8=\aB",
	"A\x1b]0;x\aB", "A\x1b[6nB", "A\x1bcB", "A\x1b]52;c;xB", "A\bB", "A\aB", "A\x7fB", "A\x00B", "A\u009b31mB", "A\u202eB", "A\r\nB",
}

// Nothing that a tenant sends reaches the terminal as anything but text.
func TestEscapeSequencesInNamesAreText(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	s.rename(hostileNames)
	c := s.open(term.Options{Width: 160, Height: 45})
	c.keys("2")
	c.sees(`27 in all`)
	c.sees(`A␛\[31mB`)
	c.sees(`^n new`)
	sc := c.Screen()
	y0, _ := c.row(`^▌  A␛\[31mB`)
	for i := range hostileNames {
		y := y0 + i
		line := sc.Line(y)
		if a, b := strings.Index(line, "A"), strings.Index(line, "B"); a < 0 || b < a && !strings.Contains(line, "…  https://hook") {
			t.Errorf("%q can't be read: %s", hostileNames[i], line)
		}
		if got, want := sc.Column(y, "https://hook"), sc.Column(y0, "https://hook"); got != want {
			t.Errorf("%q moves the next column to %d, want %d", hostileNames[i], got, want)
		}
		// The row of the cursor looks different.
		if at := sc.Column(y, "https://hook"); i > 1 && !sameLook(sc, at, y, y0+1) {
			t.Errorf("%q changes how the rest of its row looks", hostileNames[i])
		}
	}
	for range hostileNames {
		c.keys("<enter>")
		c.keys("v")
		c.sees(`"displayName"`)
		c.keys("v<left>x")
		c.sees(`╭ Delete webhook\?`)
		c.boxAligned()
		c.afterGrace()
		c.keys("<esc>")
		c.misses(`Delete webhook\?`)
		c.keys("t")
		c.sees(`Sent a test event`)
		c.keys("j")
	}
	c.keys("e")
	c.sees(`Edit webhook`)
	c.keys("<ctrl+c>")
	c.ends(0)
	c.unharmed()
}

// sameLook compares the look of a column in two rows.
func sameLook(sc *term.Screen, x, y, other int) bool {
	a, b := sc.Cell(x, y).Style, sc.Cell(x, other).Style
	return a.Equal(&b)
}

// unharmed checks what the terminal was made to do.
func (c *console) unharmed() {
	c.t.Helper()
	if n := c.Bells(); n > 0 {
		c.t.Errorf("the bell rang %d times", n)
	}
	if got := c.Clipboard(); len(got) > 0 {
		c.t.Errorf("the clipboard was written: %q", got)
	}
	log := string(c.Log())
	for _, name := range hostileNames {
		if strings.Contains(log, name) {
			c.t.Errorf("%q went to the terminal as it is", name)
		}
	}
	for _, m := range regexp.MustCompile("\x1b\\](\\d+);([^\a\x1b]*)").FindAllStringSubmatch(log, -1) {
		switch m[1] {
		case "0", "1", "2":
			if m[2] != "" && !strings.HasPrefix(m[2], "gatehouse") {
				c.t.Errorf("the title was set to %q", m[2])
			}
		case "8", "52":
			c.t.Errorf("the sequence %q was written", m[0])
		}
	}
	for _, bad := range []string{"\x1bc", "\x1b[6n", "\x1b[8m", "\x00", "\x7f", "\u009b", "\u202e"} {
		if strings.Contains(log, bad) {
			c.t.Errorf("%q was written", bad)
		}
	}
}

// What a tenant says in errors, as the caller's name, or as the address of a redirect, is as hostile as its records.
func TestEscapeSequencesInErrorsAreText(t *testing.T) {
	t.Parallel()
	const evil = "A\x1b]0;x\a\x1b[31m\x1b[2J\x1b]52;c;SGVsbG8=\a\x1b]8;;https://evil.example\x1b\\B"
	s := serve(t, tenant.Options{})
	if err := s.UpdateAs("users", s.UserID(0), func(r map[string]any) { r["displayName"] = evil }); err != nil {
		t.Fatal(err)
	}
	for path, rule := range map[string]tenant.Rule{
		"/api/v1/search/webhooks":                {Status: 400, Message: evil},
		"/api/v1/search/secrets-admin":           {Redirect: "https://evil.example/" + evil},
		"/api/v1/search/xaa/resource_servers":    {HTML: true, Body: "<title>" + evil + "</title>"},
		"/api/v1/search/role-mining/suggestions": {Status: 403, Body: `{"code":7,"message":"A\u001b]0;x\u0007\u001b[2JB","details":[]}`},
		"/api/v1/hooks/*":                        {Status: 409, Message: evil},
	} {
		rule.Path = path
		s.Faults().Add(rule)
	}
	c := s.open(term.Options{Width: 140, Height: 40})
	c.sees(`42 in all`)
	c.sees(`A␛.*B( · |$)`) // the caller's name at the top
	c.keys("t")
	c.sees(`: refused\.`)
	for _, key := range []string{"2", "3", "4", "5"} {
		c.keys("<esc>", key)
		c.sees(`could not be loaded|You may not list`)
		c.settled()
		if !fits(c.Screen()) {
			t.Errorf("the frame is damaged:\n%s", c.Screen())
		}
	}
	c.keys("<ctrl+c>")
	c.ends(0)
	c.unharmed()
}
