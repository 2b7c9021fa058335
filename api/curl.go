package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// The errors of Curl.
var (
	ErrSignIn      = errors.New("this request signs in: its body holds the credentials and is never kept")
	ErrBodyNotKept = errors.New("the body of this request was too long to be kept")
)

// Curl is the request as a command for a shell: one line of plain ASCII. The token is left to $TOKEN, and a share code reads SHARE_CODE.
// It returns ErrSignIn and ErrBodyNotKept when it can't be repeated.
func (x Exchange) Curl() (string, error) {
	switch {
	case x.SignsIn():
		return "", ErrSignIn
	case x.Body == nil && x.hadBody:
		return "", ErrBodyNotKept
	}
	var b strings.Builder
	b.WriteString("curl")
	if x.Method != http.MethodGet {
		b.WriteString(" -X " + x.Method)
	}
	address := x.Base + x.Path
	if x.Query != "" {
		address += "?" + x.Query
	}
	b.WriteString(" " + shellQuote(strings.ReplaceAll(address, hidden, "SHARE_CODE")))
	b.WriteString(` -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json'`)
	if x.Body != nil {
		b.WriteString(" -H 'Content-Type: application/json' --data-raw " + shellQuote(asciiJSON(x.Body)))
	}
	return b.String(), nil
}

// shellQuote makes one word of a text for any POSIX shell.
func shellQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// asciiJSON writes what isn't plain ASCII as JSON escapes: a terminal, a clipboard or a chat can't change it on the way.
func asciiJSON(raw json.RawMessage) string {
	var b strings.Builder
	for _, r := range string(raw) {
		switch {
		case r == '\n' || r == '\r' || r == '\t': // only between values: within strings JSON has them escaped
			b.WriteByte(' ')
		case r < 0x7f:
			b.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
