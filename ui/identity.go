package ui

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
)

// identityMsg tells who the tenant takes us for.
type identityMsg struct {
	session  uint64
	identity api.Identity
	err      error
}

// whoAmI asks the tenant; a tenant that doesn't answer loses nothing else.
func (m *Model) whoAmI() tea.Cmd {
	client, session, parent := m.env.client, m.session, m.ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(api.InBackground(parent), 30*time.Second)
		defer cancel()
		identity, err := client.Introspect(ctx)
		return identityMsg{session: session, identity: identity, err: err}
	}
}

func (m *Model) tookIdentity(msg identityMsg) tea.Cmd {
	if msg.session != m.session {
		return nil
	}
	if m.env.meUnknown = msg.err; msg.err != nil {
		return nil
	}
	m.env.me, m.env.meKnown = msg.identity, true
	m.identify()
	m.env.names.want(append(rolesToName(msg.identity.Roles), ref{"user", msg.identity.UserID}))
	m.redrawPanes()
	return m.env.names.next(m.ctx, m.env.client, m.session)
}

// askAgain asks who we are when the tenant didn't say it before, and may by now.
func (m *Model) askAgain() tea.Cmd {
	if m.env.meUnknown == nil || api.KindOf(m.env.meUnknown) == api.KindUnsupported {
		return nil
	}
	m.env.meUnknown = nil
	return m.whoAmI()
}

// identify tells the runner whose changes these are, for the journal.
func (m *Model) identify() {
	if m.env.meKnown {
		m.env.runner.Identify(action.Person{ID: m.env.me.UserID, Name: m.env.names.get("user", m.env.me.UserID)})
	}
}

// rolesToName are the roles that the tenant gave by id or by the name that machines use.
func rolesToName(roles []string) []ref {
	var refs []ref
	for _, role := range roles {
		if looksLikeID(role) || strings.Contains(role, ":") {
			refs = append(refs, ref{"role", role})
		}
	}
	return refs
}

// findRoles adds the names of roles, given by id or by the name that machines use.
func findRoles(ctx context.Context, client *api.Client, wanted []string, found map[ref]string) {
	if len(wanted) == 0 {
		return
	}
	page, err := client.ListRoles(ctx, api.PageRequest{Size: 100})
	if err != nil {
		page.Rows = nil // a role that can't be listed may still be read
	}
	named := map[string]string{}
	for _, r := range page.Rows {
		named[r.ID], named[r.Name] = r.DisplayName, r.DisplayName
	}
	for _, w := range wanted {
		name := named[w]
		if name == "" && looksLikeID(w) {
			if r, err := client.Role(ctx, w); err == nil {
				name = r.DisplayName
			}
		}
		if name != "" {
			found[ref{"role", w}] = name
		}
	}
}

// myName is the name of who we are, as far as it is known.
func (e *env) myName() string { return firstOf(e.names.get("user", e.me.UserID), e.me.UserID) }

func (e *env) myRoles() []string {
	var roles []string
	for _, r := range e.me.Roles {
		roles = append(roles, firstOf(e.names.get("role", r), r))
	}
	return roles
}

// who is who we are, with as many roles as fit into w cells.
func (m *Model) who(w int) string {
	switch {
	case m.env.client.SignedOut():
		return "signed out"
	case m.env.meKnown:
	case m.env.meUnknown != nil:
		return fitting(w, "unknown user", "")
	default:
		return ""
	}
	name, roles := m.env.myName(), m.env.myRoles()
	texts := []string{name}
	for n := 1; n <= len(roles); n++ {
		text := name + " · " + strings.Join(roles[:n], ", ")
		if n < len(roles) {
			text += fmt.Sprintf(" +%d", len(roles)-n)
		}
		texts = append([]string{text}, texts...)
	}
	return fitting(w, texts...)
}

// whyNobody is why a change was made by nobody who is known.
func (e *env) whyNobody() string {
	if api.KindOf(e.meUnknown) == api.KindUnsupported {
		return "unknown: this tenant doesn't say who you are"
	}
	return "unknown: the tenant hadn't said who you were when this was sent"
}

// aboutMe says who we are, in full.
func (m *Model) aboutMe() string {
	switch {
	case m.env.client.SignedOut():
		return m.env.aboutSignedOut()
	case m.env.meKnown:
		said := "You are " + m.env.myName()
		if id := m.env.me.UserID; id != m.env.myName() {
			said += " (" + id + ")"
		}
		switch roles := m.env.myRoles(); {
		case len(roles) == 1:
			return said + ", with the role " + roles[0] + "."
		case len(roles) > 1:
			return said + ", with the roles " + strings.Join(roles, ", ") + "."
		}
		return said + ". The tenant names no role of yours."
	case api.KindOf(m.env.meUnknown) == api.KindUnsupported:
		return "This tenant doesn't say who you are. Nothing else depends on it."
	case m.env.meUnknown != nil:
		return fmt.Sprintf("Who you are is unknown: %s. Close this, then press %s to ask again. Nothing else depends on it.", plainCause(m.env.meUnknown), m.env.keys.Label("refresh"))
	}
	return "The tenant hasn't said yet who you are."
}
