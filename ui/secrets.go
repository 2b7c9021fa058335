package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
)

func newSecrets(e *env, l *link) pane { return newList(secrets(e, l), e, l) }

func secrets(e *env, l *link) resource[string, api.Secret] {
	return resource[string, api.Secret]{
		name: "secrets", title: "Secrets", one: "secret", scope: keymap.ScopeSecrets,
		key:     func(s api.Secret) string { return s.VaultID },
		target:  action.SecretTarget,
		columns: secretColumns(),
		raw:     func(s api.Secret) json.RawMessage { return s.Raw },
		shown:   func(s api.Secret) json.RawMessage { return withoutShares(s.Raw, s) },
		problem: func(s api.Secret) string { return s.Problem },
		fetch: func(ctx context.Context, c *api.Client, q query, p api.PageRequest) (api.Page[api.Secret], error) {
			return fetchSecrets(ctx, e, c, q, p)
		},
		get: readSecret,
		byID: &byID[api.Secret]{
			ids:   []idField{{name: "vaultId", title: "Vault id", help: "The secret's vault id, 27 letters and digits; not its share code or link.", check: func(text string) error { return checkVaultID(e, text) }}},
			of:    func(s api.Secret) []string { return []string{s.VaultID} },
			blank: func(ids []string, name string) api.Secret { return api.Secret{VaultID: ids[0], DisplayName: name} },
		},
		choices:  []choice{{"all", "everybody's"}, {"mine", "your own"}},
		searches: "names", choiceKey: "secrets.scope",
		empty:  "There are no shared secrets here.",
		leads:  func(text string) string { return leadsToSecret(e, text) },
		detail: secretDetail,
		opens:  &opening{members: []string{"shareCode", "shareUrl"}, words: "share codes and share URLs"},
		refs:   secretRefs,
		copies: []copyable[api.Secret]{{"share URL (it opens the secret)", func(s api.Secret) string { return s.ShareURL }},
			{"share code (it opens the secret)", func(s api.Secret) string { return s.ShareCode }}},
		verbs:  []verb[api.Secret]{{spec: revokeSecret, tells: secretTells, lists: secretListed}},
		facets: secretFacets(), strays: secretStrays,
		own: []command{
			{id: "secrets.reference", title: "Revoke by link, code or id", run: func(p *list) tea.Cmd { return askReference(p.env, l) },
				why: func(p *list) string { return ifText(p.env.client.ReadOnly(), lockedWhy) }},
			{id: "secrets.audit", title: "Show who opened the secret", why: whyNoAudit, run: func(p *list) tea.Cmd {
				s, _ := cursorOf[api.Secret](p)
				return l.push(newList(audit(s), e, l))
			}},
			{id: "secrets.facets", title: "Choose what to show", why: needsList, run: (*list).openFacets},
		},
	}
}

// whyNoAudit is why the audit events of a secret can't be shown: they come from the administrator's operations, as the list does.
func whyNoAudit(p *list) string {
	if why := noRecord(p); why != "" {
		return why
	}
	return ifText(p.unoffered(), "this tenant doesn't offer audit events")
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
		{Name: "status", Title: "Status", Min: 14, Max: 14, Signed: true,
			Text: func(s api.Secret, e grid.Env) string { return secretStatus(s, e.Now()) },
			Role: func(s api.Secret, e grid.Env) theme.Role { return secretRole(s, e.Now()) }},
		{Name: "name", Title: "Name", Min: 26, Max: 50, Weight: 3, Text: func(s api.Secret, _ grid.Env) string { return s.DisplayName }},
		{Name: "shared", Title: "Shared", Min: 9, Max: 13, Priority: 3, Former: map[string]string{"outside": "external"},
			Text: func(s api.Secret, _ grid.Env) string { return sharedWith(s) }},
		{Name: "views", Title: "Views", Min: 8, Max: 13, Priority: 2, Align: draw.Right, Text: func(s api.Secret, _ grid.Env) string { return views(s) },
			Number: func(s api.Secret) (float64, bool) { return float64(s.CurrentViews), true }},
		endColumn("expires", "Expires", 1, func(s api.Secret) api.Time { return s.ContentExpiresAt }),
		{Name: "creator", Title: "Creator", Min: 16, Max: 24, Weight: 1, Priority: 4,
			Text: func(s api.Secret, e grid.Env) string {
				return firstOf(e.Name("user", s.CreatorUserID), s.CreatorUserID)
			}},
		{Name: "type", Title: "Type", Min: 4, Max: 6, Priority: 6, Text: func(s api.Secret, _ grid.Env) string { return s.SecretType.Words() }},
		timeColumn("created", "Created", 5, func(s api.Secret) api.Time { return s.CreatedAt }),
		idColumn(7, func(s api.Secret) string { return s.VaultID }),
	}
}

// secretStatus is a secret's state with its sign.
func secretStatus(s api.Secret, now time.Time) string {
	sign := "?"
	switch api.SecretStateOf(s, now) {
	case api.SecretActive, api.SecretOverdue:
		sign = "●"
	case api.SecretRevoked, api.SecretDeleted:
		sign = "✗"
	case api.SecretExpired, api.SecretBurned, api.SecretDataDeleted:
		sign = "○"
	}
	return sign + " " + s.StateWords(now)
}

func secretRole(s api.Secret, now time.Time) theme.Role {
	switch api.SecretStateOf(s, now) {
	case api.SecretActive:
		return theme.Good
	case api.SecretOverdue:
		return theme.Warn
	case api.SecretRevoked, api.SecretDeleted:
		return theme.Bad
	}
	return theme.Dim
}

// sharedWith is how widely a secret is shared, to be compared at a glance.
func sharedWith(s api.Secret) string {
	switch s.SharingMode {
	case api.SharingModeInternal:
		return fmt.Sprintf("%d internal", len(s.AllowedUserIDs))
	case api.SharingModeExternal:
		return fmt.Sprintf("%d external", len(s.AllowedEmails))
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
	limit := "The limit is " + count(s.MaxViews, "view") + "."
	if s.MaxViews <= 0 {
		limit = "There is no view limit."
	}
	content := "The content is stored, end-to-end encrypted; an administrator sees only what is here."
	switch api.SecretStateOf(s, at.now()) {
	case api.SecretRevoked, api.SecretDeleted, api.SecretDataDeleted:
		content = "The content is deleted; nobody can open it any more."
	case api.SecretOverdue:
		content = "The tenant still calls it active, though its expiry is past by this computer's clock."
	}
	switch {
	case action.SecretEmptied(s) || action.SecretRevoked(s):
	case unreadFlag(s.Problem, s.Raw, "contentReady"):
		content = "Whether the content is uploaded can't be read."
	case !s.ContentReady:
		content = "The content isn't uploaded yet."
	}
	if s.Status == api.SecretStatusBurned {
		content = capital(s.Status.Meaning()) + ". " + content
	}
	return []section{
		{title: s.DisplayName, fields: []field{
			{label: "Status", value: secretStatus(s, at.now()), role: secretRole(s, at.now()), note: content},
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
			{label: "Size", value: fileSize(s)},
			{label: "Encryption", value: s.AgeSuite.Words()},
			{label: "Ready", value: flag(s.Problem, s.Raw, "contentReady", s.ContentReady)},
			{label: "Content deleted", value: flag(s.Problem, s.Raw, "contentDeleted", s.ContentDeleted)},
		}},
		{title: "Share", fields: []field{
			{label: "Code", value: hidden(s.ShareCode), note: "Codes and links open the secret, so they aren't shown; " + at.keys.Label("copy.menu") + " copies the link."},
			{label: "URL", value: hidden(s.ShareURL)},
			{label: "Vault id", value: s.VaultID, note: at.age(s.VaultID, s.CreatedAt)},
		}},
		at.dates(s.CreatedAt, s.UpdatedAt, s.DeletedAt),
	}
}

// fileSize is the size of a secret's content; the tenant may not tell it.
func fileSize(s api.Secret) string {
	if s.NoFileSize {
		return "unknown"
	}
	return size(int64(s.FileSize))
}

func namesOf(e *env, ids []string) string {
	var lines []string
	for _, id := range ids {
		lines = append(lines, e.named("user", id))
	}
	return strings.Join(lines, "\n")
}

// revokeSecret is the same action that the shell's revoke command runs.
func revokeSecret(e *env) *action.Spec[api.Secret] {
	var me api.Identity
	if e.meKnown {
		me = e.me
	}
	return action.RevokeSecret(action.CapacityOf(me))
}

// secretTells are what matters about a secret when it is to be revoked: who made it, who can open it, and for how long.
func secretTells(s api.Secret, e *env) []string {
	if action.SecretUnseen(s) {
		return []string{"Nothing but its id can be read on this tenant."}
	}
	who := func(id string) string { return firstOf(e.Name("user", id), id) }
	var tells []string
	if s.CreatorUserID != "" {
		tells = append(tells, "Created by "+who(s.CreatorUserID)+".")
	}
	if people := secretPeople(s, e); len(people) > 0 {
		tells = append(tells, fmt.Sprintf("Shared with %s (%s)%s.", sharedAmong(s), s.SharingMode.Words(), ifText(len(people) <= recipientsShown, ": "+strings.Join(people, ", "))))
	}
	switch at := s.ContentExpiresAt; {
	case at.IsZero():
		return append(tells, views(s)+" views so far, no expiry.")
	case !at.Known():
		return append(tells, views(s)+" views so far; it expires at "+at.Stamp()+".")
	}
	expires := "expires"
	if s.ContentExpiresAt.Before(e.Now()) {
		expires = "expired"
	}
	return append(tells, fmt.Sprintf("%s views so far, %s %s.", views(s), expires, draw.Relative(s.ContentExpiresAt.Time, e.Now())))
}

// recipientsShown is up to how many recipients a question names; more are counted, and listed below it.
const recipientsShown = 5

// secretPeople are those whom a secret is shared with, the ones outside first.
func secretPeople(s api.Secret, e *env) []string {
	people := slices.Clone(s.AllowedEmails)
	for _, id := range s.AllowedUserIDs {
		people = append(people, firstOf(e.Name("user", id), id))
	}
	return people
}

// secretListed are they where they are too many for a sentence.
func secretListed(s api.Secret, e *env) []string {
	if people := secretPeople(s, e); len(people) > recipientsShown {
		return people
	}
	return nil
}

// sharedAmong counts them: "41 people, 12 of them outside".
func sharedAmong(s api.Secret) string {
	in, out := len(s.AllowedUserIDs), len(s.AllowedEmails)
	switch {
	case out == 0:
		return count(int64(in), "person")
	case in == 0:
		return count(int64(out), "person") + ", all external"
	}
	return count(int64(in+out), "person") + ", " + draw.Count(int64(out)) + " of them external"
}
