package api

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestHideShareCodes(t *testing.T) {
	for text, want := range map[string]string{
		"ABCD-EFGH-JKLM": "[hidden]",
		"see https://acme.example/secrets/AB12-EF34-JK56?x=1":        "see https://acme.example/secrets/[hidden]?x=1",
		"see https://acme.example/secrets/ab12-ef34-jk56.":           "see https://acme.example/secrets/[hidden].",
		"one AB12-EF34-JK56, two CD12-EF34-JK56":                     "one [hidden], two [hidden]",
		"(AB12-EF34-JK56)":                                           "([hidden])",
		"the data-team-test of mine":                                 "the data-team-test of mine",
		"550E8400-E29B-41D4-A716-446655440000":                       "550E8400-E29B-41D4-A716-446655440000",
		"ABCD-EFGH-JKLM-NOPQ":                                        "ABCD-EFGH-JKLM-NOPQ",
		"ABCD-EFGH":                                                  "ABCD-EFGH",
		"":                                                           "",
		"-AB12-EF34-JK56-":                                           "-[hidden]-",
		"AB12–EF34—JK56":                                             "[hidden]",
		"see acme.example/secrets/ab12-ef34-jk56":                    "see acme.example/secrets/[hidden]",
		"see acme.example:8443/secrets/AB12EF34JK56, please":         "see acme.example:8443/secrets/[hidden], please",
		"https://acme.example/secrets/ab12ef34jk56#top":              "https://acme.example/secrets/[hidden]#top",
		"https://acme.example/secrets/ab12%2Def34%2djk56":            "https://acme.example/secrets/[hidden]",
		"https://acme.example/secrets/2abCdEfGhIjKlMnOpQrStUvWxY3":   "https://acme.example/secrets/2abCdEfGhIjKlMnOpQrStUvWxY3",
		"https://hooks.example/services/T0123456789A productivity":   "https://hooks.example/services/T0123456789A productivity",
		"https://acme.example/?u=%2Fsecrets%2Fabcdefgh23k7":          "https://acme.example/?u=%2Fsecrets%2F[hidden]",
		"xxxxxxxxxxxxxxxxx-ABCD-EFGH-23K7 ABCD-EFGH-23K7":            "xxxxxxxxxxxxxxxxx-ABCD-EFGH-23K7 [hidden]",
		"ABCDEFGHJKLM NOPQ of verification":                          "ABCDEFGHJKLM NOPQ of verification",
		"abcdefghijklmnopqrstuvwxyz ABCDE-FGHI-JKLM AB12-EF34-JK567": "abcdefghijklmnopqrstuvwxyz ABCDE-FGHI-JKLM AB12-EF34-JK567",
	} {
		if got := HideShareCodes(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

func TestRedactPath(t *testing.T) {
	for path, want := range map[string]string{
		"/api/v1/secrets/code/ABCD-EFGH-23K7":                          "/api/v1/secrets/code/[hidden]",
		"/api/v1/secrets/code/anything":                                "/api/v1/secrets/code/[hidden]",
		"/api/v1/secrets-admin/ABCD-EFGH-23K7":                         "/api/v1/secrets-admin/[hidden]",
		"/api/v1/secrets/abcd-efgh-23k7":                               "/api/v1/secrets/[hidden]",
		"/api/v1/secrets/abcdefgh23k7?x=1":                             "/api/v1/secrets/[hidden]?x=1",
		"/api/v1/secrets/ABCD%20EFGH%2023K7":                           "/api/v1/secrets/[hidden]",
		"/api/v1/secrets/https:%2F%2Facme.example%2Fabcd-efgh-23k7":    "/api/v1/secrets/[hidden]",
		"/api/v1/secrets/2abCdEfGhIjKlMnOpQrStUvWxY3":                  "/api/v1/secrets/2abCdEfGhIjKlMnOpQrStUvWxY3",
		"/api/v1/secrets/550e8400-e29b-41d4-a716-446655440000/content": "/api/v1/secrets/550e8400-e29b-41d4-a716-446655440000/content",
		"/api/v1/iam/roles/ABCD-EFGH-23K7":                             "/api/v1/iam/roles/[hidden]",
		"/api/v1/iam/roles/productivity":                               "/api/v1/iam/roles/productivity",
		"/api/v1/search/secrets-admin":                                 "/api/v1/search/secrets-admin",
	} {
		if got := RedactPath(path); got != want {
			t.Errorf("%s became %s, want %s", path, got, want)
		}
	}
}

// What somebody typed as a code stands in nothing that is remembered of the request, whatever the tenant repeats of it.
func TestATypedShareCodeIsRememberedNowhere(t *testing.T) {
	echo := ""
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		answer(400, fmt.Sprintf(`{"code":3,"message":%q}`, echo))(w, r)
	})
	var recent Recent
	c := newClient(t, f.URL, func(o *Options) { o.Observe = recent.Add })
	ctx := context.Background()
	for _, typed := range []string{"ABCD-EFGH-23K7", "abcd-efgh-23k7", "ABCDEFGH23K7", "abcd efgh 23k7", "acme.example/secrets/abcdefgh23k7",
		"code ABCD EFGH 23K7"} {
		echo = "nothing has the name " + typed + ", ABCD%2DEFGH%2D23K7, abcd efgh 23k7 or AbcdEfgh23K7"
		_, searched := c.SearchSecrets(ctx, SecretSearch{Query: typed}, PageRequest{})
		_, mine := c.SearchMySecrets(ctx, SecretSearch{Query: typed}, PageRequest{})
		_, read := c.SecretAdmin(ctx, typed)
		revoke := must(t)(RevokeSecret("2abCdEfzhIjKlMnOpQrStUvWxY3"))
		revoke.Hides = []string{"ABCD-EFGH-23K7"}
		_, revoked := c.Do(ctx, revoke)
		text := fmt.Sprintf("%v\n%v\n%v\n%v\n", searched, mine, read, revoked)
		for _, a := range recent.All()[:4] {
			curl, err := a.Curl()
			text += fmt.Sprintf("%+v %s %s %v\n", a, a.Body, curl, err)
		}
		if left := strings.ToLower(text); strings.Contains(left, "efgh") || strings.Contains(left, "23k7") {
			t.Errorf("%q is still there:\n%s", typed, text)
		}
		if !strings.Contains(text, "nothing has the name [hidden]") && !strings.Contains(text, "nothing has the name code [hidden]") {
			t.Errorf("the message lost more than the code:\n%s", text)
		}
	}
	_, _ = c.SearchSecrets(ctx, SecretSearch{Query: "ABCD-EFGH-23K7abcd-efgh-23k7"}, PageRequest{}) // pasted twice
	if body := string(recent.All()[0].Body); body != `{"query":"[hidden]"}` {
		t.Errorf("a code pasted twice is shown as %s", body)
	}
	_, _ = c.SearchSecrets(ctx, SecretSearch{Query: "mail relay password", Statuses: []SecretStatus{SecretStatusActive}},
		PageRequest{Token: "page token 2"})
	if body := string(recent.All()[0].Body); !strings.Contains(body, `"query":"mail relay password"`) ||
		!strings.Contains(body, `"SECRET_STATUS_ACTIVE"`) || !strings.Contains(body, "page token 2") {
		t.Errorf("an ordinary search is shown as %s", body)
	}
}

// What is found without a regular expression is what this one says.
func TestWrittenCodes(t *testing.T) {
	written := regexp.MustCompile(four + `(?:` + anyDash + `)?` + four + `(?:` + anyDash + `)?` + four)
	r := rand.New(rand.NewPCG(1, 7))
	pieces := []string{"AB12", "ef34", "a", "Z9", "-", "–", "\u2212", "%2D", "%2d", "%2", "%", " ", "é", "\xff", "secrets/", "abcdefghijkl"}
	found := 0
	for range 20_000 {
		text := ""
		for range r.IntN(12) {
			text += pieces[r.IntN(len(pieces))]
		}
		from := r.IntN(len(text) + 1)
		want := []int{-1, -1}
		if at := written.FindStringIndex(text[from:]); at != nil {
			want = []int{from + at[0], from + at[1]}
			found++
		}
		if start, end := writtenCode(text, from); start != want[0] || end != want[1] {
			t.Fatalf("in %q from %d at %d to %d, want %v", text, from, start, end, want)
		}
	}
	if found < 1000 {
		t.Errorf("only %d have one", found)
	}
}
