package suggestions

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/edit"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

// profileField is where the draft of accepting names the access profile; it is the wire's own name.
const profileField = "createdCatalogId"

// acceptAs accepts a suggestion and names the access profile that covers it (operation 2). Undoing it restores what it was.
func acceptAs(e *host.Env) *action.Spec[api.Suggestion] {
	s := moveTo(e, "suggestions.match", api.SuggestionStateAccepted)
	s.Title, s.Many, s.Withdraws = "Accept as an existing profile", false, nil
	s.Applies = func(s api.Suggestion) action.Why {
		if api.SuggestionDecisionOf(s) == api.SuggestionDeleted {
			return action.WhyIt("is deleted")
		}
		if s.SuggestionState == api.SuggestionStateAccepted && s.CreatedCatalogID != "" {
			return action.WhyIt("is accepted already, as " + profileName(s, s.CreatedCatalogID))
		}
		return action.Why{}
	}
	s.Request = func(s api.Suggestion, d action.Draft) (api.Request, error) {
		if d.Values[profileField] == "" {
			return api.Request{}, errors.New("the access profile has to be named")
		}
		return api.UpdateSuggestionState(s.ID, api.SuggestionStateAccepted, d.Values[profileField])
	}
	s.Check = func(before api.Suggestion, d action.Draft, now api.Suggestion, gone bool) action.Verdict {
		switch {
		case gone:
			return action.ChangedByOthers
		case now.SuggestionState == api.SuggestionStateAccepted && now.CreatedCatalogID == d.Values[profileField]:
			return action.Done
		case now.SuggestionState == before.SuggestionState || now.SuggestionState == api.SuggestionStateAccepted:
			return action.NotDone
		}
		return action.ChangedByOthers
	}
	s.Sets = func(s api.Suggestion, _ action.Draft) []action.Value {
		return []action.Value{{Name: "State", Is: s.StateWords()}, {Name: "Access profile", Is: profileName(s, s.CreatedCatalogID)}}
	}
	s.Proof = func(now api.Suggestion) string {
		return "Its access profile is " + profileName(now, now.CreatedCatalogID) + "."
	}
	return s
}

// profileName is an access profile with the name that the suggestion's matches give it.
func profileName(s api.Suggestion, id string) string {
	for _, m := range s.ExistingProfileMatches {
		if m.CatalogID == id && m.CatalogDisplayName != "" {
			return m.CatalogDisplayName + " (" + id + ")"
		}
	}
	return id
}

// matchWays are the access profiles that cover the suggestion, the best first.
func matchWays(s api.Suggestion, _ *host.Env) []list.Way {
	var ways []list.Way
	for _, m := range BestFirst(s.ExistingProfileMatches) {
		note := m.MatchType.Words() + " " + draw.Percent(m.OverlapRatio)
		if n := len(m.MissingEntitlements); n > 0 {
			note += fmt.Sprintf(", misses %d", n)
		}
		ways = append(ways, list.Way{Title: host.FirstOf(m.CatalogDisplayName, m.CatalogID), Note: note,
			Draft: profileDraft(m.CatalogID, m.CatalogDisplayName)})
	}
	return ways
}

func profileDraft(id, name string) action.Draft {
	return action.Draft{Values: map[string]string{profileField: id}, Changed: []string{profileField},
		Labels: map[string]string{profileField: name}}
}

// typedMatch is an access profile that somebody named by its id.
func typedMatch(s api.Suggestion, id string) list.Way {
	for _, m := range s.ExistingProfileMatches {
		if m.CatalogID == id {
			return list.Way{Title: "Accept as " + host.FirstOf(m.CatalogDisplayName, id), Draft: profileDraft(id, m.CatalogDisplayName)}
		}
	}
	return list.Way{Title: "Accept as the access profile " + id, Draft: profileDraft(id, "")}
}

func matchForm(s api.Suggestion, _ *host.Env) form.Spec {
	return form.Spec{Title: "Accept “" + host.FirstOf(s.SuggestedName, s.ID) + "” as…", Submit: "Accept", New: true,
		Fields: []form.Field{
			{Name: profileField, Title: "Access profile", Kind: form.Line, Required: true,
				Help: "The id of the access profile that covers the suggestion."},
		}}
}

// createProfile makes an access profile from a suggestion, which accepts it.
func createProfile() *action.Spec[api.Suggestion] {
	return &action.Spec[api.Suggestion]{
		Name: "suggestions.create", Title: "Create access profile", Doing: "Creating an access profile from", Done: "Accepted",
		Noun:    "acceptance",
		Repeats: true, Decides: suggestionDecides,
		Applies: func(s api.Suggestion) action.Why {
			switch {
			case api.SuggestionDecisionOf(s) == api.SuggestionDeleted:
				return action.WhyIt("is deleted")
			case s.SuggestionState == api.SuggestionStateAccepted:
				return action.WhyIt("is accepted already")
			case !s.Raw.Came():
				return action.WhyIt("can't be read here, so its entitlements are unknown")
			case len(s.Entitlements) == 0:
				return action.WhyIt("has no entitlements")
			}
			return action.Why{}
		},
		Request: func(s api.Suggestion, d action.Draft) (api.Request, error) {
			return api.CreateAccessProfile(api.NewAccessProfile{
				DisplayName: strings.TrimSpace(d.Values["displayName"]), Description: d.Values["description"],
				Entitlements: chosenEntitlements(s, d.Values), ProfileFilters: s.CohortFilters, SuggestionID: s.ID,
				EnableAutomation: d.Values["enableAutomation"] == "true", CreateTasks: d.Values["createTasks"] == "true"})
		},
		Read: func(ctx context.Context, c *api.Client, s api.Suggestion, _ action.Draft) (api.Suggestion, error) {
			return c.Suggestion(ctx, s.ID)
		},
		Check: func(before api.Suggestion, _ action.Draft, now api.Suggestion, gone bool) action.Verdict {
			switch {
			case gone:
				return action.ChangedByOthers
			case now.SuggestionState == api.SuggestionStateAccepted:
				return action.Done
			case now.SuggestionState == before.SuggestionState:
				return action.NotDone
			}
			return action.ChangedByOthers
		},
		Says: func(d action.Draft, a api.Answer) string {
			made, err := api.AccessProfileFrom(a)
			if err != nil || made == nil {
				return ""
			}
			text := "The access profile “" + strings.TrimSpace(d.Values["displayName"]) + "” (" + made.ID + ") was created from it."
			if made.CELExpression != "" {
				text += " Who is in it, in CEL: " + made.CELExpression
			}
			return text
		},
	}
}

// entitlementToggle is the name of the form's field for an entitlement.
func entitlementToggle(x api.SuggestionEntitlement) string { return x.AppID + "/" + x.EntitlementID }

func chosenEntitlements(s api.Suggestion, values map[string]string) []api.SuggestionEntitlement {
	return slices.DeleteFunc(slices.Clone(s.Entitlements), func(x api.SuggestionEntitlement) bool {
		return values[entitlementToggle(x)] != "true"
	})
}

func profileForm(s api.Suggestion, e *host.Env) form.Spec {
	fields := []form.Field{
		{Name: "displayName", Title: "Name", Kind: form.Line, Prose: true, Limit: form.NameLimit, Value: s.SuggestedName, Required: true,
			Validate: edit.CheckName,
			Help:     "What people know the access profile by, up to 100 characters."},
		{Name: "description", Title: "Description", Kind: form.Line, Prose: true, Value: s.Description, Validate: edit.CheckDescription,
			Help: "Up to 2,048 characters."},
		{Name: "cohort", Title: "For", Kind: form.Static, Value: host.FirstOf(cohort(s, e), "the cohort, which the tenant doesn't describe"),
			Locked: "The cohort decides who gets it; the tenant makes a CEL expression of that."},
		{Name: "enableAutomation", Title: "Automation", Kind: form.Toggle, Value: "false",
			Help: "On: whoever is in the cohort gets the profile without asking."},
		{Name: "createTasks", Title: "Create tasks", Kind: form.Toggle, Value: "false",
			Help: "On: the tenant opens tasks for the grants that this brings."},
	}
	granted := grantFields(s, e)
	fields = append(fields, granted...)
	return form.Spec{Title: "New access profile from “" + host.FirstOf(s.SuggestedName, s.ID) + "”", Submit: "Create", Fields: fields,
		Intro: "This accepts the suggestion, and can't be undone from here. " + allIn(len(granted)),
		Check: func(values map[string]string) error {
			if len(chosenEntitlements(s, values)) == 0 {
				return errors.New("an access profile needs at least one entitlement")
			}
			return nil
		}}
}

// allIn says how many entitlements the profile gets.
func allIn(n int) string {
	if n == 1 {
		return "Its one entitlement is in."
	}
	return "All " + strconv.Itoa(n) + " entitlements are in unless you turn them off."
}

// grantFields are the entitlements to choose from, the riskiest first: how risky, where, and who holds it.
func grantFields(s api.Suggestion, e *host.Env) (fields []form.Field) {
	named := map[string]int{}
	for _, x := range s.Entitlements {
		named[x.EntitlementDisplayName]++
	}
	for _, x := range byRisk(s.Entitlements, e) {
		name := entitlementToggle(x)
		risk, title := riskCell(x, e), host.FirstOf(x.EntitlementDisplayName, x.EntitlementID)
		if named[x.EntitlementDisplayName] > 1 { // the columns go where there is no room
			title += " · " + x.AppDisplayName
		}
		fields = append(fields, form.Field{Name: name, Title: title, Kind: form.Toggle,
			Value: "true", Help: entitlementLine(x, e).Note + " · " + draw.Percent(x.Coverage) + " of the cohort",
			Facts: []form.Fact{{Text: risk.Text, Role: risk.Role}, {Text: heldBy(x, s), Role: theme.Text}, {Text: whereOf(x), Role: theme.Dim}}})
	}
	return fields
}
