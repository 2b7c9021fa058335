package credentialtest

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
)

// Disguise changes a text, by a number that chooses details.
type Disguise struct {
	Name string
	Of   func(text string, n int) string
}

// Disguises are what happens to a key on its way from a web page into a file, a variable or a prompt.
func Disguises() []Disguise { return slices.Concat(around(), within()) }

// with writes a text into a format.
func with(format string) func(string, int) string {
	return func(text string, _ int) string { return fmt.Sprintf(format, text) }
}

// around are the disguises that put something around a key, or break it.
func around() []Disguise {
	return []Disguise{
		{"as it is", with("%s")},
		{"mark", with("\ufeff%s")},
		{"two marks", with("\ufeff\ufeff%s\r\n")},
		{"UTF-16", wide},
		{"quotes", func(text string, n int) string {
			pairs := []string{`""`, `''`, "``", "“”", "„“", "«»", "‘’", "「」", "＂＂"}
			pair := []rune(pairs[n%len(pairs)])
			return string(pair[0]) + text + string(pair[1])
		}},
		{"half a quote", with(`"%s`)},
		{"assignment", with("GATEHOUSE_CLIENT_SECRET=%s")},
		{"export", with("export CONDUCTORONE_CLIENT_SECRET='%s'")},
		{"header", with("Authorization: Bearer %s")},
		{"YAML", with("client_secret: %s # copied")},
		{"scheme", with("Bearer %s")},
		{"lines", func(text string, n int) string { return wrapped(text, 1+n%80, "\n") }},
		{"CRLF lines", func(text string, n int) string { return wrapped(text, 1+n%80, "\r\n  ") }},
		{"blanks", func(text string, n int) string { return wrapped(text, 1+n%80, " ") }},
		{"line of the client id", with("quiet-wren-1@acme.example/pcc\n%s\n")},
	}
}

// within are the disguises that change the characters of a key.
func within() []Disguise {
	return []Disguise{
		{"percent", func(text string, _ int) string { return url.QueryEscape(text) }},
		{"percent, all of it", func(text string, _ int) string { return bytewise(text, "%%%02X") }},
		{"base64", func(text string, _ int) string { return base64.StdEncoding.EncodeToString([]byte(text)) }},
		{"base64url", func(text string, _ int) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }},
		{"basic", func(text string, _ int) string {
			return "Basic " + base64.StdEncoding.EncodeToString([]byte("quiet-wren-1:"+text))
		}},
		{"hex", func(text string, _ int) string { return hex.EncodeToString([]byte(text)) }},
		{"quoted-printable", func(text string, n int) string {
			return wrapped(strings.ReplaceAll(text, "=", "=3D"), 4+n%72, "=\r\n")
		}},
		{"invisible around", with("\u200b\u00ad%s\u2060\ufe0f")},
		{"invisible inside", func(text string, n int) string {
			marks := []string{"\u200b", "\u200d", "\u00ad", "\u2060", "\ufeff", "\u202e", "\u034f", "\x00", "\x1b"}
			return wrapped(text, 1+n%20, marks[n%len(marks)])
		}},
		{"full width", fullWidth},
		{"other dashes", func(text string, n int) string {
			return strings.ReplaceAll(text, "-", string([]rune("\u2010\u2011\u2013\u2014\u2212\ufe63")[n%6]))
		}},
		{"upper-case prefix", func(text string, _ int) string {
			return strings.Replace(text, "secret-token", "Secret-TOKEN", 1)
		}},
		{"JSON", func(text string, _ int) string {
			encoded, _ := json.Marshal(map[string]string{"client_id": "quiet-wren-1@acme.example/pcc", "client_secret": text})
			return string(encoded)
		}},
		{"JSON with escapes", func(text string, _ int) string {
			return `{"clientSecret":"` + wideEscapes(text) + `"}`
		}},
		{"entities", func(text string, _ int) string { return bytewise(text, "&#%d;") }},
		{"words before", with("the secret is %s")},
		{"words after", with("%s # gatehouse")},
		{"twice", func(text string, _ int) string { return text + text }},
		{"cut at the front", func(text string, n int) string { return text[min(n%12, len(text)):] }},
		{"cut at the end", func(text string, n int) string { return text[:len(text)-min(n%12, len(text))] }},
	}
}

func wrapped(text string, every int, by string) string {
	var out strings.Builder
	for i, r := range []rune(text) {
		if i > 0 && i%every == 0 {
			out.WriteString(by)
		}
		out.WriteRune(r)
	}
	return out.String()
}

func bytewise(text, format string) string {
	var out strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&out, format, text[i])
	}
	return out.String()
}

func wideEscapes(text string) string {
	var out strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&out, `\u%04x`, unit)
	}
	return out.String()
}

func fullWidth(text string, _ int) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r <= '~' {
			return r + 0xfee0
		}
		return r
	}, text)
}

// wide is UTF-16 with either end first, with a mark or without.
func wide(text string, n int) string {
	units := utf16.Encode([]rune(text))
	if n&1 == 0 {
		units = append([]uint16{0xfeff}, units...)
	}
	var out strings.Builder
	for _, unit := range units {
		high, low := byte(unit>>8), byte(unit)
		if n&2 == 0 {
			high, low = low, high
		}
		out.WriteByte(high)
		out.WriteByte(low)
	}
	return out.String()
}
