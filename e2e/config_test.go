//go:build linux || darwin

package e2e_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

const configFile = ".config/gatehouse/config.toml"

func TestFirstRunOpensTheDemo(t *testing.T) {
	t.Parallel()
	c := open(t, term.Options{Width: 130, Height: 30})
	c.sees(`Demo data: no tenant is configured\. To connect yours, see config\.example\.toml or run gatehouse --help`)
	c.sees(`42 in all`)
	c.keys("q")
	c.ends(0)
	entries, err := os.ReadDir(filepath.Join(c.Home(), ".config"))
	if err == nil && len(entries) > 0 {
		t.Errorf("the program wrote into the configuration folder: %v", entries)
	}
}

func TestABadConfigurationIsSaidWithItsPlace(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string]struct{ text, want string }{
		"unknown option": {"page_size = 50\nmouze = true\n", `:2:1: .*mouze.*mouse`},
		"wrong type":     {"\n  page_size = \"many\"\n", `:2:\d+: .*page_size|:2:\d+: .*number`},
		"not TOML":       {"page_size = = 3\n", `:1:\d+: `},
		"clashing keys":  {"[keys]\nquit = \"j\"\n", `:2:\d+: `},
		"no such key":    {"[keys]\nquit = \"ctrl+i\"\n", `:2:\d+: .*ctrl\+i`},
		"loose secret": {"[tenants.acme]\nbase_url = \"https://acme.example\"\nclient_id = \"a@acme.example/pcc\"\nclient_secret = " +
			"\"hush-hush\"\n", `:\d+:\d+: .*chmod 600`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			path := writeFile(t, 0o644, bad.text, home, configFile)
			said := create(t, home, "stderr")
			c := open(t, term.Options{Home: home, Stderr: said})
			c.ends(2)
			if log := c.Log(); len(log) > 0 {
				t.Errorf("the terminal got %q", log)
			}
			text := read(t, filepath.Join(home, "stderr"))
			if !regexp.MustCompile(regexp.QuoteMeta(path) + bad.want).MatchString(text) {
				t.Errorf("stderr is %q, want %s%s", text, path, bad.want)
			}
			if strings.Contains(text, "hush-hush") {
				t.Error("the secret is in the message")
			}
		})
	}
}

func TestDemoWorksInABrokenEnvironment(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	writeFile(t, 0o644, "nonsense = = 1\n", home, configFile)
	c := demo(t, term.Options{Home: home, Env: []string{"GATEHOUSE_BASE_URL=:::", "GATEHOUSE_CLIENT_ID=x", "GATEHOUSE_TENANT=nobody",
		"GATEHOUSE_CONFIG=/does/not/exist", "CONDUCTORONE_CLIENT_ID=y", "LANG", "TMPDIR=/does/not/exist", "XDG_CONFIG_HOME=relative",
		"XDG_STATE_HOME"}})
	c.keys("q")
	c.ends(0)
	c = demo(t, term.Options{Env: []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"}})
	c.keys("q")
	c.ends(0)
}

func TestAConfiguredTenant(t *testing.T) {
	t.Parallel()
	for name, auth := range map[string]struct {
		secret func(s *site) string
		more   string
	}{
		"client secret":    {func(s *site) string { return s.ClientSecret() }, ""},
		"signed assertion": {func(s *site) string { return s.SigningSecret() }, ""},
		"secret as it is":  {func(s *site) string { return s.ClientSecret() }, "auth = \"client_secret\"\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tenant.Options{})
			home := t.TempDir()
			writeFile(t, 0o600, auth.secret(s)+"\n", home, "acme.secret")
			writeFile(t, 0o644, "[tenants.acme]\nbase_url = \""+s.server.URL()+"\"\nclient_id = \""+s.ClientID(s.host())+
				"\"\nclient_secret_file = \"~/acme.secret\"\n"+auth.more, home, configFile)
			c := open(t, term.Options{Home: home, Width: 120, Height: 30})
			c.sees(`^ acme +` + regexp.QuoteMeta(s.host()))
			c.sees(`42 in all`)
			c.keys("q")
			c.ends(0)
			var grants []tenant.Recorded
			for _, r := range s.Requests() {
				if r.Path == "/auth/v1/token" {
					grants = append(grants, r)
				}
			}
			if len(grants) != 1 {
				t.Fatalf("%d tokens were asked for, want 1", len(grants))
			}
			signed := strings.Contains(string(grants[0].Body), "client_assertion=")
			if want := name == "signed assertion"; signed != want {
				t.Errorf("the assertion was sent: %v, want %v", signed, want)
			}
		})
	}
}

func TestWhatNamedTheTenantIsSaid(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	home := t.TempDir()
	writeFile(t, 0o600, "[tenants.acme]\nbase_url = \"https://acme.example\"\naccess_token = \"never-used\"\n", home, configFile)
	c := s.open(term.Options{Home: home, Width: 120, Height: 30})
	c.sees(`Tenant from GATEHOUSE_ACCESS_TOKEN \(not from config: the only tenant\)`)
	c.sees(`42 in all`)
	c.keys("q")
	c.ends(0)
}

func TestConfiguredKeysWork(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	writeFile(t, 0o644, "page_size = 10\n[keys]\nquit = \"Q\"\n\"cursor.bottom\" = \"ctrl+e\"\n", home, configFile)
	c := demo(t, term.Options{Home: home})
	c.keys("q")
	c.settled()
	c.keys("?")
	c.sees(`Keys that work here`)
	c.keys("<esc>")
	c.misses(`Keys that work here`)
	c.keys("Q")
	c.ends(0)
}

func TestTheTenantServesAlone(t *testing.T) {
	t.Parallel()
	served := open(t, term.Options{Width: 400, Height: 30}, "tenant", "--listen", "127.0.0.1:0", "--seed", "3")
	served.sees(`signing key +\S+`)
	served.sees(`Conflict monitors can't be listed\. Some of its ids:`)
	served.sees(`^ +3[A-Za-z0-9]{26}$`)
	text := served.Screen().String()
	value := func(pattern string) string {
		t.Helper()
		found := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("no %s in\n%s", pattern, text)
		}
		return found[1]
	}
	base, id, secret := value(`listens on (http://127\.0\.0\.1:\d+)`), value(`client_id +(\S+)`), value(`client_secret +(\S+)`)
	for _, env := range [][]string{
		{"GATEHOUSE_BASE_URL=" + base, "GATEHOUSE_CLIENT_ID=" + id, "GATEHOUSE_CLIENT_SECRET=" + secret},
		{"GATEHOUSE_CLIENT_ID=" + id, "GATEHOUSE_BASE_URL=" + base, "GATEHOUSE_CLIENT_SECRET=" + value(`signing key +(\S+)`)},
		{"GATEHOUSE_BASE_URL=" + base, "GATEHOUSE_ACCESS_TOKEN=" + value(`GATEHOUSE_ACCESS_TOKEN=(\S+)`)},
	} {
		c := open(t, term.Options{Env: env})
		c.sees(`42 in all`)
		c.keys("2")
		c.sees(`27 in all`)
		c.keys("q")
		c.ends(0)
	}
	served.must(served.Signal(syscall.SIGTERM))
	served.ends(0)
}

func TestFlagsWithoutATerminal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args   []string
		status int
		out    string
		errs   string
	}{
		{[]string{"--version"}, 0, `gatehouse`, `^$`},
		{[]string{"--help"}, 0, `(?s)gatehouse.*--demo.*--read-only`, `^$`},
		{[]string{"--no-such-flag"}, 2, `^$`, `^gatehouse: .*no-such-flag[^\n]*\n$`},
		{[]string{"nonsense"}, 2, `^$`, `^gatehouse: [^\n]*nonsense[^\n]*\n`},
		{[]string{"tenant", "--listen", "127.0.0.1:0", "--rows", "-5"}, 2, `^$`, `^gatehouse: --rows wants[^\n]*\n$`},
		{[]string{"tenant", "--listen", "127.0.0.1:0", "--fault", "nonsense"}, 2, `^$`, `^gatehouse: .*fault[^\n]*\n$`},
	} {
		status, stdout, stderr := outcome(t, nil, c.args...)
		if status != c.status || !regexp.MustCompile(c.out).MatchString(stdout) || !regexp.MustCompile(c.errs).MatchString(stderr) {
			t.Errorf("%q: status %d, stdout %q, stderr %q", c.args, status, stdout, stderr)
		}
	}
}

// A program in the background of a pipe ends with it.
func TestTheServedTenantEndsOnInterrupt(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "tenant", "--listen", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}
