package api

import (
	"context"
	"net/http"
)

// CELResult is what an expression evaluates to (operation 7).
type CELResult struct {
	Type    string   `json:"type"`
	Value   string   `json:"value"`
	Raw     Original `json:"-"` // the answer as it came
	Problem string   `json:"-"` // what was odd in it, "" if nothing
}

func (r *CELResult) origin() origin {
	return origin{raw: &r.Raw, problem: &r.Problem, keyless: true}
}

// TestCEL evaluates an account provisioning expression (operation 7). A wrong expression comes back as KindInvalid with the
// service's message.
func (c *Client) TestCEL(ctx context.Context, expression string) (CELResult, error) {
	r, err := build("test expression", http.MethodPost, "policies/test-account-provision-policy", struct {
		CEL string `json:"cel"`
	}{expression})
	if err != nil {
		return CELResult{}, err
	}
	return fetchRecord[CELResult](ctx, c, r, "")
}
