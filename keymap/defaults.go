package keymap

import "slices"

// Quit leaves the program; ctrl+c always does.
const Quit ID = "quit"

// Panes are the bindings of the panes.
type Panes struct {
	GoTo []Binding   // that go to them, from everywhere
	Own  [][]Binding // that work in them, in parts
}

// New returns the built-in map. One verb has one key in every pane: a accepts, x is the destructive one, e edits, n creates,
// t tries, toggles or triages.
func New(panes Panes) *Map {
	before := [][]Binding{moving(), panes.GoTo, global(), list(), detail()}
	overlays, typing := overlays(), typing()
	n := len(overlays) + len(typing)
	for _, part := range slices.Concat(before, panes.Own) {
		n += len(part)
	}
	all := make([]Binding, 0, n)
	for _, part := range before {
		all = append(all, part...)
	}
	all = appendTyping(all, panes.Own, false)
	all = append(append(all, overlays...), typing...)
	return newMap(appendTyping(all, panes.Own, true))
}

// appendTyping appends those bindings that work where text is typed, or the others.
func appendTyping(all []Binding, of [][]Binding, typing bool) []Binding {
	for _, part := range of {
		for _, b := range part {
			if b.Scope.Typing() == typing {
				all = append(all, b)
			}
		}
	}
	return all
}

// Bind is a binding.
func Bind(s Scope, id ID, title, help string, keys ...string) Binding {
	return Binding{ID: id, Scope: s, Keys: keys, Title: title, Help: help}
}

// BindExit is a way out.
func BindExit(s Scope, id ID, title, help string, keys ...string) Binding {
	return Binding{ID: id, Scope: s, Keys: keys, Title: title, Help: help, Exit: true}
}

// moving are the bindings that work everywhere and stand before those that go to a pane.
func moving() []Binding {
	g := ScopeGlobal
	return []Binding{
		Bind(g, "help", "help", "Show the keys that work here.", "?", "f1"),
		Bind(g, "palette", "commands", "Find any pane or action by name.", ":", "ctrl+p"),
		BindExit(g, "back", "back", "Go back one level; this never quits.", "esc"),
		Bind(g, Quit, "quit", "Quit gatehouse; ctrl+c always works too.", "q"),
		Bind(g, "undo", "undo", "Undo the last action of this session that can be undone.", "u"),
		Bind(g, "refresh", "refresh", "Refresh what is on screen.", "r"),
		Bind(g, "autorefresh", "auto refresh", "Turn automatic refresh on or off.", "R"),
		Bind(g, "raw", "raw", "Show the record as the tenant sent it, in JSON.", "v"),
		Bind(g, "copy.id", "copy id", "Copy the id of the record, or of each that is marked.", "y"),
		Bind(g, "copy.menu", "copy…", "Choose what to copy from the record.", "Y"),
		Bind(g, "export", "export", "Export the rows or the record to a CSV, JSON or JSON Lines file.", "w"),
		Bind(g, "pane.next", "next pane", "Go to the next pane.", "tab"),
		Bind(g, "pane.previous", "previous pane", "Go to the previous pane.", "shift+tab"),
	}
}

// global are those that stand behind them.
func global() []Binding {
	g := ScopeGlobal
	return []Binding{
		Bind(g, "tenants", "tenants", "Switch tenants; see who you are and what chose this one.", "T"),
		Bind(g, "journal", "journal", "Show every change that was sent.", "J"),
		Bind(g, "requests", "requests", "Show recent requests with their status and time.", "L"),
		Bind(g, "results", "results", "Show the results of the last batch again.", "B"),
		Bind(g, "readonly.lock", "read-only", "Make this session read-only until gatehouse is restarted; asks first.", "ctrl+o"),
		Bind(g, "mouse", "mouse", "Turn the mouse on or off; off lets the terminal select text.", "M"),
		Bind(ScopeAnywhere, "redraw", "redraw", "Redraw the whole screen.", "ctrl+l"),
		Bind(ScopeAnywhere, "suspend", "suspend", "Suspend to the shell; fg returns.", "ctrl+z"),
	}
}

func list() []Binding {
	l := ScopeList
	return []Binding{
		Bind(l, "cursor.down", "down", "Go to the next row.", "j", "down"),
		Bind(l, "cursor.up", "up", "Go to the previous row.", "k", "up"),
		Bind(l, "cursor.page.down", "page down", "Go down one screen.", "pgdown", "ctrl+f"),
		Bind(l, "cursor.page.up", "page up", "Go up one screen.", "pgup", "ctrl+b"),
		Bind(l, "cursor.half.down", "half down", "Go down half a screen.", "ctrl+d"),
		Bind(l, "cursor.half.up", "half up", "Go up half a screen.", "ctrl+u"),
		Bind(l, "cursor.top", "top", "Go to the first row.", "g", "home"),
		Bind(l, "cursor.bottom", "bottom", "Go to the last row, loading all rows; esc stops it.", "G", "end"),
		Bind(l, "open", "open", "Open the row.", "enter", "l", "right"),
		Bind(l, "preview", "preview", "Put the preview beside the list, below it, or away; this is remembered.", "P"),
		Bind(l, "columns.choose", "columns", "Choose the columns of the list and their order; this is remembered.", "|"),
		Bind(l, "lookup", "open by id", "Open a record by its id.", "O"),
		Bind(l, "filter.open", "filter", "Filter the rows as you type; ctrl+s in it asks the tenant.", "/"),
		Bind(l, "load.all", "load all", "Load every row of the list; esc stops it.", "F"),
		Bind(l, "sort.next", "sort", "Sort by the next column.", "s", ">"),
		Bind(l, "sort.previous", "sort back", "Sort by the previous column.", "<"),
		Bind(l, "sort.reverse", "reverse", "Reverse the order.", "S"),
		Bind(l, "chart.open", "chart", "Choose a bar of the chart above the rows; enter shows the rows that it counts.", "D"),
		Bind(l, "views.open", "views", "Choose a saved view.", "'"),
		Bind(l, "views.save", "save view", "Save the filter and the order as a view.", "W"),
		Bind(l, "mark.row", "mark", "Mark or unmark the row.", "space"),
		Bind(l, "mark.range", "mark range", "Mark from here to where the cursor goes; press again to end.", "V"),
		Bind(l, "mark.all", "mark all", "Mark every loaded row that the filter shows.", "*", "ctrl+a"),
		Bind(l, "mark.invert", "invert", "Mark the unmarked rows and unmark the marked ones.", "i"),
		Bind(l, "mark.clear", "unmark all", "Unmark all rows; press again to restore the marks.", "U"),
	}
}

func detail() []Binding {
	d := ScopeDetail
	return []Binding{
		Bind(d, "detail.down", "down", "Scroll down one line.", "j", "down"),
		Bind(d, "detail.up", "up", "Scroll up one line.", "k", "up"),
		Bind(d, "detail.page.down", "page down", "Scroll down one screen.", "pgdown", "ctrl+f"),
		Bind(d, "detail.page.up", "page up", "Scroll up one screen.", "pgup", "ctrl+b"),
		Bind(d, "detail.half.down", "half down", "Scroll down half a screen.", "ctrl+d"),
		Bind(d, "detail.half.up", "half up", "Scroll up half a screen.", "ctrl+u"),
		Bind(d, "detail.top", "top", "Scroll to the beginning.", "g", "home"),
		Bind(d, "detail.bottom", "bottom", "Scroll to the end.", "G", "end"),
		Bind(d, "detail.next", "next record", "Show the next record of the list.", "]"),
		Bind(d, "detail.previous", "previous record", "Show the previous record of the list.", "["),
		Bind(d, "detail.zoom", "whole screen", "Give the record the whole screen, or the place that it had.", "enter"),
		Bind(d, "detail.leave", "to the list", "Go back to the list.", "h", "left"),
	}
}

func overlays() []Binding {
	d, t, c := ScopeDialog, ScopeTriage, ScopeChart
	return []Binding{
		Bind(c, "chart.apply", "show rows", "Show only the rows that the bar counts.", "enter"),
		Bind(c, "chart.down", "down", "Go to the bar below.", "j", "down"),
		Bind(c, "chart.up", "up", "Go to the bar above.", "k", "up"),
		Bind(c, "chart.left", "left", "Go to the bar on the left.", "h", "left"),
		Bind(c, "chart.right", "right", "Go to the bar on the right.", "l", "right"),

		Bind(t, "triage.accept", "accept", "Accept the suggestion and show the next one.", "a"),
		Bind(t, "triage.match", "accept as…", "Accept the suggestion and name the access profile that covers it.", "p"),
		Bind(t, "triage.create", "new profile", "Create an access profile from the suggestion, which accepts it.", "n"),
		Bind(t, "triage.dismiss", "dismiss", "Dismiss the suggestion and show the next one.", "d"),
		Bind(t, "triage.reject", "reject", "Reject the suggestion and show the next one.", "x"),
		Bind(t, "triage.skip", "skip", "Leave the suggestion as it is and show the next one.", "s", "right", "l", "]"),
		Bind(t, "triage.back", "previous card", "Show the previous card.", "b", "left", "h", "["),
		Bind(t, "triage.matrix", "matrix", "Show who of the cohort holds which of the entitlements.", "H"),
		Bind(t, "triage.families", "families", "Show one card a family of suggestions that are nearly the same, or one card each. Two "+
			"overlap by the mean of what their entitlements and their cohorts do: the share that both have of what either has; "+
			"family_overlap in the configuration says from where on they are a family. The best, which is judged, has the highest "+
			"confidence, then coverage.", "t"),
		Bind(t, "triage.chart", "chart", "Choose a bar of the chart of the pile; enter makes the pile of what it counts.", "D"),
		Bind(t, "triage.sort", "sort", "Change how the pile is sorted.", "S"),
		Bind(t, "triage.load", "load all", "Load the whole pile, so that sorting covers all of it; esc stops it.", "F"),

		Bind(ScopeJournal, "outcome.check", "check", "Check an entry whose outcome is unknown.", "c"),
		Bind(ScopeRequests, "copy.curl", "copy curl", "Copy the request as a curl command, without the token.", "c"),

		Bind(d, "dialog.activate", "choose", "Press the button that has the focus.", "enter"),
		BindExit(d, "dialog.cancel", "cancel", "Close without doing anything.", "esc"),
		Bind(d, "dialog.next", "next", "Go to the next button.", "tab", "right"),
		Bind(d, "dialog.previous", "previous", "Go to the previous button.", "shift+tab", "left"),
		Bind(d, "dialog.down", "scroll", "Scroll down.", "down", "j", "pgdown"),
		Bind(d, "dialog.up", "scroll up", "Scroll up.", "up", "k", "pgup"),
		Bind(d, "dialog.request", "request", "Show the exact request that will be sent.", "v", "ctrl+r"),

		BindExit(ScopeProgress, "progress.stop", "stop", "Stop what has not started yet.", "esc"),

		Bind(ScopeChoice, "choice.toggle", "on/off", "Turn the choice on or off.", "space"),
		Bind(ScopeChoice, "choice.next", "next", "Go to the next value.", "right", "l"),
		Bind(ScopeChoice, "choice.previous", "previous", "Go to the previous value.", "left", "h"),
		Bind(ScopeChoice, "choice.down", "next choice", "Go to the next choice.", "down", "j"),
		Bind(ScopeChoice, "choice.up", "previous choice", "Go to the previous choice.", "up", "k"),

		Bind(ScopeColumns, "columns.down", "move down", "Move the column down, which is to the right.", "J"),
		Bind(ScopeColumns, "columns.up", "move up", "Move the column up, which is to the left.", "K"),
		Bind(ScopeColumns, "columns.reset", "reset", "Set the columns back to what they are by themselves.", "r"),
	}
}

// typing holds the scopes in which printable keys are text. Keys that edit a line (ctrl+a, ctrl+e, ctrl+u, ctrl+w, home, end,
// alt+b and so on) stay free for the field.
func typing() []Binding {
	p, f := ScopePicker, ScopeForm
	return []Binding{
		Bind(ScopeFilter, "filter.ask", "ask the tenant", "Search on the tenant, where it supports that.", "ctrl+s"),
		Bind(ScopeFilter, "filter.keep", "keep", "Keep the filter and go to the rows.", "enter", "tab", "down"),
		BindExit(ScopeFilter, "filter.cancel", "back", "Go back to the previous filter.", "esc"),

		Bind(p, "picker.choose", "choose", "Choose the line under the cursor.", "enter"),
		Bind(p, "picker.mark", "mark", "Mark the line, where several can be chosen.", "tab"),
		Bind(p, "picker.down", "next", "Go to the next line.", "down", "ctrl+n"),
		Bind(p, "picker.up", "previous", "Go to the previous line.", "up", "ctrl+p"),
		Bind(p, "picker.page.down", "page down", "Go down one screen.", "pgdown"),
		Bind(p, "picker.page.up", "page up", "Go up one screen.", "pgup"),
		Bind(p, "picker.request", "request", "Show the exact request that the line under the cursor sends.", "ctrl+r"),
		BindExit(p, "picker.close", "close", "Close without choosing.", "esc"),
		Bind(p, "views.delete", "delete view", "Delete the saved view under the cursor; press again to do it.", "ctrl+x"),

		Bind(f, "form.submit", "save", "Check the form and send it.", "ctrl+s"),
		Bind(f, "form.enter", "next", "Go to the next field, or open its choices.", "enter"),
		Bind(f, "form.next", "next field", "Go to the next field.", "tab"),
		Bind(f, "form.previous", "previous field", "Go to the previous field.", "shift+tab"),
		Bind(f, "form.review", "changes", "Show everything the form changes, and what was said about it.", "pgdown"),
		Bind(f, "form.request", "request", "Show the exact request that will be sent.", "ctrl+r"),
		BindExit(f, "form.cancel", "cancel", "Close the form without sending it.", "esc"),

		Bind(ScopeConfirm, "confirm.submit", "confirm", "Confirm, once the requested text is typed.", "enter"),
		Bind(ScopeConfirm, "confirm.request", "request", "Show the exact request that will be sent.", "ctrl+r"),
		Bind(ScopeConfirm, "confirm.down", "scroll", "Scroll down.", "down", "pgdown"),
		Bind(ScopeConfirm, "confirm.up", "scroll up", "Scroll up.", "up", "pgup"),
		BindExit(ScopeConfirm, "confirm.cancel", "cancel", "Close without doing anything.", "esc"),
	}
}
