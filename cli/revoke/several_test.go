package revoke_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/cli/clitest"
	"gatehouse/tenant"
)

func TestRevokeSeveral(t *testing.T) {
	b := newBench(t, tenant.Options{})
	own, other := b.Secret(true), b.Secret(false)
	b.Person = &clitest.Person{Confirms: []bool{true}}
	b.Stdin = own.VaultID + "\n" + other.ShareURL + "\nABCD-EFGH-23K7\n" + own.ShareCode + "\n"
	b.Wants(b.Run("revoke", "--json"), 4, "Reference 4: The same secret as reference 1.", "Reference 3: There is no secret")
	if len(b.Person.Asked) != 1 || !strings.HasPrefix(b.Person.Asked[0], "Revoke all 2 on ") {
		t.Errorf("asked %q", b.Person.Asked)
	}
	got := decoded(t, b.Out.String())
	for i, want := range []map[string]any{
		{"vaultId": own.VaultID, "outcome": "done", "reason": "", "status": "SECRET_STATUS_REVOKED", "deletedAt": "2026-11-27T22:00:00Z",
			"error": ""},
		{"vaultId": other.VaultID, "outcome": "done", "reason": "", "status": "SECRET_STATUS_REVOKED", "deletedAt": "2026-11-27T22:00:00Z",
			"error": ""},
		{"vaultId": "", "name": "", "outcome": "not sent", "reason": "not_found", "status": "", "deletedAt": nil},
		{"vaultId": own.VaultID, "outcome": "done", "reason": "", "status": "SECRET_STATUS_REVOKED", "deletedAt": "2026-11-27T22:00:00Z",
			"error": ""},
	} {
		want["reference"] = float64(i + 1)
		for name, value := range want {
			if got[i][name] != value {
				t.Errorf("reference %d: %s is %v, want %v", i+1, name, got[i][name], value)
			}
		}
	}
	b.Wants(0, 0)
}

func decoded(t *testing.T, lines string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for line := range strings.Lines(lines) {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%q is no JSON: %v", line, err)
		}
		all = append(all, one)
	}
	return all
}

// The worst of several decides, where not allowed is worse than failed, and failed than not found.
func TestRevokeWorstStatus(t *testing.T) {
	b := newBench(t, tenant.Options{})
	own, other := b.Secret(true), b.Secret(false)
	const missing = "ABCD-EFGH-23K7"
	b.Wants(b.Run("revoke", "--yes", missing, own.VaultID), 4)
	b.Tenant.Faults().Add(tenant.Rule{Method: http.MethodDelete, Path: "/api/v1/secrets-admin/*", Status: 400})
	b.Wants(b.Run("revoke", "--yes", missing, other.VaultID), 1)
	b.Tenant.Faults().Add(tenant.Rule{Path: "/api/v1/secrets/code/*", Status: 403})
	b.Wants(b.Run("revoke", "--yes", missing, other.VaultID), 3)
	b.Wants(b.Run("revoke", "--yes", missing, "nonsense"), 2)
}

func TestRevokeJSON(t *testing.T) {
	b := newBench(t, tenant.Options{})
	s := b.Secret(true)
	if err := b.Tenant.UpdateAs("secrets", s.VaultID, func(r map[string]any) {
		r["displayName"] = "A\x1b]0;x\aB\u009b\u202e " + s.ShareCode + " \"日本\" \U000e0041"
	}); err != nil {
		t.Fatal(err)
	}
	b.Wants(b.Run("revoke", "--yes", "--json", s.ShareURL), 0)
	want := `{"reference":1,"vaultId":"` + s.VaultID + `","name":"A\u001b]0;x\u0007B\u009b\u202e [hidden] \"日本\" \udb40\udc41",` +
		`"outcome":"done","reason":"","status":"SECRET_STATUS_REVOKED","deletedAt":"2026-11-27T22:00:00Z","error":""}` + "\n"
	if got := b.Out.String(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	b.Wants(b.Run("revoke", "--yes", "--json", s.ShareURL, "nonsense"), 2)
	got := decoded(t, b.Out.String())
	if len(got) != 2 || got[0]["outcome"] != "not sent" || got[0]["reason"] != "not_tried" || got[1]["outcome"] != "not sent" ||
		got[1]["reason"] != "invalid" || got[1]["error"] == "" {
		t.Errorf("got %v", got)
	}
}

// A refusal is shown, and the other operation is a new choice: asked for at a terminal, told about without one.
func TestRevokeTheOtherWay(t *testing.T) {
	t.Run("taken", func(t *testing.T) {
		b := newBench(t, tenant.Options{})
		s := b.Secret(true)
		refuse(b, "/api/v1/secrets/*")
		b.Person = &clitest.Person{Confirms: []bool{true, true}}
		b.Wants(b.Run("revoke", "--json", s.VaultID), 0, "not yours", "Revoked ")
		if len(b.Person.Asked) != 2 || !strings.HasPrefix(b.Person.Asked[1], "Revoke as administrator instead: ") {
			t.Errorf("asked %q", b.Person.Asked)
		}
		if got := decoded(t, b.Out.String()); len(got) != 1 || got[0]["outcome"] != "done" || got[0]["error"] != "" {
			t.Errorf("got %v", got)
		}
		b.WantsChanges(deleteOwn, deleteAdmin)
	})
	t.Run("not taken", func(t *testing.T) {
		b := newBench(t, tenant.Options{})
		s := b.Secret(false)
		refuse(b, "/api/v1/secrets-admin/*")
		b.Person = &clitest.Person{Confirms: []bool{true, false}}
		b.Wants(b.Run("revoke", s.VaultID), 3)
		if len(b.Person.Asked) != 2 || !strings.HasPrefix(b.Person.Asked[1], "Revoke as if it were your own instead: ") {
			t.Errorf("asked %q", b.Person.Asked)
		}
		b.WantsChanges(deleteAdmin)
	})
	t.Run("nobody to ask", func(t *testing.T) {
		b := newBench(t, tenant.Options{})
		s := b.Secret(true)
		refuse(b, "/api/v1/secrets/*")
		b.Wants(b.Run("revoke", "--yes", s.ShareCode), 3, "not yours", "\n  gatehouse revoke --as administrator "+s.VaultID+"\n")
		b.WantsChanges(deleteOwn)
		b.Wants(b.Run("revoke", "--yes", "--as", "administrator", s.VaultID), 0)
		b.WantsChanges(deleteAdmin)
	})
	t.Run("refused both ways", func(t *testing.T) {
		b := newBench(t, tenant.Options{})
		s := b.Secret(true)
		refuse(b, "/api/v1/secrets/*")
		refuse(b, "/api/v1/secrets-admin/*")
		b.Person = &clitest.Person{Confirms: []bool{true, true, true}}
		b.Wants(b.Run("revoke", s.VaultID), 3)
		if len(b.Person.Asked) != 2 {
			t.Errorf("asked %q", b.Person.Asked)
		}
		b.WantsChanges(deleteOwn, deleteAdmin)
	})
}

// refuse makes the tenant refuse one of the two ways to revoke.
func refuse(b *clitest.Bench, path string) {
	b.Tenant.Faults().Add(tenant.Rule{Method: http.MethodDelete, Path: path, Status: 403, Message: "not yours"})
}

// Several secrets that were refused in the same way are asked about once.
func TestRevokeSeveralTheOtherWay(t *testing.T) {
	b := newBench(t, tenant.Options{Rows: 500})
	refuse(b, "/api/v1/secrets/*")
	first := b.Secret(true)
	page, err := b.Client.SearchMySecrets(t.Context(), api.SecretSearch{Statuses: []api.SecretStatus{api.SecretStatusActive}},
		api.PageRequest{Size: 100})
	if err != nil || len(page.Rows) < 2 {
		t.Fatal(len(page.Rows), err)
	}
	second := page.Rows[slices.IndexFunc(page.Rows, func(s api.Secret) bool { return s.VaultID != first.VaultID })]
	b.Tenant.ForgetRequests()
	b.Person = &clitest.Person{Confirms: []bool{true, true}}
	b.Wants(b.Run("revoke", first.VaultID, second.VaultID), 0)
	if len(b.Person.Asked) != 2 || b.Person.Asked[1] != "Revoke as administrator instead: these 2 secrets?" {
		t.Errorf("asked %q", b.Person.Asked)
	}
	got := b.Changes()
	slices.Sort(got)
	if want := []string{deleteAdmin, deleteAdmin, deleteOwn, deleteOwn}; !slices.Equal(got, want) {
		t.Errorf("changed by %q, want %q", got, want)
	}
}

// A tenant with the sixteen operations alone revokes by vault id, blind, and says that it can't find codes.
func TestRevokeWithoutCompanions(t *testing.T) {
	for name, lack := range map[string]func(*tenant.Faults){
		"404": func(f *tenant.Faults) { f.LackCompanions(404) }, "405": func(f *tenant.Faults) { f.LackCompanions(405) },
		"501": func(f *tenant.Faults) { f.LackCompanions(501) },
		"404 as of a missing record": func(f *tenant.Faults) {
			for _, path := range []string{"/api/v1/secrets-admin/*", "/api/v1/secrets/*", "/api/v1/secrets/code/*", "/api/v1/auth/introspect"} {
				f.Add(tenant.Rule{Method: http.MethodGet, Path: path, Status: 404, Code: 5, Message: "Not Found"})
			}
			f.Add(tenant.Rule{Path: "/api/v1/search/**", Status: 404, Code: 5, Message: "Not Found"})
		},
		"403": func(f *tenant.Faults) {
			f.Add(tenant.Rule{Method: http.MethodGet, Path: "/api/v1/secrets-admin/*", Status: 403})
			f.Add(tenant.Rule{Method: http.MethodGet, Path: "/api/v1/secrets/*", Status: 403})
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, tenant.Options{})
			s := b.Secret(true)
			lack(b.Tenant.Faults())
			if name != "403" {
				b.Wants(b.Run("revoke", "--yes", s.ShareCode), 1,
					"This tenant does not offer this operation: it can't find a secret by its share URL or code, so the vault id is needed.")
			}
			b.Person = &clitest.Person{Confirms: []bool{true}}
			b.Wants(b.Run("revoke", s.VaultID), 0, "The vault id "+s.VaultID+". This tenant doesn't let it be read, so nothing but its id is known.",
				"Revoked ")
			b.WantsChanges(deleteOwn)
			b.WantsStatus(s, api.SecretStatusRevoked)
		})
	}
}

func TestRevokeBlind(t *testing.T) {
	for _, c := range []struct {
		name   string
		rule   tenant.Rule
		status int
		says   string
	}{
		{"answered without a body", tenant.Rule{Empty: true, Apply: true}, 0, "It can't be read here, so there is no other proof."},
		{"the connection breaks", tenant.Rule{DropAfter: true}, 1, "Unknown whether this was revoked: the secret "},
		{"404", tenant.Rule{Status: 404, Code: 5}, 4, "There is no such record"},
		{"403", tenant.Rule{Status: 403}, 3, "gatehouse revoke --as administrator"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, tenant.Options{})
			s := b.Secret(true)
			b.Tenant.Faults().LackCompanions(404)
			c.rule.Method, c.rule.Path = http.MethodDelete, "/api/v1/secrets/*"
			b.Tenant.Faults().Add(c.rule)
			b.Wants(b.Run("revoke", "--yes", s.VaultID), c.status, c.says)
			b.WantsChanges(deleteOwn)
		})
	}
}

// Where nobody tells who the caller is, the operation of every tenant comes first.
func TestRevokeByAnUnknownCaller(t *testing.T) {
	b := newBench(t, tenant.Options{})
	s := b.Secret(false)
	b.Tenant.Faults().Add(tenant.Rule{Path: "/api/v1/auth/introspect", Status: 403})
	b.Wants(b.Run("revoke", "--yes", s.VaultID), 3, "--as administrator")
	b.WantsChanges(deleteOwn)
}
