package suggestions

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/families"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// pair is what is to be compared: the two that are marked, or the marked one and the one under the cursor.
func pair(p *list.Pane) (a, b api.Suggestion, why action.Why) {
	marked := list.TypedRows[api.Suggestion](p.Grid.Marked())
	here, ok := list.CursorOf[api.Suggestion](p)
	space := p.Label("mark.row")
	switch {
	case len(marked) > 2:
		return a, b, action.Because(draw.Count(int64(len(marked))) + " are marked; it takes two")
	case len(marked) == 2:
		return marked[0], marked[1], why
	case !ok:
		return a, b, action.Because("there is no suggestion under the cursor")
	case len(marked) == 0:
		return a, b, action.Because("no suggestion is marked; " + space + " marks this one, then go to another")
	case marked[0].ID == here.ID:
		return a, b, action.Because("only this suggestion is marked; go to another, or mark a second one with " + space)
	}
	return marked[0], here, why
}

// compareTwo shows what each of two suggestions has alone, then what both have.
func compareTwo(p *list.Pane) tea.Cmd {
	a, b, _ := pair(p)
	return p.Host.Open(dialog.NewSheet("Compare two suggestions", comparison(a, b, p.Env), p.Env))
}

func comparison(a, b api.Suggestion, e *host.Env) []widget.Section {
	overlap := families.Overlap(overlapping(a), overlapping(b))
	said := "not a family"
	if overlap >= float64(e.FamilyOverlap)/100 {
		said = "one family"
	}
	short := fmt.Sprintf("%s overlap: %s (from %d%%)", draw.Percent(overlap), said, e.FamilyOverlap)
	head := widget.Section{Fields: []widget.Field{{Value: short}}}
	measure := widget.Section{Title: "The overlap", Fields: []widget.Field{{Role: theme.Dim, Value: "It is the mean of what the " +
		"entitlements and the cohorts overlap: the share that both have of what either has."}}}
	onlyB, onlyA := widget.SetDifference(grants(a), grants(b))
	nameA, nameB := host.FirstOf(a.SuggestedName, a.ID), host.FirstOf(b.SuggestedName, b.ID)
	if nameA == nameB { // the ids tell them apart
		nameA, nameB = nameA+" ("+a.ID+")", nameB+" ("+b.ID+")"
	}
	shared := having("Both", a, both(grants(a), grants(b)), e)
	if shared.Table != nil {
		heldByBoth(shared.Table, a, b, e)
	}
	return []widget.Section{head, having("Only “"+nameA+"”", a, onlyA, e), having("Only “"+nameB+"”", b, onlyB, e), shared,
		facts(nameA, a, e), facts(nameB, b, e), measure}
}

// heldByBoth says of entitlements that both suggestions have who of either cohort holds them.
func heldByBoth(t *widget.Table, a, b api.Suggestion, e *host.Env) {
	t.Columns[colHeld].Title = "1ST COHORT"
	t.Columns = append(t.Columns, widget.TableColumn{Title: "2ND COHORT", Min: heldWidth(b) + 5, Gives: 4})
	inB := map[string]api.SuggestionEntitlement{}
	for _, x := range b.Entitlements {
		inB[entitlementToggle(x)] = x
	}
	at := 0
	for _, x := range byRisk(a.Entitlements, e) {
		if other, has := inB[entitlementToggle(x)]; has {
			t.Rows[at] = append(t.Rows[at], widget.Cell{Text: heldBy(other, b), Bar: column.Fraction(other.Coverage)})
			at++
		}
	}
}

// facts are what two suggestions are compared by at a glance.
func facts(name string, s api.Suggestion, e *host.Env) widget.Section {
	all := "unknown how many hold all"
	if s.UsersWithAll != nil {
		all = fmt.Sprintf("%s hold all", draw.Count(*s.UsersWithAll))
	}
	return widget.Section{Title: name, Fields: []widget.Field{
		RisksInShort(s, e),
		{Label: "For", Value: host.FirstOf(strings.Join(cohortParts(s, e), ", "), "the tenant doesn't say whom")},
		{Label: "Cohort", Value: widget.Count(s.CohortSize, "person") + ", " + all},
		{Label: "Confidence", Value: draw.Percent(s.Confidence), Bar: column.Fraction(s.Confidence)},
		{Label: "Coverage", Value: draw.Percent(s.AvgCoverage), Bar: column.Fraction(s.AvgCoverage)},
	}}
}

// having lists entitlements of a suggestion, the riskiest first.
func having(who string, s api.Suggestion, ids []string, e *host.Env) widget.Section {
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	s.Entitlements = slices.DeleteFunc(byRisk(s.Entitlements, e), func(x api.SuggestionEntitlement) bool {
		return !wanted[entitlementToggle(x)]
	})
	s.ExistingProfileMatches = nil // what profiles miss is no matter here
	sec := widget.Section{Title: who + ": " + RisksInShort(s, e).Value}
	if len(s.Entitlements) == 0 {
		sec.Fields = []widget.Field{{Value: "None.", Role: theme.Dim}}
		return sec
	}
	sec.Table = entitlementTable(s, e)
	return sec
}
