package api

import (
	"context"
	"net/http"
)

// Toolset is an MCP access profile (companion.md 7.9). (AppID, ConnectorID, ID) identifies it.
type Toolset struct {
	ID                   string   `json:"id"`
	AppID                string   `json:"appId"`
	ConnectorID          string   `json:"connectorId"`
	ConnectorDisplayName string   `json:"connectorDisplayName"`
	AppEntitlementID     string   `json:"appEntitlementId"`
	DisplayName          string   `json:"displayName"`
	Description          string   `json:"description"`
	ToolCount            *int64   `json:"toolCount"` // nil: not known, which is not zero
	Requestable          bool     `json:"requestable"`
	CreatedAt            Time     `json:"createdAt"`
	UpdatedAt            Time     `json:"updatedAt"`
	DeletedAt            Time     `json:"deletedAt"`
	Raw                  Original `json:"-"` // the row as it came
	Problem              string   `json:"-"` // what was odd in it, "" if nothing
}

func (t *Toolset) origin() origin {
	return origin{raw: &t.Raw, problem: &t.Problem, key: pairKey(t.AppID+"\x00"+t.ConnectorID, t.ID)}
}

// SearchToolsets searches the toolsets of all apps (companion.md 7.9).
func (c *Client) SearchToolsets(ctx context.Context, query string, p PageRequest) (Page[Toolset], error) {
	q := p.query(maxPageSize)
	if query != "" {
		q.Set("query", query)
	}
	return getPage[Toolset](ctx, c, "mcp_toolsets/search", q, "profiles", "")
}

// ListToolsets lists the toolsets of a connector (companion.md 7.9).
func (c *Client) ListToolsets(ctx context.Context, appID, connectorID string, p PageRequest) (Page[Toolset], error) {
	r, err := build("list toolsets", http.MethodGet, "apps/{}/connectors/{}/mcp_toolsets", nil, appID, connectorID)
	if err != nil {
		return Page[Toolset]{}, err
	}
	r.Query = p.query(maxPageSize)
	return page[Toolset](ctx, c, r, "profiles", "")
}

// DeleteToolset deletes a toolset with its tool bindings and its backing entitlement (operation 9).
func DeleteToolset(appID, connectorID, id string) (Request, error) {
	return build("delete toolset", http.MethodDelete, "apps/{}/connectors/{}/mcp_toolsets/{}", nothing{}, appID, connectorID, id)
}
