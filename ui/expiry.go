package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
)

// nearness says how near the end of a login is.
type nearness int

// The nearnesses of an end: each is told once.
const (
	farOff nearness = iota
	withinDays
	withinTheHour
	over
)

const fewDays = 3 * 24 * time.Hour

// nearExpiry is how near the end of the login is.
func (e *env) nearExpiry() nearness {
	left := e.tenant.Expires.Sub(e.now())
	switch {
	case e.tenant.Expires.IsZero() || left > fewDays:
		return farOff
	case left > time.Hour:
		return withinDays
	case left > 0:
		return withinTheHour
	}
	return over
}

// aboutLogin says when the login ends or ended, and what to do about it once that is near; "" when nobody knows.
func (e *env) aboutLogin() string {
	expires, near := e.tenant.Expires, e.nearExpiry()
	if expires.IsZero() {
		return ""
	}
	at, next := draw.Exact(expires, e.location), e.tenant.Renew
	if near == farOff || e.client.SignedOut() {
		next = "" // there is time, or it has been said
	}
	switch {
	case near == over && next == "":
		return "Your login expired on " + at + "."
	case near == over:
		return "Your login expired on " + at + ": " + next + ", then restart gatehouse."
	case next == "":
		return "Your login expires " + draw.Until(expires, e.now()) + ", on " + at + "."
	}
	return "Your login expires " + draw.Until(expires, e.now()) + ", on " + at + "; to renew it, " + next + "."
}

// watchExpiry tells of the end of the login as it comes nearer. The last hour's notice stays until somebody has seen it.
func (m *Model) watchExpiry() tea.Cmd {
	near := m.env.nearExpiry()
	if near <= m.expiryTold {
		return nil
	}
	m.expiryTold = near
	said := notice{toneInfo, m.env.aboutLogin()}
	if near > withinDays {
		said.tone = toneUnknown
	}
	if m.notice != nil && said.tone == toneInfo { // what was said in this moment isn't lost by it
		said.tone, said.text = m.notice.tone, m.notice.text+" "+said.text
	}
	return m.say(said)
}

// aboutSignedOut says that nothing is known any more of who the tenant takes us for.
func (e *env) aboutSignedOut() string {
	said := "You are signed out: the tenant doesn't accept the credentials"
	if e.meKnown {
		said += " any more; before, you were " + e.myName()
	}
	if next := e.tenant.Renew; next != "" {
		return said + ". " + capital(next) + ", then restart gatehouse."
	}
	return said + ". Fix them, then restart gatehouse."
}
