package tenant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// object is one JSON object. Records that are stored or handed out are never changed in place: a change makes a copy.
type object map[string]any

// clone copies an object deeply, as far as it is made of objects and lists.
func (o object) clone() object {
	if o == nil {
		return nil
	}
	out := make(object, len(o))
	for key, value := range o {
		out[key] = cloneValue(value)
	}
	return out
}

func cloneValue(value any) any {
	switch v := value.(type) {
	case object:
		return v.clone()
	case map[string]any:
		return object(v).clone()
	case []any:
		out := make([]any, len(v))
		for i, each := range v {
			out[i] = cloneValue(each)
		}
		return out
	case []object:
		out := make([]object, len(v))
		for i, each := range v {
			out[i] = each.clone()
		}
		return out
	case []string:
		return slices.Clone(v)
	}
	return value
}

// with returns a shallow copy in which the given members are replaced.
func (o object) with(members object) object {
	out := maps.Clone(o)
	maps.Copy(out, members)
	return out
}

// text returns a member that is a string, else "".
func (o object) text(name string) string {
	s, _ := o[name].(string)
	return s
}

// child returns a member that is an object, else nil.
func (o object) child(name string) object {
	switch v := o[name].(type) {
	case object:
		return v
	case map[string]any:
		return object(v)
	}
	return nil
}

// strings returns a member that is a list of strings; other members of the list are left out.
func (o object) strings(name string) []string {
	switch v := o[name].(type) {
	case []string:
		return v
	case []any:
		out := make([]string, 0, len(v))
		for _, each := range v {
			if s, ok := each.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}

// objects returns a member that is a list of objects; other members of the list are left out.
func (o object) objects(name string) []object {
	switch v := o[name].(type) {
	case []object:
		return v
	case []any:
		out := make([]object, 0, len(v))
		for _, each := range v {
			switch e := each.(type) {
			case object:
				out = append(out, e)
			case map[string]any:
				out = append(out, object(e))
			}
		}
		return out
	}
	return nil
}

// time returns a member that is a timestamp, else the zero time.
func (o object) time(name string) time.Time {
	at, err := time.Parse(time.RFC3339Nano, o.text(name))
	if err != nil {
		return time.Time{}
	}
	return at
}

// number reads a member as proto3 JSON has it: a number, or a string that holds one. given is false when it is absent or null.
func (o object) number(name string) (n int, given bool, err error) {
	switch v := o[name].(type) {
	case nil:
		return 0, false, nil
	case float64:
		if v == float64(int(v)) {
			return int(v), true, nil
		}
	case int:
		return v, true, nil
	case string:
		if n, err := strconv.Atoi(v); err == nil {
			return n, true, nil
		}
	}
	return 0, true, invalid("%s must be a whole number", name)
}

// stamp writes a time as proto3 JSON does, with 0, 3, 6 or 9 digits of a fraction; the zero time is "not set".
func stamp(at time.Time) any {
	switch n := at.Nanosecond(); {
	case at.IsZero():
		return nil
	case n == 0:
		return at.UTC().Format("2006-01-02T15:04:05Z")
	case n%1e6 == 0:
		return at.UTC().Format("2006-01-02T15:04:05.000Z")
	case n%1e3 == 0:
		return at.UTC().Format("2006-01-02T15:04:05.000000Z")
	}
	return at.UTC().Format("2006-01-02T15:04:05.000000000Z")
}

// failure is an answer that refuses: gRPC status JSON with an HTTP status (companion.md 4).
type failure struct {
	status  int
	code    int
	message string
}

func (f *failure) Error() string { return f.message }

func fail(status, code int, format string, args ...any) *failure {
	return &failure{status, code, fmt.Sprintf(format, args...)}
}

// The gRPC codes that the tenant uses.
const (
	codeCancelled     = 1
	codeUnknown       = 2
	codeInvalid       = 3
	codeDeadline      = 4
	codeNotFound      = 5
	codeExists        = 6
	codeForbidden     = 7
	codeExhausted     = 8
	codePrecondition  = 9
	codeUnimplemented = 12
	codeInternal      = 13
	codeUnavailable   = 14
	codeUnauthorized  = 16
)

func invalid(format string, args ...any) *failure {
	return fail(http.StatusBadRequest, codeInvalid, format, args...)
}

func notFound(what string) *failure {
	return fail(http.StatusNotFound, codeNotFound, "%s not found", what)
}

func conflict(format string, args ...any) *failure {
	return fail(http.StatusBadRequest, codePrecondition, format, args...)
}

// codeOf is the gRPC code that goes with an HTTP status when a fault names none.
func codeOf(status int) int {
	switch status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusUnsupportedMediaType:
		return codeInvalid
	case http.StatusUnauthorized:
		return codeUnauthorized
	case http.StatusForbidden:
		return codeForbidden
	case http.StatusNotFound:
		return codeNotFound
	case http.StatusConflict:
		return codeExists
	case http.StatusPreconditionFailed:
		return codePrecondition
	case http.StatusRequestTimeout:
		return codeDeadline
	case 499: // the client went away
		return codeCancelled
	case http.StatusTooManyRequests:
		return codeExhausted
	case http.StatusInternalServerError:
		return codeInternal
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return codeUnimplemented
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return codeUnavailable
	}
	return codeUnknown
}

func (f *failure) body() object {
	return object{"code": f.code, "message": f.message, "details": []any{}}
}

// encode writes an answer's JSON. Strings are not escaped for HTML: what a record holds is what travels.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, fmt.Errorf("encode the answer: %w", err)
	}
	return out.Bytes(), nil
}

// seconds reads a proto3 JSON duration: decimal seconds with at most nine digits of a fraction, and the suffix s. Services measure
// up to 10,000 years; a Go duration holds 292.
func seconds(text string) (time.Duration, bool) {
	if !durationForm().MatchString(text) {
		return 0, false
	}
	value, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 64)
	if err != nil || math.Abs(value) > 315_576_000_000 {
		return 0, false
	}
	if math.Abs(value) > 9e9 {
		return time.Duration(math.Copysign(math.MaxInt64, value)), true
	}
	return time.Duration(value * float64(time.Second)), true
}
