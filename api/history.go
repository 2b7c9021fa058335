package api

import (
	"context"
	"encoding/json"
	"net/http"
)

// ChangeKind is what a change did. Open: unknown values are normal.
type ChangeKind string

// The known changes.
const (
	ChangeKindUnspecified ChangeKind = "CHANGE_KIND_UNSPECIFIED"
	ChangeKindCreate      ChangeKind = "CHANGE_KIND_CREATE"
	ChangeKindPut         ChangeKind = "CHANGE_KIND_PUT"
	ChangeKindHardDelete  ChangeKind = "CHANGE_KIND_HARD_DELETE"
)

// Words is the value in plain words; an unknown one as it came.
func (k ChangeKind) Words() string {
	switch k {
	case "", ChangeKindUnspecified:
		return "not set"
	case ChangeKindCreate:
		return "created"
	case ChangeKindPut:
		return "changed"
	case ChangeKindHardDelete:
		return "deleted for good"
	}
	return string(k)
}

// ActorKind is what kind of actor made a change. Open: unknown values are normal.
type ActorKind string

// The known actors.
const (
	ActorKindUnspecified ActorKind = "ACTOR_KIND_UNSPECIFIED"
	ActorKindAPI         ActorKind = "ACTOR_KIND_API"
	ActorKindSlack       ActorKind = "ACTOR_KIND_SLACK"
	ActorKindMSTeams     ActorKind = "ACTOR_KIND_MSTEAMS"
	ActorKindJiraCloud   ActorKind = "ACTOR_KIND_JIRA_CLOUD"
	ActorKindInternal    ActorKind = "ACTOR_KIND_INTERNAL"
	ActorKindSupport     ActorKind = "ACTOR_KIND_SUPPORT"
	ActorKindWorkflow    ActorKind = "ACTOR_KIND_WORKFLOW"
)

// Words is the value in plain words; an unknown one as it came.
func (k ActorKind) Words() string {
	switch k {
	case "", ActorKindUnspecified:
		return "not set"
	case ActorKindAPI:
		return "API"
	case ActorKindSlack:
		return "Slack"
	case ActorKindMSTeams:
		return "Microsoft Teams"
	case ActorKindJiraCloud:
		return "Jira Cloud"
	case ActorKindInternal:
		return "the service itself"
	case ActorKindSupport:
		return "support"
	case ActorKindWorkflow:
		return "workflow"
	}
	return string(k)
}

// AnnotationKind is what an annotation tells. Open: unknown values are normal.
type AnnotationKind string

// The known annotations.
const (
	AnnotationKindUnspecified AnnotationKind = "ANNOTATION_KIND_UNSPECIFIED"
	AnnotationKindGeneric     AnnotationKind = "ANNOTATION_KIND_GENERIC"
	AnnotationKindTicket      AnnotationKind = "ANNOTATION_KIND_TICKET"
	AnnotationKindReason      AnnotationKind = "ANNOTATION_KIND_REASON"
	AnnotationKindWorkflow    AnnotationKind = "ANNOTATION_KIND_WORKFLOW"
	AnnotationKindBatch       AnnotationKind = "ANNOTATION_KIND_BATCH"
	AnnotationKindCorrelation AnnotationKind = "ANNOTATION_KIND_CORRELATION"
	AnnotationKindAutomation  AnnotationKind = "ANNOTATION_KIND_AUTOMATION"
)

// Words is the value in plain words; an unknown one as it came.
func (k AnnotationKind) Words() string {
	switch k {
	case "", AnnotationKindUnspecified:
		return "not set"
	case AnnotationKindGeneric:
		return "note"
	case AnnotationKindTicket:
		return "ticket"
	case AnnotationKindReason:
		return "reason"
	case AnnotationKindWorkflow:
		return "workflow"
	case AnnotationKindBatch:
		return "batch"
	case AnnotationKindCorrelation:
		return "correlation"
	case AnnotationKindAutomation:
		return "automation"
	}
	return string(k)
}

// HistoryEntry is a resource server as it was at one change, with who made the change and when (interface.md 2.10).
type HistoryEntry struct {
	Metadata HistoryMetadata `json:"metadata"`
	Snapshot ResourceServer  `json:"snapshot"`
	Raw      Original        `json:"-"` // the row as it came
	Problem  string          `json:"-"` // what was odd in it, "" if nothing

	NoSnapshot bool `json:"-"` // none came, which is not an empty record
}

// HistoryMetadata says who made a change, when, how and why.
type HistoryMetadata struct {
	ID            string       `json:"id"`
	SyslogEventID string       `json:"syslogEventId"`
	TraceID       string       `json:"traceId"`
	CreatedAt     Time         `json:"createdAt"`
	ChangeKind    ChangeKind   `json:"changeKind"`
	Actor         Actor        `json:"actor"`
	Annotations   []Annotation `json:"annotations"`
}

// Actor is who made a change; UserID is given only with some kinds.
type Actor struct {
	Kind   ActorKind `json:"kind"`
	UserID string    `json:"userId"`
}

// Annotation is what was noted with a change, a ticket for example.
type Annotation struct {
	Key          string         `json:"key"`
	Kind         AnnotationKind `json:"kind"`
	DisplayLabel string         `json:"displayLabel"`
	DisplayURL   string         `json:"displayUrl"`
	DisplayValue string         `json:"displayValue"`
	RawValue     string         `json:"rawValue"`
}

func (e *HistoryEntry) origin() origin {
	return origin{raw: &e.Raw, problem: &e.Problem, key: e.Metadata.ID}
}

// finish gives the snapshot its own raw JSON, and tells an entry without one.
func (e *HistoryEntry) finish() {
	snapshot, _ := member(e.Raw.JSON(), "snapshot")
	e.Snapshot.Raw = NewOriginal(snapshot)
	e.NoSnapshot = true
	eachMember(snapshot, func(string, json.RawMessage) { e.NoSnapshot = false })
}

// ResourceServerHistory lists the changes of a resource server, newest first (operation 10). Pages may hold up to 200 entries.
func (c *Client) ResourceServerHistory(ctx context.Context, appID, id string, p PageRequest) (Page[HistoryEntry], error) {
	r, err := build("read history", http.MethodGet, "apps/{}/xaa/resource_servers/{}/history", nil, appID, id)
	if err != nil {
		return Page[HistoryEntry]{}, err
	}
	r.Query = p.query(maxHistoryPage)
	return page[HistoryEntry](ctx, c, r, "list", "")
}
