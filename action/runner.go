package action

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"gatehouse/api"
)

// Phase is where a running step stands.
type Phase int

// The phases of a step.
const (
	Looking Phase = iota // the record is read before the request is sent
	Sending
	Checking // the record is read to learn what became of the request
	Ended
)

// Event tells of progress: a step that changed its phase.
type Event struct {
	Index  int
	Phase  Phase
	Result Result // set when Ended
}

// Runner owns everything that mutates. Its requests outlive the pane that asked for them: leaving a pane cancels its
// reads, never a write in flight.
type Runner struct {
	client  *api.Client
	context context.Context
	cancel  context.CancelFunc
	// starting ends when nothing more is to be sent; halt ends it.
	starting context.Context
	halt     context.CancelFunc
	sleep    func(context.Context, time.Duration) error
	atOnce   int // how many requests are sent at once, and how many records are read ahead of them
	turns    turns
	ledger   ledger
	steps    sync.WaitGroup

	mu       sync.Mutex
	unsent   map[*Step]struct{} // started, and neither sent nor ended
	halted   int                // how many were unsent when the runner was halted
	inFlight map[*Step]struct{}
	idle     chan struct{} // closed while nothing is in flight
}

// Options for NewRunner.
type Options struct {
	Client      *api.Client
	Concurrency int                                        // requests at once; 0: 8
	Sleep       func(context.Context, time.Duration) error // nil: real time
	Journal     Journal                                    // nil: none is kept
	Tenant      Tenant                                     // as the journal names it
	Now         func() time.Time                           // nil: time.Now
}

// NewRunner makes the runner of one tenant's client.
func NewRunner(o Options) *Runner {
	if o.Concurrency <= 0 {
		o.Concurrency = 8
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	ctx, cancel := context.WithCancel(context.Background())
	starting, halt := context.WithCancel(ctx)
	idle := make(chan struct{})
	close(idle)
	return &Runner{client: o.Client, context: ctx, cancel: cancel, sleep: o.Sleep, atOnce: o.Concurrency, turns: turns{free: o.Concurrency},
		ledger:   ledger{journal: o.Journal, tenant: o.Tenant, now: o.Now},
		starting: starting, halt: halt, unsent: map[*Step]struct{}{}, inFlight: map[*Step]struct{}{}, idle: idle}
}

// Close cancels what is still running and waits a moment for the journal to have it. Call Wait first to let writes in flight end.
func (r *Runner) Close() {
	r.cancel()
	ended := make(chan struct{})
	go func() {
		r.steps.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(closingTime):
	}
}

// closingTime bounds how long a program that quits waits for its journal.
const closingTime = 2 * time.Second

// InFlight names the targets of requests that were sent and not answered yet.
func (r *Runner) InFlight() []Target {
	r.mu.Lock()
	defer r.mu.Unlock()
	var targets []Target
	for step := range r.inFlight {
		targets = append(targets, step.Target)
	}
	return targets
}

// Queued counts the steps that were started and wait for their turn, or for their record to be read, before they are sent.
func (r *Runner) Queued() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.unsent)
}

// Halt keeps everything that waits for its turn from being sent, for good, and returns how many steps those are, or were when it was
// first called. What was sent goes on.
func (r *Runner) Halt() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.starting.Err() == nil {
		r.halted = len(r.unsent)
		r.halt()
	}
	return r.halted
}

// Wait returns when nothing is in flight, or with the context's error.
func (r *Runner) Wait(ctx context.Context) error {
	r.mu.Lock()
	idle := r.idle
	r.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Run is a plan under way.
type Run struct {
	Plan   *Plan
	events chan Event
	stop   context.CancelFunc
}

// Next waits for the next event; ok is false when all steps have ended.
func (run *Run) Next(ctx context.Context) (event Event, ok bool) {
	select {
	case event, ok = <-run.events:
		return event, ok
	case <-ctx.Done():
		return Event{}, false
	}
}

// Stop keeps steps that have not started from starting. What was sent is waited for.
func (run *Run) Stop() { run.stop() }

// refusedWith stops a run whose credentials are not accepted: the rest would be refused, too.
func (run *Run) refusedWith(err error) {
	if api.KindOf(err) == api.KindUnauthenticated {
		run.Stop()
	}
}

// ErrNotStarted is the error of steps that were stopped before they were sent.
var ErrNotStarted = errors.New("not started: it was stopped before its turn")

// mostAtOnce is how many steps of a plan go at once, even while the tenant wants fewer requests.
const mostAtOnce = 8

// Start runs the plan's steps in their order, up to the runner's limit at once.
func (r *Runner) Start(plan *Plan) *Run {
	waiting, stop := context.WithCancel(r.starting)
	// Four events a step at most: a slow reader never holds up a write.
	run := &Run{Plan: plan, events: make(chan Event, 4*len(plan.Steps)), stop: stop}
	batch := ""
	if len(plan.Steps) > 1 {
		batch = newID()
	}
	steps := slices.Clone(plan.Steps) // what is learnt of them changes nothing of what was shown
	for i := range steps {
		steps[i].atOnce = len(steps) <= mostAtOnce
	}
	r.wait(steps)
	r.steps.Go(func() {
		ahead := r.lookAhead(waiting, steps)
		var all sync.WaitGroup
		for i := range steps {
			if r.turns.take(waiting, false) != nil {
				r.waitedFor(&steps[i])
				run.events <- Event{Index: i, Phase: Ended, Result: Result{Step: steps[i], Err: ErrNotStarted}}
				continue
			}
			all.Go(func() {
				result := r.step(run, batch, &steps[i], ahead[i], func(p Phase) { run.events <- Event{Index: i, Phase: p} })
				run.events <- Event{Index: i, Phase: Ended, Result: result}
			})
		}
		all.Wait()
		stop()
		close(run.events)
	})
	return run
}

// step records a step, sends it, learns what came of it and records that. It begins with a turn and ends without.
func (r *Runner) step(run *Run, batch string, step *Step, ahead *look, phase func(Phase)) (result Result) {
	turn := &turn{of: &r.turns, held: true}
	defer turn.end()
	defer r.waitedFor(step)
	defer recovered(step, &result)
	if kept, ok := r.keeps(step, ahead, phase); ok {
		run.refusedWith(kept.Err)
		return kept
	}
	entry, err := r.record(run.Plan, batch, step)
	if err != nil {
		return Result{Step: *step, Err: err}
	}
	result = r.carryOut(step, turn, phase)
	run.refusedWith(result.Err)
	turn.end() // writing down what came of it needs none
	result.entry = entry
	r.conclude(&result)
	return result
}

// recovered makes a panic a result.
func recovered(step *Step, result *Result) {
	if p := recover(); p != nil {
		*result = Result{Step: *step, Outcome: Unknown, Err: errors.New("the program failed while it handled the answer"),
			Panic: fmt.Sprintf("%v\n%s", p, debug.Stack())}
	}
}

func (r *Runner) carryOut(step *Step, turn *turn, phase func(Phase)) (result Result) {
	defer recovered(step, &result)
	phase(Sending)
	answer, err := r.send(step)
	switch {
	case err == nil:
		result = r.confirm(step, answer, turn, phase)
	case api.KindOf(err) == api.KindOutcomeUnknown:
		result = r.resolve(step, err, turn, phase)
	case api.KindOf(err) == api.KindConflict, api.KindOf(err) == api.KindNotFound:
		result = r.refused(step, err, phase)
	default:
		result = Result{Step: *step, Outcome: failedWith(err), Err: err}
	}
	result.Status, result.RequestID = answer.Status, answer.RequestID
	var refusal *api.Error
	if errors.As(err, &refusal) {
		result.Status, result.RequestID = refusal.Status, refusal.RequestID
	}
	return result
}

func (r *Runner) send(step *Step) (api.Answer, error) {
	r.begin(step)
	defer r.end(step)
	return r.client.Do(r.contextOf(step), step.Request)
}

// contextOf is what a step is sent and looked at with: few steps go once even while the tenant wants fewer requests, a large batch waits.
func (r *Runner) contextOf(step *Step) context.Context {
	if step.atOnce {
		return api.AtOnce(r.context)
	}
	return r.context
}

// wait notes steps that are to be sent.
func (r *Runner) wait(steps []Step) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range steps {
		r.unsent[&steps[i]] = struct{}{}
	}
}

// waitedFor notes that a step is sent, or has ended without.
func (r *Runner) waitedFor(step *Step) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.unsent, step)
}

func (r *Runner) begin(step *Step) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.unsent, step)
	if len(r.inFlight) == 0 {
		r.idle = make(chan struct{})
	}
	r.inFlight[step] = struct{}{}
}

func (r *Runner) end(step *Step) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.inFlight, step)
	if len(r.inFlight) == 0 {
		close(r.idle)
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
