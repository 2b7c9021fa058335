package api

import (
	"encoding/json"
	"testing"
	"time"
)

// unreadableTimes are values of the wire that are there and are no time.
var unreadableTimes = []string{`"not a time"`, `"2024-02-30T00:00:00Z"`, `"10000-01-01T00:00:00Z"`, `" "`, `"2024-02-03"`, `0`,
	`1764288000`, `true`, `false`,
	`{}`, `{"seconds":5}`, `[]`, `"a\nb"`}

func TestATimeThatCantBeReadIsNotNone(t *testing.T) {
	for _, wire := range unreadableTimes {
		var k GatewayKey
		problem := decodeLenient(json.RawMessage(`{"id":"k","revokedAt":`+wire+`,"displayName":"n"}`), &k)
		if k.RevokedAt.IsZero() || k.RevokedAt.Known() || k.DisplayName != "n" {
			t.Errorf("%s: %+v", wire, k.RevokedAt)
		}
		if problem != "revokedAt is not a time" {
			t.Errorf("%s: problem %q", wire, problem)
		}
		if GatewayKeyStateOf(k) != RecordRevoked {
			t.Errorf("%s: the key is %s", wire, GatewayKeyStateOf(k).Words())
		}
		if how, at := EndOf(json.RawMessage(`{"deletedAt":` + wire + `}`)); how != RecordDeleted || at.IsZero() {
			t.Errorf("%s: ended %v %v", wire, how, at)
		}
	}
	for _, wire := range []string{`null`, `""`} {
		var k GatewayKey
		if problem := decodeLenient(json.RawMessage(`{"revokedAt":`+wire+`}`), &k); problem != "" || !k.RevokedAt.IsZero() ||
			GatewayKeyStateOf(k) != RecordLive {
			t.Errorf("%s: %+v, problem %q", wire, k.RevokedAt, problem)
		}
	}
}

func TestTheStampOfATime(t *testing.T) {
	for wire, want := range map[string]string{
		`"2026-01-02T03:04:05.5+01:00"`: "2026-01-02 02:04:05 UTC",
		`null`:                          "",
		`"not a time"`:                  `"not a time", which can't be read`,
		`5`:                             `"5", which can't be read`,
		`"a\nb\u202ec"`:                 `"a\nb\u202ec", which can't be read`,
	} {
		var at Time
		_ = json.Unmarshal([]byte(wire), &at)
		if at.Stamp() != want {
			t.Errorf("%s: %q, want %q", wire, at.Stamp(), want)
		}
	}
}

func FuzzTime(f *testing.F) {
	for _, wire := range append(unreadableTimes, `null`, `""`, `"2026-01-02T03:04:05Z"`, `"0001-01-01T00:00:00Z"`) {
		f.Add(wire)
	}
	f.Fuzz(func(t *testing.T, wire string) {
		if !json.Valid([]byte(wire)) {
			return
		}
		var at, again Time
		err := json.Unmarshal([]byte(wire), &at)
		if err != nil && at.IsZero() || at.Known() && at.Text != "" || (err != nil) != (at.Text != "") {
			t.Fatalf("%s is %+v, %v", wire, at, err)
		}
		out, err := json.Marshal(at)
		if err != nil {
			t.Fatalf("%s: %v", wire, err)
		}
		_ = json.Unmarshal(out, &again)
		if again.IsZero() != at.IsZero() || again.Known() != at.Known() || !again.Time.Equal(at.Time) {
			t.Fatalf("%s: %+v came back as %+v", wire, at, again)
		}
	})
}

func TestTheStateOfASecret(t *testing.T) {
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	past, next, odd := Time{Time: now.Add(-time.Hour)}, Time{Time: now.Add(time.Hour)}, Time{Text: "not a time"}
	for _, c := range []struct {
		name   string
		secret Secret
		want   SecretState
		words  string
	}{
		{"active", Secret{Status: SecretStatusActive}, SecretActive, "active"},
		{"active with an expiry to come", Secret{Status: SecretStatusActive, ContentExpiresAt: next}, SecretActive, "active"},
		{"active past its expiry", Secret{Status: SecretStatusActive, ContentExpiresAt: past}, SecretOverdue, "past expiry"},
		{"active with an expiry that can't be read", Secret{Status: SecretStatusActive, ContentExpiresAt: odd}, SecretActive, "active"},
		{"active and deleted", Secret{Status: SecretStatusActive, DeletedAt: past}, SecretDeleted, "deleted"},
		{"active and deleted at no time", Secret{Status: SecretStatusActive, DeletedAt: odd}, SecretDeleted, "deleted"},
		{"active without content", Secret{Status: SecretStatusActive, ContentDeleted: true}, SecretDataDeleted, "data deleted"},
		{"expired", Secret{Status: SecretStatusExpired, ContentExpiresAt: past}, SecretExpired, "expired"},
		{"burned", Secret{Status: SecretStatusBurned}, SecretBurned, "burned"},
		{"burned without content", Secret{Status: SecretStatusBurned, ContentDeleted: true}, SecretBurned, "burned"},
		{"expired without content", Secret{Status: SecretStatusExpired, ContentDeleted: true}, SecretExpired, "expired"},
		{"unknown without content", Secret{Status: "SECRET_STATUS_SHELVED", ContentDeleted: true}, SecretDataDeleted, "data deleted"},
		{"burned and deleted", Secret{Status: SecretStatusBurned, DeletedAt: past}, SecretDeleted, "deleted"},
		{"data deleted", Secret{Status: SecretStatusDataDeleted}, SecretDataDeleted, "data deleted"},
		{"data deleted and deleted", Secret{Status: SecretStatusDataDeleted, DeletedAt: past}, SecretDeleted, "deleted"},
		{"revoked", Secret{Status: SecretStatusRevoked, DeletedAt: past, ContentDeleted: true}, SecretRevoked, "revoked"},
		{"revoked without a date", Secret{Status: SecretStatusRevoked}, SecretRevoked, "revoked"},
		{"unknown", Secret{Status: "SECRET_STATUS_SHELVED"}, SecretUnclear, "SECRET_STATUS_SHELVED"},
		{"unknown and deleted", Secret{Status: "SECRET_STATUS_SHELVED", DeletedAt: past}, SecretDeleted, "deleted"},
		{"not set", Secret{}, SecretUnclear, "not set"},
	} {
		if got := SecretStateOf(c.secret, now); got != c.want || c.secret.StateWords(now) != c.words {
			t.Errorf("%s: %d %q, want %d %q", c.name, got, c.secret.StateWords(now), c.want, c.words)
		}
		if closed := c.want == SecretRevoked || c.want == SecretDeleted; SecretStateOf(c.secret, time.Time{}).Closed() != closed {
			t.Errorf("%s: closed is %v", c.name, !closed)
		}
	}
}

func TestTheStatesOfWhatIsMadeAndDeleted(t *testing.T) {
	gone, odd := Time{Time: time.Unix(1, 0)}, Time{Text: "soon"}
	for _, at := range []Time{gone, odd} {
		for what, state := range map[string]RecordState{
			"webhook": WebhookStateOf(Webhook{DeletedAt: at}), "toolset": ToolsetStateOf(Toolset{DeletedAt: at}),
			"binding": BindingStateOf(MonitorBinding{DeletedAt: at}), "key": GatewayKeyStateOf(GatewayKey{DeletedAt: at}),
		} {
			if state != RecordDeleted {
				t.Errorf("%s deleted at %v is %s", what, at, state.Words())
			}
		}
		if s := GatewayKeyStateOf(GatewayKey{DeletedAt: at, RevokedAt: at}); s != RecordRevoked {
			t.Errorf("a key revoked and deleted is %s", s.Words())
		}
		if s := RoleStateOf(Role{DeletedAt: at, SystemBuiltin: true}); s != RoleDeleted {
			t.Errorf("a role deleted is %d", s)
		}
		if s := ExporterStateOf(Exporter{DeletedAt: at, State: ExportStateWaiting}); s != ExporterDeleted {
			t.Errorf("an exporter deleted is %d", s)
		}
		if s := SuggestionDecisionOf(Suggestion{DeletedAt: at, SuggestionState: SuggestionStateNew}); s != SuggestionDeleted {
			t.Errorf("a suggestion deleted is %d", s)
		}
		for what, s := range map[string]SwitchState{"hook": HookStateOf(Hook{DeletedAt: at, Enabled: true}),
			"monitor": MonitorStateOf(ConflictMonitor{DeletedAt: at, Enabled: true}),
			"server":  ResourceServerStateOf(ResourceServer{DeletedAt: at})} {
			if s != SwitchDeleted {
				t.Errorf("%s deleted is %s", what, s.Words())
			}
		}
	}
	if WebhookStateOf(Webhook{}) != RecordLive || ToolsetStateOf(Toolset{}) != RecordLive || BindingStateOf(MonitorBinding{}) != RecordLive ||
		RoleStateOf(Role{}) != RoleCustom {
		t.Error("what isn't deleted is")
	}
}

func TestTheStatesOfSwitches(t *testing.T) {
	for wire, want := range map[string][2]SwitchState{ // of a hook or monitor with enabled, of a server with disabled
		`true`: {SwitchedOn, SwitchedOff}, `false`: {SwitchedOff, SwitchedOn}, `null`: {SwitchedOff, SwitchedOn},
		`"yes"`: {SwitchUnclear, SwitchUnclear}, `1`: {SwitchUnclear, SwitchUnclear},
	} {
		h, m, s := Hook{}, ConflictMonitor{}, ResourceServer{}
		on, off := json.RawMessage(`{"id":"a","enabled":`+wire+`}`), json.RawMessage(`{"id":"a","disabled":`+wire+`}`)
		h.Raw, h.Problem = NewOriginal(on), decodeLenient(on, &h)
		m.Raw, m.Problem = NewOriginal(on), decodeLenient(on, &m)
		s.Raw, s.Problem = NewOriginal(off), decodeLenient(off, &s)
		if got := HookStateOf(h); got != want[0] {
			t.Errorf("hook enabled %s: %s", wire, got.Words())
		}
		if got := MonitorStateOf(m); got != want[0] {
			t.Errorf("monitor enabled %s: %s", wire, got.Words())
		}
		if got := ResourceServerStateOf(s); got != want[1] {
			t.Errorf("server disabled %s: %s", wire, got.Words())
		}
	}
}
