package draw

import (
	"math"
	"testing"
	"testing/quick"
	"time"
)

func TestSpan(t *testing.T) {
	for text, d := range map[string]time.Duration{
		"18m": 1080 * time.Second, "1d": oneDay, "7d": 7 * oneDay, "1d 2h": 26 * time.Hour, "0.5s": time.Second / 2, "0s": 0, "1h 30m 0.25s": 90*time.Minute + time.Second/4,
		"-1d 1s": -oneDay - time.Second, "0.000000001s": 1, "30d": 30 * oneDay,
	} {
		if got := Span(d); got != text {
			t.Errorf("Span(%v) = %q, want %q", d, got, text)
		}
	}
}

func TestParseSpan(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"18m": 18 * time.Minute, "1080s": 18 * time.Minute, "7 days": 7 * oneDay, "168h": 7 * oneDay, "1d 2h": 26 * time.Hour, "1d2h": 26 * time.Hour, "0.5s": time.Second / 2,
		"8": 8 * oneDay, "1.5": 36 * time.Hour, "1 day": oneDay, "2 weeks": 14 * oneDay, "1 hour, 30 minutes": 90 * time.Minute, "1 hour and 30 min": 90 * time.Minute,
		" 8D ": 8 * oneDay, "8d ": 8 * oneDay, "0,5 h": 30 * time.Minute, ".5d": 12 * time.Hour, "500ms": time.Second / 2, "-1d": -oneDay, "1d 0h 0m": oneDay, "1\u00a0d": oneDay,
	} {
		if got, err := ParseSpan(text, oneDay); err != nil || got != want {
			t.Errorf("ParseSpan(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "d", "8x", "1d 2", "eight days", "1e5s", "0x1p17s", "1d-2h", "NaN", "Inf", "8d;", "99999999999999999999d", "--1d", "1..5d"} {
		if got, err := ParseSpan(text, oneDay); err == nil {
			t.Errorf("ParseSpan(%q) = %v", text, got)
		}
	}
}

func TestASpanIsReadBackAsItWas(t *testing.T) {
	back := func(n int64) bool {
		got, err := ParseSpan(Span(time.Duration(n)), oneDay)
		return err == nil && got == time.Duration(n)
	}
	if err := quick.Check(back, nil); err != nil {
		t.Error(err)
	}
	for _, n := range []int64{math.MinInt64, math.MaxInt64, 0, 1, -1} {
		if !back(n) {
			t.Errorf("%d comes back otherwise: %s", n, Span(time.Duration(n)))
		}
	}
}
