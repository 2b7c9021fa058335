package dialog

import (
	"slices"
	"testing"

	"gatehouse/keymap"
	"gatehouse/theme/themetest"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// A sheet is made and drawn once for the same, and in the colours of now.
func TestASheetOfTheSameIsMadeOnce(t *testing.T) {
	e := &host.Env{Keys: &keymap.Map{}, Theme: themetest.New(t, "dark")}
	var kept KeptSheet
	made := 0
	open := func(of string) []string {
		s := kept.Open(of, "Sheet", func() []widget.Section {
			made++
			return []widget.Section{{Title: of, Fields: []widget.Field{{Label: "Of", Value: of}}}}
		}, e)
		if s.Closed() {
			t.Error("it is closed when it opens")
		}
		s.Layout(60, 10)
		lines := s.Lines()
		s.over = true
		return lines
	}
	first := open("a")
	if again := open("a"); made != 1 || !slices.Equal(again, first) {
		t.Errorf("made %d times, drawn %q and then %q", made, first, again)
	}
	e.Theme = themetest.New(t, "light")
	if light := open("a"); made != 1 || slices.Equal(light, first) {
		t.Errorf("made %d times; drawn in the new colours: %q", made, light)
	}
	if other := open("b"); made != 2 || slices.Equal(other, first) {
		t.Errorf("made %d times; of another: %q", made, other)
	}
}
