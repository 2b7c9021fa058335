package configcmd_test

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
	b.NoEnvironment()
	path := filepath.Join(b.Home, ".config", "gatehouse", "config.toml")
	b.Wants(b.Run("config", "path"), 0, `"gatehouse config init" creates it`)
	if b.Out.String() != path+"\n" {
		t.Errorf("got %q, want %q", b.Out.String(), path)
	}
	b.Wants(b.Run("config", "check"), 0, "There is no file "+path)
	b.Wants(b.Run("config", "init"), 0, "Wrote "+path)
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../config.example.toml")
	if err != nil || string(got) != string(want) {
		t.Errorf("it is not the example: %v", err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v", info, err)
	}
	b.Wants(b.Run("config", "check"), 0, path+": fine", "opens the demo, because of no configuration")
	b.Configure("page_size = 50\n")
	b.Wants(b.Run("config", "init"), 1, path+" is there already; nothing was changed")
	if got, err := os.ReadFile(path); err != nil || string(got) != "page_size = 50\n" {
		t.Errorf("it was changed: %q, %v", got, err)
	}
}

// A link that leads nowhere is something, too: whoever made it means another place.
func TestConfigInitFollowsNoLink(t *testing.T) {
	b := newBench(t, tenant.Options{})
	elsewhere := filepath.Join(b.Home, "elsewhere.toml")
	link := filepath.Join(b.Home, "link.toml")
	if err := os.Symlink(elsewhere, link); err != nil {
		t.Skip("this system makes no links")
	}
	b.Wants(b.Run("config", "init", "--config", link), 1, "is there already")
	if _, err := os.Stat(elsewhere); err == nil {
		t.Error("the link was followed")
	}
}

func TestConfigNamed(t *testing.T) {
	b := newBench(t, tenant.Options{})
	b.NoEnvironment()
	named, other := filepath.Join(b.Home, "sub", "named.toml"), filepath.Join(b.Home, "other.toml")
	t.Setenv("GATEHOUSE_CONFIG", other)
	b.Wants(b.Run("config", "path"), 0, other)
	b.Wants(b.Run("--config", named, "config", "init"), 0, "Wrote "+named)
	b.Wants(b.Run("config", "path", "--config", named), 0)
	if b.Out.String() != named+"\n" || b.Errors.String() != "" {
		t.Errorf("got %q, %q", b.Out.String(), b.Errors.String())
	}
	b.Wants(b.Run("config", "check", "--config", named), 0, named+": fine")
	b.Wants(b.Run("config", "check"), 2, "named by GATEHOUSE_CONFIG can't be opened")
	b.Wants(b.Run("config", "frobnicate"), 2, `unknown command "frobnicate"; see gatehouse config --help`)
}

func TestConfigCheck(t *testing.T) {
	b := newBench(t, tenant.Options{})
	b.NoEnvironment()
	path := filepath.Join(b.Home, ".config", "gatehouse", "config.toml")
	b.Configure("page_size = 5\ncolour = \"\x1b[31m\"\n[tenants.acme]\nbase_url = \"ftp://acme.example\"\n")
	b.Wants(b.Run("config", "check"), 2)
	want := path + ":1:13: page_size: got 5, wants a whole number from 10 to 100\n" + path + ":2:"
	if got := b.Out.String(); !strings.HasPrefix(got, want) || strings.Contains(got, "\x1b") || b.Errors.String() != "" {
		t.Errorf("got %q and %q", got, b.Errors.String())
	}
	b.Configure("[tenants.acme]\nbase_url = \"https://acme.example\"\n[tenants.globex]\nbase_url = \"https://globex.example\"\n")
	b.Wants(b.Run("config", "check"), 0, ": fine", "name one with --tenant, or set default_tenant")
	b.Wants(b.Run("config", "check", "--tenant", "globex"), 0, "opens globex (https://globex.example), because of --tenant")
	b.Wants(b.Run("config", "check", "--tenant", "globox"), 2, `did you mean "globex"?`)
	t.Setenv("CONDUCTORONE_CLIENT_ID", "a@vendor.example/x")
	b.Configure("default_tenant = \"acme\"\n[tenants.acme]\nbase_url = \"https://acme.example\"\n")
	b.Wants(b.Run("config", "check"), 0, "opens acme (https://acme.example), because of config: default_tenant, passing over "+
		"CONDUCTORONE_CLIENT_ID")
}

// The check does what a start does short of connecting, for the files of every tenant.
func TestConfigCheckLooksAtWhatIsNamed(t *testing.T) {
	b := newBench(t, tenant.Options{})
	b.NoEnvironment()
	path := filepath.Join(b.Home, ".config", "gatehouse", "config.toml")
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(b.Home, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	key := credentialtest.NewKey()
	tenants := func(more string) string {
		return "default_tenant = \"acme\"\n[tenants.acme]\nbase_url = \"https://acme.example\"\naccess_token_file = \"" +
			write("token", "CANARY\n") +
			"\"\n[tenants.other]\nclient_id = \"a@other.example/x\"\n" + more
	}
	for more, want := range map[string]string{
		"client_secret_file = \"/nowhere/secret\"": ":7:22: the credentials of tenant other: stat " +
			"/nowhere/secret: no such file",
		"client_secret_file = \"" + write("key", "export SECRET="+key.Secret) + "\"": "holds a signing key, but not alone",
		"client_secret_env = \"S\"\nca_file = \"/nowhere/ca.pem\"": ":8:11: ca_file: the certificate authority file " +
			"can't be read",
		"client_secret_env = \"S\"\nca_file = \"" + write("ca", "hello\n") + "\"":         "holds no PEM certificate",
		"client_secret_env = \"S\"\nca_file = \"" + write("key.pem", key.PEM) + "\"":      "holds a private key and no certificate",
		"client_secret_env = \"S\"\nca_file = \"" + write("wide", "\xff\xfe-\x00") + "\"": "is saved as UTF-16",
	} {
		b.Configure(tenants(more))
		b.Wants(b.Run("config", "check"), 2)
		if got := b.Out.String(); !strings.HasPrefix(got, path+":") || !strings.Contains(got, want) || strings.Contains(got, "fine") ||
			key.In(got) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	b.Configure(tenants("client_secret_env = \"S\""))
	b.Wants(b.Run("config", "check"), 0, ": fine", "opens acme")
	b.Wants(b.Run("config", "check", "--tenant", "other"), 2, "the environment variable S is not set")
	t.Setenv("GATEHOUSE_CLIENT_ID", "a@own.example/x")
	t.Setenv("GATEHOUSE_CLIENT_SECRET", key.JWK)
	b.Configure("page_size = 50\n")
	b.Wants(b.Run("config", "check"), 2, "holds a private key in JSON")
}
