package tenant

import (
	"fmt"
	"strings"
	"time"
)

// auditMax is how many views of a secret the audit trail still has.
const auditMax = 200

// burst is how many views come close together.
const burst = 4

// moment is something that happened to a secret. user is a place, or -1 for somebody known by mail address only.
type moment struct {
	n                 int
	activity, message string
	at                time.Time
	user              int
	mail              string
}

// auditFilter is what a search of the audit wants of an event.
type auditFilter struct{ actor, mail, ip string }

func (f auditFilter) wants(event object) bool {
	user := event.child("actor").child("user")
	return (f.actor == "" || user.text("uid") == f.actor) && (f.mail == "" || strings.ToLower(user.text("email_addr")) == f.mail) &&
		(f.ip == "" || event.child("src_endpoint").text("ip") == f.ip)
}

// may says whether an event of the past can be one that is wanted, before it is made.
func (f auditFilter) may(t *Tenant, e pastEvent, actor int) bool {
	return e.source == sourceAudit && (f.actor == "" || e.user == actor) && (f.ip == "" || t.auditAddress(e.of, e.n) == f.ip) &&
		(f.mail == "" || strings.ToLower(e.mail) == f.mail || e.user >= 0 && strings.ToLower(t.userEmail(e.user)) == f.mail)
}

// searchAudit is POST /api/v1/search/secrets-admin/audit_events: what happened to one secret or to all, newest first.
func (t *Tenant) searchAudit(c *call) (any, error) {
	filter := auditFilter{c.in.text("actorUserId"), strings.ToLower(c.in.text("actorEmail")), c.in.text("clientIp")}
	if c.in.text("vaultId") == "" {
		return t.auditAll(c, filter)
	}
	return t.audit(c, filter)
}

// auditAll goes through the log, from its end; a page token names the place of the next event.
func (t *Tenant) auditAll(c *call, filter auditFilter) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	past := t.past()
	place := len(past) + len(t.events) - 1
	if !p.first {
		place = min(place, p.start)
	}
	actor, known := t.userAt(filter.actor)
	if filter.actor != "" && !known {
		return p.list("list", nil, 0, false), nil
	}
	rows := make([]object, 0, p.size)
	for ; place >= 0; place-- {
		if place < len(past) && !filter.may(t, past[place], actor) || place >= len(past) && !aboutSecret(t.event(place)) {
			continue
		}
		event := t.event(place)
		if !filter.wants(event) {
			continue
		}
		if len(rows) == p.size {
			return p.list("list", rows, place, true), nil
		}
		rows = append(rows, event)
	}
	return p.list("list", rows, 0, false), nil
}

func aboutSecret(event object) bool {
	resources := event.objects("resources")
	return len(resources) == 1 && resources[0].text("type") == "secret"
}

// searchMyAudit is POST /api/v1/search/secrets/audit_events: what happened to a secret of the caller's, without addresses.
func (t *Tenant) searchMyAudit(c *call) (any, error) {
	vault := c.in.text("vaultId")
	if vault == "" {
		return nil, invalid("vaultId is required")
	}
	t.mu.RLock()
	pos, ok := t.place(t.secrets, vault)
	mine := ok && t.secrets.at(pos).text("creatorUserId") == t.userID(callerIndex)
	t.mu.RUnlock()
	switch {
	case !ok:
		return nil, notFound("secret")
	case !mine:
		return nil, fail(403, codeForbidden, "the secret belongs to somebody else")
	}
	answer, err := t.audit(c, auditFilter{})
	out, ok := answer.(object)
	if err != nil || !ok {
		return answer, err
	}
	for i, event := range out.objects("list") {
		event = event.with(nil)
		delete(event, "src_endpoint")
		out.objects("list")[i] = event
	}
	return out, nil
}

// audit pages through the events of the secret that the request names.
func (t *Tenant) audit(c *call, filter auditFilter) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.place(t.secrets, c.in.text("vaultId"))
	if !ok {
		return nil, notFound("secret")
	}
	rec := t.secrets.at(pos)
	var events []object
	for _, m := range t.moments(pos, rec) {
		if event := t.auditEvent(rec, pos, m); filter.wants(event) {
			events = append(events, event)
		}
	}
	return p.cut("list", len(events), func(i int) object { return events[i] }), nil
}

// moments follow from the record, newest first: its creation, its views before the tenant was started, and its revocation.
func (t *Tenant) moments(pos int, rec object) []moment {
	born, until := rec.time("createdAt"), t.start
	if expires := rec.time("contentExpiresAt"); !expires.IsZero() && expires.Before(until) {
		until = expires
	}
	deleted := rec.time("deletedAt")
	if !deleted.IsZero() && deleted.Before(until) {
		until = deleted
	}
	views, _, _ := rec.number("currentViews")
	var out []moment
	if !deleted.IsZero() {
		out = append(out, moment{0, "Delete", "Secret revoked", deleted, callerIndex, ""})
	}
	readers, mails := rec.strings("allowedUserIds"), rec.strings("allowedEmails")
	d := t.dice(kindAudit, pos, 1)
	slot := until.Sub(born) / time.Duration(views+1)
	pause := min(slot/burst, 11*time.Minute)
	for n := views; n > max(0, views-auditMax); n-- {
		user, mail := t.person(d.n(t.users.size)), ""
		switch {
		case len(mails) > 0:
			user, mail = -1, mails[n%len(mails)]
		case len(readers) > 0:
			user, _ = t.userAt(readers[n%len(readers)])
		}
		out = append(out, moment{n + 1, "Read", "Secret opened", born.Add(slot*time.Duration(n-n%burst) + pause*time.Duration(n%burst+1)),
			user, mail})
	}
	creator, _ := t.userAt(rec.text("creatorUserId"))
	return append(out, moment{1, "Create", "Secret created", born, creator, ""})
}

// auditAddress is where somebody acted from: the same for views that come close together, and one of few for each secret.
func (t *Tenant) auditAddress(pos, n int) string {
	d := t.dice(kindAudit, pos<<12^(n-1)/burst%3, 4)
	return fmt.Sprintf("203.0.113.%d", d.between(1, 250))
}

// person is the user at a place, or the next one who is a person that may sign in.
func (t *Tenant) person(user int) int {
	for range t.users.size {
		if isPerson(user) && t.userStatus(user) == "ENABLED" {
			return user
		}
		user = (user + 1) % t.users.size
	}
	return callerIndex
}

// auditEvent makes the OCSF object of something that happened to a secret.
func (t *Tenant) auditEvent(rec object, pos int, m moment) object {
	d := t.dice(kindAudit, pos<<12^(m.n-1)/burst, 2)
	who := object{"email_addr": m.mail, "name": m.mail, "uid": ""}
	if m.user >= 0 {
		who = t.actorUser(m.user, true)
	}
	event := t.ocsf(t.id(kindAudit, pos&0xffffff, m.n, m.at), m.activity, m.message, m.at, who,
		object{"uid": rec["vaultId"], "name": rec["displayName"], "type": "secret"})
	event["src_endpoint"] = object{"ip": t.auditAddress(pos, m.n), "location": object{"city": d.pick(locations)}}
	event["http_request"] = object{"user_agent": d.pick([]string{"Firefox 149 on Linux", "Safari 20 on iOS", "Chrome 151 on Windows"})}
	return event
}
