package hooks

import (
	"encoding/json"
	"fmt"
	"strings"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// pattern is a built-in pattern in words: what it does, and its settings.
type pattern struct {
	name   string
	does   string
	fields []widget.Field
}

// patternName is what a built-in pattern is called; an unknown one as it came.
func patternName(b *api.BuiltinPattern) string {
	if p, ok := describePattern(b); ok {
		return p.name
	}
	return widget.Joined(b.Members, "empty pattern")
}

// patternSettings are the settings of a hook's built-in pattern, each explained; those of an unknown one as they came.
func patternSettings(h api.Hook) widget.Section {
	b := h.BuiltinPattern
	p, ok := describePattern(b)
	if !ok {
		var record struct{ BuiltinPattern json.RawMessage }
		_ = json.Unmarshal(h.Raw.JSON(), &record) // without settings there are none to show
		return widget.Section{Title: "Built-in pattern", Fields: []widget.Field{{Value: widget.Joined(b.Members, "empty"), Role: theme.Warn,
			Note: "This console doesn't know this pattern. These are its settings as they came."},
			{Value: widget.Indented(record.BuiltinPattern), Role: theme.JSONString}}}
	}
	return widget.Section{Title: "Built-in: " + p.name, Fields: append([]widget.Field{{Value: p.does, Role: theme.Text}}, p.fields...)}
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
	message := func(m string) widget.Field {
		return widget.Field{Label: "Message", Value: m, Note: widget.IfEmpty(m, "Empty: no words of your own are shown.")}
	}
	switch {
	case b.BlockOutput != nil:
		var surfaces []string
		for _, s := range b.BlockOutput.Surfaces {
			surfaces = append(surfaces, s.Words())
		}
		return pattern{"block output", "Holds an answer back on the surfaces below and shows the message.",
			[]widget.Field{message(b.BlockOutput.Message),
				{Label: "Surfaces", Value: widget.Joined(surfaces, "none"),
					Note: widget.IfEmpty(widget.Joined(surfaces, ""), "Without surfaces it does nothing.")}}}, true
	case b.BlockToolCall != nil:
		return pattern{"block tool call", "Stops the tool call it runs for and shows the message.",
			[]widget.Field{message(b.BlockToolCall.Message)}}, true
	case b.PreToolBlock != nil:
		return pattern{"block before tool", "Stops a tool before it runs and shows the message.",
			[]widget.Field{message(b.PreToolBlock.Message)}}, true
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
		return pattern{"link filter", "Acts on links to hosts that are not allowed.", []widget.Field{{Label: "Action", Value: action, Note: note},
			{Label: "Allowed hosts", Value: widget.Joined(f.AllowedHosts, "none"),
				Note: widget.IfEmpty(widget.Joined(f.AllowedHosts, ""), "Without hosts, no link is allowed.")},
			images(f.BlockImages)}}, true
	case b.PIIRedaction != nil:
		p := b.PIIRedaction
		return pattern{"PII redaction", "Replaces personal data of the kinds below.", []widget.Field{
			{Label: "Fields", Value: widget.Joined(p.RedactFields, "none named"),
				Note: widget.IfEmpty(widget.Joined(p.RedactFields, ""), "None are named: which kinds is up to the tenant.")},
			{Label: "Replacement", Value: p.Replacement, Note: widget.IfEmpty(p.Replacement, "Empty: the tenant chooses the replacement.")}}}, true
	case b.SecretsMasking != nil:
		s := b.SecretsMasking
		return pattern{"secrets masking", "Replaces what looks like a secret, and what the patterns below find.", []widget.Field{
			{Label: "More patterns", Value: strings.Join(s.AdditionalPatterns, "\n"),
				Note: widget.IfEmpty(widget.Joined(s.AdditionalPatterns, ""), "None: only what the tenant itself knows as a secret.")},
			{Label: "Placeholder", Value: s.Placeholder, Note: widget.IfEmpty(s.Placeholder, "Empty: the tenant chooses the replacement.")}}}, true
	}
	return pattern{}, false
}

func scanPatterns(b *api.BuiltinPattern) (pattern, bool) {
	flag := func(only bool) widget.Field {
		if only {
			return widget.Field{Label: "Flag only", Value: "yes", Note: "It marks what it finds and lets it pass."}
		}
		return widget.Field{Label: "Flag only", Value: "no", Note: "It stops what it finds."}
	}
	switch {
	case b.EncodedContentGuard != nil:
		g := b.EncodedContentGuard
		return pattern{"encoded content guard", "Looks for long runs of encoded text, in which anything can be hidden.",
			[]widget.Field{flag(g.FlagOnly),
				run("Base64 run", g.MinBase64Run), run("Hex run", g.MinHexRun)}}, true
	case b.PromptInjectionScan != nil:
		s := b.PromptInjectionScan
		note := ""
		if s.Threshold == "" || s.Threshold == api.PromptInjectionThresholdUnspecified {
			note = "Not set: this means high."
		}
		return pattern{"prompt injection scan", "Looks for text that tries to give the model orders.",
			[]widget.Field{flag(s.FlagOnly), {Label: "Threshold", Value: s.Threshold.Words(), Note: note}}}, true
	case b.SensitiveFileGuard != nil:
		g := b.SensitiveFileGuard
		return pattern{"sensitive file guard", "Stops access to files in the directories below and to those whose names match a pattern.",
			[]widget.Field{
				{Label: "Directories", Value: strings.Join(g.BlockedDirectories, "\n"),
					Note: widget.IfEmpty(widget.Joined(g.BlockedDirectories, ""), "None: no directory is closed.")},
				{Label: "Patterns", Value: strings.Join(g.BlockedPatterns, "\n"),
					Note: widget.IfEmpty(widget.Joined(g.BlockedPatterns, ""), "None: no file is closed by its name.")}}}, true
	}
	return pattern{}, false
}

func run(label string, n int64) widget.Field {
	if n == 0 {
		return widget.Field{Label: label, Value: "0", Note: "0, not set: how long a run must be is up to the tenant."}
	}
	return widget.Field{Label: label, Value: widget.Count(n, "character") + " or more"}
}

func limitPatterns(b *api.BuiltinPattern) (pattern, bool) {
	switch {
	case b.QueryScopeLimit != nil:
		q := b.QueryScopeLimit
		return pattern{"query scope limit", "Caps how many records a query may ask for in the fields below.", []widget.Field{
			{Label: "Fields", Value: widget.Joined(q.Fields, "none named"),
				Note: widget.IfEmpty(widget.Joined(q.Fields, ""), "None are named: which ones is up to the tenant.")},
			{Label: "Most", Value: draw.Count(q.MaxLimit), Note: ifZero(q.MaxLimit)}}}, true
	case b.ToolOutputSizeGuard != nil:
		n := b.ToolOutputSizeGuard.MaxBytes
		return pattern{"tool output size guard", "Stops a tool's answer that is larger than this.", []widget.Field{
			{Label: "Most", Value: column.Size(n), Note: ifZero(n)}}}, true
	}
	return pattern{}, false
}

func writeAuthorization(w *api.WriteAuthorization) pattern {
	var classes []string
	for _, c := range w.BlockedClassifications {
		classes = append(classes, c.Words())
	}
	p := pattern{"write authorization", "Stops tools of the classes below; where business hours are set, outside of them.", []widget.Field{
		{Label: "Classes", Value: widget.Joined(classes, "none"),
			Note: widget.IfEmpty(widget.Joined(classes, ""), "None: it names nothing to stop.")}}}
	if h := w.BusinessHours; h != nil {
		p.fields = append(p.fields, widget.Field{Label: "Business hours", Value: businessHours(h)})
	} else {
		p.fields = append(p.fields, widget.Field{Label: "Business hours", Value: "none",
			Note: "None are set: the time of day makes no difference."})
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
	return widget.Joined(words, "no days")
}

// ifZero is the note for a limit that isn't set.
func ifZero(n int64) string {
	if n == 0 {
		return "0, not set: the limit is up to the tenant."
	}
	return ""
}

func images(blocked bool) widget.Field {
	if blocked {
		return widget.Field{Label: "Block images", Value: "yes", Note: "Images are links too: those of other hosts are acted on."}
	}
	return widget.Field{Label: "Block images", Value: "no", Note: "Images are left alone."}
}

func businessHours(h *api.BusinessHours) string {
	return fmt.Sprintf("%s, %s to %s, %s", weekdays(h.Days), host.FirstOf(h.Start, "start not set"), host.FirstOf(h.End, "end not set"),
		host.FirstOf(h.Timezone, "time zone not set"))
}
