package ui

import (
	"testing"

	"gatehouse/tenant"
)

// Change sets members of a record of the tenant.
func (d *driver) Change(collection, id string, members map[string]any) {
	d.t.Helper()
	if err := d.tenant.UpdateAs(collection, id, func(r map[string]any) {
		for name, value := range members {
			r[name] = value
		}
	}); err != nil {
		d.t.Fatal(err)
	}
}

func TestAKeyWhoseRevocationCantBeReadIsRevoked(t *testing.T) {
	for _, at := range []any{"not a time", "2024-02-30T00:00:00Z", "10000-01-01T00:00:00Z", 5, map[string]any{"a": 1}} {
		d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1}})
		d.Change("keys", d.tenant.KeyID(0), map[string]any{"revokedAt": at})
		d.keys("8")
		d.sees("✗ revoked", "The tenant sent something")
		d.seesNot("● active")
		d.keys("x")
		d.sees("revoked already")
		d.wantMutations()
	}
}

func TestADeletedWebhookIsDrawnAsOneAndNothingIsDoneWithIt(t *testing.T) {
	for _, at := range []any{"2026-01-02T03:04:05Z", "not a time"} {
		d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1}})
		d.Change("webhooks", d.tenant.WebhookID(0), map[string]any{"deletedAt": at})
		d.keys("2")
		d.sees("✗ deleted: ", "It gets no events any more.")
		for _, key := range []string{"e", "x", "t"} {
			d.keys(key)
			d.sees("is deleted")
		}
		d.wantMutations()
	}
}

func TestADeletedSecretIsNotActive(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1}})
	d.Change("secrets", d.tenant.SecretID(0),
		map[string]any{"status": "SECRET_STATUS_ACTIVE", "contentDeleted": false, "deletedAt": "2026-01-02T03:04:05Z"})
	d.keys("4")
	d.sees("✗ deleted")
	d.seesNot("● active")
	d.keys("x")
	d.sees("deleted already")
	d.wantMutations()
}

func TestAnExpiryThatCantBeReadIsShownAsItCame(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1}})
	d.Change("secrets", d.tenant.SecretID(0), map[string]any{"status": "SECRET_STATUS_ACTIVE", "contentDeleted": false, "deletedAt": nil,
		"contentExpiresAt": "not a time", "fileSize": ""})
	d.keys("4")
	d.sees("● active", `"not a time", which can't be read`)
	d.seesNot("No expiry is set", "0 bytes")
	d.keys("x")
	d.tells("it expires at", `"not a time"`)
}

func TestASuggestionInAStateThatIsUnknownHereAsksFirst(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1}})
	d.Change("suggestions", d.tenant.SuggestionID(0), map[string]any{"suggestionState": "SUGGESTION_STATE_PARKED"})
	d.keys("3", "a")
	d.tells("SUGGESTION_STATE_PARKED", "which this console doesn't know")
	d.wantMutations()
}
