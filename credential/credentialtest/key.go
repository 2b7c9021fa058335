// Package credentialtest makes private keys for tests, disguises them as people's editors and shells do, and finds them again.
package credentialtest

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"net/url"
	"strings"
)

// Key is a private key in the forms that somebody could paste.
type Key struct {
	Secret string // the vendor's: secret-token:…
	JWK    string
	PEM    string
	OneDER string // the base64 of PEM in one line
}

// NewKey makes the same key each time.
func NewKey() Key {
	seed := []byte("gatehouse-credential-test-seed-32")[:ed25519.SeedSize]
	private := ed25519.NewKeyFromSeed(seed)
	b64 := base64.RawURLEncoding
	public := b64.EncodeToString(private.Public().(ed25519.PublicKey))
	jwk := fmt.Sprintf(`{"kty":"OKP","crv":"Ed25519","x":%q,"d":%q}`, public, b64.EncodeToString(seed))
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		panic(err) // every Ed25519 key can be written
	}
	return Key{
		Secret: "secret-token:vendor.example:v1:" + b64.EncodeToString([]byte(jwk)), JWK: jwk,
		PEM:    string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
		OneDER: base64.StdEncoding.EncodeToString(der),
	}
}

// piece is how many characters in a row of a private part count as a leak.
const piece = 16

// pieces are the stretches of the private part, in small letters, in each form of the key.
func (k Key) pieces() []string {
	_, d, _ := strings.Cut(k.JWK, `"d":"`)
	d = strings.TrimSuffix(d, `"}`)
	raw, err := base64.RawURLEncoding.DecodeString(d)
	if err != nil {
		panic(err) // NewKey has encoded it
	}
	payload := k.Secret[strings.LastIndexByte(k.Secret, ':')+1:]
	var all []string
	for _, private := range []string{string(raw), d, payload[len(payload)-len(d):], k.OneDER[len(k.OneDER)-40:]} {
		private = strings.ToLower(private)
		for i := 0; i+piece <= len(private); i++ {
			all = append(all, private[i:i+piece])
		}
	}
	return all
}

// In reports whether any piece of the private part is in a text, as it is or percent-encoded or in base64, also twice.
func (k Key) In(text string) bool {
	texts := []string{text}
	for range 3 {
		var next []string
		for _, one := range texts {
			next = append(next, one)
			if decoded, err := url.QueryUnescape(one); err == nil && decoded != one {
				next = append(next, decoded)
			}
			next = append(next, fromBase64(one)...)
		}
		texts = next
	}
	pieces := k.pieces()
	for _, one := range texts {
		one = strings.ToLower(strings.Map(func(r rune) rune {
			if r <= ' ' || r > '~' {
				return -1
			}
			return r
		}, one))
		for _, p := range pieces {
			if strings.Contains(one, p) {
				return true
			}
		}
	}
	return false
}

func fromBase64(text string) []string {
	var all []string
	for _, run := range strings.FieldsFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("+/-_", r)
	}) {
		run = strings.NewReplacer("-", "+", "_", "/").Replace(run)
		for start := 0; start < 4 && start+24 <= len(run); start++ {
			part := run[start:]
			if raw, err := base64.RawStdEncoding.DecodeString(part[:len(part)&^3]); err == nil {
				all = append(all, string(raw))
			}
		}
	}
	return all
}
