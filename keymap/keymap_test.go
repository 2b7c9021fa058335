package keymap_test

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/keymap"
)

func TestDefaultsAreComplete(t *testing.T) {
	seen := map[keymap.ID]bool{}
	for _, b := range keymap.Default().All() {
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
			t.Errorf("%s: scope %q has no title", b.ID, b.Scope)
		}
	}
}

// In TOML, `mark = "m"` and `mark.all = "*"` can't stand in one table, so no id may begin with another one and a dot.
func TestIDsAreNotPrefixesOfEachOther(t *testing.T) {
	all := keymap.Default().All()
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
	for _, b := range keymap.Default().All() {
		for _, k := range b.Keys {
			at := string(b.Scope) + " " + k
			if other, ok := taken[at]; ok {
				t.Errorf("%s and %s both use %q in %s", other, b.ID, k, b.Scope)
			}
			taken[at] = b.ID
		}
	}
}

// What works in a list's detail must not hide an action of the pane itself.
func TestDetailShadowsOnlyListMovement(t *testing.T) {
	m := keymap.Default()
	for _, b := range m.All() {
		if !b.Scope.Pane() {
			continue
		}
		for _, k := range b.Keys {
			id, ok := m.Lookup(keymap.DetailChain(b.Scope), k)
			if b.Scope != keymap.ScopeNotifications && (!ok || id != b.ID) {
				t.Errorf("in the detail of %s %q means %s, not %s", b.Scope, k, id, b.ID)
			}
		}
	}
}

func TestSameVerbSameKey(t *testing.T) {
	m := keymap.Default()
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

func TestLookupFollowsTheChain(t *testing.T) {
	m := keymap.Default()
	for _, c := range []struct {
		chain []keymap.Scope
		keys  []string
		want  keymap.ID
	}{
		{keymap.Chain(keymap.ScopeHooks), []string{"t"}, "hooks.toggle"},
		{keymap.Chain(keymap.ScopeHooks), []string{"j"}, "cursor.down"},
		{keymap.Chain(keymap.ScopeHooks), []string{"q"}, "quit"},
		{keymap.Chain(keymap.ScopeHooks), []string{"G", "shift+g"}, "cursor.bottom"},
		{keymap.Chain(keymap.ScopeHooks), []string{"ctrl+z"}, "suspend"},
		{keymap.Chain(keymap.ScopeHooks), []string{"esc"}, "back"},
		{keymap.DetailChain(keymap.ScopeHooks), []string{"j"}, "detail.down"},
		{keymap.DetailChain(keymap.ScopeHooks), []string{"t"}, "hooks.toggle"},
		{keymap.Chain(keymap.ScopeTriage), []string{"s"}, "triage.skip"},
		{keymap.Chain(keymap.ScopeTriage), []string{"j"}, "detail.down"},
		{keymap.Chain(keymap.ScopeTriage), []string{"u"}, "undo"},
		{keymap.Chain(keymap.ScopeTriage), []string{"space"}, ""},
		{keymap.Chain(keymap.ScopeNotifications), []string{"space"}, "notifications.toggle"},
		{keymap.Chain(keymap.ScopeDialog), []string{"esc"}, "dialog.cancel"},
		{keymap.Chain(keymap.ScopeDialog), []string{"q"}, ""}, // letters answer nothing: a name may be typed that was not asked for
		{keymap.Chain(keymap.ScopeDialog), []string{"x"}, ""},
		{keymap.Chain(keymap.ScopeDialog), []string{"space"}, ""},
		{keymap.Chain(keymap.ScopeDialog), []string{"u"}, ""},
		{keymap.Chain(keymap.ScopeHooks), []string{"ctrl+i"}, ""},
	} {
		id, ok := m.Lookup(c.chain, c.keys...)
		if id != c.want || ok != (c.want != "") {
			t.Errorf("%v %v: got %q %v, want %q", c.chain, c.keys, id, ok, c.want)
		}
	}
}

// A key press of another script is understood by where the key is; a Latin layout's own character never is.
func TestLookupOfOtherLayouts(t *testing.T) {
	m := keymap.Default()
	hooks := keymap.Chain(keymap.ScopeHooks)
	for _, c := range []struct {
		keys []string
		want keymap.ID
	}{
		{[]string{"й", "q"}, "quit"},                // Cyrillic
		{[]string{"П", "shift+g"}, "cursor.bottom"}, // Cyrillic, shifted
		{[]string{"@", "q"}, ""},                    // German AltGr+q
		{[]string{"'", "q"}, "views.open"},          // Dvorak
		{[]string{"ö", ";"}, ""},
		{[]string{"shift+tab", "shift+tab"}, "pane.previous"},
	} {
		if id, _ := m.Lookup(hooks, c.keys...); id != c.want {
			t.Errorf("%v: got %q, want %q", c.keys, id, c.want)
		}
	}
}

// While typing, printable keys and the keys that edit a line belong to the field.
func TestTypingScopesLeaveTextAlone(t *testing.T) {
	m := keymap.Default()
	typed := strings.Split("qQ?:/jkdDrRaAgG0123456789,.x'*<>[]é日", "")
	typed = append(typed, "space", "ctrl+a", "ctrl+e", "ctrl+u", "ctrl+w", "ctrl+k", "home", "end", "left", "right", "backspace",
		"delete", "alt+b", "alt+f", "alt+d", "alt+backspace")
	for _, s := range []keymap.Scope{keymap.ScopeFilter, keymap.ScopePicker, keymap.ScopeForm, keymap.ScopeConfirm, keymap.ScopeCEL} {
		for _, k := range typed {
			if id, ok := m.Lookup(keymap.Chain(s), k); ok {
				t.Errorf("%q does %s while typing in %s", k, id, s)
			}
			// Even when a caller asks more scopes than it should.
			if id, ok := m.Lookup(append([]keymap.Scope{s}, keymap.Chain(keymap.ScopeHooks)...), k); ok && len([]rune(k)) == 1 {
				t.Errorf("%q does %s while typing in %s over a list", k, id, s)
			}
		}
		if id, _ := m.Lookup(keymap.Chain(s), "esc"); id == "" {
			t.Errorf("esc does nothing in %s", s)
		}
	}
}

func TestCtrlCAlwaysQuits(t *testing.T) {
	m := keymap.Default()
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
	m := keymap.Default()
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

func TestInKeepsOrder(t *testing.T) {
	in := keymap.Default().In(keymap.ScopeKeys)
	if len(in) != 1 || in[0].ID != "keys.revoke" || in[0].KeyText() != "x" {
		t.Fatalf("got %+v", in)
	}
	if got := keymap.Chain(keymap.ScopeJournal); !slices.Equal(got, []keymap.Scope{"journal", "list", "global", "anywhere"}) {
		t.Fatalf("got %v", got)
	}
}
