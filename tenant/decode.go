package tenant

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
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
	m, isMessage := d.s.message(f.kind)
	switch {
	case !isMessage && f.kind != "struct":
		return d.s.scalar(path, f, token)
	case token != json.Delim('{'):
		return nil, invalid("%s: must be an object", path)
	case isMessage:
		return d.message(path, m, d.s.file.Oneofs[f.kind])
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
	_, isMessage := d.s.message(f.kind)
	switch {
	case isMessage || f.kind == "struct":
		return objects, nil
	case len(texts) == len(others) && f.kind != "int32":
		return texts, nil
	}
	return others, nil
}

func (d *decoder) keyed(path string, f field) (any, error) {
	return d.members(path, func(name, at string) (any, error) { return d.field(at, field{name: name, kind: f.kind}) })
}

// members reads an object of any members, each there once.
func (d *decoder) members(path string, value func(name, at string) (any, error)) (object, error) {
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
		if out[name], err = value(name, at); err != nil {
			return nil, err
		}
	}
}

// anyObject reads an object of any members and values.
func (d *decoder) anyObject(path string) (object, error) {
	return d.members(path, func(_, at string) (any, error) { return d.anyValue(at) })
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
