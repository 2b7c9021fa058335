package api

import (
	"context"
)

// RiskLevel is the word for a riskLevelValueId (companion.md 7.5).
type RiskLevel struct {
	ID      string   `json:"id"`
	Value   string   `json:"value"`
	Raw     Original `json:"-"` // the row as it came
	Problem string   `json:"-"` // what was odd in it, "" if nothing
}

func (l *RiskLevel) origin() origin { return origin{raw: &l.Raw, problem: &l.Problem, key: l.ID} }

// RiskLevels lists the risk levels (companion.md 7.5).
func (c *Client) RiskLevels(ctx context.Context, p PageRequest) (Page[RiskLevel], error) {
	return getPage[RiskLevel](ctx, c, "attributes/risk_levels", p.query(maxPageSize), "list", "")
}
