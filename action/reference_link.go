package action

import (
	"net"
	"net/url"
	"strings"
	"unicode"

	"gatehouse/pattern"
)

// hostLike is what stands before the path, the query or the fragment of a URL whose scheme was left out.
var hostLike = pattern.Of(`(?i)^(([a-z0-9-]+\.)+[a-z0-9-]+|localhost|\[[0-9a-f:]+\])(:[0-9]+)?$`)

// splitWords splits a text where chats, mail, documents and tables end a link: at blanks, brackets, quotes, bars and frames; cells: also at
// the commas and semicolons of a table's row. What a sentence puts around a word is left out.
func splitWords(text string, cells bool) []string {
	var words []string
	text = glued().ReplaceAllString(text, "$1 $2")
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return endsWord(r) || cells && (r == ',' || r == ';') }) {
		if word = strings.Trim(word, ".,;:!?*_~\\"); word != "" {
			words = append(words, word)
		}
	}
	return words
}

func endsWord(r rune) bool {
	const frames, framesEnd = 0x2500, 0x259f
	return unicode.IsSpace(r) || strings.ContainsRune("<>()\"'`|“”„‘’‚«»‹›…", r) || r >= frames && r <= framesEnd
}

// glued is where a link begins right behind another one or the bracket around it.
var glued = pattern.Of(`(?i)([0-9a-z\[\](){}])(https?://)`)

var linkStart = pattern.Of(`(?i)https?:/{1,2}`)

// doubledScheme is a scheme that a browser or a person put before another one.
var doubledScheme = pattern.Of(`(?i)^[^/]*?https?:/{1,2}(https?:/{1,2})`)

// asLink is the link that a word is or ends in, nil when there is none. The scheme may be missing.
func asLink(word string) *url.URL {
	if m := doubledScheme().FindStringSubmatchIndex(word); m != nil {
		word = word[m[2]:]
	}
	if at := linkStart().FindStringIndex(word); at != nil && !strings.Contains(word[:at[0]], "/") {
		word = strings.TrimSuffix(strings.ToLower(word[at[0]:at[0]+5]), ":") + "://" + word[at[1]:]
	}
	if !strings.Contains(word, "://") {
		rest := strings.TrimPrefix(word, "//")
		end := strings.IndexAny(rest, "/?#")
		if end < 0 || !hostLike().MatchString(strings.TrimSuffix(rest[:end], ":")) {
			return nil
		}
		word = "https://" + rest
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
