package draw

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Bar draws a fraction from 0 to 1 as a bar of exactly w cells, in halves of a cell: a heavy line on a light one, which reads
// without colour and doesn't run together with the bars of the rows above and below. More than nothing shows at least half a
// cell, less than all never looks full. NaN draws an empty bar.
func Bar(fraction float64, w int) string {
	full, rest := BarParts(fraction, w)
	return full + rest
}

// BarParts is Bar in two pieces, so that they can be painted apart: the heavy line and the light one.
func BarParts(fraction float64, w int) (full, rest string) {
	if w <= 0 {
		return "", ""
	}
	halves := 0
	switch {
	case math.IsNaN(fraction) || fraction <= 0:
	case fraction >= 1:
		halves = 2 * w
	default:
		halves = min(max(int(math.Round(fraction*float64(2*w))), 1), 2*w-1)
	}
	const (
		bar  = "━━━━━━━━━━━━━━━━━━━━╸" // as long as most are, to be cut
		rail = "────────────────────"
		a    = len("━") // as long as the others
		most = len(rail) / a
	)
	cells, half := halves/2, halves%2
	if w > most {
		return strings.Repeat("━", cells) + bar[most*a:][:half*a], strings.Repeat("─", w-cells-half)
	}
	return bar[(most-cells)*a : (most+half)*a], rail[:(w-cells-half)*a]
}

// Percent writes a fraction as "87%". Only nothing is "0%" and only all is
// "100%"; what rounds to them is "<1%" and ">99%". NaN is "–".
func Percent(fraction float64) string {
	percent := math.Round(fraction * 100)
	switch {
	case math.IsNaN(fraction):
		return "–"
	case fraction > 0 && percent < 1:
		return "<1%"
	case fraction < 1 && percent > 99:
		return ">99%"
	case percent > 999:
		return ">999%"
	case percent < -999:
		return "<-999%"
	}
	return strconv.Itoa(int(percent)) + "%"
}

// Relative says when t is, seen from now: "5m ago", "now", "in 5h". It rounds
// towards now, and is "" for the zero time.
func Relative(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	seconds := now.Unix() - t.Unix() // a time.Duration ends at 292 years
	const justNow = 5
	switch {
	case seconds >= justNow:
		return age(seconds) + " ago"
	case seconds <= -justNow:
		return "in " + age(-seconds)
	}
	return "now"
}

// Ago is Relative for something that has happened: a time that lies up to ten
// minutes ahead is "now", because clocks differ, and one further ahead is its
// date.
func Ago(t, now time.Time) string {
	const differ = 10 * time.Minute
	switch ahead := t.Sub(now); {
	case ahead > differ:
		return t.UTC().Format(time.DateOnly)
	case ahead > 0:
		return "now"
	}
	return Relative(t, now)
}

// Date says when something was or will be, in the zone of now: "Tue 24 Nov 16:05", and where that is far away in another year
// "2025-11-03". It is "" for the zero time.
func Date(t, now time.Time) string {
	const near = 90 * 24 * time.Hour // so long it is plain which year is meant
	if t.IsZero() {
		return ""
	}
	at := t.In(now.Location())
	if away := now.Sub(t); at.Year() != now.Year() && (away > near || away < -near) {
		return at.Format(time.DateOnly)
	}
	return at.Format("Mon _2 Jan 15:04")
}

// Until is Relative for something that is to come: "in 5h", and "5h ago" once
// it is over.
func Until(t, now time.Time) string { return Relative(t, now) }

// Coarse writes a length of time in its largest unit: "2d".
func Coarse(d time.Duration) string { return age(int64(d / time.Second)) }

// age writes seconds in their largest unit.
func age(seconds int64) string {
	const minute, hour, day, year = 60, 3600, 24 * 3600, 365 * 24 * 3600
	switch {
	case seconds < minute:
		return unit(seconds, 1, "s")
	case seconds < hour:
		return unit(seconds, minute, "m")
	case seconds < day:
		return unit(seconds, hour, "h")
	case seconds < year:
		return unit(seconds, day, "d")
	}
	return unit(seconds, year, "y")
}

func unit(n, size int64, name string) string {
	return strconv.FormatInt(n/size, 10) + name
}

// Duration writes a length of time in its two largest units: "8d", "1h 30m",
// "1.5s" below a minute.
func Duration(d time.Duration) string {
	const day = 24 * time.Hour
	if d < 0 {
		return "-" + Duration(max(-d, 0))
	}
	if d < time.Minute {
		return d.Round(time.Millisecond).String()
	}
	units := []struct {
		size time.Duration
		name string
	}{{day, "d"}, {time.Hour, "h"}, {time.Minute, "m"}, {time.Second, "s"}}
	for i, u := range units {
		if d < u.size {
			continue
		}
		text := unit(int64(d), int64(u.size), u.name)
		if i+1 < len(units) && d%u.size >= units[i+1].size {
			text += " " + unit(int64(d%u.size), int64(units[i+1].size), units[i+1].name)
		}
		return text
	}
	return "0s"
}

// Exact writes a time to the second in UTC and in loc, which may be nil:
// "2026-11-27 22:24:32 UTC (local 23:24:32 CET)". The local date shows where
// it is another one. It is "" for the zero time.
func Exact(t time.Time, loc *time.Location) string {
	if t.IsZero() {
		return ""
	}
	utc := t.UTC()
	text := utc.Format("2006-01-02 15:04:05 UTC")
	if loc == nil {
		return text
	}
	local := t.In(loc)
	if _, offset := local.Zone(); offset == 0 {
		return text
	}
	layout := "15:04:05 MST"
	if local.Format(time.DateOnly) != utc.Format(time.DateOnly) {
		layout = "2006-01-02 " + layout
	}
	return text + " (local " + local.Format(layout) + ")"
}

// Count writes a number with separators: "1,234".
func Count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// Counted writes a number with the word for what is counted, in the right number: "1 row", "1,234 people".
func Counted(n int64, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + Plural(one)
}

// Plural is the word for several of them.
func Plural(one string) string {
	head, last := "", one
	if at := strings.LastIndexByte(one, ' '); at >= 0 {
		head, last = one[:at+1], one[at+1:]
	}
	switch end := len(last) - 1; {
	case last == "person":
		last = "people"
	case end > 0 && last[end] == 'y' && !strings.ContainsRune("aeiou", rune(last[end-1])):
		last = last[:end] + "ies"
	case strings.HasSuffix(last, "s"), strings.HasSuffix(last, "x"), strings.HasSuffix(last, "ch"), strings.HasSuffix(last, "sh"):
		last += "es"
	default:
		last += "s"
	}
	return head + last
}

// Bytes writes a size in binary units: "512 B", "1.2 MiB".
func Bytes(n int64) string {
	const step = 1024
	if n > -step && n < step {
		return strconv.FormatInt(n, 10) + " B"
	}
	value := float64(n)
	for _, name := range []string{"KiB", "MiB", "GiB", "TiB", "PiB"} {
		value /= step
		if math.Abs(value) < step-0.05 {
			return fmt.Sprintf("%.1f %s", value, name)
		}
	}
	return fmt.Sprintf("%.1f EiB", value/step)
}
