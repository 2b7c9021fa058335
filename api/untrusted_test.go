package api

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A connection that can't be trusted is told once, for what it is.
func TestUntrustedConnections(t *testing.T) {
	ca, strange := newAuthority(t, "the test's own authority"), newAuthority(t, "Somebody\x1b[31m Else")
	certificate := func(a *authority, around time.Time, hosts ...string) *tls.Config {
		return &tls.Config{Certificates: []tls.Certificate{a.certificate(t, around, hosts...)}}
	}
	now := time.Now()
	old := certificate(ca, now, "127.0.0.1")
	old.MinVersion, old.MaxVersion = tls.VersionTLS10, tls.VersionTLS11
	ofClients := certificate(ca, now, "127.0.0.1")
	ofClients.ClientAuth = tls.RequireAnyClientCert
	http1 := httptest.NewServer(http.HandlerFunc(answer(200, `{"list":[]}`)))
	t.Cleanup(http1.Close)
	garbage := listen(t, func(conn net.Conn) { _, _ = io.WriteString(conn, "220 mail.example ESMTP\r\n") })
	needy := listen(t, func(conn net.Conn) {
		_ = tls.Server(conn, ofClients).Handshake()
		_, _ = io.Copy(io.Discard, conn) // closed with something unread, it would be reset, and the refusal might not arrive
	})
	for name, c := range map[string]struct {
		address string
		says    []string
	}{
		"unknown authority": {serveTLS(t, certificate(strange, now, "127.0.0.1")).Listener.Addr().String(),
			[]string{"authority that this computer doesn't know (Somebody [31m Else)", "ca_file"}},
		"wrong host": {serveTLS(t, certificate(ca, now, "other.example")).Listener.Addr().String(),
			[]string{"is for another host (other.example)", "check the address"}},
		"expired": {serveTLS(t, certificate(ca, now.Add(-36*time.Hour), "127.0.0.1")).Listener.Addr().String(),
			[]string{"expired on", "check this computer's clock"}},
		"not yet valid": {serveTLS(t, certificate(ca, now.Add(36*time.Hour), "127.0.0.1")).Listener.Addr().String(),
			[]string{"isn't valid before", "check this computer's clock"}},
		"old TLS":        {serveTLS(t, old).Listener.Addr().String(), []string{"no TLS newer than 1.1"}},
		"plain HTTP":     {http1.Listener.Addr().String(), []string{"plain HTTP where HTTPS is expected"}},
		"something else": {garbage, []string{"doesn't speak TLS"}},
		"client wanted":  {needy, []string{"could not agree on TLS", "certificate required"}},
	} {
		for way, auth := range bothWaysIn {
			t.Run(name+" "+way, func(t *testing.T) {
				var slept noWait
				client := newClient(t, "https://"+c.address, func(o *Options) { o.Auth, o.CAFile, o.Sleep = auth, ca.file(t), slept.sleep })
				err := list(client)
				stuck := stuckAt(err)
				if KindOf(err) != KindNetwork || stuck == nil || stuck.Hop != HopTrust || len(slept.waits) > 0 {
					t.Fatalf("%v (%+v) after %d waits, want a matter of trust, told at once", err, stuck, len(slept.waits))
				}
				for _, text := range append(c.says, c.address) {
					if !strings.Contains(err.Error(), text) {
						t.Errorf("it says %q, want %q", err, text)
					}
				}
				if strings.Contains(err.Error(), "check the network") {
					t.Errorf("it says %q", err)
				}
			})
		}
	}
}

// A certificate that a proxy puts in place of the tenant's is a matter of trust, not of the proxy.
func TestAProxyThatInspects(t *testing.T) {
	inspector := newAuthority(t, "Example Inspection")
	var asked atomic.Int32
	target := serveTLS(t, &tls.Config{Certificates: []tls.Certificate{inspector.certificate(t, time.Now(),
		farTenant)}}).Listener.Addr().String()
	waits, err := askThrough(t, Auth{Token: "t"}, "", "HTTPS_PROXY=http://"+connectProxy(t, target, "", &asked))
	if stuck := stuckAt(err); stuck == nil || stuck.Hop != HopTrust || waits > 0 || !strings.Contains(err.Error(), "(Example Inspection)") {
		t.Errorf("%v after %d waits", err, waits)
	}
}
