package cli

import (
	"encoding/hex"
	"strings"
	"testing"

	"gatehouse/cli/clitest"
	"gatehouse/credential/credentialtest"
	"gatehouse/tenant"
)

func TestCompletion(t *testing.T) {
	b := clitest.New(t, tenant.Options{}, command)
	b.NoEnvironment()
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		b.Wants(b.Run("completion", shell), 0, "gatehouse")
	}
	b.Configure("[tenants.acme]\nbase_url = \"https://acme.example\"\n[tenants.\"globex eu\"]\nbase_url = \"https://globex.example\"\n")
	for _, args := range [][]string{{"--tenant", ""}, {"revoke", "--tenant", ""}, {"login", "--tenant", "a"}} {
		b.Wants(b.Run(append([]string{"__complete"}, args...)...), 0)
		lines := strings.Split(b.Out.String(), "\n")
		want := []string{"acme", "globex eu", ":4", ""}
		if strings.Join(lines, "|") != strings.Join(want, "|") && !(args[0] == "login" && lines[0] == "acme") {
			t.Errorf("%q: got %q", args, lines)
		}
	}
	b.Wants(b.Run("__complete", "revoke", "--as", ""), 0, "creator\nadministrator\n")
	b.Wants(b.Run("__complete", "login", "--store", ""), 0, "keyring\nfile\n")
	b.Wants(b.Run("__complete", "revoke", ""), 0, ":4")
	b.Wants(b.Run("__complete", ""), 0, "revoke\t", "login\t", "logout\t", "config\t", "tenant\t", "completion\t")
	b.Configure("colour = 1\n")
	b.Wants(b.Run("__complete", "--tenant", ""), 0, ":4")
}

// The configuration may name the panes and actions that the console has, and no others, whichever command reads it.
func TestTheConfigurationNamesWhatTheConsoleHas(t *testing.T) {
	b := clitest.New(t, tenant.Options{}, command)
	b.Configure("[keys]\ntenant.owners = \"f9\"\n[views.a]\npane = \"keys\"\n")
	b.Wants(b.Run("config", "check"), 0, "fine")
	b.Configure("[keys]\nhooks.togle = \"t\"\n[views.a]\npane = \"owners\"\n")
	for _, verb := range []string{"check", "revoke"} {
		args := map[string][]string{"check": {"config", "check"}, "revoke": {"revoke", "--yes", "1234"}}[verb]
		b.Wants(b.Run(args...), 2, `2:7: unknown action "hooks.togle": did you mean "hooks.toggle"?`,
			`4:8: pane: unknown value "owners", wants one of hooks, webhooks, suggestions, secrets, history, roles, exporters, keys, toolsets`)
	}
}

// A private key that was put where anything else is wanted is refused there, makes no file, and is nowhere repeated.
func TestAKeyInTheWrongPlaceIsNotRepeated(t *testing.T) {
	key := credentialtest.NewKey()
	for _, secret := range []string{key.Secret, key.JWK, key.PEM, hex.EncodeToString([]byte(key.Secret))} {
		for _, args := range [][]string{
			{"config", "check", "--config", secret}, {"config", "init", "--config", secret}, {"config", "path", "--config", secret},
			{"revoke", "--tenant", secret},
			{"revoke", "--debug", secret, "x"}, {"login", "--url", secret}, {"login", "--expires", secret}, {"login", "--store", secret},
			{"login", "--device-client-id", secret},
			{"logout", "--url", secret}, {"revoke", "--as", secret, "x"}, {"--rows", secret}, {"--fault", secret}, {"tenant", "--listen", secret},
			{"--seed=" + secret}, {secret},
			{"--" + secret}, {"config", secret}, {"revoke", "--demo", secret}, {"revoke", "--demo", "https://acme.example/" + secret},
			{"completion", secret}, {"--read-only=" + secret},
		} {
			b := clitest.New(t, tenant.Options{}, command)
			b.NoEnvironment()
			if status := b.Run(args...); status == 0 && args[0] != "config" && args[0] != "completion" {
				t.Errorf("%.60q: status %d", args, status)
			}
			if key.In(b.Said()) || strings.Contains(b.Said(), secret) {
				t.Errorf("%.60q says\n%s", args, b.Said())
			}
			b.Leaks(map[string]string{"key": secret})
		}
		if strings.Contains(secret, "\x00") {
			continue
		}
		for _, name := range []string{"GATEHOUSE_CONFIG", "GATEHOUSE_TENANT", "GATEHOUSE_READ_ONLY", "XDG_CONFIG_HOME", "HTTPS_PROXY",
			"GATEHOUSE_BASE_URL", "GATEHOUSE_CLIENT_ID"} {
			b := clitest.New(t, tenant.Options{}, command)
			b.NoEnvironment()
			t.Setenv(name, secret)
			for _, args := range [][]string{{"config", "path"}, {"config", "check"}, {"revoke", "ABCD-EFGH-23K7"}} {
				if b.Run(args...); key.In(b.Said()) {
					t.Errorf("%s, %q says\n%s", name, args, b.Said())
				}
			}
			t.Setenv(name, "")
		}
	}
}
