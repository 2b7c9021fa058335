package api

import "errors"

// Hop is where on the way to the tenant a request got stuck.
type Hop int

// The hops, in the order in which a request meets them.
const (
	HopProxy      Hop = iota + 1 // the proxy can't be reached, or doesn't let it through
	HopName                      // the tenant's name has no address
	HopConnection                // no connection to the tenant, or it took nothing from it
	HopTrust                     // no connection that can be trusted
)

// String names the hop in plain words.
func (h Hop) String() string {
	switch h {
	case HopProxy:
		return "proxy"
	case HopName:
		return "name resolution"
	case HopConnection:
		return "connection"
	case HopTrust:
		return "trust"
	}
	return "unknown hop"
}

// NetworkError says where a request got stuck before the tenant looked at it. It is the cause of an Error of KindNetwork.
type NetworkError struct {
	Hop       Hop
	Host      string // host and port of whom the hop is about: the tenant, or the proxy
	Variable  string // of the environment that named the proxy, "" with another hop
	Status    int    // what the proxy answered, 0 when it was nothing of HTTP
	Said      string // what happened, in a few words that name the host
	Next      string // what to do about it
	Permanent bool   // it doesn't get better by trying again

	err error
}

// Error is what happened.
func (e *NetworkError) Error() string { return e.Said }

// Unwrap gives the cause to errors.Is and errors.As.
func (e *NetworkError) Unwrap() error { return e.err }

// stuckAt is where a request got stuck, nil when it met the tenant.
func stuckAt(err error) *NetworkError {
	var stuck *NetworkError
	errors.As(err, &stuck)
	return stuck
}

// permanent reports whether a failure will not go away by itself.
func permanent(err error) bool {
	stuck := stuckAt(err)
	return stuck != nil && stuck.Permanent
}
