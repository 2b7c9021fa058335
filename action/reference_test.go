package action

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
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
		"ABCD–EFGH—23K7", "ABCD\u2011EFGH\u221223K7", "ABCD\u00a0EFGH\u00a023K7", "\u200bABCD-EFGH-23K7\ufeff", aCode + ".", "(" + aCode +
			")",
		"`" + aCode + "`", "*" + aCode + "*",
		"code: " + aCode, "code:" + aCode, "please kill " + aCode + ", it leaked!", "our long-term-plan: " + aCode, "the code is abcd-efgh-23k7",
		"STOP THIS LEAK " + aCode, "the code is ABCDEFGH23K7.", "the code is ABCD EFGH 23K7 and that's it", "\x1b[200~" + aCode + "\x1b[201~",
		"https://acme.example/secrets/" + aCode, "<https://acme.example/secrets/" + aCode + ">", "<https://acme.example/secrets/" + aCode + "|" +
			aCode + ">",
		"[the file](https://acme.example/secrets/" + aCode + ").", "https://ACME.example./s/abcdefgh23k7?utm_source=chat",
		"https://acme.example:443/secrets/" + aCode + "/",
		"http://acme.example/secrets/" + aCode, "acme.example/secrets/" + aCode, "//acme.example/secrets/" + aCode,
		"https://acme.example/open?code=" + aCode + "&x=1",
		"https://acme.example/#/secrets/" + aCode, "https://acme.example/verification/" + aCode, "https://acme.example/secrets/%41BCD-EFGH-23K7",
		"Mara: look https://acme.example/secrets/" + aCode + ", who posted it?", "\"https://acme.example/secrets/" + aCode + "\"",
		"https://acme.example/secrets/" + aCode + " " + aCode, "see https://acme.example/help: " + aCode,
	}
}

// mangledTexts are aCode in what mail, filters, documents, shells, tables and people make of a link.
func mangledTexts() []string { return append(rewrittenLinks(), surroundedLinks()...) }

// rewrittenLinks are links that filters, encodings and line breaks have changed.
func rewrittenLinks() []string {
	const link, encoded = "https://acme.example/secrets/" + aCode, "https%3A%2F%2Facme.example%2Fsecrets%2F" + aCode
	twice := strings.ReplaceAll(encoded, "%", "%25")
	return []string{
		"https://nam02.safelinks.protection.outlook.com/?url=" + encoded +
			"&data=05%7C02%7Cmara%40acme.example%7C638%7CUnknown%3D%3D%7C&sdata=AbCdEfGh%2F123&reserved=0",
		"https://nam02.safelinks.protection.outlook.com/?url=" + twice + "&data=05",
		"https://nam02.safelinks.protection.outlook.com/?url=" + encoded + "&amp;data=05&amp;reserved=0",
		"https://urldefense.com/v3/__" + link + "__;!!AbC123!xyz$", "https://urldefense.com/v3/__" + link + "?utm=1__;!!AbC123!xyz$ ",
		"https://urldefense.proofpoint.com/v2/url?u=https-3A__acme.example_secrets_ABCD-2DEFGH-2D23K7&d=DwMFaQ&c=abc",
		"https://www.google.com/url?q=" + link + "&sa=D&source=editors&ust=1700000000000000&usg=AOvVaw0", "https://www.google.com/url?q=" +
			encoded + "&sa=D",
		"https://slack-redir.net/link?url=" + encoded, "https://l.example/l.php?u=" + encoded + "&h=AT0", "https://mail.example/CL0/" + encoded +
			"/1/0100-000000/sig=123",
		"https://eu-west-1.protection.sophos.com?d=acme.example&u=" + base64.StdEncoding.EncodeToString([]byte(link)) + "&i=NWQ",
		"https://filter.example/" + base64.RawURLEncoding.EncodeToString([]byte(link))[:0] + "?u=" +
			base64.RawURLEncoding.EncodeToString([]byte(encoded)),
		"https://outer.example/?u=" + strings.ReplaceAll("https://inner.example/?u="+encoded, "%", "%25"), "https://secure.example/1abc/" +
			encoded,
		"https://evil.example/https://acme.example/secrets/" + aCode, "https://evil.example/?u=https://acme.example/secrets/" + aCode,
		"https://evil.example/https:/acme.example/secrets/" + aCode, "https://acme.example/login?next=%2Fsecrets%2F" + aCode,
		encoded, twice, strings.ReplaceAll(twice, "%", "%25"), "ABCD%2DEFGH%2D23K7", "https://acme.example/secrets/ABCD%2DEFGH%2D23K7",
		"https://acme.example/secrets/ABCD%252DEFGH%252D23K7",
		"hxxps://acme[.]example/secrets/" + aCode, "hxxps[:]//acme[.]example/secrets/" + aCode, "hXXp://acme(.)example/secrets/" + aCode,
		"acme[.]example/secrets/" + aCode,
		"https://acme[dot]example/secrets/" + aCode, "hxxps://acme{.}example[/]secrets[/]" + aCode, "h**ps://acme.example/secrets/" + aCode,
		"https:\\/\\/acme.example\\/secrets\\/" + aCode, "https:\\u002f\\u002facme.example\\u002fsecrets\\u002f" + aCode,
		"{\"text\":\"<https:\\/\\/acme.example\\/secrets\\/" + aCode + "|x>\"}",
		"https://acme.example/secrets/ABCD\\-EFGH\\-23K7", "https://acme.example/open\\?code\\=" + aCode,
		"https://acme.example/secrets/ABCD&#45;EFGH&#x2d;23K7",
		"https:&#x2F;&#x2F;acme.example&#x2F;secrets&#x2F;" + aCode, "https://acme.example/open?x=1&amp;amp;code=" + aCode, "&lt;" + link +
			"&gt;", "<a href=\"" + link + "\">the file</a>",
		"https://acme.example/secr=\nets/ABCD-EFGH-23K7", "href=3D\"https://acme.example/secrets/ABCD=2DEFGH=2D23K7\"",
		"https://acme.example/open?code=3D" + aCode,
		"https://acme.example/secrets/ABCD-\nEFGH-23K7", "https://acme.example/secrets/ABCD-EFGH-2\n3K7",
		"https://acme.exam\nple/secrets/ABCD-EFGH-23K7", "> https://acme.example/sec\n> rets/ABCD-EFGH-23K7",
		"https://acme.example/secrets/\n" + aCode, "https://acme.ex\nample/secrets\n/ABCD-EF\nGH-23K7", "ABCD-EFGH-\n23K7",
		"see https://acme.example/secrets/ABCD- EFGH-23K7 please",
		"https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Facme.exa\nmple%2Fsecrets%2FABCD-EFGH-23K7&data=05",
	}
}

// surroundedLinks are links in tables, sentences and logs.
func surroundedLinks() []string {
	const link, encoded = "https://acme.example/secrets/" + aCode, "https%3A%2F%2Facme.example%2Fsecrets%2F" + aCode
	return []string{
		"Backup," + link, "Backup," + link + ",2024-01-01", "\"Backup\",\"" + link + "\",\"x, y\"", "Backup;" + link + ";active", "Backup\t" +
			link + "\tactive", "1,Backup," + aCode + ",active",
		"| Backup | " + link + " | active |", "│ " + link + " │ active │", "https://chat.example/archives/C01," + link, "link=" + link,
		"url:" + link, "LINK=\"" + link + "\"", "export SHARE='" + link + "'",
		link + " https://chat.example/archives/C0123", "https://chat.example/archives/C0123 " + link,
		aCode + " https://chat.example/archives/C0123", link + ", https://other.example/a?b=c",
		link + "请撤销", "链接：" + link + "。", "“" + link + "”", "→" + link + "←", link +
			"…", "ＡＢＣＤ－ＥＦＧＨ－２３Ｋ７", "**" + link + "**", "_" + link + "_",
		"~" + link + "~", "[" + link + "]", "{" + link + "}",
		link + "\u00ad", "https://acme\u200b.example/secrets/ABCD\u2060-EFGH-23K7", "https://acme.example/secrets/ABCD\u2013EFGH\u201323K7",
		"HTTPS://ACME.EXAMPLE/SECRETS/" + aCode,
		"https:/acme.example/secrets/" + aCode, "https://acme.example//secrets//" + aCode, "https://acme.example/secrets/" + aCode +
			"?utm_source=mail#:~:text=x", link + "\r\n",
		"{\"text\":\"please\\n" + link + "\\nthanks\"}", "{\"m\":\"{\\\"url\\\": \\\"https:\\\\/\\\\/acme.example\\\\/secrets\\\\/" + aCode +
			"\\\"}\"}", link + "\\r\\nBob",
		"\x1b[4m" + link + "\x1b[0m", "\x1b]8;;" + link + "\x1b\\open\x1b]8;;\x1b\\", "https://acme.example/secrets/\x1b[1m" + aCode + "\x1b[0m",
		link + "[Backup]", "[url=" + link + "]x[/url]", "[[" + link + "][Backup]]", link + "%22%20target", "(" + link + ":12:34)",
		"hxxp[s]://acme[.]example/secrets/" + aCode, "h[tt]ps://acme.example/secrets/" + aCode, "https://acme[.example/secrets/" + aCode,
		"https://acme.]example/secrets/" + aCode,
		"https://acme DOT example/secrets/" + aCode, "https://acme .example/secrets/" + aCode, "https://acme [.] example/secrets/" + aCode,
		"10.0.0.1 - - [28/Nov/2026:12:00:00 +0000] \"GET /secrets/" + aCode + " HTTP/1.1\" 200 512", "curl https://acme.example/secrets/\\\n" +
			aCode,
		"https://track.example/t;jsessionid=1?url=" + encoded, "curl 'https://acme.example/secrets/" + aCode + "' \\\n  -H 'x: y'",
	}
}

func TestLinksAreUnderstoodAsTheyArrive(t *testing.T) {
	for _, text := range mangledTexts() {
		r, err := ParseReference(text, "acme.example")
		if err != nil || r.Code() != aCode || r.VaultID() != "" {
			t.Errorf("%q: got code %q, vault id %q, %v", text, r.Code(), r.VaultID(), err)
		}
	}
	if r, err := ParseReference("https://acme.example/admin/secrets/"+aVault[:13]+"\n"+aVault[13:], "acme.example"); err != nil ||
		r.VaultID() != aVault {
		t.Errorf("a vault id in two pieces: %q, %v", r.VaultID(), err)
	}
}

func TestLinksThatLeadElsewhereAreNamedAndLeftAlone(t *testing.T) {
	for text, elsewhere := range map[string]string{
		"https://acme.example/secrets/" + aCode + " https://chat.example/archives/C0123 https://chat.example/x": "chat.example",
		"https://globex.example/secrets/ZZZZ-EFGH-23K7 https://acme.example/secrets/" + aCode:                   "globex.example",
		"https://globex.example/secrets/ZZZZ-EFGH-23K7 ZZZZ-EFGH-23K7 " + aCode:                                 "globex.example",
		"https://a.example/?u=https%3A%2F%2Fb.example%2Fx " + aCode:                                             "b.example",
		"https://acme.example@evil.example/secrets/ZZZZ-EFGH-23K7 " + aCode:                                     "",
		"https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Facme.example%2Fs%2F" + aCode:         "none",
	} {
		found := FindReferences(text, "acme.example")
		got := strings.Join(found.Elsewhere, " ")
		if len(found.Elsewhere) == 0 {
			got = "none"
		}
		if r, err := found.One(); err != nil || r.Code() != aCode || got != elsewhere {
			t.Errorf("%q: got %q, elsewhere %q, %v", text, r.Code(), got, err)
		}
	}
}

func TestAllReferencesOfATextAreFound(t *testing.T) {
	found := FindReferences("a,https://acme.example/secrets/"+aCode+"\nb,https://acme.example/secrets/ZZZZ-EFGH-23K7;"+aVault, "acme.example")
	for _, between := range []string{"/", "+", "&", "https://acme.example/secrets/", "][https://acme.example/secrets/"} {
		if found := FindReferences("https://acme.example/secrets/"[:29*(len(between)/20)]+aCode+between+"ZZZZ-EFGH-23K7",
			"acme.example"); len(found.References) != 2 {
			t.Errorf("%q between two: %d references", between, len(found.References))
		}
	}
	if len(found.References) != 3 || found.References[0].Code() != aCode || found.References[1].Code() != "ZZZZ-EFGH-23K7" ||
		found.References[2].VaultID() != aVault {
		t.Errorf("found %d references", len(found.References))
	}
}

// A tenant may share its secrets under another name than that of its API.
func TestATenantMayHaveSeveralHosts(t *testing.T) {
	r, err := ParseReference("https://share.acme.example/s/"+aCode, "acme.example", "share.acme.example")
	if err != nil || r.Code() != aCode {
		t.Errorf("got %q, %v", r.Code(), err)
	}
	_, err = ParseReference("https://share.acme.example/s/"+aCode, "acme.example")
	var other *OtherTenantError
	if !errors.As(err, &other) || !other.Names || other.Host != "share.acme.example" {
		t.Errorf("got %v", err)
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
		aVault, " " + aVault + "\r\n", "vault " + aVault + ".", "id=" + aVault, "https://acme.example/admin/secrets/" + aVault,
		"https://acme.example/secrets?vault_id=" + aVault,
	} {
		r, err := ParseReference(text, "acme.example")
		if err != nil || r.Code() != "" || r.VaultID() != aVault {
			t.Errorf("%q: got code %q, vault id %q, %v", text, r.Code(), r.VaultID(), err)
		}
	}
}

func TestParseReferenceFindsNothing(t *testing.T) {
	for _, text := range []string{
		"", " ", "hello", "ABCD-EFGH", "ABCD-EFGH-23K", "ABCD-EFGH-23K77", "550e8400-e29b-41d4-a716-446655440000", aVault + "x", aVault[1:],
		"please revoke this one quickly",
		"ABCD-EFGH-23K7-ZZZZ", "call 0800 1234 5678", "card 4111 1111 1111 1111", "call 0800-1234-5678 now", "sécr-ètes-code",
		"verification is needed", strings.Repeat("A", 70_000),
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
		aCode + " ZZZZ-EFGH-23K7", aCode + " " + aVault, "https://acme.example/secrets/" + aCode + " ZZZZ-EFGH-23K7", "https://acme.example/" +
			aCode + "/" + aVault,
	} {
		if _, err := ParseReference(text, "acme.example"); !errors.Is(err, ErrSeveral) {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestParseReferenceRefusesOtherTenants(t *testing.T) {
	for text, host := range map[string]string{
		"https://globex.example/secrets/" + aCode:                                    "globex.example",
		"globex.example/secrets/" + aCode:                                            "globex.example",
		"globex.example?c=" + aCode:                                                  "globex.example",
		"globex.example#" + aCode:                                                    "globex.example",
		"globex.example:/" + aCode:                                                   "globex.example",
		"https://acme.example.evil.example/secrets/" + aCode:                         "acme.example.evil.example",
		"https://acme.example@evil.example/secrets/" + aCode:                         "",
		"https://someone@acme.example/secrets/" + aCode:                              "",
		"https://acme.example:8443/secrets/" + aCode:                                 "acme.example:8443",
		"https://evil.example\\@acme.example/secrets/" + aCode:                       "",
		"https://ex\u00e4mple.example/secrets/" + aCode:                              "",
		"https://globex.example/secrets/" + aCode + " " + aCode:                      "globex.example",
		"https://evil.example/?u=https://globex.example/secrets/" + aCode:            "globex.example",
		"https://evil.example/?u=https://acme.example@x.example/" + aCode:            "",
		"https://evil.example/acme.example/secrets/" + aCode:                         "evil.example",
		"https://evil.example/?u=https%3A%2F%2Facme.example.evil.example%2F" + aCode: "acme.example.evil.example",
		"https://127.0.0.1:8480/secrets/" + aCode:                                    "127.0.0.1:8480",
		"https://xn--acme-.example/secrets/" + aCode:                                 "xn--acme-.example",
		"ftp://globex.example/" + aCode:                                              "globex.example",
		"https:///secrets/" + aCode:                                                  "",
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
	for _, text := range slices.Concat(codeTexts(), mangledTexts(), disguisedTexts()) {
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
		if all := strings.ToLower(seen.String()); strings.Contains(all, "efgh") || strings.Contains(all, "23k7") ||
			strings.Count(all, "[hidden]") < 6 {
			t.Errorf("%q is remembered as\n%s", text, seen.String())
		}
		client.Close()
		server.Close()
	}
}

func FuzzParseReference(f *testing.F) {
	for _, seed := range []string{aCode, aVault, "https://acme.example/secrets/" + aCode, "<https://acme.example/x|y>", "https://[::1",
		"//x/%zz", "\x00://"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseReference(text, "acme.example")
		if (err == nil) != (len(r.Code()) == 14 || len(r.VaultID()) == 27) {
			t.Errorf("%q: got code %q, vault id %q, %v", text, r.Code(), r.VaultID(), err)
		}
		if err == nil && r.Code() != "" && !dashedUpper().MatchString(r.Code()) {
			t.Errorf("%q: the code %q has another form", text, r.Code())
		}
	})
}
