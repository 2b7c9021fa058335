package keymap

import "slices"

// Scope says where a binding works. The scope that has the focus is asked first, then those after it (see Chain).
type Scope struct {
	name   string
	title  string
	after  *Scope // asked next; nil: only ScopeAnywhere is
	typing bool
}

// The scopes of the program. Those of its panes come with the panes.
var (
	ScopeAnywhere = Scope{name: "anywhere", title: "Anywhere, even while typing"} // and in dialogs
	ScopeGlobal   = Scope{name: "global", title: "Everywhere"}
	ScopeList     = Scope{name: "list", title: "Lists", after: &ScopeGlobal}
	ScopeDetail   = Scope{name: "detail", title: "Details and long texts", after: &ScopeGlobal} // any text that scrolls

	ScopeJournal  = PaneScope("journal", "Journal")
	ScopeRequests = PaneScope("requests", "Requests")
	ScopeTriage   = Scope{name: "triage", title: "Triage", after: &ScopeDetail}

	ScopeChart = Scope{name: "chart", title: "Charts", after: &ScopeGlobal}

	ScopeDialog   = Scope{name: "dialog", title: "Questions"}                            // with buttons
	ScopeProgress = Scope{name: "progress", title: "While a batch runs"}                 // or a long load
	ScopeChoice   = Scope{name: "choice", title: "Choices in a form", after: &ScopeForm} // a field that isn't typed
	ScopeColumns  = Scope{name: "columns", title: "Columns", after: &ScopeChoice}
	ScopeFilter   = TypingScope("filter", "Filter")
	ScopePicker   = TypingScope("picker", "Palette and pickers")
	ScopeForm     = TypingScope("form", "Forms")
	ScopeConfirm  = TypingScope("confirm", "Typing to confirm")
)

// PaneScope is the scope of a pane, or of a list that opens like one: what it leaves free means the same as in every list.
func PaneScope(name, title string) Scope { return Scope{name: name, title: title, after: &ScopeList} }

// TypingScope is a scope in which printable keys are text.
func TypingScope(name, title string) Scope { return Scope{name: name, title: title, typing: true} }

// String is the scope's name.
func (s Scope) String() string { return s.name }

// Title is the scope's heading in the help, for example "Suggestions".
func (s Scope) Title() string { return s.title }

// Typing reports whether printable keys are text in the scope.
func (s Scope) Typing() bool { return s.typing }

// Pane reports whether the scope is a pane or one of the lists that open like a pane.
func (s Scope) Pane() bool { return s.after == &ScopeList }

// Chain returns the scopes to ask while s has the focus, in order: s, those after it, ScopeAnywhere.
func Chain(s Scope) []Scope {
	chain := []Scope{s}
	for next := s.after; next != nil; next = next.after {
		chain = append(chain, *next)
	}
	if s == ScopeAnywhere {
		return chain
	}
	return append(chain, ScopeAnywhere)
}

// DetailChain returns the scopes to ask while the detail of a record of the pane has the focus: the detail scrolls, and the
// pane's actions still work on the record in view.
func DetailChain(pane Scope) []Scope {
	return append([]Scope{ScopeDetail}, Chain(pane)...)
}

// chains lists every chain that the program can ask, for finding clashes.
func chains(bindings []Binding) [][]Scope {
	var all [][]Scope
	var seen []Scope
	for _, b := range bindings {
		if slices.Contains(seen, b.Scope) {
			continue
		}
		seen = append(seen, b.Scope)
		all = append(all, Chain(b.Scope))
		if b.Scope.Pane() {
			all = append(all, DetailChain(b.Scope))
		}
	}
	return all
}
