package tenant

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// burst is how many views come close together at most.
const burst = 4

// oddAddress is where nobody of the tenant works: the one secret that was opened by somebody else was opened from there.
const oddAddress = "198.51.100.23"

// reader is who does something with a secret: a user of the tenant, or somebody known by mail address only.
type reader struct {
	user int    // a place; -1: somebody outside
	mail string // of somebody outside
	home bool   // not from the office
	odd  bool   // from where nobody works
}

// activity is what happens to a secret.
type activity int

const (
	secretCreated activity = iota
	secretOpened
	secretRevoked
)

// words are how OCSF names an activity, and what it says in a sentence.
func (a activity) words() (name, message string) {
	switch a {
	case secretCreated:
		return "Create", "Secret created"
	case secretOpened:
		return "Read", "Secret opened"
	}
	return "Delete", "Secret revoked"
}

// moment is something that happened to a secret. n tells those of a secret apart: 0 its revocation, 1 its creation, then its views.
type moment struct {
	n    int
	what activity
	at   time.Time
	by   reader
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
	if e.source != sourceAudit {
		return false
	}
	by := e.moment.by
	return (f.actor == "" || by.user == actor) && (f.ip == "" || t.address(by) == f.ip) &&
		(f.mail == "" || strings.ToLower(by.mail) == f.mail || by.user >= 0 && strings.ToLower(t.userEmail(by.user)) == f.mail)
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

// audit pages through the events of the secret that the request names, newest first.
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
	moments := t.moments(pos, t.secrets.at(pos))
	events := make([]object, 0, len(moments))
	for _, m := range slices.Backward(moments) {
		if event := t.auditEvent(pos, m); filter.wants(event) {
			events = append(events, event)
		}
	}
	return p.cut("list", len(events), func(i int) object { return events[i] }), nil
}

// moments are what happened to a secret, oldest first: its creation, its views and, as its record has it now, its revocation.
func (t *Tenant) moments(pos int, rec object) []moment {
	out := append([]moment{{1, secretCreated, t.secretBorn(pos), reader{user: t.secretOwner(pos)}}}, t.secretViews(pos)...)
	if deleted := rec.time("deletedAt"); !deleted.IsZero() {
		by := callerIndex
		if d := t.dice(kindAudit, pos, 6); deleted.Before(t.start) && d.chance(70) {
			by = t.secretOwner(pos)
		}
		out = append(out, moment{0, secretRevoked, deleted, reader{user: by}})
	}
	return out
}

// secretViews are the views of a secret, oldest first: in bursts by one of its readers, most of them soon after it was made.
func (t *Tenant) secretViews(i int) []moment {
	count := t.secretViewCount(i)
	d := t.dice(kindAudit, i, 1)
	var sizes []int
	for left := count; left > 0; {
		size := min(left, d.between(1, burst))
		sizes = append(sizes, size)
		left -= size
	}
	readers := t.secretReaders(i)
	born := t.secretBorn(i)
	span := float64(t.secretClosed(i).Sub(born))
	by := func(share float64) time.Duration { return time.Duration(span * share * (0.15 + 0.85*share)) }
	views := make([]moment, 0, count)
	for k, size := range sizes {
		from, to := by(float64(k)/float64(len(sizes))), by(float64(k+1)/float64(len(sizes)))
		at := born.Add(from + time.Duration((0.15+0.35*d.fraction())*float64(to-from)))
		gap := min(time.Duration(d.between(6, 140))*time.Second, (to-from)*2/time.Duration(5*size))
		who := readers[d.n(len(readers))]
		who.home = who.user >= 0 && d.chance(20)
		if i == incident && k == len(sizes)-1 {
			who = reader{user: t.stranger(readers), odd: true}
		}
		for range size {
			views = append(views, moment{len(views) + 2, secretOpened, at, who})
			at = at.Add(gap)
		}
	}
	return views
}

// stranger is a user who is none of the readers.
func (t *Tenant) stranger(readers []reader) int {
	d := t.dice(kindAudit, incident, 5)
	user := t.personBefore(d.n(t.users.size), t.secretBorn(incident))
	for slices.ContainsFunc(readers, func(r reader) bool { return r.user == user }) {
		user = t.personBefore((user+1)%t.users.size, t.secretBorn(incident))
	}
	return user
}

// address is where somebody acts from: the office that they work in, or their home; a partner has one address.
func (t *Tenant) address(by reader) string {
	switch {
	case by.odd:
		return oddAddress
	case by.user < 0:
		_, domain, _ := strings.Cut(by.mail, "@")
		return fmt.Sprintf("192.0.2.%d", 200+fingerprint(domain)%50)
	case by.home:
		return fmt.Sprintf("192.0.2.%d", 1+by.user%190)
	}
	return fmt.Sprintf("203.0.113.%d", 10+8*slices.Index(locations, t.office(by.user)))
}

// endpoint is the same as OCSF has it.
func (t *Tenant) endpoint(by reader) object {
	out := object{"ip": t.address(by)}
	if by.user >= 0 && !by.odd {
		out["location"] = object{"city": t.office(by.user)}
	}
	return out
}

// agent is what somebody opens a secret with.
func (t *Tenant) agent(by reader) string {
	if by.odd {
		return "python-requests/2.33"
	}
	d := t.dice(kindAudit, by.user, 2)
	if by.user < 0 {
		d = t.dice(kindAudit, int(fingerprint(by.mail)>>1), 3)
	}
	return d.pick([]string{"Firefox 149 on Linux", "Safari 20 on macOS", "Safari 20 on iOS", "Chrome 151 on Windows"})
}

// personBefore is the user at a place, or the next one who is a person that may sign in and was there at a time.
func (t *Tenant) personBefore(user int, at time.Time) int {
	for range t.users.size {
		if t.mayAct(user) && t.userBorn(user).Before(at) {
			return user
		}
		user = (user + 1) % t.users.size
	}
	return callerIndex
}

// auditEvent makes the OCSF object of something that happened to a secret.
func (t *Tenant) auditEvent(pos int, m moment) object {
	who := object{"email_addr": m.by.mail, "name": m.by.mail, "uid": ""}
	if m.by.user >= 0 {
		who = t.actorUser(m.by.user, true)
	}
	name, message := m.what.words()
	event := t.ocsf(t.id(kindAudit, pos&0xffffff, m.n, m.at), name, message, m.at, who,
		object{"uid": t.secretID(pos), "name": t.secretName(pos), "type": "secret"})
	event["src_endpoint"] = t.endpoint(m.by)
	event["http_request"] = object{"user_agent": t.agent(m.by)}
	return event
}
