package tenant

import (
	"fmt"
	"time"

	"gatehouse/tenant/world"
)

// Access profiles that were there from the start have division and number in their ids; those made here have a parent of their own.

// madeHere is the parent of the ids of profiles that were made here.
const madeHere = 0xffffff

func (t *Tenant) profileID(p *world.Profile) string {
	return t.id(kindProfile, p.Division, p.Number, t.profileMade(p))
}

// profileMade is when an access profile was made: from a suggestion when that was accepted, else in the year before the analyses.
func (t *Tenant) profileMade(p *world.Profile) time.Time {
	if p.From >= 0 {
		return t.decided(p.From)
	}
	return t.start.AddDate(0, -4-p.Number%9, -3*p.Number)
}

// profileFrom is the id of the profile that a suggestion was accepted with.
func (t *Tenant) profileFrom(suggestion int) string {
	pool := t.suggestible.Profiles(t.cohortOf(suggestion).Division)
	for i := range pool {
		if pool[i].From == suggestion {
			return t.profileID(&pool[i])
		}
	}
	return ""
}

// profileName is what a profile is called: as the suggestion that it was made from, or by its department.
func (t *Tenant) profileName(p *world.Profile) string {
	name := p.Cohort.Named(t.leadName(p.Cohort))
	switch {
	case p.From >= 0:
		return t.suggestionName(p.From)
	case p.Cohort.Sort == world.OfCompany:
		return name + " welcome pack"
	}
	return name + " profile"
}

// keepCatalog stores an access profile that was made here.
func (t *Tenant) keepCatalog(rec object) {
	if t.catalogs == nil {
		t.catalogs = map[string]object{}
	}
	t.catalogs[rec.text("id")] = rec
}

func (t *Tenant) catalog(id, name, description string, by int, made time.Time) object {
	return object{"id": id, "displayName": name, "description": description, "published": true, "visibleToEveryone": false,
		"requestBundle": true, "createdByUserId": t.userID(by), "createdAt": stamp(made), "updatedAt": stamp(made), "deletedAt": nil}
}

// profileAt finds an access profile that was there from the start.
func (t *Tenant) profileAt(r ref) (*world.Profile, bool) {
	if r.kind != kindProfile || r.parent >= t.world.Divisions() {
		return nil, false
	}
	pool := t.suggestible.Profiles(r.parent)
	if r.pos < 0 || r.pos >= len(pool) {
		return nil, false
	}
	return &pool[r.pos], true
}

// hasCatalog says whether there is an access profile of that id. The caller holds the lock.
func (t *Tenant) hasCatalog(id string) bool {
	if t.catalogs[id] != nil {
		return true
	}
	r, ok := t.refOf(id)
	if !ok {
		return false
	}
	_, ok = t.profileAt(r)
	return ok
}

// getCatalog is GET /api/v1/catalogs/{id}: an access profile, by the id that a suggestion has for it.
func (t *Tenant) getCatalog(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	id := c.params[0]
	rec, members := t.catalogs[id], 0
	if rec == nil {
		r, ok := t.refOf(id)
		if !ok {
			return nil, notFound("access profile")
		}
		p, ok := t.profileAt(r)
		if !ok {
			return nil, notFound("access profile")
		}
		members = t.suggestible.ProfileMembers(p)
		rec = t.catalog(id, t.profileName(p), "", callerIndex, t.profileMade(p))
	}
	return object{"requestCatalogView": object{"requestCatalog": rec, "memberCount": fmt.Sprint(members)}}, nil
}
