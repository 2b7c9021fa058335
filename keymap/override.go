package keymap

import (
	"fmt"
	"slices"
	"strings"
)

// Override gives an action other keys. The key "none" alone takes all keys away; the action stays in the palette.
type Override struct {
	Action string
	Keys   []string
}

// Problem is something wrong with one override, to be shown where it is written.
type Problem struct {
	Override int // index into the overrides
	Key      int // index into its keys, -1 when the action itself is meant
	Message  string
}

// Override returns the map with the overrides applied, and all that is wrong with them. Overrides with a wrong key or action
// change nothing.
func (m *Map) Override(overrides []Override) (*Map, []Problem) {
	var problems []Problem
	bindings := slices.Clone(m.bindings)
	origin := map[ID]int{} // which override set the keys of an action
	for i, o := range overrides {
		at, ok := m.byID[ID(o.Action)]
		if !ok {
			problems = append(problems, Problem{i, -1, m.unknownAction(o.Action)})
			continue
		}
		keys, wrong := overrideKeys(bindings[at], o.Keys)
		for _, w := range wrong {
			w.Override = i
			problems = append(problems, w)
		}
		if len(wrong) == 0 {
			bindings[at].Keys = keys
			origin[ID(o.Action)] = i
		}
	}
	next := newMap(bindings)
	for i, o := range overrides {
		if at, ok := origin[ID(o.Action)]; ok && at == i {
			problems = append(problems, m.clashes(next, overrides, i, origin)...)
		}
	}
	slices.SortStableFunc(problems, func(a, b Problem) int { return a.Override - b.Override })
	return next, problems
}

// overrideKeys checks the keys written for one action and normalises them.
func overrideKeys(b Binding, written []string) ([]string, []Problem) {
	if len(written) == 1 && strings.EqualFold(strings.TrimSpace(written[0]), "none") {
		if b.Exit {
			return nil, []Problem{{Key: 0, Message: fmt.Sprintf("%s is a way out and needs a key", b.ID)}}
		}
		return nil, nil
	}
	if len(written) == 0 {
		return nil, []Problem{{Key: -1, Message: fmt.Sprintf("%s has an empty list of keys: write \"none\" for no key", b.ID)}}
	}
	var keys []string
	var problems []Problem
	for i, w := range written {
		if strings.EqualFold(strings.TrimSpace(w), "none") {
			problems = append(problems, Problem{Key: i, Message: fmt.Sprintf("%s: \"none\" can't stand beside other keys", b.ID)})
			continue
		}
		key, err := Parse(w)
		switch {
		case err != nil:
			problems = append(problems, Problem{Key: i, Message: fmt.Sprintf("%s: %v", b.ID, err)})
		case b.Scope.Typing() && isPrintable(key):
			problems = append(problems, Problem{Key: i,
				Message: fmt.Sprintf("%s: %q is text while typing: use a key with ctrl or alt, or a function key", b.ID, key)})
		case !slices.Contains(keys, key):
			keys = append(keys, key)
		}
	}
	return keys, problems
}

func (m *Map) unknownAction(name string) string {
	ids := make([]string, len(m.bindings))
	for i, b := range m.bindings {
		ids[i] = string(b.ID)
	}
	if near := nearest(strings.ToLower(name), 3, ids...); near != "" {
		return fmt.Sprintf("unknown action %q: did you mean %q?", name, near)
	}
	return fmt.Sprintf("unknown action %q: the help (?) and config.example.toml list the actions", name)
}

// clashes finds, for one override, the other actions that use one of its keys where both can be reached. An inner scope may
// shadow an outer one only where the built-in map already does so for the same two actions. Of two overrides that clash, the
// later one is reported.
func (m *Map) clashes(next *Map, overrides []Override, at int, origin map[ID]int) []Problem {
	mine, _ := next.Binding(ID(overrides[at].Action))
	var problems []Problem
	for _, key := range mine.Keys {
		var others []string
		for _, other := range next.bindings {
			if other.ID == mine.ID || !slices.Contains(other.Keys, key) {
				continue
			}
			if by, ok := origin[other.ID]; ok && by > at {
				continue
			}
			if reachableTogether(next.bindings, mine.Scope, other.Scope) && !m.shadows(mine.ID, other.ID) {
				others = append(others, string(other.ID))
			}
		}
		if len(others) > 0 {
			problems = append(problems, Problem{at, keyIndex(overrides[at], key), fmt.Sprintf(
				"%s: %q is also the key of %s: choose another key, or give the other one another key or \"none\"",
				mine.ID, key, joinAnd(others))})
		}
		if opensAndAnswers(next, mine, key) {
			problems = append(problems, Problem{at, keyIndex(overrides[at], key), fmt.Sprintf(
				"%s: %q would both open a question and answer it", mine.ID, key)})
		}
	}
	return problems
}

// opensAndAnswers reports whether the key starts an action of a pane and also presses the button of a question. A double tap
// would then confirm what nobody has read.
func opensAndAnswers(next *Map, mine Binding, key string) bool {
	answers := func(b Binding) bool { return b.ID == "dialog.activate" || b.ID == "confirm.submit" }
	opens := func(b Binding) bool { return b.Scope.Pane() || b.Scope == ScopeTriage }
	return slices.ContainsFunc(next.bindings, func(other Binding) bool {
		return slices.Contains(other.Keys, key) && (answers(mine) && opens(other) || opens(mine) && answers(other))
	})
}

func keyIndex(o Override, key string) int {
	return slices.IndexFunc(o.Keys, func(w string) bool {
		k, err := Parse(w)
		return err == nil && k == key
	})
}

func reachableTogether(bindings []Binding, a, b Scope) bool {
	for _, chain := range chains(bindings) {
		if slices.Contains(chain, a) && slices.Contains(chain, b) {
			return true
		}
	}
	return false
}

// shadows reports whether the two actions share a key in this map.
func (m *Map) shadows(a, b ID) bool {
	x, _ := m.Binding(a)
	y, _ := m.Binding(b)
	return slices.ContainsFunc(x.Keys, func(k string) bool { return slices.Contains(y.Keys, k) })
}

func joinAnd(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
