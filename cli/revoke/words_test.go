package revoke_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/cli/clitest"
	"gatehouse/tenant"
)

// Tenant texts that spell the code in another way than it was given are masked, too.
func TestRevokeMasksEverySpelling(t *testing.T) {
	b := newBench(t, tenant.Options{})
	s := b.Secret(false)
	groups := strings.Split(strings.ToLower(s.ShareCode), "-")
	if err := b.Tenant.UpdateAs("secrets", s.VaultID, func(r map[string]any) {
		r["displayName"] = "first " + strings.Join(groups, " ") + " then " + strings.Join(groups, "%2D")
	}); err != nil {
		t.Fatal(err)
	}
	if status := b.Run("revoke", "--yes", s.VaultID); status != 0 {
		t.Errorf("status %d", status)
	}
	if said := b.Said(); !strings.Contains(said, "first [hidden] then [hidden]") || strings.Contains(said, groups[1]) {
		t.Errorf("it says\n%s", said)
	}
}

// The command that is proposed opens the tenant that this one opened.
func TestRevokeProposesACommandForTheSameTenant(t *testing.T) {
	b := newBench(t, tenant.Options{})
	start := time.Date(2026, 11, 28, 9, 30, 0, 0, time.UTC) // ids tell when a record was made
	id, now, fault := demoSecret(b, 7, start), start.Format(time.RFC3339), "DELETE /api/v1/** status=403"
	b.Wants(b.Run("revoke", "--demo", "--now", now, "--seed", "7", "--fault", fault, "--yes", id), 3,
		"\n  gatehouse revoke --demo --now "+now+" --seed 7 --fault '"+fault+"' --as administrator "+id+"\n")
	file := filepath.Join(b.Home, "it's mine.toml")
	text := fmt.Sprintf("[tenants.\"acme two\"]\nbase_url = %q\naccess_token_file = %q\n", b.Server.URL, filepath.Join(b.Home, "token"))
	for path, content := range map[string]string{file: text, filepath.Join(b.Home, "token"): b.Tenant.Token()} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GATEHOUSE_BASE_URL", "")
	t.Setenv("GATEHOUSE_ACCESS_TOKEN", "")
	s := b.Secret(true)
	b.Tenant.Faults().Add(tenant.Rule{Method: http.MethodDelete, Path: "/api/v1/secrets/*", Status: 403})
	b.Wants(b.Run("revoke", "--config", file, "--tenant", "acme two", "--yes", s.VaultID), 3,
		"\n  gatehouse revoke --config '"+b.Home+`/it'\''s mine.toml' --tenant 'acme two' --as administrator `+s.VaultID+"\n")
}

// demoSecret is an active secret of the caller's on the built-in tenant of that seed and start.
func demoSecret(b *clitest.Bench, seed uint64, start time.Time) string {
	b.T.Helper()
	demo := tenant.New(tenant.Options{Seed: seed, Start: start, Now: func() time.Time { return start }})
	for i := range demo.Size("secrets") {
		if s, _ := demo.Record("secrets", demo.SecretID(i)); s["creatorUserId"] == demo.UserID(0) && s["status"] == "SECRET_STATUS_ACTIVE" {
			return demo.SecretID(i)
		}
	}
	b.T.Fatal("the caller has no active secret")
	return ""
}

// A tenant that takes its time isn't taken for a command that hangs.
func TestRevokeGivesASignOfLife(t *testing.T) {
	for _, c := range []struct {
		hangs tenant.Rule
		says  string
	}{
		{tenant.Rule{Method: http.MethodGet, Path: "/api/v1/secrets-admin/*", Hang: true}, "Looking it up on "},
		{tenant.Rule{Method: http.MethodDelete, Path: "/api/v1/secrets/*", Hang: true}, "Revoking…"},
	} {
		b := newBench(t, tenant.Options{})
		b.Silence = time.Millisecond
		s := b.Secret(true)
		b.Tenant.Faults().Add(c.hangs)
		b.OnPrint = func(string) {
			if strings.Contains(b.Errors.String(), c.says) {
				b.Tenant.Faults().Reset() // only now it goes on
			}
		}
		b.Run("revoke", "--yes", s.VaultID)
		if said := b.Errors.String(); !strings.Contains(said, c.says) {
			t.Errorf("it doesn't say %q on standard error: %q", c.says, said)
		}
	}
}

func TestRevokeOfWhatIsEmptyAlready(t *testing.T) {
	b := newBench(t, tenant.Options{})
	s := b.Secret(true)
	for status, says := range map[string]string{
		"SECRET_STATUS_DATA_DELETED": "data deleted (its content is gone)",
		"SECRET_STATUS_BURNED":       "burned (its view limit was reached)",
	} {
		if err := b.Tenant.UpdateAs("secrets", s.VaultID, func(r map[string]any) {
			r["status"], r["contentDeleted"] = status, status == "SECRET_STATUS_DATA_DELETED"
		}); err != nil {
			t.Fatal(err)
		}
		b.Person = &clitest.Person{Confirms: []bool{false}}
		b.Wants(b.Run("revoke", s.VaultID), 1, says)
		emptied := strings.Contains(b.Said(), "Its content is deleted already. Revoking closes it for good, too.")
		if loses := strings.Contains(b.Said(), "Revoking deletes its content"); emptied == loses || emptied != strings.Contains(status, "DATA") {
			t.Errorf("%s: it says\n%s", status, b.Said())
		}
	}
}

func TestRevokeSaysThingsOnceAndPlainly(t *testing.T) {
	b := newBench(t, tenant.Options{})
	b.Wants(b.Run("revoke", "--yes", "ABCD-EFGH-23K7"), 4,
		"There is no secret for this share code here. Check that all of it was copied. (The tenant answered 404, request ")
	if said := b.Said(); strings.Contains(said, "GET ") || strings.Contains(said, "no such record") {
		t.Errorf("it says\n%s", said)
	}
	b.Wants(b.Run("revoke", "--yes=maybe", "ABCD-EFGH-23K7"), 2, `invalid argument "maybe" for "-y, --yes" flag: it wants true or false`)
	b.Wants(b.Run("revoke", "--demo", "--rows=many", "ABCD-EFGH-23K7"), 2, `invalid argument "many" for "--rows" flag: it wants a number`)
	b.Wants(b.Run("revoke", "--help"), 0, "130 ended with ctrl+c before the secrets were shown")
	s := b.Secret(true)
	if err := os.MkdirAll(filepath.Join(b.Home, ".state", "gatehouse", "journal.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	b.Wants(b.Run("revoke", "--yes", s.VaultID), 0, "The journal can't be written")
	if said := b.Said(); strings.Contains(said, "doesn't have this") || strings.Count(said, "ournal can't") != 1 ||
		!strings.Contains(said, "This is done without it.") {
		t.Errorf("it says\n%s", said)
	}
}
