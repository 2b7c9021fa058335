package api

import (
	"encoding/base64"
	"net/url"
	"strings"
	"unicode/utf8"

	"gatehouse/pattern"
)

var (
	backslashed = pattern.Of(`(?i)\b(h(?:tt|xx)ps?):?\\{2,}([a-z0-9\[][^\s"'<>|]*)`)
	hostSlashed = pattern.Of(`(?i)(^|[\s"'(<|])\\*((?:[a-z0-9-]+\.)+[a-z]{2,}(?::[0-9]+)?)(\\[a-z0-9_-]{2,}[^\s"'<>|]*)`)
	underscored = pattern.Of(`(?i)\b(h(?:xx|tt)ps?)(?:___|__//|:__|:_/)([a-z0-9\[][^\s"'<>|]*)`)
	slashes     = pattern.Of(`\\+/?`)
)

// unslashed undoes what stands for the slashes of a link: those of another system's paths, and underscores.
func unslashed(text string) string {
	text = backslashed().ReplaceAllStringFunc(text, func(found string) string {
		m := backslashed().FindStringSubmatch(found)
		return m[1] + "://" + slashes().ReplaceAllString(m[2], "/")
	})
	text = hostSlashed().ReplaceAllStringFunc(text, func(found string) string {
		m := hostSlashed().FindStringSubmatch(found)
		if strings.ContainsAny(m[3], "/") { // escaped slashes
			return found
		}
		return m[1] + m[2] + slashes().ReplaceAllString(m[3], "/")
	})
	return underscored().ReplaceAllStringFunc(text, func(found string) string {
		m := underscored().FindStringSubmatch(found)
		return m[1] + "://" + strings.ReplaceAll(m[2], "_", "/")
	})
}

var (
	tagWithin = pattern.Of(`(?i)</?(?:wbr|b|i|u|s|q|em|tt|del|ins|sub|sup|bdi|bdo|kbd|var|code|samp|mark|font|span|small|strong|` +
		`strike|abbr)(?:\s[^<>]*|/)?>`)
	tagAround = pattern.Of(`(?i)</?(?:br|p|div|t[dhr]|li|pre|h[1-6]|blockquote)(?:\s[^<>]*|/)?>|<!--[^>]*-->`)
)

// untagged takes HTML's tags out: those within a word leave nothing, those around one leave a blank.
func untagged(text string) string {
	return tagAround().ReplaceAllString(tagWithin().ReplaceAllString(text, ""), " ")
}

var (
	// foldedValue is one of LDIF that goes on in the next lines (RFC 2849).
	foldedValue = pattern.Of(`(?m)^[A-Za-z][\w;.-]*:: ?[A-Za-z0-9+/]+(?:\r?\n [A-Za-z0-9+/=]+)+`)
	fold        = pattern.Of(`\r?\n `)
	basedText   = pattern.Of(`[A-Za-z0-9+/_-]{16,}={0,2}`)
	basedShape  = pattern.Of(`(?i:https?(?:://|%(?:25)*3a))|\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b`)
)

// Unfolded joins what LDIF has broken over lines.
func Unfolded(text string) string {
	return foldedValue().ReplaceAllStringFunc(text, func(found string) string { return fold().ReplaceAllString(found, "") })
}

// unbasedText decodes the words of a text that are base64 of a text with a link or a share code in it, as directories, clusters and
// exports have it.
func unbasedText(text string) string {
	return basedText().ReplaceAllStringFunc(Unfolded(text), func(found string) string {
		plain := strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(found, "="))
		decoded, err := base64.RawURLEncoding.DecodeString(plain)
		if err != nil || !utf8.Valid(decoded) || !basedShape().Match(decoded) {
			return found
		}
		return " " + string(decoded) + " "
	})
}

// unstarred puts back what a filter of mail has taken out of a link for *; the bytes stand in base64 behind it, before the next "!!".
func unstarred(link, bytes string) string {
	coded, _, _ := strings.Cut(bytes, "!!")
	decoded, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(coded, "="))
	if err != nil || strings.Contains(link, "**") || strings.Count(link, "*") != len(decoded) {
		return link
	}
	for _, b := range decoded {
		link = strings.Replace(link, "*", string(rune(b)), 1)
	}
	return link
}

// escapedHost is a host whose characters are percent-encoded.
var escapedHost = pattern.Of(`(?i)(https?://)([a-z0-9.-]*%(?:2e|2d|[3-7][0-9a-f])[a-z0-9.%-]*)`)

// unescapedHosts undoes percent-encoding in the hosts of links, which has none.
func unescapedHosts(text string) string {
	return escapedHost().ReplaceAllStringFunc(text, func(found string) string {
		if plain, err := url.PathUnescape(found); err == nil {
			return plain
		}
		return found
	})
}
