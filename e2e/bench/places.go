//go:build linux || darwin

package main

import (
	"slices"
	"strings"
	"time"
)

// place is a view of the console in which keys are pressed.
type place struct {
	name  string
	lead  []string // the keys that lead there, each followed by what is seen then
	press []string // pressed in turn
}

// rowsOf is a list with rows.
func rowsOf(name string) string { return name + ` ─(?s:.*) of [\d,]+ (loaded|in all)` }

// thereAndBack are keys that move down so often, and back.
func thereAndBack(down, up string, n int) []string {
	return append(slices.Repeat([]string{down}, n), slices.Repeat([]string{up}, n)...)
}

// group are places whose keys are pressed alike.
type group struct {
	places []place
	gap    time.Duration // from key to key
	asks   bool          // the tenant, perhaps, which is in another process then: its part isn't the console's
	free   bool          // of the bounds: what is opened wasn't read before, so that it asks
}

// What a key waits for: a question takes none until it can have been read, and what was asked of the tenant is answered.
const (
	reading = 300 * time.Millisecond
	answers = 100 * time.Millisecond
)

func groups() []group {
	return []group{
		{places: slices.Concat(panePlaces(), placesWithin(), placesAbove(), jumps(), openings(), moreOpenings()), gap: viewGap},
		{places: questions(), gap: reading, asks: true},
		{places: again(), gap: viewGap, asks: true},
		{places: forms(), gap: viewGap, asks: true},
		{places: today(), gap: answers, asks: true},
		{places: others(), gap: answers, asks: true, free: true},
	}
}

func moves() []string  { return thereAndBack("j", "k", 16) }
func arrows() []string { return thereAndBack("<down>", "<up>", 16) }

// letters are typed and taken back.
func letters() []string {
	return append(strings.Split("deputy", ""), slices.Repeat([]string{"<backspace>"}, 6)...)
}

// panePlaces are the lists.
func panePlaces() []place {
	all := []place{{"Hooks", nil, moves()}}
	for _, tab := range []struct{ key, name string }{{"2", "Webhooks"}, {"3", "Suggestions"}, {"4", "Secrets"}, {"5", "History"},
		{"6", "Roles"}, {"7", "Exporters"}, {"8", "Keys"}, {"9", "Toolsets"}, {"0", "Tenant"}} {
		all = append(all, place{tab.name, []string{tab.key, `\b` + tab.name + `\b`}, moves()})
	}
	return append(all, place{"Today", []string{"`", "Today"}, moves()})
}

// placesWithin are the views that panes lead to.
func placesWithin() []place {
	cards := []string{"3", rowsOf("Suggestions"), "t", "One card"}
	within := func(key, pane, then, seen string) []string { return []string{key, rowsOf(pane), then, seen} }
	return []place{
		{"detail", []string{"<enter>", "esc"}, moves()},
		{"detail alone", []string{"<enter>", "esc", "<enter>", "Hooks ›"}, moves()},
		{"marking", nil, []string{"<space>", "j", "<space>", "k"}},
		{"chart", within("3", "Suggestions", "D", `── \w.*: .*, [\d,]+ ·`), []string{"j", "l", "k", "h"}},
		{"JSON", []string{"v", `"id"`}, moves()},
		{"triage", append(slices.Clone(cards), "t", "decided"), []string{"s", "b"}},
		{"families", append(slices.Clone(cards), "<down>", "▌ One card a family", "<enter>", "family 1 of"), []string{"s", "b"}},
		{"matrix", within("3", "Suggestions", "H", "Access matrix"), []string{"l", "j", "h", "k"}},
		{"members", within("3", "Suggestions", "m", "Members ›(?s:.*)16 of 16"), moves()},
		{"compare", []string{"3", rowsOf("Suggestions"), "<space>", "marked", "j", "2 of", "c", "Compare two"}, moves()},
		{"audit", within("4", "Secrets", "A", "Audit ›(?s:.*)revoked"), moves()},
		{"versions", within("5", "History", "<enter>", "History ›(?s:.*)When +What"), moves()},
		{"timeline", within("5", "History", "a", `\d changes(, [\d,]+)? of [\d,]+\+? servers`), moves()},
		{"notifications", []string{"0", "Notifications?|notification", "m", "Approval needed"}, thereAndBack("j", "k", 8)},
		{"CEL bench", []string{"0", "CEL bench", "b", "› CEL bench"}, letters()},
		{"contacts", []string{"0", "Contacts", "c", "› Contacts(?s:.*)Billing"}, moves()},
		{"bindings", []string{"0", "Conflict monitor", "d", "› Conflict monitor bindings"}, moves()},
		{"owners", []string{"0", "Entitlement owners", "o", "› Entitlement owners", "p", "Choose an app(?s:.*)▌", "<enter>",
			"Choose an entitlement(?s:.*)▌", "<down>", "▌", "<enter>", "▌(?s:.*)owner"}, []string{"j", "k"}},
		{"requests", []string{"2", rowsOf("Webhooks"), "3", rowsOf("Suggestions"), "4", rowsOf("Secrets"), "5", rowsOf("History"),
			"L", "› Requests"}, thereAndBack("j", "k", 4)},
		{"journal", []string{"2", rowsOf("Webhooks"), "t", "test event", "j", "2 of", "t", "test event", "J", "› Journal(?s:.*)Incident"},
			[]string{"j", "k"}},
	}
}

// placesAbove stand over panes.
func placesAbove() []place {
	return []place{
		{"help", []string{"?", "Keys that work here"}, arrows()},
		{"search in the help", []string{"?", "Keys that work here"}, letters()},
		{"palette", []string{":", "Go to"}, letters()},
		{"filter", []string{"/", `/ .* keeps it`}, letters()},
		{"form", []string{"2", rowsOf("Webhooks"), "n", "Name"}, letters()},
		{"fields of a form", []string{"2", rowsOf("Webhooks"), "n", "Name"}, thereAndBack("<tab>", "<shift+tab>", 4)},
		{"columns", []string{"|", "Columns of"}, thereAndBack("j", "k", 4)},
		{"export", []string{"w", "Export hooks"}, thereAndBack("<tab>", "<shift+tab>", 4)},
		{"view to save", []string{"s", "▲|▼", "W", "(?i)save"}, letters()},
		{"copy", []string{"Y", "Copy the id"}, thereAndBack("j", "k", 3)},
		{"tenants", []string{"T", "Tenant demo"}, thereAndBack("<down>", "<up>", 4)},
		{"show only", []string{"3", rowsOf("Suggestions"), "f", "Show only"}, thereAndBack("<down>", "<up>", 8)},
		{"picker", []string{"0", "Entitlement owners", "o", "› Entitlement owners", "p", "Choose an app"}, thereAndBack("<down>", "<up>", 8)},
		{"accept as", []string{"3", rowsOf("Suggestions"), "p", "Accept as"}, []string{"<down>", "<up>"}},
		{"question", []string{"2", rowsOf("Webhooks"), "x", "Delete webhook"}, []string{"<tab>", "<shift+tab>"}},
		{"id to open", []string{"2", rowsOf("Webhooks"), "O", "by its id"}, letters()},
		{"batch", []string{"2", rowsOf("Webhooks"), "<space>", "marked", "j", "2 of", "<space>", "2 marked", "x", "2 webhooks"},
			[]string{"<tab>", "<shift+tab>"}},
	}
}

// openings lead into a view and out again, and don't ask the tenant.
func openings() []place { return append(dialogOpenings(), viewOpenings()...) }

// dialogOpenings are those of what stands over a pane.
func dialogOpenings() []place {
	hooks, webhooks, suggestions := []string(nil), listOf("2", "Webhooks"), listOf("3", "Suggestions")
	return []place{
		{"in and out of JSON", hooks, []string{"v", "<esc>"}},
		{"in and out of the help", hooks, []string{"?", "<esc>"}},
		{"in and out of the palette", hooks, []string{":", "<esc>"}},
		{"in and out of the filter", hooks, []string{"/", "<esc>"}},
		{"in and out of the export", hooks, []string{"w", "<esc>"}},
		{"in and out of the columns", hooks, []string{"|", "<esc>"}},
		{"in and out of the tenants", hooks, []string{"T", "<esc>"}},
		{"in and out of what to copy", hooks, []string{"Y", "<esc>"}},
		{"in and out of a form", webhooks, []string{"n", "<esc>"}},
		{"in and out of an id to open", webhooks, []string{"O", "<esc>"}},
		{"in and out of show only", suggestions, []string{"f", "<esc>"}},
		{"in and out of accept as", suggestions, []string{"p", "<esc>"}},
		{"in and out of the kinds of triage", suggestions, []string{"t", "<esc>"}},
	}
}

// viewOpenings are those of what stands instead of a pane.
func viewOpenings() []place {
	suggestions, tenant := listOf("3", "Suggestions"), []string{"0", "Conflict monitor bindings"}
	return []place{
		{"in and out of a detail", nil, []string{"<enter>", "<esc>"}},
		{"in and out of the requests", nil, []string{"L", "<esc>"}},
		{"in and out of the journal", nil, []string{"J", "<esc>"}},
		{"in and out of the chart", suggestions, []string{"D", "<esc>"}},
		{"in and out of a comparison", append(slices.Clone(suggestions), "<space>", "marked", "j", "2 of"), []string{"c", "<esc>"}},
		{"in and out of bindings", tenant, []string{"d", "<esc>"}},
		{"in and out of owners", tenant, []string{"o", "<esc>"}},
		{"in and out of the CEL bench", tenant, []string{"b", "<esc>"}},
		{"to another tab and back", listOf("2", "Webhooks"), []string{"1", "2"}},
	}
}

// questions are opened and left. A program that has slept so long pays for waking up: what that is, a move tells.
func questions() []place {
	return []place{
		{"a move after a rest", []string{"2", rowsOf("Webhooks")}, []string{"j", "k"}},
		{"in and out of a question", []string{"2", rowsOf("Webhooks")}, []string{"x", "<esc>"}},
	}
}

func listOf(key, name string) []string { return []string{key, rowsOf(name)} }

// again are openings of what was read just now, which is shown as it is.
func again() []place {
	readOnce := func(key, name, opens, whole string) []string {
		return append(listOf(key, name), opens, whole, "<esc>", rowsOf(name))
	}
	return []place{
		{"in and out of the matrix", readOnce("3", "Suggestions", "H", `read just now, \d+ requests`), []string{"H", "<esc>"}},
		{"in and out of the members", listOf("3", "Suggestions"), []string{"m", "<esc>"}},
		{"in and out of a suggestion", listOf("3", "Suggestions"), []string{"<enter>", "<esc>"}},
		{"in and out of the audit", listOf("4", "Secrets"), []string{"A", "<esc>"}},
		{"in and out of versions", listOf("5", "History"), []string{"<enter>", "<esc>"}},
		{"in and out of the timeline", readOnce("5", "History", "a", "servers are read"), []string{"a", "<esc>"}},
		{"in and out of notifications", []string{"0", "Notifications?|notification"}, []string{"m", "<esc>"}},
		{"in and out of contacts", []string{"0", "Contacts"}, []string{"c", "<esc>"}},
		{"in and out of a picker", []string{"0", "Entitlement owners", "o", "› Entitlement owners"}, []string{"p", "<esc>"}},
		{"in and out of triage", listOf("3", "Suggestions"), []string{"t", "<enter>", "<esc>"}},
		{"in and out of families", listOf("3", "Suggestions"), []string{"t", "<down>", "<enter>", "<esc>"}},
	}
}

// today is left and comes again. Its lines need longer to be read than a key takes to follow another one.
func today() []place { return []place{{"to Today and back", nil, []string{"`", "1"}}} }

// others are openings of one record after the other, for which the tenant is asked.
func others() []place {
	return []place{
		{"matrix after matrix", listOf("3", "Suggestions"), []string{"H", "<esc>", "j"}},
		{"members after members", listOf("3", "Suggestions"), []string{"m", "<esc>", "j"}},
		{"suggestion after suggestion", listOf("3", "Suggestions"), []string{"<enter>", "<esc>", "j"}},
		{"audit after audit", listOf("4", "Secrets"), []string{"A", "<esc>", "j"}},
		{"versions after versions", listOf("5", "History"), []string{"<enter>", "<esc>", "j"}},
	}
}
