package tenant

import (
	"fmt"
	"strings"
	"time"
)

// auditMax is how many views of a secret the audit trail still has.
const auditMax = 200

// searchAudit is POST /api/v1/search/secrets-admin/audit_events: what happened to one secret, newest first, as OCSF objects.
func (t *Tenant) searchAudit(c *call) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	if c.in.text("vaultId") == "" {
		return nil, invalid("vaultId is required")
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.place(t.secrets, c.in.text("vaultId"))
	if !ok {
		return nil, notFound("secret")
	}
	events := t.auditEvents(pos, t.secrets.at(pos))
	actor, mail, ip := c.in.text("actorUserId"), strings.ToLower(c.in.text("actorEmail")), c.in.text("clientIp")
	kept := events[:0]
	for _, each := range events {
		user := each.child("actor").child("user")
		if (actor == "" || user.text("uid") == actor) && (mail == "" || strings.ToLower(user.text("email_addr")) == mail) &&
			(ip == "" || each.child("src_endpoint").text("ip") == ip) {
			kept = append(kept, each)
		}
	}
	return p.cut("list", len(kept), func(i int) object { return kept[i] }), nil
}

// auditEvents follow from the record: its creation, its views, and its revocation.
func (t *Tenant) auditEvents(pos int, rec object) []object {
	born, until := rec.time("createdAt"), t.now()
	if expires := rec.time("contentExpiresAt"); expires.Before(until) {
		until = expires
	}
	deleted := rec.time("deletedAt")
	if !deleted.IsZero() && deleted.Before(until) {
		until = deleted
	}
	views, _, _ := rec.number("currentViews")
	var out []object
	if !deleted.IsZero() {
		out = append(out, t.auditEvent(rec, pos, 0, "Delete", "Secret revoked", deleted, callerIndex, ""))
	}
	readers, mails := rec.strings("allowedUserIds"), rec.strings("allowedEmails")
	d := t.dice(kindAudit, pos, 1)
	slot := until.Sub(born) / time.Duration(views+1)
	for n := views; n > max(0, views-auditMax); n-- {
		at := born.Add(slot * time.Duration(n))
		user, mail := d.n(t.users.size), ""
		switch {
		case len(mails) > 0:
			user, mail = -1, mails[n%len(mails)]
		case len(readers) > 0:
			user, _ = t.userAt(readers[n%len(readers)])
		}
		out = append(out, t.auditEvent(rec, pos, n+1, "Read", "Secret opened", at, user, mail))
	}
	creator, _ := t.userAt(rec.text("creatorUserId"))
	return append(out, t.auditEvent(rec, pos, 1, "Create", "Secret created", born, creator, ""))
}

// auditEvent makes one OCSF object; user is a place, or -1 for somebody known by mail address only.
func (t *Tenant) auditEvent(rec object, pos, n int, activity, message string, at time.Time, user int, mail string) object {
	d := t.dice(kindAudit, pos<<12^n, 2)
	who := object{"email_addr": mail, "name": mail, "uid": ""}
	if user >= 0 {
		name, _ := t.userName(user)
		who = object{"email_addr": t.userEmail(user), "name": name, "uid": t.userID(user)}
	}
	return object{
		"class_uid": 6003, "class_name": "API Activity", "category_uid": 6, "activity_name": activity, "message": message, "status": "Success",
		"severity_id": 1, "time": at.UnixMilli(), "time_dt": stamp(at), "actor": object{"user": who},
		"src_endpoint": object{"ip": fmt.Sprintf("203.0.113.%d", d.between(1, 250)), "location": object{"city": d.pick(locations)}},
		"http_request": object{"user_agent": d.pick([]string{"Firefox 149 on Linux", "Safari 20 on iOS", "Chrome 151 on Windows"})},
		"resources":    []object{{"uid": rec["vaultId"], "name": rec["displayName"], "type": "secret"}},
		"metadata":     object{"uid": t.id(kindAudit, pos&0xffffff, n, at), "version": "1.3.0", "product": object{"name": "gatehouse"}},
	}
}
