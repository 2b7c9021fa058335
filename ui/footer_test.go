package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/keymap"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
)

// footerKeys are the columns at which the keys stand in the footer.
func footerKeys(d *driver) map[string]int {
	footer := draw.StripStyles([]string{d.model.footer()})[0]
	at := map[string]int{}
	for _, h := range append(d.model.pane().Hints(), host.HintsOf("undo", "palette", "help", keymap.Quit)...) {
		n, ok := d.model.named(h)
		if !ok {
			continue
		}
		if i := strings.Index("  "+footer, "  "+n.key+" "); i >= 0 {
			at[n.key] = draw.Width(footer[:i])
		}
	}
	return at
}

// offers looks whether the footer names keys that work.
func (d *driver) offers(want bool, hints ...string) {
	d.t.Helper()
	var working []string
	for _, h := range d.model.pane().Hints() {
		if n, ok := d.model.named(h); ok && !n.off {
			working = append(working, n.key+" "+n.word)
		}
	}
	for _, hint := range hints {
		if got := slices.Contains(working, hint); got != want {
			d.t.Errorf("%q works: %v. The footer: %q\n%s", hint, got, working, d.screen())
		}
	}
}

// Whatever row the cursor is on, a key stands where it stood; what can't be done to the row is dim, not gone.
func TestKeysOfTheFooterKeepTheirPlaces(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {120, 40}, {80, 24}, {40, 10}} {
		for _, tab := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"} {
			t.Run(fmt.Sprintf("%dx%d pane %s", size[0], size[1], tab), func(t *testing.T) {
				t.Parallel()
				d := newDriver(t, driverOptions{w: size[0], h: size[1]})
				d.keys(tab)
				first, off := footerKeys(d), 0
				if len(first) == 0 {
					t.Fatalf("no keys: %s", d.model.footer())
				}
				for range 25 {
					d.keys("j")
					for _, h := range d.model.pane().Hints() {
						if h.Off {
							off++
						}
					}
					if now := footerKeys(d); fmt.Sprint(now) != fmt.Sprint(first) {
						t.Fatalf("the keys stood at %v, and stand at %v: %s", first, now, draw.StripStyles([]string{d.model.footer()})[0])
					}
				}
				if tab == "3" && size[0] == 160 && off == 0 {
					t.Error("no row has a key that does nothing, so that this proves little")
				}
			})
		}
	}
}

// Undo comes at the right end and moves nothing but what there is no room for.
func TestUndoMovesNoKey(t *testing.T) {
	for _, w := range []int{160, 100, 80, 40} {
		d := newDriver(t, driverOptions{w: w, h: 24})
		d.keys("1")
		before := footerKeys(d)
		d.keys("t")
		now := footerKeys(d)
		if _, ok := now["u"]; !ok {
			t.Fatalf("width %d: there is no undo: %s", w, d.model.footer())
		}
		for key, at := range before {
			if there, ok := now[key]; ok && there != at {
				t.Errorf("width %d: %s stood at %d and stands at %d", w, key, at, there)
			}
		}
		if now["u"] < w/3 || now["?"] != before["?"] {
			t.Errorf("width %d: undo at %d, help at %d after %d", w, now["u"], now["?"], before["?"])
		}
	}
}

// A footer that is kept is never shown where another is to be drawn.
func TestAKeptFooterIsTheOneThatWouldBeDrawn(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 45})
	for _, key := range []string{"j", "<enter>", "<esc>", "v", "v", "/", "<esc>", "<space>", "3", "t",
		"<esc>", "?", "<esc>", ":", "<esc>", "2", "n", "<esc>"} {
		d.keys(key)
		for _, w := range []int{160, 90, 160} {
			d.model.Resize(w, 45)
			got := d.model.footer()
			d.model.keptFooters = keptFooters{}
			if want := d.model.footer(); got != want {
				t.Errorf("after %s, in %d cells: %q, want %q", key, w, got, want)
			}
		}
	}
}

// wordsOfFooter are the keys of the footer with their words, and the columns at which they stand.
func wordsOfFooter(d *driver) map[string]int {
	at := map[string]int{}
	footer, from := draw.StripStyles([]string{d.model.footer()})[0], 0
	for word := range strings.SplitSeq(footer, "  ") {
		if text := strings.TrimSpace(word); text != "" {
			at[text] = draw.Width(footer[:from]) + len(word) - len(strings.TrimLeft(word, " "))
		}
		from += len(word) + len("  ")
	}
	return at
}

// Between a list, its record and its marks every key keeps its place.
func TestAListAndItsRecordHaveTheirKeysAtTheSamePlaces(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {120, 40}, {100, 30}, {80, 24}} {
		for _, tab := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"} {
			t.Run(fmt.Sprintf("%dx%d pane %s", size[0], size[1], tab), func(t *testing.T) {
				t.Parallel()
				d := newDriver(t, driverOptions{w: size[0], h: size[1]})
				d.keys(tab)
				seen, in := map[string]int{}, d.model.pane()
				for _, key := range []string{"", "<enter>", "<enter>", "v", "v", "<esc>", "<esc>", " ", "j", " ", "<enter>", "<enter>", "v", "<esc>",
					"<esc>", "<esc>"} {
					if key != "" {
						d.keys(key)
					}
					if d.model.pane() != in { // the row has a list of its own
						seen, in = map[string]int{}, d.model.pane()
					}
					now := wordsOfFooter(d)
					if len(now) < 3 {
						t.Fatalf("after %q: few keys: %v", key, now)
					}
					for word, at := range now {
						if before, ok := seen[word]; ok && before != at && !strings.HasSuffix(word, " fields") {
							t.Errorf("after %q: %q stood at %d, and stands at %d", key, word, before, at)
						}
						seen[word] = at
					}
				}
			})
		}
	}
}
