package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

func newSuggestions(e *env, l *link) pane { return newList(suggestions(e, l), e, l) }

func suggestions(e *env, l *link) resource[string, api.Suggestion] {
	return resource[string, api.Suggestion]{
		name: "suggestions", title: "Suggestions", one: "suggestion", scope: keymap.ScopeSuggestions,
		key: func(s api.Suggestion) string { return s.ID },
		target: func(s api.Suggestion) action.Target {
			return action.Target{Kind: "suggestion", Name: s.SuggestedName, ID: s.ID}
		},
		columns: suggestionColumns(),
		raw:     func(s api.Suggestion) json.RawMessage { return s.Raw },
		problem: func(s api.Suggestion) string { return s.Problem },
		size:    10, // rows are big
		fetch: func(ctx context.Context, c *api.Client, q query, p api.PageRequest) (api.Page[api.Suggestion], error) {
			return c.SearchSuggestions(ctx, suggestionSearch(q), p)
		},
		get: func(ctx context.Context, c *api.Client, s api.Suggestion) (api.Suggestion, error) {
			return c.Suggestion(ctx, s.ID)
		},
		byID: &byID[api.Suggestion]{
			ids:   []idField{{name: "id", title: "Suggestion id", help: "The suggestion's id, 27 letters and digits."}},
			of:    func(s api.Suggestion) []string { return []string{s.ID} },
			blank: func(ids []string, name string) api.Suggestion { return api.Suggestion{ID: ids[0], SuggestedName: name} },
		},
		searches: "names and descriptions",
		empty:    "Role mining has no suggestions.",
		next:     []step{{"suggestions.analyse", "starts a new analysis, which may find some"}},
		detail:   suggestionDetail,
		cards:    suggestionCard(),
		follow:   newTriage,
		verbs: []verb[api.Suggestion]{
			{spec: func(e *env) *action.Spec[api.Suggestion] {
				return moveTo(e, "suggestions.accept", api.SuggestionStateAccepted)
			}},
			{spec: func(e *env) *action.Spec[api.Suggestion] {
				return moveTo(e, "suggestions.dismiss", api.SuggestionStateDismissed)
			}},
			{spec: func(e *env) *action.Spec[api.Suggestion] {
				return moveTo(e, "suggestions.reject", api.SuggestionStateRejected)
			}},
			{spec: func(e *env) *action.Spec[api.Suggestion] {
				return moveTo(e, "suggestions.reopen", api.SuggestionStateNew)
			}},
			{spec: acceptAs, ways: matchWays, document: matchForm, typed: typedMatch, otherwise: "Another access profile, by its id…"},
			{spec: func(*env) *action.Spec[api.Suggestion] { return createProfile() }, document: profileForm},
			{spec: func(*env) *action.Spec[api.Suggestion] { return analyse() }, creates: true, restands: true,
				tells: func(api.Suggestion, *env) []string {
					return []string{"The tenant looks for access profiles among all its people again. New suggestions show up here when it ends."}
				}},
		},
		facets: suggestionFacets(), strays: suggestionStrays,
		own: []command{{id: "suggestions.facets", title: "Choose what to show", why: needsList,
			run: (*list).openFacets}, {id: "suggestions.members", title: "Show the members of the cohort", why: noRecord,
			run: func(p *list) tea.Cmd {
				s, _ := cursorOf[api.Suggestion](p)
				return l.push(newList(members(s), e, l))
			}}},
		refs:     riskRefs,
		standing: latestRun,
	}
}

func stateSign(s api.Suggestion) string {
	switch api.SuggestionStandingOf(s) {
	case api.SuggestionNew:
		return "○"
	case api.SuggestionAccepted:
		return "✓"
	case api.SuggestionDismissed:
		return "–"
	case api.SuggestionRejected, api.SuggestionDeleted:
		return "✗"
	}
	return "?"
}

func stateRole(s api.Suggestion) theme.Role {
	switch api.SuggestionStandingOf(s) {
	case api.SuggestionNew:
		return theme.Info
	case api.SuggestionAccepted:
		return theme.Good
	case api.SuggestionRejected, api.SuggestionDeleted:
		return theme.Bad
	}
	return theme.Dim
}

// bestMatch is how far an existing access profile covers the suggestion already.
func bestMatch(s api.Suggestion) string {
	if len(s.ExistingProfileMatches) == 0 {
		return "none"
	}
	best := bestFirst(s.ExistingProfileMatches)[0]
	return best.MatchType.Words() + " " + draw.Percent(best.OverlapRatio)
}

// bestFirst are the access profiles that cover most of a suggestion first.
func bestFirst(matches []api.ProfileMatch) []api.ProfileMatch {
	sorted := slices.Clone(matches)
	slices.SortStableFunc(sorted, func(a, b api.ProfileMatch) int { return cmp.Compare(b.OverlapRatio, a.OverlapRatio) })
	return sorted
}

// cohort is who the suggestion is about, in words.
func cohort(s api.Suggestion) string {
	var parts []string
	for _, f := range s.CohortFilters {
		parts = append(parts, strings.ReplaceAll(f.Attribute, "_", " ")+": "+joined(f.Values, "any"))
	}
	return strings.Join(parts, "; ")
}

func suggestionDetail(s api.Suggestion, at detailEnv[api.Suggestion]) []section {
	all := "unknown"
	if s.UsersWithAll != nil {
		all = fmt.Sprintf("%s of %s hold every one of the entitlements", draw.Count(*s.UsersWithAll), draw.Count(s.CohortSize))
	}
	sections := []section{
		{title: s.SuggestedName, fields: []field{
			{label: "State", value: stateSign(s) + " " + s.StateWords(), role: stateRole(s)},
			{label: "Confidence", value: exactFraction(s.Confidence), bar: fraction(s.Confidence)},
			{label: "Avg. coverage", value: exactFraction(s.AvgCoverage), bar: fraction(s.AvgCoverage)},
			{label: "Cohort", value: count(s.CohortSize, "person"), note: all},
			{label: "Description", value: s.Description},
			{label: "Created profile", value: profileName(s, s.CreatedCatalogID), note: ifEmpty(s.CreatedCatalogID, "No access profile was created from it.")},
		}},
		cohortSection(s),
		matchSection(s, at.env),
		entitlementSection(s, at.env),
	}
	if len(s.Insights) > 0 {
		insights := section{title: "Insights"}
		for _, i := range s.Insights {
			insights.fields = append(insights.fields, field{value: "• " + i})
		}
		sections = append(sections, insights)
	}
	ids := section{title: "Ids", fields: []field{{label: "Id", value: s.ID, note: at.age(s.ID, s.CreatedAt)}, {label: "Run", value: s.RunID},
		{label: "Generated", value: at.past(s.LastGeneratedAt)}}}
	return append(sections, ids, entitlementIDs(s), at.dates(s.CreatedAt, s.UpdatedAt, api.Time{}))
}

// entitlementIDs are the ids of the entitlements and of their apps, for whoever looks for them elsewhere.
func entitlementIDs(s api.Suggestion) section {
	sec := section{title: "Ids of the entitlements"}
	for _, x := range s.Entitlements {
		sec.fields = append(sec.fields, field{value: x.EntitlementID + ifText(x.AppID != "", " in app "+x.AppID),
			note: strings.Join(nonEmpty(x.EntitlementDisplayName, x.AppDisplayName), " in ")})
	}
	return sec
}

func exactFraction(f float64) string {
	return draw.Percent(f) + " (" + strconv.FormatFloat(f, 'f', -1, 64) + ")"
}

func cohortSection(s api.Suggestion) section {
	sec := section{title: fmt.Sprintf("Cohort (%s)", count(s.DimensionCount, "dimension"))}
	for _, f := range s.CohortFilters {
		sec.fields = append(sec.fields, field{label: f.Attribute, value: joined(f.Values, "any")})
	}
	if len(sec.fields) == 0 {
		sec.fields = []field{{value: "The tenant doesn't say who they are.", role: theme.Dim}}
	}
	return sec
}

func matchSection(s api.Suggestion, e *env) section {
	sec := section{title: "Access profiles that cover it already"}
	if len(s.ExistingProfileMatches) == 0 {
		sec.fields = []field{{value: "None.", role: theme.Dim}}
	}
	for _, m := range bestFirst(s.ExistingProfileMatches) {
		note := m.MatchType.Words() + ", " + m.CatalogID
		if n := len(m.MissingEntitlements); n > 0 {
			var missing []string
			for _, x := range byRisk(m.MissingEntitlements, e) {
				missing = append(missing, firstOf(x.EntitlementDisplayName, x.EntitlementID)+" in "+firstOf(x.AppDisplayName, x.AppID)+
					" ("+strings.Join(nonEmpty(riskWords(e, x), "coverage "+draw.Percent(x.Coverage)), ", ")+")")
			}
			note += fmt.Sprintf("; it misses %d: %s", n, strings.Join(missing, ", "))
		}
		sec.fields = append(sec.fields, field{value: m.CatalogDisplayName, bar: fraction(m.OverlapRatio), note: note})
	}
	return sec
}

func entitlementSection(s api.Suggestion, e *env) section {
	sec := section{title: fmt.Sprintf("Entitlements (%d)", len(s.Entitlements))}
	for _, x := range byRisk(s.Entitlements, e) {
		sec.fields = append(sec.fields, entitlementLine(x, e))
	}
	return sec
}

func nonEmpty(texts ...string) []string {
	return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
}

// moveTo is the action that moves a suggestion to a state (operation 2). It can be taken back by moving it again.
func moveTo(e *env, name string, state api.SuggestionState) *action.Spec[api.Suggestion] {
	words := map[api.SuggestionState][4]string{
		api.SuggestionStateAccepted:  {"Accept", "Accepting", "Accepted", "acceptance"},
		api.SuggestionStateDismissed: {"Dismiss", "Dismissing", "Dismissed", "dismissal"},
		api.SuggestionStateRejected:  {"Reject", "Rejecting", "Rejected", "rejection"},
		api.SuggestionStateNew:       {"Reopen", "Reopening", "Reopened", "reopening"},
	}[state]
	if words[0] == "" { // taken back to a state that is unknown here
		words = [4]string{"Put back", "Putting back", "Put back", "putting back"}
	}
	return &action.Spec[api.Suggestion]{
		Danger: unclearDanger, Loses: unclearState,
		Name: name, Title: words[0], Doing: words[1], Done: words[2], Noun: words[3], Many: true,
		Applies: func(s api.Suggestion) (bool, string) {
			switch {
			case api.SuggestionStandingOf(s) == api.SuggestionDeleted:
				return false, "it is deleted"
			case s.SuggestionState == state:
				return false, "it is " + state.Words() + " already"
			case e.missing[string(state)]:
				return false, "this tenant has no suggestions that are " + state.Words() + "; dismiss it instead"
			}
			return true, ""
		},
		Decides: suggestionDecides,
		Request: func(s api.Suggestion, _ action.Draft) (api.Request, error) {
			return api.UpdateSuggestionState(s.ID, state, "")
		},
		Answer: api.SuggestionFrom,
		Read: func(ctx context.Context, c *api.Client, s api.Suggestion, _ action.Draft) (api.Suggestion, error) {
			return c.Suggestion(ctx, s.ID)
		},
		Check: func(before api.Suggestion, _ action.Draft, now api.Suggestion, gone bool) action.Verdict {
			switch {
			case gone:
				return action.ChangedByOthers
			case now.SuggestionState == state:
				return action.Done
			case now.SuggestionState == before.SuggestionState:
				return action.NotDone
			}
			return action.ChangedByOthers
		},
		Sets: func(s api.Suggestion, _ action.Draft) []action.Value {
			return []action.Value{{Name: "State", Is: s.StateWords()}}
		},
		UpdatedAt: func(s api.Suggestion) api.Time { return s.UpdatedAt },
		Inverse: func(before api.Suggestion, _ action.Draft) (*action.Spec[api.Suggestion], action.Draft) {
			return moveBack(e, name, before), action.Draft{}
		},
		Withdraws: func(err error) string {
			if state == api.SuggestionStateRejected && api.KindOf(err) == api.KindInvalid {
				return string(state)
			}
			return ""
		},
	}
}

// unclearDanger makes a suggestion in a state that is unknown here ask first.
func unclearDanger(s api.Suggestion) action.Danger {
	if unclearState(s) != "" {
		return action.Confirm
	}
	return action.Free
}

// unclearState names such a state, "" for the others. A state that isn't set says that nothing was decided.
func unclearState(s api.Suggestion) string {
	if api.SuggestionStandingOf(s) != api.SuggestionUnclear {
		return ""
	}
	switch s.SuggestionState {
	case "":
		return ifText(strings.Contains(s.Problem, "suggestionState"), "Its state can't be read.")
	case api.SuggestionStateUnspecified:
		return ""
	}
	return "Its state is “" + s.SuggestionState.Words() + "”, which this console doesn't know."
}

// suggestionDecides are what is judged of a suggestion: what was decided about it, and what it would give to whom.
func suggestionDecides(s api.Suggestion) []action.Value {
	values := []action.Value{{Name: "State", Is: s.StateWords()}, {Name: "Name", Is: s.SuggestedName}}
	if profile := profileName(s, s.CreatedCatalogID); profile != "" {
		values = append(values, action.Value{Name: "Access profile", Is: profile})
	}
	if whom := cohort(s); whom != "" {
		values = append(values, action.Value{Name: "Cohort", Is: whom})
	}
	var grants []string
	for _, x := range s.Entitlements {
		grants = append(grants, firstOf(x.EntitlementDisplayName, x.EntitlementID)+" ("+firstOf(x.AppDisplayName, x.AppID)+")")
	}
	if len(grants) > 0 {
		slices.Sort(grants)
		values = append(values, action.Value{Name: "Entitlements", Is: strings.Join(grants, ", ")})
	}
	return values
}

// moveBack gives a suggestion the state back that it had, with the access profile that went with it.
func moveBack(e *env, name string, before api.Suggestion) *action.Spec[api.Suggestion] {
	back, profile := before.SuggestionState, ""
	switch back {
	case "", api.SuggestionStateUnspecified:
		back = api.SuggestionStateNew
	case api.SuggestionStateAccepted:
		profile = before.CreatedCatalogID
	}
	s := moveTo(e, name, back)
	s.Request = func(now api.Suggestion, _ action.Draft) (api.Request, error) {
		return api.UpdateSuggestionState(now.ID, back, profile)
	}
	s.Check = func(_ api.Suggestion, _ action.Draft, now api.Suggestion, gone bool) action.Verdict {
		switch {
		case gone:
			return action.ChangedByOthers
		case now.SuggestionState == back && (profile == "" || now.CreatedCatalogID == profile):
			return action.Done
		}
		return action.NotDone
	}
	s.Sets = func(s api.Suggestion, _ action.Draft) []action.Value {
		return []action.Value{{Name: "State", Is: s.StateWords()}, {Name: "Access profile", Is: profileName(s, s.CreatedCatalogID)}}
	}
	s.Applies, s.Inverse = nil, nil
	s.Danger, s.Loses = nil, nil
	return s
}
