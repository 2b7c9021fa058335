package suggestions

import (
	"cmp"
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/matrix"
	"gatehouse/ui/triage"
	"gatehouse/ui/widget"
)

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("suggestions", "Suggestions")
	return host.Declaration{
		Name: "suggestions", Title: "Suggestions", Key: "3", Help: "Go to the role-mining suggestions.",
		Views: true, New: New, Today: today, Scope: s, Bindings: slices.Concat([]keymap.Binding{
			keymap.Bind(s, "suggestions.triage", "triage", "Review the suggestions one at a time: a card each, or a card a family.", "t"),
			keymap.Bind(s, "suggestions.accept", "accept", "Accept the suggestion.", "a"),
			keymap.Bind(s, "suggestions.match", "accept as…", "Accept the suggestion and name the access profile that covers it.", "p"),
			keymap.Bind(s, "suggestions.create", "new profile", "Create an access profile from the suggestion, which accepts it.", "n"),
			keymap.Bind(s, "suggestions.dismiss", "dismiss", "Dismiss the suggestion.", "d"),
			keymap.Bind(s, "suggestions.reject", "reject", "Reject the suggestion.", "x"),
			keymap.Bind(s, "suggestions.reopen", "reopen", "Reopen the suggestion.", "o"),
			keymap.Bind(s, "suggestions.members", "members", "Show the cohort's members and what each of them holds.", "m"),
			keymap.Bind(s, "suggestions.matrix", "matrix", "Show who of the cohort holds which of the entitlements.", "H"),
			keymap.Bind(s, "suggestions.compare", "compare", "Compare the two marked suggestions, or this one with the marked one.", "c"),
			keymap.Bind(s, "suggestions.facets", "show only", "Narrow the list by state, profile match or kind of cohort.", "f"),
			keymap.Bind(s, "suggestions.analyse", "analyse", "Start a new analysis.", "A"),
		}, matrix.Bindings()),
	}
}

// oneSuggestion is what the journal and sentences call one.
const oneSuggestion = "suggestion"

func New(e *host.Env, h host.Host) host.Pane { return list.New(suggestions(e, h), e, h) }

func suggestions(e *host.Env, h host.Host) list.Resource[string, api.Suggestion] {
	d, here := Declaration(), newDecided(e)
	return list.Resource[string, api.Suggestion]{
		Name: d.Name, Title: d.Title, One: oneSuggestion, Scope: d.Scope,
		Key: func(s api.Suggestion) string { return s.ID },
		Target: func(s api.Suggestion) action.Target {
			return action.Target{Kind: oneSuggestion, Name: s.SuggestedName, ID: s.ID}
		},
		Columns: suggestionColumns(here),
		Raw:     func(s api.Suggestion) api.Original { return s.Raw },
		Problem: func(s api.Suggestion) string { return s.Problem },
		Size:    10, // rows are big
		Fetch: func(ctx context.Context, c *api.Client, q host.Query, p api.PageRequest) (api.Page[api.Suggestion], error) {
			here.recall(ctx, e.Journal, e.Now())
			return c.SearchSuggestions(ctx, suggestionSearch(q), p)
		},
		Get: func(ctx context.Context, c *api.Client, s api.Suggestion) (api.Suggestion, error) {
			return c.Suggestion(ctx, s.ID)
		},
		ByID: &list.ByID[api.Suggestion]{
			Ids:   []list.IDField{{Name: "id", Title: "Suggestion id", Help: "The suggestion's id, 27 letters and digits."}},
			Of:    func(s api.Suggestion) []string { return []string{s.ID} },
			Blank: func(ids []string, name string) api.Suggestion { return api.Suggestion{ID: ids[0], SuggestedName: name} },
		},
		Searches: "names and descriptions",
		Empty:    "Role mining has no suggestions.",
		Next:     []list.Step{{ID: "suggestions.analyse", Does: "starts a new analysis, which may find some"}},
		Detail:   suggestionDetail,
		Cards:    suggestionCard(),
		Follow:   triage.New,
		Verbs: []list.Verb[api.Suggestion]{
			{Spec: func(e *host.Env) *action.Spec[api.Suggestion] {
				return moveTo(e, "suggestions.accept", api.SuggestionStateAccepted)
			}, Sums: suggestionSum},
			{Spec: func(e *host.Env) *action.Spec[api.Suggestion] {
				return moveTo(e, "suggestions.dismiss", api.SuggestionStateDismissed)
			}, Sums: suggestionSum},
			{Spec: func(e *host.Env) *action.Spec[api.Suggestion] {
				return moveTo(e, "suggestions.reject", api.SuggestionStateRejected)
			}, Sums: suggestionSum},
			{Spec: func(e *host.Env) *action.Spec[api.Suggestion] {
				return moveTo(e, "suggestions.reopen", api.SuggestionStateNew)
			}},
			{Spec: acceptAs, Ways: matchWays, Document: matchForm, Typed: typedMatch, Otherwise: "Another access profile, by its id…"},
			{Spec: func(*host.Env) *action.Spec[api.Suggestion] { return createProfile() }, Document: profileForm},
			{Spec: func(*host.Env) *action.Spec[api.Suggestion] { return analyse() }, Creates: true, ChangesStatus: true,
				Facts: func(api.Suggestion, *host.Env) []string {
					return []string{"The tenant looks for access profiles among all its people again. New suggestions show up here when it ends."}
				}},
		},
		Facets: suggestionFacets(), Strays: suggestionStrays,
		Own:    looks(e, h),
		Chart:  pile(here),
		Learns: func(r action.Result) { here.learn(r, e.Now()) },
		Refs:   suggestionRefs,
		Status: latestRun,
	}
}

// looks are what the pane shows beside its actions.
func looks(e *host.Env, l host.Host) []list.Command {
	return []list.Command{
		{ID: "suggestions.facets", Title: "Choose what to show", Why: list.NeedsList, Run: (*list.Pane).OpenFacets},
		{ID: "suggestions.members", Title: "Show the members of the cohort", Why: list.NoRecord, Run: func(p *list.Pane) tea.Cmd {
			s, _ := list.CursorOf[api.Suggestion](p)
			return l.GoInto(host.Opening{Name: membersName(s), Of: s.Raw, Make: func() host.Pane { return list.New(members(s), e, l) }})
		}},
		{ID: "suggestions.matrix", Title: "Show who holds what in the access matrix", Why: list.NoRecord, Run: openMatrix},
		{ID: "suggestions.compare", Title: "Compare two suggestions", Run: comparing(),
			Why: func(p *list.Pane) action.Why { _, _, why := pair(p); return why }},
	}
}

func stateSign(s api.Suggestion) string {
	switch api.SuggestionDecisionOf(s) {
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
	switch api.SuggestionDecisionOf(s) {
	case api.SuggestionNew:
		return theme.Info
	case api.SuggestionAccepted:
		return theme.Good
	case api.SuggestionRejected, api.SuggestionDeleted:
		return theme.Bad
	}
	return theme.Dim
}

// noMatch is what is said where no access profile covers a suggestion.
const noMatch = "none"

// bestMatch is how far an existing access profile covers the suggestion already.
func bestMatch(s api.Suggestion) string {
	if len(s.ExistingProfileMatches) == 0 {
		return noMatch
	}
	best := bestOf(s.ExistingProfileMatches)
	return best.MatchType.Words() + " " + draw.Percent(best.OverlapRatio)
}

// BestFirst are the access profiles that cover most of a suggestion first.
func BestFirst(matches []api.ProfileMatch) []api.ProfileMatch {
	sorted := slices.Clone(matches)
	slices.SortStableFunc(sorted, func(a, b api.ProfileMatch) int { return byOverlap(b, a) })
	return sorted
}

// bestOf is the first of these; there is one at least.
func bestOf(matches []api.ProfileMatch) api.ProfileMatch { return slices.MaxFunc(matches, byOverlap) }

func byOverlap(a, b api.ProfileMatch) int { return cmp.Compare(a.OverlapRatio, b.OverlapRatio) }

// cohort is who the suggestion is about, in words; without e managers stand by their ids.
func cohort(s api.Suggestion, e grid.Env) string {
	var parts []string
	for _, f := range s.CohortFilters {
		parts = append(parts, strings.ReplaceAll(f.Attribute, "_", " ")+": "+widget.Joined(filterValues(f, e), "any"))
	}
	return strings.Join(parts, "; ")
}

// byManager is the attribute of a cohort whose values are the ids of users.
const byManager = "manager"

// filterValues are what the people of a cohort have, with names in the place of ids as far as they are known.
func filterValues(f api.ProfileFilter, e grid.Env) []string {
	if f.Attribute != byManager || e == nil {
		return f.Values
	}
	var names []string
	for _, id := range f.Values {
		names = append(names, host.FirstOf(e.Name("user", id), id))
	}
	return names
}

// suggestionRefs are the ids in a suggestion that have names: risk levels and managers.
func suggestionRefs(s api.Suggestion) []widget.Ref {
	refs := riskRefs(s)
	for _, f := range s.CohortFilters {
		for _, id := range f.Values {
			if f.Attribute == byManager {
				refs = append(refs, widget.Ref{Kind: "user", ID: id})
			}
		}
	}
	return refs
}

// wordsOfMove are what moving a suggestion to a state is called: as a title, while it is done, after it, and as a noun.
func wordsOfMove(state api.SuggestionState) [4]string {
	switch state {
	case api.SuggestionStateAccepted:
		return [...]string{"Accept", "Accepting", "Accepted", "acceptance"}
	case api.SuggestionStateDismissed:
		return [...]string{"Dismiss", "Dismissing", "Dismissed", "dismissal"}
	case api.SuggestionStateRejected:
		return [...]string{"Reject", "Rejecting", "Rejected", "rejection"}
	case api.SuggestionStateNew:
		return [...]string{"Reopen", "Reopening", "Reopened", "reopening"}
	}
	return [...]string{"Put back", "Putting back", "Put back", "putting back"} // in a state that is unknown here
}

// moveTo is the action that moves a suggestion to a state (operation 2). Moving it again undoes it.
func moveTo(e *host.Env, name string, state api.SuggestionState) *action.Spec[api.Suggestion] {
	words := wordsOfMove(state)
	return &action.Spec[api.Suggestion]{
		Danger: unclearDanger, Loses: unclearState,
		Name: name, Title: words[0], Doing: words[1], Done: words[2], Noun: words[3], Many: true,
		Applies: func(s api.Suggestion) action.Why {
			switch {
			case api.SuggestionDecisionOf(s) == api.SuggestionDeleted:
				return action.WhyIt("is deleted")
			case s.SuggestionState == state:
				return action.WhyIt("is " + state.Words() + " already")
			case e.Missing[string(state)]:
				return action.Because("this tenant has no suggestions that are " + state.Words() + "; dismiss it instead")
			}
			return action.Why{}
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
	if api.SuggestionDecisionOf(s) != api.SuggestionUnclear {
		return ""
	}
	switch s.SuggestionState {
	case "":
		return widget.IfText(strings.Contains(s.Problem, "suggestionState"), "Its state can't be read.")
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
	if whom := cohort(s, nil); whom != "" {
		values = append(values, action.Value{Name: "Cohort", Is: whom})
	}
	var grants []string
	for _, x := range s.Entitlements {
		grants = append(grants, host.FirstOf(x.EntitlementDisplayName, x.EntitlementID)+" ("+host.FirstOf(x.AppDisplayName, x.AppID)+")")
	}
	if len(grants) > 0 {
		slices.Sort(grants)
		values = append(values, action.Value{Name: "Entitlements", Is: strings.Join(grants, ", ")})
	}
	return values
}

// moveBack gives a suggestion the state back that it had, with the access profile that went with it.
func moveBack(e *host.Env, name string, before api.Suggestion) *action.Spec[api.Suggestion] {
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
