package ui

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// whoAmI asks the tenant; a tenant that doesn't answer loses nothing else.
func (m *Model) whoAmI() tea.Cmd {
	client, session, parent := m.env.Client, m.session, m.ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(api.InBackground(parent), 30*time.Second)
		defer cancel()
		identity, err := client.Introspect(ctx)
		return host.IdentityMsg{Session: session, Identity: identity, Err: err}
	}
}

func (m *Model) handleIdentity(msg host.IdentityMsg) tea.Cmd {
	if msg.Session != m.session {
		return nil
	}
	if m.env.MeUnknown = msg.Err; msg.Err != nil {
		return nil
	}
	m.env.Me, m.env.MeKnown = msg.Identity, true
	m.identify()
	m.env.Names.Want(append(host.RolesToName(msg.Identity.Roles), widget.Ref{Kind: "user", ID: msg.Identity.UserID}))
	m.redrawPanes()
	return m.env.Names.Next(m.ctx, m.env.Client, m.session)
}

// askAgain asks who we are when the tenant didn't say it before, and may by now.
func (m *Model) askAgain() tea.Cmd {
	if m.env.MeUnknown == nil || api.KindOf(m.env.MeUnknown) == api.KindUnsupported {
		return nil
	}
	m.env.MeUnknown = nil
	return m.whoAmI()
}

// identify tells the runner whose changes these are, for the journal.
func (m *Model) identify() {
	if m.env.MeKnown {
		m.env.Runner.Identify(action.Person{ID: m.env.Me.UserID, Name: m.env.Names.Get("user", m.env.Me.UserID)})
	}
}

// who is who we are, with as many roles as fit into w cells.
func (m *Model) who(w int) string {
	switch {
	case m.env.Client.SignedOut():
		return "signed out"
	case m.env.MeKnown:
	case m.env.MeUnknown != nil:
		return widget.Fitting(w, "unknown user", "")
	default:
		return ""
	}
	name, roles := m.env.MyName(), m.env.MyRoles()
	texts := []string{name}
	for n := 1; n <= len(roles); n++ {
		text := name + " · " + strings.Join(roles[:n], ", ")
		if n < len(roles) {
			text += fmt.Sprintf(" +%d", len(roles)-n)
		}
		texts = append([]string{text}, texts...)
	}
	return widget.Fitting(w, texts...)
}

// aboutMe says who we are, in full.
func (m *Model) aboutMe() string {
	switch {
	case m.env.Client.SignedOut():
		return m.env.AboutSignedOut()
	case m.env.MeKnown:
		said := "You are " + m.env.MyName()
		if id := m.env.Me.UserID; id != m.env.MyName() {
			said += " (" + id + ")"
		}
		switch roles := m.env.MyRoles(); {
		case len(roles) == 1:
			return said + ", with the role " + roles[0] + "."
		case len(roles) > 1:
			return said + ", with the roles " + strings.Join(roles, ", ") + "."
		}
		return said + ". The tenant names no role of yours."
	case api.KindOf(m.env.MeUnknown) == api.KindUnsupported:
		return "This tenant doesn't say who you are. Nothing else depends on it."
	case m.env.MeUnknown != nil:
		return fmt.Sprintf("Who you are is unknown: %s. Close this, then press %s to ask again. Nothing else depends on it.",
			host.PlainCause(m.env.MeUnknown), m.env.Keys.Label("refresh"))
	}
	return "The tenant hasn't said yet who you are."
}
