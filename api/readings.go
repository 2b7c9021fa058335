package api

import (
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"gatehouse/pattern"
)

// Readings are the ways a text can be read: as it stands but for what isn't seen, and then with one after the other undone of what mail,
// chat, documents, shells and people do to links: entities, backslashes, brackets around dots, percent-encoding, quoted-printable, tags,
// base64. None stands there twice. What the text wraps as a value of its own (a link in a link) is left as it is.
func Readings(text string) []string {
	text = visible(text)
	readings := []string{text}
	for _, undo := range []func(string) string{unmarked, unpercented, unquotedPrintable, untagged, unbasedText} {
		if next := undo(readings[len(readings)-1]); next != readings[len(readings)-1] {
			readings = append(readings, next)
		}
	}
	return readings
}

var (
	terminalLink  = pattern.Of(`\x1b\]8;[^;\x07\x1b]*;([^\x07\x1b]*)(?:\x07|\x1b\\)`)
	terminalStyle = pattern.Of(`\x1b\[[0-?]*[ -/]*[@-~]`)
)

// visible undoes what can't be seen: a terminal's marks of pastes, colours and links, compatibility forms, invisible characters, the many
// dashes and blanks. Line breaks stay, as a quoted-printable text needs them.
func visible(text string) string {
	text = terminalStyle().ReplaceAllString(terminalLink().ReplaceAllString(strings.ToValidUTF8(text, "\ufffd"), " $1 "), "")
	text = norm.NFKC.String(text)
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Pd, r) || r == '\u2212':
			return '-'
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r):
			return -1
		}
		return r
	}, text)
}

var (
	entity    = pattern.Of(`&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,32});`)
	jsonByte  = pattern.Of(`\\+(?:u00|x)([0-9A-Fa-f]{2})`)
	jsonBlank = pattern.Of(`\\+[nrt]`)
	backslash = pattern.Of(`\\+([/.?&=:#~_*"-])`)
	bracketed = pattern.Of(`(?i) ?[\[({<] ?(?:\.|dot) ?[\])}>] ?|[\[({<] ?(?::|/|://|//|-|slash|colon|dash|hyphen) ` +
		`?[\])}>]|[\[({]\.|\.[\])}]`)
	spacedDot = pattern.Of(`(?i)(https?://[a-z0-9.-]*[a-z0-9])(?: dot | \.)([a-z0-9])`)
	hxxp      = pattern.Of(`(?i)\bh[\[(]?(?:xx|\*\*|__|tt)[\])]?p[\[(]?(s?)[\])]?( ?: ?//|:/{1,3}|:\\\\)`)
)

// unmarked undoes HTML's entities (twice: they are escaped again when mail is quoted), backslashes, and what makes a link harmless.
func unmarked(text string) string {
	text = unslashed(text)
	for range 2 {
		text = entity().ReplaceAllStringFunc(text, html.UnescapeString)
	}
	text = jsonByte().ReplaceAllStringFunc(text, func(found string) string {
		code, _ := strconv.ParseUint(found[len(found)-2:], 16, 8) // two hexadecimal digits
		return string(rune(code))
	})
	text = jsonBlank().ReplaceAllString(backslash().ReplaceAllString(text, "$1"), " ")
	text = bracketed().ReplaceAllStringFunc(text, func(found string) string {
		inner := strings.ToLower(strings.Trim(found, "[](){}<> "))
		if sign, named := map[string]string{"dot": ".", "slash": "/", "colon": ":", "dash": "-", "hyphen": "-"}[inner]; named {
			return sign
		}
		return inner
	})
	text = unescapedHosts(text)
	return visible(spacedDot().ReplaceAllString(hxxp().ReplaceAllString(text, "http$1://"), "$1.$2"))
}

// percented is a text in which a link, or a share code, was percent-encoded with all around it.
var percented = pattern.Of(`(?i)https?%(?:25)*3a|[0-9a-z]{4}%(?:25)*2d[0-9a-z]{4}`)

// unpercented undoes percent-encoding of the whole text, three times at most. A text that is encoded only within a link stays as it is.
func unpercented(text string) string {
	for range 3 {
		if strings.Contains(text, "://") || !percented().MatchString(text) {
			return text
		}
		text = percentByte().ReplaceAllStringFunc(text, func(found string) string {
			plain, err := url.PathUnescape(found)
			if err != nil {
				return found
			}
			return plain
		})
	}
	return text
}

var (
	percentByte = pattern.Of(`(?:%[0-9A-Fa-f]{2})+`)
	softBreak   = pattern.Of(`= *\n`)
	quotedByte  = pattern.Of(`(?:=[0-9A-Fa-f]{2})+`)
)

// unquotedPrintable undoes quoted-printable (RFC 2045, 6.7), in which mail stands as it was sent: soft line breaks, then =XX for a byte.
func unquotedPrintable(text string) string {
	if !softBreak().MatchString(text) && !quotedByte().MatchString(text) {
		return text
	}
	text = softBreak().ReplaceAllString(text, "")
	return visible(quotedByte().ReplaceAllStringFunc(text, func(found string) string {
		plain, err := url.PathUnescape(strings.ReplaceAll(found, "=", "%"))
		if err != nil {
			return found
		}
		return plain
	}))
}

// WrappedLinks are the links that a link holds in its path, its query or its fragment: as they are, percent-encoded again, in base64, or as
// the filters of mail write them. They are sorted by where they stand, and may hold links themselves.
func WrappedLinks(u *url.URL) []string {
	var links []string
	add := func(text string) {
		if link := wrappedLink(text); link != "" && !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	path := u.Path
	if u.RawQuery != "" && linkStart().MatchString(path) {
		path += "?" + u.RawQuery
	}
	add(path)
	for _, pair := range strings.FieldsFunc(u.RawQuery, func(r rune) bool { return r == '&' || r == ';' }) {
		_, value, named := strings.Cut(pair, "=")
		if !named {
			value = pair
		}
		if plain, err := url.QueryUnescape(value); err == nil {
			value = plain
		}
		add(value)
	}
	add(u.Fragment)
	return links
}

var (
	linkStart  = pattern.Of(`(?i)https?:/{1,2}[^/]`)
	dashedLink = pattern.Of(`(?i)^https?-3a__`)
	dashedByte = pattern.Of(`-([0-9A-Fa-f]{2})`)
)

// wrappedLink is the link in a part of a link, "" when there is none.
func wrappedLink(text string) string {
	if dashedLink().MatchString(text) { // a filter that writes / as _ and %XX as -XX
		text = dashedByte().ReplaceAllString(strings.ReplaceAll(text, "_", "/"), "%$1")
	}
	if decoded := unbased(text); decoded != "" {
		text = decoded
	}
	for range 4 {
		if at := linkStart().FindStringIndex(text); at != nil {
			link, bytes, starred := strings.Cut(text[at[0]:], "__;") // where another filter ends it
			if starred {
				link = unstarred(link, bytes)
			}
			link, _, _ = strings.Cut(link, "___.")
			return strings.TrimSuffix(link, "__")
		}
		plain, err := url.PathUnescape(text)
		if err != nil || plain == text {
			return ""
		}
		text = plain
	}
	return ""
}
