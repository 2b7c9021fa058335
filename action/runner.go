package action

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"gatehouse/api"
)

// Outcome is how a step ended.
type Outcome int

// The outcomes of a step.
const (
	Failed    Outcome = iota // refused or never sent: the record is as it was
	Worked                   // done, and the tenant shows it
	Accepted                 // the tenant took it, and nothing could be read to prove it
	NotShown                 // the tenant took it, but the record still shows the old values
	Unknown                  // no usable answer, and nothing that could be read tells what happened
	Lost                     // no usable answer; the record, read again, doesn't show it
	Overtaken                // the record, read again, shows what somebody else did
)

// Result is what came of a step.
type Result struct {
	Step    Step
	Outcome Outcome
	// Resolved: the answer was lost or didn't show the change, and reading the record again settled it.
	Resolved bool
	Now      any    // the record as last seen, nil if it wasn't
	Gone     bool   // the record doesn't exist any more
	Err      error  // why, for every outcome but Worked and Accepted
	Said     string // what the answer says beside the record
	Panic    string

	Status     int    // of the answer, 0 when none came
	RequestID  string // as the service gave it
	Unrecorded error  // why the journal doesn't have this outcome
}

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
	sleep   func(context.Context, time.Duration) error
	limit   chan struct{}
	ledger  ledger
	steps   sync.WaitGroup

	mu       sync.Mutex
	running  map[*Run]struct{}
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
	idle := make(chan struct{})
	close(idle)
	return &Runner{client: o.Client, context: ctx, cancel: cancel, sleep: o.Sleep, limit: make(chan struct{}, o.Concurrency),
		ledger:  ledger{journal: o.Journal, tenant: o.Tenant, now: o.Now},
		running: map[*Run]struct{}{}, inFlight: map[*Step]struct{}{}, idle: idle}
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

// ErrNotStarted is the error of steps that were stopped before they were sent.
var ErrNotStarted = errors.New("not started: it was stopped before its turn")

// Start runs the plan's steps, up to the runner's limit at once.
func (r *Runner) Start(plan *Plan) *Run {
	waiting, stop := context.WithCancel(r.context)
	// Four events a step at most: a slow reader never holds up a write.
	run := &Run{Plan: plan, events: make(chan Event, 4*len(plan.Steps)), stop: stop}
	var all sync.WaitGroup
	batch := ""
	if len(plan.Steps) > 1 {
		batch = newID()
	}
	r.steps.Add(len(plan.Steps))
	for i := range plan.Steps {
		all.Go(func() {
			defer r.steps.Done()
			select {
			case r.limit <- struct{}{}:
				defer func() { <-r.limit }()
			case <-waiting.Done():
			}
			if waiting.Err() != nil {
				run.events <- Event{Index: i, Phase: Ended, Result: Result{Step: plan.Steps[i], Err: ErrNotStarted}}
				return
			}
			run.events <- Event{Index: i, Phase: Ended, Result: r.step(plan, batch, &plan.Steps[i], func(p Phase) {
				run.events <- Event{Index: i, Phase: p}
			})}
		})
	}
	go func() {
		all.Wait()
		stop()
		close(run.events)
	}()
	return run
}

// step records a step, sends it, learns what came of it and records that.
func (r *Runner) step(plan *Plan, batch string, step *Step, phase func(Phase)) (result Result) {
	defer recovered(step, &result)
	if refused, ok := r.unexpected(step, phase); ok {
		return refused
	}
	entry, err := r.record(plan, batch, step)
	if err != nil {
		return Result{Step: *step, Outcome: Failed, Err: err}
	}
	result = r.carryOut(step, phase)
	r.conclude(entry, &result)
	return result
}

// recovered makes a panic a result.
func recovered(step *Step, result *Result) {
	if p := recover(); p != nil {
		*result = Result{Step: *step, Outcome: Unknown, Err: errors.New("the program failed while it handled the answer"),
			Panic: fmt.Sprintf("%v\n%s", p, debug.Stack())}
	}
}

func (r *Runner) carryOut(step *Step, phase func(Phase)) (result Result) {
	defer recovered(step, &result)
	phase(Sending)
	answer, err := r.send(step)
	switch {
	case err == nil:
		result = r.confirm(step, answer, phase)
	case api.KindOf(err) == api.KindOutcomeUnknown:
		result = r.resolve(step, err, phase)
	case api.KindOf(err) == api.KindConflict:
		result = r.conflict(step, err, phase)
	default:
		result = Result{Step: *step, Outcome: Failed, Err: err}
	}
	result.Status, result.RequestID = answer.Status, answer.RequestID
	var refusal *api.Error
	if errors.As(err, &refusal) {
		result.Status, result.RequestID = refusal.Status, refusal.RequestID
	}
	return result
}

// ErrChangedSince is the error of steps that were not sent because the record no longer shows what they expect.
var ErrChangedSince = errors.New("not sent: the record has changed since")

// unexpected reads the record of a step that expects something of it, and keeps the step from being sent when that isn't so.
func (r *Runner) unexpected(step *Step, phase func(Phase)) (Result, bool) {
	if step.Expect == nil || step.read == nil {
		return Result{}, false
	}
	phase(Looking)
	now, err := step.Read(r.context, r.client)
	kind := api.KindOf(err)
	if step.Lenient && (kind == api.KindUnsupported || kind == api.KindForbidden) {
		return Result{}, false
	}
	gone := kind == api.KindNotFound
	if err != nil && !gone {
		return Result{Step: *step, Outcome: Failed, Err: fmt.Errorf("reading %s before it is changed: %w", step.Target.Kind, err)}, true
	}
	if step.Expect(now, gone) == Done {
		return Result{}, false
	}
	return Result{Step: *step, Outcome: Failed, Now: now, Gone: gone, Err: ErrChangedSince}, true
}

func (r *Runner) send(step *Step) (api.Answer, error) {
	r.begin(step)
	defer r.end(step)
	return r.client.Do(r.context, step.Request)
}

func (r *Runner) begin(step *Step) {
	r.mu.Lock()
	defer r.mu.Unlock()
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

// confirm makes sure that an answered step did what was asked: answers may carry the record as it was before.
func (r *Runner) confirm(step *Step, answer api.Answer, phase func(Phase)) Result {
	result := Result{Step: *step, Outcome: Accepted, Said: step.Says(answer)}
	if step.check == nil || step.late {
		result.Outcome, result.Gone = Worked, step.Removes
		return result
	}
	if step.answer != nil {
		if now, err := step.answer(answer); err == nil && now != nil {
			result.Now = now
			if step.Check(now, false) == Done {
				result.Outcome = Worked
				return result
			}
		}
	}
	if step.read == nil {
		result.Gone = step.Removes
		return result
	}
	phase(Checking)
	now, gone, verdict, err := r.look(step)
	if err != nil {
		result.Err, result.Gone = err, step.Removes
		return result
	}
	result.Now, result.Gone, result.Resolved = now, gone, true
	switch verdict {
	case Done:
		result.Outcome = Worked
	case ChangedByOthers:
		result.Outcome = Overtaken
	case NotDone:
		result.Outcome = NotShown
		result.Err = errors.New("the tenant answered that it is done, but the record still shows the old values")
	}
	return result
}

// resolve reads the record after an answer that never came.
func (r *Runner) resolve(step *Step, cause error, phase func(Phase)) Result {
	result := Result{Step: *step, Outcome: Unknown, Err: cause}
	if step.read == nil || step.check == nil {
		return result
	}
	phase(Checking)
	now, gone, verdict, err := r.look(step)
	if err != nil {
		return result
	}
	result.Now, result.Gone, result.Resolved = now, gone, true
	switch verdict {
	case Done:
		result.Outcome = Worked
	case ChangedByOthers:
		result.Outcome = Overtaken
	case NotDone:
		result.Outcome = Lost
	}
	return result
}

// conflict reads the record after somebody else was faster, so that the screen shows what is true.
func (r *Runner) conflict(step *Step, refusal error, phase func(Phase)) Result {
	result := Result{Step: *step, Outcome: Failed, Err: refusal}
	if step.read == nil {
		return result
	}
	phase(Checking)
	now, err := step.Read(r.context, r.client)
	if err == nil {
		result.Now = now
	}
	result.Gone = api.KindOf(err) == api.KindNotFound
	return result
}

// looks are the waits before each reading: the read side may lag behind the write.
var looks = [...]time.Duration{0, 500 * time.Millisecond, time.Second, 2 * time.Second}

func (r *Runner) look(step *Step) (now any, gone bool, verdict Verdict, err error) {
	for _, wait := range looks {
		if wait > 0 {
			if err := r.sleep(r.context, wait); err != nil {
				return now, gone, verdict, err
			}
		}
		now, err = step.Read(r.context, r.client)
		gone = api.KindOf(err) == api.KindNotFound
		if err != nil && !gone {
			return nil, false, NotDone, fmt.Errorf("reading %s again: %w", step.Target.Kind, err)
		}
		if verdict = step.Check(now, gone); verdict != NotDone {
			return now, gone, verdict, nil
		}
	}
	return now, gone, verdict, nil
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
