package api

import (
	"context"
)

// Identity says who the credentials belong to and what they allow (companion.md 3).
type Identity struct {
	PrincipleID     string   `json:"principleId"` // spelled so on the wire
	UserID          string   `json:"userId"`
	TenantID        string   `json:"tenantId"`
	Roles           []string `json:"roles"`
	Permissions     []string `json:"permissions"`
	Features        []string `json:"features"`
	DisabledModules []string `json:"disabledModules"`
	Raw             Original `json:"-"` // the answer as it came
	Problem         string   `json:"-"` // what was odd in it, "" if nothing
}

func (i *Identity) origin() origin {
	return origin{raw: &i.Raw, problem: &i.Problem, key: i.UserID, keyless: true}
}

// Introspect tells who the caller is (companion.md 3).
func (c *Client) Introspect(ctx context.Context) (Identity, error) {
	return getRecord[Identity](ctx, c, "", "auth/introspect")
}
