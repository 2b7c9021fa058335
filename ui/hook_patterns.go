package ui

import (
	"encoding/json"
	"fmt"
	"strings"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// pattern is a built-in pattern in words: what it does, and its settings.
type pattern struct {
	name   string
	does   string
	fields []field
}

// patternName is what a built-in pattern is called; an unknown one as it came.
func patternName(b *api.BuiltinPattern) string {
	if p, ok := describePattern(b); ok {
		return p.name
	}
	return joined(b.Members, "empty pattern")
}

// patternSettings are the settings of a hook's built-in pattern, each explained; those of an unknown one as they came.
func patternSettings(h api.Hook) section {
	b := h.BuiltinPattern
	p, ok := describePattern(b)
	if !ok {
		var record struct{ BuiltinPattern json.RawMessage }
		_ = json.Unmarshal(h.Raw, &record) // without settings there are none to show
		return section{title: "Built-in pattern", fields: []field{{value: joined(b.Members, "empty"), role: theme.Warn,
			note: "This console doesn't know this pattern. These are its settings as they came."}, {value: indented(record.BuiltinPattern), role: theme.JSONString}}}
	}
	return section{title: "Built-in: " + p.name, fields: append([]field{{value: p.does, role: theme.Text}}, p.fields...)}
}

func describePattern(b *api.BuiltinPattern) (pattern, bool) {
	for _, describe := range []func(*api.BuiltinPattern) (pattern, bool){blockPatterns, contentPatterns, scanPatterns, limitPatterns} {
		if p, ok := describe(b); ok {
			return p, true
		}
	}
	return pattern{}, false
}

func blockPatterns(b *api.BuiltinPattern) (pattern, bool) {
	message := func(m string) field {
		return field{label: "Message", value: m, note: ifEmpty(m, "Empty: no words of your own are shown.")}
	}
	switch {
	case b.BlockOutput != nil:
		var surfaces []string
		for _, s := range b.BlockOutput.Surfaces {
			surfaces = append(surfaces, s.Words())
		}
		return pattern{"block output", "Holds an answer back on the surfaces below and shows the message.", []field{message(b.BlockOutput.Message),
			{label: "Surfaces", value: joined(surfaces, "none"), note: ifEmpty(joined(surfaces, ""), "Without surfaces it does nothing.")}}}, true
	case b.BlockToolCall != nil:
		return pattern{"block tool call", "Stops the tool call it runs for and shows the message.", []field{message(b.BlockToolCall.Message)}}, true
	case b.PreToolBlock != nil:
		return pattern{"block before tool", "Stops a tool before it runs and shows the message.", []field{message(b.PreToolBlock.Message)}}, true
	case b.WriteAuthorization != nil:
		return writeAuthorization(b.WriteAuthorization), true
	}
	return pattern{}, false
}

func contentPatterns(b *api.BuiltinPattern) (pattern, bool) {
	switch {
	case b.CreditCardBlocking != nil:
		return pattern{"credit card blocking", "Stops content that holds credit card numbers. It has no settings.", nil}, true
	case b.LinkFilter != nil:
		f := b.LinkFilter
		action := f.Action.Words()
		note := ""
		if f.Action == "" || f.Action == api.LinkFilterActionUnspecified {
			note = "Not set: this means redact."
		}
		return pattern{"link filter", "Acts on links to hosts that are not allowed.", []field{{label: "Action", value: action, note: note},
			{label: "Allowed hosts", value: joined(f.AllowedHosts, "none"), note: ifEmpty(joined(f.AllowedHosts, ""), "Without hosts, no link is allowed.")},
			images(f.BlockImages)}}, true
	case b.PIIRedaction != nil:
		p := b.PIIRedaction
		return pattern{"PII redaction", "Replaces personal data of the kinds below.", []field{
			{label: "Fields", value: joined(p.RedactFields, "none named"), note: ifEmpty(joined(p.RedactFields, ""), "None are named: which kinds is up to the tenant.")},
			{label: "Replacement", value: p.Replacement, note: ifEmpty(p.Replacement, "Empty: the tenant chooses the replacement.")}}}, true
	case b.SecretsMasking != nil:
		s := b.SecretsMasking
		return pattern{"secrets masking", "Replaces what looks like a secret, and what the patterns below find.", []field{
			{label: "More patterns", value: strings.Join(s.AdditionalPatterns, "\n"), note: ifEmpty(joined(s.AdditionalPatterns, ""), "None: only what the tenant itself knows as a secret.")},
			{label: "Placeholder", value: s.Placeholder, note: ifEmpty(s.Placeholder, "Empty: the tenant chooses the replacement.")}}}, true
	}
	return pattern{}, false
}

func scanPatterns(b *api.BuiltinPattern) (pattern, bool) {
	flag := func(only bool) field {
		if only {
			return field{label: "Flag only", value: "yes", note: "It marks what it finds and lets it pass."}
		}
		return field{label: "Flag only", value: "no", note: "It stops what it finds."}
	}
	switch {
	case b.EncodedContentGuard != nil:
		g := b.EncodedContentGuard
		return pattern{"encoded content guard", "Looks for long runs of encoded text, in which anything can be hidden.", []field{flag(g.FlagOnly),
			run("Base64 run", g.MinBase64Run), run("Hex run", g.MinHexRun)}}, true
	case b.PromptInjectionScan != nil:
		s := b.PromptInjectionScan
		note := ""
		if s.Threshold == "" || s.Threshold == api.PromptInjectionThresholdUnspecified {
			note = "Not set: this means high."
		}
		return pattern{"prompt injection scan", "Looks for text that tries to give the model orders.", []field{flag(s.FlagOnly), {label: "Threshold", value: s.Threshold.Words(), note: note}}}, true
	case b.SensitiveFileGuard != nil:
		g := b.SensitiveFileGuard
		return pattern{"sensitive file guard", "Stops access to files in the directories below and to those whose names match a pattern.", []field{
			{label: "Directories", value: strings.Join(g.BlockedDirectories, "\n"), note: ifEmpty(joined(g.BlockedDirectories, ""), "None: no directory is closed.")},
			{label: "Patterns", value: strings.Join(g.BlockedPatterns, "\n"), note: ifEmpty(joined(g.BlockedPatterns, ""), "None: no file is closed by its name.")}}}, true
	}
	return pattern{}, false
}

func run(label string, n int64) field {
	if n == 0 {
		return field{label: label, value: "0", note: "0, not set: how long a run must be is up to the tenant."}
	}
	return field{label: label, value: count(n, "character") + " or more"}
}

func limitPatterns(b *api.BuiltinPattern) (pattern, bool) {
	switch {
	case b.QueryScopeLimit != nil:
		q := b.QueryScopeLimit
		return pattern{"query scope limit", "Caps how many records a query may ask for in the fields below.", []field{
			{label: "Fields", value: joined(q.Fields, "none named"), note: ifEmpty(joined(q.Fields, ""), "None are named: which ones is up to the tenant.")},
			{label: "Most", value: draw.Count(q.MaxLimit), note: ifZero(q.MaxLimit)}}}, true
	case b.ToolOutputSizeGuard != nil:
		n := b.ToolOutputSizeGuard.MaxBytes
		return pattern{"tool output size guard", "Stops a tool's answer that is larger than this.", []field{
			{label: "Most", value: size(n), note: ifZero(n)}}}, true
	}
	return pattern{}, false
}

func writeAuthorization(w *api.WriteAuthorization) pattern {
	var classes []string
	for _, c := range w.BlockedClassifications {
		classes = append(classes, c.Words())
	}
	p := pattern{"write authorization", "Stops tools of the classes below; where business hours are set, outside of them.", []field{
		{label: "Classes", value: joined(classes, "none"), note: ifEmpty(joined(classes, ""), "None: it names nothing to stop.")}}}
	if h := w.BusinessHours; h != nil {
		p.fields = append(p.fields, field{label: "Business hours", value: businessHours(h)})
	} else {
		p.fields = append(p.fields, field{label: "Business hours", value: "none", note: "None are set: the time of day makes no difference."})
	}
	return p
}

func weekdays(days []int64) string {
	names := []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
	var words []string
	for _, d := range days {
		if d >= 0 && d < int64(len(names)) {
			words = append(words, names[d])
		} else {
			words = append(words, fmt.Sprintf("day %d", d))
		}
	}
	return joined(words, "no days")
}

// ifZero is the note for a limit that isn't set.
func ifZero(n int64) string {
	if n == 0 {
		return "0, not set: the limit is up to the tenant."
	}
	return ""
}

func images(blocked bool) field {
	if blocked {
		return field{label: "Block images", value: "yes", note: "Images are links too: those of other hosts are acted on."}
	}
	return field{label: "Block images", value: "no", note: "Images are left alone."}
}

func businessHours(h *api.BusinessHours) string {
	return fmt.Sprintf("%s, %s to %s, %s", weekdays(h.Days), firstOf(h.Start, "start not set"), firstOf(h.End, "end not set"),
		firstOf(h.Timezone, "time zone not set"))
}

// ifEmpty is the note for an empty value.
func ifEmpty(value, note string) string {
	if value == "" {
		return note
	}
	return ""
}
