package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"gatehouse/keymap"
	"gatehouse/ui/panes"
)

// operations are the bindings that carry out each operation of the interface, by its number there.
var operations = map[string][]keymap.ID{
	"1": {"bindings.create"}, "2": {"suggestions.accept", "suggestions.reject", "suggestions.dismiss", "suggestions.reopen"},
	"3": {"exporters.edit"}, "4": {"roles.edit"}, "5": {"secrets.revoke"}, "6": {"filter.open", "filter.ask"}, "7": {"cel.evaluate"},
	"8": {"owners.add"}, "9": {"toolsets.delete"}, "10": {"open"}, "11": {"open"}, "12": {"pane.8"}, "13": {"open"},
	"14": {"webhooks.edit"}, "15": {"filter.open", "filter.ask"}, "16": {"webhooks.create"},
}

// TestTheReadmeTellsTheKeyOfEveryOperation keeps the README's table true to the key map.
func TestTheReadmeTellsTheKeyOfEveryOperation(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	keys := panes.Keys()
	row := regexp.MustCompile(`(?m)^\| (\d+) \| [^|]+ \| [^|]+ \| (.+) \|$`)
	code := regexp.MustCompile("`([^`]+)`")
	told := map[string]bool{}
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		var want, got []string
		for _, id := range operations[m[1]] {
			want = append(want, keys.Label(id))
		}
		for _, c := range code.FindAllStringSubmatch(m[2], -1) {
			got = append(got, c[1])
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("operation %s: the README says %v, the keys are %v", m[1], got, want)
		}
		told[m[1]] = true
	}
	for number := range operations {
		if !told[number] {
			t.Errorf("the README doesn't tell where operation %s is", number)
		}
	}
}
