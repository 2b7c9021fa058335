package widget

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

func PaintAll(th *theme.Theme, role theme.Role, lines []string) []string {
	painted := make([]string, len(lines))
	for i, line := range lines {
		painted[i] = th.Paint(role, line)
	}
	return painted
}

// SetDifference tells what one list has and another hasn't, whatever their order.
func SetDifference(was, is []string) (added, removed []string) {
	lacks := func(in []string) func(string) bool { return func(s string) bool { return !slices.Contains(in, s) } }
	for _, s := range is {
		if lacks(was)(s) {
			added = append(added, s)
		}
	}
	for _, s := range was {
		if lacks(is)(s) {
			removed = append(removed, s)
		}
	}
	return added, removed
}

// IfEmpty is the note for an empty value.
func IfEmpty(value, note string) string {
	if value == "" {
		return note
	}
	return ""
}

// Indented is a JSON text to be read; what isn't JSON stays as it came.
func Indented(raw json.RawMessage) string {
	var text bytes.Buffer
	if json.Indent(&text, raw, "", "  ") != nil {
		return string(raw)
	}
	return text.String()
}

// ClockSkew is how much later than the tenant's this computer's clock may be.
const ClockSkew = 5 * time.Minute

func Arrow(desc bool) string {
	if desc {
		return " ▼"
	}
	return " ▲"
}

// EntriesOf are the lines of a form's list that say something.
func EntriesOf(text string) []string {
	entries := []string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			entries = append(entries, line)
		}
	}
	return entries
}

// Article is "an app", "a user".
func Article(one string) string {
	if strings.ContainsRune("aeio", rune(one[0])) {
		return "an " + one
	}
	return "a " + one
}

func LowerFirst(s string) string {
	if s == "" {
		return s
	}
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(first)) + s[size:]
}

func IfText(ok bool, text string) string {
	if ok {
		return text
	}
	return ""
}

func NonEmpty(texts ...string) []string {
	return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
}

// QuotedValue is a value in a sentence.
func QuotedValue(is string) string {
	if is == "" {
		return "empty"
	}
	return "“" + draw.Truncate(is, 80) + "”"
}

// JoinLines puts values under each other.
func JoinLines(values []string) string { return strings.Join(values, "\n") }
