package revoke_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/cli/clitest"
	"gatehouse/tenant"
)

// Neither share codes and URLs nor credentials are in anything that is printed or written, whatever the tenant answers.
func TestRevokeLeaksNothing(t *testing.T) {
	for name, rule := range map[string]tenant.Rule{
		"all is well":          {},
		"the lookup fails":     {Path: "/api/v1/secrets/code/*", Status: 500},
		"no such code":         {Path: "/api/v1/secrets/code/*", Status: 404, Code: 5},
		"no answer":            {Path: "/api/v1/secrets/code/*", DropBefore: true},
		"a redirect":           {Path: "/api/v1/secrets/code/*", Redirect: "https://evil.example/"},
		"HTML":                 {Path: "/api/v1/secrets/code/*", HTML: true},
		"the revoking fails":   {Method: http.MethodDelete, Path: "**", Status: 400},
		"the answer is lost":   {Method: http.MethodDelete, Path: "**", DropAfter: true},
		"the token is refused": {Path: "**", Status: 401},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, tenant.Options{})
			s := b.Secret(false)
			echo := "your request with " + s.ShareCode + " and Bearer " + b.Tenant.Token() + " failed, see " + s.ShareURL
			if strings.Contains(rule.Path, "code") {
				echo += " or " + strings.ToLower(strings.ReplaceAll(s.ShareCode, "-", ""))
			}
			if err := b.Tenant.UpdateAs("secrets", s.VaultID, func(r map[string]any) {
				r["displayName"] = "the secret of " +
					s.ShareURL
			}); err != nil {
				t.Fatal(err)
			}
			if rule.Path != "" {
				rule.Message = echo
				b.Tenant.Faults().Add(rule)
			}
			secrets := map[string]string{"share code": s.ShareCode, "token": b.Tenant.Token()}
			log := filepath.Join(b.Home, "debug.log")
			for _, args := range [][]string{{"--yes", s.ShareURL}, {"--yes", "--json", s.ShareCode}, {"--json"},
				{"--yes", s.ShareURL, "https://evil.example/" + s.ShareCode}, {"--yes", s.ShareCode + " " + s.VaultID}} {
				b.Person = &clitest.Person{Types: []string{"<" + s.ShareURL + "|secret>"}, Confirms: []bool{true, true}}
				status := b.Run(append([]string{"revoke", "--debug", log}, args...)...)
				if rule.Path == "" && status == 1 {
					t.Errorf("%d:\n%s", status, b.Said())
				}
				b.Leaks(secrets)
			}
			if info, err := os.Stat(log); err != nil || info.Size() == 0 || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("the log: %v, %v", info, err)
			}
		})
	}
}

// With and without a debug log, the same is sent and printed.
func TestDebugChangesNothing(t *testing.T) {
	type outcome struct{ out, errors, sent string }
	run := func(args ...string) outcome {
		b := newBench(t, tenant.Options{})
		s := b.Secret(true)
		b.Wants(b.Run(append([]string{"revoke", "--yes", s.VaultID}, args...)...), 0)
		hide := strings.NewReplacer(b.Host(), "HOST")
		return outcome{hide.Replace(b.Out.String()), b.Errors.String(), strings.Join(b.Sent(), "\n")}
	}
	plain, debugged := run(), run("--debug", filepath.Join(t.TempDir(), "log"))
	if plain != debugged {
		t.Errorf("without:\n%+v\nwith:\n%+v", plain, debugged)
	}
}
