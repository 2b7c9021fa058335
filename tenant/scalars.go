package tenant

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
)

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
		if !isText || text != "" && !maskForm().MatchString(text) {
			return nil, invalid("%s: must be lowerCamelCase paths joined by commas", path)
		}
		return text, nil
	}
	return s.enumValue(path, f.kind, token)
}

func (s *shapes) enumValue(path, enum string, token json.Token) (any, error) {
	values := s.enum(enum)
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
