package api

import (
	"encoding/base64"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	hidden         = "[hidden]"
	maxMessageSize = 500 // bytes of a service's text that are kept
)

const shareCodePath = "/secrets/code/"

// redactPath leaves out the share code of /api/v1/secrets/code/{share_code}.
func redactPath(path string) string {
	before, code, found := strings.Cut(path, shareCodePath)
	if !found {
		return path
	}
	if _, rest, more := strings.Cut(code, "/"); more {
		return before + shareCodePath + hidden + "/" + rest
	}
	return before + shareCodePath + hidden
}

// shareCodeOf is the share code in a path, "" if there is none.
func shareCodeOf(path string) string {
	_, code, _ := strings.Cut(path, shareCodePath)
	code, _, _ = strings.Cut(code, "/")
	if plain, err := url.PathUnescape(code); err == nil {
		return plain
	}
	return code
}

var (
	bearerText  = regexp.MustCompile(`(?i)\b(bearer|basic)[ :=+]+[^\s"',;}]+`)
	keyText     = regexp.MustCompile(`secret-token:[^\s"',;}]+`)
	tokenText   = regexp.MustCompile(`\beyJ[\w-]+\.[\w-]+\.[\w-]*`)
	fieldText   = regexp.MustCompile(`(?i)(client_secret|client_assertion|access_token|device_code)("?\s*[=:]\s*"?)[^\s"'&,;}]+`)
	urlWithArgs = regexp.MustCompile(`(https?://[^\s"'?<>]+)\?[^\s"'<>]+`)
)

// cleanMessage makes a remote text fit for an error: at most maxMessageSize bytes on one line, without the given secrets (in any
// usual spelling), without anything that looks like a credential, and without the query strings of URLs.
func cleanMessage(text string, secrets ...string) string {
	if len(text) > 16*maxMessageSize {
		text = text[:16*maxMessageSize]
	}
	for _, secret := range secrets {
		text = hideSecret(text, secret)
	}
	text = bearerText.ReplaceAllString(text, "$1 "+hidden)
	text = keyText.ReplaceAllString(text, hidden)
	text = tokenText.ReplaceAllString(text, hidden)
	text = fieldText.ReplaceAllString(text, "$1$2"+hidden)
	text = urlWithArgs.ReplaceAllString(text, "$1?"+hidden)
	return shorten(oneLine(text), maxMessageSize)
}

// hideSecret replaces a secret and its URL-encoded and base64 spellings.
func hideSecret(text, secret string) string {
	if len(secret) < 4 { // shorter ones would hide ordinary words
		return text
	}
	for _, spelling := range []string{
		secret, url.QueryEscape(secret), url.PathEscape(secret),
		base64.StdEncoding.EncodeToString([]byte(secret)), base64.RawStdEncoding.EncodeToString([]byte(secret)),
		base64.URLEncoding.EncodeToString([]byte(secret)), base64.RawURLEncoding.EncodeToString([]byte(secret)),
	} {
		text = strings.ReplaceAll(text, spelling, hidden)
	}
	return text
}

// oneLine turns control and formatting characters into spaces and runs of space into one.
func oneLine(text string) string {
	spaced := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Join(strings.Fields(spaced), " ")
}

// shorten cuts text to at most n bytes without splitting a character.
func shorten(text string, n int) string {
	if len(text) <= n {
		return text
	}
	cut := n - len("…")
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}
