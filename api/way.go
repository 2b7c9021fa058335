package api

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"gatehouse/pattern"
)

const connectTimeout = 10 * time.Second // for a connection, and again for the handshake on it

// way is how far one attempt has come.
type way struct {
	connected  atomic.Bool
	wrote      atomic.Bool  // the head of the request: from here on the tenant may know of it
	handshakes atomic.Int32 // begun on the way: with the tenant, and before it with a proxy that is reached over TLS
}

// watched is a context whose request marks how far it comes.
func (w *way) watched(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn:           func(httptrace.GotConnInfo) { w.connected.Store(true) },
		WroteHeaders:      func() { w.wrote.Store(true) },
		TLSHandshakeStart: func() { w.handshakes.Add(1) },
	})
}

// proxyAnswer is what a proxy answered in place of making the connection.
type proxyAnswer struct {
	status  int
	page    bool     // it says that it is connected, and sends a page
	schemes []string // of the sign-in that it asks for
}

func (a *proxyAnswer) Error() string { return fmt.Sprintf("the proxy answered %d", a.status) }

// refusedByProxy keeps what a proxy answered when it doesn't make the connection.
func refusedByProxy(_ context.Context, _ *url.URL, _ *http.Request, resp *http.Response) error {
	a := &proxyAnswer{status: resp.StatusCode, page: bringsPage(resp.Header)}
	if resp.StatusCode == http.StatusOK && !a.page {
		return nil
	}
	for _, offer := range resp.Header.Values("Proxy-Authenticate") {
		scheme, _, _ := strings.Cut(strings.TrimSpace(offer), " ")
		if i := slices.IndexFunc(signInSchemes[:], func(s string) bool { return strings.EqualFold(s, scheme) }); i >= 0 {
			a.schemes = append(a.schemes, signInSchemes[i])
		}
	}
	return a
}

// bringsPage reports whether a page follows the head of an answer; nothing of the proxy's own follows when it is connected.
func bringsPage(header http.Header) bool {
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	return err == nil && kind == "text/html" && header.Get("Content-Length") != "0" &&
		(header.Get("Content-Length") != "" || header.Get("Transfer-Encoding") != "")
}

// signInSchemes are the ways to sign in to a proxy that can be named; only the first is spoken.
var signInSchemes = [...]string{"Basic", "Digest", "Negotiate", "NTLM", "Bearer"}

// stuck says where on its way a request that got no connection is.
func (c *Client) stuck(err error, w *way) *NetworkError {
	if c.proxy != nil && w.atProxy(c.proxy, err) {
		n := c.proxy.stuck(err, c.base.Host)
		n.Hop, n.Host, n.Variable, n.err = HopProxy, c.proxy.url.Host, c.proxy.variable, err
		return n
	}
	if c.proxy != nil && w.handshakes.Load() > 0 && noTenant(err) {
		n := c.proxy.withoutTenant(err, c.base.Host)
		n.Hop, n.Host, n.Variable, n.err = HopProxy, c.proxy.url.Host, c.proxy.variable, err
		return n
	}
	n := &NetworkError{Hop: HopConnection, Host: c.base.Host, Next: "check the network", err: err}
	var name *net.DNSError
	switch trust := untrusted(c.base.Host, err); {
	case trust != nil:
		if c.proxy != nil {
			trust.Said += ", through " + c.proxy.String()
		}
		trust.Host, trust.err = c.base.Host, err
		return trust
	case errors.As(err, &name):
		n.Hop, n.Permanent = HopName, name.IsNotFound
		n.Said = "the name " + c.base.Hostname() + " can't be resolved: " + nameTrouble(name)
		n.Next = "check the network and the tenant's address"
	default:
		n.Said, n.Permanent = "the tenant can't be reached: "+connectionTrouble(err), timedOut(err)
	}
	return n
}

// atProxy reports whether an attempt failed before the proxy had made the connection.
func (w *way) atProxy(p *proxy, err error) bool {
	var call *net.OpError
	if errors.As(err, &call) && (call.Op == "proxyconnect" || strings.HasPrefix(call.Op, "socks")) {
		return true
	}
	ofTenant := int32(1)
	if p.url.Scheme == "https" {
		ofTenant = 2
	}
	return w.handshakes.Load() < ofTenant
}

// stuck says what the proxy did with a connection to host.
func (p *proxy) stuck(err error, host string) *NetworkError {
	var answer *proxyAnswer
	var call *net.OpError
	var name *net.DNSError
	check := "check " + p.variable + " and the proxy"
	switch {
	case errors.As(err, &answer):
		return p.refused(answer, host)
	case errors.As(err, &name):
		said := "the name of " + p.String() + " can't be resolved: " + nameTrouble(name)
		return &NetworkError{Said: said, Next: "check " + p.variable, Permanent: true}
	case errors.As(err, &call) && strings.HasPrefix(call.Op, "socks"):
		return p.refusedBySOCKS(call.Err, host)
	}
	if trust := untrusted(p.String(), err); trust != nil {
		return trust
	}
	if call != nil && call.Op == "proxyconnect" {
		return &NetworkError{Said: p.String() + " can't be reached: " + connectionTrouble(call.Err), Next: check, Permanent: true}
	}
	said := p.String() + " doesn't answer as a proxy does: " + connectionTrouble(err)
	return &NetworkError{Said: said, Next: check, Permanent: !broken(err)}
}

// noTenant reports whether a handshake failed for want of another end that speaks TLS.
func noTenant(err error) bool {
	var record tls.RecordHeaderError
	var call *net.OpError
	return errors.As(err, &record) || timedOut(err) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.As(err, &call) && (call.Op == "read" || call.Op == "write")
}

// withoutTenant says that the proxy claims to have made the connection to host, and that nobody is there who speaks as a tenant does.
func (p *proxy) withoutTenant(err error, host string) *NetworkError {
	n := &NetworkError{Next: "check the proxy, or name the tenant in NO_PROXY if it can be reached without it"}
	trouble := ""
	var record tls.RecordHeaderError
	switch errors.As(err, &record); {
	case record.RecordHeader[0] == '<' || string(record.RecordHeader[:]) == "HTTP/":
		n.Permanent, trouble = true, "a page came in place of TLS, perhaps the proxy's own"
	case record.Msg != "":
		n.Permanent, trouble = true, "what comes through isn't TLS"
	default:
		n.Permanent, trouble = timedOut(err), connectionTrouble(err)
	}
	n.Said = fmt.Sprintf("%s said that it is connected to %s, but nothing of a tenant comes through: %s", p, host, trouble)
	return n
}

// refused says what it means that the proxy answered and made no connection.
func (p *proxy) refused(a *proxyAnswer, host string) *NetworkError {
	n := &NetworkError{Status: a.status, Permanent: a.status < 500 || a.status == http.StatusNetworkAuthenticationRequired}
	switch {
	case a.status == http.StatusTooManyRequests || a.status == http.StatusRequestTimeout:
		n.Permanent = false
		n.Said, n.Next = fmt.Sprintf("%s made no connection to %s: it answered %d", p, host, a.status), "try again later, or check the proxy"
	case a.status == http.StatusOK:
		n.Said = fmt.Sprintf("%s answers with a page in place of connecting to %s, perhaps a sign-in page of its own", p, host)
		n.Next = "sign in to the network, or check " + p.variable
	case a.status == http.StatusNetworkAuthenticationRequired:
		n.Said, n.Next = fmt.Sprintf("%s wants a sign-in before it lets anything through to %s (511)", p, host), "sign in to the network"
	case a.status == http.StatusProxyAuthRequired && len(a.schemes) > 0 && !slices.Contains(a.schemes, "Basic"):
		n.Said = fmt.Sprintf("%s wants a sign-in with %s (407)", p, strings.Join(slices.Compact(a.schemes), " or "))
		n.Next = "gatehouse speaks Basic only; name another proxy in " + p.variable
	case a.status == http.StatusProxyAuthRequired && p.url.User != nil:
		n.Said, n.Next = fmt.Sprintf("%s doesn't accept its user name and password (407)", p), "check them in "+p.variable
	case a.status == http.StatusProxyAuthRequired:
		n.Said = fmt.Sprintf("%s wants a sign-in (407)", p)
		n.Next = "put a user name and password into " + p.variable + ": http://user:password@host:port, with # written as %23"
	case a.status < 400 || a.status >= 500:
		n.Said, n.Next = fmt.Sprintf("%s made no connection to %s: it answered %d", p, host, a.status), "check the proxy"
	default:
		n.Said = fmt.Sprintf("%s refuses to connect to %s: it answered %d", p, host, a.status)
		n.Next = "ask whoever runs the proxy to allow it, or name the tenant in NO_PROXY"
	}
	return n
}

// refusedBySOCKS says what it means that a SOCKS proxy made no connection.
func (p *proxy) refusedBySOCKS(err error, host string) *NetworkError {
	n := &NetworkError{Permanent: !broken(err)}
	switch text := strings.TrimPrefix(err.Error(), "unknown error "); text {
	case "username/password authentication failed", "invalid username/password":
		n.Said, n.Next = p.String()+" doesn't accept its user name and password", "check them in "+p.variable
	case "no acceptable authentication methods":
		n.Said, n.Next = p.String()+" wants a sign-in", "put a user name and password into "+p.variable
	case "general SOCKS server failure", "connection not allowed by ruleset", "network unreachable", "host unreachable",
		"connection refused", "TTL expired":
		n.Said, n.Next = fmt.Sprintf("%s made no connection to %s: %s", p, host, text), "check the proxy and the tenant's address"
	default:
		n.Said, n.Next = p.String()+" doesn't answer as a SOCKS proxy does", "check "+p.variable
	}
	return n
}

// nameTrouble says why a name has no address.
func nameTrouble(err *net.DNSError) string {
	switch {
	case err.IsNotFound:
		return "there is no such name"
	case err.IsTimeout:
		return "the name server doesn't answer"
	}
	return "the name server failed"
}

// connectionTrouble says why there is no connection.
func connectionTrouble(err error) string {
	if timedOut(err) {
		return fmt.Sprintf("no answer within %s", connectTimeout)
	}
	return plainly(err)
}

func timedOut(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded)
}

// broken reports whether a connection ended in the middle of something: it may hold the next time.
func broken(err error) bool {
	var call *net.OpError
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &call) && !timedOut(err)
}

// turnedAway are the words of net/http for a request that the server has not looked at: a stream that it refused, and one above the last
// that it takes before it closes the connection (RFC 9113, 8.7). There is no type for them once a body was written.
var turnedAway = pattern.Of(`^(http2: Transport: cannot retry err \[(` +
	`stream error: stream ID \d+; REFUSED_STREAM; received from peer|http2: Transport received Server's graceful shutdown GOAWAY` +
	`)\] after Request\.Body was written; .*|http2: Transport received GOAWAY from server ErrCode:(\w+|unknown error code 0x[0-9a-f]+)|` +
	`stream error: stream ID \d+; REFUSED_STREAM; received from peer|http2: Transport received Server's graceful shutdown GOAWAY)$`)

// unseen reports whether an attempt on a connection provably ended before the tenant looked at the request.
func (w *way) unseen(err error) bool {
	return w.connected.Load() && !w.wrote.Load() || wasTurnedAway(err)
}

func wasTurnedAway(err error) bool { return turnedAway().MatchString(unwrapURL(err).Error()) }

// unwrapURL takes the address off an error, since it may hold a share code.
func unwrapURL(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}

// notTaken is for a request that met the tenant, which provably did not look at it.
func (c *Client) notTaken(err error) *NetworkError {
	if refused := refusedHandshake(c.base.Host, err); refused != nil { // in TLS 1.3 it arrives after the handshake
		return refused
	}
	n := &NetworkError{Hop: HopConnection, Host: c.base.Host, Next: "check the network", err: err}
	if n.Said = "the tenant closed the connection before it took the request"; wasTurnedAway(err) {
		n.Said = "the tenant turned the request away before it looked at it"
	}
	return n
}
