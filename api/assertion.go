package api

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

const (
	keySecretPrefix   = "secret-token:"
	keySecretVersion  = "v1"
	assertionLifetime = 2 * time.Minute
	assertionBackdate = 2 * time.Minute // how far this clock may be ahead of the tenant's, which may allow nothing
)

// isKeySecret reports whether a client secret says of itself that it is a private key.
func isKeySecret(secret string) bool { return strings.HasPrefix(secret, keySecretPrefix) }

// signer makes client assertions with the private key in a client secret (companion.md, Authentication).
type signer struct {
	clientID string
	audience string // the tenant's host name without port
	jose     jose.Signer
}

func newSigner(clientID, secret, audience string) (*signer, error) {
	key, err := privateKey(secret)
	if err != nil {
		return nil, err
	}
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: key}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		return nil, errors.New("the client secret holds a key that can't sign")
	}
	return &signer{clientID: clientID, audience: audience, jose: s}, nil
}

// privateKey reads secret-token:<vendor domain>:v1:<base64url JWK>. Its errors never quote the secret.
func privateKey(secret string) (*jose.JSONWebKey, error) {
	parts := strings.Split(strings.TrimSpace(secret), ":")
	if len(parts) != 4 {
		return nil, errors.New("the client secret is cut or damaged: copy it again, or set auth to client_secret if it is an ordinary secret")
	}
	if parts[2] != keySecretVersion {
		return nil, errors.New("the client secret has another format version than " + keySecretVersion + ", which is the only one known here")
	}
	broken := errors.New("the private key in the client secret is damaged: copy the secret again")
	raw, err := base64.RawURLEncoding.DecodeString(parts[3])
	if err != nil {
		return nil, broken
	}
	var key jose.JSONWebKey
	if err := key.UnmarshalJSON(raw); err != nil {
		return nil, broken
	}
	private, ok := key.Key.(ed25519.PrivateKey)
	if !ok || len(private) != ed25519.PrivateKeySize || !private.Equal(ed25519.NewKeyFromSeed(private.Seed())) {
		return nil, broken
	}
	return &key, nil
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
