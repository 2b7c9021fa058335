package keymap

// Quit leaves the program; ctrl+c always does.
const Quit ID = "quit"

// Default returns the built-in map. One verb has one key in every pane: a accepts, x is the destructive one, e edits, n creates,
// t tries, toggles or triages.
func Default() *Map {
	var all []Binding
	for _, group := range [][]Binding{global(), list(), detail(), panes(), corner(), overlays(), typing()} {
		all = append(all, group...)
	}
	return newMap(all)
}

func bind(s Scope, id ID, title, help string, keys ...string) Binding {
	return Binding{ID: id, Scope: s, Keys: keys, Title: title, Help: help}
}

func exit(s Scope, id ID, title, help string, keys ...string) Binding {
	return Binding{ID: id, Scope: s, Keys: keys, Title: title, Help: help, Exit: true}
}

func global() []Binding {
	const g = ScopeGlobal
	return []Binding{
		bind(g, "help", "help", "Show the keys that work here.", "?", "f1"),
		bind(g, "palette", "commands", "Find any pane or action by name.", ":", "ctrl+p"),
		exit(g, "back", "back", "Go back one level; this never quits.", "esc"),
		bind(g, Quit, "quit", "Quit gatehouse; ctrl+c always works too.", "q"),
		bind(g, "undo", "undo", "Undo the last action of this session that can be undone.", "u"),
		bind(g, "refresh", "refresh", "Refresh what is on screen.", "r"),
		bind(g, "autorefresh", "auto refresh", "Turn automatic refresh on or off.", "R"),
		bind(g, "raw", "raw", "Show the record as the tenant sent it, in JSON.", "v"),
		bind(g, "copy.id", "copy id", "Copy the id of the record.", "y"),
		bind(g, "copy.menu", "copy…", "Choose what to copy from the record.", "Y"),
		bind(g, "export", "export", "Export the rows or the record to a CSV, JSON or JSON Lines file.", "w"),
		bind(g, "pane.next", "next pane", "Go to the next pane.", "tab"),
		bind(g, "pane.previous", "previous pane", "Go to the previous pane.", "shift+tab"),
		bind(g, "pane.1", "Hooks", "Go to the hooks.", "1"),
		bind(g, "pane.2", "Webhooks", "Go to the webhooks.", "2"),
		bind(g, "pane.3", "Suggestions", "Go to the role-mining suggestions.", "3"),
		bind(g, "pane.4", "Secrets", "Go to the shared secrets.", "4"),
		bind(g, "pane.5", "History", "Go to the history of a resource server.", "5"),
		bind(g, "pane.6", "Roles", "Go to the roles.", "6"),
		bind(g, "pane.7", "Exporters", "Go to the system log exporters.", "7"),
		bind(g, "pane.8", "Keys", "Go to the gateway keys.", "8"),
		bind(g, "pane.9", "Toolsets", "Go to the toolsets.", "9"),
		bind(g, "pane.0", "Tenant", "Go to contacts, notifications, CEL, monitors and owners.", "0"),
		bind(g, "tenants", "tenants", "Switch tenants; see who you are and what chose this one.", "T"),
		bind(g, "journal", "journal", "Show every change that was sent.", "J"),
		bind(g, "requests", "requests", "Show recent requests with their status and time.", "L"),
		bind(g, "results", "results", "Show the results of the last batch again.", "B"),
		bind(g, "readonly.lock", "read-only", "Make this session read-only until gatehouse is restarted; asks first.", "ctrl+o"),
		bind(g, "mouse", "mouse", "Turn the mouse on or off; off lets the terminal select text.", "M"),
		bind(ScopeAnywhere, "redraw", "redraw", "Redraw the whole screen.", "ctrl+l"),
		bind(ScopeAnywhere, "suspend", "suspend", "Suspend to the shell; fg returns.", "ctrl+z"),
	}
}

func list() []Binding {
	const l = ScopeList
	return []Binding{
		bind(l, "cursor.down", "down", "Go to the next row.", "j", "down"),
		bind(l, "cursor.up", "up", "Go to the previous row.", "k", "up"),
		bind(l, "cursor.page.down", "page down", "Go down one screen.", "pgdown", "ctrl+f"),
		bind(l, "cursor.page.up", "page up", "Go up one screen.", "pgup", "ctrl+b"),
		bind(l, "cursor.half.down", "half down", "Go down half a screen.", "ctrl+d"),
		bind(l, "cursor.half.up", "half up", "Go up half a screen.", "ctrl+u"),
		bind(l, "cursor.top", "top", "Go to the first row.", "g", "home"),
		bind(l, "cursor.bottom", "bottom", "Go to the last row, loading all rows; esc stops it.", "G", "end"),
		bind(l, "open", "open", "Open the row.", "enter", "l", "right"),
		bind(l, "lookup", "open by id", "Open a record by its id.", "O"),
		bind(l, "filter.open", "filter", "Filter the rows as you type; ctrl+s in it asks the tenant.", "/"),
		bind(l, "load.all", "load all", "Load every row of the list; esc stops it.", "F"),
		bind(l, "sort.next", "sort", "Sort by the next column.", "s", ">"),
		bind(l, "sort.previous", "sort back", "Sort by the previous column.", "<"),
		bind(l, "sort.reverse", "reverse", "Reverse the order.", "S"),
		bind(l, "views.open", "views", "Choose a saved view.", "'"),
		bind(l, "views.save", "save view", "Save the filter and the order as a view.", "W"),
		bind(l, "mark.row", "mark", "Mark or unmark the row.", "space"),
		bind(l, "mark.range", "mark range", "Mark from here to where the cursor goes; press again to end.", "V"),
		bind(l, "mark.all", "mark all", "Mark every loaded row that the filter shows.", "*", "ctrl+a"),
		bind(l, "mark.invert", "invert", "Mark the unmarked rows and unmark the marked ones.", "i"),
		bind(l, "mark.clear", "unmark all", "Unmark all rows; press again to restore the marks.", "U"),
	}
}

func detail() []Binding {
	const d = ScopeDetail
	return []Binding{
		bind(d, "detail.down", "down", "Scroll down one line.", "j", "down"),
		bind(d, "detail.up", "up", "Scroll up one line.", "k", "up"),
		bind(d, "detail.page.down", "page down", "Scroll down one screen.", "pgdown", "ctrl+f"),
		bind(d, "detail.page.up", "page up", "Scroll up one screen.", "pgup", "ctrl+b"),
		bind(d, "detail.half.down", "half down", "Scroll down half a screen.", "ctrl+d"),
		bind(d, "detail.half.up", "half up", "Scroll up half a screen.", "ctrl+u"),
		bind(d, "detail.top", "top", "Scroll to the beginning.", "g", "home"),
		bind(d, "detail.bottom", "bottom", "Scroll to the end.", "G", "end"),
		bind(d, "detail.next", "next record", "Show the next record of the list.", "]"),
		bind(d, "detail.previous", "previous record", "Show the previous record of the list.", "["),
		bind(d, "detail.leave", "to the list", "Go back to the list.", "h", "left"),
	}
}

func panes() []Binding {
	return []Binding{
		bind(ScopeHooks, "hooks.toggle", "on/off", "Turn the hook on or off.", "t"),
		bind(ScopeHooks, "hooks.copy.cel", "copy CEL", "Copy the hook's CEL expression.", "c"),
		bind(ScopeHooks, "hooks.delete", "delete", "Delete the hook for good.", "x"),

		bind(ScopeWebhooks, "webhooks.create", "new", "Create a webhook.", "n"),
		bind(ScopeWebhooks, "webhooks.edit", "edit", "Edit the webhook.", "e"),
		bind(ScopeWebhooks, "webhooks.test", "test", "Send a test event to the webhook.", "t"),
		bind(ScopeWebhooks, "webhooks.delete", "delete", "Delete the webhook for good.", "x"),

		bind(ScopeSuggestions, "suggestions.triage", "triage", "Review the suggestions one card at a time.", "t"),
		bind(ScopeSuggestions, "suggestions.accept", "accept", "Accept the suggestion.", "a"),
		bind(ScopeSuggestions, "suggestions.match", "accept as…", "Accept the suggestion and name the access profile that covers it.", "p"),
		bind(ScopeSuggestions, "suggestions.create", "new profile", "Create an access profile from the suggestion, which accepts it.", "n"),
		bind(ScopeSuggestions, "suggestions.dismiss", "dismiss", "Dismiss the suggestion.", "d"),
		bind(ScopeSuggestions, "suggestions.reject", "reject", "Reject the suggestion.", "x"),
		bind(ScopeSuggestions, "suggestions.reopen", "reopen", "Reopen the suggestion.", "o"),
		bind(ScopeSuggestions, "suggestions.members", "members", "Show the cohort's members and what each of them holds.", "m"),
		bind(ScopeSuggestions, "suggestions.facets", "show only", "Narrow the list by state, profile match or kind of cohort.", "f"),
		bind(ScopeSuggestions, "suggestions.analyse", "analyse", "Start a new analysis.", "A"),

		bind(ScopeSecrets, "secrets.revoke", "revoke", "Revoke the secret: its content is deleted for good.", "x"),
		bind(ScopeSecrets, "secrets.reference", "revoke by link", "Revoke a secret by its link, share code or vault id.", "X"),
		bind(ScopeSecrets, "secrets.scope", "all/mine", "Switch between everybody's secrets and your own.", "m"),
		bind(ScopeSecrets, "secrets.facets", "show only", "Narrow the list by status, type, sharing, creator, creation or expiry; order it.",
			"f"),
		bind(ScopeSecrets, "secrets.audit", "audit", "Show who opened the secret, from where and when.", "A"),
		bind(ScopeAudit, "audit.facets", "show only", "Narrow the events by person or IP address, also over all secrets.", "f"),

		bind(ScopeHistory, "history.pick", "pick server", "Choose the resource server.", "p"),
		bind(ScopeHistory, "history.facets", "show only", "Narrow the list by state, signing algorithm or app.", "f"),
		bind(ScopeHistory, "history.compare", "compare versions", "Compare the two marked versions, or this one with the marked one.", "c"),

		bind(ScopeRoles, "roles.edit", "edit", "Edit the role.", "e"),
		bind(ScopeExporters, "exporters.edit", "edit", "Edit the exporter.", "e"),
		bind(ScopeKeys, "keys.revoke", "revoke", "Revoke the gateway key for good.", "x"),
		bind(ScopeToolsets, "toolsets.connector", "connector", "List one connector's toolsets, by app id and connector id.", "p"),
		bind(ScopeToolsets, "toolsets.delete", "delete", "Delete the toolset and everything that depends on it.", "x"),
	}
}

// corner holds the views of the tenant pane.
func corner() []Binding {
	const n, t = ScopeNotifications, ScopeTenant
	return []Binding{
		bind(t, "tenant.contacts", "contacts", "Go to the organization's contacts.", "c"),
		bind(t, "tenant.notifications", "notifications", "Go to your own notification settings.", "m"),
		bind(t, "tenant.cel", "CEL bench", "Go to the bench for CEL expressions.", "b"),
		bind(t, "tenant.bindings", "monitors", "Go to the bindings of conflict monitors (separation of duties).", "d"),
		bind(t, "tenant.owners", "owners", "Go to the owners of entitlements.", "o"),

		bind(ScopeContacts, "contacts.edit", "edit", "Edit the addresses.", "e"),

		bind(n, "notifications.toggle", "on/off", "Turn this channel on or off for the category.", "space"),
		bind(n, "notifications.left", "left", "Go to the channel on the left.", "h", "left"),
		bind(n, "notifications.right", "right", "Go to the channel on the right.", "l", "right"),
		bind(n, "notifications.edit", "digest", "Edit the digest of the channel.", "e"),
		bind(n, "notifications.save", "save", "Save all changes in one request.", "ctrl+s"),
		bind(n, "notifications.discard", "discard", "Discard the unsaved changes.", "x"),

		bind(ScopeBindings, "bindings.pick", "pick monitor", "Choose the conflict monitor by its id.", "p"),
		bind(ScopeBindings, "bindings.create", "bind", "Bind an entitlement to the conflict monitor.", "n"),
		bind(ScopeBindings, "bindings.delete", "unbind", "Unbind the entitlement from the conflict monitor.", "x"),

		bind(ScopeOwners, "owners.pick", "pick entitlement", "Choose the entitlement.", "p"),
		bind(ScopeOwners, "owners.add", "add owner", "Add an owner to the entitlement.", "n"),
		bind(ScopeOwners, "owners.remove", "remove", "Remove the owner from the entitlement.", "x"),
	}
}

func overlays() []Binding {
	const d, t = ScopeDialog, ScopeTriage
	return []Binding{
		bind(t, "triage.accept", "accept", "Accept the suggestion and show the next one.", "a"),
		bind(t, "triage.match", "accept as…", "Accept the suggestion and name the access profile that covers it.", "p"),
		bind(t, "triage.create", "new profile", "Create an access profile from the suggestion, which accepts it.", "n"),
		bind(t, "triage.dismiss", "dismiss", "Dismiss the suggestion and show the next one.", "d"),
		bind(t, "triage.reject", "reject", "Reject the suggestion and show the next one.", "x"),
		bind(t, "triage.skip", "skip", "Leave the suggestion as it is and show the next one.", "s", "right", "l", "]"),
		bind(t, "triage.back", "previous card", "Show the previous card.", "b", "left", "h", "["),
		bind(t, "triage.sort", "sort", "Change how the pile is sorted.", "S"),
		bind(t, "triage.load", "load all", "Load the whole pile, so that sorting covers all of it; esc stops it.", "F"),

		bind(ScopeJournal, "outcome.check", "check", "Check an entry whose outcome is unknown.", "c"),
		bind(ScopeRequests, "copy.curl", "copy curl", "Copy the request as a curl command, without the token.", "c"),

		bind(d, "dialog.activate", "choose", "Press the button that has the focus.", "enter"),
		exit(d, "dialog.cancel", "cancel", "Close without doing anything.", "esc"),
		bind(d, "dialog.next", "next", "Go to the next button.", "tab", "right"),
		bind(d, "dialog.previous", "previous", "Go to the previous button.", "shift+tab", "left"),
		bind(d, "dialog.down", "down", "Scroll down.", "down", "j", "pgdown"),
		bind(d, "dialog.up", "up", "Scroll up.", "up", "k", "pgup"),
		bind(d, "dialog.request", "request", "Show the exact request that will be sent.", "v", "ctrl+r"),

		exit(ScopeProgress, "progress.stop", "stop", "Stop what has not started yet.", "esc"),

		bind(ScopeChoice, "choice.toggle", "on/off", "Turn the choice on or off.", "space"),
		bind(ScopeChoice, "choice.next", "next", "Go to the next value.", "right", "l"),
		bind(ScopeChoice, "choice.previous", "previous", "Go to the previous value.", "left", "h"),
		bind(ScopeChoice, "choice.down", "down", "Go to the next choice.", "down", "j"),
		bind(ScopeChoice, "choice.up", "up", "Go to the previous choice.", "up", "k"),
	}
}

// typing holds the scopes in which printable keys are text. Keys that edit a line (ctrl+a, ctrl+e, ctrl+u, ctrl+w, home, end,
// alt+b and so on) stay free for the field.
func typing() []Binding {
	const p, f, c = ScopePicker, ScopeForm, ScopeCEL
	return []Binding{
		bind(ScopeFilter, "filter.ask", "ask the tenant", "Search on the tenant, where it supports that.", "ctrl+s"),
		bind(ScopeFilter, "filter.keep", "keep", "Keep the filter and go to the rows.", "enter", "tab", "down"),
		exit(ScopeFilter, "filter.cancel", "back", "Go back to the previous filter.", "esc"),

		bind(p, "picker.choose", "choose", "Choose the line under the cursor.", "enter"),
		bind(p, "picker.mark", "mark", "Mark the line, where several can be chosen.", "tab"),
		bind(p, "picker.down", "next", "Go to the next line.", "down", "ctrl+n"),
		bind(p, "picker.up", "previous", "Go to the previous line.", "up", "ctrl+p"),
		bind(p, "picker.page.down", "page down", "Go down one screen.", "pgdown"),
		bind(p, "picker.page.up", "page up", "Go up one screen.", "pgup"),
		bind(p, "picker.request", "request", "Show the exact request that the line under the cursor sends.", "ctrl+r"),
		exit(p, "picker.close", "close", "Close without choosing.", "esc"),
		bind(p, "views.delete", "delete view", "Delete the saved view under the cursor; press again to do it.", "ctrl+x"),

		bind(f, "form.submit", "save", "Check the form and send it.", "ctrl+s"),
		bind(f, "form.enter", "next", "Go to the next field, or open its choices.", "enter"),
		bind(f, "form.next", "next field", "Go to the next field.", "tab"),
		bind(f, "form.previous", "previous field", "Go to the previous field.", "shift+tab"),
		bind(f, "form.review", "changes", "Show everything the form changes, and what was said about it.", "pgdown"),
		bind(f, "form.request", "request", "Show the exact request that will be sent.", "ctrl+r"),
		exit(f, "form.cancel", "cancel", "Close the form without sending it.", "esc"),

		bind(ScopeConfirm, "confirm.submit", "confirm", "Confirm, once the requested text is typed.", "enter"),
		bind(ScopeConfirm, "confirm.request", "request", "Show the exact request that will be sent.", "ctrl+r"),
		bind(ScopeConfirm, "confirm.down", "down", "Scroll down.", "down", "pgdown"),
		bind(ScopeConfirm, "confirm.up", "up", "Scroll up.", "up", "pgup"),
		exit(ScopeConfirm, "confirm.cancel", "cancel", "Close without doing anything.", "esc"),

		bind(c, "cel.evaluate", "evaluate", "Evaluate the expression on the tenant.", "ctrl+s", "alt+enter"),
		bind(c, "cel.editor", "editor", "Edit the expression in $EDITOR.", "ctrl+o"),
		bind(c, "cel.examples", "examples", "Choose an example.", "f2", "alt+e"),
		bind(c, "cel.older", "older", "Show the previous expression.", "alt+up", "alt+p"),
		bind(c, "cel.newer", "newer", "Show the next expression.", "alt+down", "alt+n"),
		bind(c, "cel.result.down", "result down", "Scroll the result down.", "pgdown"),
		bind(c, "cel.result.up", "result up", "Scroll the result up.", "pgup"),
		exit(c, "cel.leave", "leave", "Leave the editor; the text stays.", "esc"),
	}
}
