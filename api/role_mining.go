package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
)

// EntitlementRef names an entitlement. Entitlement ids are unique only within an app.
type EntitlementRef struct {
	AppID         string `json:"appId"`
	EntitlementID string `json:"entitlementId"`
}

// CohortMember is a user of a suggestion's cohort. Covered is how many of the selected entitlements the user holds, nil when none were
// selected or the tenant did not say.
type CohortMember struct {
	User
	Covered *int64
}

// CohortSearch narrows the members of a cohort; with Entitlements the members say how many of them they hold.
type CohortSearch struct {
	Filters      []ProfileFilter
	Entitlements []EntitlementRef
}

// SuggestionUsers lists the members of a suggestion's cohort (companion.md 7.1).
func (c *Client) SuggestionUsers(ctx context.Context, suggestionID string, s CohortSearch, p PageRequest) (Page[CohortMember], error) {
	body := struct {
		ProfileFilters       []ProfileFilter  `json:"profileFilters,omitempty"`
		SelectedEntitlements []EntitlementRef `json:"selectedEntitlements,omitempty"`
		paging
	}{s.Filters, s.Entitlements, p.body()}
	r, err := build("read cohort", http.MethodPost, "role-mining/suggestions/{}/users", body, suggestionID)
	if err != nil {
		return Page[CohortMember]{}, err
	}
	a, err := c.Do(ctx, r)
	if err != nil {
		return Page[CohortMember]{}, err
	}
	page, err := cohortPage(a.Body)
	return page, c.malformed(r, a, err)
}

// cohortPage joins the users of the answer with their coverage, which comes as a list beside them. They aren't packed: a cohort has few,
// and a matrix asks for them again with each entitlement.
func cohortPage(body json.RawMessage) (Page[CohortMember], error) {
	var list, coverage json.RawMessage
	eachQuoted(body, func(name, value []byte) {
		switch {
		case isNamed(name, "list"):
			list = value
		case isNamed(name, "usersWithCoverage"):
			coverage = value
		}
	})
	array, next, err := listOfAnswer(body, "list")
	if err != nil && (coverage == nil || list != nil && !isNull(list)) {
		return Page[CohortMember]{}, err
	}
	users := decodeRows[User](array, next, "user")
	out := Page[CohortMember]{Next: next, Problems: users.Problems, LeftOut: users.LeftOut}
	at := make(map[string]int, len(users.Rows))
	for _, u := range users.Rows {
		at[u.ID] = len(out.Rows)
		out.Rows = append(out.Rows, CohortMember{User: u})
	}
	for _, raw := range elements(coverage) {
		user, n := coverageOf(raw)
		i, known := at[textAt(user, nil, "id")]
		if !known { // it isn't in the list as well, or its id is spelt otherwise
			u, err := decodeRecord[User](user)
			if err != nil || u.ID == "" {
				continue
			}
			if i, known = at[u.ID]; !known {
				i = len(out.Rows)
				at[u.ID] = i
				out.Rows = append(out.Rows, CohortMember{User: u})
			}
		}
		out.Rows[i].Covered = &n
	}
	return out, nil
}

// coverageOf is a user, and how many of the selected entitlements they hold: proto3 leaves out zeros, and here the count was asked for.
func coverageOf(raw json.RawMessage) (user json.RawMessage, covered int64) {
	user = raw
	var count []byte
	eachQuoted(raw, func(name, value []byte) {
		switch {
		case isNamed(name, "user") && firstByte(value) == '{':
			user = value
		case isNamed(name, "coveredCount"):
			count = value
		}
	})
	if n, err := strconv.ParseInt(string(count), 10, 64); err == nil {
		return user, n
	}
	var row struct {
		CoveredCount int64 `json:"coveredCount"`
	}
	decodeLenient(raw, &row)
	return user, row.CoveredCount
}

// RunStatus is how a mining run stands. Open: unknown values are normal.
type RunStatus string

// The known run states.
const (
	RunStatusUnspecified RunStatus = "RUN_STATUS_UNSPECIFIED"
	RunStatusRunning     RunStatus = "RUN_STATUS_RUNNING"
	RunStatusCompleted   RunStatus = "RUN_STATUS_COMPLETED"
	RunStatusFailed      RunStatus = "RUN_STATUS_FAILED"
)

// Words is the value in plain words; an unknown one as it came.
func (s RunStatus) Words() string {
	switch s {
	case "", RunStatusUnspecified:
		return "not set"
	case RunStatusRunning:
		return "running"
	case RunStatusCompleted:
		return "completed"
	case RunStatusFailed:
		return "failed"
	}
	return string(s)
}

// TriggerType is what started a run. Open: unknown values are normal.
type TriggerType string

// The known triggers.
const (
	TriggerTypeUnspecified      TriggerType = "TRIGGER_TYPE_UNSPECIFIED"
	TriggerTypeManual           TriggerType = "TRIGGER_TYPE_MANUAL"
	TriggerTypeUpliftCompletion TriggerType = "TRIGGER_TYPE_UPLIFT_COMPLETION"
	TriggerTypeScheduled        TriggerType = "TRIGGER_TYPE_SCHEDULED"
	TriggerTypeDirectoryMerge   TriggerType = "TRIGGER_TYPE_DIRECTORY_MERGE"
)

// Words is the value in plain words; an unknown one as it came.
func (t TriggerType) Words() string {
	switch t {
	case "", TriggerTypeUnspecified:
		return "not set"
	case TriggerTypeManual:
		return "by hand"
	case TriggerTypeUpliftCompletion:
		return "after a data sync"
	case TriggerTypeScheduled:
		return "on schedule"
	case TriggerTypeDirectoryMerge:
		return "after a directory merge"
	}
	return string(t)
}

// Run is an analysis by role mining (companion.md 7.1).
type Run struct {
	ID                   string      `json:"id"`
	Status               RunStatus   `json:"status"`
	TriggerType          TriggerType `json:"triggerType"`
	TriggerDetail        string      `json:"triggerDetail"`
	TotalUsers           int64       `json:"totalUsers"`
	CohortsAnalyzed      int64       `json:"cohortsAnalyzed"`
	SuggestionsGenerated int64       `json:"suggestionsGenerated"`
	ErrorMessage         string      `json:"errorMessage"`
	CreatedAt            Time        `json:"createdAt"`
	CompletedAt          Time        `json:"completedAt"`
	UpdatedAt            Time        `json:"updatedAt"`
	Raw                  Original    `json:"-"` // the row as it came
	Problem              string      `json:"-"` // what was odd in it, "" if nothing
}

func (r *Run) origin() origin { return origin{raw: &r.Raw, problem: &r.Problem, key: r.ID} }

// LatestRun reads the latest analysis (companion.md 7.1). It is a KindNotFound when there has been none.
func (c *Client) LatestRun(ctx context.Context) (Run, error) {
	r, err := build("read latest run", http.MethodGet, "role-mining/runs/latest", nil)
	if err != nil {
		return Run{}, err
	}
	a, err := c.Do(ctx, r)
	if err != nil {
		return Run{}, err
	}
	if run, ok := member(a.Body, "run"); ok && isNull(run) || isEmptyObject(a.Body) {
		e := c.newError(r, KindNotFound, "no analysis has run yet", nil)
		e.Status, e.RequestID = a.Status, a.RequestID
		return Run{}, e
	}
	run, err := decodeMember[Run](a.Body, "run")
	return run, c.malformed(r, a, err)
}

// TriggerMining starts an analysis (companion.md 7.1).
func TriggerMining() (Request, error) {
	return build("start an analysis", http.MethodPost, "role-mining/trigger", nothing{})
}

// TriggeredRunID reads the id of the started run in the answer to TriggerMining; "" when there is none.
func TriggeredRunID(a Answer) string {
	raw, _ := member(a.Body, "runId")
	return unquote(raw)
}

// NewAccessProfile is what an access profile is made from (companion.md 7.1). SuggestionID marks that suggestion accepted.
type NewAccessProfile struct {
	DisplayName      string                  `json:"displayName"`
	Description      string                  `json:"description,omitempty"`
	Entitlements     []SuggestionEntitlement `json:"entitlements"`
	ProfileFilters   []ProfileFilter         `json:"profileFilters,omitempty"`
	CELExpression    string                  `json:"celExpression,omitempty"`
	EnableAutomation bool                    `json:"enableAutomation"`
	CreateTasks      bool                    `json:"createTasks"`
	SuggestionID     string                  `json:"suggestionId,omitempty"`
}

// CreateAccessProfile makes an access profile (companion.md 7.1).
func CreateAccessProfile(p NewAccessProfile) (Request, error) {
	if p.DisplayName == "" {
		return Request{}, errors.New("create access profile: a name is required")
	}
	if len(p.Entitlements) == 0 {
		return Request{}, errors.New("create access profile: choose at least one entitlement")
	}
	return build("create access profile", http.MethodPost, "role-mining/access-profiles", p)
}

// AccessProfile is what the tenant says about a profile it has made.
type AccessProfile struct {
	ID            string   `json:"accessProfileId"`
	CELExpression string   `json:"celExpression"`
	Raw           Original `json:"-"` // the answer as it came
	Problem       string   `json:"-"` // what was odd in it, "" if nothing
}

func (p *AccessProfile) origin() origin {
	return origin{raw: &p.Raw, problem: &p.Problem, key: p.ID}
}

// AccessProfileFrom reads the answer to CreateAccessProfile; nil when it is empty.
func AccessProfileFrom(a Answer) (*AccessProfile, error) { return answered[AccessProfile](a, "") }
