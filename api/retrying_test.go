package api

import (
	"testing"
	"time"
)

func TestWaitsBeforeTheNextTrySayWhatIsTried(t *testing.T) {
	hooks := Exchange{Method: "POST", Path: "/api/v1/search/hooks", Attempt: 2, Status: 503, Wait: 1234 * time.Millisecond}
	with := func(change func(*Exchange)) Exchange { x := hooks; change(&x); return x }
	for want, x := range map[string]Exchange{
		"Reading the hooks failed (try 2): the tenant answered 503. Trying again in 1.2s…": hooks,
		"Reading the hooks failed (try 2): the connection broke. Trying again in 1.2s…": with(
			func(x *Exchange) { x.Status = 0 }),
		"Reading the hooks failed (try 2): the answer was cut short. Trying again in 1.2s…": with(
			func(x *Exchange) { x.Status = 200 }),
		"Reading the hooks waits and isn't sent yet: the tenant asked us to slow down. Trying in 1.2s…": with(func(x *Exchange) {
			x.Attempt,
				x.Status = 0, 429
		}),
		"Reading the hooks failed (try 2): the tenant answered 503. Trying again now…": with(
			func(x *Exchange) { x.Wait = 30 * time.Millisecond }),
		"Changing the webhooks failed (try 2): the tenant answered 429. Trying again in 1.2s…": with(func(x *Exchange) {
			x.Path,
				x.Status = "/api/v1/webhooks", 429
		}),
	} {
		if got := x.Retrying(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
