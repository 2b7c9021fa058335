package span

import (
	"math"
	"testing"
	"testing/quick"
	"time"
)

func TestWrite(t *testing.T) {
	for text, d := range map[string]time.Duration{
		"18m": 1080 * time.Second, "1d": oneDay, "7d": 7 * oneDay, "1d 2h": 26 * time.Hour, "0.5s": time.Second / 2, "0s": 0,
		"1h 30m 0.25s": 90*time.Minute + time.Second/4,
		"-1d 1s":       -oneDay - time.Second, "0.000000001s": 1, "30d": 30 * oneDay,
	} {
		if got := Write(d); got != text {
			t.Errorf("Write(%v) = %q, want %q", d, got, text)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"18m": 18 * time.Minute, "1080s": 18 * time.Minute, "7 days": 7 * oneDay, "168h": 7 * oneDay, "1d 2h": 26 * time.Hour,
		"1d2h": 26 * time.Hour, "0.5s": time.Second / 2,
		"8": 8 * oneDay, "1.5": 36 * time.Hour, "1 day": oneDay, "2 weeks": 14 * oneDay, "1 hour, 30 minutes": 90 * time.Minute,
		"1 hour and 30 min": 90 * time.Minute,
		" 8D ":              8 * oneDay, "8d ": 8 * oneDay, "0,5 h": 30 * time.Minute, ".5d": 12 * time.Hour, "500ms": time.Second / 2,
		"-1d": -oneDay, "1d 0h 0m": oneDay, "a day": oneDay, "A Week": 7 * oneDay, "an hour": time.Hour,
		"an hour and 5 minutes": 65 * time.Minute, "1\u00a0d": oneDay, "15250w": 15250 * 7 * oneDay, "65536ms": 65536 * time.Millisecond,
	} {
		if got, err := Parse(text, oneDay); err != nil || got != want {
			t.Errorf("Parse(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "d", "8x", "1d 2", "eight days", "1e5s", "0x1p17s", "1d-2h", "NaN", "Inf", "8d;",
		"99999999999999999999d", "--1d", "1..5d", "a", "an 5m", "a month", "aday", "15251w"} {
		if got, err := Parse(text, oneDay); err == nil {
			t.Errorf("Parse(%q) = %v", text, got)
		}
	}
}

func TestALengthIsReadBackAsItWas(t *testing.T) {
	back := func(n int64) bool {
		got, err := Parse(Write(time.Duration(n)), oneDay)
		return err == nil && got == time.Duration(n)
	}
	if err := quick.Check(back, nil); err != nil {
		t.Error(err)
	}
	for _, n := range []int64{math.MinInt64, math.MaxInt64, 0, 1, -1} {
		if !back(n) {
			t.Errorf("%d comes back otherwise: %s", n, Write(time.Duration(n)))
		}
	}
}

func TestWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		2 * time.Minute: "2 minutes", time.Minute: "1 minute", 90 * time.Second: "1 minute 30 seconds", time.Second: "1 second", 1: "1 second",
		0: "1 second", -5: "1 second",
		1500 * time.Millisecond: "2 seconds", 119*time.Second + 1: "2 minutes", 3 * oneDay: "3 days", oneDay + 5*time.Minute: "1 day",
		65 * time.Minute: "1 hour 5 minutes",
		36 * time.Hour:   "1 day 12 hours", 10 * time.Second: "10 seconds",
	} {
		if got := Words(d); got != want {
			t.Errorf("Words(%v) = %q, want %q", d, got, want)
		}
	}
}

// Without a meaning for it, a number alone is no length.
func TestABareNumberIsNone(t *testing.T) {
	if got, err := Parse("30", 0); err == nil {
		t.Errorf("got %v", got)
	}
}
