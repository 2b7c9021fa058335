package keymap

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// ID names an action, for example "cursor.down" or "suggestions.accept". It is what the config file writes.
type ID string

// Binding ties an action to its keys.
type Binding struct {
	ID    ID
	Scope Scope
	Keys  []string // normalised; empty: reachable through the palette only
	Title string   // the footer's word
	Help  string   // one plain sentence

	// Exit marks a way out: it can be moved to another key, but not be left without one.
	Exit bool
}

// KeyText lists the keys as a person reads them: "j, down".
func (b Binding) KeyText() string { return strings.Join(b.Keys, ", ") }

// alwaysQuit leaves the program whatever the configuration says.
const alwaysQuit = "ctrl+c"

// Map is an immutable set of bindings, safe for concurrent use.
type Map struct {
	bindings []Binding
	byID     map[ID]int
	byKey    func() map[Scope]map[string]ID // made with the first key: no frame needs it
	in       func() map[Scope][]Binding     // made with the first help
}

func newMap(bindings []Binding) *Map {
	m := &Map{bindings: bindings, byID: make(map[ID]int, len(bindings))}
	m.byKey = sync.OnceValue(func() map[Scope]map[string]ID { return keysOf(bindings) })
	m.in = sync.OnceValue(func() map[Scope][]Binding {
		in := map[Scope][]Binding{}
		for _, b := range bindings {
			in[b.Scope] = append(in[b.Scope], b)
		}
		return in
	})
	for i, b := range bindings {
		m.byID[b.ID] = i
	}
	return m
}

// keysOf are the actions of the keys in each scope; of two on one key the first has it.
func keysOf(bindings []Binding) map[Scope]map[string]ID {
	byKey := make(map[Scope]map[string]ID)
	for _, b := range bindings {
		keys := byKey[b.Scope]
		if keys == nil {
			keys = make(map[string]ID)
			byKey[b.Scope] = keys
		}
		for _, k := range b.Keys {
			if _, taken := keys[k]; !taken {
				keys[k] = b.ID
			}
		}
	}
	return byKey
}

// Lookup finds the action of a key press. keys are the spellings of that one press, the typed text first (Bubble Tea's String,
// then Keystroke); scopes are asked in order, see Chain. ctrl+c is always Quit.
func (m *Map) Lookup(scopes []Scope, keys ...string) (ID, bool) {
	if slices.Contains(keys, alwaysQuit) {
		return Quit, true
	}
	byKey := m.byKey()
	for i, key := range keys {
		if i > 0 && (key == keys[0] || !sameKey(keys[0], key)) {
			continue
		}
		key = shifted(key)
		for _, s := range scopes {
			if s.Typing() && isPrintable(key) {
				return "", false // text for the field, whatever scopes follow
			}
			if id, ok := byKey[s][key]; ok {
				return id, true
			}
		}
	}
	return "", false
}

// sameKey decides whether another spelling may stand in for the text that was typed. A keyboard's position may only speak for a
// letter of another script (Cyrillic "й" on the key "q"): on a Latin layout the typed character is what the person meant.
func sameKey(typed, other string) bool {
	r, size := utf8.DecodeRuneInString(typed)
	if size != len(typed) {
		return true
	}
	return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
}

// shifted turns "shift+a" into "A", the way bindings are written.
func shifted(key string) string {
	rest, ok := strings.CutPrefix(key, "shift+")
	if ok && len(rest) == 1 && rest[0] >= 'a' && rest[0] <= 'z' {
		return strings.ToUpper(rest)
	}
	return key
}

// isPrintable reports whether a normalised key types text.
func isPrintable(key string) bool {
	return key == "space" || utf8.RuneCountInString(key) == 1
}

// Binding returns the binding of an action.
func (m *Map) Binding(id ID) (Binding, bool) {
	i, ok := m.byID[id]
	if !ok {
		return Binding{}, false
	}
	return m.bindings[i], true
}

// All returns every binding in the order in which help prints them. The caller must not change them.
func (m *Map) All() []Binding { return slices.Clip(m.bindings) }

// In returns the bindings of one scope in the order in which help prints them. The caller must not change them.
func (m *Map) In(s Scope) []Binding { return slices.Clip(m.in()[s]) }

// Label is the action's first key as the footer shows it, "" when it has none.
func (m *Map) Label(id ID) string {
	i, ok := m.byID[id]
	if !ok || len(m.bindings[i].Keys) == 0 {
		return ""
	}
	return m.bindings[i].Keys[0]
}
