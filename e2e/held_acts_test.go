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

// slowly is how long the tenant takes for each answer.
const slowly = 300 * time.Millisecond

var (
	askedID = regexp.MustCompile(`\bid ([0-9A-Za-z]{27})`)
	toType  = regexp.MustCompile(`Type (.+?) to confirm`)
)

// A key that asks, right behind a key that was held, asks about the record under the cursor, also where the tenant is slow and none of what
// the moves have asked for is there yet; and the answer changes that record alone.
func TestAQuestionBehindAHeldKeyIsAboutTheRowUnderTheCursor(t *testing.T) {
	t.Parallel()
	for pane, tab := range map[string]string{"Hooks": "1", "Webhooks": "2", "Keys": "8", "Toolsets": "9"} {
		for _, size := range [][2]int{{160, 45}, {80, 24}} {
			t.Run(fmt.Sprintf("%s %dx%d", pane, size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				s := serve(t, tenant.Options{})
				c := s.open(term.Options{Width: size[0], Height: size[1]})
				c.sees(`42 in all`)
				c.keys(tab)
				c.sees(`^` + pane + ` .*read just now`)
				s.Faults().Latency(slowly)
				const moves = 5
				c.hold("j", moves, 0)
				c.settled()
				want := c.asksAbout("x")
				for _, gap := range []time.Duration{5 * time.Millisecond, 30 * time.Millisecond, 100 * time.Millisecond} {
					c.afterGrace() // until then it takes no esc either
					c.keys("<esc>")
					c.misses(askedID.String())
					c.keys("g")
					c.settled()
					c.hold("j", moves, gap)
					if got := c.asksAbout("x"); got != want {
						t.Fatalf("behind moves %v apart it is asked about %s, want %s:\n%s", gap, got, want, c.Screen())
					}
				}
				s.Faults().Latency(0) // what else would be lost is read before it is confirmed
				c.afterGrace()
				if typed := toType.FindStringSubmatch(c.Screen().String()); typed != nil {
					c.types(typed[1])
				} else {
					c.keys("<tab>")
				}
				c.keys("<enter>")
				if got := s.wrote(1); got.Method != "DELETE" || !strings.HasSuffix(got.Path, "/"+want) {
					t.Errorf("%s %s was sent, want what deletes %s", got.Method, got.Path, want)
				}
			})
		}
	}
}

// hold presses a key so often, as if it were held.
func (c *console) hold(key string, n int, gap time.Duration) {
	c.t.Helper()
	for range n {
		c.must(c.Send(key))
		time.Sleep(gap)
	}
}

// asksAbout presses a key that asks, and gives the id of the record that the question is about.
func (c *console) asksAbout(key string) (id string) {
	c.t.Helper()
	c.must(c.Send(key))
	c.until("a question about a record", func(sc *term.Screen) bool {
		asked := askedID.FindStringSubmatch(sc.String())
		if asked != nil {
			id = asked[1]
		}
		return asked != nil
	})
	return id
}
