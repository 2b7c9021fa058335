package action

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Reference points to one secret by its share code or its vault id. A share code opens the secret, so no way of printing a
// Reference shows it.
type Reference struct{ code, vaultID string }

// Code is the share code as the tenant writes it (XXXX-XXXX-XXXX), "" if the reference is a vault id.
func (r Reference) Code() string { return r.code }

// VaultID is the vault id, "" if the reference is a share code.
func (r Reference) VaultID() string { return r.vaultID }

// String tells what kind of reference it is; only a vault id is shown.
func (r Reference) String() string {
	switch {
	case r.code != "":
		return "this share code"
	case r.vaultID != "":
		return "the vault id " + r.vaultID
	}
	return "no reference"
}

// Format makes every verb of fmt show what String shows.
func (r Reference) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, r.String()) }

// MarshalText is String, for logs and JSON.
func (r Reference) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// The errors of ParseReference, besides *OtherTenantError. None repeats what was read: it may open a secret.
var (
	ErrNoReference = errors.New("this is no share URL, no share code (XXXX-XXXX-XXXX) and no vault id (27 letters and digits)")
	ErrNoSecret    = errors.New("this URL names no secret: it holds no share code and no vault id")
	ErrSeveral     = errors.New("this holds more than one reference: give one at a time")
)

// OtherTenantError refuses a URL of another host than the tenant's.
type OtherTenantError struct {
	Host   string // of the URL, "" if it isn't fit to be shown
	Tenant string // the tenant's own
}

func (e *OtherTenantError) Error() string {
	if e.Host == "" {
		return "this URL isn't one of " + e.Tenant + ", the tenant that is open"
	}
	return fmt.Sprintf("this URL is one of %s, but the tenant that is open is %s", e.Host, e.Tenant)
}

const referenceSize = 64 << 10 // bytes; no message with a reference is longer

// ParseReference finds the reference to a secret in what somebody pasted: a share URL, a share code or a vault id, alone or in a chat
// message. host is the tenant's (with its port, if it has one); a URL of any other host is refused, whatever else the text holds.
func ParseReference(text, host string) (Reference, error) {
	if len(text) > referenceSize {
		return Reference{}, ErrNoReference
	}
	links, words := splitLinks(plain(text))
	var found []Reference
	for _, u := range links {
		if linkHost(u) != hostName(host) {
			return Reference{}, &OtherTenantError{Host: showable(linkHost(u)), Tenant: host}
		}
		found = append(found, inLink(u)...)
	}
	if len(links) > 0 && len(found) == 0 && len(inWords(words)) == 0 {
		return Reference{}, ErrNoSecret
	}
	return only(append(found, inWords(words)...))
}

func only(found []Reference) (Reference, error) {
	if len(found) == 0 {
		return Reference{}, ErrNoReference
	}
	for _, r := range found[1:] {
		if r != found[0] {
			return Reference{}, ErrSeveral
		}
	}
	return found[0], nil
}

// plain undoes what chats, mail and terminals do to a text on its way: paste markers, typographic dashes, invisible characters.
func plain(text string) string {
	text = strings.NewReplacer("\x1b[200~", "", "\x1b[201~", "").Replace(text)
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Pd, r) || r == '\u2212':
			return '-'
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, text)
}

// hostLike is what stands before the path, the query or the fragment of a URL whose scheme was left out.
var hostLike = regexp.MustCompile(`(?i)^(([a-z0-9-]+\.)+[a-z0-9-]+|localhost|\[[0-9a-f:]+\])(:[0-9]+)?$`)

// splitLinks takes the URLs out of a text. Brackets, quotes and bars end a URL, as chats and mail programs wrap it in them.
func splitLinks(text string) (links []*url.URL, words string) {
	var rest []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" <>()\"'`|“”‘’«»", r) }) {
		if u := asLink(strings.Trim(word, ".,;:!?*_~")); u != nil {
			links = append(links, u)
			continue
		}
		rest = append(rest, word)
	}
	return links, strings.Join(rest, " ")
}

func asLink(word string) *url.URL {
	at := strings.Index(word, "://")
	if at < 0 {
		rest := strings.TrimPrefix(word, "//")
		end := strings.IndexAny(rest, "/?#")
		if end < 0 || !hostLike.MatchString(strings.TrimSuffix(rest[:end], ":")) {
			return nil
		}
		word = "https://" + strings.TrimPrefix(word, "//")
	}
	u, err := url.Parse(strings.TrimLeft(word, "[{"))
	if err != nil || u.Host == "" {
		return &url.URL{Host: "\x00"} // a URL that nobody can read is nobody's
	}
	return u
}

// linkHost is a URL's host as hostName writes it. What stands before an @ is no host, and no tenant's URL has it.
func linkHost(u *url.URL) string {
	if u.User != nil {
		return u.User.String() + "@" + u.Host
	}
	return hostName(u.Host)
}

// hostName writes a host in one way: lower case, no final dot, no usual or empty port.
func hostName(host string) string {
	host = strings.ToLower(host)
	if name, port, err := net.SplitHostPort(host); err == nil {
		name = strings.TrimSuffix(name, ".")
		if port != "443" && port != "80" && port != "" {
			return net.JoinHostPort(name, port)
		}
		if strings.Contains(name, ":") {
			return "[" + name + "]"
		}
		return name
	}
	return strings.TrimSuffix(host, ".")
}

// showable is a host that can be repeated in an error, "" if it holds anything unusual.
func showable(host string) string {
	if len(host) > 100 || strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789.-:[]") != "" {
		return ""
	}
	return host
}

var (
	dashed   = regexp.MustCompile(`^[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}$`)
	undashed = regexp.MustCompile(`^[0-9A-Za-z]{12}$`)
	vault    = regexp.MustCompile(`^[0-9A-Za-z]{27}$`)

	dashedUpper = regexp.MustCompile(`^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$`)
	looseUpper  = regexp.MustCompile(`(?:^| )([0-9A-Z]{4})[ -]?([0-9A-Z]{4})[ -]?([0-9A-Z]{4})(?: |$)`)
	whole       = regexp.MustCompile(`^([0-9A-Za-z]{4})[ -]*([0-9A-Za-z]{4})[ -]*([0-9A-Za-z]{4})$`)
)

// inLink finds references in the parts of a tenant's URL: path, query and fragment.
func inLink(u *url.URL) []Reference {
	parts := strings.Split(u.Path, "/")
	for _, values := range u.Query() {
		parts = append(parts, values...)
	}
	parts = append(parts, strings.FieldsFunc(u.Fragment, func(r rune) bool { return strings.ContainsRune("/&=?", r) })...)
	for i := range parts {
		parts[i] = trimmed(parts[i])
	}
	if found := matching(parts, dashed, vault); len(found) > 0 {
		return found
	}
	return matching(parts, undashed)
}

// inWords finds references in a text without URLs, the surest kind first: an ordinary word must not be taken for a code.
func inWords(text string) []Reference {
	words := strings.Fields(text)
	for i := range words {
		words[i] = trimmed(words[i])
	}
	text = strings.TrimSpace(strings.Join(words, " "))
	if found := matching(words, dashedUpper, vault); len(found) > 0 {
		return found
	}
	if found := matching(words, dashed); len(found) > 0 {
		return found
	}
	if m := whole.FindStringSubmatch(text); m != nil {
		return []Reference{codeOf(m[1] + m[2] + m[3])}
	}
	var found []Reference
	for _, m := range looseUpper.FindAllStringSubmatch(text, -1) {
		found = append(found, codeOf(m[1]+m[2]+m[3]))
	}
	return found
}

// trimmed takes off what a sentence puts around a word, and "code:" or "code=" before it.
func trimmed(word string) string {
	word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if at := strings.LastIndexAny(word, ":="); at >= 0 {
		return word[at+1:]
	}
	return word
}

func matching(words []string, shapes ...*regexp.Regexp) []Reference {
	var found []Reference
	for _, word := range words {
		if slices.ContainsFunc(shapes, func(shape *regexp.Regexp) bool { return shape.MatchString(word) }) {
			if len(word) == 27 {
				found = append(found, Reference{vaultID: word})
			} else {
				found = append(found, codeOf(word))
			}
		}
	}
	return found
}

// codeOf writes a share code as the tenant does.
func codeOf(text string) Reference {
	text = strings.ToUpper(strings.ReplaceAll(text, "-", ""))
	return Reference{code: text[:4] + "-" + text[4:8] + "-" + text[8:]}
}
