package keymap_test

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/keymap"
)

var (
	scopeHooks         = keymap.PaneScope("hooks", "Hooks")
	scopeWebhooks      = keymap.PaneScope("webhooks", "Webhooks")
	scopeSuggestions   = keymap.PaneScope("suggestions", "Suggestions")
	scopeSecrets       = keymap.PaneScope("secrets", "Secrets")
	scopeKeys          = keymap.PaneScope("keys", "Gateway keys")
	scopeNotifications = keymap.PaneScope("notifications", "My notifications")
	scopeEditor        = keymap.TypingScope("editor", "Editor")
)

// builtIn is a map with a few panes.
func builtIn() *keymap.Map {
	return keymap.New(keymap.Panes{
		GoTo: []keymap.Binding{keymap.Bind(keymap.ScopeGlobal, "pane.1", "Hooks", "Go to the hooks.", "1")},
		Own: [][]keymap.Binding{{
			keymap.Bind(scopeHooks, "hooks.toggle", "on/off", "Turn the hook on or off.", "t"),
			keymap.Bind(scopeHooks, "hooks.delete", "delete", "Delete the hook for good.", "x"),
			keymap.BindExit(scopeEditor, "editor.leave", "leave", "Leave the editor; the text stays.", "esc"),
			keymap.Bind(scopeEditor, "editor.send", "send", "Send the text.", "ctrl+s"),
			keymap.Bind(scopeWebhooks, "webhooks.create", "new", "Create a webhook.", "n"),
			keymap.Bind(scopeWebhooks, "webhooks.edit", "edit", "Edit the webhook.", "e"),
			keymap.Bind(scopeWebhooks, "webhooks.test", "test", "Send a test event to the webhook.", "t"),
			keymap.Bind(scopeSuggestions, "suggestions.triage", "triage", "Review the suggestions one card at a time.", "t"),
			keymap.Bind(scopeSuggestions, "suggestions.dismiss", "dismiss", "Dismiss the suggestion.", "d"),
			keymap.Bind(scopeSuggestions, "suggestions.reject", "reject", "Reject the suggestion.", "x"),
			keymap.Bind(scopeSecrets, "secrets.revoke", "revoke", "Revoke the secret: its content is deleted for good.", "x"),
			keymap.Bind(scopeKeys, "keys.revoke", "revoke", "Revoke the gateway key for good.", "x"),
			keymap.Bind(scopeNotifications, "notifications.toggle", "on/off", "Turn this channel on or off for the category.", "space"),
		}},
	})
}

// What panes bring stands where the help wants it: what goes to them with what works everywhere, their own behind the lists, and what
// works while text is typed at the end.
func TestPanesComeIntoTheMap(t *testing.T) {
	var order []string
	for _, b := range builtIn().All() {
		switch b.ID {
		case "pane.previous", "pane.1", "tenants", "detail.leave", "hooks.toggle", "webhooks.create", "triage.accept", "confirm.cancel",
			"editor.leave":
			order = append(order, string(b.ID))
		}
	}
	want := "pane.previous pane.1 tenants detail.leave hooks.toggle webhooks.create triage.accept confirm.cancel editor.leave"
	if got := strings.Join(order, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !scopeEditor.Typing() || scopeEditor.Pane() || scopeHooks.Typing() || !scopeHooks.Pane() || scopeHooks.Title() != "Hooks" {
		t.Error("the scopes of panes are not what they were declared as")
	}
}

func TestLookupFollowsTheChain(t *testing.T) {
	m := builtIn()
	for _, c := range []struct {
		chain []keymap.Scope
		keys  []string
		want  keymap.ID
	}{
		{keymap.Chain(scopeHooks), []string{"t"}, "hooks.toggle"},
		{keymap.Chain(scopeHooks), []string{"j"}, "cursor.down"},
		{keymap.Chain(scopeHooks), []string{"q"}, "quit"},
		{keymap.Chain(scopeHooks), []string{"G", "shift+g"}, "cursor.bottom"},
		{keymap.Chain(scopeHooks), []string{"ctrl+z"}, "suspend"},
		{keymap.Chain(scopeHooks), []string{"esc"}, "back"},
		{keymap.DetailChain(scopeHooks), []string{"j"}, "detail.down"},
		{keymap.DetailChain(scopeHooks), []string{"t"}, "hooks.toggle"},
		{keymap.Chain(keymap.ScopeTriage), []string{"s"}, "triage.skip"},
		{keymap.Chain(keymap.ScopeTriage), []string{"j"}, "detail.down"},
		{keymap.Chain(keymap.ScopeTriage), []string{"u"}, "undo"},
		{keymap.Chain(keymap.ScopeTriage), []string{"space"}, ""},
		{keymap.Chain(scopeNotifications), []string{"space"}, "notifications.toggle"},
		{keymap.Chain(keymap.ScopeDialog), []string{"esc"}, "dialog.cancel"},
		{keymap.Chain(keymap.ScopeDialog), []string{"q"}, ""}, // letters answer nothing: a name may be typed that was not asked for
		{keymap.Chain(keymap.ScopeDialog), []string{"x"}, ""},
		{keymap.Chain(keymap.ScopeDialog), []string{"space"}, ""},
		{keymap.Chain(keymap.ScopeDialog), []string{"u"}, ""},
		{keymap.Chain(scopeHooks), []string{"ctrl+i"}, ""},
	} {
		id, ok := m.Lookup(c.chain, c.keys...)
		if id != c.want || ok != (c.want != "") {
			t.Errorf("%v %v: got %q %v, want %q", c.chain, c.keys, id, ok, c.want)
		}
	}
}

// A key press of another script is understood by where the key is; a Latin layout's own character never is.
func TestLookupOfOtherLayouts(t *testing.T) {
	m := builtIn()
	hooks := keymap.Chain(scopeHooks)
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

func TestInKeepsOrder(t *testing.T) {
	in := builtIn().In(scopeKeys)
	if len(in) != 1 || in[0].ID != "keys.revoke" || in[0].KeyText() != "x" {
		t.Fatalf("got %+v", in)
	}
	if got := keymap.Chain(keymap.ScopeJournal); !slices.Equal(got, []keymap.Scope{keymap.ScopeJournal, keymap.ScopeList, keymap.ScopeGlobal,
		keymap.ScopeAnywhere}) {
		t.Fatalf("got %v", got)
	}
}

// The footer puts a word behind a key: one that only names the key again says nothing.
func TestNoBindingIsCalledByItsKey(t *testing.T) {
	for _, b := range builtIn().All() {
		if len(b.Keys) > 0 && b.Keys[0] == b.Title {
			t.Errorf("%s is called %q, the name of its key", b.ID, b.Title)
		}
	}
}
