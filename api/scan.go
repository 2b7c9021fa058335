package api

import (
	"bytes"
	"encoding/json"
)

// The scanner below works on JSON that json.Valid has accepted, so it only has to find where values end. Its results are
// sub-slices: the rows of a page share the page's buffer.

// skipSpace gives the index of the first byte at or after i that is not white space.
func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// stringEnd gives the index after the string that starts at i.
func stringEnd(b []byte, i int) int {
	i++
	if n := bytes.IndexByte(b[min(i, len(b)):], '"'); n >= 0 && bytes.IndexByte(b[i:i+n], '\\') < 0 { // as in most
		return i + n + 1
	}
	for ; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

// valueEnd gives the index after the value that starts at i.
func valueEnd(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			i = stringEnd(b, i)
			if depth == 0 {
				return i
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 { // the end of what surrounds a number or literal
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return len(b)
}

// eachMember calls f for the members of a valid JSON object, in order. Other values have no members.
func eachMember(object []byte, f func(name string, value json.RawMessage)) {
	eachQuoted(object, func(name, value []byte) { f(unquote(name), value) })
}

// eachQuoted is eachMember with the names as they stand there, in quotes.
func eachQuoted(object []byte, f func(name, value []byte)) {
	i := skipSpace(object, 0)
	if i >= len(object) || object[i] != '{' {
		return
	}
	for i++; ; i++ {
		i = skipSpace(object, i)
		if i >= len(object) || object[i] != '"' {
			return
		}
		end := stringEnd(object, i)
		name := object[i:end]
		i = skipSpace(object, end) + 1 // the colon
		i = skipSpace(object, i)
		if i >= len(object) {
			return
		}
		end = valueEnd(object, i)
		f(name, object[i:end:end])
		i = skipSpace(object, end)
		if i >= len(object) || object[i] != ',' {
			return
		}
	}
}

// elements gives the elements of a valid JSON array. Other values have none.
func elements(array []byte) []json.RawMessage {
	i := skipSpace(array, 0)
	if i >= len(array) || array[i] != '[' {
		return nil
	}
	var out []json.RawMessage
	for i++; ; i++ {
		i = skipSpace(array, i)
		if i >= len(array) || array[i] == ']' {
			return out
		}
		end := valueEnd(array, i)
		out = append(out, array[i:end:end])
		i = skipSpace(array, end)
		if i >= len(array) || array[i] != ',' {
			return out
		}
	}
}

// member gives a member's value and whether the object has it; of several with one name the last, as encoding/json does.
func member(object []byte, name string) (value json.RawMessage, ok bool) {
	eachQuoted(object, func(n, v []byte) {
		if isNamed(n, name) {
			value, ok = v, true
		}
	})
	return value, ok
}

// isNamed reports whether a JSON string is name.
func isNamed(quoted []byte, name string) bool {
	if inner := quoted[1 : len(quoted)-1]; isPlain(inner) {
		return string(inner) == name
	}
	return unquote(quoted) == name
}

// unquote gives the text of a JSON string, "" for other values.
func unquote(b []byte) string {
	if len(b) >= 2 && b[0] == '"' && isPlain(b[1:len(b)-1]) {
		return string(b[1 : len(b)-1])
	}
	var s string
	if json.Unmarshal(b, &s) != nil {
		return ""
	}
	return s
}

// firstByte is the first byte of a value after white space, 0 if there is none.
func firstByte(b []byte) byte {
	if i := skipSpace(b, 0); i < len(b) {
		return b[i]
	}
	return 0
}

func isNull(b []byte) bool { return firstByte(b) == 'n' }

// isPlain reports whether the inside of a JSON string needs no decoding.
func isPlain(b []byte) bool {
	for _, c := range b {
		if c == '\\' || c >= 0x80 {
			return false
		}
	}
	return true
}

func isEmptyObject(b []byte) bool {
	i := skipSpace(b, 0)
	return i < len(b) && b[i] == '{' && firstByte(b[i+1:]) == '}'
}
