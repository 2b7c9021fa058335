package host

import (
	"strings"
	"time"

	"github.com/segmentio/ksuid"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// At is a time as "3h ago" with the exact time, local and UTC.
func (e *Env) At(t api.Time) string {
	if !t.Known() {
		return t.Stamp()
	}
	if t.After(e.Clock()) {
		return draw.Relative(t.Time, e.Clock()) + " · " + draw.Exact(t.Time, e.Location)
	}
	return e.Past(t)
}

// Past is at for what has happened: where the tenant's clock is ahead of this one, that isn't to come.
func (e *Env) Past(t api.Time) string {
	if !t.Known() {
		return t.Stamp()
	}
	return e.happened(t.Time) + " · " + draw.Exact(t.Time, e.Location)
}

// happened is how long ago something was; what another clock has dated later than now is said to be ahead of this one.
func (e *Env) happened(at time.Time) string {
	const differ = 10 * time.Second
	if now := e.Clock(); at.Sub(now) >= differ {
		return strings.TrimPrefix(draw.Until(at, now), "in ") + " ahead of this computer's clock"
	}
	return Ago(at, e.Clock())
}

// Named is an id with the name that it stands for.
func (e *Env) Named(kind, id string) string {
	if id == "" {
		return ""
	}
	if name := e.Names.Get(kind, id); name != "" {
		return name + " (" + id + ")"
	}
	return id
}

// Ago is when something happened. Below a minute it doesn't count seconds: what is drawn is drawn again once a minute only, and the same
// event has the same words wherever it stands.
func Ago(t, now time.Time) string {
	const differ = 10 * time.Minute // clocks do
	if age := now.Sub(t); age < time.Minute && age > -differ {
		return "just now"
	}
	return draw.Ago(t, now)
}

// Age is how old the thing is that an id was made for, where the id tells and the record doesn't.
func (e *Env) Age(id string, created api.Time) string {
	if made, ok := MadeAt(id); ok && !created.Known() {
		return "created " + Ago(made, e.Clock()) + " (from its id)"
	}
	return ""
}

func MadeAt(id string) (time.Time, bool) {
	if len(id) != 27 {
		return time.Time{}, false
	}
	parsed, err := ksuid.Parse(id)
	if err != nil {
		return time.Time{}, false
	}
	return parsed.Time(), true
}

// Dates are the fields that nearly every record ends with.
func (e *Env) Dates(created, updated, deleted api.Time) widget.Section {
	s := widget.Section{Title: "Dates",
		Fields: []widget.Field{{Label: "Created", Value: e.Past(created)}, {Label: "Updated", Value: e.Past(updated)}}}
	if !deleted.IsZero() {
		s.Fields = append(s.Fields, widget.Field{Label: "Deleted", Value: e.Past(deleted), Role: theme.Bad})
	}
	return s
}
