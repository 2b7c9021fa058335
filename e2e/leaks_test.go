//go:build linux || darwin

package e2e_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// Marks that must not turn up where they don't belong.
const (
	markSecret = "CANARY1-client-secret-9Zk3vLq8"
	markToken  = "CANARY2-access-token-"
	markURL    = "CAN3-RYUR-LL33"
	markCode   = "CAN4-RYCO-DE44"
	markKey    = "CANARY5-webhook-key"
)

// gate stands in front of a tenant: it hands out marked tokens and takes nothing else.
type gate struct {
	*site
	front *httptest.Server

	mu      sync.Mutex
	tokens  []string // handed out
	expired int      // how many of them are no good any more
	signed  []string // assertions that came in
	echo    string   // a path that is answered 500 with all that was sent
}

func newGate(t *testing.T) *gate {
	t.Helper()
	g := &gate{site: serve(t, tenant.Options{})}
	for i := range 20 {
		id := g.SecretID(i)
		err := g.UpdateAs("secrets", id, func(r map[string]any) {
			r["shareCode"], r["shareUrl"] = markCode, "https://acme.example/secrets/"+markURL
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	err := g.UpdateAs("webhooks", g.WebhookID(0), func(r map[string]any) { r["url"] = "https://hook.example.com/in?key=" + markKey })
	if err != nil {
		t.Fatal(err)
	}
	g.front = httptest.NewServer(g)
	t.Cleanup(g.front.Close)
	return g
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/auth/v1/token" {
		g.grant(w, r)
		return
	}
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	g.mu.Lock()
	good := slices.Contains(g.tokens[min(g.expired, len(g.tokens)):], token)
	echo := r.URL.Path == g.echo
	g.mu.Unlock()
	if !good {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = fmt.Fprintf(w, `{"code":16,"message":"the token %s is no good"}`, token)
		return
	}
	if echo {
		w.WriteHeader(http.StatusInternalServerError)
		text, _ := json.Marshal(fmt.Sprintf("%s %s with Authorization: %s, base64 %s", r.Method, r.URL, r.Header.Get("Authorization"),
			base64.StdEncoding.EncodeToString([]byte(token))))
		_, _ = fmt.Fprintf(w, `{"code":13,"message":%s}`, text)
		return
	}
	r.Header.Set("Authorization", "Bearer "+g.Token())
	g.Handler().ServeHTTP(w, r)
}

func (g *gate) grant(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	g.mu.Lock()
	defer g.mu.Unlock()
	if a := r.PostForm.Get("client_assertion"); a != "" {
		g.signed = append(g.signed, a)
	} else if r.PostForm.Get("client_secret") != markSecret {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = fmt.Fprintf(w, `{"error":"invalid_client","error_description":"%s is wrong"}`, r.PostForm.Get("client_secret"))
		return
	}
	token := fmt.Sprintf("%s%04d", markToken, len(g.tokens))
	g.tokens = append(g.tokens, token)
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":3600}`, token)
}

// expire makes every token so far worthless.
func (g *gate) expire() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expired = len(g.tokens)
}

func (g *gate) answerWithEcho(path string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.echo = path
}

func (g *gate) configure(t *testing.T, home, secret string) {
	t.Helper()
	host := strings.TrimPrefix(g.front.URL, "http://")
	elsewhere := t.TempDir() // what is looked through is only what the program may write to
	path := writeFile(t, 0o600, secret, elsewhere, "secret")
	writeFile(t, 0o644, fmt.Sprintf("[tenants.acme]\nbase_url = %q\nclient_id = %q\nclient_secret_file = %q\n",
		g.front.URL, "quiet-heron-40117@"+host+"/pcc", path), home, configFile)
}

// session goes through everything that handles what must stay secret.
func (g *gate) session(t *testing.T, c *console) {
	t.Helper()
	c.sees(`42 in all`)
	c.keys("2")
	c.sees(`27 in all`)
	c.keys("<enter>")
	c.sees(`How long the tenant`)
	c.keys("<esc>", "4")
	c.sees(`^Secrets .*(loaded|in all)`)
	c.keys("v")
	c.sees(`"vaultId"`)
	c.keys("vw") // the detail as before, and the files that can be written
	c.settled()
	c.keys("<esc><esc>y")
	c.sees(`Copied the id`)
	g.expire()
	c.keys("r")
	g.until("a new token", func() bool { g.mu.Lock(); defer g.mu.Unlock(); return len(g.tokens) > g.expired })
	c.sees(`^Secrets .*(loaded|in all)`)
	g.answerWithEcho("/api/v1/search/xaa/resource_servers")
	c.keys("5")
	c.sees(`could not be loaded|has a problem`)
	c.keys("1t")
	c.sees(`Turned o`)
}

// Credentials turn up nowhere, and what opens a secret only where a person asks for it.
func TestNothingSecretLeaks(t *testing.T) {
	t.Parallel()
	faulty, err := crashing()
	if err != nil {
		t.Fatal(err)
	}
	g := newGate(t)
	home := t.TempDir()
	g.configure(t, home, markSecret)
	debug, trigger := filepath.Join(home, "debug.log"), filepath.Join(home, "fail")
	c := open(t, term.Options{Command: faulty, Home: home, Width: 140, Height: 45,
		Env: []string{"GATEHOUSE_CRASH=update", "GATEHOUSE_CRASH_FILE=" + trigger}}, "--debug", debug)
	g.session(t, c)
	writeFile(t, 0o600, "", trigger)
	c.keys("4r")
	c.ends(1)
	files := everything(t, home)
	files["the terminal"] = c.Log()
	if info, err := os.Stat(debug); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the debug log: %v, %v; want mode 0600", info.Mode(), err)
	}
	if !bytes.Contains(files[debug], []byte("/api/v1/search/hooks")) {
		t.Error("the debug log has no requests, so it proves nothing")
	}
	if reports, _ := filepath.Glob(filepath.Join(home, ".local/state/gatehouse/crash-*")); len(reports) != 1 {
		t.Errorf("%d crash files were written, want 1", len(reports))
	}
	for name, text := range files {
		for _, mark := range []string{markSecret, markToken, markURL, markCode} {
			absent(t, name, text, mark)
		}
		if name != "the terminal" { // where it is shown on purpose
			absent(t, name, text, markKey)
		}
	}
}

// everything reads all files under a folder.
func everything(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[path] = text
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// absent looks for a mark as it is and in the spellings that it may take on the way.
func absent(t *testing.T, name string, text []byte, mark string) {
	t.Helper()
	spellings := []string{mark, url.QueryEscape(mark), strings.ToLower(mark)}
	for shift := range 3 { // base64 of a longer text holds one of these
		encoded := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", shift) + mark))
		spellings = append(spellings, encoded[4:len(encoded)-4])
	}
	for _, s := range spellings {
		if bytes.Contains(bytes.ToLower(text), []byte(strings.ToLower(s))) {
			t.Errorf("%s holds %q (as %q)", name, mark, s)
		}
	}
}

// A signed assertion is as good as a password for as long as it lives.
func TestTheAssertionIsNotLogged(t *testing.T) {
	t.Parallel()
	g := newGate(t)
	home := t.TempDir()
	g.configure(t, home, g.SigningSecret())
	debug := filepath.Join(home, "debug.log")
	c := open(t, term.Options{Home: home, Width: 140, Height: 45}, "--debug", debug)
	g.session(t, c)
	c.keys("<ctrl+c>")
	c.ends(0)
	if len(g.signed) == 0 {
		t.Fatal("no assertion came in")
	}
	files := everything(t, home)
	files["the terminal"] = c.Log()
	for name, text := range files {
		for _, assertion := range g.signed {
			absent(t, name, text, assertion)
			absent(t, name, text, assertion[strings.LastIndex(assertion, ".")+1:])
		}
		absent(t, name, text, g.SigningSecret())
		absent(t, name, text, markToken)
	}
}

// Errors of the sign-in itself quote no secret, and a wrong certificate is said, not worked around.
func TestFailedSignInQuotesNoSecret(t *testing.T) {
	t.Parallel()
	g := newGate(t)
	home := t.TempDir()
	const wrong = "CANARY6-wrong-secret-77aa"
	g.configure(t, home, wrong)
	debug := filepath.Join(home, "debug.log")
	c := open(t, term.Options{Home: home, Width: 140, Height: 45}, "--debug", debug)
	c.sees(`credentials|invalid_client|sign in`)
	c.settled()
	c.keys("q")
	c.ends(0)
	files := everything(t, home)
	files["the terminal"] = c.Log()
	for name, text := range files {
		absent(t, name, text, wrong)
	}

	secure := httptest.NewUnstartedServer(g)
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	c = open(t, term.Options{Width: 140, Height: 30, Env: []string{"GATEHOUSE_BASE_URL=" + secure.URL, "GATEHOUSE_ACCESS_TOKEN=" + markToken}},
		"--debug", debug)
	c.sees(`certificate`)
	c.keys("q")
	c.ends(0)
	absent(t, "the terminal", c.Log(), markToken)
	absent(t, "the debug log", []byte(read(t, debug)), markToken)
}

// The debug log changes nothing on the wire, and is never on stdout.
func TestDebuggingChangesNothing(t *testing.T) {
	t.Parallel()
	var wire [2][]string
	for i := range wire {
		s := serve(t, tenant.Options{})
		var args []string
		home := t.TempDir()
		if i == 1 {
			args = []string{"--debug", filepath.Join(home, "debug.log")}
		}
		c := s.open(term.Options{Home: home}, args...)
		c.sees(`42 in all`)
		c.sees(`Mara Lindqvist`)
		c.keys("2")
		c.sees(`27 in all`)
		c.keys("q")
		c.ends(0)
		for _, r := range s.Requests() {
			wire[i] = append(wire[i], fmt.Sprint(r.Method, r.Path, r.Query, r.Header, string(r.Body)))
		}
		if text := strings.TrimSpace(c.Screen().String()); text != "" {
			t.Errorf("the screen shows %q after the end", text)
		}
		slices.Sort(wire[i]) // the caller's name is asked for beside the list
	}
	if len(wire[0]) != len(wire[1]) {
		t.Fatalf("%d requests without and %d with the debug log", len(wire[0]), len(wire[1]))
	}
	for i := range wire[0] {
		if masked(wire[0][i]) != masked(wire[1][i]) {
			t.Errorf("without the debug log\n%s\nand with it\n%s", wire[0][i], wire[1][i])
		}
	}
}

// masked leaves out ids, which are made from the time at which a tenant starts.
func masked(request string) string {
	request, _, _ = strings.Cut(request, `"refs"`)
	return request
}
