package api

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// farTenant is the name of a tenant that only a proxy of the test can reach.
const farTenant = "tenant.example"

// authority signs certificates for a test.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T, name string) *authority {
	t.Helper()
	a := &authority{}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(48 * time.Hour)}
	var der []byte
	a.key, der = signed(t, template, template, nil)
	var err error
	if a.cert, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	return a
}

// signed makes a key and a certificate for it, signed by the parent's key, or by its own when that is nil.
func signed(t *testing.T, template, parent *x509.Certificate, by *ecdsa.PrivateKey) (*ecdsa.PrivateKey, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if by == nil {
		by = key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, by)
	if err != nil {
		t.Fatal(err)
	}
	return key, der
}

// certificate is one for the given hosts, valid from a day before to a day after the given time.
func (a *authority) certificate(t *testing.T, around time.Time, hosts ...string) tls.Certificate {
	t.Helper()
	template := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "a tenant"},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, NotBefore: around.Add(-24 * time.Hour), NotAfter: around.Add(24 * time.Hour)}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, host)
		}
	}
	key, der := signed(t, template, a.cert, a.key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// file is the authority as the configuration names it.
func (a *authority) file(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// serveTLS is a tenant behind TLS that answers every list with nothing and gives out tokens.
func serveTLS(t *testing.T, config *tls.Config) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == tokenPath {
			answer(200, `{"access_token":"tok","token_type":"Bearer","expires_in":600}`)(w, r)
			return
		}
		answer(200, `{"list":[]}`)(w, r)
	}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // handshakes fail here on purpose
	s.TLS = config
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// environment is a Getenv with these variables only, NAME=value.
func environment(variables ...string) func(string) string {
	return func(name string) string {
		for _, v := range variables {
			if value, ok := strings.CutPrefix(v, name+"="); ok {
				return value
			}
		}
		return ""
	}
}

// listen accepts connections one after another, each in its own goroutine, until the test ends.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				serve(conn)
			}()
		}
	}()
	return l.Addr().String()
}

// joinConns copies between two connections until one ends.
func joinConns(a, b net.Conn) {
	done := make(chan struct{}, 2)
	for _, pair := range [][2]net.Conn{{a, b}, {b, a}} {
		go func() { _, _ = io.Copy(pair[0], pair[1]); done <- struct{}{} }()
	}
	<-done
	a.Close()
	b.Close()
	<-done
}

// connectProxy is a proxy that connects to target whatever it is asked for, when the user and password are right; "" for none needed.
func connectProxy(t *testing.T, target, userinfo string, asked *atomic.Int32) string {
	t.Helper()
	return listen(t, func(conn net.Conn) {
		req, err := http.ReadRequest(bufio.NewReader(conn))
		if err != nil {
			return
		}
		asked.Add(1)
		if userinfo != "" && req.Header.Get("Proxy-Authorization") != "Basic "+base64.StdEncoding.EncodeToString([]byte(userinfo)) {
			_, _ = io.WriteString(conn, "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic "+
				"realm=\"x\"\r\nContent-Length: 0\r\n\r\n")
			return
		}
		upstream, err := net.Dial("tcp", target)
		if err != nil {
			return
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")
		joinConns(conn, upstream)
	})
}

// socksProxy is a SOCKS5 proxy without a sign-in that connects to target, or answers with a code when it isn't 0.
func socksProxy(t *testing.T, target string, code byte, asked *atomic.Int32) string {
	t.Helper()
	return listen(t, func(conn net.Conn) {
		head := make([]byte, 2)
		if _, err := io.ReadFull(conn, head); err != nil {
			return
		}
		asked.Add(1)
		_, _ = io.CopyN(io.Discard, conn, int64(head[1]))
		if code == 0xff {
			_, _ = conn.Write([]byte{5, 0xff})
			return
		}
		_, _ = conn.Write([]byte{5, 0})
		head = make([]byte, 5)
		if _, err := io.ReadFull(conn, head); err != nil || head[3] != 3 {
			return
		}
		_, _ = io.CopyN(io.Discard, conn, int64(head[4])+2)
		_, _ = conn.Write([]byte{5, code, 0, 1, 0, 0, 0, 0, 0, 0})
		if code != 0 {
			return
		}
		upstream, err := net.Dial("tcp", target)
		if err != nil {
			return
		}
		joinConns(conn, upstream)
	})
}

// closedPort is an address of this computer where nobody listens.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// bothWaysIn are a bearer token and client credentials: what the way to the tenant does is told alike.
var bothWaysIn = map[string]Auth{"token": {Token: "test-token"}, "client credentials": {ClientID: testClientID,
	ClientSecret: "plain-secret"}}

// askThrough lists the hooks of the far tenant and counts the waits before another try.
func askThrough(t *testing.T, auth Auth, caFile string, variables ...string) (waits int, err error) {
	t.Helper()
	var slept noWait
	c, err := New(Options{BaseURL: "https://" + farTenant, Auth: auth, CAFile: caFile, Sleep: slept.sleep, Timeout: 20 * time.Second,
		Getenv: environment(variables...)})
	if err != nil {
		return 0, err
	}
	defer c.Close()
	err = list(c)
	return len(slept.waits), err
}
