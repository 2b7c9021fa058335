package credential

import (
	"bytes"
	"compress/flate"
	"encoding/ascii85"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"gatehouse/credential/credentialtest"
)

// encodings are the ways to write a text that seldom are met, each written here from its own description.
func encodings() map[string]func(string) string {
	all := map[string]func(string) string{
		"base58":   radix("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"),
		"base62":   radix("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
		"base36":   radix("0123456789abcdefghijklmnopqrstuvwxyz"),
		"ascii85":  by85("!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstu"),
		"z85":      by85("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"),
		"base85":   by85("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"),
		"base45":   by45,
		"base32":   func(text string) string { return base32.StdEncoding.EncodeToString([]byte(text)) },
		"base32 h": func(text string) string { return base32.HexEncoding.EncodeToString([]byte(text)) },
		"hex":      func(text string) string { return hex.EncodeToString([]byte(text)) },
		"binary":   func(text string) string { return fmt.Sprintf("%b", new(big.Int).SetBytes([]byte(text))) },
		"binary digits": func(text string) string {
			var out strings.Builder
			for i := range len(text) {
				fmt.Fprintf(&out, "%08b", text[i])
			}
			return out.String()
		},
		"deflate": func(text string) string {
			var out bytes.Buffer
			w, _ := flate.NewWriter(&out, flate.BestCompression)
			_, _ = w.Write([]byte(text))
			_ = w.Close()
			return base64.StdEncoding.EncodeToString(out.Bytes())
		},
		"rot13": func(text string) string { return rot('a', 'z', 13)(rot('A', 'Z', 13)(text)) },
		"rot47": rot('!', '~', 47),
		"reversed": func(text string) string {
			r := []rune(text)
			slices.Reverse(r)
			return string(r)
		},
	}
	for _, separator := range []string{":", "-", ".", ",", "_", " ", ", ", "\\x", "%", "\n"} {
		all["hex with "+separator] = between(separator)
	}
	all["ascii85 framed"] = func(text string) string { return "<~" + all["ascii85"](text) + "~>" }
	return all
}

// radix writes a text as one number in digits of an alphabet.
func radix(alphabet string) func(string) string {
	return func(text string) string {
		n, rest, out := new(big.Int).SetBytes([]byte(text)), new(big.Int), []byte{}
		for n.Sign() > 0 {
			n.DivMod(n, big.NewInt(int64(len(alphabet))), rest)
			out = append(out, alphabet[rest.Int64()])
		}
		slices.Reverse(out)
		return string(out)
	}
}

// by85 writes four bytes as five characters of an alphabet.
func by85(alphabet string) func(string) string {
	return func(text string) string {
		n := (4 - len(text)%4) % 4
		dst := make([]byte, ascii85.MaxEncodedLen(len(text)+n))
		dst = dst[:ascii85.Encode(dst, []byte(text+strings.Repeat("\x00", n)))]
		var out []byte
		for _, b := range dst {
			out = append(out, alphabet[b-'!'])
		}
		return string(out[:len(out)-n])
	}
}

// between writes bytes in hexadecimal with a separator between them.
func between(separator string) func(string) string {
	return func(text string) string {
		var parts []string
		for i := range len(text) {
			parts = append(parts, fmt.Sprintf("%02x", text[i]))
		}
		return strings.Join(parts, separator)
	}
}

// by45 writes two bytes as three characters (RFC 9285).
func by45(text string) string {
	const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
	out := ""
	for ; len(text) > 1; text = text[2:] {
		n := int(text[0])<<8 | int(text[1])
		out += string([]byte{alphabet[n%45], alphabet[n/45%45], alphabet[n/2025]})
	}
	if len(text) == 1 {
		out += string([]byte{alphabet[text[0]%45], alphabet[text[0]/45]})
	}
	return out
}

// rot turns the characters from first to last round by some places.
func rot(first, last rune, by rune) func(string) string {
	return func(text string) string {
		return strings.Map(func(r rune) rune {
			if r >= first && r <= last {
				return first + (r-first+by)%(last-first+1)
			}
			return r
		}, text)
	}
}

// A key in an encoding that is seldom met is none that may be sent, in no slot.
func TestRareEncodingsOfKeys(t *testing.T) {
	key := credentialtest.NewKey()
	for name, encode := range encodings() {
		for i, text := range []string{key.Secret, key.JWK, key.PEM} {
			forms := []string{encode(text), "CLIENT_SECRET=" + encode(text), `"` + encode(text) + "\"\n"}
			if i < 2 {
				forms = append(forms, encodings()["reversed"](encode(text)), hex.EncodeToString([]byte(encode(text))))
			}
			for j, form := range forms {
				slots := []Slot{Slot((i + j) % 4)}
				if j == 0 {
					slots = []Slot{ClientSecret, PlainSecret, ClientID, AccessToken}
				}
				if form == text {
					continue
				}
				for _, slot := range slots {
					if _, err := Read(slot, form); err == nil {
						t.Errorf("%s of %.10q: %.60q passes as %s", name, text, form, slot)
					}
				}
				if !HoldsKey(form) {
					t.Errorf("%s of %.10q: %.60q may be repeated", name, text, form)
				}
			}
		}
	}
}

// Secrets that chance or a generator made are taken, and so are tokens.
func TestRandomSecretsAreNoKeys(t *testing.T) {
	seed := uint64(1)
	for range 300 {
		var text strings.Builder
		for range 43 {
			seed = seed*6364136223846793005 + 1442695040888963407
			text.WriteByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#%&()*+-;<=>?@^_`{|}~"[seed>>33%84])
		}
		if _, err := Read(PlainSecret, text.String()); err != nil {
			t.Errorf("%s: %v", text.String(), err)
		}
	}
}

func TestKeysAreHiddenInErrors(t *testing.T) {
	key := credentialtest.NewKey()
	for text, want := range map[string]string{
		"open " + key.Secret + ": no such file or directory":      "open [hidden]: no such file or directory",
		`unknown command "` + key.Secret + `" for "gatehouse"`:    `unknown command "[hidden]" for "gatehouse"`,
		"there is no tenant \"x\": known are acme, " + key.Secret: "there is no tenant \"x\": known are acme, [hidden]",
		"open /home/a/" + key.Secret + ".toml: no such file":      "open [hidden]: no such file",
		"got " + key.PEM:       "got [hidden]\n",
		"got " + key.JWK + ".": "got [hidden].",
		"one\n  two " + encodings()["base58"](key.Secret) + "\n\tthree": "one\n  two [hidden]\n\tthree",
		"give the client secret of the tenant, which begins with secret-token: here": "give the client secret of the tenant, which begins " +
			"with secret-token: here",
		"it holds a private key in JSON (a JWK): the secret token: is it there": "it holds a private key in JSON (a JWK): the secret token: " +
			"is it there",
	} {
		if got := Hide(text); got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}

// Words about keys are no keys: a filter, a name, a path.
func TestWordsAboutKeysAreNone(t *testing.T) {
	for _, text := range []string{
		"Secret token: rotated by the platform team", `/BEGIN (RSA )?PRIVATE KEY/`, "begins with a private key of the tenant that was made",
		"kty and d: two members of a key",
		"/home/ann/.config/gatehouse/config.toml", "~/secrets/acme-private-key.pem", "-----BEGIN PRIVATE KEY-----", "secret-token:",
		"https://acme.example/pcc?x=secret-token:",
	} {
		if HoldsKey(text) {
			t.Errorf("%q is taken for a key", text)
		}
	}
}

func BenchmarkHoldsKey(b *testing.B) {
	for _, text := range []string{"acme", "~/.config/gatehouse/acme-secret.txt",
		"the credentials of tenant acme can't be read: open /home/ann/.config/gatehouse/x: no such file or directory",
		strings.Repeat("eyJhbGciOiJFZERTQSJ9Zm9v", 60)} {
		b.Run(fmt.Sprint(len(text)), func(b *testing.B) {
			for b.Loop() {
				HoldsKey(text)
			}
		})
	}
}
