package config

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/credential/credentialtest"
	"gatehouse/keymap"
)

// write puts a configuration file into a folder of its own.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var testPalette = Palette{
	Roles: []string{"accent", "bad", "border"},
	Color: func(c string) error {
		if c == "red" || c == "#ff5f5f" {
			return nil
		}
		return fmt.Errorf("unknown colour %q", c)
	},
}

var testPanes = Panes{
	Views: []string{"hooks", "secrets", "suggestions"},
	Keys: func() *keymap.Map {
		return keymap.New(keymap.Panes{Own: [][]keymap.Binding{{
			keymap.Bind(keymap.PaneScope("hooks", "Hooks"), "hooks.toggle", "on/off", "Turn the hook on or off.", "t"),
		}}})
	},
}

func load(t *testing.T, text string) *Config {
	t.Helper()
	c, err := Load(write(t, text), testPalette, testPanes)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// everything sets every sort of option.
const everything = `
default_tenant = "acme"
page_size = 50
refresh = "90s"
mouse = true
fps = 60
concurrency = 4
clipboard = "osc52"
theme = { name = "dark", colors.bad = "#ff5f5f" }

[keys]
cursor.down = ["J", "down"]
"journal" = "none"

[tenants.acme]
client_id = "x-1@Acme.example/pcc"
client_secret_command = ["pass", "show", "acme"]
auth = "client_secret"
read_only = true
accent = "red"
ca_file = "extra.pem"
device_client_id = "own"

[tenants."the other"]
base_url = "http://127.0.0.1:8080/"
access_token_env = "OTHER_TOKEN"

[views.soon]
pane = "secrets"
filter = "status:active"
sort = "-expires"
only = ["sharing: external"]
`

func TestLoadEverything(t *testing.T) {
	c := load(t, everything)
	if c.Default != "acme" || c.PageSize != 50 || c.Refresh != 90*time.Second || !c.Mouse || c.FPS != 60 || c.Concurrency != 4 ||
		c.Clipboard != ClipboardOSC52 || c.Theme.Name != "dark" || c.Theme.Colors["bad"] != "#ff5f5f" {
		t.Errorf("got %+v", c)
	}
	if c.Keymap.Label("cursor.down") != "J" || c.Keymap.Label("journal") != "" || c.Keymap.Label("cursor.up") != "k" {
		t.Error("the keys were not taken")
	}
	if len(c.Tenants) != 2 || c.Tenants[0].Name != "acme" || c.Tenants[1].Name != "the other" {
		t.Fatalf("tenants: %+v", c.Tenants)
	}
	acme, other := c.Tenants[0], c.Tenants[1]
	if acme.BaseURL != "https://acme.example" || acme.Auth != AuthClientSecret || !acme.ReadOnly || acme.Accent != "red" ||
		acme.DeviceClientID != "own" || acme.CAFile != filepath.Join(filepath.Dir(c.Path), "extra.pem") ||
		acme.Secret.Kind != SourceCommand || !slices.Equal(acme.Secret.Command, []string{"pass", "show", "acme"}) || acme.Token.Set() {
		t.Errorf("acme: %+v", acme)
	}
	if acme.Pos != (Pos{15, 10}) {
		t.Errorf("acme stands at %v", acme.Pos)
	}
	if other.BaseURL != "http://127.0.0.1:8080" || other.Auth != AuthAuto || other.Token.Kind != SourceEnvironment ||
		other.Token.Name != "OTHER_TOKEN" {
		t.Errorf("other: %+v", other)
	}
	want := View{Name: "soon", Pane: "secrets", Filter: "status:active", Sort: "expires", Descending: true,
		Only: []string{"sharing: external"}, Pos: Pos{28, 8}}
	if len(c.Views) != 1 || !reflect.DeepEqual(c.Views[0], want) {
		t.Errorf("views: %+v", c.Views)
	}
}

func TestLoadDefaults(t *testing.T) {
	for _, text := range []string{"", "\n# nothing\n", "\r\n"} {
		c := load(t, text)
		if c.PageSize != 100 || c.Refresh != 0 || c.Mouse || c.FPS != 120 || c.Concurrency != 8 || c.Clipboard != "auto" ||
			c.Theme.Name != "auto" || c.Keymap != nil || len(c.Tenants) != 0 {
			t.Errorf("%q: got %+v", text, c)
		}
	}
	for text, want := range map[string]time.Duration{"90s": 90 * time.Second, "18m": 18 * time.Minute, "a day": 24 * time.Hour,
		"2 minutes": 2 * time.Minute, "24h": 24 * time.Hour, "1h 30m": 90 * time.Minute} {
		if c := load(t, "refresh = \""+text+"\""); c.Refresh != want {
			t.Errorf("refresh %s: %v", text, c.Refresh)
		}
	}
	if c := load(t, `refresh = "off"`); c.Refresh != 0 {
		t.Error("off is not off")
	}
}

func TestLooseFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	inline := "[tenants.acme]\nclient_id = \"a@acme.example/x\"\nclient_secret = \"CANARY\"\n"
	path := write(t, inline)
	if _, err := Load(path, testPalette, testPanes); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []os.FileMode{0o640, 0o604, 0o620} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, err := Load(path, testPalette, testPanes)
		want := path + ":3:17: this file holds a secret, but others can read or change it: run chmod 600 " + path
		if err == nil || err.Error() != want {
			t.Errorf("%v: got %v, want %s", mode, err, want)
		}
	}
	// A file without secrets may be read by anybody.
	path = write(t, goodTenant)
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path, testPalette, testPanes); err != nil {
		t.Error(err)
	}
	// The file that a source names is held to the same.
	path = write(t, "[tenants.acme]\nclient_id = \"a@acme.example/x\"\nclient_secret_file = \"it's.secret\"\n")
	secret := filepath.Join(filepath.Dir(path), "it's.secret")
	if err := os.WriteFile(secret, []byte("CANARY\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(secret, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Load(path, testPalette, testPanes)
	if err == nil || !strings.HasPrefix(err.Error(), path+
		":3:22: client_secret_file: the file holds a secret, but others can read or change it: run chmod 600 '") ||
		!strings.HasSuffix(err.Error(), `/it'\''s.secret'`) {
		t.Errorf("got %v", err)
	}
}

func TestLoadUnreadable(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(dir, Palette{}, Panes{}); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Load(filepath.Join(dir, "none"), Palette{}, Panes{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	big := write(t, strings.Repeat("# a long comment\n", fileSize/10))
	if _, err := Load(big, Palette{}, Panes{}); err == nil || !strings.Contains(err.Error(), "longer than 256 KiB") {
		t.Errorf("a big file: %v", err)
	}
	if _, err := Load(write(t, "mouse = true # \xff\n"), Palette{}, Panes{}); err == nil {
		t.Error("a file that is not UTF-8 was taken")
	}
}

func FuzzLoad(f *testing.F) {
	for _, s := range []string{
		"", "mouse = true\n", goodTenant, "[[tenants]]\n[tenants.a]\n", "a.b.c = {d = [1, {e = 2}]}\n[a]\n[a.b]\n", "[keys]\na.\"b\" = [[]]\n",
		"theme = 1\n[theme.colors]\n", "x = '''\n", "[tenants]\nacme = {base_url = \"https://a.example\", access_token = \"t\"}\n",
		"[views.x]\npane=\"hooks\"\nsort=\"-\"\n", "\xef\xbb\xbfmouse = true", "a = [[[[", "x = 1979-05-27T07:32:00Z", "[a]\n[[a]]\n[a.b]",
		"\x000\x000", "\x00\x00\x000",
	} {
		f.Add([]byte(s))
	}
	path := filepath.Join(f.TempDir(), "config.toml")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(path, testPalette, testPanes)
		if bytes.IndexByte(data, 0) >= 0 && err != nil && strings.HasSuffix(err.Error(), ": save it as UTF-8") {
			return // the whole of it, so there is no place to name
		}
		var problems Problems
		if err != nil && (c != nil || !errors.As(err, &problems)) {
			t.Fatalf("got %v and %v", c, err)
		}
		lines := strings.Count(string(data), "\n") + 1
		for _, p := range problems {
			if p.Line < 1 || p.Line > lines || p.Column < 1 || p.Message == "" {
				t.Fatalf("a problem without a place: %+v", p)
			}
		}
		if err == nil {
			if _, err := Select(c, Flags{}, func(string) string { return "" }); err != nil && len(c.Tenants) < 2 {
				t.Fatal(err)
			}
		}
	})
}

// Editors leave byte order marks; another encoding is named.
func TestEncodings(t *testing.T) {
	write := func(text string) string {
		path := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if c, err := Load(write("\ufeffpage_size = 50\n"), Palette{}, Panes{}); err != nil || c.PageSize != 50 {
		t.Errorf("got %v", err)
	}
	if _, err := Load(write("\ufeffpage_size = 5\n"), Palette{}, Panes{}); err == nil || !strings.Contains(err.Error(), ":1:13: page_size") {
		t.Errorf("got %v", err)
	}
	for _, text := range []string{"\xff\xfep\x00a\x00", "\xfe\xff\x00p\x00a", "p\x00a\x00g\x00e\x00"} {
		if _, err := Load(write(text), Palette{}, Panes{}); err == nil || !strings.Contains(err.Error(), "is saved as UTF-16: save it as UTF-8") {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

// A key in a slot of the file is told with its place, and not repeated.
func TestKeysInTheWrongSlot(t *testing.T) {
	key := credentialtest.NewKey()
	for option, want := range map[string]string{
		"client_id = \"" + key.Secret + "\"\nclient_secret_env = \"S\"": "3:13: client_id: the client id " +
			"holds a signing key, which belongs",
		"client_id = \"a@acme.example/x\"\nclient_secret = \"SECRET=" + key.Secret +
			"\"": "4:17: client_secret: the client secret holds a signing key, but not alone",
		"access_token = \"" + key.Secret + "\"": "3:16: access_token: the access " +
			"token holds a signing key",
		"auth = \"client_secret\"\nclient_id = \"a@acme.example/x\"\nclient_secret = '" + key.JWK +
			"'": "5:17: client_secret: the client secret holds a private key in JSON",
		"access_token_env = \"T\"\ndevice_client_id = \"" + key.Secret + "\"": "4:20: device_client_id: the client id holds a signing key",
	} {
		path := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(path, []byte("[tenants.acme]\nbase_url = \"https://acme.example\"\n"+option+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Load(path, Palette{}, Panes{})
		if err == nil || !strings.Contains(err.Error(), want) || key.In(err.Error()) {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// A key that was put where its place belongs is refused there, and no message repeats it.
func TestAKeyInAnotherPlaceIsNotShown(t *testing.T) {
	key := credentialtest.NewKey()
	for text, says := range map[string]string{
		"client_secret_env = %q":                  "client_secret_env: holds a private key itself",
		"client_secret_file = %q":                 "client_secret_file: holds a private key itself",
		"client_secret_command = [\"echo\", %q]":  "client_secret_command: holds a private key itself",
		"client_secret_keyring = \"gatehouse/\" ": "client_secret_keyring: wants",
		"client_secret_keyring = %q":              "client_secret_keyring: holds a private key itself",
		"auth = %q":                               "auth: holds a private key itself", "%q = 1": "a private key stands here as a name",
		"ca_file = %q": "ca_file: holds a private key itself", "accent = %q": "accent: holds a private key itself",
		"base_url = %q":  "is there twice",
		"read_only = %q": "read_only: holds a private key itself", "[tenants.%q]": "a private key stands here as a name",
		"[views.%q]": "a private key stands here",
		"[views.a]\npane = \"hooks\"\nfilter = %q": "filter: holds a private key itself",
		"[views.a]\nonly = [\"x\", %q]":            "only: holds a private key itself",
		"[keys]\n\"hooks.edit\" = %q":              "keys: holds a private key itself", "[keys]\n%q = \"x\"": "keys: holds a private key itself",
		"[%q]":               "a private key stands here",
		"[theme]\nname = %q": "name: holds a private key itself", "[theme.colors]\n%q = \"red\"": "colors: holds a private key itself",
		"[[tenants.%q]]":    "a private key",
		"auth = { %q = 1 }": "auth: holds a private key itself", "%q = 1\n%[1]q = 2": "is there twice", "%q": "config.toml",
		"client_secret_env = \"" + strings.Repeat("Ab1", 30) + "\"": "client_secret_env: wants the name of an environment variable",
	} {
		for _, secret := range []string{key.Secret, key.JWK, "x/" + key.Secret} {
			line := text
			if strings.Contains(text, "%q") {
				line = fmt.Sprintf(text, secret)
			}
			_, err := Load(write(t, "[tenants.acme]\nbase_url = \"https://acme.example\"\nclient_id = \"a@acme.example/b\"\n"+line+"\n"),
				testPalette, testPanes)
			if err == nil || !strings.Contains(err.Error(), says) || key.In(err.Error()) {
				t.Errorf("%s: got %v", text, err)
			}
		}
	}
	for _, path := range []string{key.Secret, "/etc/" + key.Secret + ".toml"} {
		for _, in := range []string{"", path} {
			_, _, err := Find(path[len(in):], func(string) string { return in })
			if err == nil || key.In(err.Error()) || !strings.Contains(err.Error(), "holds a private key") {
				t.Errorf("the path of the configuration: got %v", err)
			}
		}
	}
	if _, err := Select(load(t, ""), Flags{Tenant: key.Secret}, func(string) string { return "" }); err == nil || key.In(err.Error()) {
		t.Errorf("--tenant: got %v", err)
	}
}

// A secret that isn't a key, and was put where the place of one belongs, isn't repeated either.
func TestASecretInThePlaceOfItsNameIsNotShown(t *testing.T) {
	for _, secret := range []string{"hT9qXw2LmZ8vKd4R", "p4ssw0rdp4ssw0rd", "q7$x!Zb2", "s3cr3t-with-dashes", "aGVsbG8gd29ybGQ9PT0=",
		"correct horse battery"} {
		for _, option := range []string{"client_secret_env = %q", "client_secret_file = %q", "client_secret_keyring = \"gatehouse/%s\"",
			"client_secret_command = [%q]"} {
			if !strings.HasPrefix(option, "client_secret_env") && !seemsSecret(secret) {
				continue // nobody could tell it from the name of a file
			}
			conf, err := Load(write(t, "[tenants.acme]\nclient_id = \"a@acme.example/b\"\n"+fmt.Sprintf(option, secret)+"\n"),
				testPalette, testPanes)
			if err == nil {
				_, err = conf.Tenants[0].Credentials(t.Context(), Means{})
			}
			if err == nil || strings.Contains(err.Error(), secret) {
				t.Errorf(option+": got %v", secret, err)
			}
		}
	}
	for _, name := range []string{"ACME_SECRET", "ACME_SECRET_2024", "AcmeSecret", "acme", "acmesecret2", "ACME2SECRET"} {
		conf, err := Load(write(t, "[tenants.acme]\nclient_id = \"a@acme.example/b\"\nclient_secret_env = \""+name+"\"\n"),
			testPalette, testPanes)
		if err == nil {
			_, err = conf.Tenants[0].Credentials(t.Context(), Means{Lookup: func(string) (string, bool) { return "", false }})
		}
		if err == nil || !strings.Contains(err.Error(), "the environment variable "+name+" is not set") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
