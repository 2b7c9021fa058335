package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

func TestRewriteStrings(t *testing.T) {
	upper := func(s string) string { return strings.ToUpper(s) }
	for raw, want := range map[string]string{
		`{"name": "a\nb", "list":["c",1,true,null,{"d" : "e"}]}`: `{"name": "A\nB", "list":["C",1,true,null,{"d" : "E"}]}`,
		`"plain"`:       `"PLAIN"`,
		`{"a\"b":"\""}`: `{"a\"b":"\""}`,
		`[]`:            `[]`,
		`{"x":"é<&>"}`:  `{"x":"É<&>"}`,
	} {
		if got := string(RewriteStrings(json.RawMessage(raw), upper)); got != want {
			t.Errorf("%s became %s, want %s", raw, got, want)
		}
	}
}

// Neither the ring nor a curl command holds a token, a secret, a share code or what signs in.
func TestNothingSecretInExchanges(t *testing.T) {
	const secret, token, code = "CANARY1-secret", "CANARY2-token", "ABCD-EFGH-JKLM"
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == tokenPath {
			answer(200, `{"access_token":"`+token+`","token_type":"Bearer","expires_in":600}`)(w, r)
			return
		}
		answer(200, `{"secret":{"vaultId":"v"},"webhook":{"id":"w"},"list":[]}`)(w, r)
	})
	var recent Recent
	c := newClient(t, f.URL, func(o *Options) {
		o.Auth, o.Observe = Auth{ClientID: "a@b/c", ClientSecret: secret}, recent.Add
	})
	ctx := context.Background()
	_, err1 := c.SecretByCode(ctx, code)
	_, err2 := c.SearchHooks(ctx, HookSearch{Query: "https://b.example/secrets/" + strings.ToLower(code)}, PageRequest{})
	_, err3 := c.Do(ctx, must(t)(CreateWebhook(NewWebhook{DisplayName: "leak\n" + code, URL: "https://h.example", Description: token + " " +
		secret})))
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	all := recent.All()
	if len(all) != 4 {
		t.Fatalf("%d attempts, want the sign-in and three requests", len(all))
	}
	var text strings.Builder
	for _, a := range all {
		curl, err := a.Curl()
		fmt.Fprintf(&text, "%+v\n%#v\n%s\n%s\n%v\n", a, a, a.Body, curl, err)
		if signsIn := a.Path == tokenPath; signsIn && (a.Body != nil || !errors.Is(err, ErrSignIn)) {
			t.Errorf("of a sign-in there is %q, %v", a.Body, err)
		}
	}
	for _, canary := range []string{secret, token, code, strings.ToLower(code), "EFGH", "client_secret"} {
		if strings.Contains(text.String(), canary) {
			t.Errorf("%s is in what is remembered:\n%s", canary, text.String())
		}
	}
	if !strings.Contains(text.String(), `"displayName":"leak\n[hidden]"`) {
		t.Errorf("the body lost more than its secrets:\n%s", text.String())
	}
}

func TestCurl(t *testing.T) {
	for name, c := range map[string]struct {
		x    Exchange
		want string
	}{
		"a read": {Exchange{Method: "GET", Base: "https://acme.example", Path: "/api/v1/hooks", Query: "page_size=100&page_token=a+b"},
			`curl 'https://acme.example/api/v1/hooks?page_size=100&page_token=a+b' -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json'`},
		"a share code": {Exchange{Method: "GET", Base: "https://acme.example", Path: "/api/v1/secrets/code/[hidden]"},
			`curl 'https://acme.example/api/v1/secrets/code/SHARE_CODE' -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json'`},
		"a write": {Exchange{Method: "POST", Base: "https://acme.example", Path: "/api/v1/webhooks/w",
			Body: json.RawMessage(`{"webhook":{"displayName":"it's é 👩"}}`)},
			`curl -X POST 'https://acme.example/api/v1/webhooks/w' -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json'` +
				` -H 'Content-Type: application/json' --data-raw '{"webhook":{"displayName":"it'\''s \u00e9 \ud83d\udc69"}}'`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.x.Curl()
			if err != nil || got != c.want {
				t.Errorf("got\n%s (%v)\nwant\n%s", got, err, c.want)
			}
		})
	}
	if _, err := (Exchange{Method: "POST", Path: "/api/v1/webhooks", hadBody: true}).Curl(); !errors.Is(err, ErrBodyNotKept) {
		t.Errorf("a body that wasn't kept: %v", err)
	}
}

// A shell takes the words of the command apart exactly as they were meant, whatever the body holds.
func TestCurlInAShell(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	body := `{"a":"'; touch /tmp/x; '","b":"$(id) ` + "`id`" + ` \\ \" !! @file \u001b[31m ` + "\u202e é" + `"}`
	command, err := Exchange{Method: "POST", Base: "https://acme.example", Path: "/api/v1/webhooks", Body: json.RawMessage(body)}.Curl()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(sh, "-c", `curl() { printf '%s\n' "$@"; }; TOKEN=none; `+command).Output()
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(words) != 11 || words[4] != "Authorization: Bearer none" || words[9] != "--data-raw" {
		t.Fatalf("the shell sees %d words: %q", len(words), words)
	}
	sameJSON(t, words[10], body)
}

func TestRecentKeepsTheLastThousand(t *testing.T) {
	var recent Recent
	if len(recent.All()) != 0 {
		t.Fatal("it begins with something")
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := range 300 {
				recent.Add(Exchange{Status: 200, Attempt: i})
				recent.Add(Exchange{Wait: 1}) // the start of a wait is no attempt
				recent.All()
			}
		})
	}
	all.Wait()
	kept := recent.All()
	if len(kept) != 1000 {
		t.Fatalf("%d are kept, want 1000", len(kept))
	}
	for i, a := range kept {
		if a.Number != uint64(2400-i) {
			t.Fatalf("place %d holds number %d, want %d", i, a.Number, 2400-i)
		}
	}
}
