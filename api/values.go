package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

var (
	errNotTime   = errors.New("not a time")
	errNotNumber = errors.New("not a whole number")
	errNotText   = errors.New("not text")
)

// Time is a timestamp of the wire: RFC 3339 with up to nine digits of fraction, kept in UTC. null, absent and "" are no time. What is
// there and can't be read is not the same as none: it has no instant, and IsZero is false of it.
type Time struct {
	time.Time
	Text string // as it came, where it is set but can't be read
}

// IsZero reports whether no time was given. One that can't be read was given.
func (t Time) IsZero() bool { return t.Time.IsZero() && t.Text == "" }

// Known reports whether there is an instant to reckon with.
func (t Time) Known() bool { return !t.Time.IsZero() }

// Stamp is the exact time in UTC, "" for none. What can't be read stands there as it came, in quotes, in one line.
func (t Time) Stamp() string {
	switch {
	case t.Known():
		return t.UTC().Format("2006-01-02 15:04:05 UTC")
	case t.IsZero():
		return ""
	}
	return t.quoted() + ", which can't be read"
}

// quoted is a text that can't be read, without anything that breaks a line or can't be seen.
func (t Time) quoted() string {
	const most = 60
	text := []rune(strings.ToValidUTF8(t.Text, "\uFFFD"))
	if len(text) > most {
		text = append(text[:most-1], '…')
	}
	return strconv.QuoteToGraphic(string(text))
}

// UnmarshalJSON reads a timestamp. Anything but a timestamp, null or "" is an error, and its text is kept.
func (t *Time) UnmarshalJSON(b []byte) error {
	*t = Time{}
	if string(b) == "null" || string(b) == `""` {
		return nil
	}
	if len(b) > 2 && b[0] == '"' && t.Time.UnmarshalText(b[1:len(b)-1]) == nil { // what nearly all are
		t.Time = t.UTC()
		return nil
	}
	*t = Time{}
	text := string(b)
	if err := json.Unmarshal(b, &text); err == nil {
		if parsed, err := time.Parse(time.RFC3339Nano, text); err == nil {
			t.Time = parsed.UTC()
			return nil
		}
	}
	t.Text = text
	return errNotTime
}

// MarshalJSON writes RFC 3339, null for none, and what can't be read as the text that it is.
func (t Time) MarshalJSON() ([]byte, error) {
	switch {
	case t.Known():
		return json.Marshal(t.UTC().Format(time.RFC3339Nano))
	case t.IsZero():
		return []byte("null"), nil
	}
	return json.Marshal(t.Text)
}

// Duration is a span of the wire: decimal seconds with the suffix s ("691200s", "0.5s").
type Duration struct {
	D    time.Duration // the span, 0 when it is not set or not understood
	Text string        // as it came; "" means not set
	Odd  bool          // Text is set but not understood, so D says nothing
}

// NewDuration makes a set duration.
func NewDuration(d time.Duration) Duration { return Duration{D: d, Text: formatSeconds(d)} }

// Set reports whether a value was given at all.
func (d Duration) Set() bool { return d.Text != "" }

// String is the text of the wire, "" when not set.
func (d Duration) String() string { return d.Text }

// UnmarshalJSON reads a duration. Text that is no duration is kept and marked Odd; another JSON type is an error.
func (d *Duration) UnmarshalJSON(b []byte) error {
	*d = Duration{}
	if string(b) == "null" {
		return nil
	}
	if len(b) == 0 || b[0] != '"' {
		return errNotText
	}
	if err := json.Unmarshal(b, &d.Text); err != nil {
		return errNotText
	}
	if d.Text == "" {
		return nil
	}
	span, ok := parseSeconds(d.Text)
	d.D, d.Odd = span, !ok
	return nil
}

// MarshalJSON writes the text of the wire, and null when not set.
func (d Duration) MarshalJSON() ([]byte, error) {
	if !d.Set() {
		return []byte("null"), nil
	}
	return json.Marshal(d.Text)
}

func formatSeconds(d time.Duration) string {
	sign := ""
	n := uint64(d)
	if d < 0 {
		sign, n = "-", -n
	}
	whole, frac := n/uint64(time.Second), n%uint64(time.Second)
	text := sign + strconv.FormatUint(whole, 10)
	if frac == 0 {
		return text + "s"
	}
	digits := strconv.FormatUint(uint64(time.Second)+frac, 10)[1:]
	for strings.HasSuffix(digits, "000") { // proto3 JSON writes 3, 6 or 9 digits
		digits = digits[:len(digits)-3]
	}
	return text + "." + digits + "s"
}

func parseSeconds(text string) (time.Duration, bool) {
	number, ok := strings.CutSuffix(text, "s")
	if !ok {
		return 0, false
	}
	digits, negative := strings.CutPrefix(number, "-")
	whole, frac, hasFrac := strings.Cut(digits, ".")
	if !isDigits(whole) || hasFrac && (!isDigits(frac) || len(frac) > 9) {
		return 0, false
	}
	seconds, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || seconds > math.MaxInt64/int64(time.Second)-1 {
		return 0, false
	}
	nanos, err := strconv.ParseInt((frac + "000000000")[:9], 10, 64)
	if err != nil {
		return 0, false
	}
	d := time.Duration(seconds)*time.Second + time.Duration(nanos)
	if negative {
		d = -d
	}
	return d, true
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// Int64 is a 64-bit integer of the wire, which travels as a string or as a number. null, absent and "" are 0.
type Int64 int64

// UnmarshalJSON reads a string or a number.
func (n *Int64) UnmarshalJSON(b []byte) error {
	*n = 0
	if string(b) == "null" || string(b) == `""` {
		return nil
	}
	v, ok := wholeNumber(bytes.Trim(b, `"`))
	if !ok {
		return errNotNumber
	}
	*n = Int64(v)
	return nil
}

// MarshalJSON writes a string, as proto3 JSON does for 64-bit integers.
func (n Int64) MarshalJSON() ([]byte, error) {
	return []byte(`"` + strconv.FormatInt(int64(n), 10) + `"`), nil
}

// wholeNumber reads an integer in any spelling of a JSON number: 5, 5.0, 5e0.
func wholeNumber(b []byte) (int64, bool) {
	text := string(b)
	if v, err := strconv.ParseInt(text, 10, 64); err == nil {
		return v, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}
