package tenant

import (
	"bytes"
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

// shapes is what shapesText says. A part is read when it is asked for first: the first request, for which somebody waits, needs few.
type shapes struct {
	file struct {
		Enums, Messages, Operations section
		More                        struct {
			Enums  map[string]string
			Fields map[string]map[string]string
		}
		Oneofs map[string][]string // message: the fields of which one may be set
	}
	enums      kept[[]string] // full names, by number; those of "more" after them
	messages   kept[message]
	operations kept[operation]
}

// section is a section of the file, whose parts have names.
type section struct {
	parts func() map[string]json.RawMessage
}

// UnmarshalJSON leaves the section as it is until a part is wanted.
func (s *section) UnmarshalJSON(text []byte) error {
	text = bytes.Clone(text)
	s.parts = sync.OnceValue(func() (parts map[string]json.RawMessage) {
		readShape(text, &parts)
		return parts
	})
	return nil
}

// kept is what has been read of the parts of a section.
type kept[T any] struct{ of sync.Map }

// get reads a part, once; ok is false where there is none of that name.
func (k *kept[T]) get(from section, name string, read func(text []byte) T) (part T, ok bool) {
	if had, ok := k.of.Load(name); ok {
		return had.(T), true
	}
	text, ok := from.parts()[name]
	if !ok {
		return part, false
	}
	part = read(text)
	k.of.Store(name, part)
	return part, true
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

// theShapes are the shapes for all tenants of a process: nothing changes them.
var theShapes = sync.OnceValue(readShapes)

func readShapes() *shapes {
	s := &shapes{}
	readShape(shapesText, &s.file)
	return s
}

// readShape reads a piece of what is built into the program.
func readShape(text []byte, into any) {
	if err := json.Unmarshal(text, into); err != nil {
		panic(fmt.Sprintf("the shapes built into the program can't be read: %v", err))
	}
}

// enum is the values of an enumeration by number; none where there is no such enumeration.
func (s *shapes) enum(name string) []string {
	values, _ := s.enums.get(s.file.Enums, name, func(text []byte) (values []string) {
		var known string
		readShape(text, &known)
		words := strings.Fields(known + " " + s.file.More.Enums[name])
		prefix := strings.TrimPrefix(words[0], "-")
		for _, word := range words[1:] {
			values = append(values, prefix+word)
		}
		return values
	})
	return values
}

// message is the fields of a message, where there is such a message.
func (s *shapes) message(name string) (message, bool) {
	return s.messages.get(s.file.Messages, name, func(text []byte) message {
		var fields map[string]string
		readShape(text, &fields)
		return fieldsOf(fields, s.file.More.Fields[name])
	})
}

// operation is the operation at a method and a path; the zero value where there is none.
func (s *shapes) operation(at string) operation {
	op, _ := s.operations.get(s.file.Operations, at, func(text []byte) operation {
		var op struct{ Query, Request, Answer map[string]string }
		readShape(text, &op)
		return operation{fieldsOf(op.Query), fieldsOf(op.Request), fieldsOf(op.Answer)}
	})
	return op
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
func (s *shapes) value(enum, name string) bool { return slices.Contains(s.enum(enum), name) }

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
	inner, isMessage := s.message(f.kind)
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
