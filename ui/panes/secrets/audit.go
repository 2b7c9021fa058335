package secrets

import (
	"context"
	"encoding/json"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

func auditScope() keymap.Scope { return keymap.PaneScope("audit", "Audit of a secret") }

// auditName is the name of the pane of what happened to a secret.
func auditName(s api.Secret) string { return "secrets/audit/" + s.VaultID }

// audit is what happened to a secret: who opened it, from where, when. The events are OCSF objects, of which v shows all.
func audit(s api.Secret) list.Resource[string, api.AuditEvent] {
	hide := withoutCodes(s)
	text := func(of func(api.AuditEvent) string) func(api.AuditEvent, grid.Env) string {
		return func(e api.AuditEvent, _ grid.Env) string { return hide(of(e)) }
	}
	of := host.FirstOf(action.SecretTarget(s).Name, s.VaultID)
	return list.Resource[string, api.AuditEvent]{
		Name: auditName(s), Like: "secrets/audit", Title: "Audit › " + of, One: "event",
		Many: "audit events of “" + of + "”", Scope: auditScope(), Aside: true,
		Key: func(e api.AuditEvent) string {
			if e.ID != "" {
				return e.ID
			}
			return string(e.Raw.JSON())
		},
		Target: func(e api.AuditEvent) action.Target {
			return action.Target{Kind: "event", Name: hide(strings.TrimSpace(auditWhat(e) + " " + auditWho(e))), ID: e.ID}
		},
		Columns: []grid.Column[api.AuditEvent]{
			column.Time("when", "When", 0, func(e api.AuditEvent) api.Time { return e.Time }),
			{Name: "what", Title: "What", Min: 14, Max: 30, Weight: 1, Text: text(auditBrief), Export: text(auditWhat),
				Role: func(e api.AuditEvent, _ grid.Env) theme.Role { return auditRole(e) }},
			{Name: "who", Title: "Who", Min: 18, Want: 22, Max: 40, Weight: 2, Text: text(auditWho)},
			{Name: "from", Title: "From", Min: 14, Want: 28, Max: 36, Weight: 1, Priority: 1, Text: text(auditFrom)},
			{Name: "secret", Title: "Secret", Min: 14, Max: 30, Weight: 1, Priority: 4,
				Text: text(func(e api.AuditEvent) string { return host.FirstOf(e.SecretName, e.SecretID) }),
				Role: func(api.AuditEvent, grid.Env) theme.Role { return theme.Dim }},
			{Name: "with", Title: "With", Min: 12, Max: 40, Weight: 1, Priority: 3,
				Text: text(func(e api.AuditEvent) string { return e.UserAgent }),
				Role: func(api.AuditEvent, grid.Env) theme.Role { return theme.Dim }},
			{Name: "date", Title: "Date (UTC)", Min: 16, Max: 16, Priority: 2, Aside: true,
				Text: func(e api.AuditEvent, _ grid.Env) string {
					return column.DateTime(e.Time)
				},
				Role: func(api.AuditEvent, grid.Env) theme.Role { return theme.Dim }},
		},
		Raw:     func(e api.AuditEvent) api.Original { return e.Raw },
		Shown:   func(e api.AuditEvent) json.RawMessage { return eventWithoutCodes(e.Raw.JSON(), s) },
		Problem: func(e api.AuditEvent) string { return e.Problem },
		Fetch: func(ctx context.Context, c *api.Client, q host.Query, p api.PageRequest) (api.Page[api.AuditEvent], error) {
			return c.SearchSecretAudit(ctx, auditSearch(s.VaultID, q), p)
		},
		Facets: auditFacets(),
		Own:    []list.Command{{ID: "audit.facets", Title: "Choose what to show", Run: (*list.Pane).OpenFacets}},
		Empty:  "Nothing is recorded about this secret: nobody has opened it.",
		Detail: func(e api.AuditEvent, at list.DetailEnv[api.AuditEvent]) []widget.Section {
			return auditDetail(e, s, at)
		},
		Copies: []list.Copyable[api.AuditEvent]{{Title: "e-mail address", Text: func(e api.AuditEvent) string { return e.ActorEmail }},
			{Title: "IP address", Text: func(e api.AuditEvent) string { return e.ClientIP }}},
	}
}

func auditDetail(e api.AuditEvent, s api.Secret, at list.DetailEnv[api.AuditEvent]) []widget.Section {
	hide := withoutCodes(s)
	fields := []widget.Field{
		{Label: "When", Value: at.Past(e.Time)},
		{Label: "What", Value: auditWhat(e), Role: auditRole(e)},
		{Label: "Message", Value: e.Message},
		{Label: "Status", Value: e.Status},
		{Label: "Who", Value: e.ActorName},
		{Label: "E-mail", Value: e.ActorEmail},
		{Label: "User id", IDs: widget.OnlyID(hide(e.ActorUserID))},
		{Label: "From", Value: auditFrom(e)},
		{Label: "With", Value: e.UserAgent},
		{Label: "Secret", Value: e.SecretName, Note: e.SecretID},
		{Label: "Event id", IDs: widget.OnlyID(hide(e.ID)), Note: at.Age(e.ID, e.Time)},
	}
	for i := range fields {
		fields[i].Value = hide(fields[i].Value)
	}
	return []widget.Section{{Title: hide(host.FirstOf(e.Message, auditWhat(e))), Fields: fields},
		{Fields: []widget.Field{{Value: at.Keys.Label("raw") + " shows everything that was recorded.", Role: theme.Dim}}}}
}

// auditWhat is what happened; a failure says so.
func auditWhat(e api.AuditEvent) string {
	what := host.FirstOf(e.Message, e.Activity, "something")
	if e.Status != "" && !strings.EqualFold(e.Status, "success") {
		what += " (" + strings.ToLower(e.Status) + ")"
	}
	return what
}

// auditBrief leaves out that it happened to the secret: all of these events did.
func auditBrief(e api.AuditEvent) string {
	what := auditWhat(e)
	if rest, ok := strings.CutPrefix(what, "Secret "); ok && rest != "" {
		return rest
	}
	return what
}

func auditRole(e api.AuditEvent) theme.Role {
	switch {
	case e.Status != "" && !strings.EqualFold(e.Status, "success"):
		return theme.Bad
	case strings.EqualFold(e.Activity, "read"):
		return theme.Warn
	}
	return theme.Text
}

// auditWho is the person as far as the event tells: name and address, or what there is.
func auditWho(e api.AuditEvent) string {
	if e.ActorName != "" && e.ActorEmail != "" && e.ActorName != e.ActorEmail {
		return e.ActorName + " · " + e.ActorEmail
	}
	return host.FirstOf(e.ActorName, e.ActorEmail, e.ActorUserID, "unknown user")
}

// auditFrom is the address with the place, where the event tells it.
func auditFrom(e api.AuditEvent) string {
	return strings.Join(widget.NonEmpty(e.ClientIP, e.City, e.Country), ", ")
}
