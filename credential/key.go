package credential

import (
	"crypto/ed25519"
	"encoding/base64"
	"strings"

	"github.com/go-jose/go-jose/v4"
)

const (
	keyPrefix  = "secret-token:" // RFC 8959; in any case
	keyVersion = "v1"
)

func hasKeyPrefix(text string) bool {
	return len(text) >= len(keyPrefix) && strings.EqualFold(text[:len(keyPrefix)], keyPrefix)
}

func afterPrefix(text string) string { return text[len(keyPrefix):] }

// parseKey reads secret-token:<vendor domain>:v1:<base64url JWK> (companion.md 3), or tells what is wrong with it.
func parseKey(text string) (*jose.JSONWebKey, Looks) {
	parts := strings.Split(text, ":")
	if len(parts) != 4 {
		return nil, DamagedKey
	}
	if parts[2] != keyVersion {
		return nil, OtherVersion
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(parts[3])
	if err != nil {
		return nil, DamagedJWK
	}
	var key jose.JSONWebKey
	if err := key.UnmarshalJSON(raw); err != nil {
		return nil, DamagedJWK
	}
	private, ok := key.Key.(ed25519.PrivateKey)
	if !ok || len(private) != ed25519.PrivateKeySize || !private.Equal(ed25519.NewKeyFromSeed(private.Seed())) {
		return nil, DamagedJWK
	}
	return &key, 0
}
