package history

import (
	"strconv"
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/chart"
	"gatehouse/ui/grid"
)

// daysBack is how many days the chart of the changes looks back.
const daysBack = 30

// days count the changes of all servers by day and by kind.
func days() *chart.Chart[Change] {
	return &chart.Chart[Change]{One: "change", Groups: []chart.Group[Change]{
		{Title: "By day, UTC", Strip: true, Bars: dayBars,
			Place: func(c Change, e grid.Env) int { return dayPlace(c.Entry.Metadata.CreatedAt, e.Now()) }},
		{Title: "Kind of change", Bars: kindBars, Place: kindPlace},
	}}
}

// day is the beginning of a day in UTC, as the column of dates has it.
func day(at time.Time) time.Time { return at.UTC().Truncate(24 * time.Hour) }

func dayBars(e grid.Env) (bars []chart.Bar) {
	for ago := daysBack; ago >= 0; ago-- {
		date := day(e.Now()).AddDate(0, 0, -ago).Format(time.DateOnly)
		bar := chart.Bar{Label: date, Role: theme.BarFull, Filter: "date:" + date}
		switch {
		case ago == 0:
			bar.Tick = "today"
		case ago%7 == 0 || ago == daysBack:
			bar.Tick = "-" + strconv.Itoa(ago) + "d"
		}
		bars = append(bars, bar)
	}
	return bars
}

func dayPlace(at api.Time, now time.Time) int {
	if !at.Known() || at.IsZero() {
		return -1
	}
	return daysBack - int(day(now).Sub(day(at.Time))/(24*time.Hour))
}

func kinds() []api.ChangeKind {
	return []api.ChangeKind{api.ChangeKindCreate, api.ChangeKindPut, api.ChangeKindHardDelete}
}

func kindBars(grid.Env) (bars []chart.Bar) {
	for _, k := range kinds() {
		bars = append(bars, chart.Bar{Label: k.Words(), Role: changeRole(k), Filter: "change:" + strconv.Quote(k.Words())})
	}
	return bars
}

func kindPlace(c Change, _ grid.Env) int {
	for i, k := range kinds() {
		if c.Entry.Metadata.ChangeKind == k {
			return i
		}
	}
	return -1
}
