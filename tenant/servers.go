package tenant

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

var serverNames = []string{"Ledger API", "Customer graph", "Payout service", "Deploy gateway", "Search index", "Payroll bridge", "Parcel tracker",
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
	return "https://" + host + ".api.example.com/" + strconv.Itoa(i)
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
		if len(apps) > 0 && !slices.Contains(apps, r.text("appId")) || len(algorithms) > 0 && !slices.Contains(algorithms, r.text("signingAlgorithm")) {
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
	pos, ok := t.place(t.servers, c.params[1])
	if !ok || t.servers.at(pos).text("appId") != c.params[0] {
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

// changeServer adds a version to a resource server, as another administrator would. The caller holds the lock.
func (t *Tenant) changeServer(pos int, after object) {
	now := t.now()
	v := t.versionCount(pos) + len(t.history[pos])
	after["updatedAt"] = stamp(now)
	entry := object{"metadata": object{
		"id": t.id(kindHistory, pos, v, now), "syslogEventId": t.id(kindEvent, pos, v, now), "traceId": t.traceID(pos, v), "createdAt": stamp(now),
		"changeKind": "CHANGE_KIND_PUT", "actor": object{"kind": "ACTOR_KIND_API", "userId": t.userID(1)}, "annotations": []object{},
	}, "snapshot": after}
	if t.history == nil {
		t.history = map[int][]object{}
	}
	t.history[pos] = append(t.history[pos], entry)
	t.servers.put(pos, after, Lag{}, now)
}

// versionTime is when a version was made: from some years ago up to a few hours ago, evenly with some jitter.
func (t *Tenant) versionTime(i, v int) time.Time {
	count := t.versionCount(i)
	d := t.dice(kindServer, i, 2)
	age := time.Duration(d.between(200, 900)) * 24 * time.Hour
	last := time.Duration(d.between(2, 90)) * time.Hour
	slot := (age - last) / time.Duration(count)
	j := t.dice(kindHistory, i<<20^v, 2)
	return t.start.Add(-last - time.Duration(count-1-v)*slot - time.Duration(j.fraction()*float64(slot)*0.9))
}

func (t *Tenant) traceID(i, v int) string {
	d := t.dice(kindHistory, i<<20^v, 3)
	return d.hex(32)
}
