package tenant

import (
	"fmt"
	"slices"
	"strings"
)

// builtinRoles are there on every tenant and can't be edited.
var builtinRoles = []string{"Super Administrator", "Read-Only Administrator", "Connector Administrator", "Access Administrator", "Auditor",
	"Basic User",
	"Service Reader"}

var customRoles = []string{"Help desk", "Role mining reviewer", "Vault custodian", "Webhook operator", "Finance approver",
	"Contractor sponsor",
	"Log export keeper", "Campaign lead", "App owner", "Guardrail editor", "Incident responder", "Privacy officer", "Data steward",
	"監査担当",
	"Запросы склада"}

var permissionNames = []string{"apps.read", "apps.write", "connectors.read", "connectors.write", "entitlements.read", "entitlements.write",
	"entitlements.grant", "users.read", "users.write", "roles.read", "roles.write", "hooks.read", "hooks.write", "webhooks.read",
	"webhooks.write",
	"webhooks.test", "mining.read", "mining.decide", "mining.run", "secrets.read_own", "secrets.read_all", "secrets.revoke_all",
	"exports.read",
	"exports.write", "history.read", "gateway_keys.read", "gateway_keys.revoke", "toolsets.read", "toolsets.delete", "monitors.read",
	"monitors.bind",
	"owners.read", "owners.write", "contacts.read", "contacts.write", "policies.test", "notifications.own", "audit.read"}

var serviceRoleNames = []string{"roles/directory.reader", "roles/directory.writer", "roles/vault.admin", "roles/mining.analyst",
	"roles/syslog.exporter",
	"roles/gateway.operator", "roles/policy.tester"}

func (t *Tenant) roleName(i int) string {
	switch {
	case i < len(builtinRoles):
		return builtinRoles[i]
	case i-len(builtinRoles) < len(customRoles):
		return customRoles[i-len(builtinRoles)]
	}
	d := t.dice(kindRole, i, 3)
	return customRoles[i%len(customRoles)] + ", " + d.pick(departments)
}

// roleRecord makes a Role (interface.md 2.5).
func (t *Tenant) roleRecord(i int) object {
	born := t.longAgo(kindRole, i, 900)
	if i < len(builtinRoles) {
		born = t.founded()
	}
	d := t.dice(kindRole, i, 2)
	name := t.roleName(i)
	builtin := i < len(builtinRoles)
	var permissions, services []string
	share := d.between(6, 45)
	for _, each := range permissionNames {
		if name == builtinRoles[0] || d.chance(share) {
			permissions = append(permissions, each)
		}
	}
	for _, each := range serviceRoleNames {
		if d.chance(share / 2) {
			services = append(services, each)
		}
	}
	slug := fmt.Sprintf("custom-%d", i)
	if builtin {
		slug = strings.ReplaceAll(strings.ToLower(name), " ", "-")
	}
	rec := object{
		"id": t.id(kindRole, 0, i, born), "name": "role:" + slug, "displayName": name, "permissions": permissions, "serviceRoles": services,
		"systemApiOnly": name == "Service Reader" || i%19 == 15, "systemBuiltin": builtin,
		"createdAt": stamp(born), "updatedAt": stamp(t.touched(kindRole, i, born)), "deletedAt": nil,
	}
	switch {
	case i%26 == 24:
		rec["deletedAt"] = stamp(t.ended(kindRole, i, born))
		rec["updatedAt"] = rec["deletedAt"]
	case i%26 == 25:
		if t.hostile {
			rec["displayName"] = "Trial \u202eelor\u202c \x1b[31mred"
		}
		delete(rec, "serviceRoles")
	}
	return rec
}

// hasRole says whether there is a role of that id or name.
func (t *Tenant) hasRole(role string) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if _, ok := t.place(t.roles, role); ok {
		return true
	}
	for i := range t.roles.size {
		if rec := t.roles.at(i); rec != nil && (rec.text("displayName") == role || rec.text("name") == role) {
			return true
		}
	}
	return false
}

func (t *Tenant) listRoles(c *call) (any, error) { return c.search(t.roles, "list", nil, nil, nil) }

func (t *Tenant) getRole(c *call) (any, error) { return c.get(t.roles, "role") }

// updateRole is operation 4.
func (t *Tenant) updateRole(c *call) (any, error) {
	return c.update(t.roles, "role", editable{paths: []string{"displayName", "permissions", "serviceRoles"}, check: checkRole})
}

func checkRole(before, after object, _ []string) error {
	if builtin, _ := before["systemBuiltin"].(bool); builtin {
		return conflict("a built-in role can't be edited")
	}
	if err := checkName(after.text("displayName")); err != nil {
		return err
	}
	if err := checkNamed("permissions", permissionNames, before, after); err != nil {
		return err
	}
	return checkNamed("serviceRoles", serviceRoleNames, before, after)
}

// checkNamed refuses a list that names what there is none of; what a record has already may stay.
func checkNamed(member string, known []string, before, after object) error {
	if err := checkTexts(after, member); err != nil {
		return err
	}
	for _, each := range after.strings(member) {
		if !slices.Contains(known, each) && !slices.Contains(before.strings(member), each) {
			return invalid("%s: there is no %q", member, each)
		}
	}
	return nil
}

// checkTexts refuses a list with texts that are empty or repeated.
func checkTexts(rec object, member string) error {
	list := rec.strings(member)
	seen := map[string]bool{}
	for _, each := range list {
		if strings.TrimSpace(each) == "" || seen[each] {
			return invalid("%s: %q is empty or there twice", member, each)
		}
		seen[each] = true
	}
	return nil
}
