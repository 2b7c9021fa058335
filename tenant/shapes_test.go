package tenant

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// What the demo shows on purpose although the published description doesn't know it: clients must take it.
func deliberate() (values map[string]string, fields map[string]map[string]string, kinds map[string]map[string]string) {
	values = map[string]string{
		"HookEventType": "ON_SCHEDULE", "SuggestionState": "REJECTED SNOOZED", "SecretStatus": "QUARANTINED", "ExportState": "PAUSED",
		"ExportFormat": "OCSF_PARQUET", "XaaSigningAlgorithm": "MLDSA65", "ChangeKind": "RESTORE", "ActorKind": "PIPELINE",
		"ToolClassification": "QUANTUM",
	}
	fields = map[string]map[string]string{"EmailChannelSettings": {"agentActivity": "Preference"},
		"BuiltInPattern": {"voiceprintGuard": "struct"}}
	kinds = map[string]map[string]string{ // texts that are empty where a duration isn't set, a counter that is null
		"Webhook": {"callbackTimeout": "duration or empty"}, "XAAResourceServer": {"maxGrantLifetime": "duration or empty"},
		"MCPAccessProfile": {"toolCount": "int32?"},
	}
	return values, fields, kinds
}

// answerSchemas makes a JSON Schema of the answer of every operation, from the shapes without what is only this tenant's.
var answerSchemas = sync.OnceValue(func() map[string]*jsonschema.Schema {
	var file struct {
		Enums      map[string]string
		Oneofs     map[string][]string
		Messages   map[string]map[string]string
		Operations map[string]struct{ Answer map[string]string }
	}
	if err := json.Unmarshal(shapesText, &file); err != nil {
		panic(err)
	}
	values, fields, kinds := deliberate()
	defs := map[string]any{"duration or empty": map[string]any{"type": "string", "pattern": `^(-?[0-9]+(\.[0-9]{1,9})?s)?$`}}
	for name, text := range file.Enums {
		words := strings.Fields(text + " " + values[name])
		var all []any
		for _, word := range words[1:] {
			all = append(all, strings.TrimPrefix(words[0], "-")+word)
		}
		defs[name] = map[string]any{"enum": all}
	}
	for name, known := range file.Messages {
		for field, kind := range fields[name] {
			known[field] = kind
		}
		for field, kind := range kinds[name] {
			known[field] = kind
		}
		defs[name] = objectSchema(known, file.Messages, file.Oneofs[name])
	}
	for at, op := range file.Operations {
		defs["answer "+at] = objectSchema(op.Answer, file.Messages, nil)
	}
	return compileAll(map[string]any{"$defs": defs}, file.Operations)
})

func compileAll[T any](document map[string]any, operations map[string]T) map[string]*jsonschema.Schema {
	text, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	whole, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		panic(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("https://shapes.example/", whole); err != nil {
		panic(err)
	}
	out := map[string]*jsonschema.Schema{}
	for at := range operations {
		out[at] = compiler.MustCompile("https://shapes.example/#/$defs/" + strings.NewReplacer("~", "~0", "/", "~1", " ", "%20", "{", "%7B", "}",
			"%7D").Replace("answer "+at))
	}
	return out
}

// objectSchema allows the named members and no other; of the members of a oneof at most one.
func objectSchema(fields map[string]string, messages map[string]map[string]string, oneof []string) map[string]any {
	properties := map[string]any{}
	for name, kind := range fields {
		properties[name] = kindSchema(kind, messages)
	}
	out := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	var pairs []any
	for i, one := range oneof {
		for _, other := range oneof[:i] {
			pairs = append(pairs, map[string]any{"not": map[string]any{"required": []any{one, other},
				"properties": map[string]any{one: map[string]any{"not": map[string]any{"type": "null"}},
					other: map[string]any{"not": map[string]any{"type": "null"}}}}})
		}
	}
	if len(pairs) > 0 {
		out["allOf"] = pairs
	}
	return out
}

func kindSchema(kind string, messages map[string]map[string]string) any {
	kind = strings.TrimSuffix(kind, "!")
	or := func(types ...any) map[string]any { return map[string]any{"type": types} }
	if inner, ok := strings.CutPrefix(kind, "["); ok {
		out := or("array", "null")
		out["items"] = kindSchema(strings.TrimSuffix(inner, "]"), messages)
		return out
	}
	if inner, ok := strings.CutPrefix(kind, "{"); ok {
		out := or("object", "null")
		out["additionalProperties"] = kindSchema(strings.TrimSuffix(inner, "}"), messages)
		return out
	}
	switch kind {
	case "string", "mask":
		return or("string")
	case "string?":
		return or("string", "null")
	case "bool":
		return or("boolean")
	case "int32":
		return map[string]any{"type": "integer", "minimum": -1 << 31, "maximum": 1<<31 - 1}
	case "int32?":
		return or("integer", "null")
	case "uint32":
		return map[string]any{"type": "integer", "minimum": 0, "maximum": 1<<32 - 1}
	case "int64":
		return map[string]any{"type": "string", "pattern": `^-?[0-9]+$`}
	case "number":
		return or("number")
	case "time": // proto3 JSON writes 0, 3, 6 or 9 digits of a fraction, and Z
		return map[string]any{"type": []any{"string", "null"}, "format": "date-time",
			"pattern": `^[^.]*T[0-9:]{8}(\.([0-9]{3}|[0-9]{6}|[0-9]{9}))?Z$`}
	case "duration":
		return map[string]any{"type": []any{"string", "null"}, "pattern": durationForm.String()}
	case "struct":
		return or("object", "null")
	}
	ref := map[string]any{"$ref": "#/$defs/" + strings.ReplaceAll(kind, " ", "%20")}
	if _, isMessage := messages[kind]; isMessage {
		return map[string]any{"oneOf": []any{ref, or("null")}}
	}
	return ref
}

// checkShape holds an answer to the shape of its operation. Answers that a fault has changed are left alone.
func (c *console) checkShape(method, path string, a reply) {
	escaped, _, _ := strings.Cut(path, "?")
	rt, _, _ := c.tn.find(method, escaped)
	c.tn.faults.mu.Lock()
	tampered := len(c.tn.faults.rules) > 0
	c.tn.faults.mu.Unlock()
	if rt == nil || rt.open || tampered || a.status != 200 {
		return
	}
	schema := answerSchemas()[rt.String()]
	if schema == nil {
		c.t.Errorf("%s has no shape", rt)
		return
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(a.text))
	if err == nil {
		err = schema.Validate(value)
	}
	if err != nil {
		c.t.Errorf("%s: the answer hasn't the shape of its operation: %s", rt, leaves(err))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shaped == nil {
		c.shaped = map[string]int{}
	}
	c.shaped[rt.String()]++
}

// leaves are the lines of a failed validation that say what is wrong, not those that only lead there.
func leaves(err error) string {
	lines := strings.Split(err.Error(), "\n")
	lines = slices.DeleteFunc(lines[1:], func(line string) bool {
		return strings.Contains(line, "none matched") || strings.Contains(line, "want null") || strings.HasSuffix(line, "validation failed")
	})
	return strings.Join(lines[:min(len(lines), 6)], "\n")
}

// TestEveryOperationHasAShape: what is served is declared, what is declared is served.
func TestEveryOperationHasAShape(t *testing.T) {
	tn := New(Options{})
	var served []string
	for i := range tn.routes {
		if !tn.routes[i].open {
			served = append(served, tn.routes[i].String())
		}
	}
	for at := range tn.shapes().operations {
		if !slices.Contains(served, at) {
			t.Errorf("%s is not served", at)
		}
	}
	for _, at := range served {
		if _, declared := tn.shapes().operations[at]; !declared {
			t.Errorf("%s has no shape", at)
		}
	}
	if len(served) != 81 {
		t.Errorf("%d operations, want 81", len(served))
	}
	for at := range tn.shapes().operations {
		if answerSchemas()[at] == nil {
			t.Error(fmt.Errorf("%s: no schema", at))
		}
	}
}
