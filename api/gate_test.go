package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// wire answers requests without a network, so that time in a test is the bubble's own.
type wire struct {
	mu      sync.Mutex
	latency time.Duration
	answer  func(n int, since time.Duration) (status int, retryAfter string) // n: of the request among all, from 1
	start   time.Time
	at      []time.Duration // when requests came in
	paths   []string
	done    map[string]int // requests that were carried out, by path
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	since := time.Since(w.start)
	w.at, w.paths = append(w.at, since), append(w.paths, r.URL.Path)
	status, retry := w.answer(len(w.at), since)
	if status == 200 {
		w.done[r.URL.Path]++
	}
	w.mu.Unlock()
	time.Sleep(w.latency)
	header := http.Header{"Content-Type": {"application/json"}}
	if retry != "" {
		header.Set("Retry-After", retry)
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(`{"list":[]}`)), ContentLength: 11,
		Request: r}, r.Context().Err()
}

// newWired makes a client over a wire; call it within a bubble.
func newWired(t *testing.T, w *wire, change func(*Options)) *Client {
	t.Helper()
	w.start, w.done = time.Now(), map[string]int{}
	c := newClient(t, "http://127.0.0.1:1", func(o *Options) {
		o.Sleep = nil
		if change != nil {
			change(o)
		}
	})
	c.wire = w
	return c
}

// most is the largest number of requests that came in within a second, from the first after the beginning of the span.
func (w *wire) most(from, to time.Duration) int {
	most := 0
	for i, at := range w.at {
		if at < from || at > to {
			continue
		}
		n := 0
		for _, later := range w.at[i:] {
			if later < at+time.Second {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// revokeAll sends n revocations, eight at a time, and counts those that failed.
func revokeAll(c *Client, n int) (failed int) {
	limit := make(chan struct{}, 8)
	var mu sync.Mutex
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			r, err := RevokeSecret(fmt.Sprintf("v%d", i))
			if err == nil {
				_, err = c.Do(context.Background(), r)
			}
			if err != nil {
				mu.Lock()
				failed++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return failed
}

func TestOne429HoldsBackEverybody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{latency: 10 * time.Millisecond, answer: func(n int, _ time.Duration) (int, string) {
			if n == 3 {
				return 429, "7"
			}
			return 200, ""
		}}
		c := newWired(t, w, nil)
		if failed := revokeAll(c, 40); failed > 0 {
			t.Errorf("%d failed", failed)
		}
		// The first eight left together; nobody else before the seven seconds are over.
		for i, at := range w.at {
			if i >= 8+7 && at < 7*time.Second {
				t.Errorf("request %d left at %s, during the hold", i, at)
			}
		}
		if len(w.at) != 41 {
			t.Errorf("%d requests for 40 writes and one refusal", len(w.at))
		}
		for path, n := range w.done {
			if n != 1 {
				t.Errorf("%s was done %d times", path, n)
			}
		}
	})
}

func TestNoStormAfterAStorm(t *testing.T) {
	for name, retryAfter := range map[string]string{"with a time": "2", "without a time": ""} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const storm = 20 * time.Second
				w := &wire{latency: 10 * time.Millisecond, answer: func(_ int, since time.Duration) (int, string) {
					if since < storm {
						return 429, retryAfter
					}
					return 200, ""
				}}
				c := newWired(t, w, nil)
				if failed := revokeAll(c, 200); failed > 0 {
					t.Errorf("%d failed", failed)
				}
				if n := w.most(100*time.Millisecond, storm); n > 5 {
					t.Errorf("%d requests in a second of the storm, after the first eight", n)
				}
				if n := w.most(storm, storm+time.Second); n > 20 {
					t.Errorf("%d requests in one of the first two seconds after the storm", n)
				}
				if len(w.done) != 200 {
					t.Errorf("%d were done, want 200", len(w.done))
				}
				for path, n := range w.done {
					if n != 1 {
						t.Errorf("%s was done %d times", path, n)
					}
				}
				if last := w.at[len(w.at)-1]; last > storm+40*time.Second {
					t.Errorf("it took until %s", last)
				}
			})
		})
	}
}

func TestThirtyPercentRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{latency: 50 * time.Millisecond, answer: func(n int, _ time.Duration) (int, string) {
			if n*7919%10 < 3 {
				return 429, ""
			}
			return 200, ""
		}}
		c := newWired(t, w, nil)
		if failed := revokeAll(c, 200); failed > 0 {
			t.Errorf("%d failed", failed)
		}
		if len(w.done) != 200 {
			t.Errorf("%d were done, want 200", len(w.done))
		}
		for path, n := range w.done {
			if n != 1 {
				t.Errorf("%s was done %d times", path, n)
			}
		}
	})
}

func TestARequestGivesUpInTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{answer: func(int, time.Duration) (int, string) { return 429, "" }}
		c := newWired(t, w, nil)
		r, _ := RevokeSecret("v")
		_, err := c.Do(context.Background(), r)
		if KindOf(err) != KindRateLimited || len(w.at) != maxRefusals {
			t.Errorf("%v after %d requests", err, len(w.at))
		}
	})
}

func TestALongHoldIsToldAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{answer: func(n int, _ time.Duration) (int, string) {
			if n == 1 {
				return 429, "86400"
			}
			return 200, ""
		}}
		c := newWired(t, w, nil)
		r, _ := RevokeSecret("v")
		for range 3 {
			if _, err := c.Do(context.Background(), r); KindOf(err) != KindRateLimited {
				t.Errorf("%v, want rate limited", err)
			}
		}
		if len(w.at) != 1 {
			t.Errorf("%d requests during the hold, want the first only", len(w.at))
		}
		time.Sleep(longestHold) // a day is a proxy's mistake
		if _, err := c.Do(context.Background(), r); err != nil {
			t.Errorf("after the hold: %v", err)
		}
	})
}

func TestAHoldCanBeCancelledAndIsSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{answer: func(n int, _ time.Duration) (int, string) {
			if n == 1 {
				return 429, "30"
			}
			return 200, ""
		}}
		var mu sync.Mutex
		var seen []Exchange
		c := newWired(t, w, func(o *Options) {
			o.Observe = func(x Exchange) { mu.Lock(); seen = append(seen, x); mu.Unlock() }
		})
		first, _ := RevokeSecret("v1")
		second, _ := RevokeSecret("v2")
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := c.Do(context.Background(), first); err != nil {
				t.Errorf("the refused one: %v", err)
			}
		})
		synctest.Wait()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_, err := c.Do(ctx, second)
		if KindOf(err) != KindEndedEarly || time.Since(w.start) != 5*time.Second {
			t.Errorf("%v after %s, want ended early after 5s", err, time.Since(w.start))
		}
		all.Wait()
		if len(w.at) != 2 || w.at[1] != 30*time.Second {
			t.Errorf("requests at %v, want at 0 and 30s", w.at)
		}
		var lines []string
		for _, x := range seen {
			lines = append(lines, fmt.Sprintf("%s #%d %d wait %s waited %s", x.Path, x.Attempt, x.Status, x.Wait, x.Waited))
		}
		want := []string{
			"/api/v1/secrets/v1 #1 429 wait 0s waited 0s",
			"/api/v1/secrets/v1 #1 429 wait 30s waited 0s",
			"/api/v1/secrets/v2 #0 429 wait 30.033333333s waited 0s", // its place is the second,
			"/api/v1/secrets/v1 #2 200 wait 0s waited 30s",
		}
		if strings.Join(lines, "\n") != strings.Join(want, "\n") {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
		}
	})
}

func TestOtherAnswersDoNotHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{answer: func(int, time.Duration) (int, string) { return 403, "" }}
		c := newWired(t, w, nil)
		revokeAll(c, 80)
		if last := w.at[len(w.at)-1]; last > 0 {
			t.Errorf("refusals of another kind slowed the requests down: the last left at %s", last)
		}
	})
}
