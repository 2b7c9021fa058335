package draw

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestBar(t *testing.T) {
	for _, c := range []struct {
		fraction float64
		w        int
		want     string
	}{
		{0, 4, "────"}, {1, 4, "━━━━"}, {0.5, 4, "━━──"}, {0.6, 4, "━━╸─"}, {0.25, 1, "╸"}, {0.875, 1, "╸"},
		{0.0001, 4, "╸───"}, {0.9999, 4, "━━━╸"},
		{math.NaN(), 3, "───"}, {-2, 3, "───"}, {7, 3, "━━━"}, {math.Inf(1), 3, "━━━"}, {math.Inf(-1), 3, "───"},
		{0.5, 0, ""}, {0.5, -1, ""},
	} {
		if got := Bar(c.fraction, c.w); got != c.want {
			t.Errorf("Bar(%v, %d) = %q, want %q", c.fraction, c.w, got, c.want)
		}
	}
	full, rest := BarParts(0.5, 4)
	if full != "━━" || rest != "──" {
		t.Errorf("BarParts = %q, %q", full, rest)
	}
	for w := 1; w <= 45; w++ {
		for halves := range 2*w + 1 {
			full, rest := BarParts(float64(halves)/float64(2*w), w)
			half := strings.Repeat("╸", halves%2)
			if full != strings.Repeat("━", halves/2)+half || rest != strings.Repeat("─", w-halves/2-halves%2) {
				t.Errorf("%d halves of %d: %q, %q", halves, w, full, rest)
			}
		}
	}
}

func TestPercent(t *testing.T) {
	for fraction, want := range map[float64]string{
		0: "0%", 1: "100%", 0.87: "87%", 0.874: "87%", 0.875: "88%", 0.004: "<1%", 0.996: ">99%", 1.2: "120%", -0.5: "-50%",
		1e300: ">999%", -1e300: "<-999%", math.Inf(1): ">999%",
	} {
		if got := Percent(fraction); got != want {
			t.Errorf("Percent(%v) = %q, want %q", fraction, got, want)
		}
	}
	if got := Percent(math.NaN()); got != "–" {
		t.Errorf("Percent(NaN) = %q", got)
	}
}

var now = time.Date(2026, 11, 27, 22, 24, 32, 0, time.UTC)

func TestRelativeTimes(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		ahead         time.Duration
		relative, ago string
	}{
		{0, "now", "now"}, {4 * time.Second, "now", "now"}, {-4 * time.Second, "now", "now"},
		{-42 * time.Second, "42s ago", "42s ago"}, {42 * time.Second, "in 42s", "now"},
		{-5*time.Minute - 59*time.Second, "5m ago", "5m ago"}, {4 * time.Minute, "in 4m", "now"},
		{5*time.Hour + time.Minute, "in 5h", now.Add(5*time.Hour + time.Minute).UTC().Format(time.DateOnly)},
		{-3 * day, "3d ago", "3d ago"}, {-364 * day, "364d ago", "364d ago"}, {-730 * day, "2y ago", "2y ago"}, {800 * day, "in 2y",
			now.Add(800 * day).UTC().Format(time.DateOnly)},
	} {
		if got := Relative(now.Add(c.ahead), now); got != c.relative {
			t.Errorf("Relative(%v) = %q, want %q", c.ahead, got, c.relative)
		}
		if got := Until(now.Add(c.ahead), now); got != c.relative {
			t.Errorf("Until(%v) = %q, want %q", c.ahead, got, c.relative)
		}
		if got := Ago(now.Add(c.ahead), now); got != c.ago {
			t.Errorf("Ago(%v) = %q, want %q", c.ahead, got, c.ago)
		}
	}
	if Ago(time.Time{}, now) != "" || Until(time.Time{}, now) != "" {
		t.Error("the zero time has an age")
	}
	if got := Relative(time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), now); got != "in 7977y" {
		t.Errorf("a time beyond all durations is %q", got)
	}
}

func TestExact(t *testing.T) {
	berlin := time.FixedZone("CET", 3600)
	for _, c := range []struct {
		t    time.Time
		loc  *time.Location
		want string
	}{
		{now, nil, "2026-11-27 22:24:32 UTC"},
		{now, time.UTC, "2026-11-27 22:24:32 UTC"},
		{now, berlin, "2026-11-27 22:24:32 UTC (local 23:24:32 CET)"},
		{now.Add(2 * time.Hour), berlin, "2026-11-28 00:24:32 UTC (local 01:24:32 CET)"},
		{now.Add(time.Hour).In(berlin), berlin, "2026-11-27 23:24:32 UTC (local 2026-11-28 00:24:32 CET)"},
		{time.Time{}, berlin, ""},
	} {
		if got := Exact(c.t, c.loc); got != c.want {
			t.Errorf("Exact(%v) = %q, want %q", c.t, got, c.want)
		}
	}
}

func TestDuration(t *testing.T) {
	const day = 24 * time.Hour
	for d, want := range map[time.Duration]string{
		0: "0s", 1500 * time.Millisecond: "1.5s", 30 * time.Second: "30s", 90 * time.Second: "1m 30s", 90 * time.Minute: "1h 30m",
		8 * day: "8d", 8*day + 5*time.Hour: "8d 5h", 8*day + 5*time.Minute: "8d", -time.Hour: "-1h", time.Hour + time.Second: "1h",
	} {
		if got := Duration(d); got != want {
			t.Errorf("Duration(%d) = %q, want %q", d, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1234: "-1,234", -999: "-999",
		math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 512: "512 B", 1023: "1023 B", 1024: "1.0 KiB", 1258291: "1.2 MiB", 1<<20 - 1: "1.0 MiB", -2048: "-2.0 KiB",
		math.MaxInt64: "8.0 EiB",
	} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestDate(t *testing.T) {
	now := time.Date(2026, 11, 28, 22, 0, 0, 0, time.FixedZone("CET", 3600))
	for at, want := range map[string]string{
		"2026-11-24T15:05:59Z": "Tue 24 Nov 16:05", "2026-11-03T23:30:00Z": "Wed  4 Nov 00:30", "2027-01-02T10:00:00Z": "Sat  2 Jan 11:00",
		"2025-11-03T10:00:00Z": "2025-11-03", "2025-11-27T10:00:00Z": "2025-11-27", "9999-01-01T00:00:00Z": "9999-01-01",
		"0001-01-01T00:00:00Z": "",
	} {
		moment, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := Date(moment, now); got != want {
			t.Errorf("%s: %q, want %q", at, got, want)
		}
	}
}
