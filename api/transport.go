package api

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// parseBaseURL accepts https://host[:port], and http to a loopback address only.
func parseBaseURL(text string) (*url.URL, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, errors.New("the tenant's address is missing")
	}
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" {
		return nil, errors.New("the tenant's address is not of the form https://host")
	}
	switch {
	case u.User != nil:
		return nil, errors.New("the tenant's address must not hold a user name or password")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, errors.New("the tenant's address must end after the host: remove what follows ? or #")
	case u.Path != "" && u.Path != "/":
		return nil, fmt.Errorf("the tenant's address must end after the host: remove %q", u.Path)
	}
	switch u.Scheme {
	case "https":
	case "http":
		if !isLoopback(u.Hostname()) {
			return nil, fmt.Errorf("the tenant's address must start with https:// (plain http is only for this computer, not for %s)", u.Hostname())
		}
	default:
		return nil, errors.New("the tenant's address must start with https://")
	}
	return &url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host)}, nil
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// newTransport makes the connections of one client: through a proxy if there is one, with the system's certificate authorities and those
// of caFile.
func newTransport(caFile string, through *proxy) (*http.Transport, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if caFile != "" {
		pool, err := authorities(caFile)
		if err != nil {
			return nil, err
		}
		config.RootCAs = pool
	}
	dialer := &net.Dialer{Timeout: connectTimeout, KeepAlive: 15 * time.Second}
	t := &http.Transport{
		OnProxyConnectResponse: refusedByProxy,
		DialContext:            dialer.DialContext,
		TLSClientConfig:        config,
		TLSHandshakeTimeout:    connectTimeout,
		ForceAttemptHTTP2:      true,
		HTTP2:                  &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 10 * time.Second}, // finds dead connections
		MaxConnsPerHost:        16,
		MaxIdleConnsPerHost:    8,
		MaxIdleConns:           16,
		IdleConnTimeout:        30 * time.Second, // shorter than servers' own, so that a write seldom meets a dying connection
		MaxResponseHeaderBytes: 256 << 10,
	}
	if through != nil {
		t.Proxy = http.ProxyURL(through.url)
	}
	return t, nil
}

// followNothing hands a redirect to the caller as it is.
func followNothing(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
