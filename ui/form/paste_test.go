package form

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

func TestPastes(t *testing.T) {
	const address = "https://hook.example.com/日本"
	oneLine := address + "one two"
	twoLines := address + "one\ntwo"
	for name, kind := range textKinds {
		want := twoLines
		if kind == Line {
			want = oneLine
		}
		for _, how := range []string{"bracketed", "unbracketed"} {
			f := textField(t, kind, "")
			f.SetClock(func() time.Time { return time.Unix(1, 0) }) // all of it comes at once
			for _, p := range []string{address, "one\ntwo", ""} {
				if how == "bracketed" {
					f.Update(tea.PasteMsg{Content: p})
				} else {
					typeIn(f, p)
				}
			}
			if got := f.fields[1].text(); got != want {
				t.Errorf("%s %s: %q, want %q", name, how, got, want)
			}
			if f.Focused() != "x" || f.State() != Editing {
				t.Errorf("%s %s: moved to %q or ended with %v", name, how, f.Focused(), f.State())
			}
		}
	}
}

func TestPasteWithOddLineBreaks(t *testing.T) {
	f := textField(t, Line, "")
	f.Update(tea.PasteMsg{Content: "a\r\nb\rc\td\x1b[31m\n"})
	want(t, f, map[string]string{"x": "a b c d[31m"}, "x")
	f = textField(t, Text, "")
	f.Update(tea.PasteMsg{Content: "a\r\nb\rc\n"})
	want(t, f, map[string]string{"x": "a\nb\nc"}, "x")
}

func TestPasteGoesInAtTheCursor(t *testing.T) {
	f := textField(t, Text, "ab\ncd")
	press(f, "home", "right")
	f.Update(tea.PasteMsg{Content: "1\n2"})
	typeIn(f, "!")
	want(t, f, map[string]string{"x": "ab\nc1\n2!d"}, "x")
}

func TestPasteIntoWhatIsNotTextDoesNothing(t *testing.T) {
	f := open(t, every())
	before := f.Values()
	for _, name := range []string{"callbackTimeout", "on", "appId", "id", "kind", ""} {
		goTo(t, f, name)
		f.Update(tea.PasteMsg{Content: "one\ntwo"})
		if f.Focused() != name || f.State() != Editing {
			t.Errorf("%q: moved to %q or ended", name, f.Focused())
		}
	}
	want(t, f, before)
}

// clocked is a form whose time stands still unless the test moves it.
func clocked(f *Form) (*Form, *time.Time) {
	now := time.Unix(1000, 0)
	f.SetClock(func() time.Time { return now })
	return f, &now
}

func TestALineBreakInAShortPasteStaysInItsField(t *testing.T) {
	for text, as := range map[string]string{"b\nc": "ab c", "\nbc": "a bc", "b\n\nc": "ab c", "b\nc\nd\ne\nf": "ab c d e f"} {
		f, _ := clocked(textField(t, Line, "a"))
		typeIn(f, text)
		want(t, f, map[string]string{"x": as}, "x")
		if f.Focused() != "x" {
			t.Errorf("%q: moved to %q", text, f.Focused())
		}
	}
}

func TestNoBurstOfEntersSubmits(t *testing.T) {
	for _, each := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond, 40 * time.Millisecond, 200 * time.Millisecond} {
		f, now := clocked(textField(t, Line, "a"))
		press(f, "b")
		for i := range 50 {
			press(f, "enter")
			if *now = now.Add(each); i == 0 {
				*now = now.Add(600 * time.Millisecond) // a held key repeats after a while
			}
		}
		if f.State() != Editing {
			t.Errorf("enters each %v apart sent the form", each)
		}
	}
}

// A key between shows that the second enter is no repetition of the first one.
func TestAnEnterBehindAnotherKeyIsMeantHoweverSoonItComes(t *testing.T) {
	f, now := clocked(textField(t, Line, "a"))
	for _, key := range []string{"enter", "b", "tab", "enter"} {
		*now = now.Add(200 * time.Millisecond)
		press(f, key)
	}
	if f.State() != Submitted {
		t.Errorf("the form isn't sent; the focus is on %q", f.Focused())
	}
}
