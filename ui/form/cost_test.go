package form

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/theme/themetest"
)

// edited is something with a text in it, and what a key costs there: taking it, and drawing what came of it.
type edited struct {
	name string
	most int
	open func(t testing.TB, text string) (press func(tea.KeyPressMsg))
}

func texts() map[string]func(n int) string {
	return map[string]func(n int) string{
		"one line": func(n int) string { return strings.Repeat("some words ", n/11+1)[:n] },
		"lines":    func(n int) string { return strings.Repeat("some words\n", n/11+1)[:n] },
		"one word": func(n int) string { return strings.Repeat("x", n) },
		"wide":     func(n int) string { return strings.Repeat("日本é🇩🇪", n/7+1)[:n/7*16] },
	}
}

func editedPlaces() []edited {
	inForm := func(kind Kind, limit int) func(testing.TB, string) func(tea.KeyPressMsg) {
		return func(t testing.TB, text string) func(tea.KeyPressMsg) {
			f := open(t, Spec{Title: "T",
				Fields: []Field{{Name: "before", Title: "Before"}, {Name: "x", Title: "X", Kind: kind, Limit: limit, Help: "Help"}}})
			press(f, "tab")
			f.Update(tea.PasteMsg{Content: text})
			return func(key tea.KeyPressMsg) {
				f.Update(key)
				f.View(80, f.Height(80, 38))
				f.Cursor()
			}
		}
	}
	return []edited{
		{"area", AreaLimit, func(t testing.TB, text string) func(tea.KeyPressMsg) {
			a := NewArea("", themetest.New(t, "none"))
			a.Insert(text)
			return func(key tea.KeyPressMsg) {
				a.Update(key)
				a.Resize(100, 1)
				a.Resize(100, a.Rows(20))
				a.View()
				a.Cursor()
			}
		}},
		{"lines field", linesLimit / 4, inForm(Lines, 0)},
		{"text field", textLimit, inForm(Text, 0)},
		{"line field", textLimit, inForm(Line, 0)},
	}
}

func keysOfEditing() map[string]tea.KeyPressMsg {
	return map[string]tea.KeyPressMsg{"letter": {Code: 'y', Text: "y"}, "left": {Code: tea.KeyLeft}, "up": {Code: tea.KeyUp},
		"backspace": {Code: tea.KeyBackspace}}
}

// A key costs at most 2.5 times as much in a text of twice the length: in what it allocates, which follows what it does, and which no
// other load on the machine changes. BenchmarkEditing has the time.
func TestAKeyInATextTwiceAsLong(t *testing.T) {
	for _, place := range editedPlaces() {
		for kind, text := range texts() {
			half, whole := place.open(t, text(place.most/2-64)), place.open(t, text(place.most-128))
			for name, key := range keysOfEditing() {
				short, long := allocated(half, key), allocated(whole, key)
				if float64(long) > 2.5*float64(short)+4096 {
					t.Errorf("%s, %s, %s: %d bytes in a text of half the limit, %d in one up to the limit", place.name, kind, name, short, long)
				}
			}
		}
	}
}

func allocated(press func(tea.KeyPressMsg), key tea.KeyPressMsg) uint64 {
	const presses = 3
	press(key)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range presses {
		press(key)
	}
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / presses
}

// BenchmarkEditing is the time of a key near the limit of each place, and how much longer that is than in a text half as long.
func BenchmarkEditing(b *testing.B) {
	for _, place := range editedPlaces() {
		for kind, text := range texts() {
			for name, key := range keysOfEditing() {
				b.Run(fmt.Sprintf("%s/%s/%s", place.name, kind, name), func(b *testing.B) {
					half, whole := place.open(b, text(place.most/2-64)), place.open(b, text(place.most-128))
					for b.Loop() {
						least := map[bool]time.Duration{false: time.Hour, true: time.Hour}
						for range 9 { // in turn, so that what else the machine does hits both
							for long, press := range map[bool]func(tea.KeyPressMsg){false: half, true: whole} {
								begun := time.Now()
								press(key)
								least[long] = min(least[long], time.Since(begun))
							}
						}
						b.ReportMetric(float64(least[true].Microseconds()), "µs/key")
						b.ReportMetric(float64(least[true])/float64(least[false]), "ratio")
					}
				})
			}
		}
	}
}
