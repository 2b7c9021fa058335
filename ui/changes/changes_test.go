package changes

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme/themetest"
	"gatehouse/ui/host"
	"gatehouse/ui/notices"
)

// lamp is a record that can be turned on and off.
type lamp struct {
	ID string
	On bool
}

// lamps is a tenant of lamps, which are hooks on the wire.
type lamps struct {
	mu     sync.Mutex
	on     map[string]bool
	writes []string // "L1 on"
	lose   bool     // writes are done, and the connection is closed without an answer
	behind int      // reads that still show the lamp off
	refuse int      // turns off that are refused
}

func (l *lamps) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	id := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	on := l.on[id]
	if r.Method == http.MethodGet {
		if l.behind > 0 {
			l.behind--
			on = false
		}
		writeLamp(w, id, on)
		return
	}
	var body struct{ Hook struct{ Enabled bool } }
	_ = json.NewDecoder(r.Body).Decode(&body)
	if !body.Hook.Enabled && l.refuse > 0 {
		l.refuse--
		w.WriteHeader(http.StatusForbidden)
		return
	}
	l.on[id] = body.Hook.Enabled
	l.writes = append(l.writes, id+map[bool]string{true: " on", false: " off"}[body.Hook.Enabled])
	if l.lose {
		if connection, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_ = connection.Close()
		}
		return
	}
	writeLamp(w, id, body.Hook.Enabled)
}

func writeLamp(w http.ResponseWriter, id string, on bool) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"hook": map[string]any{"id": id, "displayName": "Lamp " + id, "enabled": on}})
}

func turn(on bool) *action.Spec[lamp] {
	name := map[bool]string{true: "on", false: "off"}[on]
	return &action.Spec[lamp]{Name: "lamp." + name, Title: "Turn " + name, Doing: "Turning " + name, Done: "Turned " + name,
		Noun: "turn " + name, Many: true,
		Request: func(l lamp, _ action.Draft) (api.Request, error) {
			return api.UpdateHook(l.ID, api.HookChanges{Enabled: &on})
		},
		Answer: func(a api.Answer) (*lamp, error) {
			h, err := api.HookFrom(a)
			if err != nil || h == nil {
				return nil, err
			}
			return &lamp{ID: h.ID, On: h.Enabled}, nil
		},
		Read: func(ctx context.Context, c *api.Client, l lamp, _ action.Draft) (lamp, error) {
			h, err := c.Hook(ctx, l.ID)
			return lamp{ID: h.ID, On: h.Enabled}, err
		},
		Check: func(_ lamp, _ action.Draft, now lamp, gone bool) action.Verdict {
			switch {
			case gone:
				return action.ChangedByOthers
			case now.On == on:
				return action.Done
			}
			return action.NotDone
		},
		Inverse: func(lamp, action.Draft) (*action.Spec[lamp], action.Draft) { return turn(!on), action.Draft{} },
	}
}

// frame is a console of which only what the changes ask for is there.
type frame struct {
	overlays  []host.Overlay
	delivered []any
	due       []func() tea.Msg // in the order in which they were asked for
	leaving   bool
}

func (f *frame) Open(o host.Overlay) { f.overlays = append(f.overlays, o) }

func (f *frame) Top() host.Overlay {
	if len(f.overlays) == 0 {
		return nil
	}
	return f.overlays[len(f.overlays)-1]
}

func (f *frame) Deliver(_ string, msg any) tea.Cmd {
	f.delivered = append(f.delivered, msg)
	return nil
}

func (f *frame) PaneOf(string) string { return "lamps" }

func (f *frame) Reread(action.Entry) (host.Rereading, bool) { return nil, false }

func (f *frame) Leaving() bool { return f.leaving }

func (f *frame) Tick(_ time.Duration, msg func(time.Time) tea.Msg) tea.Cmd {
	f.due = append(f.due, func() tea.Msg { return msg(time.Time{}) })
	return nil
}

// bench is a session on the tenant of lamps.
type bench struct {
	*Changes
	t      *testing.T
	lamps  *lamps
	frame  *frame
	client *api.Client
	said   *notices.Notices
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, lamps: &lamps{on: map[string]bool{}}, frame: &frame{}}
	server := httptest.NewServer(b.lamps)
	t.Cleanup(server.Close)
	soon := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: "t"}, Sleep: soon})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	runner := action.NewRunner(action.Options{Client: client, Sleep: soon})
	t.Cleanup(runner.Close)
	th := themetest.New(t, "dark")
	env := &host.Env{Client: client, Runner: runner, Keys: keymap.New(keymap.Panes{}), Theme: th, Clock: time.Now, Location: time.UTC,
		Names: host.NewNames(), UnderWay: host.UnderWay{}, Refused: map[string]bool{}, Lacking: map[string]bool{}, Missing: map[string]bool{},
		Life: t.Context()}
	b.client, b.said = client, notices.New(func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil })
	b.Changes = New(env, b.frame, b.said, &Log{})
	return b
}

// does runs a command, and all that it leads to.
func (b *bench) does(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, each := range msg {
			b.does(each)
		}
	case Msg:
		b.does(b.Receive(msg))
	}
}

func (b *bench) plan(on bool, ids ...string) *action.Plan {
	b.t.Helper()
	return b.bind(turn(on), on, ids...)
}

func (b *bench) bind(spec *action.Spec[lamp], on bool, ids ...string) *action.Plan {
	b.t.Helper()
	var of []lamp
	for _, id := range ids {
		of = append(of, lamp{ID: id, On: !on})
	}
	describe := func(l lamp) action.Target { return action.Target{Kind: "lamp", Name: "Lamp " + l.ID, ID: l.ID} }
	plan, err := action.Bind(spec, describe, action.Draft{}, of...)
	if err != nil {
		b.t.Fatal(err)
	}
	return plan
}

func (b *bench) turnOn(ids ...string) {
	b.t.Helper()
	b.does(b.Start(host.Request{Pane: "lamps", Plan: b.plan(true, ids...)}))
}

func (b *bench) wantWrites(want ...string) {
	b.t.Helper()
	b.lamps.mu.Lock()
	defer b.lamps.mu.Unlock()
	if got := strings.Join(b.lamps.writes, ", "); got != strings.Join(want, ", ") {
		b.t.Errorf("written was %q, want %q", got, want)
	}
}

// wantSaid looks for words in what is said, trouble or not.
func (b *bench) wantSaid(words string) {
	b.t.Helper()
	var said []string
	for _, n := range []*host.Notice{b.said.Trouble(), b.said.Notice()} {
		if n != nil {
			said = append(said, n.Text)
		}
	}
	if !strings.Contains(strings.Join(said, "\n"), words) {
		b.t.Errorf("said was %q, want %q", said, words)
	}
}

func TestAChangeThatCanBeUndoneIsSentAtOnceAndUndone(t *testing.T) {
	b := newBench(t)
	b.turnOn("L1")
	b.wantWrites("L1 on")
	b.wantSaid("Turned on")
	if n := len(b.frame.delivered); n != 1 || b.Running() != 0 {
		t.Errorf("%d results were delivered, %d plans run", n, b.Running())
	}
	if got := b.UndoTitle(); got != "undo turn on" {
		t.Errorf("the key would %q", got)
	}
	b.does(b.Undo())
	b.wantWrites("L1 on", "L1 off")
	b.wantSaid("Undone: the turn on of")
	b.does(b.Undo())
	b.wantSaid("There is nothing to undo")
	b.wantWrites("L1 on", "L1 off")
}

func TestAnUndoIsAskedAboutWhereSomebodyChangedTheRecordSince(t *testing.T) {
	b := newBench(t)
	b.turnOn("L1")
	b.lamps.on["L1"] = false
	b.does(b.Undo())
	b.wantWrites("L1 on")
	if top := b.frame.Top(); top == nil || top.Title() == "" {
		t.Error("nothing was asked")
	}
}

func TestWhatNeedsAYesIsNotSentWithoutOne(t *testing.T) {
	b := newBench(t)
	plan := b.plan(true, "L1")
	plan.Danger = action.Confirm
	b.does(b.Start(host.Request{Pane: "lamps", Plan: plan}))
	b.wantWrites()
	if b.frame.Top() == nil {
		t.Error("nothing was asked")
	}
}

func TestNoSecondChangeIsSentWhileTheFirstHasNoAnswer(t *testing.T) {
	b := newBench(t)
	first := b.Start(host.Request{Pane: "lamps", Plan: b.plan(true, "L1")})
	told := 0
	b.does(b.Start(host.Request{Pane: "lamps", Plan: b.plan(false, "L1"), Then: func(r action.Result) tea.Cmd {
		told++
		return nil
	}}))
	b.wantSaid("an earlier change to it has no answer yet")
	b.does(first)
	b.wantWrites("L1 on")
	if told != 1 || b.Running() != 0 {
		t.Errorf("the form was told %d times, %d plans run", told, b.Running())
	}
}

func TestALockedSessionSendsNothingAndGivesTheFormBack(t *testing.T) {
	b := newBench(t)
	b.client.Lock()
	cancelled := false
	b.does(b.Start(host.Request{Pane: "lamps", Plan: b.plan(true, "L1"), Cancelled: func() { cancelled = true }}))
	b.wantWrites()
	b.wantSaid("Turn on: nothing was sent")
	if !cancelled || b.UndoOffer().Able {
		t.Errorf("cancelled %t, undo is offered: %t", cancelled, b.UndoOffer().Able)
	}
}

// The answer is lost, and the record, read again, lags: a later reading proves the change, which can be undone from then on.
func TestAnUnknownOutcomeIsLookedAtUntilItIsProved(t *testing.T) {
	b := newBench(t)
	b.lamps.lose, b.lamps.behind = true, 1000
	b.turnOn("L1")
	if b.Unknown() != 1 || len(b.frame.due) == 0 {
		t.Fatalf("%d are unknown, %d readings are due", b.Unknown(), len(b.frame.due))
	}
	b.lamps.lose, b.lamps.behind = false, 0
	b.does(b.frame.due[0])
	b.wantSaid("Turned on")
	if b.Unknown() != 0 {
		t.Errorf("%d are unknown yet", b.Unknown())
	}
	b.wantWrites("L1 on")
	b.does(b.Undo())
	b.wantWrites("L1 on", "L1 off")
}

func TestWhatComesBackAfterTheSessionIsDropped(t *testing.T) {
	b := newBench(t)
	b.lamps.lose, b.lamps.behind = true, 1000
	b.turnOn("L1")
	late := b.frame.due[0]().(Msg)
	next := New(b.env, b.frame, b.said, &Log{})
	if cmd := next.Receive(late); cmd != nil {
		t.Error("the next session does something about it")
	}
}

func TestABatchShowsItsResultsAgain(t *testing.T) {
	b := newBench(t)
	b.does(b.ShowResults())
	b.wantSaid("No batch has run")
	b.does(b.run(running{Request: host.Request{Pane: "lamps", Plan: b.plan(true, "L1", "L2")}})) // as after a yes
	if batch := b.LastBatch(); batch == nil || !batch.Over || !batch.Hidden {
		t.Fatalf("the batch is %+v", batch)
	}
	b.wantSaid("2 done")
	b.does(b.ShowResults())
	if b.frame.Top() != host.Overlay(b.LastBatch()) || b.LastBatch().Hidden {
		t.Error("its results aren't shown")
	}
}

func TestAnUndoWaitsForTheAnswerOfWhatItUndoes(t *testing.T) {
	b := newBench(t)
	first := b.Start(host.Request{Pane: "lamps", Plan: b.plan(true, "L1")})
	b.does(b.Undo())
	b.lamps.mu.Lock()
	if slices.Contains(b.lamps.writes, "L1 off") {
		t.Error("the undo was sent before the answer")
	}
	b.lamps.mu.Unlock()
	b.does(first)
	b.wantWrites("L1 on", "L1 off")
	b.wantSaid("Undone: the turn on of")
}

// An undo that waited and is refused isn't tried again by itself.
func TestARefusedUndoIsNotTriedAgain(t *testing.T) {
	b := newBench(t)
	b.lamps.refuse = 1
	first := b.Start(host.Request{Pane: "lamps", Plan: b.plan(true, "L1")})
	b.does(b.Undo())
	b.does(first)
	b.wantWrites("L1 on")
	b.does(b.Undo())
	b.wantWrites("L1 on", "L1 off")
}

func TestNothingElseIsUndoneWhileTheConsoleLeaves(t *testing.T) {
	b := newBench(t)
	first := b.Start(host.Request{Pane: "lamps", Plan: b.plan(true, "L1")})
	b.does(b.Undo())
	b.wantSaid("is still under way. It will be undone")
	b.frame.leaving = true
	b.does(first)
	b.wantWrites("L1 on")
}

// Of a batch of which only a part can be undone that part is undone once, and nothing more is said of it by itself.
func TestWhatCanBeUndoneOfABatchIsUndoneOnce(t *testing.T) {
	b := newBench(t)
	final := turn(true)
	final.Inverse = nil
	first := b.run(running{Request: host.Request{Pane: "lamps", Plan: action.Together(b.plan(true, "L1"), b.bind(final, true, "L2"))}})
	b.does(b.Undo())
	b.does(first)
	if b.lamps.on["L1"] || !b.lamps.on["L2"] {
		t.Errorf("the lamps are %v", b.lamps.on)
	}
	b.wantSaid("Undone: the turn on of")
}
