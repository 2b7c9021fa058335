//go:build linux || darwin

package e2e_test

import (
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

func TestClipboardOption(t *testing.T) {
	t.Parallel()
	for option, want := range map[string]struct {
		says string
		osc  int
	}{"osc52": {`✓ Copied the id`, 1}, "off": {`Copying is turned off`, 0}} {
		t.Run(option, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			writeFile(t, 0o644, "clipboard = \""+option+"\"\n", home, configFile)
			c := demo(t, term.Options{Home: home})
			c.keys("y")
			c.sees(want.says)
			c.keys("q")
			c.ends(0)
			if got := len(c.Clipboard()); got != want.osc {
				t.Errorf("the terminal was asked to copy %d times, want %d", got, want.osc)
			}
		})
	}
}

// The system's clipboard may be a program that never returns: nothing waits for it.
func TestASystemClipboardThatHangs(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for _, name := range []string{"xclip", "xsel", "wl-copy", "pbcopy"} {
		writeFile(t, 0o755, "#!/bin/sh\nexec sleep 600\n", home, "bin", name)
	}
	writeFile(t, 0o644, "clipboard = \"system\"\n", home, configFile)
	c := demo(t, term.Options{Home: home, Env: []string{"PATH=" + home + "/bin:/usr/bin:/bin", "WAYLAND_DISPLAY=wayland-0", "DISPLAY=:0"}})
	c.keys("y")
	c.sees(`Copied|Copying|clipboard doesn't answer`)
	c.keys("j")
	c.sees(`^   ● on .*\n▌`)
	c.keys("q")
	c.ends(0)
}

func TestTheMouseSelects(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	writeFile(t, 0o644, "mouse = true\n", home, configFile)
	c := demo(t, term.Options{Home: home})
	c.until("the mouse", func(*term.Screen) bool { return c.Mode(1006) })
	y, _ := c.row(`^▌`)
	c.must(c.Click(20, y+3))
	c.until("the cursor where the click was", func(sc *term.Screen) bool { return strings.HasPrefix(sc.Line(y+3), "▌") })
	c.must(c.Send("\x1b[<65;20;10M")) // the wheel, down
	c.until("the cursor further down", func(sc *term.Screen) bool { return strings.HasPrefix(sc.Line(y+6), "▌") })
	tabs := c.Screen()
	c.must(c.Click(tabs.Column(1, "2 Webh")+3, 1))
	c.sees(`▏2 Webhooks`)
	c.keys("M")
	c.until("no mouse", func(*term.Screen) bool { return !c.Mode(1006) })
	c.keys("q")
	c.ends(0)
}

func TestSeveralTenants(t *testing.T) {
	t.Parallel()
	one, other := serve(t, tenant.Options{}), serve(t, tenant.Options{Seed: 2})
	config := ""
	for name, s := range map[string]*site{"north": one, "south": other} {
		config += fmt.Sprintf("[tenants.%s]\nbase_url = %q\naccess_token_env = \"TOKEN_%s\"\n", name, s.server.URL(), strings.ToUpper(name))
	}
	env := []string{"TOKEN_NORTH=" + one.Token(), "TOKEN_SOUTH=" + other.Token()}
	home := t.TempDir()
	path := writeFile(t, 0o644, config, home, "tenants.toml")
	for _, way := range []struct {
		env  []string
		args []string
		name string
		host string
	}{
		{nil, []string{"--config", path, "--tenant", "south"}, "south", other.host()},
		{[]string{"GATEHOUSE_CONFIG=" + path, "GATEHOUSE_TENANT=north"}, nil, "north", one.host()},
	} {
		c := open(t, term.Options{Home: home, Env: append(way.env, env...)}, way.args...)
		c.sees(`^ ` + way.name + ` +` + regexp.QuoteMeta(way.host))
		c.sees(`42 in all`)
		c.keys("q")
		c.ends(0)
	}
	for _, wrong := range []struct {
		args []string
		says string
	}{
		{[]string{"--config", path, "--tenant", "sourh"}, `sourh.*did you mean.*south`},
		{[]string{"--config", path}, `several tenants.*--tenant`},
		{[]string{"--config", home + "/none.toml"}, `--config can't be opened`},
		{[]string{"--demo", "--debug", home + "/none/debug.log"}, `debug log can't be written`},
		{[]string{"--demo", "--rows", "100001"}, `--rows wants a number`},
	} {
		c := open(t, term.Options{Home: home, Width: 300, Env: env}, wrong.args...)
		c.ends(2)
		if text := c.Screen().String(); !regexp.MustCompile(`^gatehouse: .*` + wrong.says).MatchString(text) {
			t.Errorf("%q says %q", wrong.args, text)
		}
		if strings.Contains(string(c.Log()), "\x1b[?1049h") {
			t.Errorf("%q opened the alternate screen", wrong.args)
		}
	}
}

// secured serves over TLS with a certificate that no authority has signed.
func secured(t *testing.T, h http.Handler) *httptest.Server {
	secure := httptest.NewUnstartedServer(h)
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	return secure
}

func TestOwnCertificateAuthority(t *testing.T) {
	t.Parallel()
	s, unread := serve(t, tenant.Options{}), serve(t, tenant.Options{})
	secure := secured(t, s.Handler())
	home := t.TempDir()
	writeFile(t, 0o644, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw})), home, "ca.pem")
	config := fmt.Sprintf("[tenants.acme]\nbase_url = %q\naccess_token_env = \"TOKEN\"\n", secure.URL)
	writeFile(t, 0o644, config+"ca_file = \"~/ca.pem\"\n", home, configFile)
	o := term.Options{Home: home, Width: 120, Env: []string{"TOKEN=" + s.Token()}}
	c := open(t, o)
	c.sees(`42 in all`)
	c.keys("q")
	c.ends(0)
	config = strings.ReplaceAll(config, secure.URL, secured(t, unread.Handler()).URL)
	writeFile(t, 0o644, config, home, configFile)
	c = open(t, o)
	c.sees(`certificate`)
	c.keys("q")
	c.ends(0)
	if n := len(unread.Requests()); n > 0 {
		t.Errorf("%d requests went to a server that can't prove who it is", n)
	}
}

func TestTheDemoCanMisbehave(t *testing.T) {
	t.Parallel()
	c := demo(t, term.Options{Width: 120}, "--fault", "POST /api/v1/search/webhooks status=400 message=\"webhooks rest today\"")
	c.keys("2")
	c.sees(`webhooks rest today`)
	c.keys("q")
	c.ends(0)
	c = demo(t, term.Options{Width: 120}, "--interface-only")
	c.keys("3")
	c.sees(`doesn't offer`)
	c.keys("2")
	c.sees(`27 in all`)
	c.keys("q")
	c.ends(0)
	c = open(t, term.Options{Width: 120}, "--demo", "--rows", "100000")
	c.sees(`100 loaded|200 loaded`)
	c.keys("q")
	c.ends(0)
}
