package tenant

import (
	"fmt"
	"slices"
)

// What tests use to look behind the console's back, and to be another administrator.

// otherAdmin is the user that changes made behind the console's back are by.
const otherAdmin = 1

// sortedUnique sorts places and drops repeated ones.
func sortedUnique(places []int) []int {
	slices.Sort(places)
	return slices.Compact(places)
}

// collection finds one by its name: users, apps, entitlements, hooks, webhooks, suggestions, secrets, resource-servers, roles,
// exporters, keys, toolsets, monitors.
func (t *Tenant) collection(name string) (*collection, error) {
	for _, c := range t.all() {
		if c.name == name {
			return c, nil
		}
	}
	return nil, fmt.Errorf("the built-in tenant has no collection %q", name)
}

// Size is how many records a collection had from the start; 0 for a name that does not exist.
func (t *Tenant) Size(name string) int {
	c, err := t.collection(name)
	if err != nil {
		return 0
	}
	return c.size
}

// ID is the id of the record at i of a collection, as made; "" when there is none. Lists show records in this order.
func (t *Tenant) ID(name string, i int) string {
	c, err := t.collection(name)
	if err != nil || i < 0 || i >= c.size {
		return ""
	}
	return c.record(i).text(c.idField)
}

// HookID is the id of the hook at i; the other functions of this sort do the same for their collections.
func (t *Tenant) HookID(i int) string { return t.ID("hooks", i) }

// WebhookID is the id of the webhook at i.
func (t *Tenant) WebhookID(i int) string { return t.ID("webhooks", i) }

// SuggestionID is the id of the suggestion at i.
func (t *Tenant) SuggestionID(i int) string { return t.ID("suggestions", i) }

// SecretID is the vault id of the secret at i.
func (t *Tenant) SecretID(i int) string { return t.ID("secrets", i) }

// ServerID is the id of the resource server at i.
func (t *Tenant) ServerID(i int) string { return t.ID("resource-servers", i) }

// ServerAppID is the id of the app that the resource server at i fronts.
func (t *Tenant) ServerAppID(i int) string { return t.appID(t.serverApp(i)) }

// RoleID is the id of the role at i.
func (t *Tenant) RoleID(i int) string { return t.ID("roles", i) }

// ExporterID is the id of the exporter at i.
func (t *Tenant) ExporterID(i int) string { return t.ID("exporters", i) }

// DatasourceID is the id of the datasource that the exporter at i began with; no operation lists them.
func (t *Tenant) DatasourceID(i int) string { return t.datasourceID(i) }

// KeyID is the id of the gateway key at i.
func (t *Tenant) KeyID(i int) string { return t.ID("keys", i) }

// ToolsetID is the id of the toolset at i; its record names its app and connector.
func (t *Tenant) ToolsetID(i int) string { return t.ID("toolsets", i) }

// MonitorID is the id of the conflict monitor at i; no operation lists them.
func (t *Tenant) MonitorID(i int) string { return t.ID("monitors", i) }

// UserID is the id of the user at i; 0 is the caller.
func (t *Tenant) UserID(i int) string { return t.ID("users", i) }

// AppID is the id of the app at i.
func (t *Tenant) AppID(i int) string { return t.ID("apps", i) }

// EntitlementID returns the ids of the entitlement at i and of its app.
func (t *Tenant) EntitlementID(i int) (appID, id string) {
	return t.appID(i / entitlementsPerApp), t.entitlementID(i)
}

// RiskLevelID is the id of a level of risk; "" when there is none of that name.
func (t *Tenant) RiskLevelID(word string) string { return t.riskID(slices.Index(riskWords, word)) }

// ShareCode is the share code of the secret at i.
func (t *Tenant) ShareCode(i int) string { return t.shareCode(i) }

// Record returns a copy of a record as it truly is, whatever searches show of it; false: there is none.
func (t *Tenant) Record(name, id string) (map[string]any, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	c, err := t.collection(name)
	if err != nil {
		return nil, false
	}
	pos, ok := t.place(c, id)
	if !ok {
		return nil, false
	}
	return c.at(pos).clone(), true
}

// UpdateAs changes a record as another administrator would: at once, without a request, seen by reads and searches alike. A
// resource server gets a new entry in its history.
func (t *Tenant) UpdateAs(name, id string, change func(map[string]any)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	c, err := t.collection(name)
	if err != nil {
		return err
	}
	pos, ok := t.place(c, id)
	if !ok {
		return fmt.Errorf("the built-in tenant has no %s %s", c.what, id)
	}
	after := c.at(pos).clone()
	change(after)
	if c == t.servers {
		t.changeServer(pos, after, otherAdmin, Lag{})
		return nil
	}
	after["updatedAt"] = stamp(t.now())
	c.put(pos, after, Lag{}, t.now())
	t.addEvent(t.now(), otherAdmin, "Update", c.what, id, after.text("displayName"))
	return nil
}

// DeleteAs takes a record away for good, as another administrator would.
func (t *Tenant) DeleteAs(name, id string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	c, err := t.collection(name)
	if err != nil {
		return err
	}
	pos, ok := t.place(c, id)
	if !ok {
		return fmt.Errorf("the built-in tenant has no %s %s", c.what, id)
	}
	t.addEvent(t.now(), otherAdmin, "Delete", c.what, id, c.at(pos).text("displayName"))
	c.put(pos, nil, Lag{}, t.now())
	return nil
}
