package tenant

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gatehouse/tenant/world"
)

// callerIndex is the user who holds the tenant's tokens: a Super Administrator.
const callerIndex = 0

// mailDomain is where the tenant's people get their mail.
const mailDomain = "halden.example"

// departments and locations are what the world has of them.
var departments, locations = world.Departments(), world.Locations()

// isPerson says whether the user at a place is a human.
func (t *Tenant) isPerson(i int) bool {
	p := t.world.Person(i)
	return p.Kind == world.Human
}

// userBorn is when a user came: newcomers within the second month before the start, others in the years before it.
func (t *Tenant) userBorn(i int) time.Time {
	p, days := t.world.Person(i), 1340.0
	from := 60.0
	switch {
	case p.Newcomer:
		from, days = 31, 29
	case p.Leads(), i == callerIndex:
		from, days = 700, 1400
	}
	return t.start.Add(-time.Duration((from + t.world.Tenure(i)*days) * float64(24*time.Hour)))
}

func (t *Tenant) userID(i int) string { return t.id(kindUser, 0, i, t.userBorn(i)) }

// userName is the display name, and the same for an address.
func (t *Tenant) userName(i int) (native, latin string) {
	native, latin = t.world.Name(i)
	if odd := t.hostileAt(i, 156, 10); odd != "" && t.isPerson(i) {
		native = odd
	}
	return native, latin
}

func (t *Tenant) userEmail(i int) string {
	_, latin := t.userName(i)
	if p := t.world.Person(i); i == callerIndex || p.Kind == world.Service {
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
	p := t.world.Person(i)
	status := t.userStatus(i)
	rec := object{
		"id": t.userID(i), "displayName": name, "email": email, "username": strings.TrimSuffix(email, "@"+mailDomain),
		"department": p.DepartmentName(), "jobTitle": p.TitleName(), "status": status, "directoryStatus": status,
		"type":       [...]string{"USER_TYPE_HUMAN", "USER_TYPE_SERVICE", "USER_TYPE_AGENT", "USER_TYPE_SYSTEM"}[p.Kind],
		"managerIds": []string{}, "employmentType": p.EmploymentType(), "employmentStatus": p.EmploymentStatus(), "profile": object{},
		"createdAt": stamp(born), "updatedAt": stamp(t.touched(kindUser, i, born)), "deletedAt": nil,
	}
	switch {
	case p.Kind == world.Human:
		rec["profile"] = object{"location": p.LocationName(), "company": world.Company(p.Division),
			"cost_center": fmt.Sprintf("CC-%d", 4100+p.Department*10)}
		if p.Manager >= 0 {
			rec["managerIds"] = []string{t.userID(p.Manager)}
		}
	case i%2 == 0: // what is no person may lack what cohorts are made of
		rec["managerIds"] = nil
		delete(rec, "jobTitle")
	}
	if status == "DELETED" {
		rec["deletedAt"] = stamp(t.ended(kindUser, i, born))
		rec["updatedAt"] = rec["deletedAt"]
	}
	return rec
}

// userStatus is whether a user may sign in.
func (t *Tenant) userStatus(i int) string {
	p := t.world.Person(i)
	return [...]string{"ENABLED", "DISABLED", "UNKNOWN", "DELETED"}[p.Status]
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
	ids := make([]string, len(refs))
	for i, each := range refs {
		ids[i] = each.text(member)
	}
	return c.t.placesOf(coll, ids)
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
		case []object:
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
func (t *Tenant) mayAct(user int) bool { return t.isPerson(user) && t.userStatus(user) == "ENABLED" }

// office is where a user works.
func (t *Tenant) office(user int) string {
	p := t.world.Person(user)
	return p.LocationName()
}
