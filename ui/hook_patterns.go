package ui

import (
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

func patternSettings(b *api.BuiltinPattern) section {
	p, ok := describePattern(b)
	if !ok {
		return section{title: "Built-in pattern", fields: []field{{value: joined(b.Members, "empty"), role: theme.Warn,
			note: "This console doesn't know this pattern; v shows its settings as raw JSON."}}}
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
		return field{label: "Message", value: m, note: ifEmpty(m, "Empty: the tenant's own words are shown.")}
	}
	switch {
	case b.BlockOutput != nil:
		var surfaces []string
		for _, s := range b.BlockOutput.Surfaces {
			surfaces = append(surfaces, s.Words())
		}
		return pattern{"block output", "Stops answers on the surfaces below.", []field{message(b.BlockOutput.Message),
			{label: "Surfaces", value: joined(surfaces, "none"), note: ifEmpty(joined(surfaces, ""), "Without surfaces it does nothing.")}}}, true
	case b.BlockToolCall != nil:
		return pattern{"block tool call", "Stops the tool call and shows the message.", []field{message(b.BlockToolCall.Message)}}, true
	case b.PreToolBlock != nil:
		return pattern{"block before tool", "Stops a tool before it runs.", []field{message(b.PreToolBlock.Message)}}, true
	case b.WriteAuthorization != nil:
		return writeAuthorization(b.WriteAuthorization), true
	}
	return pattern{}, false
}

func contentPatterns(b *api.BuiltinPattern) (pattern, bool) {
	switch {
	case b.CreditCardBlocking != nil:
		return pattern{"credit card blocking", "Stops content that holds card numbers. It has no settings.", nil}, true
	case b.LinkFilter != nil:
		f := b.LinkFilter
		action := f.Action.Words()
		note := ""
		if f.Action == "" || f.Action == api.LinkFilterActionUnspecified {
			note = "Not set means redact."
		}
		return pattern{"link filter", "Acts on links to hosts that are not allowed.", []field{{label: "Action", value: action, note: note},
			{label: "Allowed hosts", value: joined(f.AllowedHosts, "none"), note: ifEmpty(joined(f.AllowedHosts, ""), "Without hosts, no link is allowed.")},
			{label: "Block images", value: yes(f.BlockImages)}}}, true
	case b.PIIRedaction != nil:
		p := b.PIIRedaction
		return pattern{"PII redaction", "Replaces personal data.", []field{
			{label: "Fields", value: joined(p.RedactFields, "none named"), note: ifEmpty(joined(p.RedactFields, ""), "Without fields the tenant's own set is used.")},
			{label: "Replacement", value: p.Replacement, note: ifEmpty(p.Replacement, "Empty: the tenant's own replacement is used.")}}}, true
	case b.SecretsMasking != nil:
		s := b.SecretsMasking
		return pattern{"secrets masking", "Replaces secrets, also those found by patterns of your own.", []field{
			{label: "More patterns", value: strings.Join(s.AdditionalPatterns, "\n"), note: ifEmpty(joined(s.AdditionalPatterns, ""), "None: only the tenant's own patterns.")},
			{label: "Placeholder", value: s.Placeholder, note: ifEmpty(s.Placeholder, "Empty: the tenant's own placeholder is used.")}}}, true
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
		return pattern{"encoded content guard", "Looks for long runs of encoded text.", []field{flag(g.FlagOnly),
			run("Base64 run", g.MinBase64Run), run("Hex run", g.MinHexRun)}}, true
	case b.PromptInjectionScan != nil:
		s := b.PromptInjectionScan
		note := ""
		if s.Threshold == "" || s.Threshold == api.PromptInjectionThresholdUnspecified {
			note = "Not set means high."
		}
		return pattern{"prompt injection scan", "Looks for prompt injection.", []field{flag(s.FlagOnly), {label: "Threshold", value: s.Threshold.Words(), note: note}}}, true
	case b.SensitiveFileGuard != nil:
		g := b.SensitiveFileGuard
		return pattern{"sensitive file guard", "Stops access to files by directory and pattern.", []field{
			{label: "Directories", value: strings.Join(g.BlockedDirectories, "\n"), note: ifEmpty(joined(g.BlockedDirectories, ""), "None are named.")},
			{label: "Patterns", value: strings.Join(g.BlockedPatterns, "\n"), note: ifEmpty(joined(g.BlockedPatterns, ""), "None are named.")}}}, true
	}
	return pattern{}, false
}

func run(label string, n int64) field {
	if n == 0 {
		return field{label: label, value: "0", note: "Zero: the tenant's own length is used."}
	}
	return field{label: label, value: draw.Count(n) + " characters or more"}
}

func limitPatterns(b *api.BuiltinPattern) (pattern, bool) {
	switch {
	case b.QueryScopeLimit != nil:
		q := b.QueryScopeLimit
		return pattern{"query scope limit", "Caps how much a query may ask for.", []field{
			{label: "Fields", value: joined(q.Fields, "none named"), note: ifEmpty(joined(q.Fields, ""), "Without fields the tenant's own set is used.")},
			{label: "Most", value: draw.Count(q.MaxLimit)}}}, true
	case b.ToolOutputSizeGuard != nil:
		n := b.ToolOutputSizeGuard.MaxBytes
		return pattern{"tool output size guard", "Limits how much a tool may answer.", []field{
			{label: "Most", value: fmt.Sprintf("%s (%s bytes)", draw.Bytes(n), draw.Count(n))}}}, true
	}
	return pattern{}, false
}

func writeAuthorization(w *api.WriteAuthorization) pattern {
	var classes []string
	for _, c := range w.BlockedClassifications {
		classes = append(classes, c.Words())
	}
	p := pattern{"write authorization", "Stops classes of tools, outside business hours where such are given.", []field{
		{label: "Classes", value: joined(classes, "none"), note: ifEmpty(joined(classes, ""), "Without classes it stops nothing.")}}}
	if h := w.BusinessHours; h != nil {
		p.fields = append(p.fields, field{label: "Business hours", value: fmt.Sprintf("%s, %s to %s %s", weekdays(h.Days), h.Start, h.End, h.Timezone)})
	} else {
		p.fields = append(p.fields, field{label: "Business hours", value: "none", note: "It stops them at all times."})
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

// ifEmpty is the note for an empty value.
func ifEmpty(value, note string) string {
	if value == "" {
		return note
	}
	return ""
}
