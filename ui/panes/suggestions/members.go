package suggestions

import (
	"context"
	"fmt"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/picker"
	"gatehouse/ui/widget"
)

// members are the people of a suggestion's cohort, with how many of its entitlements each holds.
func members(s api.Suggestion) list.Resource[string, api.CohortMember] {
	var asked []api.EntitlementRef
	for _, x := range s.Entitlements {
		asked = append(asked, api.EntitlementRef{AppID: x.AppID, EntitlementID: x.EntitlementID})
	}
	of := int64(len(asked))
	return list.Resource[string, api.CohortMember]{
		Name: membersName(s), Like: "suggestions/members", Title: "Members › " + host.FirstOf(s.SuggestedName,
			s.ID), Aside: true, One: "member", Many: "members of “" + host.FirstOf(s.SuggestedName, s.ID) + "”", Scope: keymap.ScopeList,
		Key: func(m api.CohortMember) string { return m.ID },
		Target: func(m api.CohortMember) action.Target {
			return action.Target{Kind: "member", Name: host.UserName(m.User), ID: m.ID}
		},
		Columns: memberColumns(of),
		Raw:     func(m api.CohortMember) api.Original { return m.Raw },
		Problem: func(m api.CohortMember) string { return m.Problem },
		Fetch: func(ctx context.Context, c *api.Client, _ host.Query, p api.PageRequest) (api.Page[api.CohortMember], error) {
			return c.SuggestionUsers(ctx, s.ID, api.CohortSearch{Entitlements: asked}, p)
		},
		Empty: "The tenant names nobody in this cohort.",
		Detail: func(m api.CohortMember, at list.DetailEnv[api.CohortMember]) []widget.Section {
			return memberDetail(m, of, at)
		},
		Refs: func(m api.CohortMember) []widget.Ref {
			var refs []widget.Ref
			for _, id := range m.ManagerIDs {
				refs = append(refs, widget.Ref{Kind: "user", ID: id})
			}
			return refs
		},
		Copies: []list.Copyable[api.CohortMember]{{Title: "e-mail address", Text: func(m api.CohortMember) string { return m.Email }}},
	}
}

// membersName is the name of the pane of the members of a cohort.
func membersName(s api.Suggestion) string { return "suggestions/members/" + s.ID }

func memberColumns(of int64) []grid.Column[api.CohortMember] {
	widest := draw.Width(holds(api.CohortMember{Covered: &of}, max(1, of))) // a number that is cut is another
	return []grid.Column[api.CohortMember]{
		{Name: "name", Title: "Name", Min: 18, Want: 24, Max: 40, Weight: 2,
			Text: func(m api.CohortMember, _ grid.Env) string { return host.UserName(m.User) }},
		{Name: "holds", Title: "Holds", Min: widest, Max: widest,
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
		{Name: "department", Title: "Department", Min: 12, Want: 20, Max: 30, Weight: 1, Priority: 2,
			Text: func(m api.CohortMember, _ grid.Env) string { return m.Department }},
		{Name: "job", Title: "Job title", Min: 12, Want: 20, Max: 30, Weight: 1, Priority: 3,
			Text: func(m api.CohortMember, _ grid.Env) string { return m.JobTitle }},
		{Name: "email", Title: "E-mail", Min: 24, Want: 28, Max: 40, Weight: 1, Priority: 4,
			Text: func(m api.CohortMember, _ grid.Env) string { return m.Email },
			Role: func(api.CohortMember, grid.Env) theme.Role { return theme.Dim }},
		{Name: "status", Title: "Status", Min: 8, Max: 16, Priority: 1, Middle: true,
			Text: func(m api.CohortMember, _ grid.Env) string { return m.Status.Words() },
			Role: func(m api.CohortMember, _ grid.Env) theme.Role { return picker.UserRole(m.User) }},
		column.ID(5, func(m api.CohortMember) string { return m.ID }),
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

func memberDetail(m api.CohortMember, of int64, at list.DetailEnv[api.CohortMember]) []widget.Section {
	held := widget.Field{Label: "Holds", Value: "unknown",
		Note: fmt.Sprintf("The suggestion has %s; the tenant doesn't say how many are held.", widget.Count(of, "entitlement"))}
	if m.Covered != nil && of > 0 {
		held = widget.Field{Label: "Holds", Value: fmt.Sprintf("%d of the %s", *m.Covered, widget.Count(of, "entitlement")),
			Bar: column.Fraction(float64(*m.Covered) / float64(of))}
	}
	return []widget.Section{{Title: host.UserName(m.User), Fields: []widget.Field{
		held,
		{Label: "E-mail", Value: m.Email},
		{Label: "User name", Value: m.Username},
		{Label: "Department", Value: m.Department},
		{Label: "Job title", Value: m.JobTitle},
		{Label: "Status", Value: m.Status.Words(), Role: picker.UserRole(m.User)},
		{Label: "Directory", Value: m.DirectoryStatus.Words()},
		{Label: "Kind", Value: m.Type.Words()},
		{Label: "Managers", IDs: at.Called("user", m.ManagerIDs...)},
		{Label: "Id", IDs: widget.OnlyID(m.ID), Note: at.Age(m.ID, api.Time{})},
	}}}
}
