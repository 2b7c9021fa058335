//go:build linux || darwin

package e2e_test

import (
	"testing"
	"time"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// heldBytes is how many bytes a move may cost while its key is held.
const heldBytes = 1000

// A held key writes few bytes in every list, also where each of its rows scrolls: the record beside it waits, and what scrolls is moved by
// the terminal. A move that came late is not one of a held key, and isn't counted.
func TestAHeldKeyWritesFewBytes(t *testing.T) {
	t.Parallel()
	history := []string{"5", `History ─(?s:.*) of [\d,]+ (loaded|in all)`}
	for _, p := range append(heldPanes(), heldPane{"versions", append(history[:2:2], "\r", `History ›`), nil},
		heldPane{"all changes", append(history[:2:2], "a", `\d changes(, [\d,]+)? of [\d,]+\+? servers`), nil},
		heldPane{"audit", []string{"4", `Secrets ─(?s:.*) of [\d,]+ (loaded|in all)`, "A", `Audit ›(?s:.*)revoked`}, nil}) {
		t.Run(p.name, func(t *testing.T) {
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
			p.reach(c)
			for _, key := range []string{"j", "k"} {
				if costs := heldCosts(c, key, painted); len(costs) > 0 && mean(costs) > heldBytes {
					t.Errorf("%s costs %d bytes while it is held: %v", key, mean(costs), costs)
				}
			}
		})
	}
}

// heldCosts presses a key as if it were held, and counts what each press behind the first writes.
func heldCosts(c *console, key string, painted <-chan struct{}) (costs []int) {
	c.t.Helper()
	const presses, late, unseen = 40, 100 * time.Millisecond, 40 * time.Millisecond
	last := time.Time{}
	for range presses {
		for len(painted) > 0 {
			<-painted
		}
		now, before := time.Now(), len(c.Log())
		c.must(c.Send(key))
		select {
		case <-painted:
		case <-time.After(unseen): // at an end of the list
		}
		if written := len(c.Log()) - before; written > 0 && time.Since(last) < late {
			costs = append(costs, written)
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
