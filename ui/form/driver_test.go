package form

import (
	"errors"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/keymap/keytest"
	"gatehouse/theme/themetest"
)

func httpsOnly(s string) error {
	if !strings.HasPrefix(s, "https://") {
		return errors.New("must start with https://")
	}
	return nil
}

// webhook is a webhook to edit.
func webhook() Spec {
	return Spec{Title: "Edit webhook", Fields: []Field{
		{Name: "displayName", Title: "Name", Required: true, Value: "Old", Help: "What people see in lists."},
		{Name: "url", Title: "URL", Required: true, Value: "https://hook.example.com/a", Validate: httpsOnly, Help: "Where events are sent."},
		{Name: "description", Title: "Description", Kind: Text, Value: "d"},
		{Name: "callbackTimeout", Title: "Timeout", Kind: Choice, Value: "691200s",
			Options: []Option{{"60s", "1 minute"}, {"691200s", "8 days"}}},
	}}
}

// every is a form with a field of every kind.
func every() Spec {
	s := webhook()
	s.Intro = "Another system is told about events."
	s.Fields = append(s.Fields,
		Field{Name: "on", Title: "Enabled", Kind: Toggle, Value: "true"},
		Field{Name: "emails", Title: "Addresses", Kind: Lines, Value: "a@x.org\nb@x.org", Validate: func(s string) error {
			if !strings.Contains(s, "@") {
				return errors.New("is not an address")
			}
			return nil
		}},
		Field{Name: "appId", Title: "App", Kind: Pick, Required: true},
		Field{Name: "id", Title: "Id", Kind: Static, Value: "W1", Locked: "the tenant gives it"},
		Field{Name: "datasource.prefix", Title: "Prefix", Unknown: true},
		Field{Name: "kind", Title: "Kind", Value: "x", Locked: "it is built in"},
	)
	return s
}

func open(t testing.TB, s Spec) *Form {
	t.Helper()
	return New(s, themetest.New(t, "none"), nil)
}

// press sends keys by the names that Bubble Tea gives them, or a single character as text.
func press(f *Form, keys ...string) {
	for _, k := range keys {
		run(f, f.Update(keytest.Press(k)))
	}
}

func run(f *Form, cmd tea.Cmd) {
	if cmd != nil {
		f.Update(cmd())
	}
}

// typeIn types text as a terminal without bracketed paste delivers it: line breaks are enter.
func typeIn(f *Form, s string) {
	for _, r := range s {
		switch r {
		case '\n':
			press(f, "enter")
		default:
			press(f, string(r))
		}
	}
}

func goTo(t testing.TB, f *Form, name string) {
	t.Helper()
	for range len(f.fields) + 1 {
		if f.Focused() == name {
			return
		}
		press(f, "tab")
	}
	t.Fatalf("no field %q", name)
}

func clearField(f *Form) { press(f, "end", "ctrl+u") }

func want(t testing.TB, f *Form, values map[string]string, changed ...string) {
	t.Helper()
	got := f.Values()
	for name, v := range values {
		if got[name] != v {
			t.Errorf("value of %s is %q, want %q", name, got[name], v)
		}
	}
	if c := f.Changed(); !slices.Equal(c, changed) {
		t.Errorf("changed is %q, want %q", c, changed)
	}
}

func shows(t testing.TB, f *Form, w, h int, parts ...string) {
	t.Helper()
	v := ansi.Strip(f.View(w, h))
	for _, p := range parts {
		if !strings.Contains(v, p) {
			t.Errorf("%dx%d doesn't show %q:\n%s", w, h, p, v)
		}
	}
}

func hides(t testing.TB, f *Form, w, h int, part string) {
	t.Helper()
	if v := ansi.Strip(f.View(w, h)); strings.Contains(v, part) {
		t.Errorf("%dx%d shows %q:\n%s", w, h, part, v)
	}
}
