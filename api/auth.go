package api

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"strings"

	"gatehouse/credential"
)

// Auth are the credentials of a client, which package credential reads before anything is sent. Token wins over the client id and
// secret. ForcePlain sends the secret in the token request even when it is a key of the vendor's that could sign an assertion. However it
// is printed, logged or marshalled, it shows no secret.
type Auth struct {
	Token        string
	Made         bool // the token was made by this program: nobody can have put a key in its place, which takes long to find out
	ClientID     string
	ClientSecret string
	ForcePlain   bool
	Source       string // where they come from, in words, for errors; "" when nobody knows
	Renew        string // what gets new ones, as in "run gatehouse login"; "": they are put right where they come from
}

func (a Auth) secretSlot() credential.Slot {
	if a.ForcePlain {
		return credential.PlainSecret
	}
	return credential.ClientSecret
}

// String tells which kind of credentials these are, without them.
func (a Auth) String() string {
	switch {
	case a.Token != "":
		return "access token " + hidden
	case a.ClientID != "":
		id, err := credential.Read(credential.ClientID, a.ClientID)
		if err != nil { // who knows what it is
			return "client " + hidden
		}
		return "client " + id.Text() + " with secret " + hidden
	}
	return "no credentials"
}

// GoString is String: %#v shows no secret either.
func (a Auth) GoString() string { return "api.Auth{" + a.String() + "}" }

// Format makes every verb show what String shows.
func (a Auth) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, a.String()) }

// LogValue is String for slog.
func (a Auth) LogValue() slog.Value { return slog.StringValue(a.String()) }

// MarshalJSON is String as JSON text.
func (a Auth) MarshalJSON() ([]byte, error) { return encode(a.String()) }

// BaseURLFromClientID derives the tenant's address from a client id of the form <random-id>@<hostname>/<use-case> (companion.md 3).
func BaseURLFromClientID(clientID string) (string, error) {
	_, rest, ok := strings.Cut(strings.TrimSpace(clientID), "@")
	host, _, hasUse := strings.Cut(rest, "/")
	if !ok || !hasUse || host == "" || strings.ContainsAny(host, "@?#\\ %") {
		return "", errors.New("the client id does not name its tenant (expected name@host/use)")
	}
	u, err := url.Parse("https://" + host)
	if err != nil || u.Hostname() == "" || u.Host != host {
		return "", errors.New("the client id does not name its tenant (expected name@host/use)")
	}
	return "https://" + strings.ToLower(host), nil
}
