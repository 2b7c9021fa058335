package api

import (
	"encoding/base64"
	"regexp"
	"strings"
)

// unbased decodes a link in base64, of either alphabet, with or without its end; "" when there is none.
func unbased(text string) string {
	text = strings.TrimRight(strings.NewReplacer("+", "-", "/", "_", " ", "-").Replace(text), "=")
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || !basedLink.Match(decoded) {
		return ""
	}
	return string(decoded)
}

var basedLink = regexp.MustCompile(`(?i)^https?(?:://|%(?:25)*3a)`)
