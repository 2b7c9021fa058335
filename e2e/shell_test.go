//go:build linux || darwin

package e2e_test

import (
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

// ownSecret is the place of an active secret that belongs to the caller.
func (s *site) ownSecret() (id, code string) {
	s.t.Helper()
	for i := range s.Size("secrets") {
		id := s.SecretID(i)
		if i%9 == 2 && s.text("secrets", id, "status") == "SECRET_STATUS_ACTIVE" {
			return id, s.ShareCode(i)
		}
	}
	s.t.Fatal("there is no such secret")
	return "", ""
}

const revokePrompt = `it isn't shown\) and press enter:`

func TestRevokeAtAPrompt(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id, code := s.ownSecret()
	c := s.open(term.Options{}, "revoke")
	c.sees(`Revoke a shared secret of ` + s.host())
	c.sees(revokePrompt)
	c.must(c.PasteBracketed("look:\nhttp://" + s.host() + "/secrets/" + code + "\n")) // a paste never submits
	c.settled()
	c.hides(`vault id +[0-9A-Za-z]{27}`)
	c.keys("<enter>")
	c.sees(`vault id +` + id)
	c.sees(`Revoke it on ` + s.host() + `\? \[y/N\]`)
	s.untouched()
	c.afterGrace()
	c.must(c.PasteBracketed("y\n")) // nor does it answer
	c.settled()
	s.untouched()
	c.keys("y")
	c.sees(`\[y/N\] y`)
	s.untouched()
	c.keys("<enter>")
	c.ends(0)
	if !c.shows(`Revoked 20`) {
		t.Errorf("no proof:\n%s", c.Screen())
	}
	if got := s.wrote(1); got.Method != "DELETE" || got.Path != "/api/v1/secrets/"+id {
		t.Errorf("sent %s %s", got.Method, got.Path)
	}
	for _, spelling := range []string{code, strings.ReplaceAll(code, "-", ""), strings.ToLower(code)} {
		if strings.Contains(string(c.Log()), spelling) {
			t.Errorf("the share code was on the terminal as %s", spelling)
		}
	}
}

func TestRevokeIsNotConfirmedByAccident(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id, _ := s.ownSecret()
	for name, leave := range map[string]struct {
		keys []string
		code int
	}{"enter": {[]string{"<enter>"}, 1}, "n": {[]string{"n", "<enter>"}, 1}, "anything": {[]string{"x", "y", "<enter>"}, 1},
		"ctrl+c": {[]string{"<ctrl+c>"}, 1}, "ctrl+d": {[]string{"<ctrl+d>"}, 1}} {
		c := s.open(term.Options{}, "revoke", id)
		c.sees(`\[y/N\]`)
		c.afterGrace()
		c.keys(leave.keys...)
		c.ends(leave.code)
		if !c.shows(`Nothing was revoked\.`) {
			t.Errorf("%s:\n%s", name, c.Screen())
		}
	}
	s.untouched()
}

// What was typed before the question could be read is no answer.
func TestRevokeTakesNoAnswerTypedAhead(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id, _ := s.ownSecret()
	s.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/secrets-admin/*", Hang: true, Times: 1})
	c := s.open(term.Options{}, "revoke", id)
	s.until("the lookup", func() bool { return s.Count("GET /api/v1/secrets-admin/{}") > 0 })
	c.keys("y", "<enter>")
	c.settled()
	s.Faults().Reset()
	c.sees(`\[y/N\]`)
	c.settled()
	s.untouched()
	c.afterGrace()
	c.keys("<ctrl+c>")
	c.ends(1)
	s.untouched()
}

func TestShellPromptsRestoreTheTerminal(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{}, "revoke")
	c.sees(revokePrompt)
	c.keys("<ctrl+c>")
	c.ends(130)
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		c := s.open(term.Options{}, "revoke")
		c.sees(revokePrompt)
		c.must(c.Signal(sig))
		c.ends(130)
	}
	s.untouched()
}

// A pipe for the references leaves the terminal for the question.
func TestRevokePipedAsksOnTheTerminal(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id, code := s.ownSecret()
	dir := t.TempDir()
	list := writeFile(t, 0o600, "<http://"+s.host()+"/secrets/"+code+">\n"+id+"\n", dir, "list")
	in, err := os.Open(list)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	out, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	c := s.open(term.Options{Stdin: in, Stdout: out}, "revoke", "--json")
	c.sees(`Reference 2: The same secret as reference 1`)
	c.sees(`\[y/N\]`)
	c.afterGrace()
	c.keys("yes", "<enter>")
	c.ends(0)
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	objects := regexp.MustCompile(`(?m)^\{"reference":[12],"vaultId":"`+id+
		`",.*"outcome":"done","reason":"","status":"SECRET_STATUS_REVOKED","deletedAt":"20[^"]+Z","error":""\}$`).FindAllString(string(text), -1)
	if len(objects) != 2 || strings.Contains(string(text), code) {
		t.Errorf("on standard output:\n%s", text)
	}
}

// Without a terminal anywhere, it works with --yes, and refuses without.
func TestRevokeWithoutATerminal(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id, code := s.ownSecret()
	run := func(args ...string) (string, int) {
		cmd := exec.CommandContext(t.Context(), binary, args...)
		cmd.Env = append(s.env(), "HOME="+t.TempDir(), "PATH="+os.Getenv("PATH"))
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no controlling terminal
		cmd.Stdin = strings.NewReader(code + "\n")
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	if out, code := run("revoke"); code != 2 || !strings.Contains(out, "add --yes") {
		t.Errorf("exit status %d: %s", code, out)
	}
	s.untouched()
	if out, code := run("revoke", "--yes"); code != 0 || !strings.Contains(out, "Revoked ") {
		t.Errorf("exit status %d: %s", code, out)
	}
	if got := s.wrote(1).Path; got != "/api/v1/secrets/"+id {
		t.Errorf("sent %s", got)
	}
}

func TestLoginPastesInTheDark(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := open(t, term.Options{Env: []string{"DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere"}}, "login", "--paste", "--url", s.server.URL(),
		"--store", "file")
	c.sees(`Paste the client id .*:`)
	c.must(c.PasteBracketed(s.ClientID(s.host()) + "\n"))
	c.keys("<enter>")
	c.sees(`Paste the client secret .*:`)
	c.must(c.Type(s.ClientSecret()))
	c.keys("<enter>")
	c.ends(0)
	if !c.shows(`Signed in to .* as Mara Lindqvist`) {
		t.Errorf("it says:\n%s", c.Screen())
	}
	if strings.Contains(string(c.Log()), s.ClientSecret()) {
		t.Error("the secret was on the terminal")
	}
	// The login opens the console, through a configuration that names the address alone.
	writeFile(t, 0o600, "[tenants.acme]\nbase_url = \""+s.server.URL()+"\"\n", c.Home(), ".config/gatehouse/config.toml")
	console := open(t, term.Options{Home: c.Home(), Width: 160, Height: 45})
	console.sees(`Hooks .*42 in all`)
	console.sees(`acme`)
	console.keys("q")
	console.ends(0)
}

// The vendor's variables are enough, and the frame says that they were used.
func TestVendorEnvironment(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	for name, env := range map[string][]string{
		"CONDUCTORONE_ACCESS_TOKEN": {"CONDUCTORONE_SERVER_URL=" + s.server.URL(), "CONDUCTORONE_ACCESS_TOKEN=" + s.Token()},
		"CONDUCTORONE_CLIENT_ID": {"CONDUCTORONE_SERVER_URL=" + s.server.URL(), "CONDUCTORONE_CLIENT_ID=" + s.ClientID(s.host()),
			"CONDUCTORONE_CLIENT_SECRET=" + s.SigningSecret()},
	} {
		c := open(t, term.Options{Env: env, Width: 160, Height: 45})
		c.sees(`Hooks .*42 in all`)
		c.sees(s.host())
		c.sees(`Tenant and credentials from ` + name + `, a variable of the vendor's command line\.`)
		c.keys("q")
		c.ends(0)
		out := open(t, term.Options{Env: env}, "revoke", "--yes", "ABCD-EFGH-23K7")
		out.ends(4)
		if !out.shows(`tenant from ` + name) {
			t.Errorf("revoke says:\n%s", out.Screen())
		}
	}
	// gatehouse's own variables win, and nothing of the vendor's is mixed in.
	other := serve(t, tenant.Options{Seed: 2})
	env := append(other.env(), "CONDUCTORONE_SERVER_URL="+s.server.URL(), "CONDUCTORONE_ACCESS_TOKEN="+s.Token())
	s.ForgetRequests()
	c := open(t, term.Options{Env: env, Width: 160, Height: 45})
	c.sees(`Tenant from GATEHOUSE_ACCESS_TOKEN \(not from CONDUCTORONE_ACCESS_TOKEN\)\.`)
	c.sees(other.host())
	c.keys("q")
	c.ends(0)
	if got := s.Requests(); len(got) > 0 {
		t.Errorf("the vendor's tenant was asked: %v", lines(got))
	}
}
