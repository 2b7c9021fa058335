package api

import (
	"context"
)

// Role is a set of permissions (interface.md 2.5). A role with SystemBuiltin can't be edited.
type Role struct {
	ID            string   `json:"id"`
	Name          string   `json:"name"`
	DisplayName   string   `json:"displayName"`
	Permissions   []string `json:"permissions"`
	ServiceRoles  []string `json:"serviceRoles"`
	SystemAPIOnly bool     `json:"systemApiOnly"`
	SystemBuiltin bool     `json:"systemBuiltin"`
	CreatedAt     Time     `json:"createdAt"`
	UpdatedAt     Time     `json:"updatedAt"`
	DeletedAt     Time     `json:"deletedAt"`
	Raw           Original `json:"-"` // the row as it came
	Problem       string   `json:"-"` // what was odd in it, "" if nothing
}

func (r *Role) origin() origin { return origin{raw: &r.Raw, problem: &r.Problem, key: r.ID} }

// ListRoles lists the roles the caller may see (companion.md 7.5).
func (c *Client) ListRoles(ctx context.Context, p PageRequest) (Page[Role], error) {
	return getPage[Role](ctx, c, "iam/roles", p.query(maxPageSize), "list", "")
}

// Role reads one role (companion.md 7.5).
func (c *Client) Role(ctx context.Context, id string) (Role, error) {
	return getRecord[Role](ctx, c, "role", "iam/roles/{}", id)
}

// RoleChanges are the fields to change; nil leaves a field alone. Lists are sent whole.
type RoleChanges struct {
	DisplayName  *string   `json:"displayName,omitempty"`
	Permissions  *[]string `json:"permissions,omitempty"`
	ServiceRoles *[]string `json:"serviceRoles,omitempty"`
}

// UpdateRole changes a role (operation 4). It returns ErrNothingChanged or ErrEmptyID when there is nothing to send.
func UpdateRole(id string, changes RoleChanges) (Request, error) {
	var m mask
	m.add("displayName", changes.DisplayName != nil)
	m.add("permissions", changes.Permissions != nil)
	m.add("serviceRoles", changes.ServiceRoles != nil)
	changes.Permissions, changes.ServiceRoles = listOf(changes.Permissions), listOf(changes.ServiceRoles)
	return update("update role", "iam/roles/{}", "role", changes, m, id)
}

// RoleFrom reads the role in the answer to a write; nil when there is none.
func RoleFrom(a Answer) (*Role, error) { return answered[Role](a, "role") }
