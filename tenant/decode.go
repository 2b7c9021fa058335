package tenant

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// decoder reads a request as the strictest of the services does: proto3 JSON in which every member is known, of its type, and there once.
// Names may be lowerCamelCase or as defined, enumerations names or numbers, 64-bit integers texts or numbers; null means not given.
type decoder struct {
	s   *shapes
	dec *json.Decoder
}

// decodeBody reads a request body; nothing at all counts as an empty object.
func (s *shapes) decodeBody(m message, body []byte) (object, error) {
	switch {
	case len(bytes.TrimSpace(body)) == 0:
		return object{}, nil
	case !utf8.Valid(body) || loneSurrogate(body):
		return nil, invalid("the request body is not valid UTF-8")
	case !json.Valid(body):
		return nil, invalid("the request body is not JSON: %v", json.Unmarshal(body, new(any)))
	}
	d := decoder{s: s, dec: json.NewDecoder(bytes.NewReader(body))}
	d.dec.UseNumber()
	token, err := d.dec.Token()
	if err != nil || token != json.Delim('{') {
		return nil, invalid("the request body is not a JSON object")
	}
	return d.message("", m, nil)
}

// loneSurrogate says whether an escape in the body stands for half a character.
func loneSurrogate(body []byte) bool {
	unit := func(i int) (rune, bool) {
		if i+6 > len(body) || body[i] != '\\' || body[i+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(string(body[i+2:i+6]), 16, 16)
		return rune(n), err == nil
	}
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' {
			continue
		}
		high, ok := unit(i)
		switch {
		case !ok:
			i++ // the escaped character
		case high >= 0xdc00 && high < 0xe000:
			return true
		case high >= 0xd800 && high < 0xdc00:
			low, ok := unit(i + 6)
			if !ok || low < 0xdc00 || low >= 0xe000 {
				return true
			}
			i += 11
		default:
			i += 5
		}
	}
	return false
}

// decodeQuery reads a query string: every parameter known and there once.
func (s *shapes) decodeQuery(m message, raw string) (object, error) {
	values, err := url.ParseQuery(raw)
	if err != nil || !utf8.ValidString(raw) {
		return nil, invalid("the query string is not well-formed")
	}
	out := object{}
	for name, given := range values {
		f, known := m[name]
		_, twice := out[f.name]
		switch {
		case !known:
			return nil, invalid("%s: unknown parameter", name)
		case twice || len(given) > 1:
			return nil, invalid("%s: given twice", name)
		case !utf8.ValidString(given[0]):
			return nil, invalid("%s: not valid UTF-8", name)
		}
		var token json.Token = given[0]
		if given[0] == "" && f.kind != "string" {
			continue
		}
		value, err := s.scalar(name, f, token)
		if err != nil {
			return nil, err
		}
		out[f.name] = value
	}
	return out, nil
}

// message reads the members of an object whose brace has been read. oneof are the fields of which one may be set.
func (d *decoder) message(path string, m message, oneof []string) (object, error) {
	out := object{}
	seen := map[string]bool{}
	for {
		name, end, err := d.name()
		if err != nil || end {
			return out, errors.Join(err, onlyOne(path, out, oneof))
		}
		at := join(path, name)
		f, known := m[name]
		if !known {
			return nil, invalid("%s: unknown field", at)
		}
		if seen[f.name] {
			return nil, invalid("%s: given twice", at)
		}
		seen[f.name] = true
		value, err := d.field(at, f)
		if err != nil {
			return nil, err
		}
		if value != nil {
			out[f.name] = value
		}
	}
}

func onlyOne(path string, out object, oneof []string) error {
	first := ""
	for _, name := range oneof {
		switch {
		case out[name] == nil:
		case first != "":
			return invalid("%s: only one of %s and %s may be set", join(path, name), first, name)
		default:
			first = name
		}
	}
	return nil
}

// name reads the name of the next member, or the end of the object.
func (d *decoder) name() (name string, end bool, err error) {
	token, err := d.dec.Token()
	if err != nil {
		return "", false, invalid("the request body is not JSON: %v", err)
	}
	name, ok := token.(string)
	return name, !ok, nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// field reads the value of a field: a list, a map or one value; nil for null.
func (d *decoder) field(path string, f field) (any, error) {
	token, err := d.dec.Token()
	if err != nil {
		return nil, invalid("the request body is not JSON: %v", err)
	}
	switch {
	case token == nil:
		return nil, nil
	case f.list && token == json.Delim('['):
		return d.list(path, f)
	case f.list:
		return nil, invalid("%s: must be a list", path)
	case f.keyed && token == json.Delim('{'):
		return d.keyed(path, f)
	case f.keyed:
		return nil, invalid("%s: must be an object", path)
	}
	return d.single(path, f, token)
}

// single reads one value whose first token has been read.
func (d *decoder) single(path string, f field, token json.Token) (any, error) {
	m, isMessage := d.s.messages[f.kind]
	switch {
	case !isMessage && f.kind != "struct":
		return d.s.scalar(path, f, token)
	case token != json.Delim('{'):
		return nil, invalid("%s: must be an object", path)
	case isMessage:
		return d.message(path, m, d.s.oneofs[f.kind])
	}
	return d.anyObject(path)
}

func (d *decoder) list(path string, f field) (any, error) {
	texts, objects, others := []string{}, []object{}, []any{}
	for i := 0; d.dec.More(); i++ {
		at := path + "[" + strconv.Itoa(i) + "]"
		token, err := d.dec.Token()
		if err != nil {
			return nil, invalid("the request body is not JSON: %v", err)
		}
		if token == nil {
			return nil, invalid("%s: must not be null", at)
		}
		value, err := d.single(at, f, token)
		if err != nil {
			return nil, err
		}
		switch v := value.(type) {
		case string:
			texts = append(texts, v)
		case object:
			objects = append(objects, v)
		}
		others = append(others, value)
	}
	if _, err := d.dec.Token(); err != nil { // the bracket
		return nil, invalid("the request body is not JSON: %v", err)
	}
	_, isMessage := d.s.messages[f.kind]
	switch {
	case isMessage || f.kind == "struct":
		return objects, nil
	case len(texts) == len(others) && f.kind != "int32":
		return texts, nil
	}
	return others, nil
}

func (d *decoder) keyed(path string, f field) (any, error) {
	out := object{}
	for {
		name, end, err := d.name()
		if err != nil || end {
			return out, err
		}
		at := join(path, name)
		if _, twice := out[name]; twice {
			return nil, invalid("%s: given twice", at)
		}
		value, err := d.field(at, field{name: name, kind: f.kind})
		if err != nil {
			return nil, err
		}
		out[name] = value
	}
}

// anyObject reads an object of any members, each there once.
func (d *decoder) anyObject(path string) (object, error) {
	out := object{}
	for {
		name, end, err := d.name()
		if err != nil || end {
			return out, err
		}
		at := join(path, name)
		if _, twice := out[name]; twice {
			return nil, invalid("%s: given twice", at)
		}
		if out[name], err = d.anyValue(at); err != nil {
			return nil, err
		}
	}
}

func (d *decoder) anyValue(path string) (any, error) {
	token, err := d.dec.Token()
	if err != nil {
		return nil, invalid("the request body is not JSON: %v", err)
	}
	switch v := token.(type) {
	case json.Delim:
		if v == '{' {
			return d.anyObject(path)
		}
		list := []any{}
		for d.dec.More() {
			each, err := d.anyValue(path)
			if err != nil {
				return nil, err
			}
			list = append(list, each)
		}
		_, err := d.dec.Token()
		return list, err
	case json.Number:
		return v.Float64()
	}
	return token, nil
}

// scalar reads a value that is neither an object nor a list.
func (s *shapes) scalar(path string, f field, token json.Token) (any, error) {
	text, isText := token.(string)
	switch f.kind {
	case "string":
		if !isText {
			return nil, invalid("%s: must be a string", path)
		}
		return text, nil
	case "bool":
		if b, ok := token.(bool); ok {
			return b, nil
		}
		return nil, invalid("%s: must be true or false", path)
	case "int32", "uint32", "int64":
		return whole(path, f.kind, token)
	case "number":
		return fractional(path, token)
	case "time":
		return timestamp(path, text, isText)
	case "duration":
		if _, ok := seconds(text); !isText || !ok {
			return nil, invalid("%s: must be a duration in seconds such as \"691200s\"", path)
		}
		return text, nil
	case "mask":
		if !isText || text != "" && !maskForm.MatchString(text) {
			return nil, invalid("%s: must be lowerCamelCase paths joined by commas", path)
		}
		return text, nil
	}
	return s.enumValue(path, f.kind, token)
}

func (s *shapes) enumValue(path, enum string, token json.Token) (any, error) {
	values := s.enums[enum]
	if n, isNumber := token.(json.Number); isNumber {
		i, err := strconv.Atoi(n.String())
		if err != nil || i < 0 || i >= len(values) {
			return nil, invalid("%s: %s is not a value of %s", path, n, enum)
		}
		return values[i], nil
	}
	text, isText := token.(string)
	switch {
	case !isText:
		return nil, invalid("%s: must be a value of %s", path, enum)
	case !s.value(enum, text):
		return nil, invalid("%s: %q is not a value of %s", path, text, enum)
	}
	return text, nil
}

// whole reads an integer: a number without a fraction, or a text that holds one. 64-bit ones are texts on the wire.
func whole(path, kind string, token json.Token) (any, error) {
	text, isText := token.(string)
	if n, isNumber := token.(json.Number); isNumber {
		text, isText = n.String(), true
	}
	low, high := math.MinInt32, math.MaxInt32
	switch kind {
	case "uint32":
		low, high = 0, math.MaxUint32
	case "int64":
		low, high = math.MinInt64, math.MaxInt64
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		if f, odd := strconv.ParseFloat(text, 64); odd == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53 && decimal(text) {
			n, err = int64(f), nil // 25.0 and 2.5e1 are whole
		}
	}
	switch {
	case !isText || err != nil || !decimal(text):
		return nil, invalid("%s: must be a whole number", path)
	case int(n) < low || int(n) > high:
		return nil, invalid("%s: is out of range", path)
	case kind == "int64":
		return strconv.FormatInt(n, 10), nil
	}
	return int(n), nil
}

// decimal says whether a text is a number as JSON writes it.
func decimal(text string) bool {
	return text != "" && strings.Trim(text, "0123456789+-.eE") == "" && json.Valid([]byte(text))
}

func fractional(path string, token json.Token) (any, error) {
	if n, isNumber := token.(json.Number); isNumber {
		if f, err := n.Float64(); err == nil {
			return f, nil
		}
	}
	if text, isText := token.(string); isText && decimal(text) {
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return f, nil
		}
	}
	return nil, invalid("%s: must be a number", path)
}

// timestamp reads an RFC 3339 time of the years 1 to 9999 with up to nine digits of a fraction.
func timestamp(path, text string, isText bool) (any, error) {
	at, err := time.Parse(time.RFC3339Nano, text)
	_, fraction, _ := strings.Cut(text, ".")
	if !isText || err != nil || at.UTC().Year() < 1 || at.UTC().Year() > 9999 || strings.Contains(text, ",") ||
		len(fraction)-len(strings.TrimLeft(fraction, "0123456789")) > 9 {
		return nil, invalid("%s: must be a time such as \"2026-11-28T09:30:00Z\"", path)
	}
	return text, nil
}
