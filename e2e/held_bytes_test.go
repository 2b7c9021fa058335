//go:build linux || darwin

package e2e_test

import (
	"slices"
	"testing"
	"time"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// heldBytes is how many bytes a move may cost while its key is held.
const heldBytes = 1000

// heldView is a view in which a key is held, and then one that leads back.
type heldView struct {
	name        string
	lead        []string // keys, each followed by what is seen then
	there, back string
}

// heldViews are all in which a held key moves by a line.
func heldViews() (all []heldView) {
	for _, p := range heldPanes() {
		if p.name != "triage" && p.name != "detail" { // no line is moved to there
			all = append(all, heldView{p.name, p.lead, "j", "k"})
		}
	}
	rows := func(key, name string, more ...string) []string {
		return append([]string{key, name + ` ─(?s:.*) of [\d,]+ (loaded|in all)`}, more...)
	}
	const up, down = "\x1b[A", "\x1b[B"
	return append(all,
		heldView{"detail", rows("3", "Suggestions", "\r", `esc`), "j", "k"},
		heldView{"versions", rows("5", "History", "\r", `History ›`), "j", "k"},
		heldView{"all changes", rows("5", "History", "a", `\d changes(, [\d,]+)? of [\d,]+\+? servers`), "j", "k"},
		heldView{"audit", rows("4", "Secrets", "jjjjj", "6 of", "A", `Audit ›(?s:.*) of [\d,]+ (loaded|in all)`), "j", "k"},
		heldView{"chart", rows("3", "Suggestions", "D", `── \w.*: .*, [\d,]+ ·`), "j", "k"},
		heldView{"matrix, columns", rows("3", "Suggestions", "H", "Access matrix"), "l", "h"},
		heldView{"detail alone", rows("3", "Suggestions", "\r", "esc", "\r", "Suggestions ›"), "j", "k"},
		heldView{"JSON", rows("3", "Suggestions", "v", `"`, "\r", "esc"), "j", "k"},
		heldView{"comparison", rows("3", "Suggestions", " ", "marked", "j", "2 of", "c", "Compare two"), "j", "k"},
		heldView{"notifications", []string{"0", "CEL bench", "m", "Approval needed"}, "j", "k"},
		heldView{"help", []string{"?", "Keys that work here"}, down, up},
		heldView{"palette", []string{":", "Go to"}, down, up},
		heldView{"columns", []string{"|", "Columns of"}, "j", "k"},
		heldView{"show only", rows("3", "Suggestions", "f", "Show only"), down, up},
		heldView{"picker", []string{"0", "CEL bench", "o", "› Entitlement owners", "p", "Choose an app"}, down, up},
	)
}

// A held key writes few bytes in every view, also where each of its rows scrolls: the record beside it waits, and what scrolls is moved by
// the terminal.
func TestAHeldKeyWritesFewBytes(t *testing.T) {
	t.Parallel()
	for _, v := range heldViews() {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			painted := make(chan struct{}, 100)
			s := serve(t, tenant.Options{Rows: 150, Now: func() time.Time { return time.Date(2026, 11, 28, 9, 30, 0, 0, time.UTC) }})
			c := s.open(term.Options{Width: 120, Height: 40, OnPaint: func(time.Time, *term.Screen) {
				select {
				case painted <- struct{}{}:
				default: // nobody waits for it
				}
			}})
			c.sees(`Hooks .* of [\d,]+ (loaded|in all)`)
			heldPane{lead: v.lead}.reach(c)
			const rounds, fewest = 20, 3 // on a busy machine keys come late
			costs := map[string][]int{}
			for range rounds {
				for _, key := range []string{v.there, v.back} {
					costs[key] = append(costs[key], heldCosts(c, key, painted)...)
				}
				if min(len(costs[v.there]), len(costs[v.back])) >= fewest {
					break
				}
			}
			for key, of := range costs {
				if len(of) < fewest {
					t.Errorf("of %q only %d were counted", key, len(of))
					continue
				}
				t.Logf("%s, %q: %d keys, %d bytes each, at most %d", v.name, key, len(of), mean(of), slices.Max(of))
				if mean(of) > heldBytes {
					t.Errorf("%q costs %d bytes while it is held: %v", key, mean(of), of)
				}
			}
		})
	}
}

// heldCosts presses a key as if it were held, and counts what each press behind the first writes, until the key has no effect any more: the
// end is reached. A press that came late is not one of a held key, and isn't counted.
func heldCosts(c *console, key string, painted <-chan struct{}) (costs []int) {
	c.t.Helper()
	const presses, late, unseen = 40, 100 * time.Millisecond, 2 * time.Second
	last := time.Time{}
	for range presses {
		for len(painted) > 0 {
			<-painted
		}
		now, before := time.Now(), len(c.Log())
		c.must(c.Send(key))
		select {
		case <-painted:
		case <-time.After(unseen):
			return costs
		}
		if took := time.Since(last); took < late {
			costs = append(costs, len(c.Log())-before)
		}
		last = now
	}
	return costs
}

func mean(all []int) int {
	sum := 0
	for _, n := range all {
		sum += n
	}
	return sum / len(all)
}
