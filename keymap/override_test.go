package keymap_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/keymap"
)

func override(action string, keys ...string) keymap.Override {
	return keymap.Override{Action: action, Keys: keys}
}

func TestOverride(t *testing.T) {
	before := builtIn()
	m, problems := before.Override([]keymap.Override{
		override("cursor.down", "J", "Down"),
		override("journal", "none"),
		override("help", "F12"),
		override("quit", "none"),
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	hooks := keymap.Chain(scopeHooks)
	for key, want := range map[string]keymap.ID{"J": "cursor.down", "down": "cursor.down", "f12": "help", "j": "", "?": "", "q": "",
		"ctrl+c": "quit"} {
		if id, _ := m.Lookup(hooks, key); id != want {
			t.Errorf("%q does %q, want %q", key, id, want)
		}
	}
	if b, ok := m.Binding("journal"); !ok || len(b.Keys) != 0 || m.Label("journal") != "" {
		t.Errorf("an unbound action must stay, without a key: %+v", b)
	}
	if before.Label("cursor.down") != "j" || before.Label("journal") != "J" {
		t.Error("Override changed the map it was called on")
	}
	if len(m.All()) != len(before.All()) {
		t.Error("Override lost an action")
	}
}

func TestOverrideSwapsKeys(t *testing.T) {
	m, problems := builtIn().Override([]keymap.Override{
		override("suggestions.dismiss", "x"), override("suggestions.reject", "d"),
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if m.Label("suggestions.dismiss") != "x" || m.Label("suggestions.reject") != "d" {
		t.Error("not swapped")
	}
}

func TestOverrideMayShadowWhereTheDefaultsDo(t *testing.T) {
	// detail.down shadows cursor.down on j; so it may on another key of the two.
	_, problems := builtIn().Override([]keymap.Override{
		override("cursor.down", "z"), override("detail.down", "z"),
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
}

func TestOverrideProblems(t *testing.T) {
	for _, c := range []struct {
		overrides []keymap.Override
		at        string // "override/key", all problems in order
		message   string
	}{
		{[]keymap.Override{override("hooks.togle", "t")}, "0/-1", `unknown action "hooks.togle": did you mean "hooks.toggle"?`},
		{[]keymap.Override{override("zzzzzzzzzz", "t")}, "0/-1", `unknown action "zzzzzzzzzz": the help`},
		{[]keymap.Override{override("hooks.toggle", "f5", "ctrl+i")}, "0/1", `hooks.toggle: "ctrl+i" can't be used`},
		{[]keymap.Override{override("hooks.toggle")}, "0/-1", `write "none"`},
		{[]keymap.Override{override("hooks.toggle", "f5", "none")}, "0/1", `"none" can't stand beside other keys`},
		{[]keymap.Override{override("back", "none")}, "0/0", "back is a way out"},
		{[]keymap.Override{override("filter.cancel", "none")}, "0/0", "filter.cancel is a way out"},
		{[]keymap.Override{override("form.submit", "s")}, "0/0", `"s" is text while typing`},
		{[]keymap.Override{override("picker.mark", "space")}, "0/0", `"space" is text while typing`},
		// the same scope
		{[]keymap.Override{override("webhooks.edit", "n")}, "0/0", `webhooks.edit: "n" is also the key of webhooks.create`},
		// an inner scope hides an outer one
		{[]keymap.Override{override("hooks.toggle", "s")}, "0/0", `hooks.toggle: "s" is also the key of sort.next`},
		{[]keymap.Override{override("hooks.toggle", "q")}, "0/0", `hooks.toggle: "q" is also the key of quit`},
		{[]keymap.Override{override("hooks.toggle", "esc")}, "0/0", `is also the key of back`},
		{[]keymap.Override{override("hooks.toggle", "?")}, "0/0", `is also the key of help`},
		{[]keymap.Override{override("hooks.toggle", "h")}, "0/0", `is also the key of detail.leave`},
		{[]keymap.Override{override("triage.skip", "u")}, "0/0", `triage.skip: "u" is also the key of undo`},
		// an outer scope is hidden by inner ones: all are named
		{[]keymap.Override{override("sort.next", "t")}, "0/0", `"t" is also the key of hooks.toggle, webhooks.test and suggestions.triage`},
		// of two overrides that clash the later one is reported, once
		{[]keymap.Override{override("hooks.toggle", "f9"), override("sort.next", "x", "f9")}, "1/0 1/1",
			`sort.next: "f9" is also the key of hooks.toggle`},
		{[]keymap.Override{override("dialog.cancel", "enter")}, "0/0", `is also the key of dialog.activate`},
		{[]keymap.Override{override("dialog.activate", "x")}, "0/0", `would both open a question and answer it`},
		{[]keymap.Override{override("open", "none"), override("detail.zoom", "none"), override("secrets.revoke", "enter")}, "2/0",
			`would both open a question and answer it`},
		{[]keymap.Override{override("suspend", "ctrl+s")}, "0/0", `is also the key of`},
	} {
		_, problems := builtIn().Override(c.overrides)
		var at, messages []string
		for _, p := range problems {
			at = append(at, fmt.Sprintf("%d/%d", p.Override, p.Key))
			messages = append(messages, p.Message)
		}
		if got := strings.Join(at, " "); got != c.at {
			t.Errorf("%v: problems at %q, want %q: %q", c.overrides, got, c.at, messages)
		}
		if !slices.ContainsFunc(messages, func(m string) bool { return strings.Contains(m, c.message) }) {
			t.Errorf("%v: got %q, want %q", c.overrides, messages, c.message)
		}
	}
}

func TestOverrideWithAWrongKeyKeepsTheDefault(t *testing.T) {
	m, problems := builtIn().Override([]keymap.Override{override("hooks.toggle", "ctrl+m")})
	if len(problems) != 1 || m.Label("hooks.toggle") != "t" {
		t.Fatalf("%v, label %q", problems, m.Label("hooks.toggle"))
	}
}
