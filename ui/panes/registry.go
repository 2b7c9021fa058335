// Package panes is the registry of the console's panes, a line for each.
package panes

import (
	"gatehouse/action"
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
	"gatehouse/ui/panes/today"
	"gatehouse/ui/panes/toolsets"
	"gatehouse/ui/panes/webhooks"
)

// All are the panes in the order of their tabs.
func All() []host.Declaration {
	others := []host.Declaration{
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
	return append([]host.Declaration{today.Declaration(others...)}, others...)
}

// Names are the names of panes in the order of their tabs.
func Names(all []host.Declaration) []string {
	var names []string
	for _, d := range all {
		names = append(names, d.Name)
	}
	return names
}

// Reread reads the record of a journal entry again that no list holds; false: no pane has such records.
func Reread(e action.Entry) (host.Rereading, bool) { return reread(All(), e) }

func reread(all []host.Declaration, e action.Entry) (host.Rereading, bool) {
	for _, d := range all {
		if d.Reread != nil {
			if read, ok := d.Reread(e); ok {
				return read, true
			}
		}
		if read, ok := reread(d.Inner, e); ok {
			return read, true
		}
	}
	return nil, false
}

// Keys are the built-in keys of the console with these panes.
func Keys(all []host.Declaration) *keymap.Map {
	var panes keymap.Panes
	for _, d := range all {
		panes.GoTo = append(panes.GoTo, d.GoTo())
		panes.Own = append(panes.Own, d.Own()...)
	}
	return keymap.New(panes)
}

// WithViews are the names of those panes that the configuration may hold views of.
func WithViews(all []host.Declaration) []string {
	var names []string
	for _, d := range all {
		if d.Views {
			names = append(names, d.Name)
		}
	}
	return names
}
