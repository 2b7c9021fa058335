package revoke

import (
	"errors"
	"testing"

	"gatehouse/action"
	"gatehouse/api"
)

// The other way to revoke is a new change: it is offered after a refusal, and never while nobody knows what came of the first.
func TestTheOtherWayIsOfferedAfterARefusalOnly(t *testing.T) {
	spec := action.RevokeSecret(func(api.Secret) action.Capacity { return action.AsCreator })
	plan, err := action.Bind(spec, action.SecretTarget, action.Draft{}, api.Secret{VaultID: "v1", DisplayName: "VPN"})
	if err != nil {
		t.Fatal(err)
	}
	forbidden := &api.Error{Kind: api.KindForbidden}
	for _, c := range []struct {
		outcome action.Outcome
		err     error
		offered bool
	}{
		{action.Refused, forbidden, true},
		{action.Refused, errors.New("something else"), false},
		{action.Refused, nil, false},
		{action.Unknown, forbidden, false},
		{action.NotSent, forbidden, false},
	} {
		other, err := (&leak{result: action.Result{Step: plan.Steps[0], Outcome: c.outcome, Err: c.err}}).instead()
		if err != nil || (other != nil) != c.offered {
			t.Errorf("%v, %v: offered %v, %v", c.outcome, c.err, other != nil, err)
		}
	}
}
