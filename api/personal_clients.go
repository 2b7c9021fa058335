package api

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"
)

// NewPersonalClient is what a personal API credential is made from (companion.md 3). Without ScopedRoles it has all roles of
// its owner.
type NewPersonalClient struct {
	DisplayName     string
	Expires         Duration
	ScopedRoles     []string
	AllowSourceCIDR []string
}

// CreatePersonalClient makes a personal API credential (companion.md 3).
func CreatePersonalClient(n NewPersonalClient) (Request, error) {
	if n.DisplayName == "" {
		return Request{}, errors.New("create personal client: a name is required")
	}
	body := struct {
		DisplayName     string    `json:"displayName"`
		Expires         *Duration `json:"expires,omitempty"`
		ScopedRoles     []string  `json:"scopedRoles,omitempty"`
		AllowSourceCIDR []string  `json:"allowSourceCidr,omitempty"`
	}{DisplayName: n.DisplayName, ScopedRoles: n.ScopedRoles, AllowSourceCIDR: n.AllowSourceCIDR}
	if n.Expires.Set() {
		body.Expires = &n.Expires
	}
	return build("create personal client", http.MethodPost, "iam/personal_clients", body)
}

// PersonalClient is a new credential. ClientSecret is shown this once; printing or logging the value shows no secret.
type PersonalClient struct {
	ID           string
	ClientID     string
	DisplayName  string
	ClientSecret string
	Expires      time.Time // zero: the tenant doesn't say
}

// String names the credential without its secret.
func (p PersonalClient) String() string { return "personal client " + p.ClientID }

// GoString is String: %#v shows no secret either.
func (p PersonalClient) GoString() string { return p.String() }

// Format makes every verb show what String shows.
func (p PersonalClient) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, p.String()) }

// LogValue is String for slog.
func (p PersonalClient) LogValue() slog.Value { return slog.StringValue(p.String()) }

// MarshalJSON is String as JSON text.
func (p PersonalClient) MarshalJSON() ([]byte, error) { return encode(p.String()) }

// PersonalClientFrom reads the answer to CreatePersonalClient. An answer without the secret is an error: it comes only once.
func PersonalClientFrom(a Answer) (PersonalClient, error) {
	client := []string{"client"}
	p := PersonalClient{
		ID:           textAt(a.Body, client, "id"),
		ClientID:     textAt(a.Body, client, "clientId"),
		DisplayName:  textAt(a.Body, client, "displayName"),
		ClientSecret: textAt(a.Body, nil, "clientSecret"),
	}
	if at, err := time.Parse(time.RFC3339Nano, textAt(a.Body, client, "expiresTime")); err == nil {
		p.Expires = at
	}
	if p.ClientID == "" || p.ClientSecret == "" {
		return p, &Error{
			Kind: KindMalformed, Status: a.Status, RequestID: a.RequestID, Method: http.MethodPost, Path: pathPrefix + "iam/personal_clients",
			Message: "the answer holds no client id or no secret; the credential may exist, so look for it before you make another",
		}
	}
	return p, nil
}
