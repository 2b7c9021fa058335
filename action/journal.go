package action

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/segmentio/ksuid"
)

// Journal keeps a record of every change: what is about to be sent, and what came of it. It must be safe for concurrent use.
type Journal interface {
	// Begin records a change right before it is sent. When it fails, nothing may be sent.
	Begin(context.Context, Entry) error
	// End records what came of the entry with that id. A later ending stands for the ones before.
	End(ctx context.Context, id string, e Ending) error
}

// ErrJournal is the error of steps that were not sent because the journal could not record them.
var ErrJournal = errors.New("the journal can't be written")

// Person is who a change was sent by.
type Person struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// Tenant is where a change was sent to.
type Tenant struct {
	Name string `json:"name"`
	URL  string `json:"url"` // its base URL
}

// Process tells which program wrote an entry: a system reuses numbers, so each run also has a mark of its own.
type Process struct {
	ID  int    `json:"pid"`
	Run string `json:"run"`
}

// Entry is one change as the journal has it. Nothing in it opens or signs anything: see Redact.
type Entry struct {
	ID       string          `json:"id"` // of the entry, a KSUID
	At       time.Time       `json:"at"` // UTC, right before the request was sent
	By       Person          `json:"by"` // empty while it isn't known
	Tenant   Tenant          `json:"tenant"`
	Action   string          `json:"action"`           // "suggestions.accept"
	Title    string          `json:"title"`            // "Accept"
	Undoes   string          `json:"undoes,omitempty"` // the action that it undoes
	Batch    string          `json:"batch,omitempty"`  // the same for all entries of a batch
	Target   Target          `json:"target"`
	Method   string          `json:"method"`
	Path     string          `json:"path"`
	Intended json.RawMessage `json:"intended,omitempty"` // the body, redacted
	Process  Process         `json:"process"`

	// Endings are what came of it, oldest first. Without any, the outcome is not known.
	Endings []Ending `json:"endings,omitempty"`
}

// Ending is what came of a change.
type Ending struct {
	At        time.Time `json:"at"` // UTC
	Outcome   Outcome   `json:"outcome"`
	Resolved  bool      `json:"resolved,omitempty"` // the record was read again, and Shows is what it showed
	Shows     Verdict   `json:"shows,omitempty"`
	Unproven  bool      `json:"unproven,omitempty"` // done as the answer says, and nothing could be read to prove it
	Checked   bool      `json:"checked,omitempty"`  // somebody looked afterwards
	Left      bool      `json:"left,omitempty"`     // somebody was asked to look, and left it
	Status    int       `json:"status,omitempty"`   // of the answer, 0 when none came
	Message   string    `json:"message,omitempty"`
	RequestID string    `json:"requestId,omitempty"`
	Made      string    `json:"made,omitempty"` // the id of the record that came of it, where there was none before
}

// UnmarshalJSON reads an ending. Earlier versions had one word for what was refused and what was not sent.
func (e *Ending) UnmarshalJSON(text []byte) error {
	type plain Ending
	if err := json.Unmarshal(text, (*plain)(e)); err != nil {
		return err
	}
	if e.Outcome == Refused && e.Status == 0 {
		e.Outcome = NotSent
	}
	return nil
}

// Last is what is known of the entry's end; false: nothing.
func (e Entry) Last() (Ending, bool) {
	if len(e.Endings) == 0 {
		return Ending{}, false
	}
	return e.Endings[len(e.Endings)-1], true
}

// Outcome is what became of the change, as far as it is known.
func (e Entry) Outcome() Outcome {
	last, ended := e.Last()
	if !ended {
		return Unknown
	}
	return last.Outcome
}

// Unknown reports whether nothing proves what became of the change.
func (e Entry) Unknown() bool { return e.Outcome() == Unknown }

// Open reports whether nobody knows whether the change was done, and nobody has looked or left it so.
func (e Entry) Open() bool {
	last, _ := e.Last()
	return e.Unknown() && !last.Checked && !last.Left
}

func newID() string { return ksuid.New().String() }
