package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// BenchmarkKeyInView is Update plus View of a key that moves, opens or types, in views of which each has costs of its own.
func BenchmarkKeyInView(b *testing.B) {
	moves := strings.Repeat("j", 16) + strings.Repeat("k", 16)
	typed := []string{"deputy", strings.Repeat("<backspace>", 6)}
	for _, view := range []struct {
		name  string
		lead  []string
		press []string
	}{
		{"Hooks", nil, []string{moves}},
		{"Suggestions", []string{"3"}, []string{moves}},
		{"Secrets", []string{"4"}, []string{moves}},
		{"timeline", []string{"5", "a"}, []string{moves}},
		{"detail", []string{"<enter>"}, []string{moves}},
		{"into and out of a detail", nil, []string{"<enter>", "<esc>"}},
		{"into and out of JSON", nil, []string{"v", "<esc>"}},
		{"into and out of the help", nil, []string{"?", "<esc>"}},
		{"into and out of the palette", nil, []string{":", "<esc>"}},
		{"into and out of the export", nil, []string{"w", "<esc>"}},
		{"into and out of a form", []string{"2"}, []string{"n", "<esc>"}},
		{"into and out of a comparison", []string{"3", " ", "j"}, []string{"c", "<esc>"}},
		{"JSON", []string{"v"}, []string{moves}},
		{"triage", []string{"3", "t", "t"}, []string{"sb"}},
		{"families", []string{"3", "t", "t", "t"}, []string{"sb"}},
		{"matrix", []string{"3", "H"}, []string{"ljhk"}},
		{"compare", []string{"3", " ", "j", "c"}, []string{moves}},
		{"Today", []string{"`"}, []string{moves}},
		{"help", []string{"?"}, []string{strings.Repeat("<down>", 16), strings.Repeat("<up>", 16)}},
		{"help, searching", []string{"?"}, typed},
		{"palette", []string{":"}, typed},
		{"filter", []string{"/"}, typed},
		{"form", []string{"2", "n"}, typed},
	} {
		b.Run(view.name, func(b *testing.B) {
			m := benchConsole(b, 1_000)
			for _, key := range keysOf(view.lead...) {
				benchUpdate(m, key)
			}
			press := keysOf(view.press...)
			for _, key := range press {
				benchUpdate(m, key)
				_ = m.View()
			}
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				benchUpdate(m, press[n%len(press)])
				_ = m.View()
			}
		})
	}
}

// keysOf are the keys of texts; <name> stands for a key that types nothing.
func keysOf(texts ...string) (keys []tea.KeyPressMsg) {
	named := map[string]rune{"<enter>": tea.KeyEnter, "<esc>": tea.KeyEscape, "<backspace>": tea.KeyBackspace, "<down>": tea.KeyDown,
		"<up>": tea.KeyUp}
	for _, text := range texts {
		for text != "" {
			if end := strings.Index(text, ">"); text[0] == '<' && end > 0 {
				keys = append(keys, tea.KeyPressMsg{Code: named[text[:end+1]]})
				text = text[end+1:]
				continue
			}
			keys = append(keys, tea.KeyPressMsg{Code: rune(text[0]), Text: text[:1]})
			text = text[1:]
		}
	}
	return keys
}

// What opens makes what is seen of it, and what stands as it was isn't drawn anew: counted in allocations.
func TestOpeningMakesWhatIsSeen(t *testing.T) {
	for _, of := range []struct {
		name  string
		press []string
		most  float64 // allocations of the keys and their frames
	}{
		{"palette", []string{":", "<esc>"}, 520},
		{"JSON", []string{"v", "<esc>"}, 250},
	} {
		m := newDriver(t, driverOptions{}).model
		press := keysOf(of.press...)
		allocated := testing.AllocsPerRun(20, func() {
			for _, key := range press {
				m.Update(key)
				m.Draw()
			}
		})
		if m.overlay() != nil || allocated > of.most {
			t.Errorf("%s: %v allocations, at most %v wanted", of.name, allocated, of.most)
		}
	}
}
