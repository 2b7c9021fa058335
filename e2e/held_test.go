//go:build linux || darwin

package e2e_test

import (
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// heldPane is a pane in which keys are pressed behind moves, and what it shows when it is there.
type heldPane struct {
	name string
	lead []string // keys, each followed by what is seen then
	keys []string
}

func heldPanes() []heldPane {
	rows := func(key, name string) []string { return []string{key, name + ` ─(?s:.*) of [\d,]+ (loaded|in all)`} }
	within := func(key, name string, more ...string) []string { return append(rows(key, name), more...) }
	const enter = "\r"
	return []heldPane{
		{"Hooks", nil, []string{"x", "t", " ", "y", enter, "v", "c"}},
		{"Webhooks", rows("2", "Webhooks"), []string{"x", "e", " ", "y", enter, "v"}},
		{"Suggestions", rows("3", "Suggestions"), []string{"p", " ", "y", enter, "m", "H"}},
		{"Secrets", rows("4", "Secrets"), []string{"x", " ", "y", enter, "A"}},
		{"History", rows("5", "History"), []string{" ", "y", "v"}},
		{"Roles", rows("6", "Roles"), []string{"e", "y", enter}},
		{"Exporters", rows("7", "Exporters"), []string{"e", "y", enter}},
		{"Keys", rows("8", "Keys"), []string{"x", "e", "y", enter}},
		{"Toolsets", rows("9", "Toolsets"), []string{"x", "e", "y", enter}},
		{"Tenant", []string{"0", "CEL bench"}, []string{enter}},
		{"Today", []string{"`", "Today"}, []string{enter}},
		{"detail", within("2", "Webhooks", enter, `esc`), []string{"x", "e", "v", "y"}},
		{"triage", within("3", "Suggestions", "t", "One card", "t", "decided"), []string{"d"}},
		{"members", within("3", "Suggestions", "m", `Members ›(?s:.*)16 of 16`), []string{"v", "y"}},
		{"matrix", within("3", "Suggestions", "H", "Access matrix"), []string{" ", "y"}},
	}
}

// passing is what differs between two consoles that show the same: numbers, of ages as of rows that were loaded meanwhile, and what follows
// from them.
var passing = regexp.MustCompile(`[\d,.:+]+|\bread (just now|.*? ago)|just now|─ loading…|loaded, more below|loaded|in all|` +
	`[\s━╸─┃│]+`)

// A key that comes in one read with moves does to the record under the cursor what it does once the moves have come to rest and the
// preview shows that record: the same question, mark, detail and copied id, the same changes sent.
func TestAKeyRightBehindMovesActsOnTheRowUnderTheCursor(t *testing.T) {
	t.Parallel()
	for _, p := range heldPanes() {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			restedSite, rested := p.open(t, nil)
			heldSite, held := p.open(t, nil)
			looks := func(sc *term.Screen) string { return passing.ReplaceAllString(sc.String(), " ") }
			for i, key := range p.keys {
				moves := []string{"jjjj", "jjk", "jjjk"}[i%3]
				rested.must(rested.Send(moves))
				rested.settled()
				before := looks(rested.Screen())
				rested.must(rested.Send(key))
				held.must(held.Send(moves + key))
				behind := strconv.Quote(key) + " behind " + moves
				rested.until("what comes of "+behind, func(sc *term.Screen) bool { return looks(sc) != before })
				waitUntil(t, "what "+behind+" shows at rest", func() bool { return looks(held.Screen()) == looks(rested.Screen()) })
				waitUntil(t, "what "+behind+" copies at rest", func() bool { return slices.Equal(rested.Clipboard(), held.Clipboard()) })
				waitUntil(t, "what "+behind+" sends at rest", func() bool {
					return slices.Equal(lines(restedSite.writes()), lines(heldSite.writes()))
				})
				rested.afterGrace()
				if i+1 < len(p.keys) {
					p.returns(rested)
					p.returns(held)
				}
			}
		})
	}
}

// The first frame that shows what a key has done right behind moves shows the record under the cursor already, not only one at rest. It is
// taken where it is painted: whoever looks at the screen a moment later may find it at rest.
func TestThePreviewIsUpToDateBehindAKey(t *testing.T) {
	t.Parallel()
	done := regexp.MustCompile(`[◆◈▲▼]`)
	for _, p := range heldPanes() {
		key := " "
		switch p.name {
		case "Roles", "Exporters", "Keys", "Toolsets", "members": // a mark changes nothing there, sorting does
			key = "s"
		case "Tenant", "Today", "detail", "triage", "matrix": // no record is beside them, or the keys are its own
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			first := make(chan *term.Screen, 1)
			_, c := p.open(t, func(_ time.Time, sc *term.Screen) {
				if done.MatchString(sc.String()) {
					select {
					case first <- sc:
					default: // that was the first
					}
				}
			})
			c.must(c.Send("jjjj" + key))
			c.until("what the key has done", func(sc *term.Screen) bool { return done.MatchString(sc.String()) })
			c.quiet()
			looks := func(sc *term.Screen) string { return passing.ReplaceAllString(sc.String(), " ") }
			if at, rests := looks(<-first), looks(c.Screen()); rests != at {
				t.Errorf("at rest another record is beside the list:\n%s\nthan behind a key:\n%s", rests, at)
			}
		})
	}
}

// open starts a console on a tenant of its own and goes to the pane.
func (p heldPane) open(t *testing.T, onPaint func(time.Time, *term.Screen)) (*site, *console) {
	s := serve(t, tenant.Options{Now: func() time.Time { return time.Date(2026, 11, 28, 9, 30, 0, 0, time.UTC) }}) // and so the same ids
	c := s.open(term.Options{Width: 160, Height: 45, OnPaint: onPaint})
	c.sees(`42 in all`)
	p.reach(c)
	return s, c
}

func (p heldPane) reach(c *console) {
	c.t.Helper()
	for i := 0; i+1 < len(p.lead); i += 2 {
		c.must(c.Send(p.lead[i]))
		c.sees(p.lead[i+1])
	}
	c.settled()
}

// returns leaves what a key has opened, and goes to the pane again where that has left it.
func (p heldPane) returns(c *console) {
	c.t.Helper()
	c.keys("<esc><esc>")
	c.drawnAnew()
	if len(p.lead) > 2 && !c.shows(p.lead[len(p.lead)-1]) {
		p.reach(c)
	}
}
