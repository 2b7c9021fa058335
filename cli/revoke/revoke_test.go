package revoke_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/cli/clitest"
	"gatehouse/tenant"
)

const (
	deleteOwn   = "DELETE /api/v1/secrets/{}"
	deleteAdmin = "DELETE /api/v1/secrets-admin/{}"
)

// readsOnly are the requests that revoke may send besides the revoking itself. None of them uses up a view.
var readsOnly = []string{
	"GET /api/v1/auth/introspect", "GET /api/v1/secrets/{}", "GET /api/v1/secrets-admin/{}", "GET /api/v1/secrets/code/{}",
	"POST /api/v1/search/users", "POST /api/v1/search/secrets/mine", "POST /api/v1/search/secrets-admin",
}

func TestRevokeByEveryKindOfReference(t *testing.T) {
	for name, given := range map[string]func(api.Secret) (args []string, stdin string, typed []string){
		"vault id":  func(s api.Secret) ([]string, string, []string) { return []string{s.VaultID}, "", nil },
		"share URL": func(s api.Secret) ([]string, string, []string) { return []string{s.ShareURL}, "", nil },
		"code, lower case": func(s api.Secret) ([]string, string, []string) {
			return []string{strings.ToLower(s.ShareCode)}, "", nil
		},
		"code in a message": func(s api.Secret) ([]string, string, []string) {
			return []string{"look, " + s.ShareCode + "!"}, "", nil
		},
		"piped":         func(s api.Secret) ([]string, string, []string) { return nil, "\n<" + s.ShareURL + "|x>\n\n", nil },
		"at the prompt": func(s api.Secret) ([]string, string, []string) { return nil, "", []string{s.ShareURL} },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, tenant.Options{})
			for _, own := range []bool{true, false} {
				s := b.Secret(own)
				args, stdin, typed := given(s)
				b.Stdin, b.Person = stdin, &clitest.Person{Types: typed, Confirms: []bool{true}}
				b.Wants(b.Run(append([]string{"revoke"}, args...)...), 0, s.VaultID, "Revoked ", "Revoked 2026-11-27 22:00:00 UTC; content deleted.")
				want := []string{deleteAdmin}
				if own {
					want = []string{deleteOwn}
				}
				if got := b.Sent(readsOnly...); !slices.Equal(got, want) {
					t.Errorf("sent %q, want %q", got, want)
				}
				b.WantsStatus(s, api.SecretStatusRevoked)
				if asked := len(b.Person.Asked) - len(typed); asked != 1 {
					t.Errorf("asked %d times: %q", asked, b.Person.Asked)
				}
			}
		})
	}
}

func TestRevokeShowsWhatItFound(t *testing.T) {
	b := newBench(t, tenant.Options{})
	s := b.Secret(false)
	if err := b.Tenant.UpdateAs("secrets", s.VaultID, func(r map[string]any) {
		r["displayName"], r["sharingMode"] = "Root\x1b[2J keys", "PAPER_VAULT_SHARING_MODE_EXTERNAL"
		r["currentViews"], r["maxViews"], r["contentExpiresAt"] = 2, 10, "2026-11-28T03:00:00Z"
		r["creatorUserId"], r["allowedUserIds"] = b.Tenant.UserID(0), []string{}
		r["allowedEmails"] = []string{"a@x.example", "b@x.example", "c@x.example", "d@x.example", "e@x.example", "f@x.example", "g@x.example"}
	}); err != nil {
		t.Fatal(err)
	}
	b.Person = &clitest.Person{Confirms: []bool{false}}
	host := strings.TrimPrefix(b.Server.URL, "http://")
	user, _ := b.Tenant.Record("users", b.Tenant.UserID(0))
	b.Wants(b.Run("revoke", s.ShareCode), 1)
	want := `On ` + host + `:

Root␛[2J keys
  vault id    ` + s.VaultID + `
  status      active
  creator     ` + user["displayName"].(string) + ` <` + user["email"].(string) + `>
  sharing     external
  views       2 of 10
  expires     in 5h (2026-11-28 03:00:00 UTC)
  recipients  a@x.example
              b@x.example
              c@x.example
              d@x.example
              e@x.example
              and 2 more

Revoking deletes its content for good, and nobody can open it any more. This can't be undone.
Nothing was revoked.
`
	if b.Out.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.Out.String(), want)
	}
	if want := []string{"Revoke it on " + host + "?"}; !slices.Equal(b.Person.Asked, want) {
		t.Errorf("asked %q, want %q", b.Person.Asked, want)
	}
	b.WantsChanges()
}

func TestRevokeWithoutBeingAsked(t *testing.T) {
	b := newBench(t, tenant.Options{})
	s := b.Secret(true)
	b.Wants(b.Run("revoke", s.VaultID), 2, "there is no terminal to ask on: add --yes")
	b.Wants(b.Run("revoke", "--yes"), 2, "no reference was given")
	// which --yes wouldn't help
	b.Wants(b.Run("revoke", "https://globex.example/secrets/ABCD-EFGH-23K7"), 2, "This URL is one of globex.example")
	if strings.Contains(b.Said(), "--yes") {
		t.Errorf("it proposes what wouldn't help: %s", b.Said())
	}
	if got := b.Sent(readsOnly...); len(got) > 0 {
		t.Errorf("sent %q", got)
	}
	b.Wants(b.Run("revoke", "--yes", s.VaultID), 0)
	b.WantsChanges(deleteOwn)
	b.Wants(b.Run("revoke", "--yes", s.VaultID), 0, "Done already: it was revoked before, so there is nothing to do.")
	b.WantsChanges()
}

// A refusal by the person in front of it leaves everything as it is.
func TestRevokeDeclined(t *testing.T) {
	b := newBench(t, tenant.Options{})
	s := b.Secret(true)
	for _, p := range []*clitest.Person{{Confirms: []bool{false}}, {Leaves: true}} {
		b.Person = p
		b.Wants(b.Run("revoke", s.VaultID), 1, "Nothing was revoked.")
	}
	b.Person = &clitest.Person{}
	b.Wants(b.Run("revoke"), 130, "cancelled; nothing was sent")
	b.Person = &clitest.Person{Types: []string{"  "}}
	b.Wants(b.Run("revoke"), 2, "no reference was given")
	b.WantsChanges()
	b.WantsStatus(s, api.SecretStatusActive)
}

// What arrives by mail or in a table holds other things, too: they are named, and nothing is done with them.
func TestRevokeFindsReferencesInTexts(t *testing.T) {
	for name, each := range map[string]struct {
		text   func(api.Secret) string
		says   []string
		status int
	}{
		"a message": {func(s api.Secret) string {
			return "Hi all,\n\nsomebody posted https://nam02.safelinks.protection.outlook.com/?url=" + url.QueryEscape(s.ShareURL) +
				"&data=05\nin https://chat.example/archives/C0123.\n\nBest\nMara\n"
		}, []string{"What leads to chat.example is left alone.", "4 lines without a reference are left out.", "Revoked "}, 0},
		"broken over lines": {func(s api.Secret) string {
			return "Kill this, please:\n> " + s.ShareURL[:len(s.ShareURL)-9] + "\n> " + s.ShareURL[len(s.ShareURL)-9:] + "\nThanks"
		}, []string{"2 lines without a reference are left out.", "Revoked "}, 0},
		"quoted-printable": {func(s api.Secret) string {
			return "<a href=3D\"" + s.ShareURL[:20] + "=\r\n" + s.ShareURL[20:] + "\">x</a>\r\n"
		}, []string{"Revoked "}, 0},
		"a table": {func(s api.Secret) string {
			return "name,link,owner\nBackup," + s.ShareURL + ",mara@x.example\n\"Other, old\",https://globex.example/secrets/ABCD-EFGH-23K7,x\n"
		}, []string{"Reference 2: This URL is one of globex.example", "1 line without a reference is left out.", "Revoked "}, 1},
		"a mail, encoded": {func(s api.Secret) string {
			body := base64.StdEncoding.EncodeToString([]byte("Hello,\n\nthis went to the wrong channel:\n" + s.ShareURL + "\n"))
			return "From: mara@x.example\r\nMessage-ID: <CAF0a1B2c3D4e5F6g7H8i9J0k1L@mail.example>\r\nMIME-Version: 1.0\r\n" +
				"Content-Type: multipart/mixed; boundary=\"000000ABCD1234\"\r\n\r\n--000000ABCD1234\r\nContent-Type: text/plain\r\n" +
				"Content-Transfer-Encoding: base64\r\n\r\n" + body[:60] + "\r\n" + body[60:] + "\r\n--000000ABCD1234--\r\n"
		}, []string{"2 lines without a reference are left out.", "Revoked "}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, tenant.Options{})
			s := b.Secret(true)
			b.Stdin, b.Person = each.text(s), &clitest.Person{Confirms: []bool{true}}
			b.Wants(b.Run("revoke"), each.status, each.says...)
			b.WantsStatus(s, api.SecretStatusRevoked)
			if strings.Contains(b.Said(), "can't be looked up") {
				t.Errorf("what leads elsewhere is looked up: %s", b.Said())
			}
			if strings.Contains(b.Said()+b.Out.String(), s.ShareCode) {
				t.Errorf("the code is shown: %s", b.Said())
			}
		})
	}
	b := newBench(t, tenant.Options{})
	b.Stdin = "Nothing to see here.\nhttps://chat.example/x\n"
	b.Wants(b.Run("revoke", "--yes"), 2, "standard input holds no share URL")
	s := b.Secret(true)
	b.Stdin = s.VaultID + "\nABCD-EFGH-23K\n" // cut when it was copied
	b.Wants(b.Run("revoke", "--yes"), 2, "Reference 2: This is no share URL", "Nothing was revoked.")
	b.WantsStatus(s, api.SecretStatusActive)
}

// A link of the host that the tenant's own share URLs name is the tenant's, whatever the address of its API.
func TestRevokeKnowsTheHostThatTheTenantSharesUnder(t *testing.T) {
	b := newBench(t, tenant.Options{})
	s := b.Secret(true)
	for i := range 20 {
		if err := b.Tenant.UpdateAs("secrets", b.Tenant.SecretID(i),
			func(r map[string]any) { r["shareUrl"] = "https://share.example/s/x" }); err != nil {
			t.Fatal(err)
		}
	}
	b.Wants(b.Run("revoke", "--yes", "https://share.example/s/"+s.ShareCode), 0, "Revoked ")
	b.WantsStatus(s, api.SecretStatusRevoked)
}

func TestRevokeRefusesWhatItCannotUse(t *testing.T) {
	b := newBench(t, tenant.Options{})
	s := b.Secret(true)
	b.Person = &clitest.Person{Confirms: []bool{true, true, true}}
	b.Wants(b.Run("revoke", s.VaultID, "https://evil.example/secrets/"+s.ShareCode), 2,
		"Reference 2: This URL is one of evil.example, but the tenant that is open is "+strings.TrimPrefix(b.Server.URL, "http://"),
		"Nothing was revoked.")
	b.Wants(b.Run("revoke", "hello"), 2, "This is no share URL, no share code")
	b.Wants(b.Run("revoke", "--as", "root", s.VaultID), 2, "--as wants creator or administrator")
	b.Wants(b.Run("revoke", "--colour", s.VaultID), 2, "unknown flag: --colour")
	b.Wants(b.Run("revoke", "--read-only", "--yes", s.VaultID), 2, "open read-only")
	t.Setenv("GATEHOUSE_READ_ONLY", "true")
	b.Wants(b.Run("revoke", "--yes", s.VaultID), 2, "open read-only")
	b.Stdin = "\n \n"
	t.Setenv("GATEHOUSE_READ_ONLY", "")
	b.Wants(b.Run("revoke", "--yes"), 2, "standard input is empty")
	if got := b.Sent(readsOnly...); len(got) > 0 {
		t.Errorf("sent %q", got)
	}
}

// Without a tenant there is no falling back on the demo.
func TestRevokeNeedsATenant(t *testing.T) {
	b := newBench(t, tenant.Options{})
	t.Setenv("GATEHOUSE_BASE_URL", "")
	t.Setenv("GATEHOUSE_ACCESS_TOKEN", "")
	b.Wants(b.Run("revoke", "--yes", "ABCD-EFGH-23K7"), 2, "no tenant is configured")
	b.Wants(b.Run("revoke", "--demo", "--yes", "ABCD-EFGH-23K7"), 4, "On demo (the built-in tenant):")
	t.Setenv("GATEHOUSE_CLIENT_ID", "someone@acme.example/pcc")
	b.Wants(b.Run("revoke", "--yes", "ABCD-EFGH-23K7"), 2, "set GATEHOUSE_CLIENT_SECRET too")
}

func TestRevokeExitStatus(t *testing.T) {
	const any = "/api/v1/secrets/*"
	for _, c := range []struct {
		name    string
		rule    tenant.Rule
		status  int
		says    string
		revoked bool
	}{
		{"done", tenant.Rule{}, 0, "Revoked", true},
		{"answered without a body", tenant.Rule{Empty: true, Apply: true}, 0, "Revoked 20", true},
		{"the answer is the record as it was", tenant.Rule{Stale: true}, 0, "Revoked 20", true},
		{"the connection breaks afterwards", tenant.Rule{DropAfter: true}, 0, "again to be sure…", true},
		{"502 afterwards", tenant.Rule{Status: 502, Apply: true, HTML: true}, 0, "Revoked 20", true},
		{"the connection breaks before", tenant.Rule{DropBefore: true}, 1, "Still unknown: ", false},
		{"500", tenant.Rule{Status: 500, Code: 2, Message: "index out of range"}, 1, "The tenant answered 500: index out of range (request ",
			false},
		{"a lie", tenant.Rule{Lie: true}, 1, "The tenant answered that it is done. Read again, it is still active so far.", false},
		{"400", tenant.Rule{Status: 400, Message: "task is\x1b[31m closed"}, 1, "task is [31m closed", false},
		{"409", tenant.Rule{Status: 409}, 1, "Refused: ", false},
		{"401", tenant.Rule{Status: 401}, 3, "The tenant did not accept the credentials", false},
		{"403", tenant.Rule{Status: 403}, 3, "Your role on this tenant does not allow this", false},
		{"404", tenant.Rule{Status: 404, Code: 5}, 4, "There is no such record", false},
		{"429 for ever", tenant.Rule{Status: 429}, 1, "Too many requests", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, tenant.Options{})
			s := b.Secret(true)
			c.rule.Method, c.rule.Path = http.MethodDelete, any
			b.Tenant.Faults().Add(c.rule)
			b.Wants(b.Run("revoke", "--yes", s.VaultID), c.status, c.says)
			if got := b.Changes(); len(got) != 1 && !strings.Contains(c.name, "4") {
				t.Errorf("changed by %q: a write is never repeated", got)
			}
			want := api.SecretStatusActive
			if c.revoked {
				want = api.SecretStatusRevoked
			}
			b.WantsStatus(s, want)
		})
	}
}

func TestRevokeSaysAsJSONWhatCameBack(t *testing.T) {
	b := newBench(t, tenant.Options{})
	s := b.Secret(true)
	b.Tenant.Faults().Add(tenant.Rule{Method: http.MethodDelete, Path: "/api/v1/secrets/*", Status: 500, Code: 2,
		Message: "index out of range"})
	b.Wants(b.Run("revoke", "--yes", "--json", s.VaultID), 1, `"outcome":"unknown"`,
		`"error":"The tenant answered 500: index out of range (request `, `Read again, it is still active."`)
}

func TestRevokeLookupsThatFail(t *testing.T) {
	for _, c := range []struct {
		name   string
		rule   tenant.Rule
		status int
		says   string
	}{
		{"no such code", tenant.Rule{}, 4, "There is no secret for this share code here."},
		{"401", tenant.Rule{Path: "**", Status: 401}, 3, "The secret of this share code can't be looked up."},
		{"403", tenant.Rule{Path: "/api/v1/secrets/code/*", Status: 403}, 3, "Your role on this tenant does not allow this"},
		{"500", tenant.Rule{Path: "/api/v1/secrets/code/*", Status: 500, Message: "no luck"}, 1, "no luck"},
		{"HTML", tenant.Rule{Path: "/api/v1/secrets/code/*", HTML: true}, 1, "Not an answer of the API (HTML from "},
		{"a secret without an id", tenant.Rule{Path: "/api/v1/secrets/code/*", Body: `{"secret":{"displayName":"x"}}`}, 1, "can't be looked up"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, tenant.Options{})
			c.rule.Method = http.MethodGet
			b.Tenant.Faults().Add(c.rule)
			b.Wants(b.Run("revoke", "--yes", "ABCD-EFGH-23K7"), c.status, c.says)
			b.WantsChanges()
		})
	}
}
