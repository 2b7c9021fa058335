package host

import (
	"slices"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
)

// Moment is when something was asked for, among all that was asked and changed from here. The zero Moment is before everything.
type Moment struct {
	At     time.Time
	Serial uint64
}

// Moment is the present one.
func (e *Env) Moment() Moment { return Moment{e.Now(), e.NextSerial()} }

// ListsLag is how long lists may show a record as it was before a change (companion.md 4).
const ListsLag = 3 * time.Minute

// Changing notes that a change from here has begun or ended, is under way, or may still happen: what was read so far may be otherwise now.
func (e *Env) Changing() { e.changed = e.Moment() }

// ChangedSince reports whether that was so after a moment.
func (e *Env) ChangedSince(m Moment) bool { return e.changed.Serial > m.Serial }

// JustRead reports whether what was asked for at a moment isn't asked for again unless somebody wants that: it was read just now, and
// nothing has been changed from here since, nor shortly before: that read may lag.
func (e *Env) JustRead(m Moment) bool {
	lags := e.changed.Serial != 0 && e.Now().Sub(e.changed.At) < ListsLag
	return m.Serial > e.changed.Serial && !lags && e.Lately(m)
}

// Lately reports whether a moment is so near that what was read then needn't be read again for its age.
func (e *Env) Lately(m Moment) bool {
	age := action.Age(e.Now(), m.At)
	return age >= 0 && age <= action.Fresh
}

// Scene is all that what a pane draws is drawn of, besides what is the pane's own: while it is the same, what was drawn stands.
type Scene struct {
	told   uint64
	named  int   // how often names came
	minute int64 // what is in front has its ages drawn anew with each
	theme  *theme.Theme
}

// Scene is the present one.
func (e *Env) Scene() Scene {
	return Scene{e.told, e.Names.Changes(), e.Now().Unix() / 60, e.Theme}
}

// SameButNames reports whether nothing but names is otherwise, for who hears of these.
func (s Scene) SameButNames(o Scene) bool {
	s.named = o.named
	return s == o
}

// Told notes that something came, or was done, that panes may draw otherwise now which aren't in front.
func (e *Env) Told() { e.told++ }

// Sight is a record that was read by its id, and when it was asked for.
type Sight struct {
	Key   AnyKey
	Asked Moment
}

// Question is what somebody looks for among the rows of a resource.
type Question struct {
	Resource string
	Within   string // which of its rows, where not all
	Text     string
}

// answered is the first page of what the tenant answered to a question, and when it was asked.
type answered struct {
	question Question
	asked    Moment
	page     api.Page[AnyRow]
}

// mostAnswers is how many answers are kept.
const mostAnswers = 8

// Keep keeps an answer for who asks the same again.
func (e *Env) Keep(question Question, asked Moment, page api.Page[AnyRow]) {
	e.answers = slices.DeleteFunc(e.answers, func(a answered) bool { return a.question == question || !e.JustRead(a.asked) })
	e.answers = append(e.answers[max(0, len(e.answers)+1-mostAnswers):], answered{question, asked, page})
}

// Kept is the answer to a question that was asked just now.
func (e *Env) Kept(question Question) (page api.Page[AnyRow], ok bool) {
	at := slices.IndexFunc(e.answers, func(a answered) bool { return a.question == question && e.JustRead(a.asked) })
	if at < 0 {
		return page, false
	}
	return e.answers[at].page, true
}
