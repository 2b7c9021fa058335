package api

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
)

// shape decodes values of one type as encoding/json does, in half the time: the JSON is known to be valid, and the type is looked at once.
// Anything unusual is left to encoding/json.
type shape struct {
	by     decoding
	fields []shapedField // of an object
	names  map[string]int
	of     *shape // what is in a list, or pointed to
}

// decoding is how a value is decoded.
type decoding int

const (
	byLibrary decoding = iota // by encoding/json
	byItself                  // the type decodes itself
	asText
	asFlag
	asWhole
	asFraction
	asObject
	asList
	asPointer
)

// shapedField is a field of a struct that a member is decoded into.
type shapedField struct {
	name  string
	index int
	*shape
}

// deepest is how many types may stand within each other.
const deepest = 8

// shapeOf finds it for a record, nil where encoding/json is to decode it as a whole.
func shapeOf(t reflect.Type) *shape {
	if s := shapeAt(t, deepest); s.by == asObject {
		return s
	}
	return nil
}

func shapeAt(t reflect.Type, depth int) *shape {
	s := &shape{}
	switch pointer := reflect.PointerTo(t); {
	case pointer.Implements(reflect.TypeFor[json.Unmarshaler]()):
		s.by = byItself
		return s
	case depth == 0 || pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return s
	}
	switch t.Kind() {
	case reflect.String:
		s.by = asText
	case reflect.Bool:
		s.by = asFlag
	case reflect.Int64:
		s.by = asWhole
	case reflect.Float64:
		s.by = asFraction
	case reflect.Struct:
		s.addFields(t, depth)
	case reflect.Slice:
		if kind := t.Elem().Kind(); kind == reflect.String || kind == reflect.Struct {
			s.by, s.of = asList, shapeAt(t.Elem(), depth-1)
		}
	case reflect.Pointer:
		s.by, s.of = asPointer, shapeAt(t.Elem(), depth-1)
	}
	return s
}

// addFields takes the fields of a struct. Those whose members aren't named by a tag alone are left to encoding/json, with the struct.
func (s *shape) addFields(t reflect.Type, depth int) {
	const most = 64 // bits of a set
	s.names = map[string]int{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
			continue
		case name == "" || f.Anonymous || strings.Contains(options, "string") || len(s.fields) == most:
			s.by, s.fields = byLibrary, nil
			return
		}
		s.names[name] = len(s.fields)
		s.fields = append(s.fields, shapedField{name, i, shapeAt(f.Type, depth-1)})
	}
	s.by = asObject
}

// decode decodes a valid JSON value into a variable that is zero; false: encoding/json has to, into one that is zero again.
func (s *shape) decode(raw []byte, v reflect.Value) bool {
	switch s.by {
	case byItself:
		return v.Addr().Interface().(json.Unmarshaler).UnmarshalJSON(raw) == nil
	case byLibrary:
		return json.Unmarshal(raw, v.Addr().Interface()) == nil
	}
	if isNull(raw) {
		return true
	}
	switch s.by {
	case asText:
		if raw[0] == '"' && isPlain(raw[1:len(raw)-1]) {
			v.SetString(string(raw[1 : len(raw)-1]))
			return true
		}
		return json.Unmarshal(raw, v.Addr().Interface()) == nil
	case asFlag:
		v.SetBool(raw[0] == 't')
		return raw[0] == 't' || raw[0] == 'f'
	case asWhole:
		n, err := strconv.ParseInt(string(raw), 10, 64)
		v.SetInt(n)
		return err == nil
	case asFraction:
		f, err := strconv.ParseFloat(string(raw), 64)
		v.SetFloat(f)
		return err == nil
	case asList:
		return s.decodeList(raw, v)
	case asPointer:
		v.Set(reflect.New(v.Type().Elem()))
		return s.of.decode(raw, v.Elem())
	}
	return s.decodeObject(raw, v)
}

func (s *shape) decodeList(raw []byte, v reflect.Value) bool {
	if raw[0] != '[' {
		return false
	}
	all := elements(raw)
	list := reflect.MakeSlice(v.Type(), len(all), len(all))
	for i, one := range all {
		if !s.of.decode(one, list.Index(i)) {
			return false
		}
	}
	v.Set(list)
	return true
}

// decodeObject takes the members whose names are spelt as the fields'. What encoding/json takes for another spelling of one, and one that
// comes twice, is left to it.
func (s *shape) decodeObject(raw []byte, v reflect.Value) bool {
	if raw[0] != '{' {
		return false
	}
	ok, seen, next := true, uint64(0), 0
	eachQuoted(raw, func(quoted, value []byte) {
		name := quoted[1 : len(quoted)-1]
		i := s.find(name, next)
		switch {
		case !ok:
		case i < 0:
			ok = isPlain(name) && !s.spells(name)
		case seen&(1<<i) != 0:
			ok = false
		default:
			seen, next = seen|1<<i, i+1
			ok = s.fields[i].decode(value, v.Field(s.fields[i].index))
		}
	})
	return ok
}

// find is the field of that name, next the one that is likely; -1: there is none.
func (s *shape) find(name []byte, next int) int {
	if next < len(s.fields) && s.fields[next].name == string(name) {
		return next
	}
	if i, ok := s.names[string(name)]; ok {
		return i
	}
	return -1
}

// spells reports whether a name is that of a field but for the case of its letters.
func (s *shape) spells(name []byte) bool {
	for _, f := range s.fields {
		if len(f.name) == len(name) && strings.EqualFold(f.name, string(name)) {
			return true
		}
	}
	return false
}
