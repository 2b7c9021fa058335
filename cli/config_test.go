package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gatehouse/credential/credentialtest"
	"gatehouse/tenant"
)

func TestConfigInit(t *testing.T) {
	b := newBench(t, tenant.Options{})
	b.noEnvironment()
	path := filepath.Join(b.home, ".config", "gatehouse", "config.toml")
	b.wants(b.run("config", "path"), 0, `"gatehouse config init" creates it`)
	if b.out.String() != path+"\n" {
		t.Errorf("got %q, want %q", b.out.String(), path)
	}
	b.wants(b.run("config", "check"), 0, "There is no file "+path)
	b.wants(b.run("config", "init"), 0, "Wrote "+path)
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../config.example.toml")
	if err != nil || string(got) != string(want) {
		t.Errorf("it is not the example: %v", err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v", info, err)
	}
	b.wants(b.run("config", "check"), 0, path+": fine", "opens the demo, because of no configuration")
	b.configure("page_size = 50\n")
	b.wants(b.run("config", "init"), 1, path+" is there already; nothing was changed")
	if got, err := os.ReadFile(path); err != nil || string(got) != "page_size = 50\n" {
		t.Errorf("it was changed: %q, %v", got, err)
	}
}

// A link that leads nowhere is something, too: whoever made it means another place.
func TestConfigInitFollowsNoLink(t *testing.T) {
	b := newBench(t, tenant.Options{})
	elsewhere := filepath.Join(b.home, "elsewhere.toml")
	link := filepath.Join(b.home, "link.toml")
	if err := os.Symlink(elsewhere, link); err != nil {
		t.Skip("this system makes no links")
	}
	b.wants(b.run("config", "init", "--config", link), 1, "is there already")
	if _, err := os.Stat(elsewhere); err == nil {
		t.Error("the link was followed")
	}
}

func TestConfigNamed(t *testing.T) {
	b := newBench(t, tenant.Options{})
	b.noEnvironment()
	named, other := filepath.Join(b.home, "sub", "named.toml"), filepath.Join(b.home, "other.toml")
	t.Setenv("GATEHOUSE_CONFIG", other)
	b.wants(b.run("config", "path"), 0, other)
	b.wants(b.run("--config", named, "config", "init"), 0, "Wrote "+named)
	b.wants(b.run("config", "path", "--config", named), 0)
	if b.out.String() != named+"\n" || b.errors.String() != "" {
		t.Errorf("got %q, %q", b.out.String(), b.errors.String())
	}
	b.wants(b.run("config", "check", "--config", named), 0, named+": fine")
	b.wants(b.run("config", "check"), 2, "named by GATEHOUSE_CONFIG can't be opened")
	b.wants(b.run("config", "frobnicate"), 2, "unknown command")
}

func TestConfigCheck(t *testing.T) {
	b := newBench(t, tenant.Options{})
	b.noEnvironment()
	path := filepath.Join(b.home, ".config", "gatehouse", "config.toml")
	b.configure("page_size = 5\ncolour = \"\x1b[31m\"\n[tenants.acme]\nbase_url = \"ftp://acme.example\"\n")
	b.wants(b.run("config", "check"), 2)
	want := path + ":1:13: page_size: got 5, wants a whole number from 10 to 100\n" + path + ":2:"
	if got := b.out.String(); !strings.HasPrefix(got, want) || strings.Contains(got, "\x1b") || b.errors.String() != "" {
		t.Errorf("got %q and %q", got, b.errors.String())
	}
	b.configure("[tenants.acme]\nbase_url = \"https://acme.example\"\n[tenants.globex]\nbase_url = \"https://globex.example\"\n")
	b.wants(b.run("config", "check"), 0, ": fine", "name one with --tenant, or set default_tenant")
	b.wants(b.run("config", "check", "--tenant", "globex"), 0, "opens globex (https://globex.example), because of --tenant")
	b.wants(b.run("config", "check", "--tenant", "globox"), 2, `did you mean "globex"?`)
	t.Setenv("CONDUCTORONE_CLIENT_ID", "a@vendor.example/x")
	b.configure("default_tenant = \"acme\"\n[tenants.acme]\nbase_url = \"https://acme.example\"\n")
	b.wants(b.run("config", "check"), 0, "opens acme (https://acme.example), because of config: default_tenant, passing over CONDUCTORONE_CLIENT_ID")
}

func TestCompletion(t *testing.T) {
	b := newBench(t, tenant.Options{})
	b.noEnvironment()
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		b.wants(b.run("completion", shell), 0, "gatehouse")
	}
	b.configure("[tenants.acme]\nbase_url = \"https://acme.example\"\n[tenants.\"globex eu\"]\nbase_url = \"https://globex.example\"\n")
	for _, args := range [][]string{{"--tenant", ""}, {"revoke", "--tenant", ""}, {"login", "--tenant", "a"}} {
		b.wants(b.run(append([]string{"__complete"}, args...)...), 0)
		lines := strings.Split(b.out.String(), "\n")
		want := []string{"acme", "globex eu", ":4", ""}
		if strings.Join(lines, "|") != strings.Join(want, "|") && !(args[0] == "login" && lines[0] == "acme") {
			t.Errorf("%q: got %q", args, lines)
		}
	}
	b.wants(b.run("__complete", "revoke", "--as", ""), 0, "creator\nadministrator\n")
	b.wants(b.run("__complete", "login", "--store", ""), 0, "keyring\nfile\n")
	b.wants(b.run("__complete", "revoke", ""), 0, ":4")
	b.wants(b.run("__complete", ""), 0, "revoke\t", "login\t", "logout\t", "config\t", "tenant\t", "completion\t")
	b.configure("colour = 1\n")
	b.wants(b.run("__complete", "--tenant", ""), 0, ":4")
}

// The check does what a start does short of connecting, for the files of every tenant.
func TestConfigCheckLooksAtWhatIsNamed(t *testing.T) {
	b := newBench(t, tenant.Options{})
	b.noEnvironment()
	path := filepath.Join(b.home, ".config", "gatehouse", "config.toml")
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(b.home, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	key := credentialtest.NewKey()
	tenants := func(more string) string {
		return "default_tenant = \"acme\"\n[tenants.acme]\nbase_url = \"https://acme.example\"\naccess_token_file = \"" + write("token", "CANARY\n") +
			"\"\n[tenants.other]\nclient_id = \"a@other.example/x\"\n" + more
	}
	for more, want := range map[string]string{
		"client_secret_file = \"/nowhere/secret\"":                                        ":7:22: the credentials of tenant other: stat /nowhere/secret: no such file",
		"client_secret_file = \"" + write("key", "export SECRET="+key.Secret) + "\"":      "holds a signing key, but not alone",
		"client_secret_env = \"S\"\nca_file = \"/nowhere/ca.pem\"":                        ":8:11: ca_file: the certificate authority file can't be read",
		"client_secret_env = \"S\"\nca_file = \"" + write("ca", "hello\n") + "\"":         "holds no PEM certificate",
		"client_secret_env = \"S\"\nca_file = \"" + write("key.pem", key.PEM) + "\"":      "holds a private key and no certificate",
		"client_secret_env = \"S\"\nca_file = \"" + write("wide", "\xff\xfe-\x00") + "\"": "is saved as UTF-16",
	} {
		b.configure(tenants(more))
		b.wants(b.run("config", "check"), 2)
		if got := b.out.String(); !strings.HasPrefix(got, path+":") || !strings.Contains(got, want) || strings.Contains(got, "fine") || key.In(got) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	b.configure(tenants("client_secret_env = \"S\""))
	b.wants(b.run("config", "check"), 0, ": fine", "opens acme")
	b.wants(b.run("config", "check", "--tenant", "other"), 2, "the environment variable S is not set")
	t.Setenv("GATEHOUSE_CLIENT_ID", "a@own.example/x")
	t.Setenv("GATEHOUSE_CLIENT_SECRET", key.JWK)
	b.configure("page_size = 50\n")
	b.wants(b.run("config", "check"), 2, "holds a private key in JSON")
}
