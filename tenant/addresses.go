package tenant

import (
	"net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// urlMax is the longest address of a webhook, in bytes.
const urlMax = 2048

// checkWebhookURL holds an address to companion.md 9.4: https on the default port, no user name or password, publicly routable.
func checkWebhookURL(text string) error {
	if text == "" {
		return invalid("url is required")
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || len(text) > urlMax || strings.ContainsFunc(text, unseen) {
		return invalid("url is not a valid URL")
	}
	switch {
	case u.Scheme != "https":
		return invalid("url must start with https://")
	case u.User != nil:
		return invalid("url must not hold a user name or password")
	case u.Port() != "" && u.Port() != "443":
		return invalid("url must use the default port")
	case !routable(u.Hostname()):
		return invalid("url must be publicly routable")
	}
	return nil
}

// unseen says whether a character shows nothing of itself, or is a space.
func unseen(r rune) bool {
	return unicode.IsSpace(r) || !unicode.IsGraphic(r) || r == '\u034f' || r >= '\ufe00' && r <= '\ufe0f'
}

// privateRanges are those that the internet doesn't route, beside the ones netip knows.
var privateRanges = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("100::/64"), netip.MustParsePrefix("fec0::/10"),
}

// routable says whether a host can be reached from the internet, as far as its name tells.
func routable(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		addr = addr.Unmap()
		return addr.Zone() == "" && addr.IsGlobalUnicast() && !addr.IsPrivate() &&
			!slices.ContainsFunc(privateRanges, func(p netip.Prefix) bool { return p.Contains(addr) })
	}
	if !domain(host) {
		return false
	}
	host = "." + strings.ToLower(host)
	return !slices.ContainsFunc([]string{".localhost", ".local", ".internal", ".lan", ".home.arpa"},
		func(suffix string) bool { return strings.HasSuffix(host, suffix) })
}

// domain says whether a text is a domain name of at least two labels, the last of which is no number.
func domain(host string) bool {
	ascii, err := idna.Registration.ToASCII(strings.ToLower(host))
	if err != nil || len(ascii) > 253 || strings.ContainsFunc(host, unseen) {
		return false
	}
	labels := strings.Split(ascii, ".")
	last := labels[len(labels)-1]
	return len(labels) > 1 && last != "" && (last[0] < '0' || last[0] > '9') && !slices.ContainsFunc(labels, func(label string) bool {
		return label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' ||
			strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != ""
	})
}

// mailAddress says whether a text is one bare e-mail address.
func mailAddress(text string) bool {
	parsed, err := mail.ParseAddress(text)
	at := strings.LastIndex(text, "@")
	return err == nil && parsed.Address == text && !strings.ContainsFunc(text, unseen) && domain(text[at+1:])
}
