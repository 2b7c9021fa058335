package action

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/tenant"
)

func secretBench(t *testing.T) (*tenant.Tenant, *api.Client) {
	t.Helper()
	on := tenant.New(tenant.Options{Seed: 1})
	server := httptest.NewServer(on.Handler())
	t.Cleanup(server.Close)
	c, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: on.Token()}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return on, c
}

func refTo(t *testing.T, text string) Reference {
	t.Helper()
	r, err := ParseReference(text, "acme.example")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCapacityOf(t *testing.T) {
	me := api.Identity{UserID: "U1"}
	for _, c := range []struct {
		caller  api.Identity
		creator string
		want    Capacity
	}{
		{me, "U1", AsCreator}, {me, "U2", AsAdministrator}, {me, "", AsCreator}, {api.Identity{}, "U2", AsCreator},
		{api.Identity{}, "", AsCreator},
	} {
		if got := CapacityOf(c.caller)(api.Secret{CreatorUserID: c.creator}); got != c.want {
			t.Errorf("caller %q, creator %q: got %v", c.caller.UserID, c.creator, got)
		}
	}
}

func TestFindSecret(t *testing.T) {
	on, c := secretBench(t)
	id, code := on.SecretID(4), on.ShareCode(4)
	for _, text := range []string{id, code, strings.ToLower(code)} {
		s, err := FindSecret(t.Context(), c, refTo(t, text))
		if err != nil || s.VaultID != id || SecretUnseen(s) {
			t.Errorf("%s: got %s, %v", text, s.VaultID, err)
		}
	}
	for _, text := range []string{"ABCD-EFGH-23K7", "000000000000000000000000000"} {
		if _, err := FindSecret(t.Context(), c, refTo(t, text)); api.KindOf(err) != api.KindNotFound {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

// A missing operation and a missing record can look the same; only the former also lacks the search.
func TestFindSecretWhereItCannotBeRead(t *testing.T) {
	missing := func(f *tenant.Faults, path string) {
		f.Add(tenant.Rule{Path: path, Status: 404, Code: 5, Message: "Not Found"})
	}
	for name, lack := range map[string]func(*tenant.Faults){
		"not implemented": func(f *tenant.Faults) { f.LackCompanions(501) },
		"not found": func(f *tenant.Faults) {
			missing(f, "/api/v1/secrets/**")
			missing(f, "/api/v1/secrets-admin/*")
			missing(f, "/api/v1/search/**")
		},
	} {
		t.Run(name, func(t *testing.T) {
			on, c := secretBench(t)
			lack(on.Faults())
			s, err := FindSecret(t.Context(), c, refTo(t, on.SecretID(4)))
			if err != nil || s.VaultID != on.SecretID(4) || !SecretUnseen(s) {
				t.Errorf("got %q, %v", s.VaultID, err)
			}
			if _, err := FindSecret(t.Context(), c, refTo(t, on.ShareCode(4))); api.KindOf(err) != api.KindUnsupported {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestRevokeSecretRequests(t *testing.T) {
	s := api.Secret{VaultID: "V1", CreatorUserID: "U1", Raw: api.NewOriginal([]byte("{}")), CurrentViews: 2, MaxViews: 10}
	for as, want := range map[Capacity][2]string{AsCreator: {"/api/v1/secrets/V1", "Revoke as administrator"},
		AsAdministrator: {"/api/v1/secrets-admin/V1", "Revoke as if it were your own"}} {
		plan, err := Bind(RevokeSecret(func(api.Secret) Capacity { return as }), SecretTarget, Draft{}, s)
		if err != nil {
			t.Fatal(err)
		}
		if r := plan.Steps[0].Request; r.Method != http.MethodDelete || r.Path != want[0] || plan.Danger != Confirm {
			t.Errorf("got %s %s, danger %v", r.Method, r.Path, plan.Danger)
		}
		if want := "Its content is deleted for good and nobody can open it any more. This can't be undone."; plan.Loses[0] != want {
			t.Errorf("got %q", plan.Loses[0])
		}
		for kind, offered := range map[api.Kind]bool{api.KindForbidden: true, api.KindUnsupported: true, api.KindNotFound: false,
			api.KindOutcomeUnknown: false, api.KindConflict: false} {
			other, err := plan.Steps[0].Instead(&api.Error{Kind: kind})
			if err != nil || (other != nil) != offered {
				t.Errorf("after %v: got %v, %v", kind, other, err)
			}
			if other == nil {
				continue
			}
			if other.Title != want[1] || other.Steps[0].Request.Path == plan.Steps[0].Request.Path {
				t.Errorf("got %q, %s", other.Title, other.Steps[0].Request.Path)
			}
			if again, err := other.Steps[0].Instead(&api.Error{Kind: kind}); again != nil || err != nil {
				t.Errorf("back and forth: %v, %v", again, err)
			}
		}
	}
}

// A tenant that repeats the code of the secret that is revoked, in whatever spelling, puts it neither into the error nor into the journal.
func TestTheCodeOfARevokedSecretIsToldNobody(t *testing.T) {
	refuse := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte(`{"code":7,"message":"you don't own wmlgyy8vy7mz, wmlg yy8v y7mz or WMLG%2DYY8V%2DY7MZ"}`))
	})
	runner, journal, dir := journalled(t, refuse, nil)
	leaked := api.Secret{VaultID: aVault, DisplayName: "the one of wmlg-yy8v-y7mz", ShareCode: "WMLG-YY8V-Y7MZ",
		ShareURL: "https://acme.example/secrets/WMLG-YY8V-Y7MZ", Raw: api.NewOriginal([]byte(`{}`))}
	plan, err := Bind(RevokeSecret(CapacityOf(api.Identity{})), SecretTarget, Draft{}, leaked)
	if err != nil {
		t.Fatal(err)
	}
	told := runPlan(t, runner, plan)[0].Err.Error()
	if want := "you don't own [hidden], [hidden] or [hidden]"; !strings.Contains(told, want) {
		t.Errorf("it says %q, want %q", told, want)
	}
	if e := entriesOf(t, journal)[0]; e.Target.Name != "the one of [hidden]" ||
		!strings.Contains(e.Endings[0].Message, "you don't own [hidden]") {
		t.Errorf("the journal has %+v", e)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if lower := strings.ToLower(string(text)); err != nil || strings.Contains(lower, "yy8v") || strings.Contains(lower, "y7mz") {
			t.Errorf("%s, %v: %s", file, err, text)
		}
	}
}
