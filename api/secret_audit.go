package api

import (
	"context"
	"encoding/json"
	"time"
)

// AuditEvent is something that happened to a secret: an OCSF object, of which the usual fields are taken out (companion.md 7.2). The rest
// is in Raw.
type AuditEvent struct {
	ID          string
	Time        Time
	Activity    string // what happened, in the tenant's words
	Status      string
	Message     string
	ActorUserID string
	ActorName   string
	ActorEmail  string
	ClientIP    string
	City        string // where the address is, as far as the event tells
	Country     string
	UserAgent   string
	SecretID    string
	SecretName  string
	Raw         Original `json:"-"` // the row as it came
	Problem     string   `json:"-"` // what was odd in it, "" if nothing
}

func (e *AuditEvent) origin() origin {
	return origin{raw: &e.Raw, problem: &e.Problem, key: e.ID, keyless: true}
}

// finish looks for the fields in both spellings of the wild, OCSF's own snake_case and the lowerCamelCase of proto3 JSON.
func (e *AuditEvent) finish() {
	raw := e.Raw.JSON()
	e.ID = textAt(raw, []string{"metadata"}, "uid", "id")
	e.Activity = orWord(textAt(raw, nil, "activity_name", "activityName"), textAt(raw, nil, "type_name", "typeName"))
	e.Status = textAt(raw, nil, "status")
	e.Message = textAt(raw, nil, "message", "status_detail", "statusDetail")
	user := []string{"actor", "user"}
	e.ActorUserID = textAt(raw, user, "uid", "id")
	e.ActorName = textAt(raw, user, "full_name", "fullName", "display_name", "displayName", "name")
	e.ActorEmail = textAt(raw, user, "email_addr", "emailAddr", "email")
	e.ClientIP = orWord(textAt(raw, []string{"src_endpoint"}, "ip"), textAt(raw, []string{"srcEndpoint"}, "ip"))
	e.City, e.Country = placeIn(raw, "src_endpoint")
	if e.City == "" && e.Country == "" {
		e.City, e.Country = placeIn(raw, "srcEndpoint")
	}
	e.UserAgent = orWord(textAt(raw, []string{"http_request"}, "user_agent"), textAt(raw, []string{"httpRequest"}, "userAgent"))
	e.SecretID, e.SecretName = firstResource(raw)
	e.Time = ocsfTime(raw)
}

// placeIn is the place of an endpoint.
func placeIn(raw json.RawMessage, endpoint string) (city, country string) {
	at := []string{endpoint, "location"}
	return textAt(raw, at, "city"), textAt(raw, at, "country")
}

// firstResource is what an event is about: the first of its resources.
func firstResource(raw json.RawMessage) (id, name string) {
	value, _ := member(raw, "resources")
	var all []json.RawMessage
	if json.Unmarshal(value, &all) != nil || len(all) == 0 {
		return "", ""
	}
	return textAt(all[0], nil, "uid", "id"), textAt(all[0], nil, "name")
}

// textAt gives the first of the named members that is text, in the object at path.
func textAt(raw json.RawMessage, path []string, names ...string) string {
	for _, step := range path {
		raw, _ = member(raw, step)
	}
	for _, name := range names {
		value, _ := member(raw, name)
		if text := unquote(value); text != "" {
			return text
		}
	}
	return ""
}

// ocsfTime reads the event time: RFC 3339 in time_dt, or milliseconds since 1970 in time.
func ocsfTime(raw json.RawMessage) Time {
	var t, odd Time
	for _, name := range []string{"time_dt", "timeDt", "time"} {
		value, _ := member(raw, name)
		if firstByte(value) == '"' && json.Unmarshal(value, &t) == nil && !t.IsZero() {
			return t
		}
		if t.Text != "" {
			odd = t
		}
		var ms Int64
		if len(value) > 0 && json.Unmarshal(value, &ms) == nil && ms > 0 {
			return Time{Time: time.UnixMilli(int64(ms)).UTC()}
		}
	}
	return odd
}

// SecretAuditSearch narrows an audit search.
type SecretAuditSearch struct {
	VaultID     string
	ActorUserID string
	ActorEmail  string
	ClientIP    string
}

// SearchSecretAudit searches the audit events of secrets (companion.md 7.2).
func (c *Client) SearchSecretAudit(ctx context.Context, s SecretAuditSearch, p PageRequest) (Page[AuditEvent], error) {
	return postPage[AuditEvent](ctx, c, "search/secrets-admin/audit_events", struct {
		VaultID     string `json:"vaultId,omitempty"`
		ActorUserID string `json:"actorUserId,omitempty"`
		ActorEmail  string `json:"actorEmail,omitempty"`
		ClientIP    string `json:"clientIp,omitempty"`
		paging
	}{s.VaultID, s.ActorUserID, s.ActorEmail, s.ClientIP, p.body()}, "list", "")
}
