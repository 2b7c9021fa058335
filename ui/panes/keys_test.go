package panes_test

import (
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"gatehouse/keymap"
	"gatehouse/ui/matrix"
	"gatehouse/ui/panes"
	"gatehouse/ui/panes/hooks"
	"gatehouse/ui/panes/notifications"
)

func TestDefaultsAreComplete(t *testing.T) {
	seen := map[keymap.ID]bool{}
	for _, b := range panes.Keys(panes.All()).All() {
		if seen[b.ID] {
			t.Errorf("%s is bound twice", b.ID)
		}
		seen[b.ID] = true
		if b.Title == "" || len([]rune(b.Title)) > 16 {
			t.Errorf("%s: title %q must be short and not empty", b.ID, b.Title)
		}
		if !strings.HasSuffix(b.Help, ".") {
			t.Errorf("%s: help %q must be a sentence", b.ID, b.Help)
		}
		if len(b.Keys) == 0 {
			t.Errorf("%s has no key", b.ID)
		}
		if b.Scope.Title() == "" {
			t.Errorf("%s: scope %s has no title", b.ID, b.Scope)
		}
	}
}

// In TOML, `mark = "m"` and `mark.all = "*"` can't stand in one table, so no id may begin with another one and a dot.
func TestIDsAreNotPrefixesOfEachOther(t *testing.T) {
	all := panes.Keys(panes.All()).All()
	for _, a := range all {
		for _, b := range all {
			if strings.HasPrefix(string(b.ID), string(a.ID)+".") {
				t.Errorf("%s begins with %s", b.ID, a.ID)
			}
		}
	}
}

func TestDefaultsDoNotClash(t *testing.T) {
	taken := map[string]keymap.ID{}
	for _, b := range panes.Keys(panes.All()).All() {
		for _, k := range b.Keys {
			at := b.Scope.String() + " " + k
			if other, ok := taken[at]; ok {
				t.Errorf("%s and %s both use %q in %s", other, b.ID, k, b.Scope)
			}
			taken[at] = b.ID
		}
	}
}

// What works in a list's detail must not hide an action of the pane itself.
func TestDetailShadowsOnlyListMovement(t *testing.T) {
	m := panes.Keys(panes.All())
	for _, b := range m.All() {
		if !b.Scope.Pane() {
			continue
		}
		for _, k := range b.Keys {
			id, ok := m.Lookup(keymap.DetailChain(b.Scope), k)
			hasDetail := b.Scope != notifications.Declaration().Scope && b.Scope != matrix.Scope()
			if hasDetail && (!ok || id != b.ID) {
				t.Errorf("in the detail of %s %q means %s, not %s", b.Scope, k, id, b.ID)
			}
		}
	}
}

func TestSameVerbSameKey(t *testing.T) {
	m := panes.Keys(panes.All())
	for key, ids := range map[string][]keymap.ID{
		"a": {"suggestions.accept", "triage.accept"},
		"d": {"suggestions.dismiss", "triage.dismiss"},
		"x": {"hooks.delete", "webhooks.delete", "suggestions.reject", "triage.reject", "secrets.revoke", "keys.revoke",
			"toolsets.delete", "bindings.delete", "owners.remove"},
		"e":     {"webhooks.edit", "roles.edit", "exporters.edit", "contacts.edit", "notifications.edit"},
		"n":     {"webhooks.create", "suggestions.create", "triage.create", "bindings.create", "owners.add"},
		"t":     {"hooks.toggle", "webhooks.test", "suggestions.triage"},
		"p":     {"history.pick", "bindings.pick", "owners.pick", "suggestions.match", "triage.match"},
		"u":     {"undo"},
		"y":     {"copy.id"},
		"v":     {"raw"},
		"V":     {"mark.range"},
		"space": {"mark.row", "notifications.toggle", "choice.toggle"},
		"/":     {"filter.open"},
		":":     {"palette"},
		"?":     {"help"},
		"T":     {"tenants"},
		"J":     {"journal"},
		"L":     {"requests"},
		"w":     {"export"},
		"r":     {"refresh"},
		"s":     {"triage.skip", "sort.next"},
		"b":     {"triage.back"},
	} {
		for _, id := range ids {
			if got := m.Label(id); got != key {
				t.Errorf("%s is on %q, want %q", id, got, key)
			}
		}
	}
}

// While typing, printable keys and the keys that edit a line belong to the field.
func TestTypingScopesLeaveTextAlone(t *testing.T) {
	m := panes.Keys(panes.All())
	typed := strings.Split("qQ?:/jkdDrRaAgG0123456789,.x'*<>[]é日", "")
	typed = append(typed, "space", "ctrl+a", "ctrl+e", "ctrl+u", "ctrl+w", "ctrl+k", "home", "end", "left", "right", "backspace",
		"delete", "alt+b", "alt+f", "alt+d", "alt+backspace")
	scopes := map[keymap.Scope]bool{}
	for _, b := range m.All() {
		if b.Scope.Typing() {
			scopes[b.Scope] = true
		}
	}
	if len(scopes) != 5 {
		t.Errorf("text is typed in %v", scopes)
	}
	for s := range scopes {
		for _, k := range typed {
			if id, ok := m.Lookup(keymap.Chain(s), k); ok {
				t.Errorf("%q does %s while typing in %s", k, id, s)
			}
			// Even when a caller asks more scopes than it should.
			if id, ok := m.Lookup(append([]keymap.Scope{s}, keymap.Chain(hooks.Declaration().Scope)...), k); ok && len([]rune(k)) == 1 {
				t.Errorf("%q does %s while typing in %s over a list", k, id, s)
			}
		}
		if id, _ := m.Lookup(keymap.Chain(s), "esc"); id == "" {
			t.Errorf("esc does nothing in %s", s)
		}
	}
}

func TestCtrlCAlwaysQuits(t *testing.T) {
	m := panes.Keys(panes.All())
	for _, b := range m.All() {
		if id, ok := m.Lookup(keymap.Chain(b.Scope), "ctrl+c"); !ok || id != keymap.Quit {
			t.Errorf("ctrl+c in %s: %s", b.Scope, id)
		}
	}
	if id, _ := m.Lookup(nil, "ctrl+c"); id != keymap.Quit {
		t.Error("ctrl+c needs no scope")
	}
}

func TestEveryScopeHasAWayOut(t *testing.T) {
	m := panes.Keys(panes.All())
	for _, b := range m.All() {
		if b.Scope == keymap.ScopeAnywhere {
			continue
		}
		id, _ := m.Lookup(keymap.Chain(b.Scope), "esc")
		if out, ok := m.Binding(id); !ok || !out.Exit {
			t.Errorf("esc in %s does %q, which is no way out", b.Scope, id)
		}
	}
}

// Every default key must be what a terminal without any modern protocol sends, decoded as the program decodes it.
func TestDefaultKeysAreDeliverable(t *testing.T) {
	sent := map[string]bool{}
	for _, bytes := range legacyTerminal() {
		var d uv.EventDecoder
		n, event := d.Decode([]byte(bytes))
		press, ok := event.(uv.KeyPressEvent)
		if !ok || n != len(bytes) {
			t.Fatalf("%q is decoded as %T", bytes, event)
		}
		sent[uv.Key(press).String()] = true
	}
	for _, b := range panes.Keys(panes.All()).All() {
		for _, k := range b.Keys {
			if normal, err := keymap.Parse(k); err != nil || normal != k {
				t.Errorf("%s: %q is written %q: %v", b.ID, k, normal, err)
			}
			if !sent[k] {
				t.Errorf("%s: no plain terminal sends %q", b.ID, k)
			}
		}
	}
}

func legacyTerminal() []string {
	all := []string{
		"\r", "\t", "\x1b[Z", "\x7f", "\x1b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~",
		"\x1b[2~", "\x1b[3~", "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~", "\x1b\r", "\x1b[1;3A", "\x1b[1;3B",
	}
	for c := ' '; c <= '~'; c++ {
		all = append(all, string(c))
	}
	for c := 'a'; c <= 'z'; c++ {
		all = append(all, string(c-'a'+1), "\x1b"+string(c))
	}
	return all
}
