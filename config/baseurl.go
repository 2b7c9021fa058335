package config

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// CheckBaseURL normalises a tenant's address to scheme://host[:port]. It must be https, or http to a loopback address, and have
// no user, path, query or fragment. Errors never repeat the address, which may hold a password.
func CheckBaseURL(text string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Host == "" || u.Opaque != "" {
		return "", errors.New(`wants an address such as "https://acme.example"`)
	}
	host := strings.ToLower(u.Hostname())
	loopback := isLoopback(host)
	switch {
	case u.User != nil:
		return "", errors.New("must not hold a user name or password")
	case u.Scheme != "https" && (u.Scheme != "http" || !loopback):
		return "", errors.New("must begin with https:// (http:// is for this computer only)")
	case u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "", errors.New("must end after the host name, without a path")
	}
	if _, err := netip.ParseAddr(host); err != nil && host != "localhost" {
		if err := checkHostName(host); err != nil {
			return "", err
		}
	}
	port := u.Port()
	if port == "" && !strings.HasSuffix(u.Host, ":") || port == "443" && u.Scheme == "https" || port == "80" && u.Scheme == "http" {
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		return u.Scheme + "://" + host, nil
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
		return "", errors.New("has a port that is not a number from 1 to 65535")
	}
	return u.Scheme + "://" + net.JoinHostPort(host, port), nil
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// checkHostName accepts a full name in ASCII letters, digits and hyphens (RFC 1123), with a top-level domain that isn't a number.
func checkHostName(host string) error {
	labels := strings.Split(host, ".")
	if len(labels) < 2 || len(host) > 253 {
		return errors.New("has no full host name such as acme.example")
	}
	for _, label := range labels {
		if len(label) < 1 || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return errors.New("has a host name that can't exist")
		}
		for _, c := range []byte(label) {
			if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
				return errors.New("has a host name with characters other than a to z, 0 to 9 and hyphen")
			}
		}
	}
	if top := labels[len(labels)-1]; top[0] >= '0' && top[0] <= '9' {
		return errors.New("has a host name that ends in a number")
	}
	return nil
}

// BaseURLFromClientID derives a tenant's address from a client id, <random-id>@<hostname>/<use-case> (companion.md 3). The secret will be
// sent to that host, so anything unusual is refused.
func BaseURLFromClientID(clientID string) (string, error) {
	host, err := clientIDHost(clientID)
	if err != nil {
		return "", err
	}
	return "https://" + host, nil
}

func clientIDHost(clientID string) (string, error) {
	id, rest, found := strings.Cut(clientID, "@")
	host, use, slash := strings.Cut(rest, "/")
	if !found || id == "" || slash && use == "" || strings.ContainsAny(use, "@/\\?# ") {
		return "", errors.New("names no tenant: it should look like name-name-12345@acme.example/pcc")
	}
	host = strings.ToLower(host)
	if err := checkHostName(host); err != nil {
		return "", err
	}
	return host, nil
}

// SameTenant refuses an address and a client id of different tenants: the secret of one would go to the other. An address on
// this machine is a tunnel or a test, and may stand for any tenant.
func SameTenant(baseURL, clientID string) error {
	u, err := url.Parse(baseURL)
	if err != nil || isLoopback(u.Hostname()) {
		return nil
	}
	if host, err := clientIDHost(clientID); err == nil && host != u.Hostname() {
		return errors.New("belongs to another tenant (" + host + ") than the address (" + u.Hostname() + ")")
	}
	return nil
}
