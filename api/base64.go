package api

import (
	"encoding/base64"
	"strings"

	"gatehouse/pattern"
)

// unbased decodes a link in base64, of either alphabet, with or without its end; "" when there is none.
func unbased(text string) string {
	text = strings.TrimRight(strings.NewReplacer("+", "-", "/", "_", " ", "-").Replace(text), "=")
	for _, text := range []string{text, strings.TrimPrefix(text, "a1")} { // which some search engines put in front
		decoded, err := base64.RawURLEncoding.DecodeString(text)
		if err == nil && basedLink().Match(decoded) {
			return string(decoded)
		}
	}
	return ""
}

var basedLink = pattern.Of(`(?i)^https?(?:://|%(?:25)*3a)`)
