package api

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
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

var codeText = regexp.MustCompile(`(?i)[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}`)

// HideShareCodes leaves out what looks like a share code (XXXX-XXXX-XXXX): in capitals anywhere, in small letters within a URL.
func HideShareCodes(text string) string {
	var b strings.Builder
	for {
		at := codeText.FindStringIndex(text)
		if at == nil {
			b.WriteString(text)
			return b.String()
		}
		before, found, after := text[:at[0]], text[at[0]:at[1]], text[at[1]:]
		switch {
		case joins(before, -1) || joins(after, 0): // part of something longer: a UUID, a name
			b.WriteString(before + found[:1])
			text = text[at[0]+1:]
			continue
		case found == strings.ToUpper(found) || inURL(before):
			b.WriteString(before + hidden)
		default:
			b.WriteString(before + found)
		}
		text = after
	}
}

// joins reports whether the text goes on at its end (-1) or begins (0) with what belongs to the word beside it.
func joins(text string, at int) bool {
	if text == "" {
		return false
	}
	c := text[0]
	if at < 0 {
		c = text[len(text)-1]
	}
	return c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// inURL reports whether the end of a text is still within a URL.
func inURL(before string) bool {
	word := before[strings.LastIndexAny(before, " \t\r\n\"'<>")+1:]
	return strings.Contains(word, "://")
}

// redactBody is the body of a request without share codes and credentials, nil when it is no JSON.
func (c *Client) redactBody(body []byte) json.RawMessage {
	if !json.Valid(body) {
		return nil
	}
	return RewriteStrings(body, func(text string) string { return HideCredentials(HideShareCodes(c.HideSecrets(text))) })
}

// HideCredentials leaves out what looks like a credential: client secrets, signed tokens, and what a form calls one.
func HideCredentials(text string) string {
	text = tokenText.ReplaceAllString(keyText.ReplaceAllString(text, hidden), hidden)
	return fieldText.ReplaceAllString(text, "$1$2"+hidden)
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
