package api

import (
	"context"
	"net/http"
)

// SigningAlgorithm is how a resource server's tokens are signed. Open: unknown values are normal.
type SigningAlgorithm string

// The known algorithms; not set means the tenant's.
const (
	SigningAlgorithmUnspecified SigningAlgorithm = "XAA_SIGNING_ALGORITHM_UNSPECIFIED"
	SigningAlgorithmEdDSA       SigningAlgorithm = "XAA_SIGNING_ALGORITHM_EDDSA"
	SigningAlgorithmRS256       SigningAlgorithm = "XAA_SIGNING_ALGORITHM_RS256"
	SigningAlgorithmES256       SigningAlgorithm = "XAA_SIGNING_ALGORITHM_ES256"
)

// Words is the value in plain words; an unknown one as it came.
func (a SigningAlgorithm) Words() string {
	switch a {
	case "", SigningAlgorithmUnspecified:
		return "not set (the tenant's)"
	case SigningAlgorithmEdDSA:
		return "EdDSA"
	case SigningAlgorithmRS256:
		return "RS256"
	case SigningAlgorithmES256:
		return "ES256"
	}
	return string(a)
}

// ResourceServer is a resource server of cross-app access (interface.md 2.11). (AppID, ID) identifies it.
type ResourceServer struct {
	ID                       string            `json:"id"`
	AppID                    string            `json:"appId"`
	DisplayName              string            `json:"displayName"`
	Description              string            `json:"description"`
	Disabled                 bool              `json:"disabled"`
	MaxGrantLifetime         Duration          `json:"maxGrantLifetime"` // not set: the tenant's default
	NormalizedAudience       string            `json:"normalizedAudience"`
	RequireProofOfPossession bool              `json:"requireProofOfPossession"`
	ResourceURIs             []string          `json:"resourceUris"` // none: refuses every request that names a resource
	SectorID                 string            `json:"sectorId"`
	SigningAlgorithm         SigningAlgorithm  `json:"signingAlgorithm"`
	ModifyClaimsHook         *ModifyClaimsHook `json:"modifyClaimsHook"`
	CreatedAt                Time              `json:"createdAt"`
	UpdatedAt                Time              `json:"updatedAt"`
	DeletedAt                Time              `json:"deletedAt"`
	Raw                      Original          `json:"-"` // the row as it came
	Problem                  string            `json:"-"` // what was odd in it, "" if nothing
}

// ModifyClaimsHook names the function that changes a token's claims.
type ModifyClaimsHook struct {
	FunctionID string `json:"functionId"`
	CommitID   string `json:"commitId"`
	Disabled   bool   `json:"disabled"`
}

func (s *ResourceServer) origin() origin {
	return origin{raw: &s.Raw, problem: &s.Problem, key: pairKey(s.AppID, s.ID)}
}

// pairKey is the key of a record that is unique only within an app; "" without an id.
func pairKey(appID, id string) string {
	if id == "" {
		return ""
	}
	return appID + "\x00" + id
}

// ResourceServerRef names a resource server.
type ResourceServerRef struct {
	AppID string `json:"appId"`
	ID    string `json:"id"`
}

// ResourceServerSearch narrows a resource server search. Disabled nil finds both kinds.
type ResourceServerSearch struct {
	Query             string
	AppIDs            []string
	Disabled          *bool
	SigningAlgorithms []SigningAlgorithm
	Refs              []ResourceServerRef
}

// SearchResourceServers searches resource servers (companion.md 7.7).
func (c *Client) SearchResourceServers(ctx context.Context, s ResourceServerSearch, p PageRequest) (Page[ResourceServer], error) {
	return postPage[ResourceServer](ctx, c, "search/xaa/resource_servers", struct {
		Query             string              `json:"query,omitempty"`
		AppIDs            []string            `json:"appIds,omitempty"`
		Disabled          *bool               `json:"disabled,omitempty"`
		SigningAlgorithms []SigningAlgorithm  `json:"signingAlgorithmFilter,omitempty"`
		Refs              []ResourceServerRef `json:"refs,omitempty"`
		paging
	}{s.Query, s.AppIDs, s.Disabled, s.SigningAlgorithms, s.Refs, p.body()}, "list", "")
}

// ListResourceServers lists an app's resource servers (companion.md 7.7).
func (c *Client) ListResourceServers(ctx context.Context, appID string, p PageRequest) (Page[ResourceServer], error) {
	r, err := build("list resource servers", http.MethodGet, "apps/{}/xaa/resource_servers", nil, appID)
	if err != nil {
		return Page[ResourceServer]{}, err
	}
	r.Query = p.query(maxPageSize)
	return page[ResourceServer](ctx, c, r, "resourceServers", "")
}
