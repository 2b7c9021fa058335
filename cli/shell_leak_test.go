package cli

import (
	"encoding/base64"
	"encoding/hex"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/tenant"
)

// spellings are the ways in which a secret text could be written down.
func spellings(secret string) []string {
	plain := strings.ReplaceAll(secret, "-", "")
	all := []string{url.QueryEscape(secret), base64.StdEncoding.EncodeToString([]byte(secret)), base64.RawURLEncoding.EncodeToString([]byte(secret)), hex.EncodeToString([]byte(secret))}
	for _, text := range []string{secret, plain} {
		all = append(all, text, strings.ToLower(text), strings.ToUpper(text))
	}
	return all
}

// leaks fails for every secret that stands in what was printed or in a file, but for the files in kept.
func (b *bench) leaks(secrets map[string]string, kept ...string) {
	b.t.Helper()
	texts := map[string]string{"printed": b.said()}
	err := filepath.WalkDir(b.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, k := range kept {
			if path == k {
				return nil
			}
		}
		text, err := os.ReadFile(path)
		texts[path] = string(text)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	for where, text := range texts {
		for what, secret := range secrets {
			for _, spelling := range spellings(secret) {
				if strings.Contains(text, spelling) {
					b.t.Errorf("%s: the %s is there as %q:\n%.2000s", where, what, spelling, text)
					break
				}
			}
		}
	}
}

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
			s := b.secret(false)
			echo := "your request with " + s.ShareCode + " and Bearer " + b.tenant.Token() + " failed, see " + s.ShareURL
			if strings.Contains(rule.Path, "code") {
				echo += " or " + strings.ToLower(strings.ReplaceAll(s.ShareCode, "-", ""))
			}
			if err := b.tenant.UpdateAs("secrets", s.VaultID, func(r map[string]any) { r["displayName"] = "the secret of " + s.ShareURL }); err != nil {
				t.Fatal(err)
			}
			if rule.Path != "" {
				rule.Message = echo
				b.tenant.Faults().Add(rule)
			}
			secrets := map[string]string{"share code": s.ShareCode, "token": b.tenant.Token()}
			log := filepath.Join(b.home, "debug.log")
			for _, args := range [][]string{{"--yes", s.ShareURL}, {"--yes", "--json", s.ShareCode}, {"--json"}, {"--yes", s.ShareURL, "https://evil.example/" + s.ShareCode}, {"--yes", s.ShareCode + " " + s.VaultID}} {
				b.person = &person{types: []string{"<" + s.ShareURL + "|secret>"}, confirms: []bool{true, true}}
				status := b.run(append([]string{"revoke", "--debug", log}, args...)...)
				if rule.Path == "" && status == 1 {
					t.Errorf("%d:\n%s", status, b.said())
				}
				b.leaks(secrets)
			}
			if info, err := os.Stat(log); err != nil || info.Size() == 0 || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("the log: %v, %v", info, err)
			}
		})
	}
}

func TestLoginLeaksNothing(t *testing.T) {
	for name, rule := range map[string]tenant.Rule{
		"all is well":                {},
		"the check fails":            {Path: "/api/v1/auth/introspect", Status: 500},
		"the credential is refused":  {Path: "/auth/v1/token", Skip: 1, Status: 401},
		"the token is refused":       {Path: "/api/v1/**", Status: 401},
		"the answer holds no client": {Path: "/api/v1/iam/personal_clients", Body: `{"clientSecret":"CANARY-SECRET"}`},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, tenant.Options{Now: time.Now})
			b.noEnvironment()
			b.approve(true)
			rule.Message = "client_secret=" + b.tenant.ClientSecret() + " Bearer " + b.tenant.Token()
			if rule.Path != "" {
				b.tenant.Faults().Add(rule)
			}
			log := filepath.Join(b.home, "debug.log")
			secrets := map[string]string{"canary": "CANARY-SECRET", "client secret": b.tenant.ClientSecret(), "signing key": b.tenant.SigningSecret(), "token": b.tenant.Token()}
			for _, store := range []string{"file", "keyring"} {
				b.run("login", "--url", b.server.URL, "--debug", log, "--store", store)
				file := b.loginFile()
				if file != "" {
					text, err := os.ReadFile(file)
					if err != nil {
						t.Fatal(err)
					}
					secrets["bought secret"] = secretIn(t, string(text))
				}
				b.leaks(secrets, file)
				b.person = &person{types: []string{b.tenant.ClientID(b.host()), b.tenant.ClientSecret()}}
				b.run("login", "--paste", "--url", b.server.URL, "--debug", log, "--store", store)
				b.leaks(secrets, b.loginFile())
			}
			b.run("logout", "--url", b.server.URL, "--debug", log)
			b.leaks(secrets)
		})
	}
}

// With and without a debug log, the same is sent and printed.
func TestDebugChangesNothing(t *testing.T) {
	type outcome struct{ out, errors, sent string }
	run := func(args ...string) outcome {
		b := newBench(t, tenant.Options{})
		s := b.secret(true)
		b.wants(b.run(append([]string{"revoke", "--yes", s.VaultID}, args...)...), 0)
		hide := strings.NewReplacer(b.host(), "HOST")
		return outcome{hide.Replace(b.out.String()), b.errors.String(), strings.Join(b.sent(), "\n")}
	}
	plain, debugged := run(), run("--debug", filepath.Join(t.TempDir(), "log"))
	if plain != debugged {
		t.Errorf("without:\n%+v\nwith:\n%+v", plain, debugged)
	}
}
