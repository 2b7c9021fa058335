package ui

import (
	"context"
	"encoding/json"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/grid"
)

// audit is what happened to a secret: who opened it, from where, when. The events are OCSF objects, of which v shows all.
func audit(s api.Secret) resource[string, api.AuditEvent] {
	text := func(of func(api.AuditEvent) string) func(api.AuditEvent, grid.Env) string {
		return func(e api.AuditEvent, _ grid.Env) string { return withoutCodes(of(e), s) }
	}
	of := firstOf(action.SecretTarget(s).Name, s.VaultID)
	return resource[string, api.AuditEvent]{
		name: "secrets/audit/" + s.VaultID, like: "secrets/audit", title: "Audit › " + of, one: "event",
		many: "audit events of “" + of + "”", scope: keymap.ScopeAudit,
		key: func(e api.AuditEvent) string {
			if e.ID != "" {
				return e.ID
			}
			return string(e.Raw)
		},
		target: func(e api.AuditEvent) action.Target {
			return action.Target{Kind: "event", Name: withoutCodes(strings.TrimSpace(auditWhat(e)+" "+auditWho(e)), s), ID: e.ID}
		},
		columns: []grid.Column[api.AuditEvent]{
			timeColumn("when", "When", 0, func(e api.AuditEvent) api.Time { return e.Time }),
			{Name: "what", Title: "What", Min: 14, Max: 30, Weight: 1, Text: text(auditBrief), Export: text(auditWhat),
				Role: func(e api.AuditEvent, _ grid.Env) theme.Role { return auditRole(e) }},
			{Name: "who", Title: "Who", Min: 18, Want: 22, Max: 40, Weight: 2, Text: text(auditWho)},
			{Name: "from", Title: "From", Min: 14, Want: 28, Max: 36, Weight: 1, Priority: 1, Text: text(auditFrom)},
			{Name: "secret", Title: "Secret", Min: 14, Max: 30, Weight: 1, Priority: 4,
				Text: text(func(e api.AuditEvent) string { return firstOf(e.SecretName, e.SecretID) }),
				Role: func(api.AuditEvent, grid.Env) theme.Role { return theme.Dim }},
			{Name: "with", Title: "With", Min: 12, Max: 40, Weight: 1, Priority: 3,
				Text: text(func(e api.AuditEvent) string { return e.UserAgent }),
				Role: func(api.AuditEvent, grid.Env) theme.Role { return theme.Dim }},
			{Name: "date", Title: "Date (UTC)", Min: 16, Max: 16, Priority: 2,
				Text: func(e api.AuditEvent, _ grid.Env) string {
					return dateTime(e.Time)
				},
				Role: func(api.AuditEvent, grid.Env) theme.Role { return theme.Dim }},
		},
		raw:     func(e api.AuditEvent) json.RawMessage { return e.Raw },
		shown:   func(e api.AuditEvent) json.RawMessage { return eventWithoutCodes(e.Raw, s) },
		problem: func(e api.AuditEvent) string { return e.Problem },
		fetch: func(ctx context.Context, c *api.Client, q query, p api.PageRequest) (api.Page[api.AuditEvent], error) {
			return c.SearchSecretAudit(ctx, auditSearch(s.VaultID, q), p)
		},
		facets: auditFacets(),
		own:    []command{{id: "audit.facets", title: "Choose what to show", run: (*list).openFacets}},
		empty:  "Nothing is recorded about this secret: nobody has opened it.",
		detail: func(e api.AuditEvent, at detailEnv[api.AuditEvent]) []section { return auditDetail(e, s, at) },
		copies: []copyable[api.AuditEvent]{{"e-mail address", func(e api.AuditEvent) string { return e.ActorEmail }},
			{"IP address", func(e api.AuditEvent) string { return e.ClientIP }}},
	}
}

func auditDetail(e api.AuditEvent, s api.Secret, at detailEnv[api.AuditEvent]) []section {
	fields := []field{
		{label: "When", value: at.past(e.Time)},
		{label: "What", value: auditWhat(e), role: auditRole(e)},
		{label: "Message", value: e.Message},
		{label: "Status", value: e.Status},
		{label: "Who", value: e.ActorName},
		{label: "E-mail", value: e.ActorEmail},
		{label: "User id", value: e.ActorUserID},
		{label: "From", value: auditFrom(e)},
		{label: "With", value: e.UserAgent},
		{label: "Secret", value: e.SecretName, note: e.SecretID},
		{label: "Event id", value: e.ID, note: at.age(e.ID, e.Time)},
	}
	for i := range fields {
		fields[i].value = withoutCodes(fields[i].value, s)
	}
	return []section{{title: withoutCodes(firstOf(e.Message, auditWhat(e)), s), fields: fields},
		{fields: []field{{value: at.keys.Label("raw") + " shows everything that was recorded.", role: theme.Dim}}}}
}

// auditWhat is what happened; a failure says so.
func auditWhat(e api.AuditEvent) string {
	what := firstOf(e.Message, e.Activity, "something")
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
	return firstOf(e.ActorName, e.ActorEmail, e.ActorUserID, "unknown user")
}

// auditFrom is the address with the place, where the event tells it.
func auditFrom(e api.AuditEvent) string {
	type place struct{ City, Country string }
	var event struct {
		Snake struct{ Location place } `json:"src_endpoint"`
		Camel struct{ Location place } `json:"srcEndpoint"`
	}
	_ = json.Unmarshal(e.Raw, &event) // what has another form has no place
	at := event.Snake.Location
	if at == (place{}) {
		at = event.Camel.Location
	}
	return strings.Join(nonEmpty(e.ClientIP, at.City, at.Country), ", ")
}
