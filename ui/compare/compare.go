package compare

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// MadeSince reports whether a record was made after the request was sent, clocks that differ by a few minutes allowed for.
func MadeSince(raw json.RawMessage, e action.Entry) bool {
	var record struct {
		CreatedAt api.Time `json:"createdAt"`
	}
	return json.Unmarshal(raw, &record) == nil && record.CreatedAt.After(e.At.Add(-widget.ClockSkew))
}

// IDsOf are the n ids of an entry's record: those in its path, where there are as many.
func IDsOf(e action.Entry, n int) ([]string, bool) {
	if n == 1 {
		return []string{e.Target.ID}, true
	}
	path, _, _ := strings.Cut(e.Path, "?")
	parts := strings.Split(strings.TrimPrefix(path, "/api/v1/"), "/")
	var ids []string
	for i := 1; i < len(parts); i += 2 {
		id, err := url.PathUnescape(parts[i])
		if err != nil {
			return nil, false
		}
		ids = append(ids, id)
	}
	return ids, len(ids) == n
}

// finding is what a record, as it is now, tells of an entry, and why.
type finding struct {
	Tells bool // the record has something to do with what was intended
	Shows action.Verdict
	Why   string
}

// Outcome is what the finding proves. A record that doesn't show a change doesn't prove that it wasn't done.
func (f finding) Outcome() action.Outcome {
	if f.Tells && f.Shows == action.Done {
		return action.Worked
	}
	return action.Unknown
}

// Notice says what was found.
func (f finding) Notice() host.Notice {
	switch {
	case !f.Tells:
		return host.Notice{Tone: host.ToneUnknown, Text: "Still unknown: " + f.Why + "."}
	case f.Shows == action.Done:
		return host.Notice{Tone: host.ToneGood, Text: "It was done. " + host.Capital(f.Why) + ". The journal says so now."}
	case f.Shows == action.ChangedByOthers:
		return host.Notice{Tone: host.ToneUnknown, Text: "Still unknown: it is not as intended, and may have been changed since. " +
			host.Capital(f.Why) + "."}
	}
	return host.Notice{Tone: host.ToneUnknown, Text: "Still unknown: nothing shows that it was done. " + host.Capital(f.Why) + "."}
}

// JudgeEntry tells from the record as it is now whether what an entry intended was done.
func JudgeEntry(e action.Entry, raw json.RawMessage, gone bool) finding {
	kind := e.Target.Kind
	if e.Method == http.MethodDelete {
		switch how := endOf(raw); {
		case gone:
			return finding{true, action.Done, "the " + kind + " is not there any more"}
		case how != "":
			return finding{true, action.Done, "the " + kind + " is " + how}
		}
		return finding{true, action.NotDone, "the " + kind + " is still there"}
	}
	if gone {
		return finding{true, action.NotDone, "no such " + kind + " is there"}
	}
	return Intended(e, raw)
}

// endOf is how a record was ended that the tenant keeps showing, "" when it wasn't.
func endOf(raw json.RawMessage) string {
	how, at := api.EndOf(raw)
	switch {
	case how == api.RecordLive:
		return ""
	case at.IsZero():
		return how.Words()
	}
	return how.Words() + " on " + at.Stamp()
}

// Intended compares every value that a request carried with the record.
func Intended(e action.Entry, raw json.RawMessage) finding {
	wanted := intendedValues(e)
	if len(wanted) == 0 {
		return finding{Why: "the record doesn't show whether this was done"}
	}
	record := action.Redact(raw) // as the journal has been: what is left out in one can't be compared in the other
	var same, other []string
	for _, w := range wanted {
		is := Member(record, strings.Split(w.path, ".")...)
		if sameValue(w.value, is) {
			same = append(same, plainMember(w.path))
			continue
		}
		name := plainMember(w.path)
		if wanted, found := w.Word(w.value), w.Word(is); wanted != "" && found != "" {
			name += " (" + wanted + "; it is " + found + ")"
		}
		other = append(other, name)
	}
	switch {
	case len(other) == 0:
		return finding{true, action.Done, "it shows the intended " + widget.Joined(same, "")}
	case len(same) == 0:
		return finding{true, action.NotDone, "it doesn't show the intended " + widget.Joined(other, "")}
	}
	return finding{true, action.ChangedByOthers, fmt.Sprintf("it shows the intended %s, but not the intended %s", widget.Joined(same, ""),
		widget.Joined(other, ""))}
}

// plainMember is a member of the wire in words: “display name” of displayName, “datasource prefix” of datasource.prefix.
func plainMember(path string) string {
	var words strings.Builder
	for _, r := range path {
		switch {
		case r == '.':
			words.WriteByte(' ')
		case unicode.IsUpper(r):
			words.WriteByte(' ')
			words.WriteRune(unicode.ToLower(r))
		default:
			words.WriteRune(r)
		}
	}
	return words.String()
}

// wantedValue is a value that a request was to put into a record.
type wantedValue struct {
	path  string // as the record calls it, members parted by dots
	value any
}

// Word is a value in a sentence, "" when that would be too long.
func (w wantedValue) Word(value any) string {
	switch v := value.(type) {
	case nil:
		return "empty"
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case string:
		last := strings.ReplaceAll(plainMember(w.path[strings.LastIndex(w.path, ".")+1:]), " ", "_")
		if name, constant := strings.CutPrefix(v, strings.ToUpper(last)+"_"); constant { // SUGGESTION_STATE_NEW of suggestionState
			return "“" + strings.ToLower(strings.ReplaceAll(name, "_", " ")) + "”"
		}
		return "“" + draw.Truncate(draw.Clean(v), 40) + "”"
	}
	return ""
}

// intendedValues are the values that the request of an entry carried. The masked object of an update is taken out of its wrapper.
func intendedValues(e action.Entry) []wantedValue {
	if strings.HasSuffix(e.Path, "/role-mining/access-profiles") { // it marks the suggestion that it is made from
		return []wantedValue{{"suggestionState", string(api.SuggestionStateAccepted)}}
	}
	body, _ := Member(e.Intended).(map[string]any)
	if mask, ok := body["updateMask"].(string); ok {
		return maskedValues(body, mask)
	}
	// Some requests call a value otherwise than the record does (operations 2 and 8).
	names := map[string]string{"state": "suggestionState"}
	if e.Target.Kind == "owner" {
		names["userId"] = "id"
	}
	var values []wantedValue
	for name, value := range body {
		values = append(values, leaves(host.FirstOf(names[name], name), value)...)
	}
	slices.SortFunc(values, func(a, b wantedValue) int { return strings.Compare(a.path, b.path) })
	return values
}

func maskedValues(body map[string]any, mask string) []wantedValue {
	var values []wantedValue
	for _, object := range body {
		fields, ok := object.(map[string]any)
		if !ok {
			continue
		}
		for path := range strings.SplitSeq(mask, ",") {
			values = append(values, wantedValue{path, within(fields, strings.Split(path, ".")...)})
		}
	}
	return values
}

// leaves are the values in a value: those of an object one by one.
func leaves(path string, value any) []wantedValue {
	object, ok := value.(map[string]any)
	if !ok {
		return []wantedValue{{path, value}}
	}
	var values []wantedValue
	for name, inner := range object {
		values = append(values, leaves(path+"."+name, inner)...)
	}
	return values
}

// Member is a value in a JSON text, nil when it isn't there.
func Member(raw json.RawMessage, path ...string) any {
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return nil
	}
	return within(value, path...)
}

func within(value any, path ...string) any {
	for _, name := range path {
		object, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		value = object[name]
	}
	return value
}

// sameValue compares as the wire means it: absent is the same as zero, and lists have no order.
func sameValue(a, b any) bool {
	if isZero(a) && isZero(b) {
		return true
	}
	return widget.SameUnordered(a, b)
}

func isZero(v any) bool {
	word, _ := v.(string)
	return widget.SaysNothing(v) || strings.HasSuffix(word, "_UNSPECIFIED")
}
