package form

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap/keytest"
	"gatehouse/theme/themetest"
	"gatehouse/ui/draw"
)

// textField makes a form of which the middle field has the focus.
func textField(t testing.TB, k Kind, value string) *Form {
	f := open(t, Spec{Title: "T", Fields: []Field{
		{Name: "before", Title: "Before"},
		{Name: "x", Title: "X", Kind: k, Value: value},
		{Name: "after", Title: "After"},
	}})
	press(f, "tab")
	return f
}

var textKinds = map[string]Kind{"line": Line, "text": Text, "lines": Lines}

func TestPrintableKeysAreText(t *testing.T) {
	const keys = "qQ?:/jkdDrRaAgG0123456789 ,.x"
	for name, kind := range textKinds {
		f := textField(t, kind, "")
		typeIn(f, keys)
		if got := f.Values()["x"]; got != keys && (kind != Lines || got != strings.TrimSpace(keys)) {
			t.Errorf("%s: %q", name, got)
		}
		if f.State() != Editing || f.Focused() != "x" {
			t.Errorf("%s: state %v, focus %q", name, f.State(), f.Focused())
		}
	}
}

func TestEditingKeysEdit(t *testing.T) {
	steps := []struct {
		keys []string
		want string
	}{
		{[]string{"ctrl+a", "X"}, "Xone two three"},
		{[]string{"home", "X"}, "Xone two three"},
		{[]string{"ctrl+a", "ctrl+e", "X"}, "one two threeX"},
		{[]string{"home", "end", "X"}, "one two threeX"},
		{[]string{"alt+b", "X"}, "one two Xthree"},
		{[]string{"ctrl+w"}, "one two "},
		{[]string{"alt+b", "ctrl+u"}, "three"},
		{[]string{"alt+b", "ctrl+k"}, "one two "},
		{[]string{"left", "left", "backspace"}, "one two thee"},
		{[]string{"home", "delete"}, "ne two three"},
		{[]string{"home", "alt+f", "X"}, "oneX two three"},
		{[]string{"home", "alt+f", "alt+d"}, "one three"},
		{[]string{"left", "alt+d"}, "one two thre"},
		{[]string{"alt+d"}, "one two three"},
	}
	for name, kind := range textKinds {
		for _, s := range steps {
			f := textField(t, kind, "one two three")
			press(f, s.keys...)
			if got := f.fields[1].text(); got != s.want {
				t.Errorf("%s %v: %q, want %q", name, s.keys, got, s.want)
			}
			if f.Focused() != "x" || f.State() != Editing {
				t.Errorf("%s %v moved or ended", name, s.keys)
			}
		}
	}
}

func TestEnterGoesOnFromALine(t *testing.T) {
	f := textField(t, Line, "a")
	press(f, "enter")
	if f.Focused() != "after" {
		t.Fatalf("the focus is on %q, want the next field", f.Focused())
	}
	press(f, "enter")
	if f.Focused() != "" || f.State() != Editing {
		t.Fatalf("after the last field: focus on %q, state %v, want the button", f.Focused(), f.State())
	}
	press(f, "shift+tab", "shift+tab", "c")
	want(t, f, map[string]string{"x": "ac"}, "x")
}

func TestASecondEnterAtTheButtonSubmits(t *testing.T) {
	f, now := clocked(textField(t, Line, "a"))
	press(f, "tab")
	*now = now.Add(time.Second)
	press(f, "enter")
	*now = now.Add(300 * time.Millisecond)
	press(f, "enter")
	if f.State() != Editing {
		t.Fatal("the enter that came at once sent the form")
	}
	shows(t, f, 80, 24, "enter once more to save.")
	*now = now.Add(300 * time.Millisecond)
	if press(f, "enter"); f.State() != Submitted {
		t.Error("enter on the button didn't submit")
	}
}

func TestEnterOnTheButtonSubmits(t *testing.T) {
	f := open(t, webhook())
	goTo(t, f, "")
	press(f, "enter")
	if f.State() != Submitted {
		t.Error("enter on the button didn't submit")
	}
}

func TestClipboardGoesToTheFieldThatAsked(t *testing.T) {
	f := open(t, webhook())
	f.readClipboard = func() (string, error) { return "a\nb", nil }
	cmd := f.Update(keytest.Press("ctrl+v"))
	press(f, "tab")
	f.Update(cmd())
	want(t, f, map[string]string{"displayName": "Olda b"}, "displayName")
	other := open(t, webhook())
	other.Update(cmd())
	want(t, other, nil)

	f.readClipboard = func() (string, error) { return "", errors.New("no display") }
	press(f, "ctrl+v")
	shows(t, f, 120, 24, "The clipboard can't be read from here.")
}

func TestHostileValuesAreHarmlessAndKept(t *testing.T) {
	const hostile = "A\x1b]52;c;eA==\a\u202egpj\x00\r\nB\u200b"
	for name, kind := range textKinds {
		f := open(t, Spec{Title: hostile, Intro: hostile, Fields: []Field{
			{Name: "x", Title: hostile, Help: hostile, Kind: kind, Value: hostile, Locked: ""},
			{Name: "y", Title: "Y", Kind: Static, Value: hostile, Locked: hostile},
			{Name: "z", Title: "Z", Kind: Choice, Value: hostile, Options: []Option{{Value: "a", Label: hostile}}},
		}})
		for range 4 {
			for _, size := range [][2]int{{80, 40}, {40, 10}, {20, 5}} {
				v := strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(f.View(size[0], size[1]), "\x1b[", ""), "\n", ""), "\u200b", "")
				if i := strings.IndexFunc(v, func(r rune) bool { return r < ' ' || r == 0x202e || r >= 0x7f && r < 0xa0 }); i >= 0 {
					t.Errorf("%s: %q is drawn", name, v[i:min(len(v), i+8)])
				}
			}
			press(f, "tab")
		}
		want(t, f, map[string]string{"x": hostile, "y": hostile, "z": hostile})
		if f.Focused() != "x" {
			t.Fatalf("focus is %q", f.Focused())
		}
		shows(t, f, 100, 40, "can't be edited here")
		press(f, "x", "backspace")
		want(t, f, map[string]string{"x": hostile})
		press(f, "!")
		if got := f.Values()["x"]; strings.ContainsAny(got, "\x1b\x00\a") || !strings.HasSuffix(strings.TrimSuffix(got, "\u200b!"), "B") {
			t.Errorf("%s: after an edit %q", name, got)
		}
	}
}

var sizes = [][2]int{{160, 45}, {80, 24}, {40, 10}, {20, 5}, {10, 3}, {2, 2}, {1, 1}, {1, 24}, {80, 1}, {7, 6}, {500, 200}}

// fits checks that a drawn form is exactly as large as asked for.
func fits(t *testing.T, f *Form, w, h int) {
	t.Helper()
	lines := strings.Split(f.View(w, h), "\n")
	if len(lines) != h {
		t.Fatalf("%dx%d: %d lines", w, h, len(lines))
	}
	for i, l := range lines {
		if got := draw.Width(l); got != w {
			t.Fatalf("%dx%d: line %d has %d cells: %q", w, h, i, got, l)
		}
	}
	if c := f.Cursor(); c != nil && (c.X < 0 || c.Y < 0 || c.X >= w || c.Y >= h) {
		t.Fatalf("%dx%d: cursor at %d,%d", w, h, c.X, c.Y)
	}
}

func TestSizes(t *testing.T) {
	f := open(t, every())
	f.SetValue("displayName", strings.Repeat("日本 👩‍💻 very long name ", 20), "")
	f.SetValue("description", strings.Repeat("word ", 200)+"\n\nend", "")
	f.SetError("the tenant is "+strings.Repeat("very ", 60)+"sorry", "")
	for range len(f.fields) + 1 {
		for _, s := range sizes {
			fits(t, f, s[0], s[1])
		}
		press(f, "tab")
	}
	press(f, "esc")
	for _, s := range sizes {
		fits(t, f, s[0], s[1])
	}
	if f.View(0, 0) != "" || f.View(-1, 5) != "" {
		t.Error("no size must draw nothing")
	}
}

func TestCursorIsWhereTheTextIs(t *testing.T) {
	f := open(t, webhook())
	own := strings.Count(f.View(80, 24), "\x1b[7m")
	f.SetRealCursor(true)
	if left := strings.Count(f.View(80, 24), "\x1b[7m"); own-left != 1 {
		t.Errorf("the form draws %d cursors of its own, want one", own-left)
	}
	if c := f.Cursor(); c == nil || c.X != 6 || c.Y != 3 {
		t.Errorf("cursor is %+v, want behind Old at 6,3", c)
	}
	for _, s := range [][2]int{{80, 24}, {40, 10}, {20, 5}, {20, 2}, {20, 1}} {
		goTo(t, f, "description")
		view := strings.Split(f.View(s[0], s[1]), "\n")
		c := f.Cursor()
		if c == nil || strings.TrimRight(draw.StripStyles(view)[c.Y], " ")[len("▌"):] == "" {
			t.Errorf("%v: cursor %+v", s, c)
		}
	}
	goTo(t, f, "")
	f.View(80, 24)
	if c := f.Cursor(); c != nil {
		t.Errorf("the button has a cursor at %+v", c)
	}
}

func TestHintsSayWhatTheFieldTakes(t *testing.T) {
	f := open(t, every())
	shows(t, f, 80, 24, "ctrl+s save · tab next · esc cancel")
	for name, hint := range map[string]string{"on": "space switch", "callbackTimeout": "← → change", "appId": "enter choose"} {
		goTo(t, f, name)
		shows(t, f, 80, 24, hint+" · ctrl+s save · tab next · esc cancel")
		shows(t, f, 40, 10, hint+" · ctrl+s save · esc cancel")
	}
	goTo(t, f, "displayName")
	typeIn(f, "x")
	shows(t, f, 80, 24, "alt+r put back")
}

func TestTheFocusIsAlwaysInView(t *testing.T) {
	f := open(t, every())
	for range len(f.fields) {
		for _, s := range [][2]int{{80, 24}, {40, 10}, {40, 6}, {20, 5}} {
			shows(t, f, s[0], s[1], f.current().Title)
		}
		press(f, "tab")
	}
	shows(t, f, 40, 10, "[ Save ]")
	shows(t, f, 20, 3, "[ Save ]")
}

func TestRandomInputNeverPanicsOrBreaksTheScreen(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	keys := []string{"tab", "shift+tab", "up", "down", "left", "right", "home", "end", "enter", "backspace", "delete", "space", "a",
		"日", "é", "alt+b", "alt+f", "alt+d", "alt+r", "ctrl+a", "ctrl+e", "ctrl+u", "ctrl+w", "ctrl+k", "ctrl+d", "ctrl+h", "ctrl+home",
		"ctrl+end", "ctrl+n", "ctrl+p", "ctrl+s", "esc", "pgup", "pgdown", "ctrl+left", "ctrl+t", "alt+backspace"}
	pastes := []string{"", "\n", "one\ntwo\r\n", "👩‍💻\u0301\u202e", "\x1b[200~x", strings.Repeat("long ", 50), "\xff\xfe"}
	for range 30 {
		f := open(t, every())
		for range 100 {
			switch n := rnd.IntN(len(keys) + 4); {
			case n < len(keys):
				press(f, keys[n])
			case n == len(keys):
				f.Update(tea.PasteMsg{Content: pastes[rnd.IntN(len(pastes))]})
			case n == len(keys)+1:
				f.SetError(pastes[rnd.IntN(len(pastes))], pastes[rnd.IntN(len(pastes))]+" url")
			case n == len(keys)+2:
				f.SetBusy(rnd.IntN(3) == 0)
			default:
				f.SetValue([]string{"appId", "description", "callbackTimeout", "id"}[rnd.IntN(4)], pastes[rnd.IntN(len(pastes))], "")
			}
			if f.State() != Editing {
				f.Resume()
			}
			s := sizes[rnd.IntN(len(sizes)-1)]
			fits(t, f, s[0], s[1])
			if c := f.Changed(); slices.Contains(c, "id") || slices.Contains(c, "kind") {
				t.Fatalf("a locked field changed: %q", c)
			}
		}
	}
}

func TestWordIsTypedByHand(t *testing.T) {
	w := NewWord("Pay roll", themetest.New(t, "none"))
	w.Update(tea.PasteMsg{Content: "Pay roll"})
	if w.Matches() || !w.Refused() {
		t.Error("a paste counted")
	}
	if v := draw.StripStyles([]string{w.View(40)})[0]; !strings.Contains(v, "type it by hand") {
		t.Errorf("the paste isn't answered: %q", v)
	}
	for _, r := range "Pay roll" {
		if w.Matches() {
			t.Error("matches too early")
		}
		w.Update(keytest.Press(string(r)))
	}
	w.Update(keytest.Press("enter"))
	if !w.Matches() || w.Refused() {
		t.Errorf("%q doesn't match", w.Typed())
	}
	for _, width := range []int{0, 1, 2, 5, 40} {
		if got := draw.Width(w.View(width)); got != width {
			t.Errorf("%d cells instead of %d", got, width)
		}
	}
	w.Update(keytest.Press("x"))
	if w.Matches() {
		t.Error("more than the word matches")
	}
}

func TestWordShowsTheEndOfWhatIsTyped(t *testing.T) {
	w := NewWord("Legal holds of Lisbon", themetest.New(t, "none"))
	for _, r := range "Legal holds of Lis" {
		w.Update(keytest.Press(string(r)))
	}
	if got := strings.TrimRight(draw.StripStyles([]string{w.View(15)})[0], " "); got != "…lds of Lis" {
		t.Errorf("%q is shown", got)
	}
	w.Update(keytest.Press("home"))
	if got := strings.TrimRight(draw.StripStyles([]string{w.View(15)})[0], " "); !strings.HasPrefix(got, "Legal holds") {
		t.Errorf("%q is shown", got)
	}
}

func BenchmarkKey(b *testing.B) {
	s := every()
	s.Fields[5].Value = strings.Repeat("someone.with.a.name@example.com\n", 500)
	f := open(b, s)
	goTo(b, f, "emails")
	for b.Loop() {
		f.Update(keytest.Press("x"))
		f.View(80, 24)
		f.Update(keytest.Press("backspace"))
		f.View(80, 24)
	}
}
