package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
)

func newSecrets(e *env, l *link) pane { return newList(secrets(), e, l) }

func secrets() resource[string, api.Secret] {
	return resource[string, api.Secret]{
		name: "secrets", title: "Secrets", one: "secret", scope: keymap.ScopeSecrets,
		key:      func(s api.Secret) string { return s.VaultID },
		target:   action.SecretTarget,
		columns:  secretColumns(),
		raw:      func(s api.Secret) json.RawMessage { return s.Raw },
		problem:  func(s api.Secret) string { return s.Problem },
		fetch:    fetchSecrets,
		get:      readSecret,
		choices:  []choice{{"all", "everybody's"}, {"mine", "your own"}},
		searches: "names", choiceKey: "secrets.scope",
		empty:  "There are no shared secrets here.",
		detail: secretDetail,
		refs:   secretRefs,
		copies: []copyable[api.Secret]{{"share URL (it opens the secret)", func(s api.Secret) string { return s.ShareURL }}},
		verbs:  []verb[api.Secret]{{spec: (*env).revokeSecret}},
	}
}

func fetchSecrets(ctx context.Context, c *api.Client, q query, p api.PageRequest) (api.Page[api.Secret], error) {
	search := api.SecretSearch{Query: q.text, SortBy: api.SecretSortCreatedDesc}
	if q.choice == "mine" {
		return c.SearchMySecrets(ctx, search, p)
	}
	search.IncludeDeleted = true
	return c.SearchSecrets(ctx, search, p)
}

func readSecret(ctx context.Context, c *api.Client, s api.Secret) (api.Secret, error) {
	return action.ReadSecret(ctx, c, s.VaultID)
}

func secretRefs(s api.Secret) []ref {
	refs := []ref{{"user", s.CreatorUserID}}
	for _, id := range s.AllowedUserIDs {
		refs = append(refs, ref{"user", id})
	}
	return refs
}

func secretColumns() []grid.Column[api.Secret] {
	return []grid.Column[api.Secret]{
		{Name: "status", Title: "Status", Min: 9, Max: 14,
			Text: func(s api.Secret, _ grid.Env) string { return secretSign(s) + " " + s.Status.Words() },
			Role: func(s api.Secret, _ grid.Env) theme.Role { return secretRole(s) }},
		{Name: "name", Title: "Name", Min: 26, Max: 50, Weight: 3, Text: func(s api.Secret, _ grid.Env) string { return s.DisplayName }},
		{Name: "shared", Title: "Shared", Min: 9, Max: 13, Priority: 3, Text: func(s api.Secret, _ grid.Env) string { return sharedWith(s) }},
		{Name: "views", Title: "Views", Min: 8, Max: 13, Priority: 2, Align: draw.Right, Text: func(s api.Secret, _ grid.Env) string { return views(s) },
			Number: func(s api.Secret) (float64, bool) { return float64(s.CurrentViews), true }},
		timeColumn("expires", "Expires", 1, func(s api.Secret) api.Time { return s.ContentExpiresAt }),
		{Name: "creator", Title: "Creator", Min: 16, Max: 24, Weight: 1, Priority: 4,
			Text: func(s api.Secret, e grid.Env) string {
				return firstOf(e.Name("user", s.CreatorUserID), s.CreatorUserID)
			}},
		{Name: "type", Title: "Type", Min: 4, Max: 6, Priority: 6, Text: func(s api.Secret, _ grid.Env) string { return s.SecretType.Words() }},
		timeColumn("created", "Created", 5, func(s api.Secret) api.Time { return s.CreatedAt }),
		idColumn(7, func(s api.Secret) string { return s.VaultID }),
	}
}

func secretSign(s api.Secret) string {
	switch s.Status {
	case api.SecretStatusActive:
		return "●"
	case api.SecretStatusRevoked:
		return "✗"
	case api.SecretStatusExpired, api.SecretStatusBurned, api.SecretStatusDataDeleted:
		return "○"
	}
	return "?"
}

func secretRole(s api.Secret) theme.Role {
	switch s.Status {
	case api.SecretStatusActive:
		return theme.Good
	case api.SecretStatusRevoked:
		return theme.Bad
	}
	return theme.Dim
}

// sharedWith is how widely a secret is shared, to be compared at a glance.
func sharedWith(s api.Secret) string {
	switch s.SharingMode {
	case api.SharingModeInternal:
		return fmt.Sprintf("%d inside", len(s.AllowedUserIDs))
	case api.SharingModeExternal:
		return fmt.Sprintf("%d outside", len(s.AllowedEmails))
	}
	return s.SharingMode.Words()
}

func views(s api.Secret) string {
	if s.MaxViews <= 0 {
		return draw.Count(s.CurrentViews) + "/∞"
	}
	return draw.Count(s.CurrentViews) + "/" + draw.Count(s.MaxViews)
}

func secretDetail(s api.Secret, at detailEnv[api.Secret]) []section {
	limit := "The view limit is reached after " + draw.Count(s.MaxViews) + "."
	if s.MaxViews <= 0 {
		limit = "There is no view limit."
	}
	content := "The content is stored, end-to-end encrypted; an administrator sees only what is here."
	switch {
	case s.ContentDeleted:
		content = "The content is deleted; nobody can open it any more."
	case !s.ContentReady:
		content = "The content isn't uploaded yet."
	}
	return []section{
		{title: s.DisplayName, fields: []field{
			{label: "Status", value: secretSign(s) + " " + s.Status.Words(), role: secretRole(s), note: content},
			{label: "Creator", value: at.named("user", s.CreatorUserID)},
			{label: "Views", value: views(s), note: limit},
			{label: "Expires", value: at.at(s.ContentExpiresAt), note: ifEmpty(at.at(s.ContentExpiresAt), "No expiry is set.")},
			{label: "Sharing", value: s.SharingMode.Words()},
			{label: "Users", value: namesOf(at.env, s.AllowedUserIDs)},
			{label: "E-mails", value: strings.Join(s.AllowedEmails, "\n")},
		}},
		{title: "Content", fields: []field{
			{label: "Type", value: s.SecretType.Words()},
			{label: "Format", value: s.InputFormat.Words()},
			{label: "Media type", value: s.ContentType},
			{label: "File", value: s.Filename},
			{label: "Size", value: fmt.Sprintf("%s (%s bytes)", draw.Bytes(int64(s.FileSize)), draw.Count(int64(s.FileSize)))},
			{label: "Encryption", value: s.AgeSuite.Words()},
			{label: "Ready", value: yes(s.ContentReady)},
			{label: "Deleted", value: yes(s.ContentDeleted)},
		}},
		{title: "Share", fields: []field{
			{label: "Code", value: hidden(s.ShareCode), note: "Codes and links open the secret, so they aren't shown; Y copies the link."},
			{label: "URL", value: hidden(s.ShareURL)},
			{label: "Vault id", value: s.VaultID, note: at.age(s.VaultID)},
		}},
		at.dates(s.CreatedAt, s.UpdatedAt, s.DeletedAt),
	}
}

// hidden stands for a text that opens a secret.
func hidden(s string) string {
	if s == "" {
		return ""
	}
	return "•••• (hidden)"
}

func namesOf(e *env, ids []string) string {
	var lines []string
	for _, id := range ids {
		lines = append(lines, e.named("user", id))
	}
	return strings.Join(lines, "\n")
}

// revokeSecret is the same action that the shell's revoke command runs.
func (e *env) revokeSecret() *action.Spec[api.Secret] {
	var me api.Identity
	if e.meKnown {
		me = e.me
	}
	return action.RevokeSecret(action.CapacityOf(me))
}
