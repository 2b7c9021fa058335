package secrets

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// revokeWord begins a line of the palette that names a secret: "revoke <link, code or id>".
const revokeWord = "revoke "

// askReference asks for a link, a code or an id, which is never shown.
func askReference(e *host.Env, h host.Host) tea.Cmd {
	p := dialog.NewPalette("Revoke by link, code or id", nil, e.Keys, e.Theme)
	p.Typed = func(text string) (host.MenuItem, int, bool) { return referenceItem(text, e, h), 0, true }
	p.Search()
	return h.Open(p)
}

// TypedReference takes what is typed into the palette for a reference to a secret: after the word "revoke", or a link or a code alone.
// Plain words after "revoke" are a search for an action.
func TypedReference(text string, e *host.Env, h host.Host) (host.MenuItem, int, bool) {
	from := len(text) - len(strings.TrimLeft(text, " "))
	revoking := len(text)-from > len(revokeWord) && strings.EqualFold(text[from:from+len(revokeWord)], revokeWord)
	if revoking {
		from += len(revokeWord)
	}
	rest := text[from:]
	if strings.Contains(rest, "://") || revoking && !plainWords(rest) || !revoking && isCode(rest) {
		return referenceItem(rest, e, h), from, true
	}
	return host.MenuItem{}, -1, false
}

// plainWords reports whether a text can't become a link, a code or an id: short words without digits or signs.
func plainWords(text string) bool {
	if strings.IndexFunc(text, func(r rune) bool { return r != ' ' && !unicode.IsLetter(r) }) >= 0 {
		return false
	}
	for word := range strings.FieldsSeq(text) {
		if len(word) >= 12 && word != strings.ToLower(word) {
			return false
		}
	}
	return true
}

// isCode reports whether a text is a share code as the tenant writes it, XXXX-XXXX-XXXX.
func isCode(text string) bool {
	if text = strings.TrimSpace(text); strings.Count(text, "-") != 2 { // XXXX-XXXX-XXXX
		return false
	}
	r, err := action.ParseReference(text, "")
	return err == nil && r.Code() == text
}

// checkVaultID refuses what is no vault id. A share code or a link would be sent, shown and remembered as if it opened nothing.
func checkVaultID(e *host.Env, text string) error {
	r, err := action.ParseReference(text, e.Hosts()...)
	switch {
	case err == nil && r.VaultID() == strings.TrimSpace(text):
		return nil
	case errors.Is(err, action.ErrNoReference):
		return errors.New("a vault id has 27 letters and digits")
	}
	return fmt.Errorf("this isn't a vault id alone; %s in the list revokes by link, code or id", e.Keys.Label("secrets.reference"))
}

// leadsToSecret says how to go on from a link or a code that somebody searches for; the tenant's search knows names only.
func leadsToSecret(e *host.Env, text string) string {
	r, err := action.ParseReference(text, e.Hosts()...)
	if errors.Is(err, action.ErrNoReference) || err == nil && r.VaultID() != "" {
		return ""
	}
	return "This may be a share link or a share code. " + e.Keys.Label("secrets.reference") + " finds the secret behind it, to revoke it."
}

// referenceItem is the line that revokes what a text refers to, or that says why it can't.
func referenceItem(text string, e *host.Env, h host.Host) host.MenuItem {
	found := action.FindReferences(text, e.Hosts()...)
	r, err := found.One()
	item := host.MenuItem{Title: "Revoke it", Note: "by its share code", Run: func() tea.Cmd { return h.Open(newSecretLookup(text, e, h)) },
		Preview: func() (string, error) {
			return "", fmt.Errorf("the secret is looked up first; %s in the question shows the request", e.Keys.Label("dialog.request"))
		}}
	if r.VaultID() != "" {
		item.Note = "by its vault id"
	}
	if len(found.Elsewhere) > 0 {
		item.Note = host.FirstOf(strings.Join(found.Elsewhere, ", "), "another host") + " is left alone"
	}
	var other *action.OtherTenantError
	switch {
	case strings.TrimSpace(text) == "":
		item = host.MenuItem{Title: "Paste it; it isn't shown"}
	case errors.As(err, &other) && other.Names && other.Host != "" && e.ShareHosts == nil:
		item.Title, item.Note = "Look it up: the link is of "+other.Host, ""
	case errors.As(err, &other):
		item = host.MenuItem{Title: "Refused: the link is of " + host.FirstOf(other.Host, "another host") + ", not of " + e.Tenant.HostWords()}
	case errors.Is(err, action.ErrNoSecret):
		item = host.MenuItem{Title: "This link names no secret"}
	case errors.Is(err, action.ErrSeveral):
		item = host.MenuItem{Title: "More than one; give one at a time"}
	case err != nil:
		item = host.MenuItem{Title: "No link, code or id so far"}
	case e.Client.ReadOnly():
		item.Note, item.Off = action.ReadOnly().String(), true
	}
	item.Off = item.Off || item.Run == nil
	return item
}

// secretLookup finds a secret by its reference, and asks whether to revoke it.
type secretLookup struct {
	host.OverlayBase
	text      string // what was typed or pasted: never shown
	reference action.Reference
	env       *host.Env
	host      host.Host
	session   uint64
	cancel    context.CancelFunc
	failed    []string // why it wasn't found
	drawn     []string
	over      bool
}

func newSecretLookup(text string, e *host.Env, h host.Host) *secretLookup {
	r, _ := action.ParseReference(text, e.Hosts()...) // what isn't one yet may be when the tenant's names are known
	return &secretLookup{text: text, reference: r, env: e, host: h, session: h.Session()}
}

// referenceTime is how long a tenant may take to find a secret and the names of those who share it.
const referenceTime = time.Minute

// secretFound brings the secret with the names of the people around it.
type secretFound struct {
	reference  action.Reference
	shareHosts []string // nil: the tenant wasn't asked for them
	secret     api.Secret
	names      map[widget.Ref]string
	err        error
}

func (s *secretLookup) Title() string { return "Revoke by link, code or id" }

func (s *secretLookup) Role() theme.Role { return theme.BorderFocus }

func (s *secretLookup) Closed() bool { return s.over }

func (s *secretLookup) Scope() keymap.Scope { return keymap.ScopeDialog }

func (s *secretLookup) Lines() []string { return s.drawn }

func (s *secretLookup) Hints() []keymap.ID { return []keymap.ID{"dialog.cancel"} }

func (s *secretLookup) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case host.Opened:
		return s.find()
	case secretFound:
		return s.found(msg)
	case tea.KeyPressMsg:
		id, _ := host.BindingForKey(s.env.Keys, keymap.Chain(keymap.ScopeDialog), msg)
		if id == "dialog.cancel" || id == "dialog.activate" && s.failed != nil {
			s.Close()
		}
	}
	return nil
}

func (s *secretLookup) Close() {
	s.over = true
	if s.cancel != nil {
		s.cancel()
	}
}

// find reads the secret's metadata, which never uses up a view, and the names that the question shows.
func (s *secretLookup) find() tea.Cmd {
	ctx, cancel := context.WithTimeout(s.env.Life, referenceTime)
	s.cancel = cancel
	client, r, text, hosts := s.env.Client, s.reference, s.text, s.env.Hosts()
	return func() tea.Msg {
		defer cancel()
		found := secretFound{reference: r, names: map[widget.Ref]string{}}
		if r == (action.Reference{}) {
			if found.shareHosts, found.err = action.ShareHosts(ctx, client); found.err == nil {
				found.reference, found.err = action.ParseReference(text, append(hosts, found.shareHosts...)...)
			}
		}
		if found.err == nil {
			found.secret, found.err = action.FindSecret(ctx, client, found.reference)
		}
		secret := found.secret
		if found.err != nil || action.SecretUnseen(secret) {
			return host.ForOverlay{To: s, Msg: found}
		}
		ids := append([]string{secret.CreatorUserID}, secret.AllowedUserIDs[:min(len(secret.AllowedUserIDs), recipientsShown)]...)
		if people, err := client.UsersByID(ctx, widget.NonEmpty(ids...)); err == nil { // without names, ids are shown
			for _, u := range people {
				found.names[widget.Ref{Kind: "user", ID: u.ID}] = host.UserName(u)
			}
		}
		return host.ForOverlay{To: s, Msg: found}
	}
}

func (s *secretLookup) found(msg secretFound) tea.Cmd {
	if s.over || s.session != s.host.Session() {
		return nil
	}
	s.env.Names.Learn(msg.names)
	s.reference = msg.reference
	if msg.shareHosts != nil {
		s.env.ShareHosts = msg.shareHosts
	}
	if msg.err != nil {
		s.failed = s.whyNot(msg.err)
		return nil
	}
	spec := revokeSecret(s.env)
	if why := spec.Applies(msg.secret); !why.None() {
		name := host.FirstOf(msg.secret.DisplayName, msg.secret.VaultID)
		s.failed = []string{"The secret “" + name + "” can't be revoked: " + why.String() + ".", secretNow(msg.secret)}
		return nil
	}
	plan, err := action.Bind(spec, action.SecretTarget, action.Draft{}, msg.secret)
	if err != nil {
		s.failed = []string{host.Capital(host.SayPlainly(err).Error()) + "."}
		return nil
	}
	s.over = true
	return s.host.Start(host.Request{Pane: "secrets", Plan: plan, Facts: secretFacts(msg.secret, s.env),
		Listed: secretListed(msg.secret, s.env)})
}

// secretNow says since when a secret is what it is.
func secretNow(s api.Secret) string {
	text := host.Capital(s.StateWords(time.Time{}))
	if at := s.DeletedAt; !at.IsZero() {
		text += " " + at.Stamp()
	}
	return text + "."
}

func (s *secretLookup) whyNot(err error) []string {
	var other *action.OtherTenantError
	if errors.As(err, &other) {
		return []string{"The link is of " + other.Host + ", not of " + s.env.Tenant.HostWords() + ", and nothing was revoked.",
			"If the secret is on this tenant, its share code or its vault id alone is enough."}
	}
	switch api.KindOf(err) {
	case api.KindNotFound:
		return []string{s.env.Tenant.Host + " has no secret with " + s.reference.String() + ".",
			"Check that all of it was copied. It may also belong to another tenant."}
	case api.KindForbidden:
		return []string{"You may not look this secret up on this tenant." + host.Said(host.PlainCause(err)),
			"Its vault id may work: it can be revoked unseen."}
	case api.KindUnsupported:
		return []string{"This tenant can't find a secret by its link or code.", "Its vault id is needed."}
	}
	what, _ := host.Explain(err)
	return []string{what, "Nothing was revoked. Try again."}
}

func (s *secretLookup) Layout(w, h int) {
	w = min(w, 78)
	role, said := theme.Info, []string{"Looking for the secret behind " + s.reference.String() + "…"}
	if s.failed != nil {
		role, said = theme.Bad, s.failed
	}
	s.drawn = nil
	for i, sentence := range said {
		if i > 0 {
			role = theme.Text
		}
		s.drawn = append(s.drawn, widget.PaintAll(s.env.Theme, role, draw.Wrap(sentence, w))...)
	}
	s.drawn = s.drawn[:min(len(s.drawn), h)]
}
