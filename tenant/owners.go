package tenant

import (
	"net/http"
	"slices"
)

// ownerRecord holds the owners of the entitlement at a place: none, one or two to begin with.
func (t *Tenant) ownerRecord(place int) object {
	d := t.dice(kindOwner, place, 1)
	ids := make([]string, d.n(3))
	for k := range ids {
		ids[k] = t.userID(t.world.EntitlementOwner(place, k))
	}
	return object{"userIds": slices.Compact(ids)}
}

// ownersPlace is where the owners of an entitlement are kept. The caller holds the lock.
func (t *Tenant) ownersPlace(c *call) (int, error) {
	place, toolset, ok := t.entitlementAt(c.params[0], c.params[1])
	switch {
	case !ok:
		return 0, notFound("entitlement")
	case toolset: // its owners are beyond those of all other entitlements
		return t.owners.size + place, nil
	}
	return place, nil
}

func (t *Tenant) ownersAt(place int) object {
	if rec := t.owners.at(place); rec != nil {
		return rec
	}
	return object{"userIds": []string{}}
}

// addOwner is operation 8. The list of owners is a search: under a lag it shows the new one late.
func (t *Tenant) addOwner(c *call) (any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	place, err := t.ownersPlace(c)
	if err != nil {
		return nil, err
	}
	user := c.in.text("userId")
	if user == "" {
		return nil, invalid("userId is required")
	}
	pos, ok := t.userAt(user)
	switch {
	case !ok:
		return nil, notFound("user")
	case t.users.at(pos).text("status") == "DELETED":
		return nil, conflict("the user is deleted")
	}
	before := t.ownersAt(place)
	ids := before.strings("userIds")
	if slices.Contains(ids, user) {
		return nil, fail(http.StatusConflict, codeExists, "the user owns the entitlement already")
	}
	c.commit(t.owners, place, before, object{"userIds": append(slices.Clone(ids), user)})
	return object{}, nil
}

// removeOwner is DELETE /api/v1/apps/{app_id}/entitlements/{entitlement_id}/owners/{user_id}.
func (t *Tenant) removeOwner(c *call) (any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	place, err := t.ownersPlace(c)
	if err != nil {
		return nil, err
	}
	before := t.ownersAt(place)
	ids := before.strings("userIds")
	if !slices.Contains(ids, c.params[2]) {
		return nil, notFound("owner")
	}
	left := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == c.params[2] })
	c.commit(t.owners, place, before, object{"userIds": left})
	return object{}, nil
}

// listOwners is GET /api/v1/apps/{app_id}/entitlements/{entitlement_id}/owners.
func (t *Tenant) listOwners(c *call) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	t.owners.reads.Add(1)
	t.mu.RLock()
	defer t.mu.RUnlock()
	place, err := t.ownersPlace(c)
	if err != nil {
		return nil, err
	}
	var ids []string
	if r, ok := t.owners.seen(place, t.now()); ok {
		ids = r.whole().strings("userIds")
	}
	return p.cut("list", len(ids), func(i int) object {
		pos, ok := t.userAt(ids[i])
		if !ok {
			return object{"id": ids[i]}
		}
		return t.users.at(pos)
	}), nil
}
