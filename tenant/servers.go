package tenant

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

var serverNames = []string{"Ledger API", "Customer graph", "Payout service", "Deploy gateway", "Search index", "Payroll bridge",
	"Parcel tracker",
	"Analytics cube", "Document store", "Badge controller", "Telephony events", "Signature relay"}

// A resource server is what its history has made of it: the record is the snapshot of its newest version.

// versionCount is how many versions a resource server has: 3 to 40, and as many as Rows for the first one.
func (t *Tenant) versionCount(i int) int {
	if i == 0 && t.rows > 0 {
		return t.rows
	}
	if i == 0 {
		return 40
	}
	d := t.dice(kindServer, i, 1)
	return d.between(3, 40)
}

// regionMarks tell servers of one name apart.
var regionMarks = []string{"EU", "US", "Sandbox", "APAC", "Staging", "LATAM", "Partner", "Archive"}

func (t *Tenant) serverApp(i int) int { return (i*5 + 1) % t.apps.size }

func (t *Tenant) serverName(i int) string {
	name := serverNames[i%len(serverNames)]
	if turn := i / len(serverNames); turn > 0 {
		return name + " " + regionMarks[turn%len(regionMarks)] + " " + strconv.Itoa(turn)
	}
	return name
}

func (t *Tenant) serverAudience(i int) string {
	host := strings.ToLower(strings.ReplaceAll(serverNames[i%len(serverNames)], " ", "-"))
	if turn := i / len(serverNames); turn > 0 {
		return "https://" + host + ".api.example.com/" + strconv.Itoa(turn)
	}
	return "https://" + host + ".api.example.com"
}

func (t *Tenant) serverPeek(i int, field string) any {
	v := t.versionCount(i) - 1
	switch field {
	case "displayName":
		return t.versionName(i, v)
	case "description":
		return t.versionText(i, v)
	case "normalizedAudience":
		return t.serverAudience(i)
	case "appId":
		return t.appID(t.serverApp(i))
	case "signingAlgorithm":
		return t.versionAlgorithm(i, v)
	}
	return nil
}

func (t *Tenant) serverRecord(i int) object { return t.snapshot(i, t.versionCount(i)-1) }

func (t *Tenant) serverID(i int) string { return t.id(kindServer, 0, i, t.versionTime(i, 0)) }

// searchServers is POST /api/v1/search/xaa/resource_servers.
func (t *Tenant) searchServers(c *call) (any, error) {
	query, apps, algorithms := c.query(), c.in.strings("appIds"), c.in.strings("signingAlgorithmFilter")
	off, byOff := c.in["disabled"].(bool)
	match := func(r *row) bool {
		if len(apps) > 0 && !slices.Contains(apps, r.text("appId")) || len(algorithms) > 0 &&
			!slices.Contains(algorithms, r.text("signingAlgorithm")) {
			return false
		}
		if byOff {
			if is, _ := r.field("disabled").(bool); is != off {
				return false
			}
		}
		return r.matches(query)
	}
	return c.search(t.servers, "list", c.places(t.servers, "id"), match, nil)
}

// listServers is GET /api/v1/apps/{app_id}/xaa/resource_servers.
func (t *Tenant) listServers(c *call) (any, error) {
	t.mu.RLock()
	_, ok := t.place(t.apps, c.params[0])
	t.mu.RUnlock()
	if !ok {
		return nil, notFound("app")
	}
	return c.search(t.servers, "resourceServers", nil, func(r *row) bool { return r.text("appId") == c.params[0] }, nil)
}

// listHistory is operation 10: the newest entry first. Entries are numbered from the oldest, so that a new one moves no page.
func (t *Tenant) listHistory(c *call) (any, error) {
	p, err := c.page(historyMax)
	if err != nil {
		return nil, err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.serverPlace(c)
	if !ok {
		return nil, notFound("resource server")
	}
	made, added := t.versionCount(pos), t.history[pos]
	from := made + len(added) - 1
	if !p.first {
		from = min(from, p.start)
	}
	rows := make([]object, 0, p.size)
	v := from
	for ; v >= 0 && len(rows) < p.size; v-- {
		if v >= made {
			rows = append(rows, added[v-made])
			continue
		}
		rows = append(rows, t.historyEntry(pos, v))
	}
	return p.list("list", rows, v, v >= 0), nil
}

// getServer is GET /api/v1/apps/{app_id}/xaa/resource_servers/{id}.
func (t *Tenant) getServer(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.serverPlace(c)
	if !ok {
		return nil, notFound("resource server")
	}
	return object{"resourceServer": t.servers.at(pos)}, nil
}

// serverPlace finds the resource server of an app that a path names.
func (t *Tenant) serverPlace(c *call) (int, bool) {
	pos, ok := t.place(t.servers, c.params[1])
	return pos, ok && t.servers.at(pos).text("appId") == c.params[0]
}

// updateServer is POST /api/v1/apps/{app_id}/xaa/resource_servers/{id}: every change is a version in its history.
func (t *Tenant) updateServer(c *call) (any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	pos, ok := t.serverPlace(c)
	if !ok {
		return nil, notFound("resource server")
	}
	before := t.servers.at(pos)
	if before.text("deletedAt") != "" {
		return nil, conflict("the resource server is deleted")
	}
	sent := c.in.child("resourceServer")
	for name, want := range map[string]string{"id": c.params[1], "appId": c.params[0]} {
		if given := sent.text(name); given != "" && given != want {
			return nil, invalid("resourceServer.%s is not the one in the path", name)
		}
	}
	after, err := c.masked(before, "resourceServer", editable{paths: []string{"displayName", "description", "disabled", "maxGrantLifetime",
		"requireProofOfPossession", "resourceUris", "signingAlgorithm", "sectorId", "modifyClaimsHook", "modifyClaimsHook.functionId",
		"modifyClaimsHook.commitId", "modifyClaimsHook.disabled"}, check: t.checkServer})
	if err != nil || c.lie {
		return object{"resourceServer": before}, err
	}
	t.changeServer(pos, after, callerIndex, c.lag)
	if c.stale {
		after = before
	}
	return object{"resourceServer": after}, nil
}

// checkServer refuses what a resource server can't be; its sector, once set, stays.
func (t *Tenant) checkServer(before, after object, paths []string) error {
	if err := checkName(after.text("displayName")); err != nil {
		return err
	}
	if utf8.RuneCountInString(after.text("description")) > 2048 {
		return invalid("description must be at most 2048 characters")
	}
	if was := before.text("sectorId"); was != "" && after.text("sectorId") != was {
		return invalid("sectorId can't be changed once it is set")
	} else if is := after.text("sectorId"); is != was {
		if r, ok := t.refOf(is); !ok || r.kind != kindSector {
			return invalid("sectorId: there is no such sector")
		}
	}
	if d, _ := seconds(after.text("maxGrantLifetime")); after.text("maxGrantLifetime") != "" && d <= 0 {
		return invalid("maxGrantLifetime must be longer than nothing")
	}
	for _, text := range after.strings("resourceUris") {
		u, err := url.Parse(text)
		if err != nil || u.Scheme == "" || u.Host == "" || u.Fragment != "" || strings.ContainsFunc(text, unseen) {
			return invalid("resourceUris: %q is not an absolute URI without a fragment", text)
		}
	}
	if touched(paths, "modifyClaimsHook") {
		if err := t.checkFunction("modifyClaimsHook", after.child("modifyClaimsHook")); err != nil {
			return err
		}
	}
	return checkTexts(after, "resourceUris")
}

// changeServer adds a version to a resource server. The caller holds the lock.
func (t *Tenant) changeServer(pos int, after object, user int, lag Lag) {
	now := t.now()
	v := t.versionCount(pos) + len(t.history[pos])
	after["updatedAt"] = stamp(now)
	event := t.addEvent(now, user, "Update", "resource server", after.text("id"), after.text("displayName"))
	entry := object{"metadata": object{
		"id": t.id(kindHistory, pos, v, now), "syslogEventId": event, "traceId": t.traceID(pos, v), "createdAt": stamp(now),
		"changeKind": "CHANGE_KIND_PUT", "actor": object{"kind": "ACTOR_KIND_API", "userId": t.userID(user)}, "annotations": []object{},
	}, "snapshot": after}
	if t.history == nil {
		t.history = map[int][]object{}
	}
	t.history[pos] = append(t.history[pos], entry)
	t.servers.put(pos, after, lag, now)
}

// versionTime is when a version was made: from some years ago, once there was the app, up to a few hours ago, evenly with some jitter. What
// takes a change back comes soon after it.
func (t *Tenant) versionTime(i, v int) time.Time {
	count := t.versionCount(i)
	d := t.dice(kindServer, i, 2)
	age := min(time.Duration(d.between(200, 900))*24*time.Hour, t.start.Sub(t.appBorn(t.serverApp(i)))-time.Hour)
	last := time.Duration(d.between(2, 90)) * time.Hour
	slot := (age - last) / time.Duration(count)
	j := t.dice(kindHistory, i<<20^v, 2)
	if t.backOn(i, v) {
		return t.versionTime(i, v-1).Add(min(time.Duration(j.between(20, 90))*time.Minute, slot*3/10))
	}
	return t.start.Add(-last - time.Duration(count-1-v)*slot - time.Duration(j.fraction()*float64(slot)*0.9))
}

func (t *Tenant) traceID(i, v int) string {
	d := t.dice(kindHistory, i<<20^v, 3)
	return d.hex(32)
}
