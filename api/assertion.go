package api

import (
	"crypto/rand"
	"errors"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

const (
	assertionLifetime = 2 * time.Minute
	assertionBackdate = 2 * time.Minute // how far this clock may be ahead of the tenant's, which may allow nothing
)

// signer makes client assertions with the private key in a client secret (companion.md 3).
type signer struct {
	clientID string
	audience string // the tenant's host name without port
	jose     jose.Signer
}

func newSigner(clientID string, key *jose.JSONWebKey, audience string) (*signer, error) {
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: key}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		return nil, errors.New("the client secret holds a key that can't sign")
	}
	return &signer{clientID: clientID, audience: audience, jose: s}, nil
}

// assertion makes a signed statement that the caller is the client, good from two minutes ago until two minutes from now: whichever of the
// two clocks is ahead, the other finds it valid.
func (s *signer) assertion(now time.Time) (string, error) {
	since := jwt.NewNumericDate(now.Add(-assertionBackdate))
	return jwt.Signed(s.jose).Claims(jwt.Claims{
		Issuer: s.clientID, Subject: s.clientID, Audience: jwt.Audience{s.audience},
		IssuedAt: since, NotBefore: since, Expiry: jwt.NewNumericDate(now.Add(assertionLifetime)), ID: rand.Text(),
	}).Serialize()
}
