package api

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

const maxProblems = 5 // problems named per record; the rest is counted

// decodeLenient decodes a valid JSON object into the struct that out points to. What fits is decoded; what does not stays zero and is
// named in the problem text, which is "" when all went well. encoding/json does the work unless something is odd.
func decodeLenient(raw json.RawMessage, out any) (problem string) { return decodeShaped(raw, out, nil) }

// decodeShaped is decodeLenient for many structs of the same shape; nil: it wasn't looked at.
func decodeShaped(raw json.RawMessage, out any, of *shape) (problem string) {
	target := reflect.ValueOf(out).Elem()
	if of != nil {
		if of.decode(raw, target) {
			return ""
		}
		target.SetZero()
	}
	if json.Unmarshal(raw, out) == nil {
		return ""
	}
	target.SetZero()
	var d lenient
	d.object(raw, target, "")
	return d.text()
}

// lenient decodes member by member, so that one odd value does not cost its neighbours.
type lenient struct {
	problems []string
	more     int
}

func (d *lenient) note(path, what string) {
	if len(d.problems) >= maxProblems {
		d.more++
		return
	}
	d.problems = append(d.problems, path+" is not "+what)
}

func (d *lenient) text() string {
	text := strings.Join(d.problems, ", ")
	if d.more > 0 {
		text += fmt.Sprintf(" and %d more", d.more)
	}
	return text
}

func (d *lenient) object(raw json.RawMessage, target reflect.Value, path string) {
	fields := map[string]int{}
	for i := range target.NumField() {
		name, _, _ := strings.Cut(target.Type().Field(i).Tag.Get("json"), ",")
		if name != "" && name != "-" {
			fields[name] = i
		}
	}
	eachMember(raw, func(name string, value json.RawMessage) {
		if i, known := fields[name]; known {
			d.value(value, target.Field(i), strings.TrimPrefix(path+"."+name, "."))
		}
	})
}

func (d *lenient) value(raw json.RawMessage, target reflect.Value, path string) {
	if json.Unmarshal(raw, target.Addr().Interface()) == nil {
		return
	}
	if _, isTime := target.Interface().(Time); isTime { // what can't be read is kept
		d.note(path, wanted(target))
		return
	}
	target.SetZero()
	_, own := target.Addr().Interface().(json.Unmarshaler)
	switch kind := target.Kind(); {
	case kind == reflect.Pointer && firstByte(raw) != 'n':
		target.Set(reflect.New(target.Type().Elem()))
		before := len(d.problems) + d.more
		d.value(raw, target.Elem(), path)
		if len(d.problems)+d.more > before && target.Elem().IsZero() {
			target.SetZero()
		}
	case kind == reflect.Struct && !isScalar(target) && firstByte(raw) == '{':
		d.object(raw, target, path)
	case kind == reflect.Slice && !own && firstByte(raw) == '[':
		d.list(raw, target, path)
	case kind == reflect.Int64 && !own:
		n, ok := wholeNumber([]byte(strings.Trim(string(raw), `"`)))
		if target.SetInt(n); !ok {
			d.note(path, "a whole number")
		}
	case kind == reflect.Float64 && firstByte(raw) == '"':
		f, err := strconv.ParseFloat(strings.Trim(string(raw), `"`), 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			d.note(path, "a number")
			return
		}
		target.SetFloat(f)
	default:
		d.note(path, wanted(target))
	}
}

func (d *lenient) list(raw json.RawMessage, target reflect.Value, path string) {
	for i, item := range elements(raw) {
		one := reflect.New(target.Type().Elem()).Elem()
		before := len(d.problems) + d.more
		d.value(item, one, path+"["+strconv.Itoa(i)+"]")
		if len(d.problems)+d.more == before || !one.IsZero() {
			target.Set(reflect.Append(target, one))
		}
	}
}

// isScalar reports whether a struct stands for a single JSON value.
func isScalar(v reflect.Value) bool {
	switch v.Interface().(type) {
	case Time, Duration:
		return true
	}
	return false
}

// wanted says what kind of value a field takes.
func wanted(v reflect.Value) string {
	switch v.Interface().(type) {
	case Time:
		return "a time"
	case Duration:
		return "text"
	}
	switch v.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int64:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}
