package form

import (
	"strings"
	"testing"

	"gatehouse/keymap/keytest"
)

func three() Spec {
	return Spec{Title: "New thing", New: true, Submit: "Create", Fields: []Field{
		{Name: "name", Title: "Name", Help: "What people call it.", Required: true},
		{Name: "url", Title: "URL", Help: "Where it is.", Validate: func(s string) error {
			if !strings.HasPrefix(s, "https://") {
				return errText("must start with https://")
			}
			return nil
		}},
		{Name: "notes", Title: "Notes", Kind: Text},
	}}
}

type errText string

func (e errText) Error() string { return string(e) }

func TestAFormIsAsTallAsItsContentsAndStaysSo(t *testing.T) {
	f := open(t, three())
	height := func() int {
		h := f.Height(86, 42)
		f.View(86, h)
		return h
	}
	want := height()
	if want < roomyHeight || want > 24 {
		t.Fatalf("three fields want %d rows", want)
	}
	for _, key := range []string{"x", "tab", "y", "tab", "a", "enter", "b", "enter", "c", "enter", "d", "enter", "e", "enter", "f", "tab",
		"tab", "shift+tab"} {
		press(f, key)
		if got := height(); got != want {
			t.Errorf("after %s it wants %d rows, before %d", key, got, want)
		}
	}
	shows(t, f, 86, want, "x", "y", "✗ must start with https://", "[ Create ]")
}

func TestAFormTakesMoreRowsForWhatItIsTold(t *testing.T) {
	f := open(t, three())
	before := f.Height(86, 42)
	f.SetTrouble(strings.Repeat("It went wrong for a long reason. ", 30) + "That is all.")
	h := f.Height(86, 42)
	if h <= before || h > 42 {
		t.Errorf("it wants %d rows to say much, %d before", h, before)
	}
	shows(t, f, 86, h, "That is all.", "Name", "[ Create ]")
}

func TestAFormTakesTheWholeOfASmallScreen(t *testing.T) {
	for _, size := range [][2]int{{40, 8}, {76, 14}, {20, 3}} {
		if got := open(t, three()).Height(size[0], size[1]); got != size[1] {
			t.Errorf("%v: it wants %d rows", size, got)
		}
	}
	if got := open(t, every()).Height(86, 20); got != 20 {
		t.Errorf("many fields want %d of 20 rows", got)
	}
}

func TestTheReviewHasItsRows(t *testing.T) {
	s := every()
	s.Title = ""
	f := open(t, s)
	goTo(t, f, "displayName")
	typeIn(f, "x")
	before := f.Height(86, 200)
	f.View(86, before)
	press(f, "pgdown")
	shows(t, f, 86, f.Height(86, 200), "was: ")
}

func TestAnUnknownOutcomeHasItsOwnMark(t *testing.T) {
	f := open(t, three())
	f.SetUnknown("Nobody knows.")
	shows(t, f, 86, 42, "? Nobody knows.")
	f.SetTrouble("Refused.")
	shows(t, f, 86, 42, "✗ Refused.")
	f.SetUnknown("Nobody knows.")
	f.SetError("Too long.", "")
	shows(t, f, 86, 42, "✗ Too long.")
}

// The rows that a field without the focus has are counted as they are drawn.
func TestRowsAreCountedAsTheyAreDrawn(t *testing.T) {
	long := strings.Repeat("a long value of many words ", 40)
	spec := Spec{Title: "Old thing", Intro: long, Blind: true, Fields: []Field{
		{Name: "a", Title: "A", Value: long, Help: "Help."},
		{Name: "b", Title: "B", Kind: Text, Value: strings.Repeat("a line\n", 30), Unknown: true},
		{Name: "c", Title: "C", Kind: Choice, Value: "y", Options: []Option{{Value: "x"}, {Value: "y", Label: long}}},
		{Name: "d", Title: "D", Locked: long, Value: long},
		{Name: "e", Title: "E", Kind: Toggle, Facts: []Fact{{Text: "one"}}},
		{Name: "f", Title: "F", Kind: Toggle, Facts: []Fact{{Text: "two"}}},
		{Name: "g", Title: "G", Kind: Lines, Value: "x\ny\nz"},
	}}
	f := open(t, spec)
	press(f, "x", "tab", "tab", "right")
	for _, size := range [][2]int{{86, 42}, {40, 20}, {20, 8}} {
		f.w, f.h = size[0], size[1]
		f.focus = len(f.fields)
		for i, fd := range f.fields {
			if got, want := f.unfocusedRows(fd, f.leastRows()).all, len(f.blockAt(i, f.leastRows()).lines); got != want {
				t.Errorf("%v: %s has %d rows, drawn are %d", size, fd.Title, got, want)
			}
		}
	}
}

// A line that nobody has edited yet is as one that was.
func TestALineBeforeItIsEditedIsAsAfter(t *testing.T) {
	for _, value := range []string{"", "plain", " two  words ", "tab\there", "größer", "a\nb", "a\r\n", "\x1b[31mred", "e\u0301"} {
		for _, multi := range []bool{false, true} {
			fresh, edited := newEditor(value, multi), newEditor("", multi)
			_ = edited.editable()
			edited.set(value)
			for _, key := range []string{"", "x", "backspace", "left", "left", "y", "delete"} {
				if key != "" {
					fresh.press(keytest.Press(key))
					edited.press(keytest.Press(key))
				}
				if fresh.value() != edited.value() || fresh.row() != edited.row() || fresh.column() != edited.column() {
					t.Errorf("%q, %v, after %q: %q at %d,%d; edited it is %q at %d,%d", value, multi, key, fresh.value(), fresh.row(),
						fresh.column(), edited.value(), edited.row(), edited.column())
				}
			}
		}
	}
}
