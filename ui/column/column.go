package column

import (
	"strings"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// AgoOf is when something happened, "" for no time; what can't be read is told as it came.
func AgoOf(t api.Time, now time.Time) string {
	if !t.Known() {
		return widget.IfText(!t.IsZero(), "at "+t.Stamp())
	}
	return host.Ago(t.Time, now)
}

// LastRead says when something was read from the tenant.
func LastRead(at, now time.Time) string {
	if now.Sub(at) < time.Minute {
		return "just now"
	}
	return draw.Ago(at, now)
}

func Fraction(f float64) *float64 { return &f }

// Size is a number of bytes in words, with the exact number beside a rounded one.
func Size(n int64) string {
	exact := widget.Count(n, "byte")
	if n < 1024 {
		return exact
	}
	return draw.Bytes(n) + " (" + exact + ")"
}

// Days is a duration in words with the exact text of the wire.
func Days(d api.Duration, unset string) string {
	switch {
	case !d.Set():
		return unset
	case d.Odd:
		return d.Text
	}
	return draw.Duration(d.D) + " (" + d.Text + ")"
}

// DateWidth is how many cells a date takes.
const DateWidth = 16

// Time is a column of times, drawn as dates and sorted as times.
func Time[T any](name, title string, priority int, at func(T) api.Time) grid.Column[T] {
	return grid.Column[T]{Name: name, Title: title, Min: DateWidth, Max: DateWidth, Priority: priority,
		Text:   func(row T, e grid.Env) string { return date(at(row), e.Now()) },
		Search: func(row T) string { return searchTime(at(row)) },
		Named:  true,
		Hours:  func(row T, e grid.Env) (float64, bool) { return hours(at(row), e.Now(), -1) },
		Export: func(row T, _ grid.Env) string { return FileTime(at(row)) },
		Role:   func(T, grid.Env) theme.Role { return theme.Dim },
		When:   func(row T) (time.Time, bool) { t := at(row); return t.Time, t.Known() },
	}
}

// End is a time column of what ends, drawn relative to now: name:<24 finds what will have ended in 24 hours, not what has.
func End[T any](name, title string, priority int, at func(T) api.Time) grid.Column[T] {
	c := Time(name, title, priority, at)
	c.Min, c.Max, c.Align = 7, 10, draw.Right
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

// date is a time in the zone of now, as lists have it; what can't be read stands behind a sign, as it came.
func date(t api.Time, now time.Time) string {
	switch {
	case t.IsZero():
		return "–"
	case !t.Known():
		return "? " + t.Text
	}
	return draw.Date(t.Time, now)
}

// When is such a date in a title.
func When(t api.Time, now time.Time) string { return strings.Replace(date(t, now), "  ", " ", 1) }

// DateTime is a time to the minute in UTC, "–" for none; what can't be read stands behind a sign, as it came.
func DateTime(t api.Time) string {
	switch {
	case t.IsZero():
		return "–"
	case !t.Known():
		return "? " + t.Text
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// searchTime is what the filter finds a time by: its day, or the text that can't be read; nothing where there is none.
func searchTime(t api.Time) string {
	switch {
	case t.Text != "":
		return t.Text
	case t.IsZero():
		return ""
	}
	return t.Format("2006-01-02")
}

// FileTime is a time as files have it: RFC 3339 in UTC, "" for none. What can't be read is told as it came.
func FileTime(t api.Time) string {
	if !t.Known() {
		return t.Text
	}
	return t.UTC().Format(time.RFC3339)
}

// idSpare is how much wider the texts beside an id are before it comes: they are read first.
const idSpare = 16

// ID shows the id where there is room for it.
func ID[T any](priority int, id func(T) string) grid.Column[T] {
	return grid.Column[T]{Name: "id", Title: "Id", Min: 9, Spare: idSpare, Max: 27, Priority: priority, Middle: true, Always: true,
		Text: func(row T, _ grid.Env) string { return id(row) },
		Role: func(T, grid.Env) theme.Role { return theme.Dim }}
}

// Named shows the id where a record has no name. Files have the name as it is.
func Named[T any](c grid.Column[T], target action.Describe[T]) grid.Column[T] {
	name := c.Text
	c.Text = func(row T, e grid.Env) string {
		if text := name(row, e); text != "" {
			return text
		}
		return target(row).ID // telling a target can take long
	}
	if c.Export == nil {
		c.Export = name
	}
	return c
}

func Blank[T any](c grid.Column[T], unseen func(T) bool, name func(T) string) grid.Column[T] {
	text, role, search, number := c.Text, c.Role, c.Search, c.Number
	blank := func(row T, e grid.Env) string {
		switch c.Name {
		case "name":
			return name(row)
		case "id":
			return text(row, e)
		}
		return "?"
	}
	c.Text = func(row T, e grid.Env) string {
		if unseen(row) {
			return blank(row, e)
		}
		return text(row, e)
	}
	c.Role = func(row T, e grid.Env) theme.Role {
		switch {
		case unseen(row):
			return theme.Dim
		case role == nil:
			return theme.Text
		}
		return role(row, e)
	}
	if search != nil {
		c.Search = func(row T) string {
			if unseen(row) {
				return "?"
			}
			return search(row)
		}
	}
	if number != nil {
		c.Number = func(row T) (float64, bool) {
			if unseen(row) {
				return 0, false
			}
			return number(row)
		}
	}
	return c
}

// Dim is a column of what matters less.
func Dim[T any](name, title string, least, priority int, text func(T) string) grid.Column[T] {
	return grid.Column[T]{Name: name, Title: title, Min: least, Weight: 1, Priority: priority, Align: draw.Left,
		Text: func(row T, _ grid.Env) string { return text(row) },
		Role: func(T, grid.Env) theme.Role { return theme.Dim }}
}

func FractionColumn[T any](name, title string, priority int, of func(T) float64) grid.Column[T] {
	return grid.Column[T]{Name: name, Title: title, Min: 10, Max: 10, Priority: priority,
		Text: func(row T, _ grid.Env) string {
			return draw.Bar(of(row), 5) + " " + draw.Fit(draw.Percent(of(row)), 4, draw.Right)
		},
		Search: func(row T) string { return draw.Percent(of(row)) },
		Role:   func(T, grid.Env) theme.Role { return theme.BarFull },
		Number: func(row T) (float64, bool) { return of(row), true }, Share: true}
}

func Number[T any](name, title string, priority int, of func(T) int64) grid.Column[T] {
	return grid.Column[T]{Name: name, Title: title, Min: 6, Max: 8, Priority: priority, Align: draw.Right,
		Text:   func(row T, _ grid.Env) string { return draw.Count(of(row)) },
		Number: func(row T) (float64, bool) { return float64(of(row)), true }}
}

// Once is a column that had another header once: filters that were kept name it so.
func Once[T any](title string, c grid.Column[T]) grid.Column[T] {
	c.Was = title
	return c
}

// Short is a column with a header that is much shorter than its title.
func Short[T any](header string, c grid.Column[T]) grid.Column[T] {
	c.Short = header
	return c
}

// StaleSince says briefly how old what could not be read again is.
func StaleSince(at, now time.Time) string {
	if age, ok := strings.CutSuffix(LastRead(at, now), " ago"); ok {
		return "Not refreshed for " + age
	}
	return "Refresh failed"
}
