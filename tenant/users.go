package tenant

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// callerIndex is the user who holds the tenant's tokens: a Super Administrator.
const callerIndex = 0

// mailDomain is where the tenant's people get their mail.
const mailDomain = "halden.example"

// teamSize is how many people of a department have the same manager.
const teamSize = 6

// A user's place in the organization follows from the index alone, so that the members of a cohort can be counted without a table.
func departmentOf(i int) int { return i % len(departments) }
func titleOf(i int) int      { return i / len(departments) % 4 }
func locationOf(i int) int   { return i / (4 * len(departments)) % len(locations) }
func isContractor(i int) bool {
	return i/len(departments)%5 == 3
}

// isService and isAgent say who is not a person; nobody reports to them.
func isService(i int) bool { return i%23 == 17 && !leads(i) }
func isAgent(i int) bool   { return i%41 == 29 && !leads(i) }
func isSystem(i int) bool  { return i%97 == 60 && !isService(i) && !isAgent(i) }
func isPerson(i int) bool  { return !isService(i) && !isAgent(i) && !isSystem(i) }
func leads(i int) bool     { return i/len(departments)%teamSize == 0 }

// managerOf is the first of the user's team; team leads report to the head of the department, and those to the caller.
func managerOf(i int) int {
	d, rank := departmentOf(i), i/len(departments)
	switch {
	case rank == 0:
		return callerIndex
	case rank%teamSize == 0:
		return d
	}
	return d + rank/teamSize*teamSize*len(departments)
}

func (t *Tenant) userBorn(i int) time.Time { return t.longAgo(kindUser, i, 1400) }

func (t *Tenant) userID(i int) string { return t.id(kindUser, 0, i, t.userBorn(i)) }

// userName is the display name, and the same for an address.
func (t *Tenant) userName(i int) (native, latin string) {
	d := t.dice(kindUser, i, 1)
	switch {
	case i == callerIndex:
		return "Mara Lindqvist", "mara.lindqvist"
	case isService(i):
		job := d.pick([]string{"billing-export", "backup-runner", "ticket-sync", "badge-printer", "mail-relay", "release-bot"})
		return fmt.Sprintf("svc-%s-%d", job, i), fmt.Sprintf("svc-%s-%d", job, i)
	case isAgent(i):
		job := d.pick([]string{"Release notes", "Expense triage", "Onboarding", "Log summary", "Vendor review"})
		return job + " agent", "agent-" + strings.ReplaceAll(strings.ToLower(job), " ", "-")
	}
	throw := d.n(100)
	chosen := &scripts[0]
	for k := range scripts {
		if throw -= scripts[k].weight; throw < 0 {
			chosen = &scripts[k]
			break
		}
	}
	given, family := chosen.given[d.n(len(chosen.given))], chosen.family[d.n(len(chosen.family))]
	native = given.native + chosen.join + family.native
	if chosen.familyFirst {
		native = family.native + chosen.join + given.native
	}
	if i > 20 && d.n(60) == 0 {
		native += " " + d.pick(nameMarks)
	}
	if odd := t.hostileAt(i, 156, 10); odd != "" {
		native = odd
	}
	return native, given.latin + "." + family.latin
}

func (t *Tenant) userEmail(i int) string {
	_, latin := t.userName(i)
	if i == callerIndex || isService(i) {
		return latin + "@" + mailDomain
	}
	return fmt.Sprintf("%s.%d@%s", latin, i, mailDomain)
}

func (t *Tenant) userPeek(i int, field string) any {
	switch field {
	case "displayName":
		native, _ := t.userName(i)
		return native
	case "email":
		return t.userEmail(i)
	}
	return nil
}

// userRecord makes a User (companion.md 7.13).
func (t *Tenant) userRecord(i int) object {
	born := t.userBorn(i)
	name, _ := t.userName(i)
	email := t.userEmail(i)
	dept := departmentOf(i)
	status, kindOf := t.userStatus(i), "USER_TYPE_HUMAN"
	switch {
	case isService(i):
		kindOf = "USER_TYPE_SERVICE"
	case isAgent(i):
		kindOf = "USER_TYPE_AGENT"
	case isSystem(i):
		kindOf = "USER_TYPE_SYSTEM"
	}
	rec := object{
		"id": t.userID(i), "displayName": name, "email": email, "username": strings.TrimSuffix(email, "@"+mailDomain),
		"department": departments[dept], "jobTitle": jobTitles[dept][titleOf(i)], "status": status, "directoryStatus": status,
		"type": kindOf, "managerIds": []string{t.userID(managerOf(i))}, "employmentType": employmentOf(i), "employmentStatus": "Active",
		"profile":   object{"location": locations[locationOf(i)], "cost_center": fmt.Sprintf("CC-%d", 4100+dept*10)},
		"createdAt": stamp(born), "updatedAt": stamp(t.touched(kindUser, i, born)), "deletedAt": nil,
	}
	switch {
	case i == callerIndex:
		rec["managerIds"] = []string{}
	case isService(i) && i%2 == 0: // what is no person may lack what cohorts are made of
		rec["managerIds"] = nil
		delete(rec, "jobTitle")
	}
	if status == "DELETED" {
		rec["deletedAt"] = stamp(t.ended(kindUser, i, born))
		rec["updatedAt"], rec["employmentStatus"] = rec["deletedAt"], "Terminated"
	}
	return rec
}

// userStatus is whether a user may sign in.
func (t *Tenant) userStatus(i int) string {
	d := t.dice(kindUser, i, 2)
	switch throw := d.n(100); {
	case i == callerIndex:
	case throw < 5:
		return "DISABLED"
	case throw < 7 && !leads(i):
		return "DELETED"
	case throw < 8:
		return "UNKNOWN"
	}
	return "ENABLED"
}

func employmentOf(i int) string {
	if isContractor(i) {
		return "Contractor"
	}
	return "Employee"
}

// userAt resolves an id to a user of the tenant.
func (t *Tenant) userAt(id string) (pos int, ok bool) { return t.place(t.users, id) }

// place resolves an id to a record of a collection that exists (a soft-deleted one does).
func (t *Tenant) place(c *collection, id string) (pos int, ok bool) {
	r, ok := t.refOf(id)
	if !ok || r.kind != c.kind || c.at(r.pos) == nil {
		return 0, false
	}
	return r.pos, true
}

// places turns refs into ascending places for a search; nil when there are none. Ids of anything else are passed over.
func (c *call) places(coll *collection, member string) []int {
	refs := c.in.objects("refs")
	if len(refs) == 0 {
		return nil
	}
	out := make([]int, 0, len(refs))
	for _, each := range refs {
		if r, ok := c.t.refOf(each.text(member)); ok && r.kind == coll.kind {
			out = append(out, r.pos)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// query is what the request searches for, in lower case.
func (c *call) query() string { return strings.ToLower(strings.TrimSpace(c.in.text("query"))) }

// searchUsers is POST /api/v1/search/users.
func (t *Tenant) searchUsers(c *call) (any, error) {
	if err := c.without("delegateStatus", "delegatedUserIds", "excludeOrigins", "isDelegate", "origins", "roleIds",
		"sourceAppIds"); err != nil {
		return nil, err
	}
	query, email := c.query(), strings.ToLower(c.in.text("email"))
	match := func(r *row) bool {
		return r.matches(query) && (email == "" || strings.ToLower(r.text("email")) == email) && c.oneOf("departments", r, "department") &&
			c.oneOf("jobTitles", r, "jobTitle") && c.oneOf("userStatuses", r, "status") && c.oneOf("ids", r, "id") &&
			!c.names("excludeIds", r, "id") && !c.names("excludeTypes", r, "type") && c.managedBy(r)
	}
	return c.search(t.users, "list", c.places(t.users, "id"), match, func(rec object) object { return object{"user": rec} })
}

// managedBy says whether a user has one of the managers that the request wants.
func (c *call) managedBy(r *row) bool {
	wanted := c.in.strings("managerIds")
	return len(wanted) == 0 || slices.ContainsFunc(r.whole().strings("managerIds"),
		func(id string) bool { return slices.Contains(wanted, id) })
}

// names says whether a list of the request holds what a field of the row has.
func (c *call) names(list string, r *row, member string) bool {
	values := c.in.strings(list)
	return len(values) > 0 && slices.Contains(values, r.text(member))
}

// oneOf says whether the row has one of the values that a list of the request wants; an empty list wants any.
func (c *call) oneOf(list string, r *row, member string) bool {
	return len(c.in.strings(list)) == 0 || c.names(list, r, member)
}

// without refuses what the service knows and this tenant has nothing for: it must not be taken for not given.
func (c *call) without(names ...string) error {
	for _, name := range names {
		switch v := c.in[name].(type) {
		case bool:
			if v {
				return invalid("%s: the built-in tenant can't filter by it", name)
			}
		case nil:
		case string:
			if notSet(v) != "" {
				return invalid("%s: the built-in tenant can't filter by it", name)
			}
		case []string:
			if len(v) > 0 {
				return invalid("%s: the built-in tenant can't filter by it", name)
			}
		}
	}
	return nil
}

// getUser is GET /api/v1/users/{id}.
func (t *Tenant) getUser(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.userAt(c.params[0])
	if !ok {
		return nil, notFound("user")
	}
	return object{"userView": object{"user": t.users.at(pos)}}, nil
}

// introspect is GET /api/v1/auth/introspect.
func (t *Tenant) introspect(*call) (any, error) {
	born := t.founded()
	return object{
		"principleId": t.id(kindPrinciple, 0, 0, born), "userId": t.userID(callerIndex), "tenantId": t.id(kindTenant, 0, 0, born),
		"roles": []string{"Super Administrator"}, "permissions": permissionNames, "features": []string{"role_mining", "paper_vault", "xaa"},
		"disabledModules": []string{},
	}, nil
}

// mayAct says whether the user at a place is a person who may sign in.
func (t *Tenant) mayAct(user int) bool { return isPerson(user) && t.userStatus(user) == "ENABLED" }

// office is where a user works.
func (t *Tenant) office(user int) string { return locations[locationOf(user)] }
