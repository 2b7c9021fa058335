package ui

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/batch"
)

// listed is what the result list of a batch says about a record.
type listed struct{ sign, reason string }

// resultList reads the result list as it is drawn, by the names of the records: a heading says how so many ended and why, and they
// stand under it.
func resultsIn(b *batch.Batch) map[string]listed {
	list := map[string]listed{}
	heading, said, found := listed{}, 0, 0
	for _, line := range append(b.Entries(2000), "") {
		text := strings.TrimRight(ansi.Strip(line), " ")
		if name, entry := strings.CutPrefix(text, "  "); entry {
			name, _, _ = strings.Cut(name, "  ") // the request's id stands at the right
			if _, twice := list[name]; twice {
				heading.sign = "twice"
			}
			list[name] = heading
			found++
			continue
		}
		if found != said {
			list[fmt.Sprintf("%d under a heading that says %d", found, said)] = listed{}
		}
		sign, rest, _ := strings.Cut(text, " ")
		_, heading.reason, _ = strings.Cut(rest, ": ")
		heading.sign, found = sign, 0
		said, _ = strconv.Atoi(strings.SplitN(strings.ReplaceAll(rest, ",", ""), " ", 2)[0])
	}
	return list
}

// caseName is a name that only one suggestion has.
func caseName(i int) string { return fmt.Sprintf("Case %04d", i) }

// makeCases gives the first n suggestions names of their own and makes them new.
func makeCases(tn *tenant.Tenant, n int) error {
	for i := range n {
		err := tn.UpdateAs("suggestions", tn.SuggestionID(i), func(r map[string]any) {
			r["suggestedName"], r["suggestionState"] = caseName(i), string(api.SuggestionStateNew)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// untrue compares every line of the result list of a batch on the first n cases with what the tenant holds, and gives what is not so.
func untrue(b *batch.Batch, tn *tenant.Tenant, n int, wanted api.SuggestionState) (lies []string) {
	list := resultsIn(b)
	if len(list) != n {
		lies = append(lies, fmt.Sprintf("%d records are listed, want %d", len(list), n))
	}
	counts := map[string]int{}
	for i := range n {
		record, _ := tn.Record("suggestions", tn.SuggestionID(i))
		state, l := record["suggestionState"], list[caseName(i)]
		counts[l.sign]++
		want := string(api.SuggestionStateNew)
		switch {
		case l.sign == "✓":
			want = string(wanted)
		case l.sign == "✗" && l.reason == "", l.sign == "?" && l.reason == "", l.sign != "✗" && l.sign != "?" && l.sign != "·":
			lies = append(lies, fmt.Sprintf("%s is listed with %q and the reason %q", caseName(i), l.sign, l.reason))
		case l.sign == "?" && !strings.Contains(l.reason, "doesn't show it"):
			continue // the list says that nobody knows
		}
		if state != want {
			lies = append(lies, fmt.Sprintf("%s is listed with %q, and the tenant has it as %v", caseName(i), l.sign+" "+l.reason, state))
		}
	}
	said := map[string]int{}
	for part := range strings.SplitSeq(b.Summary(), ", ") {
		number, word, _ := strings.Cut(part, " ")
		n, _ := strconv.Atoi(number)
		said[word] += n
	}
	if said["done"] != counts["✓"] || said["unknown"] != counts["?"] || said["refused"]+said["not sent"] != counts["✗"]+counts["·"] {
		lies = append(lies, fmt.Sprintf("the list says %q, and by their signs %v are listed", b.Summary(), counts))
	}
	return lies
}

// A decision that was made about some of the marked records is seen before a batch replaces it.
func TestABatchSaysWhatWasDecidedAboutSomeOfItsRecords(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 40, tenant: tenant.Options{Rows: 20}, faults: func(tn *tenant.Tenant) {
		for i := range 20 {
			state := "SUGGESTION_STATE_NEW"
			if i > 16 {
				state = "SUGGESTION_STATE_DISMISSED"
			}
			if err := tn.UpdateAs("suggestions", tn.SuggestionID(i), func(r map[string]any) { r["suggestionState"] = state }); err != nil {
				t.Fatal(err)
			}
		}
	}})
	d.keys("3", "*", "a")
	d.sees("20 suggestions", "State now: 17 new, 3 dismissed.")
	d.keys("<esc>")
	d.wantMutations()
}
