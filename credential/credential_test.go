package credential

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base32"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"gatehouse/credential/credentialtest"
)

func mustRefuse(t *testing.T, slot Slot, text string, want Looks) {
	t.Helper()
	got, err := Read(slot, text)
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Looks != want || refusal.Slot != slot || got != (Credential{}) {
		t.Errorf("%s %.60q: got kind %d, %v; want looks %d", slot, text, got.Kind(), err, want)
	}
}

func mustRead(t *testing.T, slot Slot, text string, kind Kind, want string) {
	t.Helper()
	got, err := Read(slot, text)
	if err != nil || got.Kind() != kind || got.Text() != want || (got.Key() != nil) != (kind == SigningKey) {
		t.Errorf("%s %.60q: got kind %d, %.60q, %v", slot, text, got.Kind(), got.Text(), err)
	}
}

// A clean key signs, whatever invisible or quoting stands around it.
func TestCleanKeys(t *testing.T) {
	key := credentialtest.NewKey()
	for _, text := range []string{
		key.Secret, "\ufeff" + key.Secret, key.Secret + "\r\n\r\n", "\t " + key.Secret + "\u00a0", `"` + key.Secret + `"`,
		"\ufeff“" + key.Secret + "”\n",
		"'\"" + key.Secret + "\"'", "\u200b" + key.Secret + "\u200e",
	} {
		mustRead(t, ClientSecret, text, SigningKey, key.Secret)
		mustRead(t, PlainSecret, text, Plain, key.Secret)
		mustRefuse(t, AccessToken, text, MisplacedKey)
		mustRefuse(t, ClientID, text, MisplacedKey)
	}
	upper := strings.Replace(key.Secret, "secret-token", "SECRET-Token", 1)
	mustRead(t, ClientSecret, upper, SigningKey, upper)
}

func TestOrdinaryCredentials(t *testing.T) {
	for text, want := range map[string]string{
		"s3cret&=": "s3cret&=", "CANARY\n\n": "CANARY", "\ufeffCANARY": "CANARY", "'CANARY'": "CANARY", "a\"b": "a\"b", "\"half": "\"half",
		"don't'": "don't'",
		"x=y==":  "x=y==", "DB=1": "DB=1", "%41%42": "%41%42", `a\u0041`: `a\u0041`,
		"c2VjcmV0IGJ1dCBvbmx5IGEgcGFzc3BocmFzZSB0aGF0IHdhcyBlbmNvZGVk": "c2VjcmV0IGJ1dCBvbmx5IGEgcGFzc3BocmFzZSB0aGF0IHdhcyBlbmNvZGVk",
		"0123456789abcdef0123456789abcdef0123456789abcdef":             "0123456789abcdef0123456789abcdef0123456789abcdef",
	} {
		mustRead(t, ClientSecret, text, Plain, want)
		mustRead(t, PlainSecret, text, Plain, want)
		mustRead(t, AccessToken, text, Token, want)
		mustRead(t, ClientID, text, Identifier, want)
	}
	mustRead(t, ClientID, " quiet-wren-1@acme.example/pcc\n", Identifier, "quiet-wren-1@acme.example/pcc")
	jwt := "eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCIsImtpZCI6ImQifQ.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiZCI6MX0." +
		"c2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJl"
	mustRead(t, AccessToken, jwt, Token, jwt)
	mustRead(t, PlainSecret, "secret-token:an-ordinary-secret", Plain, "secret-token:an-ordinary-secret") // RFC 8959
}

func TestRefusals(t *testing.T) {
	key := credentialtest.NewKey()
	for _, slot := range []Slot{ClientSecret, PlainSecret, ClientID, AccessToken} {
		for text, want := range map[string]Looks{
			"": Empty, " \ufeff\n": Empty, `""`: Empty, strings.Repeat("a", Size+1): TooLong,
			"one\ntwo": SeveralLines, "one two": SeveralWords, "tok\u00e9n": Characters, "a\x00b": Characters, "a\u200bb": Characters,
			"a\x1b[31m": Characters, "a\xff": Characters,
			"Bearer abc": Scheme, "Authorization: abc": Scheme, "GATEHOUSE_ACCESS_TOKEN=abc": Assignment, "\xff\xfea\x00b\x00": OtherEncoding,
			key.JWK: WebKey, key.PEM: PEMKey, key.OneDER: PEMKey, "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n": PEMKey,
			"SECRET=" + key.Secret:       KeyAmongOther,
			"{'kty': 'OKP', 'd': 'abc'}": WebKey,
		} {
			mustRefuse(t, slot, text, want)
		}
	}
	mustRefuse(t, PlainSecret, key.Secret[:len(key.Secret)-3], DamagedJWK) // cut, so that most of the key is in it
}

// However a key is disguised, nobody gets a text to send that holds a piece of it, and no refusal quotes it.
func TestDisguisedKeys(t *testing.T) {
	key := credentialtest.NewKey()
	disguises := credentialtest.Disguises()
	for _, text := range []string{key.Secret, key.JWK, key.PEM} {
		for i, inner := range disguises {
			for n := range 24 {
				for _, slot := range []Slot{ClientSecret, ClientID, AccessToken} {
					holdsNothing(t, key, slot, inner.Of(text, n), inner.Name)
				}
			}
			for j, outer := range disguises {
				holdsNothing(t, key, ClientSecret, outer.Of(inner.Of(text, i*7+j), i+j), inner.Name+" in "+outer.Name)
			}
		}
	}
}

func holdsNothing(t *testing.T, key credentialtest.Key, slot Slot, text, how string) {
	t.Helper()
	got, err := Read(slot, text)
	if err == nil && got.Kind() != SigningKey && key.In(got.Text()) {
		t.Errorf("%s: %s passes as %.80q", how, slot, got.Text())
	}
}

func FuzzDisguisedKeys(f *testing.F) {
	f.Add([]byte{1}, "")
	f.Add([]byte{17, 3, 15, 7, 23, 2}, "x")
	key, disguises := credentialtest.NewKey(), credentialtest.Disguises()
	f.Fuzz(func(t *testing.T, choices []byte, more string) {
		texts := []string{key.Secret, key.JWK, key.PEM}
		text := texts[len(more)%3] + more
		how := ""
		for i := 0; i+1 < len(choices) && i < 8 && len(text) < 8<<10; i += 2 {
			d := disguises[int(choices[i])%len(disguises)]
			text, how = d.Of(text, int(choices[i+1])), how+", "+d.Name
		}
		holdsNothing(t, key, []Slot{ClientSecret, ClientID, AccessToken}[len(choices)%3], text, how)
	})
}

func TestCredentialsStayHidden(t *testing.T) {
	key := credentialtest.NewKey()
	c, err := Read(ClientSecret, key.Secret)
	if err != nil {
		t.Fatal(err)
	}
	marshalled, err := json.Marshal(map[string]any{"c": c})
	if out := fmt.Sprintf("%v %+v %#v %s %x", c, &c, c, c, c) + string(marshalled); err != nil || key.In(out) ||
		strings.Contains(out, "secret-token") {
		t.Errorf("printed: %s, %v", out, err)
	}
}

// What tools pack keys into (charts and clusters, authenticators, arrays of bytes) is no better disguise.
func TestPackedKeys(t *testing.T) {
	key := credentialtest.NewKey()
	pack := func(text string, to func(io.Writer) io.WriteCloser) string {
		var b bytes.Buffer
		w := to(&b)
		_, _ = io.WriteString(w, text)
		_ = w.Close()
		return base64.StdEncoding.EncodeToString(b.Bytes())
	}
	for _, text := range []string{key.Secret, key.JWK, key.PEM, key.Secret[8:], key.JWK[1:]} {
		decimal := strings.ReplaceAll(strings.Trim(fmt.Sprint([]byte(text)), "[]"), " ", ",")
		gzipped := pack(text, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
		for how, packed := range map[string]string{
			"gzip": gzipped, "gzip, twice in base64": base64.StdEncoding.EncodeToString([]byte(gzipped)),
			"zlib":                    pack(text, func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }),
			"base32":                  base32.StdEncoding.EncodeToString([]byte(text)),
			"base32 in small letters": strings.ToLower(base32.StdEncoding.EncodeToString([]byte(text))),
			"numbers":                 decimal, "a list": "[" + decimal + "]", "hexadecimal numbers": strings.ReplaceAll(fmt.Sprintf("% #x", text),
				" ", ","),
		} {
			for _, slot := range []Slot{ClientSecret, PlainSecret, ClientID, AccessToken} {
				if got, err := Read(slot, packed); err == nil {
					t.Errorf("%.8s, %s: %s passes, kind %d", text, how, slot, got.Kind())
				}
			}
		}
	}
	for _, between := range []string{",", "-", "."} {
		if _, err := Read(ClientSecret, strings.Join(strings.Split(key.JWK, ""), between)); err == nil {
			t.Errorf("a JWK with %q between its characters passes", between)
		}
	}
	mustRead(t, ClientSecret, "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", Plain, "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17")
	mustRead(t, ClientSecret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", Plain, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
}
