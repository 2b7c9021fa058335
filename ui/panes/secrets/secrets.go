package secrets

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
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/export"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("secrets", "Secrets")
	audit := auditScope()
	return host.Declaration{
		Name: "secrets", Title: "Secrets", Key: "4", Help: "Go to the shared secrets.",
		Views: true, New: New, Today: today, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "secrets.revoke", "revoke", "Revoke the secret: its content is deleted for good.", "x"),
			keymap.Bind(s, "secrets.reference", "revoke by link", "Revoke a secret by its link, share code or vault id.", "X"),
			keymap.Bind(s, "secrets.scope", "all/mine", "Switch between everybody's secrets and your own.", "m"),
			keymap.Bind(s, "secrets.facets", "show only", "Narrow the list by status, type, sharing, creator, creation or expiry; order it.",
				"f"),
			keymap.Bind(s, "secrets.audit", "audit", "Show who opened the secret, from where and when.", "A"),
			keymap.Bind(audit, "audit.facets", "show only", "Narrow the events by person or IP address, also over all secrets.", "f"),
		},
	}
}

func New(e *host.Env, h host.Host) host.Pane { return list.New(secrets(e, h), e, h) }

func secrets(e *host.Env, h host.Host) list.Resource[string, api.Secret] {
	d := Declaration()
	return list.Resource[string, api.Secret]{
		Name: d.Name, Title: d.Title, One: "secret", Scope: d.Scope,
		Key:     func(s api.Secret) string { return s.VaultID },
		Target:  action.SecretTarget,
		Columns: secretColumns(),
		Raw:     func(s api.Secret) api.Original { return s.Raw },
		Shown:   func(s api.Secret) json.RawMessage { return WithoutShares(s.Raw.JSON(), s) },
		Problem: func(s api.Secret) string { return s.Problem },
		Fetch: func(ctx context.Context, c *api.Client, q host.Query, p api.PageRequest) (api.Page[api.Secret], error) {
			return fetchSecrets(ctx, e, c, q, p)
		},
		Get: readSecret,
		ByID: &list.ByID[api.Secret]{
			Ids: []list.IDField{{Name: "vaultId", Title: "Vault id",
				Help:  "The secret's vault id, 27 letters and digits; not its share code or link.",
				Check: func(text string) error { return checkVaultID(e, text) }}},
			Of:    func(s api.Secret) []string { return []string{s.VaultID} },
			Blank: func(ids []string, name string) api.Secret { return api.Secret{VaultID: ids[0], DisplayName: name} },
		},
		Choices:  []list.Choice{{Name: "all", Title: "everybody's"}, {Name: "mine", Title: "your own"}},
		Searches: "names", ChoiceKey: "secrets.scope",
		Empty:    "There are no shared secrets here.",
		Redirect: func(text string) string { return leadsToSecret(e, text) },
		Detail:   SecretDetail,
		Opens:    &export.Opening{Members: []string{"shareCode", "shareUrl"}, Words: "share codes and share URLs"},
		Refs:     secretRefs,
		Copies: []list.Copyable[api.Secret]{{Title: "share URL (it opens the secret)", Text: func(s api.Secret) string { return s.ShareURL }},
			{Title: "share code (it opens the secret)", Text: func(s api.Secret) string { return s.ShareCode }}},
		Verbs:  []list.Verb[api.Secret]{{Spec: revokeSecret, Facts: secretFacts, Lists: secretListed, Sums: secretSum}},
		Facets: secretFacets(), Strays: SecretStrays, Chart: expiries(),
		Own: []list.Command{
			{ID: "secrets.reference", Title: "Revoke by link, code or id", Run: func(p *list.Pane) tea.Cmd { return askReference(p.Env, h) },
				Why: (*list.Pane).WhyLocked},
			{ID: "secrets.audit", Title: "Show who opened the secret", Why: whyNoAudit, Run: func(p *list.Pane) tea.Cmd {
				s, _ := list.CursorOf[api.Secret](p)
				return h.GoInto(host.Opening{Name: auditName(s), Of: s.Raw, Make: func() host.Pane { return list.New(audit(s), e, h) }})
			}},
			{ID: "secrets.facets", Title: "Choose what to show", Why: list.NeedsList, Run: (*list.Pane).OpenFacets},
		},
	}
}

// whyNoAudit is why the audit events of a secret can't be shown: they come from the administrator's operations, as the list does.
func whyNoAudit(p *list.Pane) action.Why {
	if why := list.NoRecord(p); !why.None() {
		return why
	}
	return action.Because(widget.IfText(p.Unoffered(), "this tenant doesn't offer audit events"))
}

func readSecret(ctx context.Context, c *api.Client, s api.Secret) (api.Secret, error) {
	return action.ReadSecret(ctx, c, s.VaultID)
}

func secretRefs(s api.Secret) []widget.Ref {
	refs := []widget.Ref{{Kind: "user", ID: s.CreatorUserID}}
	for _, id := range s.AllowedUserIDs {
		refs = append(refs, widget.Ref{Kind: "user", ID: id})
	}
	return refs
}

func secretColumns() []grid.Column[api.Secret] {
	return []grid.Column[api.Secret]{
		{Name: "status", Title: "Status", Min: 14, Max: 14, Signed: true, Middle: true,
			Text: func(s api.Secret, e grid.Env) string { return SecretStatus(s, e.Now()) },
			Role: func(s api.Secret, e grid.Env) theme.Role { return secretRole(s, e.Now()) }},
		{Name: "name", Title: "Name", Min: 24, Want: 27, Max: 50, Weight: 3,
			Text: func(s api.Secret, _ grid.Env) string { return s.DisplayName }},
		{Name: "shared", Title: "Shared", Min: 10, Max: 13, Priority: 3, Former: map[string]string{"outside": "external"},
			Text: func(s api.Secret, _ grid.Env) string { return sharedWith(s) }},
		viewsColumn(),
		column.End("expires", "Expires", 1, func(s api.Secret) api.Time { return s.ContentExpiresAt }),
		{Name: "creator", Title: "Creator", Min: 14, Max: 24, Weight: 1, Priority: 4,
			Text: func(s api.Secret, e grid.Env) string {
				return host.FirstOf(e.Name("user", s.CreatorUserID), s.CreatorUserID)
			}},
		{Name: "type", Title: "Type", Min: 4, Spare: 24, Max: 6, Priority: 6, Middle: true,
			Text: func(s api.Secret, _ grid.Env) string { return s.SecretType.Words() }},
		column.Time("created", "Created", 5, func(s api.Secret) api.Time { return s.CreatedAt }),
		usedColumn(),
		column.ID(7, func(s api.Secret) string { return s.VaultID }),
	}
}

// SecretStatus is a secret's state with its sign.
func SecretStatus(s api.Secret, now time.Time) string {
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

func SecretDetail(s api.Secret, at list.DetailEnv[api.Secret]) []widget.Section {
	limit := "The limit is " + widget.Count(s.MaxViews, "view") + "."
	if s.MaxViews <= 0 {
		limit = "There is no view limit."
	}
	views := widget.Field{Label: "Views", Value: Views(s), Note: limit}
	if used, limited := viewsUsed(s); limited {
		views.Bar = &used
	}
	if endsSoon(s, at.Env) {
		views.Role, views.Note = theme.Warn, limit+" Near it: "+widget.Count(max(0, s.MaxViews-s.CurrentViews), "view")+" left."
	}
	content := "The content is stored, end-to-end encrypted; an administrator sees only what is here."
	switch api.SecretStateOf(s, at.Clock()) {
	case api.SecretRevoked, api.SecretDeleted, api.SecretDataDeleted:
		content = "The content is deleted; nobody can open it any more."
	case api.SecretOverdue:
		content = "The tenant still calls it active, though its expiry is past by this computer's clock."
	}
	switch {
	case action.SecretEmptied(s) || action.SecretRevoked(s):
	case widget.UnreadFlag(s.Problem, s.Raw, "contentReady"):
		content = "Whether the content is uploaded can't be read."
	case !s.ContentReady:
		content = "The content isn't uploaded yet."
	}
	if s.Status == api.SecretStatusBurned {
		content = host.Capital(s.Status.Meaning()) + ". " + content
	}
	return []widget.Section{
		{Title: s.DisplayName, Fields: []widget.Field{
			{Label: "Status", Value: SecretStatus(s, at.Clock()), Role: secretRole(s, at.Clock()), Note: content},
			{Label: "Creator", IDs: at.Called("user", s.CreatorUserID)},
			views,
			{Label: "Expires", Value: at.At(s.ContentExpiresAt), Note: widget.IfEmpty(at.At(s.ContentExpiresAt), "No expiry is set.")},
			{Label: "Sharing", Value: s.SharingMode.Words()},
			{Label: "Users", IDs: at.Called("user", s.AllowedUserIDs...)},
			{Label: "E-mails", Value: strings.Join(s.AllowedEmails, "\n")},
		}},
		{Title: "Content", Fields: []widget.Field{
			{Label: "Type", Value: s.SecretType.Words()},
			{Label: "Format", Value: s.InputFormat.Words()},
			{Label: "Media type", Value: s.ContentType},
			{Label: "File", Value: s.Filename},
			{Label: "Size", Value: fileSize(s)},
			{Label: "Encryption", Value: s.AgeSuite.Words()},
			{Label: "Ready", Value: widget.Flag(s.Problem, s.Raw, "contentReady", s.ContentReady)},
			{Label: "Content deleted", Value: widget.Flag(s.Problem, s.Raw, "contentDeleted", s.ContentDeleted)},
		}},
		{Title: "Share", Fields: []widget.Field{
			{Label: "Code", Value: hidden(s.ShareCode), Note: "Codes and links open the secret, so they aren't shown; " +
				at.Keys.Label("copy.menu") + " copies the link."},
			{Label: "URL", Value: hidden(s.ShareURL)},
			{Label: "Vault id", IDs: widget.OnlyID(s.VaultID), Note: at.Age(s.VaultID, s.CreatedAt)},
		}},
		at.Dates(s.CreatedAt, s.UpdatedAt, s.DeletedAt),
	}
}

// fileSize is the size of a secret's content; the tenant may not tell it.
func fileSize(s api.Secret) string {
	if s.NoFileSize {
		return "unknown"
	}
	return column.Size(int64(s.FileSize))
}

// revokeSecret is the same action that the shell's revoke command runs.
func revokeSecret(e *host.Env) *action.Spec[api.Secret] {
	var me api.Identity
	if e.MeKnown {
		me = e.Me
	}
	return action.RevokeSecret(action.CapacityOf(me))
}

// secretFacts are what matters about a secret when it is to be revoked: who made it, who can open it, and for how long.
func secretFacts(s api.Secret, e *host.Env) []string {
	if action.SecretUnseen(s) {
		return []string{"Nothing but its id can be read on this tenant."}
	}
	who := func(id string) string { return host.FirstOf(e.Name("user", id), id) }
	var facts []string
	if s.CreatorUserID != "" {
		facts = append(facts, "Created by "+who(s.CreatorUserID)+".")
	}
	if people := secretPeople(s, e); len(people) > 0 {
		facts = append(facts, fmt.Sprintf("Shared with %s (%s)%s.", sharedAmong(s), s.SharingMode.Words(),
			widget.IfText(len(people) <= recipientsShown, ": "+strings.Join(people, ", "))))
	}
	switch at := s.ContentExpiresAt; {
	case at.IsZero():
		return append(facts, Views(s)+" views so far, no expiry.")
	case !at.Known():
		return append(facts, Views(s)+" views so far; it expires at "+at.Stamp()+".")
	}
	expires := "expires"
	if s.ContentExpiresAt.Before(e.Now()) {
		expires = "expired"
	}
	return append(facts, fmt.Sprintf("%s views so far, %s %s.", Views(s), expires, draw.Relative(s.ContentExpiresAt.Time, e.Now())))
}

// recipientsShown is up to how many recipients a question names; more are counted, and listed below it.
const recipientsShown = 5

// secretPeople are those whom a secret is shared with, the ones outside first.
func secretPeople(s api.Secret, e *host.Env) []string {
	people := slices.Clone(s.AllowedEmails)
	for _, id := range s.AllowedUserIDs {
		people = append(people, host.FirstOf(e.Name("user", id), id))
	}
	return people
}

// secretListed are they where they are too many for a sentence.
func secretListed(s api.Secret, e *host.Env) []string {
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
		return widget.Count(int64(in), "person")
	case in == 0:
		return widget.Count(int64(out), "person") + ", all external"
	}
	return widget.Count(int64(in+out), "person") + ", " + draw.Count(int64(out)) + " of them external"
}
