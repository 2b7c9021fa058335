package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
)

// SuggestionState is where triage has got to. Open: unknown values are normal.
type SuggestionState string

// The known suggestion states. The wire name of "rejected" is a guess (companion.md 5): a tenant may answer 400 to it.
const (
	SuggestionStateUnspecified SuggestionState = "SUGGESTION_STATE_UNSPECIFIED"
	SuggestionStateNew         SuggestionState = "SUGGESTION_STATE_NEW"
	SuggestionStateDismissed   SuggestionState = "SUGGESTION_STATE_DISMISSED"
	SuggestionStateAccepted    SuggestionState = "SUGGESTION_STATE_ACCEPTED"
	SuggestionStateRejected    SuggestionState = "SUGGESTION_STATE_REJECTED"
)

// Words is the value in plain words; an unknown one as it came.
func (s SuggestionState) Words() string {
	switch s {
	case "", SuggestionStateUnspecified:
		return "not set"
	case SuggestionStateNew:
		return "new"
	case SuggestionStateDismissed:
		return "dismissed"
	case SuggestionStateAccepted:
		return "accepted"
	case SuggestionStateRejected:
		return "rejected"
	}
	return string(s)
}

// MatchType says how an existing access profile covers a suggestion. Open: unknown values are normal.
type MatchType string

// The known match types.
const (
	MatchTypeUnspecified MatchType = "ACCESS_PROFILE_MATCH_TYPE_UNSPECIFIED"
	MatchTypeExact       MatchType = "ACCESS_PROFILE_MATCH_TYPE_EXACT"
	MatchTypeSuperset    MatchType = "ACCESS_PROFILE_MATCH_TYPE_SUPERSET"
	MatchTypePartial     MatchType = "ACCESS_PROFILE_MATCH_TYPE_PARTIAL"
)

// Words is the value in plain words; an unknown one as it came.
func (m MatchType) Words() string {
	switch m {
	case "", MatchTypeUnspecified:
		return "not set"
	case MatchTypeExact:
		return "exact"
	case MatchTypeSuperset:
		return "superset"
	case MatchTypePartial:
		return "partial"
	}
	return string(m)
}

// Suggestion is a candidate access profile that role mining found (interface.md 2.3).
type Suggestion struct {
	ID                     string                  `json:"id"`
	RunID                  string                  `json:"runId"`
	SuggestedName          string                  `json:"suggestedName"`
	Description            string                  `json:"description"`
	SuggestionState        SuggestionState         `json:"suggestionState"`
	CreatedCatalogID       string                  `json:"createdCatalogId"` // the access profile made from it
	AvgCoverage            float64                 `json:"avgCoverage"`      // fraction, 0 to 1
	Confidence             float64                 `json:"confidence"`       // fraction, 0 to 1
	CohortSize             int64                   `json:"cohortSize"`
	DimensionCount         int64                   `json:"dimensionCount"`
	UsersWithAll           *int64                  `json:"usersWithAll"` // nil: not known, which is not zero
	Insights               []string                `json:"insights"`
	CohortFilters          []ProfileFilter         `json:"cohortFilters"`
	Entitlements           []SuggestionEntitlement `json:"entitlements"`
	ExistingProfileMatches []ProfileMatch          `json:"existingProfileMatches"`
	CreatedAt              Time                    `json:"createdAt"`
	UpdatedAt              Time                    `json:"updatedAt"`
	LastGeneratedAt        Time                    `json:"lastGeneratedAt"`
	DeletedAt              Time                    `json:"deletedAt"` // not in the interface's list; any record may be soft-deleted
	Raw                    Original                `json:"-"`         // the row as it came
	Problem                string                  `json:"-"`         // what was odd in it, "" if nothing
}

// ProfileFilter selects users whose attribute has one of the values.
type ProfileFilter struct {
	Attribute string   `json:"attribute"`
	Values    []string `json:"values"`
}

// SuggestionEntitlement is an entitlement of a suggestion; (AppID, EntitlementID) identifies it.
type SuggestionEntitlement struct {
	AppDisplayName             string  `json:"appDisplayName,omitempty"`
	AppID                      string  `json:"appId,omitempty"`
	AppResourceDisplayName     string  `json:"appResourceDisplayName,omitempty"`
	AppResourceTypeDisplayName string  `json:"appResourceTypeDisplayName,omitempty"`
	EntitlementDisplayName     string  `json:"entitlementDisplayName,omitempty"`
	EntitlementID              string  `json:"entitlementId,omitempty"`
	RiskLevelValueID           string  `json:"riskLevelValueId,omitempty"`
	Coverage                   float64 `json:"coverage,omitempty"` // fraction of the cohort, 0 to 1
	GrantedCount               int64   `json:"grantedCount,omitempty"`
}

// ProfileMatch is an existing access profile that covers a suggestion in part or whole.
type ProfileMatch struct {
	CatalogDisplayName  string                  `json:"catalogDisplayName"`
	CatalogID           string                  `json:"catalogId"`
	MatchType           MatchType               `json:"matchType"`
	MissingEntitlements []SuggestionEntitlement `json:"missingEntitlements"`
	OverlapRatio        float64                 `json:"overlapRatio"` // fraction, 0 to 1
}

func (s *Suggestion) origin() origin { return origin{raw: &s.Raw, problem: &s.Problem, key: s.ID} }

// finish leaves out what is named again: an entitlement is one, however often the tenant names it.
func (s *Suggestion) finish() {
	named := len(s.Entitlements)
	s.Entitlements = eachOnce(s.Entitlements)
	for i := range s.ExistingProfileMatches {
		m := &s.ExistingProfileMatches[i]
		m.MissingEntitlements = eachOnce(m.MissingEntitlements)
	}
	if len(s.Entitlements) < named {
		s.Problem = strings.TrimPrefix(s.Problem+", an entitlement is named more than once", ", ")
	}
}

// eachOnce are entitlements without those that are named again.
func eachOnce(all []SuggestionEntitlement) []SuggestionEntitlement {
	seen := make(map[EntitlementRef]bool, len(all))
	return slices.DeleteFunc(all, func(x SuggestionEntitlement) bool {
		id := EntitlementRef{AppID: x.AppID, EntitlementID: x.EntitlementID}
		again := seen[id]
		seen[id] = true
		return again
	})
}

// SuggestionSearch narrows a suggestion search.
type SuggestionSearch struct {
	Query       string
	States      []SuggestionState
	MatchTypes  []MatchType
	CohortTypes []string
}

// SearchSuggestions searches suggestions (companion.md 7.1). Rows are big: ask for pages of 10.
func (c *Client) SearchSuggestions(ctx context.Context, s SuggestionSearch, p PageRequest) (Page[Suggestion], error) {
	return postPage[Suggestion](ctx, c, "search/role-mining/suggestions", struct {
		Query       string            `json:"query,omitempty"`
		States      []SuggestionState `json:"states,omitempty"`
		MatchTypes  []MatchType       `json:"matchTypes,omitempty"`
		CohortTypes []string          `json:"cohortTypes,omitempty"`
		paging
	}{s.Query, s.States, s.MatchTypes, s.CohortTypes, p.body()}, "list", "")
}

// Suggestion reads one suggestion (companion.md 7.1).
func (c *Client) Suggestion(ctx context.Context, id string) (Suggestion, error) {
	return getRecord[Suggestion](ctx, c, "suggestion", "role-mining/suggestions/{}", id)
}

// UpdateSuggestionState moves a suggestion to a state (operation 2). createdCatalogID names the access profile made from it and is
// meant for accepting; "" leaves it out.
func UpdateSuggestionState(id string, state SuggestionState, createdCatalogID string) (Request, error) {
	if state == "" || state == SuggestionStateUnspecified {
		return Request{}, errors.New("update suggestion: a state to move to is required")
	}
	return build("update suggestion", http.MethodPost, "role-mining/suggestions/{}/state", struct {
		State            SuggestionState `json:"state"`
		CreatedCatalogID string          `json:"createdCatalogId,omitempty"`
	}{state, createdCatalogID}, id)
}

// SuggestionFrom reads the suggestion in the answer to a write; nil when there is none. It may show the state before the write.
func SuggestionFrom(a Answer) (*Suggestion, error) { return answered[Suggestion](a, "suggestion") }
