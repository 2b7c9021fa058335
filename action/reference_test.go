package action

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gatehouse/api"
)

const (
	aCode  = "ABCD-EFGH-23K7"
	aVault = "2abCdEfGhIjKlMnOpQrStUvWxY3"
)

// codeTexts are the texts in which aCode is understood.
func codeTexts() []string {
	return []string{
		aCode, "abcd-efgh-23k7", "ABCDEFGH23K7", "abcdefgh23k7", "ABCD EFGH 23K7", "abcd efgh 23k7", "ABCD - EFGH - 23K7", "  " + aCode + "\n",
		"ABCD–EFGH—23K7", "ABCD\u2011EFGH\u221223K7", "ABCD\u00a0EFGH\u00a023K7", "\u200bABCD-EFGH-23K7\ufeff", aCode + ".", "(" + aCode + ")", "`" + aCode + "`", "*" + aCode + "*",
		"code: " + aCode, "code:" + aCode, "please kill " + aCode + ", it leaked!", "our long-term-plan: " + aCode, "the code is abcd-efgh-23k7",
		"STOP THIS LEAK " + aCode, "the code is ABCDEFGH23K7.", "the code is ABCD EFGH 23K7 and that's it", "\x1b[200~" + aCode + "\x1b[201~",
		"https://acme.example/secrets/" + aCode, "<https://acme.example/secrets/" + aCode + ">", "<https://acme.example/secrets/" + aCode + "|" + aCode + ">",
		"[the file](https://acme.example/secrets/" + aCode + ").", "https://ACME.example./s/abcdefgh23k7?utm_source=chat", "https://acme.example:443/secrets/" + aCode + "/",
		"http://acme.example/secrets/" + aCode, "acme.example/secrets/" + aCode, "//acme.example/secrets/" + aCode, "https://acme.example/open?code=" + aCode + "&x=1",
		"https://acme.example/#/secrets/" + aCode, "https://acme.example/verification/" + aCode, "https://acme.example/secrets/%41BCD-EFGH-23K7",
		"Mara: look https://acme.example/secrets/" + aCode + ", who posted it?", "\"https://acme.example/secrets/" + aCode + "\"",
		"https://acme.example/secrets/" + aCode + " " + aCode, "see https://acme.example/help: " + aCode,
	}
}

func TestParseReference(t *testing.T) {
	for _, text := range codeTexts() {
		r, err := ParseReference(text, "acme.example")
		if err != nil || r.Code() != aCode || r.VaultID() != "" {
			t.Errorf("%q: got code %q, vault id %q, %v", text, r.Code(), r.VaultID(), err)
		}
	}
	for _, text := range []string{
		aVault, " " + aVault + "\r\n", "vault " + aVault + ".", "id=" + aVault, "https://acme.example/admin/secrets/" + aVault, "https://acme.example/secrets?vault_id=" + aVault,
	} {
		r, err := ParseReference(text, "acme.example")
		if err != nil || r.Code() != "" || r.VaultID() != aVault {
			t.Errorf("%q: got code %q, vault id %q, %v", text, r.Code(), r.VaultID(), err)
		}
	}
}

func TestParseReferenceFindsNothing(t *testing.T) {
	for _, text := range []string{
		"", " ", "hello", "ABCD-EFGH", "ABCD-EFGH-23K", "ABCD-EFGH-23K77", "550e8400-e29b-41d4-a716-446655440000", aVault + "x", aVault[1:], "please revoke this one quickly",
		"ABCD-EFGH-23K7-ZZZZ", "sécr-ètes-code", "verification is needed", strings.Repeat("A", 70_000),
	} {
		if r, err := ParseReference(text, "acme.example"); !errors.Is(err, ErrNoReference) {
			t.Errorf("%.60q: got %q %q, %v", text, r.Code(), r.VaultID(), err)
		}
	}
	for _, text := range []string{"https://acme.example", "https://acme.example/secrets/", "https://acme.example/secrets/nothing"} {
		if _, err := ParseReference(text, "acme.example"); !errors.Is(err, ErrNoSecret) {
			t.Errorf("%q: got %v", text, err)
		}
	}
	for _, text := range []string{
		aCode + " ZZZZ-EFGH-23K7", aCode + " " + aVault, "https://acme.example/secrets/" + aCode + " ZZZZ-EFGH-23K7", "https://acme.example/" + aCode + "/" + aVault,
	} {
		if _, err := ParseReference(text, "acme.example"); !errors.Is(err, ErrSeveral) {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestParseReferenceRefusesOtherTenants(t *testing.T) {
	for text, host := range map[string]string{
		"https://globex.example/secrets/" + aCode:                          "globex.example",
		"globex.example/secrets/" + aCode:                                  "globex.example",
		"globex.example?c=" + aCode:                                        "globex.example",
		"globex.example#" + aCode:                                          "globex.example",
		"globex.example:/" + aCode:                                         "globex.example",
		"https://acme.example.evil.example/secrets/" + aCode:               "acme.example.evil.example",
		"https://evil.example/https://acme.example/secrets/" + aCode:       "evil.example",
		"https://evil.example/?u=https://acme.example/secrets/" + aCode:    "evil.example",
		"https://acme.example@evil.example/secrets/" + aCode:               "",
		"https://someone@acme.example/secrets/" + aCode:                    "",
		"https://acme.example:8443/secrets/" + aCode:                       "acme.example:8443",
		"https://evil.example\\@acme.example/secrets/" + aCode:             "",
		"https://ex\u00e4mple.example/secrets/" + aCode:                    "",
		aCode + " https://chat.example/archives/C0123":                     "chat.example",
		"https://acme.example/secrets/" + aCode + " https://other.example": "other.example",
		"https://127.0.0.1:8480/secrets/" + aCode:                          "127.0.0.1:8480",
		"https://xn--acme-.example/secrets/" + aCode:                       "xn--acme-.example",
		"ftp://globex.example/" + aCode:                                    "globex.example",
		"https:///secrets/" + aCode:                                        "",
	} {
		_, err := ParseReference(text, "acme.example")
		var other *OtherTenantError
		if !errors.As(err, &other) || other.Host != host || other.Tenant != "acme.example" {
			t.Errorf("%q: got %v", text, err)
		}
		if err != nil && strings.Contains(err.Error(), "ABCD") {
			t.Errorf("the code is in the error: %v", err)
		}
	}
	for host, text := range map[string]string{
		"127.0.0.1:8480":    "http://127.0.0.1:8480/secrets/" + aCode,
		"acme.example:8443": "https://acme.example:8443/secrets/" + aCode,
		"[::1]:8480":        "http://[::1]:8480/secrets/" + aCode,
		"ACME.example":      "https://acme.example/secrets/" + aCode,
	} {
		if r, err := ParseReference(text, host); err != nil || r.Code() != aCode {
			t.Errorf("%q on %s: got %v", text, host, err)
		}
	}
}

func TestReferencesArePrintedWithoutCodes(t *testing.T) {
	r, err := ParseReference(aCode, "acme.example")
	if err != nil {
		t.Fatal(err)
	}
	marshalled, err := json.Marshal(map[string]any{"r": r})
	if err != nil {
		t.Fatal(err)
	}
	printed := string(marshalled)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		printed += fmt.Sprintf(verb, r) + fmt.Sprintf(verb, &r)
	}
	if strings.Contains(printed, "ABCD") || strings.Contains(printed, "41424344") {
		t.Errorf("printed %s", printed)
	}
}

// Whatever is understood as a reference is hidden where one may be typed: in a search for secrets and in the place of a vault id.
func TestWhatIsUnderstoodAsACodeIsHidden(t *testing.T) {
	for _, text := range codeTexts() {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]any{"code": 3, "message": "nothing goes with " + text})
		}))
		var seen strings.Builder
		client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: "t"}, Observe: func(x api.Exchange) {
			curl, err := x.Curl()
			fmt.Fprintln(&seen, x, x.Path, x.Query, string(x.Body), x.Err, curl, err)
		}})
		if err != nil {
			t.Fatal(err)
		}
		_, err1 := client.SearchSecrets(context.Background(), api.SecretSearch{Query: text}, api.PageRequest{})
		_, err2 := client.SecretAdmin(context.Background(), text)
		_, err3 := client.SecretByCode(context.Background(), text)
		fmt.Fprintln(&seen, err1, err2, err3)
		if all := strings.ToLower(seen.String()); strings.Contains(all, "efgh") || strings.Contains(all, "23k7") || strings.Count(all, "[hidden]") < 6 {
			t.Errorf("%q is remembered as\n%s", text, seen.String())
		}
		client.Close()
		server.Close()
	}
}

func FuzzParseReference(f *testing.F) {
	for _, seed := range []string{aCode, aVault, "https://acme.example/secrets/" + aCode, "<https://acme.example/x|y>", "https://[::1", "//x/%zz", "\x00://"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseReference(text, "acme.example")
		if (err == nil) != (len(r.Code()) == 14 || len(r.VaultID()) == 27) {
			t.Errorf("%q: got code %q, vault id %q, %v", text, r.Code(), r.VaultID(), err)
		}
		if err == nil && r.Code() != "" && !dashedUpper.MatchString(r.Code()) {
			t.Errorf("%q: the code %q has another form", text, r.Code())
		}
	})
}
