package api

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"gatehouse/pattern"
)

const (
	hidden         = "[hidden]"
	maxMessageSize = 500 // bytes of a service's text that are kept
)

var (
	bearerText  = pattern.Of(`(?i)\b(bearer|basic)[ :=+]+[^\s"',;}]+`)
	keyText     = pattern.Of(`secret-token:[^\s"',;}]+`)
	tokenText   = pattern.Of(`\beyJ[\w-]+\.[\w-]+\.[\w-]*`)
	fieldText   = pattern.Of(`(?i)(client_secret|client_assertion|access_token|device_code)("?\s*[=:]\s*"?)[^\s"'&,;}]+`)
	urlWithArgs = pattern.Of(`(https?://[^\s"'?<>]+)\?[^\s"'<>]+`)
)

// cleanMessage makes a remote text fit for an error: at most maxMessageSize bytes on one line, without the given secrets (in any
// usual spelling), without anything that looks like a credential or a share code, and without the query strings of URLs.
func cleanMessage(text string, secrets ...string) string {
	if len(text) > 16*maxMessageSize {
		text = text[:16*maxMessageSize]
	}
	for _, secret := range secrets {
		text = hideSecret(text, secret)
	}
	text = bearerText().ReplaceAllString(text, "$1 "+hidden)
	text = keyText().ReplaceAllString(text, hidden)
	text = tokenText().ReplaceAllString(text, hidden)
	text = fieldText().ReplaceAllString(text, "$1$2"+hidden)
	text = HideShareCodes(urlWithArgs().ReplaceAllString(text, "$1?"+hidden))
	return Shorten(oneLine(text), maxMessageSize)
}

// Mask puts mask in place of the given secrets in a text, in any usual spelling; share codes also without dashes and in small letters.
func Mask(text, mask string, secrets ...string) string {
	for _, secret := range secrets {
		text = maskSecret(text, secret, mask, func() []string { return spellings(secret) })
	}
	return text
}

// Masker is Mask for many texts.
func Masker(mask string, secrets ...string) func(text string) string {
	spelt := make([]func() []string, len(secrets))
	for i, secret := range secrets {
		spelt[i] = sync.OnceValue(func() []string { return spellings(secret) })
	}
	return func(text string) string {
		for i, secret := range secrets {
			text = maskSecret(text, secret, mask, spelt[i])
		}
		return text
	}
}

func hideSecret(text, secret string) string { return Mask(text, hidden, secret) }

// maskSecret replaces a secret and its URL-encoded and base64 spellings, and every spelling of a share code. Nearly no text holds any of
// them, so that is found out first.
func maskSecret(text, secret, mask string, spelt func() []string) string {
	if len(secret) < 4 { // shorter ones would hide ordinary words
		return text
	}
	if len(text) >= len(secret) && (strings.ContainsFunc(secret, unicode.IsSpace) || hasWordOf(text, len(secret))) {
		for _, spelling := range spelt() {
			text = strings.ReplaceAll(text, spelling, mask)
		}
	}
	if len(secret) > longestCode || isPlainCode(secret) && !holdsInOrder(text, secret) {
		return text
	}
	if code := bareCode(secret); looksLikeShareCode(code) && holdsInOrder(text, code) {
		text = spelled(code).ReplaceAllLiteralString(text, mask)
	}
	return text
}

// longestCode is how long a share code can be, however it is written.
const longestCode = 32

// isPlainCode reports whether a text is a share code as the tenant writes it, or something that long with dashes in the same places.
func isPlainCode(text string) bool { return len(text) == 14 && text[4] == '-' && text[9] == '-' }

// spellings are a secret as it is, URL-encoded and in base64.
func spellings(secret string) []string {
	return []string{
		secret, url.QueryEscape(secret), url.PathEscape(secret),
		base64.StdEncoding.EncodeToString([]byte(secret)), base64.RawStdEncoding.EncodeToString([]byte(secret)),
		base64.URLEncoding.EncodeToString([]byte(secret)), base64.RawURLEncoding.EncodeToString([]byte(secret)),
	}
}

// hasWordOf reports whether a text has at least so many bytes in a row without a blank: no spelling of a secret is shorter than it is.
func hasWordOf(text string, size int) bool {
	run := 0
	for i := range len(text) {
		switch text[i] {
		case ' ', '\t', '\n', '\r':
			run = 0
		default:
			if run++; run >= size {
				return true
			}
		}
	}
	return false
}

// holdsInOrder reports whether a text has the letters and digits of a code in their order, in any case and whatever stands between them.
func holdsInOrder(text, code string) bool {
	rest := strings.TrimLeft(code, "-")
	for i := 0; i < len(text) && rest != ""; i++ {
		if lowerByte(text[i]) == lowerByte(rest[0]) {
			rest = strings.TrimLeft(rest[1:], "-")
		}
	}
	return rest == ""
}

func lowerByte(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// redactBody is the body of a request without share codes and credentials, nil when it is no JSON.
func (c *Client) redactBody(r Request) json.RawMessage {
	if !json.Valid(r.Body) {
		return nil
	}
	typed := r.typedReferences()
	if len(typed) == 0 && isPlain(r.Body) && c.hide(string(r.Body)) == string(r.Body) {
		return r.Body // where nothing is hidden in the whole, nothing is in its strings: quotes part them as blanks do
	}
	return c.rewriteBody(r, typed)
}

func (c *Client) rewriteBody(r Request, typed []string) json.RawMessage {
	return RewriteStrings(r.Body, func(text string) string {
		if slices.Contains(typed, text) {
			return hidden
		}
		return c.hide(text)
	})
}

func (c *Client) hide(text string) string {
	return HideCredentials(HideShareCodes(c.HideSecrets(text)))
}

// HideCredentials leaves out what looks like a credential: client secrets, signed tokens, and what a form calls one.
func HideCredentials(text string) string {
	if strings.Contains(text, "secret-token:") {
		text = keyText().ReplaceAllString(text, hidden)
	}
	if strings.Contains(text, "eyJ") {
		text = tokenText().ReplaceAllString(text, hidden)
	}
	if mayNameField(text) {
		text = fieldText().ReplaceAllString(text, "$1$2"+hidden)
	}
	return text
}

// mayNameField reports whether a text may hold a name of fieldText: nearly none does. All those names have an underscore.
func mayNameField(text string) bool {
	for rest := text; ; {
		before, after, found := strings.Cut(rest, "_")
		if !found {
			return false
		}
		for _, word := range []string{"client", "access", "device"} {
			if n := len(before) - len(word); n >= 0 && strings.EqualFold(before[n:], word) {
				return true
			}
		}
		if strings.ContainsFunc(before, func(r rune) bool { return r > unicode.MaxASCII }) { // an s may be written ſ
			return true
		}
		rest = after
	}
}

// HideSecrets leaves the client's own credentials out of a text, in any usual spelling.
func (c *Client) HideSecrets(text string) string {
	for _, secret := range c.auth.secrets() {
		text = hideSecret(text, secret)
	}
	return text
}

// RewriteStrings puts every string value of a JSON text through f, and leaves member names, numbers and spaces as they are.
func RewriteStrings(raw json.RawMessage, f func(string) string) json.RawMessage {
	var out bytes.Buffer
	for i := 0; i < len(raw); {
		if raw[i] != '"' {
			out.WriteByte(raw[i])
			i++
			continue
		}
		literal := raw[i : i+literalLength(raw[i:])]
		i += len(literal)
		var text string
		if name := bytes.HasPrefix(bytes.TrimLeft(raw[i:], " \t\r\n"), []byte(":")); !name && json.Unmarshal(literal, &text) == nil {
			if after := f(text); after != text {
				if rewritten, err := encode(after); err == nil {
					literal = rewritten
				}
			}
		}
		out.Write(literal)
	}
	return out.Bytes()
}

// literalLength is the length of the string literal that raw begins with, quotes included.
func literalLength(raw []byte) int {
	for i := 1; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(raw)
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

// Shorten cuts text to at most n bytes without splitting a character.
func Shorten(text string, n int) string {
	if len(text) <= n {
		return text
	}
	cut := n - len("…")
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}
