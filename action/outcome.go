package action

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"gatehouse/api"
)

// Outcome is what became of a change. It is decided here alone, and has the same word wherever it is told: on the screen, in the journal,
// in the shell and in its JSON.
type Outcome int

// The outcomes of a step.
const (
	NotSent     Outcome = iota // nothing left this program, or nothing of it reached the tenant
	Refused                    // the tenant answered that it doesn't do it
	Worked                     // done
	DoneAlready                // refused or not needed, and the record, read again, shows that it is done, by somebody else
	Unknown                    // it was sent, and nothing proves what became of it
)

// outcomeWords are the outcomes in words.
var outcomeWords = [...]string{NotSent: "not sent", Refused: "refused", Worked: "done", DoneAlready: "done already", Unknown: "unknown"}

// String is the outcome's word.
func (o Outcome) String() string {
	if o < 0 || int(o) >= len(outcomeWords) {
		return outcomeWords[Unknown]
	}
	return outcomeWords[o]
}

// MarshalText writes the outcome's word.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// formerWords are those that earlier versions wrote.
var formerWords = map[string]Outcome{"worked": Worked, "accepted": Worked, "failed": Refused}

// UnmarshalText reads the outcome's word; one that this version doesn't know is Unknown.
func (o *Outcome) UnmarshalText(text []byte) error {
	word := strings.ToLower(string(text))
	*o = Unknown
	if former, ok := formerWords[word]; ok {
		*o = former
	}
	if i := slices.Index(outcomeWords[:], word); i >= 0 {
		*o = Outcome(i)
	}
	return nil
}

// failedWith is the outcome of a request that ended with an error. Only the API's own answer is a refusal.
func failedWith(err error) Outcome {
	var e *api.Error
	switch {
	case api.KindOf(err) == api.KindOutcomeUnknown:
		return Unknown
	case !errors.As(err, &e) || e.Status == 0 || e.Kind == api.KindNetwork || e.SignsIn() || errors.Is(err, api.ErrHeld):
		return NotSent
	}
	return Refused
}

// Result is what came of a step.
type Result struct {
	Step    Step
	Outcome Outcome
	// Resolved: the answer was lost, was a refusal or didn't show the change, and the record was read again; Shows is what it showed.
	Resolved bool
	Shows    Verdict
	// Unproven: the tenant answered that it is done, and nothing could be read to prove it.
	Unproven bool
	Now      any    // the record as last seen, nil if it wasn't
	Was      any    // the record as the answer showed it to have been before, where somebody else had changed it; nil: nothing shows that
	Gone     bool   // the record doesn't exist any more
	Err      error  // why, for every outcome but Worked
	Unread   error  // why the record could not be read again to learn what happened
	Said     string // what the answer says beside the record
	Panic    string

	Status     int    // of the answer, 0 when none came
	RequestID  string // as the service gave it
	Unrecorded error  // why the journal doesn't have this outcome

	entry string // of the journal, "" when there is none
}

// Entry is the id of the journal's entry about the step, "" when it has none.
func (r Result) Entry() string { return r.entry }

// Target names what was acted on, as it is called now.
func (r Result) Target() Target {
	if r.Outcome != Worked || r.Gone || r.Now == nil || r.Step.names == nil {
		return r.Step.Target
	}
	now := r.Step.names(r.Now)
	if r.Step.Target.ID != "" && now.ID != r.Step.Target.ID || now.Name == "" {
		return r.Step.Target
	}
	return now
}

// InvalidRequest reports whether the tenant refused the request itself, so that its words may be about what was filled in.
func (r Result) InvalidRequest() bool {
	var e *api.Error
	return r.Outcome == Refused && errors.As(r.Err, &e) &&
		(e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity)
}

// Uncertain says what is known of a step whose outcome is unknown, in sentences: what came back, and what the record shows since.
// brief leaves the request's id out.
func (r Result) Uncertain(brief bool) string {
	heard := Heard(r.Err)
	switch {
	case errors.Is(r.Err, ErrNotShown):
		heard = "The tenant answered that it is done."
	case r.Panic != "":
		heard = "This program failed while it handled the answer."
	case brief:
		heard = HeardBriefly(r.Err)
	}
	if !r.Resolved {
		return heard + " The record can't be read."
	}
	return heard + " " + r.Seen()
}

// Seen says what the record, read again, shows, "" when it wasn't read.
func (r Result) Seen() string {
	answered := errors.Is(r.Err, ErrNotShown)
	switch {
	case !r.Resolved:
		return ""
	case r.Shows == ChangedByOthers && !r.Gone:
		return "Read again, it shows something else: somebody else changed it meanwhile."
	case r.Shows == Done && r.Gone:
		return "Read again, it is gone."
	case r.Shows == Done:
		return "The record, read again, shows it."
	case r.Gone && answered && r.Step.Target.ID == "":
		return "Read again, it isn't there yet."
	case r.Gone:
		return "Read again, it isn't there."
	case answered && r.Step.Still(r.Now) == "" && !r.Step.deletes():
		return "Read again, the record still shows the old values: not saved so far."
	case answered:
		return "Read again, " + r.Step.unchanged(r.Now) + " so far."
	}
	return "Read again, " + r.Step.unchanged(r.Now) + "."
}

// unchanged is what a record shows of a step that it doesn't show as done.
func (s Step) unchanged(now any) string {
	if still := s.Still(now); still != "" {
		return "it is still " + still
	}
	if s.deletes() {
		return "it is still there"
	}
	return "the record doesn't show it"
}

func (s Step) deletes() bool { return s.Removes || s.Request.Method == http.MethodDelete }
