package ui

import (
	"strings"
	"time"

	"github.com/segmentio/ksuid"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
)

// yes is a boolean in words.
func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// at is a time as "3h ago" with the exact time, local and UTC.
func (e *env) at(t api.Time) string {
	if !t.Known() {
		return t.Stamp()
	}
	if t.After(e.now()) {
		return draw.Relative(t.Time, e.now()) + " · " + draw.Exact(t.Time, e.location)
	}
	return e.past(t)
}

// past is at for what has happened: where the tenant's clock is ahead of this one, that isn't to come.
func (e *env) past(t api.Time) string {
	if !t.Known() {
		return t.Stamp()
	}
	return e.happened(t.Time) + " · " + draw.Exact(t.Time, e.location)
}

// happened is how long ago something was; what another clock has dated later than now is said to be ahead of this one.
func (e *env) happened(at time.Time) string {
	const differ = 10 * time.Second
	if now := e.now(); at.Sub(now) >= differ {
		return strings.TrimPrefix(draw.Until(at, now), "in ") + " ahead of this computer's clock"
	}
	return ago(at, e.now())
}

// named is an id with the name that it stands for.
func (e *env) named(kind, id string) string {
	if id == "" {
		return ""
	}
	if name := e.names.get(kind, id); name != "" {
		return name + " (" + id + ")"
	}
	return id
}

// agoOf is when something happened, "" for no time; what can't be read is told as it came.
func agoOf(t api.Time, now time.Time) string {
	if !t.Known() {
		return ifText(!t.IsZero(), "at "+t.Stamp())
	}
	return ago(t.Time, now)
}

// ago is when something happened. Below a minute it doesn't count seconds: what is drawn is drawn again once a minute only, and the same
// event has the same words wherever it stands.
func ago(t, now time.Time) string {
	const differ = 10 * time.Minute // clocks do
	if age := now.Sub(t); age < time.Minute && age > -differ {
		return "just now"
	}
	return draw.Ago(t, now)
}

// age is how old the thing is that an id was made for, where the id tells and the record doesn't.
func (e *env) age(id string, created api.Time) string {
	if made, ok := madeAt(id); ok && !created.Known() {
		return "created " + ago(made, e.now()) + " (from its id)"
	}
	return ""
}

// lastRead says when something was read from the tenant.
func lastRead(at, now time.Time) string {
	if now.Sub(at) < time.Minute {
		return "just now"
	}
	return draw.Ago(at, now)
}

func madeAt(id string) (time.Time, bool) {
	if len(id) != 27 {
		return time.Time{}, false
	}
	parsed, err := ksuid.Parse(id)
	if err != nil {
		return time.Time{}, false
	}
	return parsed.Time(), true
}

func fraction(f float64) *float64 { return &f }

// dates are the fields that nearly every record ends with.
func (e *env) dates(created, updated, deleted api.Time) section {
	s := section{title: "Dates", fields: []field{{label: "Created", value: e.past(created)}, {label: "Updated", value: e.past(updated)}}}
	if !deleted.IsZero() {
		s.fields = append(s.fields, field{label: "Deleted", value: e.past(deleted), role: theme.Bad})
	}
	return s
}

// joined is a list of words, or what its emptiness means.
func joined(values []string, none string) string {
	if len(values) == 0 {
		return none
	}
	return strings.Join(values, ", ")
}

// size is a number of bytes in words, with the exact number beside a rounded one.
func size(n int64) string {
	exact := count(n, "byte")
	if n < 1024 {
		return exact
	}
	return draw.Bytes(n) + " (" + exact + ")"
}

// days is a duration in words with the exact text of the wire.
func days(d api.Duration, unset string) string {
	switch {
	case !d.Set():
		return unset
	case d.Odd:
		return d.Text
	}
	return draw.Duration(d.D) + " (" + d.Text + ")"
}

// timeColumn is a column of times, drawn relative to now and sorted as times.
func timeColumn[T any](name, title string, priority int, at func(T) api.Time) grid.Column[T] {
	return grid.Column[T]{Name: name, Title: title, Min: 8, Max: 10, Priority: priority, Align: draw.Right,
		Text: func(row T, e grid.Env) string {
			switch t := at(row); {
			case t.IsZero():
				return "–"
			case !t.Known():
				return "? " + t.Text
			}
			return ago(at(row).Time, e.Now())
		},
		Search:  func(row T) string { return searchTime(at(row)) },
		Named:   true,
		Hours:   func(row T, e grid.Env) (float64, bool) { return hours(at(row), e.Now(), -1) },
		Export:  func(row T, _ grid.Env) string { return fileTime(at(row)) },
		Role:    func(T, grid.Env) theme.Role { return theme.Dim },
		Compare: func(a, b T) int { return at(a).Compare(at(b).Time) },
	}
}

// endColumn is a time column of what ends: name:<24 finds what will have ended in 24 hours, not what has.
func endColumn[T any](name, title string, priority int, at func(T) api.Time) grid.Column[T] {
	c := timeColumn(name, title, priority, at)
	c.Hours = func(row T, e grid.Env) (float64, bool) { return hours(at(row), e.Now(), 1) }
	past := c.Text
	c.Text = func(row T, e grid.Env) string {
		if t := at(row); t.Known() {
			return draw.Until(t.Time, e.Now())
		}
		return past(row, e)
	}
	return c
}

// hours counts from now into the future (direction 1) or the past (-1); what lies the other way has no number.
func hours(t api.Time, now time.Time, direction float64) (float64, bool) {
	n := direction * t.Sub(now).Hours()
	return n, t.Known() && n >= 0
}

// dateTime is a time to the minute in UTC, "–" for none; what can't be read stands behind a sign, as it came.
func dateTime(t api.Time) string {
	switch {
	case t.IsZero():
		return "–"
	case !t.Known():
		return "? " + t.Text
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// searchTime is what the filter finds a time by: its day, or the text that can't be read.
func searchTime(t api.Time) string {
	if t.Text != "" {
		return t.Text
	}
	return t.Format("2006-01-02")
}

// fileTime is a time as files have it: RFC 3339 in UTC, "" for none. What can't be read is told as it came.
func fileTime(t api.Time) string {
	if !t.Known() {
		return t.Text
	}
	return t.UTC().Format(time.RFC3339)
}

// idColumn shows the id where there is room for it.
func idColumn[T any](priority int, id func(T) string) grid.Column[T] {
	return grid.Column[T]{Name: "id", Title: "Id", Min: 9, Max: 27, Priority: priority, Middle: true, Always: true,
		Text: func(row T, _ grid.Env) string { return id(row) },
		Role: func(T, grid.Env) theme.Role { return theme.Dim }}
}

// count is a number with its word, in the singular for one.
func count(n int64, one string) string { return draw.Counted(n, one) }
