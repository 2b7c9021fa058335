package credential

import (
	"bytes"
	"crypto/x509"
	"slices"
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
	shortestMark = 5             // bytes of the shortest text that is taken for a part of a key: d:kty
	turnedSteps  = mostSteps - 1 // of a text that was turned round after it was encoded: nobody does more to it by accident
)

// findShape looks for a private key in a text and in everything that the text may stand for: percent-encoded, escaped, in another
// encoding, in base64, with something between its characters, or several of these.
func findShape(text string) Shape { return search(text, shapeIn) }

// search looks with one look at a text and at everything that it may stand for. The look is told the text's letters, too.
func search(text string, look func(text, plain string) Shape) Shape {
	type reading struct {
		text  string
		steps int
	}
	all := []reading{{text: text}}
	add := func(steps int, others ...string) {
		for _, other := range others {
			known := func(r reading) bool { return r.text == other }
			if len(other) >= shortestMark && len(all) < mostReadings && !slices.ContainsFunc(all, known) {
				all = append(all, reading{other, steps})
			}
		}
	}
	for i := 0; i < len(all); i++ {
		next := all[i]
		plain := letters(next.text)
		if shape := look(next.text, plain); shape != NoShape {
			return shape
		}
		if seemsTurned(next.text, plain) {
			for _, other := range turnedRound(next.text) {
				if shape := look(other, letters(other)); shape != NoShape {
					return shape
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
func wholeIn(text, plain string) Shape {
	switch {
	case strings.Contains(plain, "secrettoken:") && (wholeVendorKey().MatchString(text) || wholeToken().MatchString(plain)):
		return VendorKey
	case holdsWholeBlock(strings.ReplaceAll(plain, ":", "")), holdsDER(text):
		return PrivateKey
	case strings.Contains(text, `"d"`) && quotedPart().MatchString(text), holdsWholeWebKey(text):
		return JSONWebKey
	}
	return NoShape
}

func holdsWholeBlock(plain string) bool {
	words := strings.Contains(plain, "privatekey") || strings.Contains(plain, "puttyuserkeyfile") || strings.Contains(plain, "opensshkeyv1")
	return words && wholeBlock().MatchString(plain)
}

func holdsWholeWebKey(text string) bool {
	return strings.Contains(strings.ToLower(text), "kty") && webKeyType().MatchString(text) && wholePart().MatchString(text)
}

// shapeIn looks at one reading of a text. Most hold not even the words that a pattern begins with, and then it isn't compiled.
func shapeIn(text, plain string) Shape {
	switch {
	case strings.Contains(plain, "secrettoken:"):
		return VendorKey
	case holdsBlock(strings.ReplaceAll(plain, ":", "")), holdsDER(text):
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
	return lettersAny(text)
}

func lettersAny(text string) string {
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
func holdsDER(data string) bool {
	const ed25519, x25519, rsa = "\x2b\x65\x70\x04\x22\x04\x20", "\x2b\x65\x6e\x04\x22\x04\x20", "\x01\x01\x01\x05\x00\x04\x82"
	for _, algorithm := range []string{ed25519, x25519, rsa} {
		if strings.Contains(data, algorithm) {
			return true
		}
	}
	if len(data) < 16 || data[0] != 0x30 {
		return false
	}
	if strings.Contains(data[:12], "\x02\x01\x00\x30") || strings.Contains(data[:12], "\x02\x01\x00\x02") { // PKCS #8, PKCS #1
		return true
	}
	_, err := x509.ParseECPrivateKey([]byte(data))
	return err == nil
}

// mayHoldDER is false for most bytes that don't: each of these keys begins with the mark of a sequence, or has that of a string in it.
func mayHoldDER(data []byte) bool {
	return len(data) > 0 && data[0] == 0x30 || bytes.IndexByte(data, 0x04) >= 0
}
