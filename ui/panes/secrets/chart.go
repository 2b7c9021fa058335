package secrets

import (
	"fmt"
	"strconv"
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/chart"
	"gatehouse/ui/grid"
)

// onlyActive is the filter of what can still be opened.
const onlyActive = "status:active "

// daysAhead is how many days the strip of expiries looks ahead.
const daysAhead = 30

// expiries counts the active secrets by when they expire, and by whom they are shared with.
func expiries() *chart.Chart[api.Secret] {
	return &chart.Chart[api.Secret]{
		Counts: func(s api.Secret, e grid.Env) bool { return api.SecretStateOf(s, e.Now()) == api.SecretActive },
		One:    "active secret",
		Groups: []chart.Group[api.Secret]{
			{Title: "Expires", Strip: true, Bars: dayBars, Place: dayPlace},
			{Title: "Expires in", Bars: spanBars, Place: spanPlace},
			{Title: "Shared", Bars: sharedBars, Place: sharedPlace},
			{Title: "Views", Bars: viewBars, Place: viewPlace},
		},
	}
}

// expiresIn is how long a secret has; false where that isn't known, or it has no end.
func expiresIn(s api.Secret, now time.Time) (time.Duration, bool) {
	at := s.ContentExpiresAt
	return at.Sub(now), at.Known() && !at.IsZero()
}

func dayBars(grid.Env) (bars []chart.Bar) {
	for day := range daysAhead + 1 {
		bar := chart.Bar{Label: fmt.Sprintf("in %d days", day), Role: theme.BarFull,
			Filter: fmt.Sprintf("%sexpires:>=%d expires:<%d", onlyActive, 24*day, 24*(day+1))}
		switch {
		case day == 0:
			bar.Label, bar.Tick, bar.Role, bar.Filter = "within a day", "now", theme.Warn, onlyActive+"expires:<24"
		case day == 1:
			bar.Label = "in a day"
		case day%7 == 0 && day < daysAhead-2 || day == daysAhead:
			bar.Tick = strconv.Itoa(day) + "d"
		}
		bars = append(bars, bar)
	}
	return bars
}

func dayPlace(s api.Secret, e grid.Env) int {
	left, ok := expiresIn(s, e.Now())
	if !ok || left < 0 || left >= (daysAhead+1)*24*time.Hour {
		return -1
	}
	return int(left / (24 * time.Hour))
}

// spans are the lengths of time by which expiries are counted; what comes later has a bar of its own, and what never expires, too.
func spans() []int { return []int{1, 24, 7 * 24, 30 * 24} }

func spanBars(grid.Env) (bars []chart.Bar) {
	from := 0
	for i, to := range spans() {
		bar := chart.Bar{Label: []string{"under an hour", "1–24 hours", "1–7 days", "7–30 days"}[i], Role: theme.BarFull,
			Filter: fmt.Sprintf("%sexpires:>=%d expires:<%d", onlyActive, from, to)}
		if from == 0 {
			bar.Role, bar.Filter = theme.Warn, fmt.Sprintf("%sexpires:<%d", onlyActive, to)
		}
		bars, from = append(bars, bar), to
	}
	return append(bars, chart.Bar{Label: "later", Role: theme.BarFull, Filter: fmt.Sprintf("%sexpires:>=%d", onlyActive, from)},
		chart.Bar{Label: "never", Role: theme.BarFull, Filter: onlyActive + `expires:""`})
}

func spanPlace(s api.Secret, e grid.Env) int {
	left, ok := expiresIn(s, e.Now())
	switch {
	case s.ContentExpiresAt.IsZero():
		return len(spans()) + 1
	case !ok || left < 0:
		return -1
	}
	for i, to := range spans() {
		if left < time.Duration(to)*time.Hour {
			return i
		}
	}
	return len(spans())
}

func sharedBars(grid.Env) []chart.Bar {
	return []chart.Bar{{Label: "outside", Role: theme.Warn, Filter: onlyActive + "shared:external"},
		{Label: "inside", Role: theme.BarFull, Filter: onlyActive + "shared:internal"}}
}

func sharedPlace(s api.Secret, _ grid.Env) int {
	switch s.SharingMode {
	case api.SharingModeExternal:
		return 0
	case api.SharingModeInternal:
		return 1
	}
	return -1
}

func viewBars(grid.Env) []chart.Bar {
	return []chart.Bar{{Label: "near the limit", Role: theme.Warn, Filter: onlyActive + "used:>=80%"},
		{Label: "below it", Role: theme.BarFull, Filter: onlyActive + "used:<80%"},
		{Label: "no limit", Role: theme.BarFull, Filter: onlyActive + "views:∞"}}
}

func viewPlace(s api.Secret, _ grid.Env) int {
	used, limited := viewsUsed(s)
	switch {
	case !limited:
		return 2
	case used >= nearLimit:
		return 0
	}
	return 1
}
