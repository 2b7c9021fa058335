package tenant

import (
	"errors"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

// assertionMax is how far ahead an assertion may expire; clockLeeway is how far clocks may be apart.
const (
	assertionMax = 5 * time.Minute
	clockLeeway  = 30 * time.Second
)

// checkAssertion verifies a signed client assertion: EdDSA, iss = sub = client id, aud = the host without port, exp at most five
// minutes ahead, nbf past, a jti or nonce that was not seen before (companion.md, Authentication).
func (t *Tenant) checkAssertion(known *client, id, assertion, host string) error {
	key := known.publicKey()
	if key == nil {
		return refuseGrant("invalid_client", "the client has no key that could have signed the assertion")
	}
	token, err := jwt.ParseSigned(assertion, []jose.SignatureAlgorithm{jose.EdDSA})
	if err != nil {
		return refuseGrant("invalid_client", "the assertion is not a JWT signed with EdDSA")
	}
	var claims jwt.Claims
	var more struct {
		Nonce string `json:"nonce"`
	}
	if err := token.Claims(key, &claims, &more); err != nil {
		return refuseGrant("invalid_client", "the assertion's signature is wrong")
	}
	now := t.now()
	err = claims.ValidateWithLeeway(jwt.Expected{Issuer: id, Subject: id, AnyAudience: jwt.Audience{host}, Time: now}, clockLeeway)
	switch {
	case errors.Is(err, jwt.ErrInvalidIssuer), errors.Is(err, jwt.ErrInvalidSubject):
		return refuseGrant("invalid_client", "the assertion's iss and sub must be the client id")
	case errors.Is(err, jwt.ErrInvalidAudience):
		return refuseGrant("invalid_client", "the assertion's aud must be %s", host)
	case errors.Is(err, jwt.ErrExpired):
		return refuseGrant("invalid_client", "the assertion has expired")
	case err != nil:
		return refuseGrant("invalid_client", "the assertion is not valid yet")
	case claims.Expiry == nil || claims.Expiry.Time().Sub(now) > assertionMax+clockLeeway:
		return refuseGrant("invalid_client", "the assertion must expire within five minutes")
	case claims.NotBefore == nil || claims.IssuedAt == nil:
		return refuseGrant("invalid_client", "the assertion must carry iat and nbf")
	}
	once := claims.ID
	if once == "" {
		once = more.Nonce
	}
	if once == "" {
		return refuseGrant("invalid_client", "the assertion must carry a jti or a nonce")
	}
	if !t.auth.first(id+"\n"+once, claims.Expiry.Time().Add(clockLeeway), now) {
		return refuseGrant("invalid_client", "the assertion was used before")
	}
	return nil
}

// first remembers a one-time value until it has expired and says whether it is new.
func (a *authority) first(once string, until, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for old, ends := range a.used {
		if now.After(ends) {
			delete(a.used, old)
		}
	}
	if _, seen := a.used[once]; seen {
		return false
	}
	if a.used == nil {
		a.used = map[string]time.Time{}
	}
	a.used[once] = until
	return true
}
