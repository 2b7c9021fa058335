package suggestions

import (
	"strconv"
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

// compared is all that a comparison is made of.
type compared struct {
	ids   [2]string
	raws  [2]api.Original
	names int // how often they have changed
}

// comparing shows what each of two suggestions has alone, then what both have.
func comparing() func(*list.Pane) tea.Cmd {
	var kept dialog.KeptSheet
	return func(p *list.Pane) tea.Cmd {
		a, b, _ := pair(p)
		of := compared{[2]string{a.ID, b.ID}, [2]api.Original{a.Raw, b.Raw}, p.Env.Names.Changes()}
		return p.Host.Open(kept.Open(of, "Compare two suggestions", func() []widget.Section { return comparison(a, b, p.Env) }, p.Env))
	}
}

func comparison(a, b api.Suggestion, e *host.Env) []widget.Section {
	a.Entitlements, b.Entitlements = byRisk(a.Entitlements, e), byRisk(b.Entitlements, e)
	idsA, idsB := grants(a), grants(b)
	overlap := families.Overlap(families.Item{Entitlements: idsA, Cohort: cohortParts(a, nil)},
		families.Item{Entitlements: idsB, Cohort: cohortParts(b, nil)})
	said := "not a family"
	if overlap >= float64(e.FamilyOverlap)/100 {
		said = "one family"
	}
	short := draw.Percent(overlap) + " overlap: " + said + " (from " + strconv.Itoa(e.FamilyOverlap) + "%)"
	head := widget.Section{Fields: []widget.Field{{Value: short}}}
	measure := widget.Section{Title: "The overlap", Fields: []widget.Field{{Role: theme.Dim, Value: "It is the mean of what the " +
		"entitlements and the cohorts overlap: the share that both have of what either has."}}}
	nameA, nameB := host.FirstOf(a.SuggestedName, a.ID), host.FirstOf(b.SuggestedName, b.ID)
	if nameA == nameB { // the ids tell them apart
		nameA, nameB = nameA+" ("+a.ID+")", nameB+" ("+b.ID+")"
	}
	inB, inA := placesIn(idsB, idsA), placesIn(idsA, idsB)
	onlyA, both := parted(a.Entitlements, inB)
	onlyB, _ := parted(b.Entitlements, inA)
	shared := having("Both", a, both, e)
	if shared.Table != nil {
		heldByBoth(shared.Table, inB, b)
	}
	return []widget.Section{head, having("Only “"+nameA+"”", a, onlyA, e), having("Only “"+nameB+"”", b, onlyB, e), shared,
		facts(nameA, a, e), facts(nameB, b, e), measure}
}

// placesIn are where other ids have each of some ids, -1 where they don't.
func placesIn(other, ids []string) []int {
	in := make(map[string]int, len(other))
	for i, id := range other {
		in[id] = i
	}
	places := make([]int, len(ids))
	for i, id := range ids {
		places[i] = -1
		if at, has := in[id]; has {
			places[i] = at
		}
	}
	return places
}

// parted are the entitlements that a suggestion has alone and those that another has, too, given the places among the other's.
func parted(all []api.SuggestionEntitlement, places []int) (alone, shared []api.SuggestionEntitlement) {
	n := 0
	for _, at := range places {
		n += min(at, 0) + 1
	}
	alone, shared = make([]api.SuggestionEntitlement, 0, len(all)-n), make([]api.SuggestionEntitlement, 0, n)
	for i, x := range all {
		if places[i] < 0 {
			alone = append(alone, x)
		} else {
			shared = append(shared, x)
		}
	}
	return alone, shared
}

// heldByBoth says of the entitlements that both suggestions have who of the second cohort holds them, given the places of the first's in
// the second.
func heldByBoth(t *widget.Table, places []int, b api.Suggestion) {
	t.Columns[colHeld].Title = "1ST COHORT"
	t.Columns = append(t.Columns, widget.TableColumn{Title: "2ND COHORT", Min: heldWidth(b) + 5, Gives: 4})
	row := 0
	for _, at := range places {
		if at < 0 {
			continue
		}
		x := b.Entitlements[at]
		t.Rows[row] = append(t.Rows[row], widget.Cell{Text: heldBy(x, b), Bar: column.Fraction(x.Coverage)})
		row++
	}
}

// facts are what two suggestions, their entitlements sorted by risk, are compared by at a glance.
func facts(name string, s api.Suggestion, e *host.Env) widget.Section {
	all := "unknown how many hold all"
	if s.UsersWithAll != nil {
		all = draw.Count(*s.UsersWithAll) + " hold all"
	}
	return widget.Section{Title: name, Fields: []widget.Field{
		sortedInShort(s.Entitlements, e),
		{Label: "For", Value: host.FirstOf(strings.Join(cohortParts(s, e), ", "), "the tenant doesn't say whom")},
		{Label: "Cohort", Value: widget.Count(s.CohortSize, "person") + ", " + all},
		{Label: "Confidence", Value: draw.Percent(s.Confidence), Bar: column.Fraction(s.Confidence)},
		{Label: "Coverage", Value: draw.Percent(s.AvgCoverage), Bar: column.Fraction(s.AvgCoverage)},
	}}
}

// having lists some entitlements of a suggestion, which are sorted by risk.
func having(who string, s api.Suggestion, sorted []api.SuggestionEntitlement, e *host.Env) widget.Section {
	s.ExistingProfileMatches = nil // what profiles miss is no matter here
	sec := widget.Section{Title: who + ": " + sortedInShort(sorted, e).Value}
	if len(sorted) == 0 {
		sec.Fields = []widget.Field{{Value: "None.", Role: theme.Dim}}
		return sec
	}
	sec.Table = entitlementTable(s, sorted, e)
	return sec
}

func sortedInShort(sorted []api.SuggestionEntitlement, e *host.Env) widget.Field {
	return risksInShort(sorted, e, widget.Count(int64(len(sorted)), "entitlement"))
}
