package credential

import (
	"bytes"
	"compress/flate"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"io"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"
)

// The alphabets of encodings that are seldom met. What they decode to counts only when all of it can be read: chance doesn't do that.
const (
	digits  = "0123456789"
	capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	small   = "abcdefghijklmnopqrstuvwxyz"

	bitcoin58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	flickr58  = "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"

	adobe85 = "!\"#$%&'()*+,-./" + digits + ":;<=>?@" + capital + "[\\]^_`abcdefghijklmnopqrstu"
	z85     = digits + small + capital + ".-:+=^!/*?&<>()[]{}@%$#"
	rfc1924 = digits + capital + small + "!#$%&()*+-;<=>?@^_`{|}~"

	base45 = digits + capital + " $%*+-./:"

	hex32       = digits + "ABCDEFGHIJKLMNOPQRSTUV"
	crockford32 = digits + "ABCDEFGHJKMNPQRSTVWXYZ"
)

// Lengths between which a key in one of these encodings is: the shortest part that is worth hiding, and far more than the longest key.
const (
	shortestBased = 40
	longestBased  = 8 << 10
)

// standard writes the characters of the other alphabet of base64 as the usual ones.
var standard = strings.NewReplacer("-", "+", "_", "/")

// fromBases are the texts that a text stands for in one of these encodings.
func fromBases(text string) []string {
	if len(text) < shortestBased {
		return nil
	}
	compact := strings.Join(strings.Fields(text), "")
	if len(compact) < shortestBased || len(compact) > longestBased {
		return nil
	}
	var all []string
	add := func(raw []byte) {
		raw = slices.DeleteFunc(raw, func(b byte) bool { return b == 0 })
		if text := string(raw); len(raw) >= 16 && (canBeRead(raw) || holdsDER(text)) {
			all = append(all, text)
		}
	}
	for _, alphabet := range []string{bitcoin58, flickr58, digits + capital + small, digits + small + capital, digits + small} {
		for _, run := range runs(compact, alphabet) {
			add(fromRadix(run, alphabet))
		}
	}
	framed := strings.TrimSuffix(strings.TrimPrefix(compact, "<~"), "~>")
	for _, alphabet := range []string{adobe85, z85, rfc1924} {
		for _, run := range runs(framed, alphabet) {
			for start := range 5 { // other text may stand in front
				add(from85(run[start:], alphabet))
			}
		}
	}
	for _, run := range runs(text, base45) {
		add(from45(run))
	}
	for _, run := range stretches(compact, shortestCoded, isCoded) {
		if raw, err := base64.RawStdEncoding.DecodeString(standard.Replace(run)); err == nil && len(raw) >= shortestBased {
			text, _ := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(raw)), longestBased)) // deflate has no mark of its own
			add(text)
		}
	}
	for _, run := range runs(compact, "01") {
		add(fromRadix(run, "01"))
	}
	for _, alphabet := range []string{hex32, crockford32} {
		for _, run := range runs(strings.ToUpper(compact), alphabet) {
			raw, _ := base32.NewEncoding(alphabet).WithPadding(base32.NoPadding).DecodeString(run)
			add(raw)
		}
	}
	return all
}

// runs are the stretches of a text, long enough for a key, that have only characters of an alphabet.
func runs(text, alphabet string) []string {
	found := strings.FieldsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf || strings.IndexByte(alphabet, byte(r)) < 0 })
	return slices.DeleteFunc(found, func(run string) bool { return len(run) < shortestBased })
}

// canBeRead reports whether all of some bytes is text as keys are written.
func canBeRead(raw []byte) bool {
	return !slices.ContainsFunc(raw, func(b byte) bool { return (b < ' ' || b > '~') && b != '\n' && b != '\r' && b != '\t' })
}

// fromRadix reads digits of an alphabet as one number.
func fromRadix(run, alphabet string) []byte {
	if len(run) > 4<<10 { // the work grows with the square
		return nil
	}
	value, base := new(big.Int), big.NewInt(int64(len(alphabet)))
	for i := range len(run) {
		value.Add(value.Mul(value, base), big.NewInt(int64(strings.IndexByte(alphabet, run[i]))))
	}
	return value.Bytes()
}

// from85 reads groups of five characters as four bytes.
func from85(run, alphabet string) []byte {
	var raw []byte
	for len(run) > 1 {
		group := run[:min(5, len(run))]
		run = run[len(group):]
		value := uint64(0)
		for i := range 5 {
			digit := len(alphabet) - 1 // what the last group lacks
			if i < len(group) {
				digit = strings.IndexByte(alphabet, group[i])
			}
			value = value*uint64(len(alphabet)) + uint64(digit)
		}
		if value > 1<<32-1 {
			return raw
		}
		raw = append(raw, binary.BigEndian.AppendUint32(nil, uint32(value))[:len(group)-1]...)
	}
	return raw
}

// from45 reads groups of three characters as two bytes.
func from45(run string) []byte {
	var raw []byte
	for ; len(run) > 1; run = run[min(3, len(run)):] {
		value := strings.IndexByte(base45, run[0]) + 45*strings.IndexByte(base45, run[1])
		if len(run) == 2 {
			return append(raw, byte(value))
		}
		if value += 45 * 45 * strings.IndexByte(base45, run[2]); value > 1<<16-1 {
			return raw
		}
		raw = append(raw, byte(value>>8), byte(value))
	}
	return raw
}

// longestName is how long the name in front of a credential may be.
const longestName = 64

// bare is a text without a name in front of it and without the quotes around it.
func bare(text string) string {
	if text = trim(text); !strings.ContainsAny(text, "=:") {
		return text
	}
	const blanks = " \t\n\f\r"
	inWord := func(r rune) bool {
		return r == '_' || r < utf8.RuneSelf && isCoded(byte(r)) && !strings.ContainsRune("+/-", r)
	}
	name := strings.TrimLeftFunc(text, func(r rune) bool { return !inWord(r) })
	rest := strings.TrimLeftFunc(name, func(r rune) bool { return inWord(r) || r == '.' || r == '-' })
	name = name[:len(name)-len(rest)]
	rest = strings.TrimLeft(rest, blanks)
	if name == "" || isDigit(name[0]) || len(name) > longestName || rest == "" || !strings.ContainsRune("=:", rune(rest[0])) {
		return text
	}
	return trim(strings.TrimLeft(rest[1:], blanks))
}

// turnedRound are a text read backwards and with its letters moved on: half the alphabet, or half of what can be printed.
func turnedRound(text string) []string {
	backwards := []rune(text)
	slices.Reverse(backwards)
	return []string{string(backwards), strings.Map(rot13, text), strings.Map(rot47, text)}
}

// seemsTurned reports whether a text has a word of a key backwards or with its letters moved on.
func seemsTurned(text, plain string) bool {
	for _, word := range [...]string{"nekotterces", "ytk", "yeketavirp", "frperggbxra", "xgl", "cevingrxrl"} {
		if strings.Contains(plain, word) {
			return true
		}
	}
	return strings.Contains(text, "E@<6?") || strings.Contains(text, "<EJ") || strings.Contains(text, "!#x'p%t")
}

func rot13(r rune) rune {
	for _, first := range "aA" {
		if r >= first && r < first+26 {
			return first + (r-first+13)%26
		}
	}
	return r
}

func rot47(r rune) rune {
	if r > ' ' && r <= '~' {
		return '!' + (r-'!'+47)%94
	}
	return r
}
