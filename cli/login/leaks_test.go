package login_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"gatehouse/cli/clitest"
	"gatehouse/tenant"
)

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
			b.NoEnvironment()
			b.Approve(true)
			rule.Message = "client_secret=" + b.Tenant.ClientSecret() + " Bearer " + b.Tenant.Token()
			if rule.Path != "" {
				b.Tenant.Faults().Add(rule)
			}
			log := filepath.Join(b.Home, "debug.log")
			secrets := map[string]string{"canary": "CANARY-SECRET", "client secret": b.Tenant.ClientSecret(),
				"signing key": b.Tenant.SigningSecret(), "token": b.Tenant.Token()}
			for _, store := range []string{"file", "keyring"} {
				b.Run("login", "--url", b.Server.URL, "--debug", log, "--store", store)
				file := b.LoginFile()
				if file != "" {
					text, err := os.ReadFile(file)
					if err != nil {
						t.Fatal(err)
					}
					secrets["bought secret"] = clitest.SecretIn(t, string(text))
				}
				b.Leaks(secrets, file)
				b.Person = &clitest.Person{Types: []string{b.Tenant.ClientID(b.Host()), b.Tenant.ClientSecret()}}
				b.Run("login", "--paste", "--url", b.Server.URL, "--debug", log, "--store", store)
				b.Leaks(secrets, b.LoginFile())
			}
			b.Run("logout", "--url", b.Server.URL, "--debug", log)
			b.Leaks(secrets)
		})
	}
}
