package tenant

import (
	"cmp"
	"errors"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

// assertionMax is how far ahead of now and of its iat an assertion may expire.
const assertionMax = 5 * time.Minute

// checkAssertion verifies a signed client assertion: EdDSA, iss = sub = client id, aud = the host without port, exp at most five
// minutes ahead, nbf and iat past, a jti or nonce that was not seen before (companion.md 3). It allows clocks no leeway, as
// the strictest of the services does.
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
	if err := checkClaims(claims, id, host, now); err != nil {
		return err
	}
	once := cmp.Or(claims.ID, more.Nonce, nonceInHeader(token))
	if once == "" {
		return refuseGrant("invalid_client", "the assertion must carry a jti or a nonce")
	}
	if !t.auth.first(id+"\n"+once, claims.Expiry.Time(), now) {
		return refuseGrant("invalid_client", "the assertion was used before")
	}
	return nil
}

// nonceInHeader is where the vendor's own clients put what makes an assertion unlike every other.
func nonceInHeader(token *jwt.JSONWebToken) string {
	if len(token.Headers) != 1 {
		return ""
	}
	return token.Headers[0].Nonce
}

func checkClaims(claims jwt.Claims, id, host string, now time.Time) error {
	err := claims.ValidateWithLeeway(jwt.Expected{Issuer: id, Subject: id, AnyAudience: jwt.Audience{host}, Time: now}, 0)
	switch {
	case errors.Is(err, jwt.ErrInvalidIssuer), errors.Is(err, jwt.ErrInvalidSubject):
		return refuseGrant("invalid_client", "the assertion's iss and sub must be the client id")
	case errors.Is(err, jwt.ErrInvalidAudience):
		return refuseGrant("invalid_client", "the assertion's aud must be %s", host)
	case errors.Is(err, jwt.ErrExpired):
		return refuseGrant("invalid_client", "the assertion has expired: its exp is past")
	case errors.Is(err, jwt.ErrIssuedInTheFuture):
		return refuseGrant("invalid_client", "the assertion was issued in the future: its iat is ahead")
	case err != nil:
		return refuseGrant("invalid_client", "the assertion is not valid yet: its nbf is ahead")
	case claims.NotBefore == nil || claims.IssuedAt == nil:
		return refuseGrant("invalid_client", "the assertion must carry iat and nbf")
	case claims.Expiry == nil || claims.Expiry.Time().Sub(now) > assertionMax ||
		claims.Expiry.Time().Sub(claims.IssuedAt.Time()) > assertionMax:
		return refuseGrant("invalid_client", "the assertion's exp must be within five minutes")
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
