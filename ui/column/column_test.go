package column_test

import (
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/ui/column"
	"gatehouse/ui/filter"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
)

var now = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

func in(hours int) api.Time { return api.Time{Time: now.Add(time.Duration(hours) * time.Hour)} }

// name:<24 finds what will have ended within a day and what happened within a day; what lies the other way, or can't be read, has no
// number that a comparison could take for one.
func TestHoursCountOneWay(t *testing.T) {
	e := host.Frozen{At: now}
	ends := column.End("expires", "Expires", 0, func(t api.Time) api.Time { return t })
	happened := column.Time("updated", "Updated", 0, func(t api.Time) api.Time { return t })
	for name, c := range map[string]struct {
		at             api.Time
		until, since   float64
		hasEnd, hasAge bool
	}{
		"tomorrow":  {in(24), 24, 0, true, false},
		"yesterday": {in(-24), 0, 24, false, true},
		"no time":   {at: api.Time{}},
		"odd":       {at: api.Time{Text: "soon"}},
	} {
		if n, ok := ends.Hours(c.at, e); ok != c.hasEnd || ok && n != c.until {
			t.Errorf("%s ends in %v, %t", name, n, ok)
		}
		if n, ok := happened.Hours(c.at, e); ok != c.hasAge || ok && n != c.since {
			t.Errorf("%s was %v ago, %t", name, n, ok)
		}
	}
	if got := happened.Text(api.Time{Text: "soon"}, e); got != "? soon" {
		t.Errorf("a time that can't be read is drawn as %q", got)
	}
	if got := ends.Text(api.Time{}, e); got != "–" {
		t.Errorf("no time is drawn as %q", got)
	}
}

func TestTimesInFilesAreExact(t *testing.T) {
	for want, at := range map[string]api.Time{
		"2026-11-27T12:00:00Z": {Time: now.In(time.FixedZone("east", 7200))},
		"":                     {},
		"12345-99-99":          {Text: "12345-99-99"},
	} {
		if got := column.FileTime(at); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestARoundedSizeHasTheExactOneBesideIt(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 1: "1 byte", 1023: "1,023 bytes"} {
		if got := column.Size(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
	if got := column.Size(1536); got != "1.5 KiB (1,536 bytes)" {
		t.Errorf("got %q", got)
	}
}

func TestHowOldRowsAreIsSaidInWords(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	for ago, want := range map[time.Duration]string{30 * time.Second: "Refresh failed", 5 * time.Minute: "Not refreshed for 5m"} {
		if got := column.StaleSince(now.Add(-ago), now); got != want {
			t.Errorf("after %s: %q, want %q", ago, got, want)
		}
	}
}

// A share is looked for as it is drawn: 80 is 80%, as a fraction it is 0.8, and what is above all is above all.
func TestASharesNumberIsWrittenAsItIsDrawn(t *testing.T) {
	of := func(share float64) float64 { return share }
	g := grid.New(func(share float64) float64 { return share }, []grid.Column[float64]{column.FractionColumn("sure", "Sure", 1, of)})
	for text, want := range map[string]int{"sure:>80": 2, "sure:>0.8": 2, "sure:>80%": 2, "sure:>=79": 3, "sure:<0.5": 1, "sure:<1": 3,
		"sure:=1": 1, "sure:>150%": 0, "sure:<100": 3} {
		f, err := g.ParseFilter(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		found := 0
		for _, share := range []float64{0.4, 0.79, 0.85, 1} {
			if _, ok := f.Match(filter.Doc{Number: func(int) (float64, bool) { return share, true }}); ok {
				found++
			}
		}
		if found != want {
			t.Errorf("%s finds %d, want %d", text, found, want)
		}
	}
}
