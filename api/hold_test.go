package api

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// refusing is a wire that refuses the paths in it, and answers all others.
func refusing(retryAfter string, paths ...string) *wire {
	w := &wire{}
	w.answer = func(n int, _ time.Duration) (int, string) {
		for _, path := range paths {
			if w.paths[n-1] == path {
				return 429, retryAfter
			}
		}
		return 200, ""
	}
	return w
}

func get(path string) Request { return Request{Method: http.MethodGet, Path: path} }

// A refusal holds its own route, whatever it asks for; the others go on.
func TestARefusalHoldsItsOwnRoute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := refusing("9999999999999", "/api/v1/hooks")
		c := newWired(t, w, nil)
		ctx := context.Background()
		_, err := c.ListHooks(ctx, PageRequest{})
		var e *Error
		if !errors.As(err, &e) || e.Kind != KindRateLimited || e.RetryAfter != longestHold || errors.Is(err, ErrHeld) {
			t.Errorf("%v, want a refusal that asks for no longer than is waited", err)
		}
		_, err = c.ListHooks(ctx, PageRequest{})
		if !errors.As(err, &e) || !errors.Is(err, ErrHeld) || e.Status != 0 || e.RetryAfter != longestHold || len(w.at) != 1 {
			t.Errorf("%v after %d requests, want it held and not sent", err, len(w.at))
		}
		for _, id := range []string{"v1", "v2"} {
			r, _ := RevokeSecret(id)
			if _, err := c.Do(ctx, r); err != nil {
				t.Errorf("a revocation while the hooks are held: %v", err)
			}
		}
		if _, err := c.Hook(ctx, "h1"); KindOf(err) == KindRateLimited {
			t.Errorf("a hook by its id while their list is held: %v", err)
		}
		if now := time.Since(w.start); now > 0 {
			t.Errorf("something waited for %s", now)
		}
	})
}

// Requests that differ only in their ids wait together.
func TestARouteIsAPattern(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := refusing("90", "/api/v1/secrets/v1")
		c := newWired(t, w, nil)
		for _, id := range []string{"v1", "v2"} {
			r, _ := RevokeSecret(id)
			if _, err := c.Do(context.Background(), r); KindOf(err) != KindRateLimited {
				t.Errorf("%s: %v", id, err)
			}
		}
		if len(w.at) != 1 {
			t.Errorf("%d requests, want one", len(w.at))
		}
	})
}

// Three routes refused within ten seconds hold everything; two, or three over a longer time, don't.
func TestThreeRoutesHoldEverything(t *testing.T) {
	for name, c := range map[string]struct {
		refused int
		pause   time.Duration
		held    bool
	}{"two": {2, 0, false}, "three": {3, 4 * time.Second, true}, "three slowly": {3, 11 * time.Second, false}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				all := []string{"/api/v1/hooks", "/api/v1/webhooks", "/api/v1/iam/roles"}
				w := refusing("100", all...)
				client := newWired(t, w, nil)
				for _, path := range all[:c.refused] {
					_, _ = client.Do(context.Background(), get(path))
					time.Sleep(c.pause)
				}
				_, err := client.Do(context.Background(), get("/api/v1/llm-gateway/keys"))
				if errors.Is(err, ErrHeld) != c.held {
					t.Errorf("another route: %v, want held: %v", err, c.held)
				}
			})
		})
	}
}

// What a person asks for goes once even so, and waits like all others when it is refused again.
func TestWhatIsAskedForGoesOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := refusing("30", "/api/v1/secrets/v1")
		c := newWired(t, w, nil)
		r, _ := RevokeSecret("v1")
		ctx, stop := context.WithCancel(context.Background())
		var all sync.WaitGroup
		all.Go(func() { _, _ = c.Do(ctx, r) })
		synctest.Wait()
		other, _ := RevokeSecret("v2")
		if _, err := c.Do(AtOnce(ctx), other); err != nil || time.Since(w.start) > 0 {
			t.Errorf("%v after %s, want it sent at once", err, time.Since(w.start))
		}
		all.Go(func() { _, _ = c.Do(AtOnce(ctx), r) })
		synctest.Wait()
		time.Sleep(29 * time.Second)
		synctest.Wait()
		if len(w.at) != 3 {
			t.Errorf("%d requests in the first 29 s, want the refused one, and two that were asked for", len(w.at))
		}
		stop()
		all.Wait()
	})
}

// While there is no token, what the sign-in was asked to wait holds every request; with one it holds none.
func TestARefusedSignInHoldsWhatNeedsIt(t *testing.T) {
	at := newClock()
	f := newFake(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "90")
		answer(429, `{"code":8,"message":"slow down"}`)(w, nil)
	})
	c := newClient(t, f.URL, withSecret("plain-secret", func(o *Options) { o.Now = at.Now }))
	if err := list(c); KindOf(err) != KindRateLimited || errors.Is(err, ErrHeld) {
		t.Errorf("the first: %v", err)
	}
	if _, err := c.Hook(context.Background(), "h1"); !errors.Is(err, ErrHeld) || len(f.requests()) != 1 {
		t.Errorf("another route: %v after %d sign-ins, want it held", err, len(f.requests()))
	}
}

func TestRetryAfterOfAnyKind(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "0": 0, "7": 7 * time.Second, " 7 ": 7 * time.Second, "0.2": time.Second, "120": 2 * time.Minute, "121": 2 * time.Minute,
		"9999999999999": 2 * time.Minute, "99999999999999999999999999": 2 * time.Minute, "-5": 0, "-9999999999999": 0, "soon": 0, "NaN": 0,
		"Inf": 0, "1e9": 0,
		"0x10": 0, "1.2.3": 0, "7, 9": 0, "7s": 0, "٧": 0,
		"Fri, 02 Jan 2026 03:04:35 GMT": 30 * time.Second, "Fri, 02 Jan 2026 03:04:00 GMT": 0, "Fri, 31 Dec 9999 23:59:59 GMT": 2 * time.Minute,
		"Thu, 01 Jan 0001 00:00:00 GMT": 0, "2026-01-02T03:04:35Z": 0,
	} {
		if got := retryAfter(http.Header{"Retry-After": {text}}, now); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
