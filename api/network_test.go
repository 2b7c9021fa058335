package api

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestThroughAProxy(t *testing.T) {
	ca := newAuthority(t, "the test's own authority")
	tenant := serveTLS(t, &tls.Config{Certificates: []tls.Certificate{ca.certificate(t, time.Now(), farTenant)}})
	target := tenant.Listener.Addr().String()
	var asked atomic.Int32
	plain, guarded := connectProxy(t, target, "", &asked), connectProxy(t, target, "ann:p#ss/w@rd", &asked)
	socks := socksProxy(t, target, 0, &asked)
	for _, variable := range []string{
		"HTTPS_PROXY=http://" + plain, "https_proxy=" + plain, "ALL_PROXY=http://" + plain + "/", "all_proxy=HTTP://" + plain,
		"HTTPS_PROXY=http://ann:p%23ss%2Fw@rd@" + guarded, "ALL_PROXY=socks5://" + socks, "all_proxy=socks5h://" + socks,
		"HTTPS_PROXY= socks5h://" + socks + "\n",
	} {
		for way, auth := range bothWaysIn {
			before := asked.Load()
			if waits, err := askThrough(t, auth, ca.file(t), variable); err != nil || waits > 0 || asked.Load() == before {
				t.Errorf("%s with %s: %v after %d waits; the proxy was asked %d times", variable, way, err, waits, asked.Load()-before)
			}
		}
	}
}

// inTheWay is a proxy that lets nothing through, and what is said of it.
type inTheWay struct {
	variable, address, userinfo string
	says                        []string
	waits                       int
	status                      int
}

// saying is a proxy that answers a request with a text.
func saying(t *testing.T, text string) string {
	return listen(t, func(conn net.Conn) {
		if _, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
			_, _ = io.WriteString(conn, text)
		}
	})
}

// sayingLater is a proxy that answers with head, and with then only once the client speaks TLS.
func sayingLater(t *testing.T, head, then string) string {
	return listen(t, func(conn net.Conn) {
		r := bufio.NewReader(conn)
		if _, err := http.ReadRequest(r); err != nil {
			return
		}
		_, _ = io.WriteString(conn, head)
		if _, err := r.ReadByte(); err == nil {
			_, _ = io.WriteString(conn, then)
			_, _ = io.CopyN(io.Discard, r, int64(r.Buffered()))
		}
	})
}

// answering is a proxy that answers with a status.
func answering(t *testing.T, line, header string) string {
	return saying(t, "HTTP/1.1 "+line+"\r\n"+header+"Content-Length: 0\r\n\r\n")
}

// answersInTheWay are proxies that answer something else than a connection.
func answersInTheWay(t *testing.T) map[string]inTheWay {
	return map[string]inTheWay{
		"407": {"HTTPS_PROXY=http://", answering(t, "407 CANARY9", "Proxy-Authenticate: Basic realm=x\r\n"), "",
			[]string{"wants a sign-in (407)", "# written as %23"}, 0, 407},
		"407 with password": {"https_proxy=http://", answering(t, "407 No", "Proxy-Authenticate: Basic realm=x\r\n"), "ann:CANARY1@",
			[]string{"doesn't accept its user name and password (407)", "check them in https_proxy"}, 0, 407},
		"407 of another way": {"HTTPS_PROXY=http://", answering(t, "407 No", "Proxy-Authenticate: NTLM\r\nProxy-Authenticate: Negotiate\r\n"),
			"ann:CANARY1@", []string{"NTLM or Negotiate"}, 0, 407},
		"403": {"ALL_PROXY=http://", answering(t, "403 Forbidden", ""), "ann:CANARY1@", []string{"refuses to connect to " + farTenant,
			"403", "NO_PROXY"}, 0, 403},
		"302": {"HTTPS_PROXY=http://", answering(t, "302 Found", "Location: http://portal.example\r\n"), "",
			[]string{"made no connection to " + farTenant + ": it answered 302"}, 0, 302},
		"502": {"HTTPS_PROXY=http://", answering(t, "502 Bad", ""), "", []string{"it answered 502"}, 3, 502},
		"429": {"HTTPS_PROXY=http://", answering(t, "429 Slow", ""), "", []string{"it answered 429; try again later"}, 3, 429},
		"408": {"HTTPS_PROXY=http://", answering(t, "408 Slow", ""), "", []string{"it answered 408; try again later"}, 3, 408},
		"200 with a page": {"HTTPS_PROXY=http://", saying(t, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: "+
			"27\r\n\r\n<html>CANARY sign in</html>"), "", []string{"answers with a page in place of connecting to " + farTenant}, 0, 200},
		"200, then a page": {"HTTPS_PROXY=http://", sayingLater(t, "HTTP/1.1 200 OK\r\n\r\n", "<html>CANARY sign in</html>"), "",
			[]string{"a page came in place of TLS", "check the proxy"}, 0, 0},
		"200, then HTTP": {"HTTPS_PROXY=http://", sayingLater(t, "HTTP/1.1 200 Connected\r\n\r\n", "HTTP/1.1 302 Found\r\n\r\n"), "",
			[]string{"a page came in place of TLS", "NO_PROXY"}, 0, 0},
		"200, then mail": {"HTTPS_PROXY=http://", sayingLater(t, "HTTP/1.1 200 OK\r\n\r\n", "220 CANARY ESMTP\r\n"), "",
			[]string{"what comes through isn't TLS"}, 0, 0},
		"200, then nothing": {"HTTPS_PROXY=http://", sayingLater(t, "HTTP/1.1 200 OK\r\n\r\n", ""), "",
			[]string{"nothing of a tenant comes through"}, 3,
			0},
		"511": {"HTTPS_PROXY=http://", answering(t, "511 No", ""), "", []string{"wants a sign-in before it lets anything through"}, 0,
			511},
		"no HTTP": {"HTTPS_PROXY=http://", saying(t, "SSH-2.0-x\r\n"), "ann:CANARY1@", []string{"doesn't answer as a proxy does",
			"check HTTPS_PROXY"}, 0, 0},
		"closed": {"HTTPS_PROXY=http://", saying(t, ""), "", []string{"doesn't answer as a proxy does"}, 3, 0},
	}
}

// brokenInTheWay are proxies that aren't there, or aren't what they are named as.
func brokenInTheWay(t *testing.T) map[string]inTheWay {
	var asked atomic.Int32
	dead := closedPort(t)
	return map[string]inTheWay{
		"dead": {"HTTPS_PROXY=http://", dead, "ann:CANARY1@", []string{"can't be reached: connection refused", "check HTTPS_PROXY"},
			0, 0},
		"dead SOCKS": {"ALL_PROXY=socks5://", dead, "ann:CANARY1@", []string{"can't be reached: connection refused", "check ALL_PROXY"}, 0,
			0},
		"SOCKS not allowed": {"ALL_PROXY=socks5://", socksProxy(t, "", 2, &asked), "",
			[]string{"made no connection to " + farTenant + ": connection not allowed by ruleset"}, 0, 0},
		"SOCKS no host": {"all_proxy=socks5h://", socksProxy(t, "", 4, &asked), "", []string{"host unreachable"}, 0, 0},
		"SOCKS sign-in": {"ALL_PROXY=socks5://", socksProxy(t, "", 0xff, &asked), "", []string{"wants a sign-in"}, 0, 0},
		"SOCKS is HTTP": {"ALL_PROXY=socks5://", saying(t, "HTTP/1.1 400 Bad\r\n\r\n"), "ann:CANARY1@",
			[]string{"doesn't answer as a SOCKS proxy does"}, -1, 0},
		"TLS is expected": {"HTTPS_PROXY=https://", answering(t, "200 OK", ""), "", []string{"the proxy", "check"}, -1, 0},
	}
}

// A proxy that doesn't let a request through is named, with the variable that named it, and never with its password.
func TestAProxyInTheWayIsNamed(t *testing.T) {
	all := answersInTheWay(t)
	maps.Copy(all, brokenInTheWay(t))
	for name, c := range all {
		for way, auth := range bothWaysIn {
			t.Run(name+" "+way, func(t *testing.T) {
				if name == "SOCKS is HTTP" {
					c.address = listen(t, func(conn net.Conn) { _, _ = io.WriteString(conn, "HTTP/1.1 400 Bad\r\n\r\n") })
				}
				if name == "TLS is expected" {
					c.address = listen(t, func(conn net.Conn) { _, _ = io.WriteString(conn, "HTTP/1.1 400 Bad\r\n\r\n") })
				}
				waits, err := askThrough(t, auth, "", c.variable+c.userinfo+c.address)
				variable, _, _ := strings.Cut(c.variable, "=")
				stuck := stuckAt(err)
				if KindOf(err) != KindNetwork || stuck == nil || stuck.Hop != HopProxy || stuck.Host != c.address || stuck.Variable != variable ||
					stuck.Status != c.status {
					t.Fatalf("%v (%+v), want it stuck at the proxy", err, stuck)
				}
				if c.waits >= 0 && waits != c.waits {
					t.Errorf("%d waits before another try, want %d: %v", waits, c.waits, err)
				}
				for _, text := range append(c.says, "the proxy "+c.address+" ("+variable+")") {
					if !strings.Contains(err.Error(), text) {
						t.Errorf("it says %q, want %q", err, text)
					}
				}
				if text := fmt.Sprintf("%v %+v %#v", err, err, stuck.Said); strings.Contains(text, "CANARY") || strings.Contains(text, "ann") {
					t.Errorf("it shows the proxy's user, password or words: %s", text)
				}
			})
		}
	}
}

// What can't be a proxy is refused before anything is sent, in words that hold nothing of its password.
func TestUnusableProxiesAreRefused(t *testing.T) {
	for value, want := range map[string]string{
		"http://ann:CANARY1#x@proxy.example:3128":  "write # as %23",
		"http://ann:CANARY1/x@proxy.example:3128":  "write / as %2F",
		"ann:CANARY1?x@proxy.example:3128":         "write ? as %3F",
		"http://ann:CANARY1%x@proxy.example:3128":  "write % as %25",
		"http://ann:CANARY1 x@proxy.example:3128":  "write a space as %20",
		"http://ann:CANARY1\\x@proxy.example:3128": "write \\ as %5C",
		"http://ann:CANARY1é@proxy.example:3128":   "percent-encode",
		"socks4://proxy.example:1080":              "doesn't speak SOCKS4; write socks5://",
		"socks4a://ann:CANARY1@proxy.example:1080": "doesn't speak SOCKS4A",
		"socks://proxy.example:1080":               "write socks5://",
		"ftp://ann:CANARY1@proxy.example":          "must start with http://, https:// or socks5://",
		"http://proxy.example:port":                "http://host:port",
		"http://proxy.example:99999":               "from 1 to 65535",
		"http://proxy.example:3128/CANARY1":        "must end after the port",
		"http://":                                  "http://host:port",
		"http://ann:CANARY1@":                      "http://host:port",
	} {
		_, err := New(Options{BaseURL: "https://" + farTenant, Auth: Auth{Token: "t"}, Getenv: environment("ALL_PROXY=" + value)})
		if err == nil || !strings.Contains(err.Error(), "ALL_PROXY") || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "CANARY1") {
			t.Errorf("%s: %v, want %q", value, err, want)
		}
		c, err := New(Options{BaseURL: "https://" + farTenant, Auth: Auth{Token: "t"}, Getenv: environment("ALL_PROXY="+value,
			"no_proxy=.example")})
		if err != nil {
			t.Errorf("%s, which isn't used: %v", value, err)
			continue
		}
		c.Close()
	}
}

func TestWhichProxyIsUsed(t *testing.T) {
	for name, c := range map[string]struct {
		base      string
		variables []string
		want      string
	}{
		"none": {"https://acme.example", nil, ""},
		"capitals first": {"https://acme.example", []string{"https_proxy=http://b:1", "HTTPS_PROXY=http://a:1"},
			"the proxy a:1 (HTTPS_PROXY)"},
		"of HTTPS before of all": {"https://acme.example", []string{"ALL_PROXY=http://b:1", "https_proxy=http://a:1"},
			"the proxy a:1 (https_proxy)"},
		"empty isn't set":         {"https://acme.example", []string{"HTTPS_PROXY=", "all_proxy=socks5://b:1"}, "the proxy b:1 (all_proxy)"},
		"of plain HTTP is no use": {"https://acme.example", []string{"HTTP_PROXY=http://a:1", "http_proxy=http://a:1"}, ""},
		"an exception":            {"https://acme.example", []string{"ALL_PROXY=http://a:1", "NO_PROXY=other.example, acme.example"}, ""},
		"an exception's port": {"https://acme.example:8443", []string{"ALL_PROXY=http://a:1", "NO_PROXY=acme.example:443"},
			"the proxy a:1 (ALL_PROXY)"},
		"no exception":         {"https://acme.example", []string{"ALL_PROXY=http://a:1", "NO_PROXY=me.example"}, "the proxy a:1 (ALL_PROXY)"},
		"all are exceptions":   {"https://acme.example", []string{"ALL_PROXY=http://a:1", "no_proxy=*"}, ""},
		"this computer":        {"http://127.0.0.1:8480", []string{"ALL_PROXY=http://a:1", "HTTPS_PROXY=http://a:1"}, ""},
		"this computer's name": {"https://localhost:8480", []string{"ALL_PROXY=socks4://a:1"}, ""},
	} {
		client, err := New(Options{BaseURL: c.base, Auth: Auth{Token: "t"}, Getenv: environment(c.variables...)})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := ""
		if client.proxy != nil {
			got = client.proxy.String()
		}
		if client.Close(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A name without an address, and a tenant that nobody answers for.
func TestNamesAndDeadEnds(t *testing.T) {
	for name, c := range map[string]struct {
		err   error
		hop   Hop
		says  string
		waits int
	}{
		"no such name": {&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "x", IsNotFound: true}}, HopName,
			"the name acme.example can't be resolved: there is no such name", 0},
		"no name server": {&net.DNSError{Err: "i/o timeout", IsTimeout: true}, HopName, "the name server doesn't answer", 3},
		"dropped packets": {&net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}, HopConnection,
			"the tenant can't be reached: no answer within 10s", 0},
	} {
		for way, auth := range bothWaysIn {
			var slept noWait
			client := newClient(t, "https://acme.example", func(o *Options) { o.Auth, o.Sleep = auth, slept.sleep })
			client.transport.DialContext = func(context.Context, string, string) (net.Conn, error) { return nil, c.err }
			err := list(client)
			if stuck := stuckAt(err); KindOf(err) != KindNetwork || stuck == nil || stuck.Hop != c.hop || !strings.Contains(err.Error(), c.says) ||
				len(slept.waits) != c.waits {
				t.Errorf("%s with %s: %v after %d waits, want %s and %d", name, way, err, len(slept.waits), c.hop, c.waits)
			}
		}
	}
}

// A redirect whose address can't be read is one like any other: told at once, and nothing is known of a write.
func TestALocationThatCantBeRead(t *testing.T) {
	for _, location := range []string{"http://%zz/", "::", "http://[::1"} {
		for way, auth := range bothWaysIn {
			f := newFake(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", location)
				w.WriteHeader(302)
			})
			var slept noWait
			c := newClient(t, f.URL, func(o *Options) { o.Auth, o.Sleep = auth, slept.sleep })
			err := list(c)
			if KindOf(err) != KindRedirect || !strings.Contains(err.Error(), "unexpected redirect to an unreadable address") ||
				len(slept.waits) > 0 || len(f.requests()) != 1 {
				t.Errorf("%q with %s: %v after %d requests", location, way, err, len(f.requests()))
			}
		}
	}
}

// A page in place of an answer is told as one, whatever its status, and says nothing of credentials.
func TestPagesInPlaceOfAnswers(t *testing.T) {
	for name, page := range map[string]struct{ kind, body, what string }{
		"HTML":           {"text/html; charset=utf-8", "<!DOCTYPE html><title>Sign in CANARY1</title>", "HTML"},
		"HTML as JSON":   {"application/json", "\ufeff \n<HTML><body>CANARY1", "HTML"},
		"plain text":     {"text/plain", "Access denied CANARY1", "plain text"},
		"no type":        {"", "Access denied CANARY1", "plain text"},
		"XML":            {"application/xml", "<Error><Code>AccessDenied</Code></Error>", "XML"},
		"something else": {"image/png", "\x89PNG", "image/png"},
	} {
		for _, status := range []int{200, 400, 401, 403, 409, 500, 502, 503} {
			for way, auth := range bothWaysIn {
				t.Run(fmt.Sprint(name, " ", status, " ", way), func(t *testing.T) {
					f := newFake(t, func(w http.ResponseWriter, _ *http.Request) {
						w.Header()["Content-Type"] = []string{page.kind}
						w.WriteHeader(status)
						_, _ = io.WriteString(w, page.body)
					})
					c := newClient(t, f.URL, func(o *Options) { o.Auth = auth })
					err := list(c)
					var foreign *ForeignAnswer
					if !errors.As(err, &foreign) || foreign.What != page.what || foreign.Host != c.Host() {
						t.Fatalf("%v, want %s in place of an answer", err, page.what)
					}
					want := "not an answer of the API (" + page.what + " from " + c.Host() + ", perhaps a proxy or a sign-in page)"
					if text := err.Error(); !strings.Contains(text, want) || strings.Contains(text, "credentials") || strings.Contains(text, "CANARY1") {
						t.Errorf("it says %q", text)
					}
					if n := len(f.requests()); status < 500 && (n != 1 || KindOf(err) != KindMalformed) {
						t.Errorf("%v after %d requests, want it told at once", KindOf(err), n)
					}
				})
			}
		}
	}
}

// A sign-in is refused in the same words as any other request: the message of the service, and the time it asks to wait.
func TestSignInErrorsAreReadLikeAllOthers(t *testing.T) {
	refuse := func(status int, header, value, body string) (int, []time.Duration, error) {
		var slept noWait
		f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set(header, value)
			answer(status, body)(w, r)
		})
		c := newClient(t, f.URL, withSecret("CANARY1-secret", func(o *Options) { o.Sleep = slept.sleep }))
		err := list(c)
		return len(f.requests()), slept.waits, err
	}
	n, _, err := refuse(401, "X-Request-Id", "r-1",
		`{"code":16,"message":"source address 203.0.113.7 is not in the allowed list\u001b[31m, secret CANARY1-secret"}`)
	if KindOf(err) != KindUnauthenticated || n != 1 ||
		!strings.Contains(err.Error(), "source address 203.0.113.7 is not in the allowed list [31m, secret [hidden]") {
		t.Errorf("%v after %d requests", err, n)
	}
	_, _, err = refuse(403, "X-Y", "z", `{"code":7,"message":"no","details":[{"requestId":"r-9"}]}`)
	if !strings.Contains(err.Error(), "request r-9") {
		t.Errorf("%v, want the request's id", err)
	}
	n, waits, err := refuse(503, "Retry-After", "9", `{"code":14,"message":"later"}`)
	if KindOf(err) != KindUnavailable || n != 4 || len(waits) != 3 || waits[0] != 9*time.Second || !strings.Contains(err.Error(), "later") {
		t.Errorf("%v after %d requests and waits %v", err, n, waits)
	}
}
