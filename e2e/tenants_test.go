//go:build linux || darwin

package e2e_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// doorman stands in front of a tenant and keeps requests back.
type doorman struct {
	url             string
	came, cancelled atomic.Int32  // requests kept back, and those of them that the console gave up
	open            chan struct{} // closed: they go on
}

// guarded serves a site behind a doorman who keeps back what begins like this.
func (s *site) guarded(method, path string) *doorman {
	s.t.Helper()
	d := &doorman{open: make(chan struct{})}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == method && strings.HasPrefix(r.URL.Path, path) {
			body, _ := io.ReadAll(r.Body) // a server sees that a client is gone only when it has read all
			r.Body = io.NopCloser(bytes.NewReader(body))
			d.came.Add(1)
			select {
			case <-d.open:
			case <-r.Context().Done():
				d.cancelled.Add(1)
				return
			}
		}
		s.Handler().ServeHTTP(w, r)
	}))
	s.t.Cleanup(server.Close)
	d.url = server.URL
	return d
}

// twoTenants starts a console on the tenant acme, with beta configured beside it.
func twoTenants(t *testing.T, acme, acmeURL string, beta *site) *console {
	t.Helper()
	home := t.TempDir()
	writeFile(t, 0o600, "default_tenant = \"acme\"\n[tenants.acme]\nbase_url = \""+acmeURL+"\"\naccess_token = \""+acme+
		"\"\n[tenants.beta]\nbase_url = \""+beta.server.URL()+"\"\naccess_token = \""+beta.Token()+"\"\n", home, configFile)
	c := open(t, term.Options{Home: home, Width: 130, Height: 30})
	c.sees(`^ acme +`)
	return c
}

func TestAChangeIsFinishedBeforeTheOtherTenantComes(t *testing.T) {
	t.Parallel()
	acme, beta := serve(t, tenant.Options{Seed: 1}), serve(t, tenant.Options{Seed: 2})
	g := acme.guarded("POST", "/api/v1/hooks/")
	c := twoTenants(t, acme.Token(), g.url, beta)
	c.sees(`42 in all`)
	id := acme.ID("hooks", 0)
	name := acme.text("hooks", id, "displayName")
	c.keys("t")
	acme.until("a request at the door", func() bool { return g.came.Load() > 0 })
	c.keys("T", "beta", "<enter>")
	c.sees(`Going to beta`)
	c.sees(`Waiting for 1 unanswered change on acme first\.`)
	c.sees(`^ acme +`)
	c.keys("t")   // nothing is started on the way
	c.drawnAnew() // it says how long it has waited, so it never rests
	close(g.open)
	c.sees(`^ beta +` + regexp.QuoteMeta(beta.host()))
	c.sees(`You are on beta .* now\. Before, on acme: Turned o.. hook “` + regexp.QuoteMeta(name))
	c.misses(`Going to beta`)
	if w := acme.wrote(1); w.Path != "/api/v1/hooks/"+id {
		t.Errorf("acme got %s", w.Path)
	}
	beta.untouched()
	c.afterGrace() // what is pressed as the tenant arrives is not meant for it
	c.keys("u")
	c.sees(`nothing to undo`)
	c.keys("q")
	c.ends(0)
}

func TestReadsOfATenantThatIsLeftAreCancelled(t *testing.T) {
	t.Parallel()
	acme, beta := serve(t, tenant.Options{Seed: 1}), serve(t, tenant.Options{Seed: 2, Rows: -1})
	g := acme.guarded("POST", "/api/v1/search/webhooks")
	c := twoTenants(t, acme.Token(), g.url, beta)
	c.sees(`42 in all`)
	c.keys("2")
	acme.until("a request at the door", func() bool { return g.came.Load() > 0 })
	c.sees(`Loading webhooks`)
	c.keys("T", "beta", "<enter>")
	c.sees(`^ beta +`)
	acme.until("the read to be cancelled", func() bool { return g.cancelled.Load() == g.came.Load() })
	c.sees(`no webhooks`)
	close(g.open)
	c.settled()
	c.hides(regexp.QuoteMeta(acme.text("webhooks", acme.ID("webhooks", 0), "displayName")))
	c.hides(`acme`)
	c.keys("q")
	c.ends(0)
}

// A tenant whose credentials take long is waited for in sight; esc stays, and what was chosen meanwhile is done once.
// A command for the secret has the terminal: it can ask there, and ctrl+c ends it and nothing else.
func TestACommandForTheSecretCanAsk(t *testing.T) {
	t.Parallel()
	acme, asks := serve(t, tenant.Options{Seed: 1}), serve(t, tenant.Options{Seed: 2})
	home := t.TempDir()
	writeFile(t, 0o600, "default_tenant = \"acme\"\n[tenants.acme]\nbase_url = \""+acme.server.URL()+"\"\naccess_token = \""+acme.Token()+
		"\"\n[tenants.slow]\nbase_url = \"https://slow.example\"\naccess_token_command = [\"sh\", \"-c\", \"exec sleep 60\"]\n"+
		"[tenants.asks]\nbase_url = \""+asks.server.URL()+
		"\"\naccess_token_command = [\"sh\", \"-c\", \"stty -echo; printf 'PIN: ' >&2; read pin; stty echo; "+
		"[ $pin = 1234 ] && echo "+asks.Token()+"\"]\n", home, configFile)
	c := open(t, term.Options{Home: home, Width: 130, Height: 30})
	c.sees(`42 in all`)
	c.keys("T", "slow", "<enter>")
	c.sees(`sh is asked for the credentials; ctrl\+c goes back`)
	c.keys("t", "<ctrl+c>")
	c.sees(`42 in all`)
	c.sees(`was ended before it gave the secret`)
	acme.untouched()
	c.keys("T", "asks", "<enter>")
	c.sees(`PIN:`)
	c.keys("1234", "<enter>")
	c.sees(`^ asks `)
	c.sees(`42 in all`)
	acme.untouched()
	c.keys("q")
	c.ends(0)
}

// Before there is a console a command may ask, too, and takes its time.
func TestACommandForTheSecretAsksAtTheStart(t *testing.T) {
	t.Parallel()
	asks := serve(t, tenant.Options{Seed: 2})
	home := t.TempDir()
	writeFile(t, 0o600, "[tenants.asks]\nbase_url = \""+asks.server.URL()+
		"\"\naccess_token_command = [\"sh\", \"-c\", \"stty -echo; printf 'PIN: ' >&2; read pin; stty echo; "+
		"[ $pin = 1234 ] && echo "+asks.Token()+"\"]\n", home, configFile)
	c := open(t, term.Options{Home: home, Width: 130, Height: 30})
	c.sees(`PIN:`)
	c.keys("1234", "<enter>")
	c.sees(`42 in all`)
	c.keys("q")
	c.ends(0)
	c = open(t, term.Options{Home: home, Width: 130, Height: 30})
	c.sees(`PIN:`)
	c.keys("<ctrl+c>")
	c.ends(130)
}
