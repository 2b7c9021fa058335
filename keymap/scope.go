// Package keymap holds every key of the program, by action. Keys are strings as Bubble Tea spells them ("j", "G", "ctrl+d",
// "shift+tab"); the package itself knows nothing of terminals or screens.
package keymap

import "slices"

// Scope says where a binding works. The scope that has the focus is asked first, then its fallbacks (see Chain).
type Scope string

// The scopes of the program. The ones from ScopeHooks to ScopeOwners are panes, or views of the tenant pane.
const (
	ScopeAnywhere Scope = "anywhere" // even while typing and in dialogs
	ScopeGlobal   Scope = "global"
	ScopeList     Scope = "list"
	ScopeDetail   Scope = "detail" // any scrollable text: the detail, raw JSON, help

	ScopeHooks         Scope = "hooks"
	ScopeWebhooks      Scope = "webhooks"
	ScopeSuggestions   Scope = "suggestions"
	ScopeSecrets       Scope = "secrets"
	ScopeAudit         Scope = "audit" // of a secret
	ScopeHistory       Scope = "history"
	ScopeRoles         Scope = "roles"
	ScopeExporters     Scope = "exporters"
	ScopeKeys          Scope = "keys"
	ScopeToolsets      Scope = "toolsets"
	ScopeTenant        Scope = "tenant"
	ScopeContacts      Scope = "contacts"
	ScopeNotifications Scope = "notifications"
	ScopeBindings      Scope = "bindings"
	ScopeOwners        Scope = "owners"

	ScopeJournal  Scope = "journal"
	ScopeRequests Scope = "requests"
	ScopeTenants  Scope = "tenants"
	ScopeTriage   Scope = "triage"

	ScopeDialog   Scope = "dialog"   // a question with buttons
	ScopeProgress Scope = "progress" // a batch or a long load that runs
	ScopeChoice   Scope = "choice"   // a form field whose value is chosen, not typed

	// While one of these has the focus, printable keys are text.
	ScopeFilter  Scope = "filter"
	ScopePicker  Scope = "picker" // the palette and every picker
	ScopeForm    Scope = "form"
	ScopeConfirm Scope = "confirm" // type-to-confirm
	ScopeCEL     Scope = "cel"
)

// parent names the scope asked after s. A scope without one asks only ScopeAnywhere next.
func parent(s Scope) (Scope, bool) {
	switch s {
	case ScopeHooks, ScopeWebhooks, ScopeSuggestions, ScopeSecrets, ScopeAudit, ScopeHistory, ScopeRoles, ScopeExporters, ScopeKeys,
		ScopeToolsets, ScopeTenant, ScopeContacts, ScopeNotifications, ScopeBindings, ScopeOwners,
		ScopeJournal, ScopeRequests, ScopeTenants:
		return ScopeList, true
	case ScopeTriage:
		return ScopeDetail, true
	case ScopeList, ScopeDetail:
		return ScopeGlobal, true
	case ScopeChoice:
		return ScopeForm, true
	}
	return "", false
}

// Chain returns the scopes to ask while s has the focus, in order: s, its fallbacks, ScopeAnywhere.
func Chain(s Scope) []Scope {
	chain := []Scope{s}
	for p, ok := parent(s); ok; p, ok = parent(p) {
		chain = append(chain, p)
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

// Typing reports whether printable keys are text in the scope.
func (s Scope) Typing() bool {
	switch s {
	case ScopeFilter, ScopePicker, ScopeForm, ScopeConfirm, ScopeCEL:
		return true
	}
	return false
}

// Pane reports whether the scope is a pane or one of the lists that open like a pane.
func (s Scope) Pane() bool {
	p, ok := parent(s)
	return ok && p == ScopeList
}

// Title is the scope's heading in the help, for example "Suggestions".
func (s Scope) Title() string {
	switch s {
	case ScopeAnywhere:
		return "Anywhere, even while typing"
	case ScopeGlobal:
		return "Everywhere"
	case ScopeList:
		return "Lists"
	case ScopeDetail:
		return "Details and long texts"
	case ScopeAudit:
		return "Audit of a secret"
	case ScopeKeys:
		return "Gateway keys"
	case ScopeContacts:
		return "Contacts"
	case ScopeNotifications:
		return "My notifications"
	case ScopeBindings:
		return "Conflict monitors"
	case ScopeOwners:
		return "Entitlement owners"
	case ScopeDialog:
		return "Questions"
	case ScopeProgress:
		return "While a batch runs"
	case ScopeChoice:
		return "Choices in a form"
	case ScopePicker:
		return "Palette and pickers"
	case ScopeForm:
		return "Forms"
	case ScopeConfirm:
		return "Typing to confirm"
	case ScopeCEL:
		return "CEL bench"
	case ScopeTenants:
		return "Switching tenants"
	}
	return capitalised(string(s))
}

func capitalised(s string) string {
	if s == "" {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
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
