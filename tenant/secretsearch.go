package tenant

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// order is a sorted list of the places of a collection, good until the next write.
type order struct {
	writes int
	places []int
}

// searchSecretsAdmin is POST /api/v1/search/secrets-admin.
func (t *Tenant) searchSecretsAdmin(c *call) (any, error) {
	creators := c.in.strings("creatorUserIds")
	after, before := c.in.time("createdAfter"), c.in.time("createdBefore")
	deleted, _ := c.in["includeDeleted"].(bool)
	return t.searchSecrets(c, func(r *row) bool {
		if !deleted && r.text("deletedAt") != "" || len(creators) > 0 && !slices.Contains(creators, r.text("creatorUserId")) {
			return false
		}
		if after.IsZero() && before.IsZero() {
			return true
		}
		made, _ := time.Parse(time.RFC3339Nano, r.text("createdAt"))
		return (after.IsZero() || !made.Before(after)) && (before.IsZero() || made.Before(before))
	})
}

// searchMySecrets is POST /api/v1/search/secrets/mine.
func (t *Tenant) searchMySecrets(c *call) (any, error) {
	me := t.userID(callerIndex)
	return t.searchSecrets(c, func(r *row) bool {
		return r.text("deletedAt") == "" && r.text("creatorUserId") == me
	})
}

func (t *Tenant) searchSecrets(c *call, may func(*row) bool) (any, error) {
	query, statuses := c.query(), c.in.strings("statuses")
	secretType, mode := notSet(c.in.text("secretType")), notSet(c.in.text("sharingMode"))
	match := func(r *row) bool {
		return (len(statuses) == 0 || slices.Contains(statuses, r.text("status"))) &&
			(secretType == "" || r.text("secretType") == secretType) && (mode == "" || r.text("sharingMode") == mode) &&
			may(r) && r.matches(query)
	}
	switch sort := c.in.text("sortBy"); sort {
	case "SEARCH_SORT_BY_CREATED_ASC", "SEARCH_SORT_BY_EXPIRES_ASC", "SEARCH_SORT_BY_NAME_ASC":
		return t.sortedSecrets(c, sort, match)
	}
	return c.search(t.secrets, "list", nil, match, c.presentSecret)
}

// notSet takes the UNSPECIFIED member of an enumeration for none.
func notSet(value string) string {
	if strings.HasSuffix(value, "_UNSPECIFIED") {
		return ""
	}
	return value
}

// sortedSecrets pages through the secrets in another order than they were made in. A page token names the next page's first secret.
func (t *Tenant) sortedSecrets(c *call, sort string, match func(*row) bool) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	t.secrets.reads.Add(1)
	t.mu.Lock()
	defer t.mu.Unlock()
	places := t.secretOrder(sort)
	from := 0
	if !p.first {
		from = max(0, slices.Index(places, p.start))
	}
	now := t.now()
	rows := make([]object, 0, p.size)
	for _, pos := range places[from:] {
		r, ok := t.secrets.seen(pos, now)
		if !ok || !match(&r) {
			continue
		}
		if len(rows) == p.size {
			return p.list("list", rows, pos, true), nil
		}
		rows = append(rows, c.presentSecret(r.whole()))
	}
	return p.list("list", rows, 0, false), nil
}

// secretOrder sorts all places of the secrets, deleted ones too, so that a page token always finds its place again.
func (t *Tenant) secretOrder(sort string) []int {
	if known, ok := t.orders[sort]; ok && known.writes == t.secrets.writes {
		return known.places
	}
	field := map[string]string{"SEARCH_SORT_BY_EXPIRES_ASC": "contentExpiresAt", "SEARCH_SORT_BY_NAME_ASC": "displayName"}[sort]
	type keyed struct {
		text string
		at   int64
		pos  int
	}
	all := make([]keyed, 0, t.secrets.size)
	for pos := range t.secrets.size {
		k := keyed{pos: pos}
		r := row{c: t.secrets, pos: pos, rec: t.secretChanged(pos)}
		switch {
		case field == "displayName":
			k.text = strings.ToLower(r.text(field))
		case field == "":
			k.at = -int64(pos) // places run from the newest to the oldest
		case r.rec == nil:
			k.at = t.secretExpiry(pos).UnixNano()
		default:
			k.at = r.rec.time(field).UnixNano()
		}
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b keyed) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.text, b.text), cmp.Compare(a.pos, b.pos))
	})
	places := make([]int, len(all))
	for i, k := range all {
		places[i] = k.pos
	}
	if t.orders == nil {
		t.orders = map[string]order{}
	}
	t.orders[sort] = order{writes: t.secrets.writes, places: places}
	return places
}

// secretChanged is the stored record of a secret that was changed; nil: as it was made.
func (t *Tenant) secretChanged(pos int) object {
	if versions := t.secrets.changed[pos]; len(versions) > 0 {
		return versions[len(versions)-1].record
	}
	return nil
}
