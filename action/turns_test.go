package action

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gatehouse/api"
)

// lampHall is a tenant of many lamps that tells what it was asked, in order: "write L1", "read L1".
type lampHall struct {
	mu    sync.Mutex
	asked []string
	write func(w http.ResponseWriter, id string) // nil: the lamp, on
}

func (h *lampHall) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	what := "write "
	if r.Method == http.MethodGet {
		what = "read "
	}
	h.mu.Lock()
	h.asked = append(h.asked, what+id)
	h.mu.Unlock()
	switch {
	case r.Method == http.MethodGet:
		writeLamp(w, false)
	case h.write != nil:
		h.write(w, id)
	default:
		writeLamp(w, true)
	}
}

func (h *lampHall) log() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.asked)
}

func (h *lampHall) runner(t *testing.T, o Options) *Runner {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	soon := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: "t"}, Sleep: soon})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	o.Client = client
	runner := NewRunner(o)
	t.Cleanup(runner.Close)
	return runner
}

func waitUntil(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !cond(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

func TestStepsStartInTheirOrder(t *testing.T) {
	h := &lampHall{}
	runner := h.runner(t, Options{Concurrency: 1})
	plan := lampPlan(t, "L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8")
	runPlan(t, runner, plan)
	want := []string{"write L1", "write L2", "write L3", "write L4", "write L5", "write L6", "write L7", "write L8"}
	if got := h.log(); !slices.Equal(got, want) {
		t.Errorf("sent %v", got)
	}
}

// A record is read again after a while. Until then its turn is another's, and when the while is over it comes before what has not started.
func TestWaitingToReadAgainHoldsNobodyUp(t *testing.T) {
	var runner *Runner
	h := &lampHall{}
	h.write = func(w http.ResponseWriter, id string) {
		switch id {
		case "L1":
			status(500)(w, false)
			return
		case "L2": // answered once the first stands in line to be read again
			waitUntil(t, "the first to want its turn", func() bool {
				runner.turns.mu.Lock()
				defer runner.turns.mu.Unlock()
				return len(runner.turns.begun) == 1
			})
		}
		writeLamp(w, true)
	}
	runner = h.runner(t, Options{Concurrency: 1, Sleep: func(ctx context.Context, _ time.Duration) error {
		waitUntil(t, "the second to be sent", func() bool { return slices.Contains(h.log(), "write L2") })
		return ctx.Err()
	}})
	results := runPlan(t, runner, lampPlan(t, "L1", "L2", "L3"))
	want := []string{"write L1", "read L1", "write L2", "read L1", "write L3", "read L1"}
	if got := h.log(); !slices.Equal(got, want) {
		t.Errorf("asked for %v, want %v", got, want)
	}
	if results[0].Outcome != Unknown || results[1].Outcome != Worked || results[2].Outcome != Worked {
		t.Errorf("outcomes %s, %s, %s", results[0].Outcome, results[1].Outcome, results[2].Outcome)
	}
}

// What is refused with credentials that can't be renewed would be refused for the rest, too.
func TestRefusedCredentialsEndABatch(t *testing.T) {
	h := &lampHall{}
	h.write = func(w http.ResponseWriter, id string) {
		if id == "L1" {
			writeLamp(w, true)
			return
		}
		w.WriteHeader(http.StatusUnauthorized)
	}
	runner := h.runner(t, Options{Concurrency: 1})
	results := runPlan(t, runner, lampPlan(t, "L1", "L2", "L3", "L4"))
	if got := h.log(); !slices.Equal(got, []string{"write L1", "write L2"}) {
		t.Errorf("sent %v", got)
	}
	if results[0].Outcome != Worked || api.KindOf(results[1].Err) != api.KindUnauthenticated {
		t.Errorf("%s; %v", results[0].Outcome, results[1].Err)
	}
	for _, r := range results[2:] {
		if r.Outcome != NotSent || !errors.Is(r.Err, ErrNotStarted) {
			t.Errorf("%s, %v; want not started", r.Outcome, r.Err)
		}
	}
}

func TestATurnThatComesTooLateIsPassedOn(t *testing.T) {
	turns := &turns{}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	for range 2 {
		go func() { ended <- turns.take(ctx, false) }()
	}
	waitUntil(t, "both to wait", func() bool {
		turns.mu.Lock()
		defer turns.mu.Unlock()
		return len(turns.rest) == 2
	})
	cancel()
	for range 2 {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("a turn that was given up: %v", err)
		}
	}
	turns.give()
	if err := turns.take(context.Background(), false); err != nil || turns.free != 0 || len(turns.rest) != 0 {
		t.Errorf("the turn is lost: %v, %d free, %d waiting", err, turns.free, len(turns.rest))
	}
}

// The turn of one who gives up at the very moment at which it comes is the next one's. Which of both select sees is chance.
func TestATurnThatComesWhileItIsGivenUpIsPassedOn(t *testing.T) {
	for range 200 {
		turns := &turns{}
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error)
		go func() { ended <- turns.take(ctx, false) }()
		waitUntil(t, "it to wait", func() bool {
			turns.mu.Lock()
			defer turns.mu.Unlock()
			return len(turns.rest) == 1
		})
		turns.mu.Lock()
		cancel()
		turns.pass()
		turns.mu.Unlock()
		if err := <-ended; !errors.Is(err, context.Canceled) || turns.free != 1 {
			t.Fatalf("%v, %d turns are free", err, turns.free)
		}
	}
}
