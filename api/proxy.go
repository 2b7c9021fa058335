package api

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/http/httpproxy"
)

// proxyVariables can name the proxy of a tenant, the first one that is set counts; noProxyVariables name hosts that are reached without
// one.
var (
	proxyVariables   = [...]string{"HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"}
	noProxyVariables = [...]string{"NO_PROXY", "no_proxy"}
)

// proxy stands between this computer and a tenant.
type proxy struct {
	url      *url.URL
	variable string // that named it
}

// String names the proxy without its user name and password.
func (p *proxy) String() string { return "the proxy " + p.url.Host + " (" + p.variable + ")" }

// secrets are the texts that must not appear anywhere.
func (p *proxy) secrets() []string {
	if p == nil || p.url.User == nil {
		return nil
	}
	password, _ := p.url.User.Password()
	return []string{password, p.url.User.String(), p.url.User.Username() + ":" + password}
}

// findProxy is the proxy that the environment names for an address; nil when it is reached without one, as this computer always is.
func findProxy(base *url.URL, getenv func(string) string) (*proxy, error) {
	variable, text := firstSet(getenv, proxyVariables[:])
	if text == "" {
		return nil, nil
	}
	_, exceptions := firstSet(getenv, noProxyVariables[:])
	rules := httpproxy.Config{HTTPSProxy: "http://proxy.invalid", HTTPProxy: "http://proxy.invalid", NoProxy: exceptions}
	if used, err := rules.ProxyFunc()(base); err != nil || used == nil {
		return nil, nil
	}
	u, err := parseProxy(text)
	if err != nil {
		return nil, fmt.Errorf("the proxy that %s names can't be used: %w", variable, err)
	}
	return &proxy{u, variable}, nil
}

func firstSet(getenv func(string) string, names []string) (name, value string) {
	for _, name := range names {
		if value := strings.TrimSpace(getenv(name)); value != "" {
			return name, value
		}
	}
	return "", ""
}

// parseProxy reads the address of a proxy. Its errors never quote it: it may hold a password.
func parseProxy(text string) (*url.URL, error) {
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		scheme, rest = "http", text
	}
	switch scheme = strings.ToLower(scheme); scheme {
	case "http", "https", "socks5", "socks5h":
	case "socks", "socks4", "socks4a":
		return nil, errors.New("gatehouse doesn't speak " + strings.ToUpper(scheme) +
			"; write socks5:// if it is a SOCKS5 proxy, or name one with http://")
	default:
		return nil, errors.New("its address must start with http://, https:// or socks5://")
	}
	at := strings.LastIndexByte(rest, '@')
	if err := checkUserinfo(rest[:max(at, 0)]); err != nil {
		return nil, err
	}
	u, err := url.Parse(scheme + "://" + rest)
	switch {
	case err != nil || u.Hostname() == "":
		return nil, errors.New("write it as http://host:port")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || u.Path != "" && u.Path != "/":
		return nil, errors.New("its address must end after the port")
	}
	if port, err := strconv.Atoi(cmp.Or(u.Port(), "1")); err != nil || port < 1 || port > 65535 {
		return nil, errors.New("its port must be a number from 1 to 65535")
	}
	return &url.URL{Scheme: scheme, User: u.User, Host: u.Host}, nil
}

// checkUserinfo refuses a user name and password with characters that would end them too early.
func checkUserinfo(text string) error {
	for i, r := range text {
		switch {
		case r == '%' && !isEscape(text[i:]), r <= '~' && strings.ContainsRune("#/?\\ \"<>[]^`{|}", r):
			return fmt.Errorf("in its user name and password write %s as %%%02X", spoken(r), r)
		case r < ' ' || r > '~':
			return errors.New("in its user name and password percent-encode whatever isn't an ordinary ASCII character")
		}
	}
	return nil
}

// isEscape reports whether a text starts with a percent sign and two hexadecimal digits.
func isEscape(text string) bool {
	if len(text) < 3 {
		return false
	}
	_, err := strconv.ParseUint(text[1:3], 16, 8)
	return err == nil
}

// spoken is a character as a sentence can hold it.
func spoken(r rune) string {
	if r == ' ' {
		return "a space"
	}
	return string(r)
}
