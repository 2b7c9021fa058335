package api

import (
	"encoding/json"
	"math"
	"testing"
	"time"
)

func TestTime(t *testing.T) {
	for text, want := range map[string]string{
		`null`: "null", `""`: "null", `"2026-01-02T03:04:05Z"`: `"2026-01-02T03:04:05Z"`,
		`"2026-01-02T03:04:05.000000001Z"`: `"2026-01-02T03:04:05.000000001Z"`, `"2026-01-02T03:04:05-08:00"`: `"2026-01-02T11:04:05Z"`,
	} {
		var got Time
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if b, _ := json.Marshal(got); string(b) != want {
			t.Errorf("%s came back as %s, want %s", text, b, want)
		}
	}
	for _, text := range []string{`5`, `"5"`, `"2026-01-02"`, `true`, `{}`, `[]`, `"2026-13-02T03:04:05Z"`} {
		var got Time
		if err := json.Unmarshal([]byte(text), &got); err == nil || got.IsZero() || got.Known() || got.Text == "" {
			t.Errorf("%s was taken for %v", text, got)
		}
	}
}

func TestDuration(t *testing.T) {
	for text, want := range map[string]Duration{
		`null`: {}, `""`: {}, `"0s"`: {Text: "0s"}, `"691200s"`: {D: 8 * 24 * time.Hour, Text: "691200s"},
		`"0.5s"`:   {D: time.Second / 2, Text: "0.5s"},
		`"-1.25s"`: {D: -1250 * time.Millisecond, Text: "-1.25s"}, `"0.000000001s"`: {D: 1, Text: "0.000000001s"},
		`"8 days"`: {Text: "8 days", Odd: true}, `"1h"`: {Text: "1h", Odd: true}, `"s"`: {Text: "s", Odd: true},
		`".5s"`: {Text: ".5s", Odd: true},
		`"1.s"`: {Text: "1.s", Odd: true}, `"1e3s"`: {Text: "1e3s", Odd: true}, `"--1s"`: {Text: "--1s", Odd: true},
		`"1.0000000001s"`:   {Text: "1.0000000001s", Odd: true},
		`"99999999999999s"`: {Text: "99999999999999s", Odd: true}, `"99999999999999999999999s"`: {Text: "99999999999999999999999s", Odd: true},
	} {
		var got Duration
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
		if got.Set() != (want.Text != "") {
			t.Errorf("%s: set is %v", text, got.Set())
		}
	}
	for _, text := range []string{`5`, `true`, `{}`} {
		var got Duration
		if json.Unmarshal([]byte(text), &got) == nil {
			t.Errorf("%s was taken for a duration", text)
		}
	}
	for d, want := range map[time.Duration]string{
		0: "0s", time.Second: "1s", 1500 * time.Millisecond: "1.500s", time.Microsecond: "0.000001s", 1: "0.000000001s", -time.Minute: "-60s",
		math.MinInt64: "-9223372036.854775808s",
	} {
		if got := NewDuration(d).Text; got != want {
			t.Errorf("%d is written %s, want %s", d, got, want)
		}
	}
	if b, _ := json.Marshal(Duration{}); string(b) != "null" {
		t.Errorf("a duration that is not set is written %s", b)
	}
}

func TestInt64(t *testing.T) {
	for text, want := range map[string]Int64{`null`: 0, `""`: 0, `5`: 5, `"5"`: 5, `"-9223372036854775808"`: math.MinInt64,
		`9223372036854775807`: math.MaxInt64, `5.0`: 5, `1e3`: 1000} {
		var got Int64
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{`5.5`, `"x"`, `true`, `{}`, `1e400`, `9223372036854775808`, `"Infinity"`, `"NaN"`} {
		var got Int64
		if json.Unmarshal([]byte(text), &got) == nil {
			t.Errorf("%s was taken for %d", text, got)
		}
	}
	if b, _ := json.Marshal(Int64(7)); string(b) != `"7"` {
		t.Errorf("written %s", b)
	}
}

func TestWords(t *testing.T) {
	tests := []struct {
		value interface{ Words() string }
		want  string
	}{
		{HookEventPreToolUse, "before tool use"}, {HookEventUnspecified, "not set"}, {HookEventType(""), "not set"},
		{HookEventType("HOOK_EVENT_TYPE_NEW"), "HOOK_EVENT_TYPE_NEW"},
		{SuggestionStateNew, "new"}, {SuggestionStateRejected, "rejected"}, {SuggestionState("x"), "x"}, {MatchTypeSuperset, "superset"},
		{MatchType(""), "not set"},
		{SecretStatusBurned, "burned"}, {SecretStatusUnspecified, "not set"}, {SecretTypeFile, "file"},
		{SecretInputFormatKeyValue, "keys and values"},
		{AgeSuiteMLKEM768X25519, "ML-KEM-768 with X25519"}, {SharingModeExternal, "external"}, {SecretSortExpiresAsc, "expiring first"},
		{HookOutputSurfaceSlack, "Slack"}, {LinkFilterActionUnspecified, "not set (means redact)"},
		{PromptInjectionThreshold(""), "not set (means high)"}, {ToolClassificationDangerous, "dangerous"},
		{WebhookStateSuccess, "delivered"}, {RunStatusRunning, "running"}, {TriggerTypeScheduled, "on schedule"},
		{SigningAlgorithm(""), "not set (the tenant's)"}, {SigningAlgorithmEdDSA, "EdDSA"},
		{ChangeKindPut, "changed"}, {ActorKindMSTeams, "Microsoft Teams"}, {AnnotationKindTicket, "ticket"}, {UserStatusEnabled, "enabled"},
		{UserTypeAgent, "agent"}, {UserType("ROBOT"), "ROBOT"},
		{ExportStateWaiting, "waiting"}, {ExportFormatOCSFJSONZstd, "OCSF JSON, zstd"}, {EntitlementGroupB, "side B"},
		{EntitlementGroup("ENTITLEMENT_GROUP_C"), "ENTITLEMENT_GROUP_C"},
		{DigestFrequencyWeekly, "weekly"}, {WeekdaySunday, "Sunday"},
	}
	for _, tt := range tests {
		if got := tt.value.Words(); got != tt.want {
			t.Errorf("%q reads %q, want %q", tt.value, got, tt.want)
		}
	}
}
