//go:build linux || darwin

package main

import "slices"

// A screen of it, half of one, and back.
func screens() []string { return []string{"<pgdown>", "<ctrl+d>", "<pgup>", "<ctrl+u>"} }

// loaded leads to a list of which every row is loaded.
func loaded(lead []string) []string { return append(slices.Clone(lead), "F", `of [\d,]+ in all`) }

// jumps move further than by a row, or by something else than rows.
func jumps() []place {
	suggestions := listOf("3", "Suggestions")
	lead := func(to []string, more ...string) []string { return append(slices.Clone(to), more...) }
	return []place{
		{"screens of rows", nil, screens()},
		{"first and last row", loaded(nil), []string{"G", "g"}},
		{"rows, all of them loaded", loaded(nil), moves()},
		{"rows that were found", []string{"/", `/ .* keeps it`, "o", "/ o", "<enter>", "of"}, moves()},
		{"next record", []string{"<enter>", "esc"}, thereAndBack("]", "[", 8)},
		{"screens of a detail", []string{"<enter>", "esc", "<enter>", "Hooks ›"}, screens()},
		{"lines of a card", lead(suggestions, "t", "One card", "t", "decided"), []string{"j", "k"}},
		{"screens of the matrix", lead(suggestions, "H", "Access matrix"), []string{"]", "[", "<pgdown>", "<pgup>"}},
		{"chart of secrets", lead(listOf("4", "Secrets"), "D", "enter show rows"), []string{"l", "h"}},
		{"channels", []string{"0", "Notifications?|notification", "m", "Approval needed"}, []string{"l", "h"}},
		{"lines of the palette", []string{":", "Go to"}, arrows()},
	}
}

// moreOpenings are those of what other panes have.
func moreOpenings() []place {
	secrets, history, tenant := listOf("4", "Secrets"), listOf("5", "History"), []string{"0", "Conflict monitor bindings"}
	lead := func(to []string, more ...string) []string { return append(slices.Clone(to), more...) }
	changes := lead(history, "a", "servers are read")
	return []place{
		{"in and out of show only, all secrets loaded", loaded(secrets), []string{"f", "<esc>"}},
		{"in and out of show only, all servers loaded", loaded(history), []string{"f", "<esc>"}},
		{"in and out of show only, changes", changes, []string{"f", "<esc>"}},
		{"in and out of a secret by its link", secrets, []string{"X", "<esc>"}},
		{"in and out of a secret", secrets, []string{"<enter>", "<esc>"}},
		{"in and out of a version", lead(history, "<enter>", "History ›(?s:.*)When +What"), []string{"<enter>", "<esc>"}},
		{"in and out of a connector's toolsets", listOf("9", "Toolsets"), []string{"p", "<esc>"}},
		{"in and out of a monitor to pick", lead(tenant, "d", "› Conflict monitor bindings"), []string{"p", "<esc>"}},
		{"in and out of CEL examples", lead(tenant, "b", "› CEL bench"), []string{"<f2>", "<esc>"}},
		{"in and out of the help of triage", lead(listOf("3", "Suggestions"), "t", "One card", "t", "decided"), []string{"?", "<esc>"}},
	}
}

// forms are of a record, which is read first.
func forms() []place {
	role := listOf("6", "Roles")
	for _, at := range []string{"2", "3", "4", "5", "6", "7", "8"} { // the first ones are built in
		role = append(role, "j", at+" of")
	}
	return []place{
		{"in and out of a webhook's form", listOf("2", "Webhooks"), []string{"e", "<esc>"}},
		{"in and out of a role's form", role, []string{"e", "<esc>"}},
		{"in and out of an exporter's form", listOf("7", "Exporters"), []string{"e", "<esc>"}},
		{"in and out of a new profile", listOf("3", "Suggestions"), []string{"n", "<esc>"}},
		{"in and out of the contacts' form", []string{"0", "Contacts", "c", "› Contacts(?s:.*)Billing"}, []string{"e", "<esc>"}},
	}
}
