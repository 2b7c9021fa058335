package api

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"unicode"
	"unicode/utf8"
)

var pageSeeds = []string{
	`{"list":[{"id":"a"},null,7],"nextPageToken":"n"}`, `{"list":null}`, `{"rows":[]}`,
	`{"list":[{"id":"a","priority":1e400,"createdAt":"x"}]}`,
	`{"list":[{"id":"\ud800","displayName":"\xff"}]}`,
	`{"list":[{"metadata":{"id":"m","annotations":[{}, 1]},"snapshot":{"maxGrantLifetime":"9s"}}]}`,
	`{"list":[{"vaultId":"v","fileSize":"12","allowedEmails":[null]}]}`, `[[[[[[[[[[`, `{"a":`, `"\"`,
	`{"list":[{"id":"a","builtinPattern":{"x":{},"linkFilter":null}}]}`,
}

// decodeAs decodes a page and checks what holds for every page.
func decodeAs[T any, P recordOf[T]](t *testing.T, body []byte, wrap string) {
	page, err := decodePage[T, P](body, "list", wrap)
	if err != nil {
		return
	}
	for i := range page.Rows {
		at := P(&page.Rows[i]).origin()
		if at.key == "" && !at.keyless {
			t.Errorf("row %d has no key", i)
		}
		raw := at.raw.JSON()
		if firstByte(raw) != '{' || !bytes.Contains(body, raw) {
			t.Errorf("row %d: raw %q is no object of %q", i, raw, body)
		}
		alone, err := decodeRecord[T, P](raw)
		if err != nil {
			t.Errorf("row %d: %q alone: %v", i, raw, err)
		}
		row := page.Rows[i]
		if a, b := takeOriginals(&row), takeOriginals(&alone); !slices.Equal(a, b) {
			t.Errorf("row %d came as %q, alone as %q", i, a, b)
		}
		same[T, P](t, row, alone)
	}
}

func FuzzDecodePage(f *testing.F) {
	for _, seed := range pageSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if !json.Valid(body) {
			return // Do refuses it before it is decoded
		}
		decodeAs[Hook](t, body, "")
		decodeAs[Suggestion](t, body, "")
		decodeAs[Secret](t, body, "")
		decodeAs[HistoryEntry](t, body, "")
		decodeAs[User](t, body, "user")
		decodeAs[AuditEvent](t, body, "")
		decodeAs[NotificationSettings](t, body, "")
		_, _ = cohortPage(body)
	})
}

// The scanner must agree with encoding/json about where members and elements are.
func FuzzScan(f *testing.F) {
	for _, seed := range pageSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if !json.Valid(body) {
			return
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(body, &object) == nil && object != nil {
			got := map[string]json.RawMessage{}
			eachMember(body, func(name string, value json.RawMessage) { got[name] = value })
			if len(got) != len(object) {
				t.Fatalf("%d members, want %d in %q", len(got), len(object), body)
			}
			for name, value := range object {
				if string(got[name]) != string(value) {
					t.Errorf("member %q is %q, want %q", name, got[name], value)
				}
			}
		}
		var array []json.RawMessage
		if json.Unmarshal(body, &array) == nil {
			got := elements(body)
			if len(got) != len(array) {
				t.Fatalf("%d elements, want %d in %q", len(got), len(array), body)
			}
			for i := range array {
				if string(got[i]) != string(array[i]) {
					t.Errorf("element %d is %q, want %q", i, got[i], array[i])
				}
			}
		}
	})
}

func FuzzCleanMessage(f *testing.F) {
	f.Add("Bearer abc\x1b[31m https://x.example/?a=b \u202e", "secret")
	f.Fuzz(func(t *testing.T, text, secret string) {
		got := cleanMessage(text, secret)
		if len(got) > maxMessageSize || !utf8.ValidString(got) {
			t.Errorf("%d bytes, valid %v", len(got), utf8.ValidString(got))
		}
		for _, r := range got {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
				t.Errorf("%U is left in %q", r, got)
			}
		}
	})
}

func FuzzSegment(f *testing.F) {
	for _, seed := range []string{"a", "..", "a/b", "%2e", "é", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, id string) {
		r, err := DeleteHook(id)
		if err != nil {
			return
		}
		if err := r.check(); err != nil {
			t.Errorf("%q was built and then refused: %v", id, err)
		}
		if got := (Request{Method: "GET", Path: r.Path}); got.Mutates() {
			t.Errorf("%q makes a GET a write", id)
		}
	})
}
