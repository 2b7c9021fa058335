package tenant

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"time"
)

// What the log of the time before the tenant was started reaches back over, so that it stays small on a large tenant.
const (
	ticksKept      = 3 * 24 * 60 // minutes
	loggedServers  = 64
	loggedChanges  = 400 // of each server
	loggedSecrets  = 1000
	loggedToolsets = 64
)

// eventSource says what an event of the past is made from.
type eventSource int

const (
	sourceTick    eventSource = iota // what goes on at a minute
	sourceVersion                    // a version of a resource server
	sourceAudit                      // something that happened to a secret
	sourceTools                      // tools that were bound to a toolset
)

// pastEvent is an event before the tenant was started: when it was, and what it is made from.
type pastEvent struct {
	at     time.Time
	source eventSource
	of, n  int
	moment *moment // of a secret
}

// loggedEvent is an event since the tenant was started: every change that was made here.
type loggedEvent struct {
	at   time.Time
	body object
}

// past is the log of the time before the tenant was started, oldest first.
func (t *Tenant) past() []pastEvent {
	t.pastOnce.Do(func() {
		for k := range ticksKept {
			t.pastEvents = append(t.pastEvents, pastEvent{at: t.tickTime(k), source: sourceTick, n: k})
		}
		for i := range min(t.servers.size, loggedServers) {
			count := t.versionCount(i)
			for v := max(0, count-loggedChanges); v < count; v++ {
				t.pastEvents = append(t.pastEvents, pastEvent{at: t.versionTime(i, v), source: sourceVersion, of: i, n: v})
			}
		}
		for i := range min(t.secrets.size, loggedSecrets) {
			for _, m := range t.moments(i, t.secretRecord(i)) {
				t.pastEvents = append(t.pastEvents, pastEvent{m.at, sourceAudit, i, m.n, &m})
			}
		}
		for i := range min(t.toolsets.size, loggedToolsets) {
			for step := range t.bindingSteps(i) {
				t.pastEvents = append(t.pastEvents, pastEvent{at: t.boundAt(i, step*toolsAtATime), source: sourceTools, of: i, n: step})
			}
		}
		slices.SortFunc(t.pastEvents, func(a, b pastEvent) int {
			return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.source, b.source), cmp.Compare(a.of, b.of), cmp.Compare(a.n, b.n))
		})
	})
	return t.pastEvents
}

// tickTime is when the event of the k-th minute before the start was.
func (t *Tenant) tickTime(k int) time.Time { return t.start.Add(-time.Duration(k+1) * time.Minute) }

func (t *Tenant) tickID(k int) string { return t.id(kindTick, 0, k, t.tickTime(k)) }

// eventID is the id of an event of the past.
func (t *Tenant) eventID(e pastEvent) string {
	switch e.source {
	case sourceVersion:
		return t.id(kindEvent, e.of, e.n, e.at)
	case sourceAudit:
		return t.id(kindAudit, e.of, e.n, e.at)
	case sourceTools:
		return t.bindingEventID(e.of, e.n)
	}
	return t.tickID(e.n)
}

// event makes the event at a place of the log. The caller holds the lock.
func (t *Tenant) event(place int) object {
	past := t.past()
	if place >= len(past) {
		return t.events[place-len(past)].body
	}
	return t.pastBody(past[place])
}

// pastBody makes an event of the past.
func (t *Tenant) pastBody(e pastEvent) object {
	switch e.source {
	case sourceVersion:
		who, _ := t.actor(e.of, e.n).(object)
		user, _ := t.userAt(who.text("userId"))
		snapshot := t.snapshot(e.of, e.n)
		name, message := versionWords(t.versionKind(e.of, e.n))
		return t.ocsf(t.eventID(e), name, message, e.at, t.actorUser(user, who.text("userId") != ""),
			object{"uid": snapshot["id"], "name": snapshot["displayName"], "type": "resource server"})
	case sourceAudit:
		return t.auditEvent(e.of, *e.moment)
	case sourceTools:
		rec := t.toolsetRecord(e.of)
		return t.ocsf(t.eventID(e), "Update", "Tools of an access profile changed", e.at, t.actorUser(t.binder(e.of, e.n), true),
			object{"uid": rec["id"], "name": rec["displayName"], "type": "access profile"})
	}
	return t.tick(e)
}

// versionWords are how OCSF names the change of a resource server, and what it says in a sentence.
func versionWords(kindOf string) (name, message string) {
	switch kindOf {
	case "CHANGE_KIND_CREATE":
		return "Create", "Resource server created"
	case "CHANGE_KIND_HARD_DELETE":
		return "Delete", "Resource server deleted"
	}
	return "Update", "Resource server changed"
}

// tick is what goes on at a minute: sign-ins, syncs, requests.
func (t *Tenant) tick(e pastEvent) object {
	d := t.dice(kindTick, e.n, 1)
	user := t.personBefore(d.n(t.users.size), e.at)
	app := d.n(t.apps.size)
	what := []struct{ activity, message string }{{"Logon", "Signed in"}, {"Update", "Connector sync finished"}, {"Create", "Access requested"},
		{"Update", "Access granted"}, {"Update", "Access revoked"}, {"Read", "Policy evaluated"}}[d.n(6)]
	return t.ocsf(t.eventID(e), what.activity, what.message, e.at, t.actorUser(user, true),
		object{"uid": t.appID(app), "name": t.appName(app), "type": "app"})
}

// actorUser is a user as the log names them; nobody when the service itself acted.
func (t *Tenant) actorUser(user int, known bool) object {
	if !known {
		return object{"name": "", "email_addr": "", "uid": ""}
	}
	name, _ := t.userName(user)
	return object{"email_addr": t.userEmail(user), "name": name, "uid": t.userID(user)}
}

// ocsf makes one OCSF object.
func (t *Tenant) ocsf(uid, activity, message string, at time.Time, who, resource object) object {
	return object{
		"class_uid": 6003, "class_name": "API Activity", "category_uid": 6, "activity_name": activity, "message": message, "status": "Success",
		"severity_id": 1, "time": at.UnixMilli(), "time_dt": stamp(at), "actor": object{"user": who}, "resources": []object{resource},
		"metadata": object{"uid": uid, "version": "1.3.0", "product": object{"name": "gatehouse"}},
	}
}

// addEvent writes a change of now to the log and returns the id of its event. The caller holds the lock.
func (t *Tenant) addEvent(now time.Time, user int, activity, what, id, name string) string {
	uid := t.id(kindEvent, 0, -len(t.events)-1, now)
	body := t.ocsf(uid, activity, upperFirst(what)+" "+map[string]string{"Create": "created", "Update": "changed",
		"Delete": "deleted"}[activity],
		now, t.actorUser(user, true), object{"uid": id, "name": name, "type": what})
	t.events = append(t.events, loggedEvent{now, body})
	return uid
}

func upperFirst(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// note writes a change that this request made to the log. The caller holds the lock.
func (c *call) note(activity, what, id, name string) {
	if !c.lie {
		c.t.addEvent(c.t.now(), callerIndex, activity, what, id, name)
	}
}

// noteRecord writes what a request made of a record to the log.
func (c *call) noteRecord(coll *collection, pos int, before, after object) {
	rec, activity := after, "Update"
	switch {
	case after == nil:
		rec, activity = before, "Delete"
	case before == nil:
		activity = "Create"
	case after["deletedAt"] != nil && before["deletedAt"] == nil, after["revokedAt"] != nil && before["revokedAt"] == nil:
		activity = "Delete"
	}
	t := c.t
	switch coll {
	case t.secrets: // the same event that the audit shows
		for _, m := range t.moments(pos, after) {
			if name, _ := m.what.words(); name == activity {
				t.events = append(t.events, loggedEvent{m.at, t.auditEvent(pos, m)})
			}
		}
	case t.owners:
		t.addEvent(t.now(), callerIndex, "Update", "owners of an entitlement", c.params[1], "")
	default:
		name := cmp.Or(rec.text("displayName"), rec.text("suggestedName"))
		t.addEvent(t.now(), callerIndex, activity, coll.what, rec.text(coll.idField), name)
	}
}

// eventTime is when the event at a place of the log was.
func (t *Tenant) eventTime(place int) time.Time {
	past := t.past()
	if place < len(past) {
		return past[place].at
	}
	return t.events[place-len(past)].at
}

// eventPlace finds an event by its id. The caller holds the lock.
func (t *Tenant) eventPlace(uid string) (int, bool) {
	past := t.past()
	for i, each := range t.events {
		if each.body.child("metadata").text("uid") == uid {
			return len(past) + i, true
		}
	}
	r, ok := t.refOf(uid)
	if !ok {
		return 0, false
	}
	i := slices.IndexFunc(past, func(e pastEvent) bool {
		switch e.source {
		case sourceVersion:
			return r.kind == kindEvent && r.parent == e.of && r.pos == e.n
		case sourceAudit:
			return r.kind == kindAudit && r.parent == e.of && r.pos == e.n
		case sourceTools:
			return r.kind == kindBindingEvent && r.parent == e.of && r.pos == e.n
		}
		return r.kind == kindTick && r.pos == e.n
	})
	return i, i >= 0
}

// unlisted finds an event that is too far down in a large tenant for the list of the log, but that a record names.
func (t *Tenant) unlisted(uid string) (pastEvent, bool) {
	r, ok := t.refOf(uid)
	if !ok || r.pos < 0 {
		return pastEvent{}, false
	}
	switch {
	case r.kind == kindEvent && r.parent < t.servers.size && r.pos < t.versionCount(r.parent):
		return pastEvent{at: t.versionTime(r.parent, r.pos), source: sourceVersion, of: r.parent, n: r.pos}, true
	case r.kind == kindBindingEvent && r.parent < t.toolsets.size && r.pos < t.bindingSteps(r.parent):
		return pastEvent{at: t.boundAt(r.parent, r.pos*toolsAtATime), source: sourceTools, of: r.parent, n: r.pos}, true
	case r.kind == kindAudit && r.parent < t.secrets.size:
		for _, m := range t.moments(r.parent, t.secretRecord(r.parent)) {
			if m.n == r.pos {
				return pastEvent{m.at, sourceAudit, r.parent, m.n, &m}, true
			}
		}
	}
	return pastEvent{}, false
}

// onlyEvent answers with one event of the past.
func (t *Tenant) onlyEvent(c *call, e pastEvent) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	return p.list("list", []object{t.pastBody(e)}, 0, false), nil
}

// listEvents is POST /api/v1/systemlog/events. Bounds include what they name; oldest first unless asked otherwise.
func (t *Tenant) listEvents(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	from, to := 0, len(t.past())+len(t.events)
	all := to
	if since := c.in.time("since"); !since.IsZero() {
		from = sort.Search(all, func(i int) bool { return !t.eventTime(i).Before(since) })
	}
	if until := c.in.time("until"); !until.IsZero() {
		to = sort.Search(all, func(i int) bool { return t.eventTime(i).After(until) })
	}
	for _, name := range []string{"sinceEventUid", "untilEventUid"} {
		uid := c.in.text(name)
		if uid == "" {
			continue
		}
		place, ok := t.eventPlace(uid)
		older, past := pastEvent{}, false
		if !ok {
			older, past = t.unlisted(uid)
			place = sort.Search(all, func(i int) bool { return !t.eventTime(i).Before(older.at) })
		}
		switch {
		case !ok && !past:
			return nil, invalid("%s: no such event", name)
		case past && c.in.text("sinceEventUid") == c.in.text("untilEventUid"):
			return t.onlyEvent(c, older)
		case name == "sinceEventUid":
			from = max(from, place)
		case past:
			to = min(to, place)
		default:
			to = min(to, place+1)
		}
	}
	return t.eventPage(c, from, to, c.in.text("sortDirection") == "SORT_DIRECTION_DESC")
}

// eventPage answers with the events from a place up to another, whose page token names the next one.
func (t *Tenant) eventPage(c *call, from, to int, newestFirst bool) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	rows := make([]object, 0, p.size)
	if newestFirst {
		place := to - 1
		if !p.first {
			place = min(place, p.start)
		}
		for ; place >= from && len(rows) < p.size; place-- {
			rows = append(rows, t.event(place))
		}
		return p.list("list", rows, place, place >= from), nil
	}
	place := max(from, p.start)
	for ; place < to && len(rows) < p.size; place++ {
		rows = append(rows, t.event(place))
	}
	return p.list("list", rows, place, place < to), nil
}

// exporterEvents is POST /api/v1/systemlog/exports/{export_id}/events: what it has written, newest first, up to its watermark.
func (t *Tenant) exporterEvents(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.place(t.exporters, c.params[0])
	if !ok {
		return nil, notFound("exporter")
	}
	to := 0
	if place, known := t.eventPlace(t.exporters.at(pos).text("watermarkEventId")); known {
		to = place + 1
	}
	return t.eventPage(c, 0, to, true)
}
