package api

import (
	"encoding/json"
	"strings"
	"time"
)

// What a record is follows from several of its fields. For each kind of record one function here tells it from all of them; lists,
// details and the checks of actions ask that function. A time of deletion that can't be read is one: the record is deleted.

// SecretState is what a shared secret is by its status, its dates and its content.
type SecretState int

// The states of secrets.
const (
	SecretUnclear SecretState = iota // its status is not set, or unknown here
	SecretActive                     // it can be opened
	SecretOverdue                    // the tenant says active, its expiry is past
	SecretExpired
	SecretBurned      // its view limit was reached
	SecretDataDeleted // its content is gone, the record can still be revoked
	SecretRevoked
	SecretDeleted // the record is deleted, which is what revoking does (interface.md 3)
)

// SecretStateOf tells a secret's state at a time; without a time, expiry is left to the tenant's status.
func SecretStateOf(s Secret, now time.Time) SecretState {
	switch {
	case s.Status == SecretStatusRevoked:
		return SecretRevoked
	case !s.DeletedAt.IsZero():
		return SecretDeleted
	case s.Status == SecretStatusDataDeleted:
		return SecretDataDeleted
	case s.Status == SecretStatusExpired:
		return SecretExpired
	case s.Status == SecretStatusBurned:
		return SecretBurned
	case s.ContentDeleted: // a status that doesn't say why
		return SecretDataDeleted
	case s.Problem != "" && UnreadBool(s.Raw, "contentDeleted"):
		return SecretUnclear
	case s.Status != SecretStatusActive:
		return SecretUnclear
	case s.ContentExpiresAt.Known() && !now.IsZero() && s.ContentExpiresAt.Before(now):
		return SecretOverdue
	}
	return SecretActive
}

// Closed reports whether there is nothing left to revoke.
func (s SecretState) Closed() bool { return s == SecretRevoked || s == SecretDeleted }

// StateWords is a secret's state in plain words; an unknown status as it came.
func (s Secret) StateWords(now time.Time) string {
	switch SecretStateOf(s, now) {
	case SecretOverdue:
		return "past expiry"
	case SecretDataDeleted:
		return SecretStatusDataDeleted.Words()
	case SecretDeleted:
		return "deleted"
	}
	return s.Status.Words()
}

// SwitchState is what a record is that can be turned on and off.
type SwitchState int

// The states of what can be switched.
const (
	SwitchUnclear SwitchState = iota // the field is there, and neither true nor false
	SwitchedOff
	SwitchedOn
	SwitchDeleted // the record is deleted, whatever its switch says
)

// Words is the state in a word.
func (s SwitchState) Words() string {
	switch s {
	case SwitchedOff:
		return "off"
	case SwitchedOn:
		return "on"
	case SwitchDeleted:
		return "deleted"
	}
	return "unclear"
}

// HookStateOf tells whether a hook runs.
func HookStateOf(h Hook) SwitchState {
	return switchState(h.Enabled, h.DeletedAt, h.Problem != "" && UnreadBool(h.Raw, "enabled"))
}

// MonitorStateOf tells whether a conflict monitor alerts.
func MonitorStateOf(m ConflictMonitor) SwitchState {
	return switchState(m.Enabled, m.DeletedAt, m.Problem != "" && UnreadBool(m.Raw, "enabled"))
}

// ResourceServerStateOf tells whether a resource server gives tokens.
func ResourceServerStateOf(s ResourceServer) SwitchState {
	return switchState(!s.Disabled, s.DeletedAt, s.Problem != "" && UnreadBool(s.Raw, "disabled"))
}

func switchState(on bool, deleted Time, unread bool) SwitchState {
	switch {
	case !deleted.IsZero():
		return SwitchDeleted
	case unread:
		return SwitchUnclear
	case on:
		return SwitchedOn
	}
	return SwitchedOff
}

// UnreadBool reports whether a member is there and is neither true, false nor null.
func UnreadBool(raw Original, name string) bool {
	value, ok := member(raw.JSON(), name)
	var b *bool
	return ok && json.Unmarshal(value, &b) != nil
}

// RecordState is whether a record is still there that has nothing else to be.
type RecordState int

// The states of such a record.
const (
	RecordLive RecordState = iota
	RecordDeleted
	RecordRevoked // keys only
)

// Words is the state in a word.
func (s RecordState) Words() string {
	switch s {
	case RecordDeleted:
		return "deleted"
	case RecordRevoked:
		return "revoked"
	}
	return "active"
}

// WebhookStateOf tells whether a webhook gets events.
func WebhookStateOf(w Webhook) RecordState { return recordState(w.DeletedAt) }

// ToolsetStateOf tells whether a toolset is there.
func ToolsetStateOf(t Toolset) RecordState { return recordState(t.DeletedAt) }

// BindingStateOf tells whether an entitlement is bound to a monitor.
func BindingStateOf(b MonitorBinding) RecordState { return recordState(b.DeletedAt) }

// GatewayKeyStateOf tells whether the gateway takes a key.
func GatewayKeyStateOf(k GatewayKey) RecordState {
	if !k.RevokedAt.IsZero() {
		return RecordRevoked
	}
	return recordState(k.DeletedAt)
}

func recordState(deleted Time) RecordState {
	if deleted.IsZero() {
		return RecordLive
	}
	return RecordDeleted
}

// RoleState is what may be done with a role.
type RoleState int

// The states of roles.
const (
	RoleUnclear RoleState = iota // whether it is built in can't be read
	RoleCustom
	RoleBuiltIn
	RoleDeleted
)

// RoleStateOf tells what may be done with a role.
func RoleStateOf(r Role) RoleState {
	switch {
	case !r.DeletedAt.IsZero():
		return RoleDeleted
	case r.SystemBuiltin:
		return RoleBuiltIn
	case r.Problem != "" && UnreadBool(r.Raw, "systemBuiltin"):
		return RoleUnclear
	}
	return RoleCustom
}

// ExporterState is how an exporter is doing by its state and its dates.
type ExporterState int

// The states of exporters.
const (
	ExporterUnclear ExporterState = iota // a state unknown here
	ExporterUnset
	ExporterExporting
	ExporterWaiting
	ExporterFailing
	ExporterDeleted
)

// ExporterStateOf tells how an exporter is doing.
func ExporterStateOf(x Exporter) ExporterState {
	if !x.DeletedAt.IsZero() {
		return ExporterDeleted
	}
	switch x.State {
	case "", ExportStateUnspecified:
		return ExporterUnset
	case ExportStateExporting:
		return ExporterExporting
	case ExportStateWaiting:
		return ExporterWaiting
	case ExportStateError:
		return ExporterFailing
	}
	return ExporterUnclear
}

// SuggestionDecision is what was decided about a suggestion.
type SuggestionDecision int

// The decisions about suggestions.
const (
	SuggestionUnclear SuggestionDecision = iota // not set, or a state unknown here
	SuggestionNew
	SuggestionAccepted
	SuggestionDismissed
	SuggestionRejected
	SuggestionDeleted
)

// SuggestionDecisionOf says what was decided about a suggestion.
func SuggestionDecisionOf(s Suggestion) SuggestionDecision {
	if !s.DeletedAt.IsZero() {
		return SuggestionDeleted
	}
	switch s.SuggestionState {
	case SuggestionStateNew:
		return SuggestionNew
	case SuggestionStateAccepted:
		return SuggestionAccepted
	case SuggestionStateDismissed:
		return SuggestionDismissed
	case SuggestionStateRejected:
		return SuggestionRejected
	}
	return SuggestionUnclear
}

// StateWords is what was decided in plain words; an unknown state as it came.
func (s Suggestion) StateWords() string {
	if SuggestionDecisionOf(s) == SuggestionDeleted {
		return "deleted"
	}
	return s.SuggestionState.Words()
}

// EndOf tells from a record of any kind, as it came, whether it was ended and when. The time is none where only a status says it.
func EndOf(raw json.RawMessage) (RecordState, Time) {
	var record struct {
		DeletedAt Time   `json:"deletedAt"`
		RevokedAt Time   `json:"revokedAt"`
		Status    string `json:"status"`
	}
	if firstByte(raw) != '{' {
		return RecordLive, Time{}
	}
	decodeLenient(raw, &record)
	switch {
	case !record.RevokedAt.IsZero():
		return RecordRevoked, record.RevokedAt
	case !record.DeletedAt.IsZero():
		return RecordDeleted, record.DeletedAt
	case strings.HasSuffix(record.Status, "_REVOKED"):
		return RecordRevoked, Time{}
	}
	return RecordLive, Time{}
}
