package credential

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"compress/zlib"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"gatehouse/pattern"
)

// readings are the texts that a text may stand for, one step away.
func readings(text string) []string {
	all := []string{folded(text)}
	if strings.Contains(text, `\`) {
		all = append(all, unescaped(text))
	}
	if follows(text, '&', func(c byte) bool { return c == '#' || isCoded(c) }) { // the library makes its table of names for any &
		all = append(all, html.UnescapeString(text))
	}
	if strings.Contains(text, "%") {
		all = append(all, decoded(percent(), text), decoded(percent(), strings.ReplaceAll(text, "+", " ")))
	}
	if follows(text, '=', func(c byte) bool { return isHexed(c) || c == '\r' || c == '\n' }) {
		all = append(all, decoded(quotedPrintable(), text))
	}
	if strings.IndexByte(text, 0) >= 0 || !utf8.ValidString(text) {
		for start := range 2 {
			all = append(all, fromWide(text, start, binary.LittleEndian), fromWide(text, start, binary.BigEndian))
		}
		all = append(all, strings.ReplaceAll(text, "\x00", ""))
	}
	all = append(all, without(text, isBlank))
	squeezed := without(text, func(c byte) bool { return !isCoded(c) })
	for _, run := range append(stretches(text, shortestCoded, isCoded), squeezed) {
		all = appendBase64(all, run)
	}
	for _, run := range stretches(strings.ToUpper(squeezed), shortestDigits, isBased32) {
		if raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(run); err == nil {
			all = append(all, string(raw))
		}
	}
	if raw := fromNumbers(text); raw != "" {
		all = append(all, raw)
	}
	for _, run := range append(stretches(text, shortestDigits, isHexed), without(text, func(c byte) bool { return !isHexed(c) })) {
		if len(run) < 2*shortestMark {
			continue
		}
		if raw, err := hex.DecodeString(run[:len(run)&^1]); err == nil {
			all = append(all, string(raw))
		}
	}
	return all
}

// folded is a text with look-alikes replaced and invisible characters dropped.
func folded(text string) string {
	if plain, ok := plainFolded(text); ok {
		return plain
	}
	return foldedAny(text)
}

func foldedAny(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Pd, r), r == '\u2212':
			return '-'
		case invisible(r), unicode.IsControl(r) && !unicode.IsSpace(r):
			return -1
		case strings.ContainsRune(quotes, r):
			return '"'
		}
		return r
	}, norm.NFKC.String(text))
}

// plainFolded is folded for ASCII, which is most of what there is.
func plainFolded(text string) (string, bool) {
	if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' || r == '\'' || r == '`' }) {
		return text, true
	}
	out := make([]byte, 0, len(text))
	for i := range len(text) {
		switch c := text[i]; {
		case c >= utf8.RuneSelf:
			return "", false
		case c == '\'', c == '`':
			out = append(out, '"')
		case c >= ' ' && c <= '~', c >= '\t' && c <= '\r':
			out = append(out, c)
		}
	}
	return string(out), true
}

var (
	percent         = pattern.Of(`%[0-9A-Fa-f]{2}`)
	quotedPrintable = pattern.Of(`=[0-9A-Fa-f]{2}|=\r?\n`)
	escape          = pattern.Of(`\\(?:u\{?[0-9A-Fa-f]{4,6}\}?|x[0-9A-Fa-f]{2}|[0-7]{3}|.)`)
	numbers         = pattern.Of(`\b(?:0[xX][0-9A-Fa-f]{1,2}|[0-9]{1,3})\b`)
)

// decoded replaces a byte's two digits, with a character in front of them, by the byte.
func decoded(form *regexp.Regexp, text string) string {
	return form.ReplaceAllStringFunc(text, func(one string) string {
		raw, err := hex.DecodeString(one[1:])
		if err != nil {
			return "" // a line that goes on
		}
		return string(raw)
	})
}

// unescaped undoes the escapes of JSON and of programming languages.
func unescaped(text string) string {
	return escape().ReplaceAllStringFunc(text, func(one string) string {
		body := strings.Trim(one[2:], "{}")
		switch one[1] {
		case 'u', 'x':
			if n, err := strconv.ParseUint(body, 16, 32); err == nil && body != "" {
				return string(rune(n))
			}
		case 'n', 'r', 't':
			return "\n"
		}
		if n, err := strconv.ParseUint(one[1:], 8, 8); err == nil && len(one) == 4 {
			return string(rune(n))
		}
		return one[1:]
	})
}

// fromWide reads UTF-16.
func fromWide(text string, start int, order binary.ByteOrder) string {
	data := []byte(text)
	var units []uint16
	for i := start; i+1 < len(data); i += 2 {
		units = append(units, order.Uint16(data[i:]))
	}
	return string(utf16.Decode(units))
}

// appendBase64 decodes a run of characters from each of its first four, since it may begin within a group, or after other text.
func appendBase64(all []string, run string) []string {
	if len(run) < shortestCoded {
		return all
	}
	coded := []byte(standard.Replace(run))
	room := make([]byte, base64.RawStdEncoding.DecodedLen(len(coded)))
	for start := range 4 {
		part := coded[start:]
		if len(part)%4 == 1 {
			part = part[:len(part)-1]
		}
		n, err := base64.RawStdEncoding.Decode(room, part)
		if err != nil {
			continue
		}
		raw := room[:n]
		if utf8.Valid(raw) || mayHoldDER(raw) && holdsDER(string(raw)) {
			all = append(all, string(raw))
		}
		if packed := unpacked(raw); packed != "" {
			all = append(all, packed)
		}
		if words := legible(raw); words != "" {
			all = append(all, words)
		}
	}
	return all
}

// fromNumbers reads a list of bytes that are written as numbers.
func fromNumbers(text string) string {
	const fewest = 16
	if countStretches(text, isDigit) < fewest {
		return ""
	}
	found := numbers().FindAllString(text, -1)
	if len(found) < fewest {
		return ""
	}
	raw := make([]byte, 0, len(found))
	for _, number := range found {
		base := 10
		if digits := strings.TrimLeft(number, "0"); digits != "" && (digits[0] == 'x' || digits[0] == 'X') {
			base, number = 16, digits[1:]
		}
		n, err := strconv.ParseUint(number, base, 8)
		if err != nil {
			return ""
		}
		raw = append(raw, byte(n))
	}
	return string(raw)
}

// unpacked is what gzip, zlib or bzip2 packed, "" if nothing was.
func unpacked(raw []byte) string {
	var reader io.Reader
	var err error
	switch {
	case bytes.HasPrefix(raw, []byte{0x1f, 0x8b}):
		reader, err = gzip.NewReader(bytes.NewReader(raw))
	case bytes.HasPrefix(raw, []byte("BZh")):
		reader = bzip2.NewReader(bytes.NewReader(raw))
	case len(raw) > 2 && raw[0] == 0x78:
		reader, err = zlib.NewReader(bytes.NewReader(raw))
	default:
		return ""
	}
	if err != nil {
		return ""
	}
	text, _ := io.ReadAll(io.LimitReader(reader, Size)) // what can be read before an error counts
	return string(text)
}

// legible are the stretches of bytes that can be read, each at least eight characters long; the zero bytes of wide encodings don't count.
func legible(raw []byte) string {
	const fewest = 8
	var all []byte
	begin := 0 // of the stretch
	for _, b := range raw {
		switch {
		case b == 0:
		case b >= ' ' && b <= '~' || b == '\n' || b == '\r' || b == '\t':
			if all == nil {
				all = make([]byte, 0, len(raw)+len(raw)/fewest+1)
			}
			all = append(all, b)
		case len(all)-begin >= fewest:
			all = append(all, '\n')
			begin = len(all)
		default:
			all = all[:begin]
		}
	}
	if len(all)-begin >= fewest {
		return string(append(all, '\n'))
	}
	return string(all[:begin])
}
