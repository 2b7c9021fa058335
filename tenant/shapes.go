package tenant

import (
	_ "embed" // shapes.json
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// shapesText holds the messages of the service in a short form: the values of every enumeration in the order of their numbers (after
// what they begin with), the fields of every message, and what each operation takes and answers. A field's type is string, bool,
// int32, uint32, int64, number, time, duration, mask, struct (any object), an enumeration or a message; [type] is a list, {type} a
// map from strings, type? may be null, type! is required. "more" is what this tenant has beyond the published description.
//
//go:embed shapes.json
var shapesText []byte

// shapes is what shapesText says.
type shapes struct {
	enums      map[string][]string // full names, by number; "more" after them
	messages   map[string]message
	oneofs     map[string][]string // message: the fields of which one may be set
	operations map[string]operation
}

// operation is what an operation takes and answers.
type operation struct {
	query   message // of the query string
	request message // of the body
	answer  message
}

// message is the fields of a message by their lowerCamelCase name, and by their original name too.
type message map[string]field

// field is one field of a message.
type field struct {
	name     string // lowerCamelCase
	kind     string
	list     bool
	keyed    bool // a map from strings
	nullable bool
}

// theShapes reads the shapes when the first request comes, once for all tenants of a process: nothing changes them.
var theShapes = sync.OnceValue(readShapes)

func readShapes() *shapes {
	var file struct {
		Enums map[string]string
		More  struct {
			Enums  map[string]string
			Fields map[string]map[string]string
		}
		Oneofs     map[string][]string
		Messages   map[string]map[string]string
		Operations map[string]struct{ Query, Request, Answer map[string]string }
	}
	if err := json.Unmarshal(shapesText, &file); err != nil {
		panic(fmt.Sprintf("the shapes built into the program can't be read: %v", err))
	}
	s := &shapes{enums: map[string][]string{}, messages: map[string]message{}, oneofs: file.Oneofs, operations: map[string]operation{}}
	for name, text := range file.Enums {
		words := strings.Fields(text + " " + file.More.Enums[name])
		prefix := strings.TrimPrefix(words[0], "-")
		for _, word := range words[1:] {
			s.enums[name] = append(s.enums[name], prefix+word)
		}
	}
	for name, fields := range file.Messages {
		s.messages[name] = fieldsOf(fields, file.More.Fields[name])
	}
	for at, op := range file.Operations {
		s.operations[at] = operation{fieldsOf(op.Query), fieldsOf(op.Request), fieldsOf(op.Answer)}
	}
	return s
}

func fieldsOf(sources ...map[string]string) message {
	m := message{}
	for _, fields := range sources {
		for name, kind := range fields {
			f := field{name: camelCase(name), kind: strings.TrimRight(kind, "?!"), nullable: strings.HasSuffix(kind, "?")}
			if inner, ok := strings.CutPrefix(f.kind, "["); ok {
				f.kind, f.list = strings.TrimSuffix(inner, "]"), true
			}
			if inner, ok := strings.CutPrefix(f.kind, "{"); ok {
				f.kind, f.keyed = strings.TrimSuffix(inner, "}"), true
			}
			m[f.name], m[snakeCase(f.name)] = f, f
		}
	}
	return m
}

// snakeCase is the name that a field has in its definition, where JSON has lowerCamelCase.
func snakeCase(name string) string {
	var out strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

func camelCase(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// value finds the full name of a value of an enumeration from its name.
func (s *shapes) value(enum, name string) bool { return slices.Contains(s.enums[enum], name) }

// pathOf says whether a path of lowerCamelCase names leads to a field of a message.
func (s *shapes) pathOf(m message, path string) bool {
	name, rest, deeper := strings.Cut(path, ".")
	f, known := m[name]
	switch {
	case !known || f.name != name:
		return false
	case !deeper:
		return true
	case f.list || f.keyed:
		return false
	}
	inner, isMessage := s.messages[f.kind]
	return isMessage && s.pathOf(inner, rest)
}

// pattern is a regular expression that is compiled when it is used first.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// durationForm is a duration in proto3 JSON: decimal seconds with up to nine digits of a fraction.
var durationForm = pattern(`^-?[0-9]+(\.[0-9]{1,9})?s$`)

// maskForm is a field mask in proto3 JSON: lowerCamelCase paths joined by commas.
var maskForm = pattern(`^([a-z][a-zA-Z0-9]*(\.[a-z][a-zA-Z0-9]*)*)(,[a-z][a-zA-Z0-9]*(\.[a-z][a-zA-Z0-9]*)*)*$`)
