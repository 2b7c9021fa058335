//go:build linux || darwin

package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// The states of suggestions on the wire.
const (
	stateNew       = "SUGGESTION_STATE_NEW"
	stateAccepted  = "SUGGESTION_STATE_ACCEPTED"
	stateDismissed = "SUGGESTION_STATE_DISMISSED"
	stateRejected  = "SUGGESTION_STATE_REJECTED"
)

func caseName(i int) string { return fmt.Sprintf("Case %03d", i) }

// serveCases serves a tenant of n new suggestions with names of their own.
func serveCases(t *testing.T, n int) *site {
	t.Helper()
	s := serve(t, tenant.Options{Rows: n})
	for i := range n {
		s.decide(i, map[string]any{"suggestedName": caseName(i), "suggestionState": stateNew})
	}
	return s
}

// decide is what another administrator does to a case.
func (s *site) decide(i int, fields map[string]any) {
	s.t.Helper()
	err := s.UpdateAs("suggestions", s.SuggestionID(i), func(r map[string]any) {
		for name, value := range fields {
			r[name] = value
		}
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// holds fails unless the tenant has the cases in these states, from the first on.
func (s *site) holds(states ...string) {
	s.t.Helper()
	for i, want := range states {
		if got := s.text("suggestions", s.SuggestionID(i), "suggestionState"); got != want {
			s.t.Errorf("%s is %s, want %s", caseName(i), got, want)
		}
	}
}

// stateRoute is where a decision on a case is sent.
func (s *site) stateRoute(i int) string {
	return "/api/v1/role-mining/suggestions/" + s.SuggestionID(i) + "/state"
}

// card waits for the card of a case at a place of the pile.
func (c *console) card(i, place int) {
	c.t.Helper()
	c.until(fmt.Sprintf("card %d with %s", place, caseName(i)), func(sc *term.Screen) bool {
		placed, named := false, false
		for y := range sc.Height {
			line := strings.Trim(sc.Line(y), "│┃█ ")
			placed = placed || strings.Contains(line, fmt.Sprintf("card %d of ", place))
			named = named || line == caseName(i) || strings.HasPrefix(line, caseName(i)+"  ")
		}
		return placed && named
	})
}

func TestATriageSession(t *testing.T) {
	t.Parallel()
	const cases = 8
	s := serveCases(t, cases)
	s.Faults().Add(tenant.Rule{Method: "POST", Path: s.stateRoute(4), Status: 403, Message: "it is under review", Times: 1})
	c := s.open(term.Options{Width: 160, Height: 45})
	c.keys("3")
	c.sees(`^Suggestions .*8 in all`)
	c.keys("tt")
	c.card(0, 1)
	c.sees(`nothing decided yet`)
	for i, step := range []struct{ key, tally string }{
		{"a", `1 accepted`},
		{"d", `1 accepted · 1 dismissed`},
		{"x", `1 accepted · 1 dismissed · 1 rejected`},
		{"s", `1 accepted · 1 dismissed · 1 rejected · 1 skipped`},
	} {
		c.keys(step.key)
		c.card(i+1, i+2)
		c.sees(step.tally)
	}
	goesBack(c)
	undoes(s, c)
	if n := len(s.writes()); n != 10 {
		t.Errorf("%d decisions reached the tenant, want seven, one refused, one undone and done again: %v", n, lines(s.writes()))
	}
	c.keys("q")
	c.ends(0)
}

// goesBack goes back to a card, is refused one, and leaves the pile and comes again.
func goesBack(c *console) {
	c.t.Helper()
	c.keys("b")
	c.card(3, 4)
	c.sees(`skipped before`)
	c.keys("s")
	c.card(4, 5)

	c.keys("a") // refused: it comes back at the end
	c.card(5, 6)
	c.sees(`it is under review`)
	c.sees(`1 accepted · 1 dismissed · 1 rejected · 1 skipped · 1 refused`)
	c.keys("<esc>")
	c.keys("d")
	c.card(6, 7)

	c.keys("<esc>")
	c.sees(`^Suggestions .*8 in all`)
	c.keys("2")
	c.sees(`^Webhooks .*in all`)
	c.keys("3tt")
	c.card(6, 7) // where it was left
	c.sees(`1 accepted · 2 dismissed · 1 rejected · 1 skipped · 1 refused`)
}

// undoes goes back on the last decision, and goes through the rest of the pile.
func undoes(s *site, c *console) {
	c.t.Helper()
	c.keys("u")
	c.card(5, 6)
	c.sees(`1 accepted · 1 dismissed · 1 rejected · 1 skipped · 1 refused`)
	s.holds(stateAccepted, stateDismissed, stateRejected, stateNew, stateNew, stateNew)
	c.keys("a")
	c.card(6, 7)
	c.keys("dd")
	c.card(4, 5) // it keeps its number
	c.sees(`✗ .*refused`)
	c.sees(`it is under review`)
	c.keys("a")
	c.sees(`The pile is done`)
	c.sees(`3 accepted · 3 dismissed · 1 rejected · 1 skipped`)
	c.hides(`failed`)
	s.holds(stateAccepted, stateDismissed, stateRejected, stateNew, stateAccepted, stateAccepted, stateDismissed, stateDismissed)
}

// unanswered opens a pile whose decisions the tenant doesn't answer.
func unanswered(t *testing.T) (*site, *console) {
	t.Helper()
	s := serveCases(t, 12)
	c := s.open(term.Options{})
	c.keys("3")
	c.sees(`^Suggestions .*12 in all`)
	c.keys("tt")
	c.card(0, 1)
	s.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/*/state", Hang: true})
	return s, c
}

// Decisions that wait for their turn are named before the program is left, and nothing of them is sent afterwards.
func TestQuittingInTriageSaysWhatWasNotSent(t *testing.T) {
	t.Parallel()
	s, c := unanswered(t)
	c.keys("ddddddddddd")
	c.sees(`11 on the way`)
	s.until("as many as are sent at once", func() bool { return len(s.writes()) == 8 })
	c.keys("q")
	c.sees(`Quit now\?`)
	c.sees(`Not sent yet: 3 changes\. If you quit now, nothing of that is sent\.`)
	c.afterGrace()
	c.keys("<tab>")
	c.sees(`▸ Quit ◂`)
	c.keys("<enter>")
	c.ends(0)
	left := c.Screen().String()
	left = strings.ReplaceAll(left, "\n", "")
	if !strings.Contains(left, "3 changes waited for their turn and were not sent") || strings.Count(left, "had no answer yet") != 8 {
		t.Errorf("the terminal shows %q", left)
	}
	s.Faults().Reset()
	if n := len(s.writes()); n != 8 {
		t.Errorf("%d decisions reached the tenant, want the eight that were out", n)
	}
}

// The tenant answers nothing, and the next card is there all the same.
func TestTriageGoesOnBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	s, c := unanswered(t)
	c.keys("adx")
	c.card(3, 4)
	c.sees(`3 on the way`)
	s.until("three decisions", func() bool { return len(s.writes()) == 3 })
	c.keys("u") // nothing is undone before there is an answer
	c.sees(`still under way`)
	c.keys("q")
	c.sees(`Quit now\?`)
	c.afterGrace()
	c.keys("<esc>")
	c.misses(`Quit now\?`)
	s.Faults().Reset() // the connections end, and nothing was done
	c.misses(`on the way`)
	c.sees(`3 unknown`)
	s.holds(stateNew, stateNew, stateNew)
	if n := len(s.writes()); n != 3 {
		t.Errorf("%d decisions reached the tenant, want three", n)
	}
	c.keys("<ctrl+c>")
	c.ends(0)
}

// Two administrators share a pile: what one has decided, the other doesn't decide again.
func TestTwoConsolesOnOnePile(t *testing.T) {
	t.Parallel()
	s := serveCases(t, 12)
	one, two := s.open(term.Options{Width: 120, Height: 40}), s.open(term.Options{Width: 120, Height: 40})
	for _, c := range []*console{one, two} {
		c.keys("3")
		c.sees(`^Suggestions .*12 in all`)
		c.keys("tt")
		c.card(0, 1)
	}
	one.keys("aaa")
	one.card(3, 4)
	one.misses(`on the way`)
	two.keys("<esc>r")
	two.sees(`✓ accepted`)
	two.keys("tt")
	two.card(0, 1) // in view before, so it stays, and says what became of it
	two.sees(`accepted now; it was decided`)
	two.keys("d")
	two.keys("s")
	two.card(3, 4)
	two.sees(`1 skipped · 2 decided elsewhere`)
	two.keys("d")
	two.card(4, 5)
	two.misses(`on the way`)
	s.holds(stateAccepted, stateAccepted, stateAccepted, stateDismissed, stateNew)
	if n := len(s.writes()); n != 4 {
		t.Errorf("%d decisions reached the tenant: %v", n, lines(s.writes()))
	}
	for _, c := range []*console{one, two} {
		c.keys("q")
		c.ends(0)
	}
}
