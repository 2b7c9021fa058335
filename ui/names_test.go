package ui

import (
	"encoding/json"
	"testing"
	"time"

	"gatehouse/tenant"
)

func TestWhoAmIMissingLosesNothing(t *testing.T) {
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/auth/introspect", Status: 404, Message: "Not Found"})
	}})
	d.sees("42 in all")
	id := d.secretBy(true)
	d.onSecret(id)
	d.keys("x", "<tab>", "<enter>")
	d.sees("Revoked secret")
	d.wantMutations("DELETE /api/v1/secrets/" + id) // the operation that every tenant has
}

func TestNamesAreResolvedInBatchesAndOnce(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.tenant.ForgetRequests()
	d.keys("4")
	asked := d.asked("POST /api/v1/search/users")
	if len(asked) == 0 || len(asked) > 3 {
		t.Fatalf("%d requests for the names of one screen", len(asked))
	}
	seen := map[string]bool{}
	for _, body := range asked {
		var in struct{ Refs []struct{ ID string } }
		if err := json.Unmarshal([]byte(body), &in); err != nil {
			t.Fatal(err)
		}
		for _, ref := range in.Refs {
			if seen[ref.ID] {
				t.Errorf("the name of %s was asked for twice", ref.ID)
			}
			seen[ref.ID] = true
		}
	}
	d.keys("jkjkjk")
	if again := d.asked("POST /api/v1/search/users"); len(again) != len(asked) {
		t.Errorf("moving around asked for names again")
	}
}

func TestNamesThatCouldNotBeHadAreAskedForAgain(t *testing.T) {
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/users", Status: 503})
	}})
	secret, _ := d.tenant.Record("secrets", d.tenant.SecretID(0))
	creator, _ := d.tenant.Record("users", secret["creatorUserId"].(string))
	name := creator["displayName"].(string)
	if creator["id"] == d.tenant.UserID(0) {
		t.Fatal("the first secret is the caller's, whose name is on the screen anyway")
	}
	d.keys("4")
	d.seesNot(name)
	before := len(d.asked("POST /api/v1/search/users"))
	d.keys("jkjkjkjk")
	if after := len(d.asked("POST /api/v1/search/users")); after > before+4 {
		t.Errorf("every key press asks again for names that can't be had: %d requests", after-before)
	}
	d.tenant.Faults().Reset()
	d.clock.advance(2 * time.Minute)
	d.keys("r")
	d.sees(name)
}
