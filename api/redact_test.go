package api

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"
)

// pieces are what texts are made of that hold what is to be hidden, and what comes near to it.
var pieces = []string{
	"client_secret", "CLIENT_secret", "client_assertion", "acce\u017f\u017f_token", "access_token", "device_code", "client_", "_token",
	"=", ": ", `:`, "eyJhbGci.eyJzdWIi.c2ln", "eyJ", "yeyJa.b.c", "secret-token:abc", "secret-token:",
	"ABCD-EFGH-23K7", "abcd-efgh-23k7", "ABCDEFGH23K7", "-", "x", "https://acme.example/secrets/", "acme.example/secrets/", " ", "/",
	"%", "%2D", "tok-EN.0123456789", "dG9rLUVOLjAxMjM0NTY3ODk", "é", "\u2013", "2ZkYqE0Yw0x5mVJpZpXo8bJH3fN", "[hidden]",
	`"`, `\`, "\n", ",", ";",
}

func randomText(random *rand.Rand) string {
	var b strings.Builder
	for range random.IntN(6) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

func TestCredentialsAreHiddenAsThePatternsSay(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1)) //nolint:gosec // texts to be tried
	changed := 0
	for range 50_000 {
		text := randomText(random)
		want := tokenText().ReplaceAllString(keyText().ReplaceAllString(text, hidden), hidden)
		want = fieldText().ReplaceAllString(want, "$1$2"+hidden)
		if got := HideCredentials(text); got != want {
			t.Fatalf("%q became %q, want %q", text, got, want)
		}
		if want != text {
			changed++
		}
	}
	if changed < 1000 {
		t.Errorf("only %d texts held something", changed)
	}
}

// A body that holds nothing to be hidden isn't taken apart, which has to come to the same.
func TestABodyIsKeptAsIfEachOfItsTextsWereLookedThrough(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3)) //nolint:gosec // texts to be tried
	c := newClient(t, "http://127.0.0.1:1", func(o *Options) { o.Auth.Token = "tok-EN.0123456789" })
	whole, changed := 0, 0
	for range 30_000 {
		body := map[string]any{"pageSize": 100, "refs": []string{randomText(random), randomText(random)}, "query": randomText(random)}
		if random.IntN(4) == 0 {
			body[randomText(random)] = randomText(random)
		}
		encoded, err := encode(body)
		if err != nil {
			t.Fatal(err)
		}
		r := Request{Method: http.MethodPost, Path: "/api/v1/search/users", Body: encoded}
		got, want := c.redactBody(r), c.rewriteBody(r, nil)
		if string(got) != string(want) {
			t.Fatalf("%s became %s, want %s", encoded, got, want)
		}
		switch {
		case &got[0] == &encoded[0]:
			whole++
		case string(want) != string(encoded):
			changed++
		}
	}
	if whole < 1000 || changed < 1000 {
		t.Errorf("%d were kept as they are, in %d something was hidden", whole, changed)
	}
}

func TestNothingIsTakenApartToSendIDs(t *testing.T) {
	c := newClient(t, "http://127.0.0.1:1", nil)
	var refs []string
	for i := range 100 {
		refs = append(refs, fmt.Sprintf(`{"id":"2ZkYqE0Yw0x5mVJpZpXo%07d"}`, i))
	}
	for path, body := range map[string]string{
		"/api/v1/search/users":                      `{"refs":[` + strings.Join(refs, ",") + `],"pageSize":100}`,
		"/api/v1/search/secrets-admin/audit_events": `{"vaultId":"2ZkYqE0Yw0x5mVJpZpXo8bJH3fN","pageSize":100}`,
	} {
		r := Request{Method: http.MethodPost, Path: path, Body: json.RawMessage(body)}
		if n := testing.AllocsPerRun(100, func() { c.exchange(r, call{}, func(*Exchange) {}); r.namedSecrets() }); n > 100 {
			t.Errorf("%s: %v allocations to note what was sent", path, n)
		}
	}
}

func TestAnOpaqueWordNamesNoSecret(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4)) //nolint:gosec // texts to be tried
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	opaque, named := 0, 0
	for i := range 20_000 {
		var text strings.Builder
		for range 1 + random.IntN(40) {
			text.WriteByte(letters[random.IntN(len(letters))])
		}
		word := text.String()
		switch i % 4 {
		case 0: // base64 of a text that names one, or nearly
			plain := []string{"https://a.example/s/", "http://a/", "see ", ""}[random.IntN(4)] + "ABCD-EFGH-23K7" + word[:random.IntN(len(word))]
			word = []string{"", "a1"}[random.IntN(2)] + base64.RawURLEncoding.EncodeToString([]byte(plain))
		case 1:
			word = word[:min(len(word), 12)]
		}
		want := codesInReadings(word)
		if got := codesIn(word); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q names %q, want %q", word, got, want)
		}
		if isOpaque(word) {
			opaque++
		}
		if len(want) > 0 {
			named++
		}
	}
	if opaque < 1000 || named < 100 {
		t.Errorf("%d words were opaque, %d named a code", opaque, named)
	}
}
