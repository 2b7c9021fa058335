package api

import (
	"context"
	"net/http"
)

// GatewayKey is a key of the LLM gateway; the key itself never travels, only its prefix (interface.md 2.14).
type GatewayKey struct {
	ID          string   `json:"id"`
	DisplayName string   `json:"displayName"`
	KeyPrefix   string   `json:"keyPrefix"`
	CreatedAt   Time     `json:"createdAt"`
	UpdatedAt   Time     `json:"updatedAt"`
	RevokedAt   Time     `json:"revokedAt"`
	DeletedAt   Time     `json:"deletedAt"` // not in the interface's list; any record may be soft-deleted
	Raw         Original `json:"-"`         // the row as it came
	Problem     string   `json:"-"`         // what was odd in it, "" if nothing
}

func (k *GatewayKey) origin() origin { return origin{raw: &k.Raw, problem: &k.Problem, key: k.ID} }

// GatewayKeys lists the keys (operation 12). The interface shows no page size for it, so none is sent.
func (c *Client) GatewayKeys(ctx context.Context, p PageRequest) (Page[GatewayKey], error) {
	p.Size = 0
	return getPage[GatewayKey](ctx, c, "llm-gateway/keys", p.query(maxPageSize), "list", "")
}

// RevokeGatewayKey revokes a key (companion.md 7.8).
func RevokeGatewayKey(id string) (Request, error) {
	return build("revoke gateway key", http.MethodDelete, "llm-gateway/keys/{}", nothing{}, id)
}

// GatewayKeyFrom reads the key in the answer to a write; nil when there is none.
func GatewayKeyFrom(a Answer) (*GatewayKey, error) { return answered[GatewayKey](a, "gatewayKey") }
