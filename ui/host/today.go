package host

import (
	"context"
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/widget"
)

// Topic is what a pane looks into by itself for the first screen: one question to the tenant, and the lines that its answer fills.
type Topic struct {
	Lines []TodayLine
	// Read asks the tenant, in at most two requests, and tells what was found for each of the lines, in their order.
	Read func(context.Context, *api.Client, Frozen) ([]Found, error)
}

// TodayLine is a line of the first screen as it is known before anything is read.
type TodayLine struct {
	Name string // "secrets.outside"
	One  string // "secret is shared outside"
	Many string // "secrets are shared outside"
	None string // "No secret is shared outside"
	// Title names the records whether there are any or not: "Secrets shared outside". Empty: what Many says.
	Title string
	Role  theme.Role // of the sign and the number while there are any
}

// Found is what was read for a line.
type Found struct {
	Count int                       // of the records that the line is about
	Of    int                       // of the records that were read
	More  bool                      // the tenant has more than was read
	Facts func(*Env) []widget.Piece // what sums up those that were counted; nil: nothing
	Items func(*Env) []TodayItem    // the first of them, what is most urgent first; nil: none
	Refs  []widget.Ref              // ids that facts and items need the names of
	// Open shows the records, as they were read at that time.
	Open func(read time.Time) Pane
}

// TodayItem is one of the records that a line is about.
type TodayItem struct {
	Why   widget.Piece // what puts it there: "in 4m", "critical"
	Name  string
	Facts []widget.Piece // what else tells
}

// week is how long ago counts as this week.
const week = 7 * 24 * time.Hour

// ThisWeek reports whether something happened within the last seven days.
func ThisWeek(at api.Time, now time.Time) bool {
	return at.Known() && !at.IsZero() && !at.After(now) && now.Sub(at.Time) <= week
}

// TodayAgo says how long ago something was.
func TodayAgo(at api.Time, e *Env) widget.Piece {
	if !at.Known() || at.IsZero() {
		return widget.Piece{Role: theme.Dim}
	}
	return widget.Piece{Role: theme.Dim, Text: Ago(at.Time, e.Clock())}
}
