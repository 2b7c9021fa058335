package action

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gatehouse/api"
)

// ledger is what a runner has to do with its journal.
type ledger struct {
	journal Journal
	tenant  Tenant
	now     func() time.Time

	mu   sync.Mutex
	by   Person
	off  bool
	warn func(error)
}

// Identify tells who the changes are sent by. Those sent before have nobody's name.
func (r *Runner) Identify(p Person) {
	r.ledger.mu.Lock()
	defer r.ledger.mu.Unlock()
	r.ledger.by = p
}

// WithoutJournal goes on without a journal for good: nothing is recorded any more.
func (r *Runner) WithoutJournal() {
	r.ledger.mu.Lock()
	defer r.ledger.mu.Unlock()
	r.ledger.off = true
}

// Recording reports whether changes are recorded in a journal.
func (r *Runner) Recording() bool {
	j, _ := r.ledger.writes()
	return j != nil
}

// WarnWithoutJournal makes the runner go on without a journal when that can't be written, instead of ending steps with ErrJournal. warn
// is called once, from any goroutine, with an error that wraps ErrJournal.
func (r *Runner) WarnWithoutJournal(warn func(error)) {
	r.ledger.mu.Lock()
	defer r.ledger.mu.Unlock()
	r.ledger.warn = warn
}

// writes gives the journal to write to, nil for none, and who the changes are sent by.
func (l *ledger) writes() (Journal, Person) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.off {
		return nil, l.by
	}
	return l.journal, l.by
}

// goesOn reports whether a failure of the journal stops nothing; the first one is told.
func (l *ledger) goesOn(err error) bool {
	l.mu.Lock()
	warn, first := l.warn, !l.off
	if warn != nil {
		l.off = true
	}
	l.mu.Unlock()
	if warn != nil && first {
		warn(err)
	}
	return warn != nil
}

// record writes down that a step is about to be sent, and gives the entry's id, "" when there is nothing to be recorded. The error wraps
// ErrJournal, and then the step must not be sent.
func (r *Runner) record(plan *Plan, batch string, step *Step) (string, error) {
	journal, by := r.ledger.writes()
	if journal == nil || !step.Request.Mutates() || r.client.ReadOnly() {
		return "", nil
	}
	e := Entry{ID: newID(), At: r.ledger.now().UTC(), By: by, Tenant: r.ledger.tenant, Action: plan.Name, Title: plan.Title,
		Undoes: plan.Undoes,
		Batch:  batch, Target: step.Target, Method: step.Request.Method, Path: step.Request.Path}
	if len(step.Request.Query) > 0 {
		e.Path += "?" + step.Request.Query.Encode()
	}
	for _, text := range []*string{&e.Path, &e.Target.Name, &e.Target.ID} {
		*text = r.unsaid(*text, step)
	}
	if len(step.Request.Body) > 0 {
		e.Intended = api.RewriteStrings(step.Request.Body, r.client.HideSecrets)
	}
	err := journal.Begin(r.context, e)
	switch {
	case err == nil:
		return e.ID, nil
	case !errors.Is(err, ErrJournal):
		err = fmt.Errorf("%w: %w", ErrJournal, err)
	}
	if r.ledger.goesOn(err) {
		return "", nil
	}
	return "", err
}

// unsaid is a text without the client's credentials and without what opens the record of a step.
func (r *Runner) unsaid(text string, step *Step) string {
	return api.Mask(r.client.HideSecrets(text), hidden, step.Request.Hides...)
}

// conclude writes down what came of a recorded step. It is written even while the program quits.
func (r *Runner) conclude(result *Result) { r.write(result, false) }

// concludeLater writes down what a later reading has proved.
func (r *Runner) concludeLater(result *Result) { r.write(result, true) }

func (r *Runner) write(result *Result, later bool) {
	if result.entry == "" {
		return
	}
	e := r.ending(result)
	if later {
		e.Checked, e.Message = true, result.Seen()
	}
	err := r.ledger.journal.End(context.WithoutCancel(r.context), result.entry, e)
	if err != nil && !r.ledger.goesOn(err) {
		result.Unrecorded = err
	}
}

func (r *Runner) ending(result *Result) Ending {
	e := Ending{At: r.ledger.now().UTC(), Outcome: result.Outcome, Resolved: result.Resolved, Shows: result.Shows, Unproven: result.Unproven,
		Status: result.Status, Message: r.unsaid(messageOf(result), &result.Step), RequestID: result.RequestID}
	if result.Step.Target.ID == "" && result.Now != nil && result.Step.names != nil {
		e.Made = result.Step.names(result.Now).ID
	}
	return e
}

// messageOf is what the answer said, or why there was none.
func messageOf(result *Result) string {
	if result.Err == nil {
		return result.Said
	}
	var e *api.Error
	if !errors.As(result.Err, &e) {
		return result.Err.Error()
	}
	if stuck := (*api.NetworkError)(nil); errors.As(e.Err, &stuck) {
		return stuck.Said
	}
	text := e.Kind.String()
	switch {
	case e.Message != "":
		text += ": " + e.Message
	case e.Err != nil:
		text += ": " + e.Err.Error()
	}
	return text
}
