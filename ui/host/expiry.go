package host

import (
	"time"

	"gatehouse/ui/draw"
)

// Nearness says how near the end of a login is.
type Nearness int

// The nearnesses of an end: each is told once.
const (
	FarOff Nearness = iota
	WithinDays
	withinTheHour
	over
)

const fewDays = 3 * 24 * time.Hour

// NearExpiry is how near the end of the login is.
func (e *Env) NearExpiry() Nearness {
	left := e.Tenant.Expires.Sub(e.Clock())
	switch {
	case e.Tenant.Expires.IsZero() || left > fewDays:
		return FarOff
	case left > time.Hour:
		return WithinDays
	case left > 0:
		return withinTheHour
	}
	return over
}

// AboutLogin says when the login ends or ended, and what to do about it once that is near; "" when nobody knows.
func (e *Env) AboutLogin() string {
	expires, near := e.Tenant.Expires, e.NearExpiry()
	if expires.IsZero() {
		return ""
	}
	at, next := draw.Exact(expires, e.Location), e.Tenant.Renew
	if near == FarOff || e.Client.SignedOut() {
		next = "" // there is time, or it has been said
	}
	switch {
	case near == over && next == "":
		return "Your login expired on " + at + "."
	case near == over:
		return "Your login expired on " + at + ": " + next + ", then restart gatehouse."
	case next == "":
		return "Your login expires " + draw.Until(expires, e.Clock()) + ", on " + at + "."
	}
	return "Your login expires " + draw.Until(expires, e.Clock()) + ", on " + at + "; to renew it, " + next + "."
}

// AboutSignedOut says that nothing is known any more of who the tenant takes us for.
func (e *Env) AboutSignedOut() string {
	said := "You are signed out: the tenant doesn't accept the credentials"
	if e.MeKnown {
		said += " any more; before, you were " + e.MyName()
	}
	if next := e.Tenant.Renew; next != "" {
		return said + ". " + Capital(next) + ", then restart gatehouse."
	}
	return said + ". Fix them, then restart gatehouse."
}
