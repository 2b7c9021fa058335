package ui

import (
	"context"
	"encoding/json"
	"fmt"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
)

// members are the people of a suggestion's cohort, with how many of its entitlements each holds.
func members(s api.Suggestion) resource[string, api.CohortMember] {
	var asked []api.EntitlementRef
	for _, x := range s.Entitlements {
		asked = append(asked, api.EntitlementRef{AppID: x.AppID, EntitlementID: x.EntitlementID})
	}
	of := int64(len(asked))
	return resource[string, api.CohortMember]{
		name: "suggestions/members/" + s.ID, like: "suggestions/members", title: "Members › " + firstOf(s.SuggestedName, s.ID), one: "member", many: "members of “" + firstOf(s.SuggestedName, s.ID) + "”", scope: keymap.ScopeList,
		key: func(m api.CohortMember) string { return m.ID },
		target: func(m api.CohortMember) action.Target {
			return action.Target{Kind: "member", Name: userName(m.User), ID: m.ID}
		},
		columns: memberColumns(of),
		raw:     func(m api.CohortMember) json.RawMessage { return m.Raw },
		problem: func(m api.CohortMember) string { return m.Problem },
		fetch: func(ctx context.Context, c *api.Client, _ query, p api.PageRequest) (api.Page[api.CohortMember], error) {
			return c.SuggestionUsers(ctx, s.ID, api.CohortSearch{Entitlements: asked}, p)
		},
		empty:  "The tenant names nobody in this cohort.",
		detail: func(m api.CohortMember, at detailEnv[api.CohortMember]) []section { return memberDetail(m, of, at) },
		refs: func(m api.CohortMember) []ref {
			var refs []ref
			for _, id := range m.ManagerIDs {
				refs = append(refs, ref{"user", id})
			}
			return refs
		},
		copies: []copyable[api.CohortMember]{{"e-mail address", func(m api.CohortMember) string { return m.Email }}},
	}
}

func memberColumns(of int64) []grid.Column[api.CohortMember] {
	return []grid.Column[api.CohortMember]{
		{Name: "name", Title: "Name", Min: 18, Want: 24, Max: 40, Weight: 2, Text: func(m api.CohortMember, _ grid.Env) string { return userName(m.User) }},
		{Name: "holds", Title: "Holds", Min: 11, Max: 16,
			Text: func(m api.CohortMember, _ grid.Env) string { return holds(m, of) },
			Role: func(m api.CohortMember, _ grid.Env) theme.Role {
				if m.Covered != nil && *m.Covered >= of {
					return theme.Good
				}
				return theme.BarFull
			},
			Number: func(m api.CohortMember) (float64, bool) {
				if m.Covered == nil {
					return 0, false
				}
				return float64(*m.Covered), true
			}},
		{Name: "department", Title: "Department", Min: 12, Max: 30, Weight: 1, Priority: 2, Text: func(m api.CohortMember, _ grid.Env) string { return m.Department }},
		{Name: "job", Title: "Job title", Min: 12, Max: 30, Weight: 1, Priority: 3, Text: func(m api.CohortMember, _ grid.Env) string { return m.JobTitle }},
		{Name: "email", Title: "E-mail", Min: 14, Max: 40, Weight: 1, Priority: 4, Text: func(m api.CohortMember, _ grid.Env) string { return m.Email },
			Role: func(api.CohortMember, grid.Env) theme.Role { return theme.Dim }},
		{Name: "status", Title: "Status", Min: 8, Max: 8, Priority: 1, Text: func(m api.CohortMember, _ grid.Env) string { return m.Status.Words() },
			Role: func(m api.CohortMember, _ grid.Env) theme.Role { return userRole(m.User) }},
		idColumn(5, func(m api.CohortMember) string { return m.ID }),
	}
}

// holds draws how many of the suggestion's entitlements a member has; unknown is not zero.
func holds(m api.CohortMember, of int64) string {
	if m.Covered == nil {
		return "? of " + draw.Count(of)
	}
	if of == 0 {
		return "0 of 0"
	}
	return draw.Bar(float64(*m.Covered)/float64(of), 5) + " " + fmt.Sprintf("%d of %d", *m.Covered, of)
}

func memberDetail(m api.CohortMember, of int64, at detailEnv[api.CohortMember]) []section {
	held := field{label: "Holds", value: "unknown", note: fmt.Sprintf("The suggestion has %s; the tenant doesn't say how many are held.", count(of, "entitlement"))}
	if m.Covered != nil && of > 0 {
		held = field{label: "Holds", value: fmt.Sprintf("%d of the %s", *m.Covered, count(of, "entitlement")), bar: fraction(float64(*m.Covered) / float64(of))}
	}
	return []section{{title: userName(m.User), fields: []field{
		held,
		{label: "E-mail", value: m.Email},
		{label: "User name", value: m.Username},
		{label: "Department", value: m.Department},
		{label: "Job title", value: m.JobTitle},
		{label: "Status", value: m.Status.Words(), role: userRole(m.User)},
		{label: "Directory", value: m.DirectoryStatus.Words()},
		{label: "Kind", value: m.Type.Words()},
		{label: "Managers", value: namesOf(at.env, m.ManagerIDs)},
		{label: "Id", value: m.ID, note: at.age(m.ID, api.Time{})},
	}}}
}
