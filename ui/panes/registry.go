// Package panes is the registry of the console's panes, a line for each.
package panes

import (
	"gatehouse/keymap"
	"gatehouse/ui/host"
	"gatehouse/ui/panes/bindings"
	"gatehouse/ui/panes/celbench"
	"gatehouse/ui/panes/contacts"
	"gatehouse/ui/panes/exporters"
	"gatehouse/ui/panes/gatewaykeys"
	"gatehouse/ui/panes/history"
	"gatehouse/ui/panes/hooks"
	"gatehouse/ui/panes/notifications"
	"gatehouse/ui/panes/owners"
	"gatehouse/ui/panes/roles"
	"gatehouse/ui/panes/secrets"
	"gatehouse/ui/panes/suggestions"
	"gatehouse/ui/panes/tenantmenu"
	"gatehouse/ui/panes/toolsets"
	"gatehouse/ui/panes/webhooks"
)

// All are the panes in the order of their tabs.
func All() []host.Declaration {
	return []host.Declaration{
		hooks.Declaration(),
		webhooks.Declaration(),
		suggestions.Declaration(),
		secrets.Declaration(),
		history.Declaration(),
		roles.Declaration(),
		exporters.Declaration(),
		gatewaykeys.Declaration(),
		toolsets.Declaration(),
		tenantmenu.Declaration(
			contacts.Declaration(),
			notifications.Declaration(),
			celbench.Declaration(),
			bindings.Declaration(),
			owners.Declaration(),
		),
	}
}

// Keys are the built-in keys of the console.
func Keys() *keymap.Map {
	var panes keymap.Panes
	for _, d := range All() {
		panes.GoTo = append(panes.GoTo, d.GoTo())
		panes.Own = append(panes.Own, d.Own()...)
	}
	return keymap.New(panes)
}

// WithViews are the names of the panes that the configuration may hold views of.
func WithViews() []string {
	var names []string
	for _, d := range All() {
		if d.Views {
			names = append(names, d.Name)
		}
	}
	return names
}
