package api

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// shaped are records as tenants send them, of which tests make odd ones.
var shaped = map[reflect.Type]string{
	reflect.TypeFor[Hook](): `{"id":"h","displayName":"d\u00e9 \"x\"","enabled":true,"priority":-3,"filter":{"celExpression":"true"},` +
		`"builtinPattern":{"linkFilter":{"action":"A","allowedHosts":["a","b"],"blockImages":true},"creditCardBlocking":{}},` +
		`"jsonPatch":{"celExpression":"","staticOverlay":{"a":[1]}},"createdAt":"2026-01-02T03:04:05Z","updatedAt":null,"extra":[{}]}`,
	reflect.TypeFor[Suggestion](): `{"id":"s","avgCoverage":0.5,"confidence":1,"cohortSize":12,"insights":["a","é"],` +
		`"cohortFilters":[{"attribute":"team","values":["x"]}],"entitlements":[{"appId":"a","coverage":1e-1,"grantedCount":4}],` +
		`"existingProfileMatches":[{"catalogId":"c","missingEntitlements":[],"overlapRatio":0}]}`,
	reflect.TypeFor[HistoryEntry](): `{"metadata":{"id":"m","actor":{"kind":"K","userId":"u"},"annotations":[{"key":"k"},{}]},` +
		`"snapshot":{"id":"i","disabled":false,"resourceUris":["r"],"modifyClaimsHook":{"functionId":"f"},"maxGrantLifetime":"9s"}}`,
	reflect.TypeFor[Secret](): `{"vaultId":"v","currentViews":3,"maxViews":10,"fileSize":"12","allowedEmails":["a@b.c"],"contentReady":true}`,
	reflect.TypeFor[User]():   `{"id":"u","displayName":"U","managerIds":["m"],"status":"ENABLED"}`,
}

// otherwise are records with something else in the place of each of their values and names.
func otherwise(record string) (all []string) {
	all = []string{record}
	put := func(from, to int, with string) { all = append(all, record[:from]+with+record[to:]) }
	for i := 0; i < len(record); i++ {
		switch c := record[i]; {
		case c == '"':
			end := stringEnd([]byte(record), i)
			if record[end] == ':' { // a name
				put(i, end, strings.ToUpper(record[i:end]))
				put(i, end, `"\u0069d"`)
				put(i, i, record[i:valueEnd([]byte(record), end+1)]+",")
				put(i, i, record[i:end]+`:null,`)
			}
			i = end - 1
		case c == ':':
			end := valueEnd([]byte(record), i+1)
			for _, value := range []string{"null", "true", "7", "-0", "1.0", "1e400", "9223372036854775808", `"x"`, `"\ud800"`, "\"\xff\"",
				"[]", "[null]", `["a",7]`, "[[]]", "{}", `{"a":{}}`, `"2026-01-02T03:04:05Z"`} {
				put(i+1, end, value)
			}
		}
	}
	return all
}

// What is decoded member by member is what encoding/json makes of it, whatever a tenant sends, and what tenants send is decoded so.
func TestRecordsAreDecodedAsEncodingJSONDoes(t *testing.T) {
	for kind, record := range shaped {
		shape := shapeOf(kind)
		if shape == nil {
			t.Errorf("%s is left to encoding/json", kind)
			continue
		}
		taken := 0
		for i, raw := range otherwise(record) {
			if !json.Valid([]byte(raw)) {
				t.Fatalf("%s is no JSON", raw)
			}
			got, want := reflect.New(kind), reflect.New(kind)
			decoded := shape.decode([]byte(raw), got.Elem())
			err := json.Unmarshal([]byte(raw), want.Interface())
			if decoded {
				taken++
			}
			if decoded && (err != nil || !reflect.DeepEqual(got.Interface(), want.Interface())) {
				t.Errorf("%s\n%+v\nencoding/json: %v\n%+v", raw, got.Elem(), err, want.Elem())
			}
			if i == 0 && !decoded {
				t.Errorf("%s isn't decoded", raw)
			}
		}
		if taken < 15 {
			t.Errorf("%s: only %d are decoded", kind, taken)
		}
	}
}

// What only encoding/json can decode is left to it.
func TestTypesOfAnotherShapeAreLeftToEncodingJSON(t *testing.T) {
	type untagged struct{ ID string }
	type embedding struct{ User }
	type quoted struct {
		N int64 `json:"n,string"`
	}
	for _, kind := range []reflect.Type{reflect.TypeFor[untagged](), reflect.TypeFor[embedding](), reflect.TypeFor[quoted](),
		reflect.TypeFor[AuditEvent](), reflect.TypeFor[string]()} {
		if shapeOf(kind) != nil {
			t.Errorf("%s has a shape", kind)
		}
	}
}
