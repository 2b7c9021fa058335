package tenant

import (
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzDecodeBody: whatever a body holds, it is refused in words or read, and what was read is read the same when it is sent again.
func FuzzDecodeBody(f *testing.F) {
	s := readShapes()
	for _, seed := range []string{`{}`, ``, `null`, `{"hook":{"displayName":"a","priority":"7","event":1},"update_mask":"displayName"}`,
		`{"hook":{"jsonPatch":{"staticOverlay":{"a":[1,{"b":null}]}}}}`, `{"hook":{"builtinPattern":{"linkFilter":{"allowedHosts":["a"]}}}}`,
		`{"hook":{"createdAt":"2026-11-28T00:00:00.5Z"}}`, `{"hook":{"displayName":"\ud83d\ude00"}}`, `{"hook":{"displayName":"\ud83d"}}`,
		`{"hook":{"displayName":"a","display_name":"b"}}`, `{"hook":[[[`, `{"hook":{"priority":1e9}}`} {
		f.Add([]byte(seed))
	}
	m := s.operation("POST /api/v1/hooks/{}").request
	f.Fuzz(func(t *testing.T, body []byte) {
		in, err := s.decodeBody(m, body)
		if err != nil {
			if err.Error() == "" || in != nil && len(body) == 0 {
				t.Errorf("%q: refused without a word", body)
			}
			return
		}
		text, err := json.Marshal(in)
		if err != nil {
			t.Fatalf("%q: %v", body, err)
		}
		again, err := s.decodeBody(m, text)
		if err != nil || !reflect.DeepEqual(in, again) {
			t.Errorf("%q was read as %s, and that as %v, %v", body, text, again, err)
		}
	})
}
