package cli

import (
	"strings"
	"testing"

	"gatehouse/cli/clitest"
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
