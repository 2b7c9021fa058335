package docs_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gatehouse/keymap"
	"gatehouse/ui/host"
	"gatehouse/ui/panes"
)

// operations are the bindings that carry out each operation of the interface, by its number there.
var operations = map[string][]keymap.ID{
	"1": {"bindings.create"}, "2": {"suggestions.accept", "suggestions.reject", "suggestions.dismiss", "suggestions.reopen"},
	"3": {"exporters.edit"}, "4": {"roles.edit"}, "5": {"secrets.revoke"}, "6": {"filter.open", "filter.ask"}, "7": {"cel.evaluate"},
	"8": {"owners.add"}, "9": {"toolsets.delete"}, "10": {"open"}, "11": {"open"}, "12": {"pane.8"}, "13": {"open"},
	"14": {"webhooks.edit"}, "15": {"filter.open", "filter.ask"}, "16": {"webhooks.create"},
}

// keyTable are the rows of the README's table of keys. An action in braces stands for its key.
const keyTable = `| arrows, {cursor.down} {cursor.up}, {cursor.top} {cursor.bottom} | move; ` +
	`{cursor.bottom} loads what is missing on the way, {back} stops it |
| {pane.1}…{pane.9}, {pane.0}, {pane.next} | go to a pane |
| {open}, {back} | open, go back one level; {back} never quits |
| {filter.open} | filter the loaded rows as you type; ` +
	`{filter.keep} keeps the filter, {filter.ask} asks the tenant, {filter.cancel} goes back |
| {sort.next} {sort.reverse} | sort by the next column; reverse the order |
| {mark.row} {mark.range} {mark.all} {mark.invert} {mark.clear} | mark a row, a range, all that the filter shows; ` +
	`invert, clear; actions then run on all marked |
| {chart.open} | go to the chart above suggestions, secrets or changes: {open} shows the rows that a bar counts |
| {preview} {columns.choose} | put the preview beside the list, below it or away; choose the columns and their order |
| {load.all} | load every row of the list; {back} stops it |
| {suggestions.accept} {suggestions.reject} {suggestions.dismiss} {suggestions.reopen} | accept, reject, dismiss, reopen a suggestion |
| {suggestions.triage} | triage suggestions one card at a time; turn a hook on or off; test a webhook |
| {webhooks.create} {webhooks.edit} {webhooks.delete} | create, edit, delete or revoke |
| {undo} {results} | undo the last action or batch; show the results of the last batch again |
| {export} | write the rows or the record to CSV, JSON or JSON Lines |
| {views.open} {views.save} | open or save a view: a filter with its sort |
| {journal} {requests} | the journal of every change that was sent; the last thousand requests |
| {tenants} | go to another tenant; who you are, and what named this one |
| {raw} {copy.id} {copy.menu} | raw JSON, copy the id, choose what to copy |
| {refresh} {autorefresh} | refresh, refresh by itself |
| {quit} | quit |
`

// The README's tables of keys are made from the panes and the key map.
func TestTheReadmeTellsTheKeys(t *testing.T) {
	keys, text := panes.Keys(panes.All()), read(t, "../README.md")
	text = withTable(t, text, "| key | does |\n|---|---|\n", withKeys(t, keys, keyTable))
	text = withTable(t, text, "| key | pane | keys of its own |\n|---|---|---|\n", paneTable(panes.All()))
	generated(t, "../README.md", withOperations(t, keys, text))
}

// withTable is a text with other rows below the head of a table.
func withTable(t *testing.T, text, head, rows string) string {
	t.Helper()
	before, after, found := strings.Cut(text, head)
	_, after, ended := strings.Cut(after, "|\n\n")
	if !found || !ended {
		t.Fatalf("the README has no table with the head\n%s", head)
	}
	return before + head + rows + "\n" + after
}

// withKeys puts the keys of actions where the actions stand in braces.
func withKeys(t *testing.T, keys *keymap.Map, text string) string {
	t.Helper()
	return regexp.MustCompile(`\{[a-z0-9.]+\}`).ReplaceAllStringFunc(text, func(in string) string {
		id := keymap.ID(strings.Trim(in, "{}"))
		if keys.Label(id) == "" {
			t.Errorf("there is no key for %s", id)
		}
		return "`" + strings.ReplaceAll(keys.Label(id), "|", `\|`) + "`" // a bar ends a cell of a table
	})
}

// paneTable has a row for each pane, with the bindings that only it has.
func paneTable(all []host.Declaration) string {
	var rows strings.Builder
	row := func(keys, title string, d host.Declaration) {
		var own []string
		for _, b := range d.Bindings {
			if b.Scope == d.Scope {
				own = append(own, "`"+b.Keys[0]+"` "+b.Title)
			}
		}
		fmt.Fprintf(&rows, "| %s | %s | %s |\n", keys, title, strings.Join(own, ", "))
	}
	for _, d := range all {
		if len(d.Inner) == 0 {
			row(inCode(d.Key), d.Title, d)
		}
		for _, inner := range d.Inner {
			row("`"+d.Key+"` `"+inner.Key+"`", d.Title+", "+inner.Title, inner)
		}
	}
	return rows.String()
}

// inCode is a key as Markdown shows code: a backquote stands between two of them.
func inCode(key string) string {
	if key == "`" {
		return "`` ` ``"
	}
	return "`" + key + "`"
}

// withOperations puts the keys of the operations into their table; the words between them stay.
func withOperations(t *testing.T, keys *keymap.Map, text string) string {
	t.Helper()
	code := regexp.MustCompile("`[^`]+`")
	told := map[string]bool{}
	row := regexp.MustCompile(`(?m)^(\| (\d+) \| [^|]+ \| [^|]+ \| )(.+) \|$`)
	text = row.ReplaceAllStringFunc(text, func(line string) string {
		m := row.FindStringSubmatch(line)
		ids := operations[m[2]]
		if n := len(code.FindAllString(m[3], -1)); n != len(ids) {
			t.Errorf("operation %s has %d keys in the README, wants %d", m[2], n, len(ids))
			return line
		}
		told[m[2]] = true
		next := 0
		return m[1] + code.ReplaceAllStringFunc(m[3], func(string) string {
			next++
			return "`" + keys.Label(ids[next-1]) + "`"
		}) + " |"
	})
	for number := range operations {
		if !told[number] {
			t.Errorf("the README doesn't tell where operation %s is", number)
		}
	}
	return text
}
