package tenant

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

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
		escaped := strings.NewReplacer("~", "~0", "/", "~1", " ", "%20", "{", "%7B", "}",
			"%7D").Replace("answer " + at)
		out[at] = compiler.MustCompile("https://shapes.example/#/$defs/" + escaped)
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
		return map[string]any{"type": []any{"string", "null"}, "pattern": durationForm().String()}
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
	c.mu.Lock()
	if c.shaped == nil {
		c.shaped = map[string]int{}
	}
	c.shaped[rt.String()]++
	enough := c.shaped[rt.String()] > c.shapes
	c.mu.Unlock()
	if enough {
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
}

// leaves are the lines of a failed validation that say what is wrong, not those that only lead there.
func leaves(err error) string {
	lines := strings.Split(err.Error(), "\n")
	lines = slices.DeleteFunc(lines[1:], func(line string) bool {
		return strings.Contains(line, "none matched") || strings.Contains(line, "want null") || strings.HasSuffix(line, "validation failed")
	})
	return strings.Join(lines[:min(len(lines), 6)], "\n")
}

// The first frame waits for the tenant to be made, not for its tables.
func TestATenantIsMadeWithoutItsTables(t *testing.T) {
	if made := testing.AllocsPerRun(5, func() { New(Options{}) }); made > 100 {
		t.Errorf("a tenant makes %v things before its first request, and should make at most 100", made)
	}
}

// TestEveryShapeCanBeRead: parts are read when they are asked for, so that a broken one would be found by whoever asks.
func TestEveryShapeCanBeRead(t *testing.T) {
	s := readShapes()
	known := func(f field) bool {
		_, isMessage := s.message(f.kind)
		return isMessage || len(s.enum(f.kind)) > 0 || slices.Contains([]string{"string", "bool", "int32", "uint32", "int64", "number", "time",
			"duration", "mask", "struct"}, f.kind)
	}
	check := func(at string, m message) {
		for name, f := range m {
			if !known(f) {
				t.Errorf("%s: %s is of the unknown type %q", at, name, f.kind)
			}
		}
	}
	for name := range s.file.Enums.parts() {
		if len(s.enum(name)) == 0 {
			t.Errorf("%s has no values", name)
		}
	}
	for name := range s.file.Messages.parts() {
		m, _ := s.message(name)
		check(name, m)
	}
	for at := range s.file.Operations.parts() {
		op := s.operation(at)
		check(at, op.query)
		check(at, op.request)
		check(at, op.answer)
	}
	if _, ok := s.message("Nothing"); ok || s.enum("Nothing") != nil || s.operation("GET /nothing").answer != nil {
		t.Error("what the file hasn't got was found")
	}
}

// TestEveryOperationHasAShape: what is served is declared, what is declared is served.
func TestEveryOperationHasAShape(t *testing.T) {
	tn := New(Options{})
	var served []string
	for i := range tn.routes() {
		if !tn.routes()[i].open {
			served = append(served, tn.routes()[i].String())
		}
	}
	for at := range tn.shapes().file.Operations.parts() {
		if !slices.Contains(served, at) {
			t.Errorf("%s is not served", at)
		}
	}
	for _, at := range served {
		if _, declared := tn.shapes().file.Operations.parts()[at]; !declared {
			t.Errorf("%s has no shape", at)
		}
	}
	if len(served) != 81 {
		t.Errorf("%d operations, want 81", len(served))
	}
	for at := range tn.shapes().file.Operations.parts() {
		if answerSchemas()[at] == nil {
			t.Error(fmt.Errorf("%s: no schema", at))
		}
	}
}

// TestEveryAnswerHasItsShape asks each operation once where something is to be had; the answers are held to their shapes on the way.
func TestEveryAnswerHasItsShape(t *testing.T) {
	c := start(t, Options{})
	asksAboutDecisions(c)
	asksAboutSettings(c)
	for at := range c.tn.shapes().file.Operations.parts() {
		if c.shaped[at] == 0 {
			t.Errorf("%s was not asked", at)
		}
	}
}

// asksAboutDecisions calls the operations about monitors, mining, exporters, roles and secrets.
func asksAboutDecisions(c *console) {
	tn := c.tn
	app, entitlement := tn.EntitlementID(3)
	binding := toJSON(map[string]any{"appId": app, "appEntitlementId": entitlement,
		"monitorId": tn.MonitorID(1), "entitlementGroup": "ENTITLEMENT_GROUP_B"})
	suggestion := "/api/v1/role-mining/suggestions/" + tn.SuggestionID(0)
	mine := c.do(200, "POST", "/api/v1/search/secrets/mine", `{}`).rows("list")[0]["vaultId"].(string)
	analysis := c.do(200, "POST", "/api/v1/role-mining/custom-analysis/trigger",
		`{"profileFilters":[{"attribute":"department","values":["Finance"]}]}`).body["id"].(string)
	c.clock.advance(time.Minute)
	for _, each := range [][3]string{
		{"POST", "/api/v1/appentitlementmonitorbinding", binding}, {"POST", "/api/v1/appentitlementmonitorbinding/get", binding},
		{"DELETE", "/api/v1/appentitlementmonitorbinding", binding}, {"GET", "/api/v1/accessconflict/" + tn.MonitorID(0)},
		{"POST", suggestion + "/state", `{"state":2}`}, {"GET", suggestion}, {"POST", "/api/v1/search/role-mining/suggestions", `{}`},
		{"POST", suggestion + "/users", `{}`}, {"POST", "/api/v1/role-mining/trigger", `{}`}, {"GET", "/api/v1/role-mining/runs/latest"},
		{"GET", "/api/v1/role-mining/runs"}, {"GET", "/api/v1/role-mining/config"}, {"POST", "/api/v1/role-mining/config", `{}`},
		{"GET", "/api/v1/role-mining/custom-analysis"}, {"GET", "/api/v1/role-mining/custom-analysis/" + analysis},
		{"GET", "/api/v1/systemlog/exports"}, {"POST", "/api/v1/search/systemlog/exports", `{}`},
		{"GET", "/api/v1/systemlog/exports/" + tn.ExporterID(0)},
		{"POST", "/api/v1/systemlog/exports/" + tn.ExporterID(0), `{"exporter":{"displayName":"E"}}`},
		{"POST", "/api/v1/systemlog/exports/" + tn.ExporterID(0) + "/events", `{}`}, {"POST", "/api/v1/systemlog/events", `{}`},
		{"GET", "/api/v1/iam/roles"}, {"GET", "/api/v1/iam/roles/" + tn.RoleID(9)},
		{"POST", "/api/v1/iam/roles/" + tn.RoleID(9), `{"role":{"displayName":"R"}}`},
		{"POST", "/api/v1/iam/personal_clients", `{"displayName":"c","expires":"60s"}`}, {"GET", "/api/v1/secrets/" + mine},
		{"GET", "/api/v1/secrets/code/" + tn.ShareCode(0)}, {"GET", "/api/v1/secrets-admin/" + mine}, {"DELETE", "/api/v1/secrets/" + mine, `{}`},
		{"DELETE", "/api/v1/secrets-admin/" + tn.SecretID(0), `{}`}, {"POST", "/api/v1/search/secrets-admin", `{}`},
		{"POST", "/api/v1/search/secrets-admin/audit_events", `{}`},
		{"POST", "/api/v1/search/secrets/audit_events", `{"vaultId":"` + mine + `"}`},
	} {
		c.do(200, each[0], each[1], each[2])
	}
}

// asksAboutSettings calls the operations about hooks, owners, toolsets, servers, settings, webhooks and people.
func asksAboutSettings(c *console) {
	tn := c.tn
	app, entitlement := tn.EntitlementID(3)
	toolset, _ := tn.Record("toolsets", tn.ToolsetID(0))
	connector := "/api/v1/apps/" + object(toolset).text("appId") + "/connectors/" + object(toolset).text("connectorId")
	tool := c.list(connector+"/mcp_toolsets/"+tn.ToolsetID(0)+"/tool_bindings", "bindings", "")[0]["mcpToolId"].(string)
	webhook := "/api/v1/webhooks/" + tn.WebhookID(0)
	hook := "/api/v1/hooks/" + tn.HookID(0)
	server := "/api/v1/apps/" + tn.ServerAppID(0) + "/xaa/resource_servers"
	owners := "/api/v1/apps/" + app + "/entitlements/" + entitlement + "/owners"
	made := tn.functionID(0)
	profile := c.do(200, "POST", "/api/v1/role-mining/access-profiles", toJSON(map[string]any{"displayName": "P",
		"entitlements": []any{map[string]any{"appId": app, "entitlementId": entitlement}}})).body["accessProfileId"].(string)
	c.clock.advance(time.Minute)
	for _, each := range [][3]string{
		{"POST", "/api/v1/search/hooks", `{}`}, {"GET", "/api/v1/hooks"}, {"GET", hook},
		{"POST", hook, `{"hook":{"enabled":true}}`}, {"DELETE", hook},
		{"POST", "/api/v1/hooks", `{"displayName":"h","event":1,"function":{"functionId":"` + made + `"}}`},
		{"POST", "/api/v1/policies/test-account-provision-policy", `{"cel":"1"}`}, {"GET", owners},
		{"POST", owners, `{"userId":"` + tn.UserID(3) + `"}`},
		{"DELETE", owners + "/" + tn.UserID(3)}, {"GET", strings.TrimSuffix(owners, "owners") + "users"},
		{"GET", "/api/v1/mcp_toolsets/search?query=read"},
		{"GET", connector + "/mcp_toolsets"}, {"GET", connector + "/mcp_toolsets/" + tn.ToolsetID(0)},
		{"GET", connector + "/mcp_toolsets/" + tn.ToolsetID(0) + "/tool_bindings/history"}, {"GET", connector + "/mcp_tools/" + tool},
		{"DELETE", connector + "/mcp_toolsets/" + tn.ToolsetID(0)}, {"POST", "/api/v1/search/xaa/resource_servers", `{}`}, {"GET", server},
		{"GET", server + "/" + tn.ServerID(0)}, {"POST", server + "/" + tn.ServerID(0), `{"resourceServer":{"disabled":true}}`},
		{"GET", server + "/" + tn.ServerID(0) + "/history"}, {"GET", "/api/v1/settings/notifications/user"},
		{"POST", "/api/v1/settings/notifications/user", `{"channelSettings":{"email":{"enabled":true}}}`}, {"GET", "/api/v1/llm-gateway/keys"},
		{"DELETE", "/api/v1/llm-gateway/keys/" + tn.KeyID(0)}, {"GET", "/api/v1/settings/contacts"},
		{"POST", "/api/v1/settings/contacts", `{"contacts":{"billingEmails":[]}}`}, {"GET", webhook},
		{"POST", webhook, `{"webhook":{"displayName":"w"}}`},
		{"POST", webhook + "/test", `{}`}, {"DELETE", webhook}, {"POST", "/api/v1/webhooks", `{"displayName":"w","url":"https://a.example.com"}`},
		{"POST", "/api/v1/search/webhooks", `{}`}, {"POST", "/api/v1/search/apps", `{}`}, {"POST", "/api/v1/search/entitlements", `{}`},
		{"POST", "/api/v1/search/users", `{}`}, {"POST", "/api/v1/search/user-ownership", `{"userId":"` + tn.UserID(0) + `"}`},
		{"GET", "/api/v1/users/" + tn.UserID(0)}, {"GET", "/api/v1/attributes/risk_levels"}, {"GET", "/api/v1/auth/introspect"},
		{"GET", "/api/v1/functions/" + made}, {"GET", "/api/v1/functions/" + made + "/invocations"}, {"GET", "/api/v1/catalogs/" + profile},
	} {
		c.do(200, each[0], each[1], each[2])
	}
}

// TestWhatIsDeliberateIsShown: nothing is listed as deliberate that the demo has no more.
func TestWhatIsDeliberateIsShown(t *testing.T) {
	c := start(t, Options{Rejects: true})
	var shown strings.Builder
	for _, name := range []string{"hooks", "suggestions", "secrets", "exporters", "history", "webhooks", "servers"} {
		shown.WriteString(toJSON(c.records(name)))
	}
	shown.WriteString(c.do(200, "GET", "/api/v1/settings/notifications/user", "").text)
	shown.WriteString(c.do(200, "GET", "/api/v1/mcp_toolsets/search?page_size=100", "").text)
	values, fields, _ := deliberate()
	var wanted []string
	for _, words := range values {
		wanted = append(wanted, strings.Fields(words)...)
	}
	for _, names := range fields {
		for name := range names {
			wanted = append(wanted, `"`+name+`":`)
		}
	}
	wanted = append(wanted, `"callbackTimeout":""`, `"maxGrantLifetime":""`, `"toolCount":null`)
	for _, text := range wanted {
		if !strings.Contains(shown.String(), text) {
			t.Errorf("the demo has no %s", text)
		}
	}
}
