package credential

import (
	"bytes"
	"crypto/x509"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"gatehouse/pattern"
)

// Shape is the kind of private key that a text seems to hold somewhere.
type Shape int

// The shapes.
const (
	NoShape    Shape = iota
	VendorKey        // secret-token:
	JSONWebKey       // a JWK with its private part
	PrivateKey       // PEM, DER, OpenSSH, PuTTY
)

// Limits of the search through the readings of a text. Real texts have a handful.
const (
	mostReadings = 400
	mostSteps    = 5
	turnedSteps  = mostSteps - 1 // of a text that was turned round after it was encoded: nobody does more to it by accident
)

// findShape looks for a private key in a text and in everything that the text may stand for: percent-encoded, escaped, in another
// encoding, in base64, with something between its characters, or several of these.
func findShape(text string) Shape { return search(text, shapeIn) }

// search looks with one look at a text and at everything that it may stand for.
func search(text string, look func(string) Shape) Shape {
	type reading struct {
		text  string
		steps int
	}
	seen := map[string]bool{text: true}
	queue := []reading{{text: text}}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		if shape := look(next.text); shape != NoShape {
			return shape
		}
		if seemsTurned(next.text) {
			for _, other := range turnedRound(next.text) {
				if shape := look(other); shape != NoShape {
					return shape
				}
			}
		}
		add := func(steps int, others ...string) {
			for _, other := range others {
				if other != "" && !seen[other] && len(seen) < mostReadings {
					seen[other] = true
					queue = append(queue, reading{other, steps})
				}
			}
		}
		if next.steps < mostSteps {
			add(next.steps+1, readings(next.text)...)
		}
		if next.steps < 2 || next.steps == turnedSteps {
			add(next.steps+1, fromBases(next.text)...)
		}
		if next.steps == 0 {
			add(1, bare(next.text))
			add(turnedSteps, turnedRound(next.text)...)
		}
	}
	return NoShape
}

var (
	privateBlock = pattern.Of(`(begin|end)[a-z0-9]{0,24}privatekey`)
	webKeyType   = pattern.Of(`(?i)\bkty\b`)
	webKeyPart   = pattern.Of(`(^|[^A-Za-z0-9_-])["']?[dk]["']?\s*[:=]`)
	bareWebKey   = pattern.Of(`kty:?(okp|rsa|oct)|kty:?ec.{0,60}crv|crv.{0,60}kty:?ec`) // whatever stands between its letters
	quotedPart   = pattern.Of(`"d"\s*:\s*"[A-Za-z0-9+/_=\s-]{16,}`)
)

var (
	wholeVendorKey = pattern.Of(`(?i)secret-token:[^\s"']{16,}`)
	wholeToken     = pattern.Of(`secrettoken:.*(:v[0-9]|eyj)`)
	wholePart      = pattern.Of(`(^|[^A-Za-z0-9_-])["']?[dk]["']?\s*[:=]\s*["']?[A-Za-z0-9+/_-]{16,}`)
	wholeBlock     = pattern.Of(`privatekey(m[a-z0-9]{31}|b3blbn|proctype)|puttyuserkeyfile[0-9]|opensshkeyv1`)
)

// wholeIn is shapeIn for a text that isn't meant as a credential: words about a key are none.
func wholeIn(text string) Shape {
	plain := letters(text)
	switch {
	case wholeVendorKey().MatchString(text), wholeToken().MatchString(plain):
		return VendorKey
	case wholeBlock().MatchString(strings.ReplaceAll(plain, ":", "")), holdsDER([]byte(text)):
		return PrivateKey
	case quotedPart().MatchString(text), webKeyType().MatchString(text) && wholePart().MatchString(text):
		return JSONWebKey
	}
	return NoShape
}

// shapeIn looks at one reading of a text. Most hold not even the words that a pattern begins with, and then it isn't compiled.
func shapeIn(text string) Shape {
	plain := letters(text)
	switch {
	case strings.Contains(plain, "secrettoken:"):
		return VendorKey
	case holdsBlock(strings.ReplaceAll(plain, ":", "")), holdsDER([]byte(text)):
		return PrivateKey
	case strings.Contains(text, `"d"`) && quotedPart().MatchString(text), strings.Contains(plain, "kty") && holdsWebKey(text, plain):
		return JSONWebKey
	}
	return NoShape
}

// holdsBlock reports whether letters are of a key with lines around it.
func holdsBlock(plain string) bool {
	return strings.Contains(plain, "puttyuserkeyfile") || strings.Contains(plain, "opensshkeyv1") ||
		strings.Contains(plain, "privatekey") && privateBlock().MatchString(plain)
}

func holdsWebKey(text, plain string) bool {
	return bareWebKey().MatchString(plain) || webKeyType().MatchString(text) && webKeyPart().MatchString(text)
}

// letters is a text by its letters, digits and colons alone, in small letters: whatever stands between them, and however they look.
func letters(text string) string {
	if plain, ok := plainLetters(text); ok {
		return plain
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u02d0', r == '\u2236', r == '\ua789', r == '\u05c3':
			return ':'
		case r == ':', unicode.IsLetter(r), unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(text))
}

// plainLetters is letters for ASCII, which is most of what there is.
func plainLetters(text string) (string, bool) {
	out := make([]byte, 0, len(text))
	for i := range len(text) {
		switch c := text[i]; {
		case c >= utf8.RuneSelf:
			return "", false
		case c >= 'A' && c <= 'Z':
			out = append(out, c+'a'-'A')
		case c >= 'a' && c <= 'z', c >= '0' && c <= ':':
			out = append(out, c)
		}
	}
	return string(out), true
}

// holdsDER reports whether bytes hold a private key in DER, or the part of one where its value begins.
func holdsDER(data []byte) bool {
	const ed25519, x25519, rsa = "\x2b\x65\x70\x04\x22\x04\x20", "\x2b\x65\x6e\x04\x22\x04\x20", "\x01\x01\x01\x05\x00\x04\x82"
	for _, algorithm := range []string{ed25519, x25519, rsa} {
		if bytes.Contains(data, []byte(algorithm)) {
			return true
		}
	}
	if len(data) < 16 || data[0] != 0x30 {
		return false
	}
	if bytes.Contains(data[:12], []byte{2, 1, 0, 0x30}) || bytes.Contains(data[:12], []byte{2, 1, 0, 2}) { // PKCS #8, PKCS #1
		return true
	}
	_, err := x509.ParseECPrivateKey(data)
	return err == nil
}
