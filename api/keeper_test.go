package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/oauth2"
)

func TestOneFetchForManyRequests(t *testing.T) {
	desk := &tokenDesk{expires: "600"}
	release := make(chan struct{})
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == tokenPath {
			<-release
		}
		desk.handler(t)(w, r)
	})
	c := newClient(t, f.URL, withSecret("plain-secret", nil))
	var wg sync.WaitGroup
	errs := make(chan error, 50)
	for range 50 {
		wg.Go(func() { errs <- list(c) })
	}
	close(release)
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	if n := desk.issued.Load(); n != 1 {
		t.Errorf("%d tokens fetched, want 1", n)
	}
}

func TestCancelledWaiterDoesNotCancelTheFetch(t *testing.T) {
	release := make(chan struct{})
	k := newKeeper(func(ctx context.Context) (*oauth2.Token, error) {
		select {
		case <-release:
			return &oauth2.Token{AccessToken: "tok", ExpiresIn: 600}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}, time.Now, time.Minute, nil)
	defer k.close()
	ctx, cancel := context.WithCancel(context.Background())
	cancelled, served := make(chan error, 1), make(chan error, 1)
	go func() { _, err := k.token(ctx); cancelled <- err }()
	go func() { _, err := k.token(context.Background()); served <- err }()
	cancel()
	if err := <-cancelled; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled waiter got %v", err)
	}
	close(release)
	if err := <-served; err != nil {
		t.Errorf("the other waiter got %v", err)
	}
}

func TestHungFetchFailsOnlyThoseWhoWaited(t *testing.T) {
	var n atomic.Int32
	desk := &tokenDesk{expires: "600"}
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == tokenPath && n.Add(1) == 1 {
			<-r.Context().Done()
			return
		}
		desk.handler(t)(w, r)
	})
	c := newClient(t, f.URL, withSecret("plain-secret", func(o *Options) { o.Timeout = 100 * time.Millisecond }))
	if err := list(c); KindOf(err) != KindUnavailable || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want unavailable", err)
	}
	if err := list(c); err != nil {
		t.Errorf("the next call did not try again: %v", err)
	}
}

func TestCloseEndsAHungFetch(t *testing.T) {
	started := make(chan struct{})
	k := newKeeper(func(ctx context.Context) (*oauth2.Token, error) {
		close(started)
		<-ctx.Done()
		return nil, ctx.Err()
	}, time.Now, time.Hour, nil)
	done := make(chan error, 1)
	go func() { _, err := k.token(context.Background()); done <- err }()
	<-started
	k.close()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want cancelled", err)
	}
}

func TestOddExpiry(t *testing.T) {
	for _, expires := range []string{"", "0", "-1", `"600"`, `"soon"`, `""`, "null", "1e300", "99999999999999999999", "0.5", "600.9", "true",
		`{"a":1}`, "[]", "1"} {
		t.Run("expires_in "+expires, func(t *testing.T) {
			desk := &tokenDesk{expires: expires}
			f := newFake(t, desk.handler(t))
			now := newClock()
			c := newClient(t, f.URL, withSecret("plain-secret", func(o *Options) { o.Now = now.Now }))
			for range 20 {
				if err := list(c); err != nil {
					t.Fatal(err)
				}
				now.add(100 * time.Millisecond)
			}
			if n := desk.issued.Load(); n != 1 {
				t.Errorf("%d token requests for 20 calls, want 1", n)
			}
			now.add(25 * time.Hour)
			if err := list(c); err != nil {
				t.Fatal(err)
			}
			if n := desk.issued.Load(); n != 2 {
				t.Errorf("%d token requests a day later, want 2", n)
			}
		})
	}
}

// A token is renewed in the background before it ends, while the old one still serves.
func TestRenewalInTheBackground(t *testing.T) {
	now := newClock()
	var fetches, n atomic.Int32
	var fail atomic.Bool
	k := newKeeper(func(context.Context) (*oauth2.Token, error) {
		fetches.Add(1)
		if fail.Load() {
			return nil, errors.New("down")
		}
		return &oauth2.Token{AccessToken: fmt.Sprintf("tok-%d", n.Add(1)), ExpiresIn: 600}, nil
	}, now.Now, time.Minute, nil)
	defer k.close()
	expect := func(want string, wantFetches int32) {
		t.Helper()
		got, err := k.token(context.Background())
		k.mu.Lock()
		f := k.flight
		k.mu.Unlock()
		if f != nil {
			<-f.done
		}
		if err != nil || got != want || fetches.Load() != wantFetches {
			t.Fatalf("token %q, %v after %d fetches, want %q after %d", got, err, fetches.Load(), want, wantFetches)
		}
	}
	expect("tok-1", 1)
	now.add(539 * time.Second)
	expect("tok-1", 1)
	now.add(2 * time.Second)
	fail.Store(true)
	expect("tok-1", 2) // starts a renewal, which fails
	expect("tok-1", 2) // and is not tried again at once
	fail.Store(false)
	now.add(renewalPause)
	expect("tok-1", 3)
	expect("tok-2", 3)
}

func TestRefusedTokenIsRenewedOnce(t *testing.T) {
	desk := &tokenDesk{expires: "600"}
	f := newFake(t, desk.handler(t))
	c := newClient(t, f.URL, withSecret("plain-secret", nil))
	if err := list(c); err != nil {
		t.Fatal(err)
	}
	desk.issued.Add(10) // the tenant revokes the token
	if _, err := c.Do(context.Background(), must(t)(DeleteHook("h1"))); err != nil {
		t.Fatal(err)
	}
	if n := f.count("DELETE", "/api/v1/hooks/h1"); n != 2 {
		t.Errorf("%d deletes, want the refused one and one more", n)
	}
	if n := f.count("POST", tokenPath); n != 2 {
		t.Errorf("%d token requests, want 2", n)
	}
}

func TestSecond401IsFinal(t *testing.T) {
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == tokenPath {
			answer(200, `{"access_token":"tok","expires_in":600}`)(w, r)
			return
		}
		answer(401, `{"code":16,"message":"no"}`)(w, r)
	})
	c := newClient(t, f.URL, withSecret("plain-secret", nil))
	if err := list(c); KindOf(err) != KindUnauthenticated {
		t.Errorf("%v, want unauthenticated", err)
	}
	if n := f.count("GET", "/api/v1/hooks"); n != 2 {
		t.Errorf("asked %d times, want 2", n)
	}
}

func TestStaticToken401IsFinal(t *testing.T) {
	f := newFake(t, answer(401, `{"code":16,"message":"revoked"}`))
	c := newClient(t, f.URL, nil)
	if err := list(c); KindOf(err) != KindUnauthenticated || len(f.requests()) != 1 {
		t.Errorf("%v after %d requests, want unauthenticated after 1", err, len(f.requests()))
	}
}

// Many requests refused with the same old token cost one new token, and a late refusal does not throw the new one away.
func TestOldRefusalKeepsTheNewToken(t *testing.T) {
	var n atomic.Int32
	k := newKeeper(func(context.Context) (*oauth2.Token, error) {
		return &oauth2.Token{AccessToken: fmt.Sprintf("tok-%d", n.Add(1)), ExpiresIn: 600}, nil
	}, time.Now, time.Minute, nil)
	defer k.close()
	ctx := context.Background()
	old, _ := k.token(ctx)
	k.refused(old)
	fresh, _ := k.token(ctx)
	k.refused(old)
	again, _ := k.token(ctx)
	if old == fresh || again != fresh || n.Load() != 2 {
		t.Errorf("tokens %s, %s, %s after %d fetches", old, fresh, again, n.Load())
	}
}
