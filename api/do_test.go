package api

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// drop closes the connection without an answer.
func drop(t *testing.T, w http.ResponseWriter) {
	t.Helper()
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		t.Error(err)
		return
	}
	conn.Close()
}

// cutShort promises more than it sends.
func cutShort(t *testing.T, w http.ResponseWriter) {
	t.Helper()
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		t.Error(err)
		return
	}
	_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"list\":[")
	conn.Close()
}

// failures are ways in which an answer can fail to come after the request arrived.
var failures = map[string]func(*testing.T, http.ResponseWriter, *http.Request){
	"502": func(_ *testing.T, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502) },
	"500": func(_ *testing.T, w http.ResponseWriter, r *http.Request) {
		answer(500, `{"code":2,"message":"no"}`)(w, r)
	},
	"503": func(_ *testing.T, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(503)
	},
	"408":     func(_ *testing.T, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(408) },
	"499":     func(_ *testing.T, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(499) },
	"dropped": func(t *testing.T, w http.ResponseWriter, _ *http.Request) { drop(t, w) },
	"cut":     func(t *testing.T, w http.ResponseWriter, _ *http.Request) { cutShort(t, w) },
	"html": func(_ *testing.T, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<html>")
	},
	"hung": func(_ *testing.T, _ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
}

// repeatable are writes that would do harm if they were sent twice.
var repeatable = map[string]func() (Request, error){
	"create webhook": func() (Request, error) {
		return CreateWebhook(NewWebhook{DisplayName: "n", URL: "https://h.example.com"})
	},
	"accept suggestion": func() (Request, error) { return UpdateSuggestionState("s1", SuggestionStateAccepted, "") },
	"bind":              func() (Request, error) { return BindEntitlement(BindingRef{"e", "a", EntitlementGroupA, "m"}) },
	"add owner":         func() (Request, error) { return AddOwner("a", "e", "u") },
	"revoke":            func() (Request, error) { return RevokeSecret("v") },
}

// Each of these failures of a write leaves exactly one request on the tenant.
func TestWriteIsNeverRepeated(t *testing.T) {
	for failure, fail := range failures {
		for name, builder := range repeatable {
			t.Run(name+" "+failure, func(t *testing.T) {
				f := newFake(t, func(w http.ResponseWriter, r *http.Request) { fail(t, w, r) })
				c := newClient(t, f.URL, func(o *Options) {
					if failure == "hung" {
						o.Timeout = 50 * time.Millisecond
					}
				})
				_, err := c.Do(context.Background(), must(t)(builder()))
				if KindOf(err) != KindOutcomeUnknown {
					t.Errorf("%v (%v), want outcome unknown", err, KindOf(err))
				}
				if n := len(f.requests()); n != 1 {
					t.Errorf("%d requests arrived, want exactly 1", n)
				}
			})
		}
	}
}

// Reads are tried again, at most four times in all.
func TestReadsAreRepeatedABoundedNumberOfTimes(t *testing.T) {
	for failure, fail := range failures {
		t.Run(failure, func(t *testing.T) {
			f := newFake(t, func(w http.ResponseWriter, r *http.Request) { fail(t, w, r) })
			c := newClient(t, f.URL, func(o *Options) {
				if failure == "hung" {
					o.Timeout = 50 * time.Millisecond
				}
			})
			want := map[string]int{"408": 1, "499": 1, "html": 1, "hung": 1}[failure] // who waited for the whole time limit has waited enough
			if want == 0 {
				want = 4
			}
			_, getErr := c.ListHooks(context.Background(), PageRequest{})
			_, postErr := c.SearchHooks(context.Background(), HookSearch{}, PageRequest{})
			if getErr == nil || postErr == nil {
				t.Fatal("a failed read was taken for a list")
			}
			if n := f.count("GET", "/api/v1/hooks"); n != want {
				t.Errorf("%d GETs, want %d", n, want)
			}
			if n := f.count("POST", "/api/v1/search/hooks"); n != want {
				t.Errorf("%d POSTs, want %d", n, want)
			}
		})
	}
}

// What broke is said in words that somebody who doesn't know the program can read.
func TestWhatBrokeIsSaidPlainly(t *testing.T) {
	hijacked := func(raw string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			_, _ = io.WriteString(conn, raw)
			_ = conn.Close()
		}
	}
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		says    string
	}{
		"no HTTP":       {hijacked("hello there\r\n\r\n"), "what came back is not HTTP"},
		"an odd header": {hijacked("HTTP/1.1 200 OK\r\nContent Type\x1b[31m\r\n\r\n"), "the headers of the answer can't be read"},
		"endless headers": {hijacked("HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 1<<20) + "\r\n\r\n"),
			"the headers of the answer are too long"},
		"closed":      {hijacked(""), "the connection was closed too early"},
		"half a body": {hijacked("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"), "cut short"},
		"a body that drips": {func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, "{")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, "the answer wasn't whole within 300ms"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t, c.handler)
			client := newClient(t, f.URL, func(o *Options) { o.Timeout = 300 * time.Millisecond })
			_, err := client.ListHooks(context.Background(), PageRequest{})
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "net/http") ||
				strings.Contains(err.Error(), "127.0.0.1") {
				t.Errorf("it says %v, want %q", err, c.says)
			}
		})
	}
}

// What doesn't speak HTTP is asked once, at the sign-in and afterwards; a write to it has an unknown outcome.
func TestWhatIsNotHTTPIsAskedOnce(t *testing.T) {
	var asked atomic.Int32
	f := newFake(t, func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
			_, _ = io.WriteString(conn, "SSH-2.0-OpenSSH_9.6\r\n")
			_ = conn.Close()
		}
	})
	for name, c := range map[string]*Client{"token": newClient(t, f.URL, nil), "sign-in": newClient(t, f.URL, withSecret("CANARY", nil))} {
		asked.Store(0)
		err := list(c)
		if KindOf(err) != KindNetwork || !strings.Contains(err.Error(), "not HTTP; check the tenant's address") || asked.Load() != 1 {
			t.Errorf("%s: %v after %d requests", name, err, asked.Load())
		}
	}
	if _, err := newClient(t, f.URL, nil).Do(context.Background(), must(t)(DeleteHook("h1"))); KindOf(err) != KindOutcomeUnknown {
		t.Errorf("a write: %v", err)
	}
}

// net/http must not replay a write by itself when a connection that was kept open turns out dead.
func TestWriteOnDeadConnectionIsNotReplayed(t *testing.T) {
	var n atomic.Int32
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) == 1 {
			answer(200, `{"list":[]}`)(w, r)
			return
		}
		drop(t, w)
	})
	c := newClient(t, f.URL, nil)
	if _, err := c.ListHooks(context.Background(), PageRequest{}); err != nil {
		t.Fatal(err)
	}
	_, err := c.Do(context.Background(), must(t)(DeleteHook("h1")))
	if KindOf(err) != KindOutcomeUnknown {
		t.Errorf("%v, want outcome unknown", err)
	}
	if got := f.count("DELETE", "/api/v1/hooks/h1"); got != 1 {
		t.Errorf("%d deletes arrived, want 1", got)
	}
}

func TestCancelledWriteIsOutcomeUnknown(t *testing.T) {
	arrived := make(chan struct{})
	f := newFake(t, func(_ http.ResponseWriter, r *http.Request) { close(arrived); <-r.Context().Done() })
	c := newClient(t, f.URL, nil)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-arrived; cancel() }()
	_, err := c.Do(ctx, must(t)(RevokeSecret("v1")))
	if KindOf(err) != KindOutcomeUnknown || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want outcome unknown wrapping the cancellation", err)
	}
}

// Without a connection nothing was sent, so a write may be tried again, too.
func TestNoConnectionIsRetried(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	var waits noWait
	var served atomic.Int32
	c := newClient(t, "http://"+addr, func(o *Options) {
		o.Sleep = func(ctx context.Context, d time.Duration) error {
			if len(waits.waits) == 1 { // the tenant comes up during the second wait
				l, err := net.Listen("tcp", addr)
				if err != nil {
					t.Skipf("the port was taken: %v", err)
				}
				s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					served.Add(1)
					answer(200, "{}")(w, r)
				}))
				s.Listener.Close()
				s.Listener = l
				s.Start()
				t.Cleanup(s.Close)
			}
			return waits.sleep(ctx, d)
		}
	})
	if _, err := c.Do(context.Background(), must(t)(RevokeSecret("v1"))); err != nil {
		t.Fatal(err)
	}
	if served.Load() != 1 || len(waits.waits) != 2 {
		t.Errorf("%d requests served after %d waits, want 1 after 2", served.Load(), len(waits.waits))
	}
}

func TestNoConnectionEnds(t *testing.T) {
	var waits noWait
	c := newClient(t, "http://127.0.0.1:1", func(o *Options) { o.Sleep = waits.sleep })
	_, err := c.Do(context.Background(), must(t)(RevokeSecret("v1")))
	if KindOf(err) != KindNetwork || len(waits.waits) != 3 {
		t.Errorf("%v after %d waits, want no connection after 3", err, len(waits.waits))
	}
}

func TestRateLimit(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	tests := []struct {
		name, retryAfter, date string
		status                 int
		want                   time.Duration // 0: backoff; -1: fails at once
	}{
		{"seconds", "7", "", 429, 7 * time.Second},
		{"date by the tenant's clock", "Fri, 02 Jan 2026 10:00:30 GMT", "Fri, 02 Jan 2026 10:00:00 GMT", 429, 30 * time.Second},
		{"date in the past", "Fri, 02 Jan 2026 10:00:00 GMT", "Fri, 02 Jan 2026 10:00:30 GMT", 429, 0},
		{"nonsense", "soon", "", 429, 0},
		{"negative", "-5", "", 429, 0},
		{"missing", "", "", 429, 0},
		{"longest", "60", "", 429, time.Minute},
		{"too long", "61", "", 429, -1},
		{"huge", "99999999999999999999", "", 429, -1},
		{"503 too", "9", "", 503, 9 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var n atomic.Int32
			f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
				if n.Add(1) > 1 {
					answer(200, `{"list":[]}`)(w, r)
					return
				}
				w.Header()["Date"] = nil
				if tt.date != "" {
					w.Header().Set("Date", tt.date)
				}
				if tt.retryAfter != "" {
					w.Header().Set("Retry-After", tt.retryAfter)
				}
				w.WriteHeader(tt.status)
			})
			var waits noWait
			c := newClient(t, f.URL, func(o *Options) {
				o.Sleep, o.Now = waits.sleep, func() time.Time { return at }
			})
			_, err := c.ListHooks(context.Background(), PageRequest{})
			if tt.want < 0 {
				var e *Error
				if !errors.As(err, &e) || e.Kind != KindRateLimited || e.RetryAfter <= time.Minute || len(waits.waits) != 0 {
					t.Errorf("%v after waits %v, want rate limited at once with the time in it", err, waits.waits)
				}
				return
			}
			if err != nil || len(waits.waits) != 1 {
				t.Fatalf("%v after waits %v, want one wait", err, waits.waits)
			}
			if got := waits.waits[0]; tt.want > 0 && got != tt.want || tt.want == 0 && (got <= 0 || got > 251*time.Millisecond) {
				t.Errorf("waited %v, want %v", got, tt.want)
			}
		})
	}
}

func TestRateLimitedWriteIsRetried(t *testing.T) {
	var n atomic.Int32
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) < 3 {
			answer(429, `{"code":8,"message":"slow down"}`)(w, r)
			return
		}
		w.WriteHeader(204)
	})
	c := newClient(t, f.URL, nil)
	a, err := c.Do(context.Background(), must(t)(RevokeSecret("v1")))
	if err != nil || a.Status != 204 || len(f.requests()) != 3 {
		t.Errorf("%v %v after %d requests, want 204 after 3", a, err, len(f.requests()))
	}
}

func TestBackoffGrowsAndStaysShort(t *testing.T) {
	for n, ceiling := range map[int]time.Duration{1: 250 * time.Millisecond, 2: time.Second, 3: 4 * time.Second, 9: 8 * time.Second} {
		for range 50 {
			if d := backoff(n); d < ceiling/2 || d > ceiling {
				t.Fatalf("backoff(%d) = %v, want %v to %v", n, d, ceiling/2, ceiling)
			}
		}
	}
}

func TestWaitCanBeCancelled(t *testing.T) {
	f := newFake(t, answer(503, ""))
	ctx, cancel := context.WithCancel(context.Background())
	c := newClient(t, f.URL, func(o *Options) {
		o.Sleep = func(ctx context.Context, _ time.Duration) error { cancel(); <-ctx.Done(); return ctx.Err() }
	})
	_, err := c.ListHooks(ctx, PageRequest{})
	if KindOf(err) != KindEndedEarly || !errors.Is(err, context.Canceled) || len(f.requests()) != 1 {
		t.Errorf("%v after %d requests, want ended early after 1", err, len(f.requests()))
	}
}
