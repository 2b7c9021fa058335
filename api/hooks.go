package api

import (
	"context"
	"encoding/json"
	"net/http"
)

// HookEventType says when a hook runs. Open: unknown values are normal.
type HookEventType string

// The known hook events.
const (
	HookEventUnspecified HookEventType = "HOOK_EVENT_TYPE_UNSPECIFIED"
	HookEventPreToolUse  HookEventType = "HOOK_EVENT_TYPE_PRE_TOOL_USE"
	HookEventPostToolUse HookEventType = "HOOK_EVENT_TYPE_POST_TOOL_USE"
	HookEventPreOutput   HookEventType = "HOOK_EVENT_TYPE_PRE_OUTPUT"
)

// Words is the value in plain words; an unknown one as it came.
func (e HookEventType) Words() string {
	switch e {
	case "", HookEventUnspecified:
		return "not set"
	case HookEventPreToolUse:
		return "before tool use"
	case HookEventPostToolUse:
		return "after tool use"
	case HookEventPreOutput:
		return "before output"
	}
	return string(e)
}

// Hook intercepts tool calls or outgoing answers (interface.md 2.7). It holds one of Function, JSONPatch and BuiltinPattern.
type Hook struct {
	ID                  string          `json:"id"`
	DisplayName         string          `json:"displayName"`
	Description         string          `json:"description"`
	Enabled             bool            `json:"enabled"`
	Priority            int64           `json:"priority"` // 0 to 1000, lower runs first
	ManagedByGuardrails bool            `json:"managedByGuardrails"`
	Event               HookEventType   `json:"event"`
	Filter              CELFilter       `json:"filter"`
	Function            *HookFunction   `json:"function"`
	JSONPatch           *JSONPatch      `json:"jsonPatch"`
	BuiltinPattern      *BuiltinPattern `json:"builtinPattern"`
	CreatedAt           Time            `json:"createdAt"`
	UpdatedAt           Time            `json:"updatedAt"`
	DeletedAt           Time            `json:"deletedAt"` // not in the interface's list; any record may be soft-deleted
	Raw                 Original        `json:"-"`         // the row as it came
	Problem             string          `json:"-"`         // what was odd in it, "" if nothing
}

// CELFilter is a condition in the Common Expression Language; an empty one matches everything.
type CELFilter struct {
	CELExpression string `json:"celExpression"`
}

// HookFunction names the function, and its version, that a hook runs.
type HookFunction struct {
	FunctionID string `json:"functionId"`
	CommitID   string `json:"commitId"`
}

// JSONPatch changes a tool call's data, by expression or by a fixed overlay (a free-form JSON object, as it came).
type JSONPatch struct {
	CELExpression string          `json:"celExpression"`
	StaticOverlay json.RawMessage `json:"staticOverlay"`
}

func (h *Hook) origin() origin { return origin{raw: &h.Raw, problem: &h.Problem, key: h.ID} }

// finish notes which members the built-in pattern has, also those that this version does not know.
func (h *Hook) finish() {
	pattern, ok := member(h.Raw.JSON(), "builtinPattern")
	if !ok || h.BuiltinPattern == nil {
		return
	}
	eachMember(pattern, func(name string, value json.RawMessage) {
		if !isNull(value) {
			h.BuiltinPattern.Members = append(h.BuiltinPattern.Members, name)
		}
	})
}

// HookSearch narrows a hook search. Query is matched by the service, Refs are ids.
type HookSearch struct {
	Query string
	Refs  []string
}

// searchBody is the search body of interface.md 4.17.
type searchBody struct {
	Query string `json:"query,omitempty"`
	Refs  []ref  `json:"refs,omitempty"`
	paging
}

// SearchHooks searches hooks (operation 6).
func (c *Client) SearchHooks(ctx context.Context, s HookSearch, p PageRequest) (Page[Hook], error) {
	return postPage[Hook](ctx, c, "search/hooks", searchBody{Query: s.Query, Refs: refs(s.Refs), paging: p.body()}, "list", "")
}

// ListHooks lists all hooks (companion.md 7.3).
func (c *Client) ListHooks(ctx context.Context, p PageRequest) (Page[Hook], error) {
	return getPage[Hook](ctx, c, "hooks", p.query(maxPageSize), "list", "")
}

// Hook reads one hook (companion.md 7.3).
func (c *Client) Hook(ctx context.Context, id string) (Hook, error) {
	return getRecord[Hook](ctx, c, "hook", "hooks/{}", id)
}

// HookChanges are the fields to change; nil leaves a field alone.
type HookChanges struct {
	DisplayName *string `json:"displayName,omitempty"`
	Description *string `json:"description,omitempty"`
	Enabled     *bool   `json:"enabled,omitempty"`
	Priority    *int64  `json:"priority,omitempty"`
}

// UpdateHook changes a hook (companion.md 7.3). It returns ErrNothingChanged or ErrEmptyID when there is nothing to send.
func UpdateHook(id string, changes HookChanges) (Request, error) {
	var m mask
	m.add("displayName", changes.DisplayName != nil)
	m.add("description", changes.Description != nil)
	m.add("enabled", changes.Enabled != nil)
	m.add("priority", changes.Priority != nil)
	return update("update hook", "hooks/{}", "hook", changes, m, id)
}

// DeleteHook deletes a hook (companion.md 7.3).
func DeleteHook(id string) (Request, error) {
	return build("delete hook", http.MethodDelete, "hooks/{}", nothing{}, id)
}

// HookFrom reads the hook in the answer to a write; nil when there is none.
func HookFrom(a Answer) (*Hook, error) { return answered[Hook](a, "hook") }
