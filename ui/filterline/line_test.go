package filterline_test

import (
	"strings"
	"testing"

	"gatehouse/ui/filter"
	"gatehouse/ui/filterline"
)

func newLine() filterline.Line {
	return filterline.New(func(text string) (*filter.Filter, error) { return filter.Parse(text, []string{"state", "name"}) })
}

// types is a line after a text was typed, a letter at a time.
func types(text string) filterline.Line {
	l := newLine()
	for n := range len(text) + 1 {
		l.Field().SetValue(text[:n])
		l.Parse()
	}
	return l
}

// A mistake leaves the filter that was there before it, without the word that it is in.
func TestAMistakeLeavesTheLastFilterThatCouldBeRead(t *testing.T) {
	for text, want := range map[string]string{"vpn": "vpn", "vpn state:on": "vpn state:on", "vpn state:": "vpn",
		"state:": "", "vpn stat:on": "vpn"} {
		l := types(text)
		if l.Text != want || (l.Err != nil) != (strings.TrimSpace(text) != want) {
			t.Errorf("%q: the filter is %q, the mistake %v; want %q", text, l.Text, l.Err, want)
		}
		if l.Active() != (want != "") {
			t.Errorf("%q: active %v", text, l.Active())
		}
	}
}

func TestSettingAFilterForgetsTheMistake(t *testing.T) {
	l := types("state:")
	if l.Set("name:vpn"); l.Err != nil || l.Text != "name:vpn" || l.Field().Value() != "name:vpn" {
		t.Errorf("%q, %q, %v", l.Field().Value(), l.Text, l.Err)
	}
	if l.Set(""); l.Active() || l.Err != nil {
		t.Errorf("%q is left", l.Text)
	}
}

// What was there when the line was opened can be gone back to.
func TestALineRemembersTheFilterThatItWasOpenedWith(t *testing.T) {
	l := types("vpn")
	l.Open("other")
	if !l.Typing || l.Before != "vpn" || l.Field().Value() != "other" {
		t.Errorf("typing %v, before %q, in the line %q", l.Typing, l.Before, l.Field().Value())
	}
	l.Close()
	if l.Typing || l.Text != "vpn" {
		t.Errorf("typing %v, the filter is %q", l.Typing, l.Text)
	}
}
