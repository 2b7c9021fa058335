package api

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// mostNested is how many objects and lists encoding/json takes within one another.
const mostNested = 10_000

// isValid is json.Valid, several times as fast: every answer is checked as a whole before its rows are taken out of it.
func isValid(b []byte) bool {
	end := validEnd(b, skipSpace(b, 0), 0)
	return end >= 0 && skipSpace(b, end) == len(b)
}

// validEnd gives the index after the value that starts at i within so many others, -1 where there is none.
func validEnd(b []byte, i, depth int) int {
	if i >= len(b) {
		return -1
	}
	switch c := b[i]; {
	case c == '"':
		return validString(b, i)
	case c == '{':
		return validMembers(b, i, depth+1)
	case c == '[':
		return validElements(b, i, depth+1)
	case c == '-' || isDigit(c):
		return validNumber(b, i)
	}
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(b[i:], []byte(word)) {
			return i + len(word)
		}
	}
	return -1
}

// validMembers does that for an object.
func validMembers(b []byte, i, depth int) int {
	if depth > mostNested {
		return -1
	}
	if i = skipSpace(b, i+1); i < len(b) && b[i] == '}' {
		return i + 1
	}
	for {
		if i >= len(b) || b[i] != '"' {
			return -1
		}
		if i = validString(b, i); i < 0 {
			return -1
		}
		if i = skipSpace(b, i); i >= len(b) || b[i] != ':' {
			return -1
		}
		if i = validEnd(b, skipSpace(b, i+1), depth); i < 0 {
			return -1
		}
		switch i = skipSpace(b, i); {
		case i < len(b) && b[i] == '}':
			return i + 1
		case i >= len(b) || b[i] != ',':
			return -1
		}
		i = skipSpace(b, i+1)
	}
}

// validElements does that for a list.
func validElements(b []byte, i, depth int) int {
	if depth > mostNested {
		return -1
	}
	if i = skipSpace(b, i+1); i < len(b) && b[i] == ']' {
		return i + 1
	}
	for {
		if i = validEnd(b, i, depth); i < 0 {
			return -1
		}
		switch i = skipSpace(b, i); {
		case i < len(b) && b[i] == ']':
			return i + 1
		case i >= len(b) || b[i] != ',':
			return -1
		}
		i = skipSpace(b, i+1)
	}
}

// validString does that for a string.
func validString(b []byte, i int) int {
	for i++; ; i++ {
		i = skipPlain(b, i)
		switch {
		case i >= len(b) || b[i] < ' ':
			return -1
		case b[i] == '"':
			return i + 1
		case b[i] != '\\':
			continue
		}
		if i++; i >= len(b) {
			return -1
		}
		switch b[i] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		case 'u':
			if i+4 >= len(b) || !isHex(b[i+1]) || !isHex(b[i+2]) || !isHex(b[i+3]) || !isHex(b[i+4]) {
				return -1
			}
			i += 4
		default:
			return -1
		}
	}
}

// skipPlain leaves out bytes that stand for themselves in a string, eight at a time, and none of the last seven.
func skipPlain(b []byte, i int) int {
	const each, high = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		quote, slash := x^each*'"', x^each*'\\'
		if found := ((x-each*' ')&^x | (quote-each)&^quote | (slash-each)&^slash) & high; found != 0 { // a lesser byte, or one that is zero
			return i + bits.TrailingZeros64(found)/8 // the first is one; those behind it may be others
		}
	}
	return i
}

// validNumber does that for a number.
func validNumber(b []byte, i int) int {
	if b[i] == '-' {
		i++
	}
	switch {
	case i >= len(b) || !isDigit(b[i]):
		return -1
	case b[i] == '0':
		i++
	default:
		i = skipDigits(b, i)
	}
	if i < len(b) && b[i] == '.' {
		if i++; i >= len(b) || !isDigit(b[i]) {
			return -1
		}
		i = skipDigits(b, i)
	}
	if i < len(b) && lowerByte(b[i]) == 'e' {
		if i++; i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if i >= len(b) || !isDigit(b[i]) {
			return -1
		}
		i = skipDigits(b, i)
	}
	return i
}

func skipDigits(b []byte, i int) int {
	for i < len(b) && isDigit(b[i]) {
		i++
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || 'a' <= lowerByte(c) && lowerByte(c) <= 'f' }
