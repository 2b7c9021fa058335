package tenant

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

var secretNames = []string{"Staging database password", "VPN profile for new joiners", "Signing certificate 2026", "Payment sandbox keys",
	"Root account recovery codes", "Vendor portal login", "Wi-Fi guest code", "Backup encryption key", "Board deck draft",
	"Payroll export March",
	"Load test credentials", "Registrar account", "SSH key for bastion", "Contractor onboarding pack", "Mail relay password",
	"Build cache token",
	"Audit evidence bundle", "Printer pin", "Emergency access codes", "Translation service key", "本番DBの接続情報",
	"Ключ доступа к складу",
	"Webhook signing key", "Insurance documents", "Release notes token", "Data room link"}

var secretFiles = []string{"profile.ovpn", "signing-2026.p12", "recovery-codes.txt", "export-march.csv.age", "onboarding.zip",
	"evidence.tar.zst",
	"board-deck.pdf", "keys.env"}

var outsideMails = []string{"audit@northgate-partners.example", "finance@lumen-supplies.example", "ops@harbor-logistics.example",
	"legal@whitfield-cross.example", "hana.mori@kumo-works.example", "it@brightkiln-labs.example", "jo@fernway-consulting.example"}

// secretLives are the lifetimes that people choose.
var secretLives = []time.Duration{time.Hour, 4 * time.Hour, 24 * time.Hour, 72 * time.Hour, 7 * 24 * time.Hour, 7 * 24 * time.Hour,
	14 * 24 * time.Hour, 14 * 24 * time.Hour, 30 * 24 * time.Hour, 30 * 24 * time.Hour, 30 * 24 * time.Hour}

// soonLeft are the times left of the first few secrets, so that a demo always has some that are about to expire.
var soonLeft = []time.Duration{4 * time.Minute, 26 * time.Minute, 51 * time.Minute, 3 * time.Hour, 5*time.Hour + 20*time.Minute,
	11 * time.Hour,
	26 * time.Hour, 50 * time.Hour}

func (t *Tenant) secretBorn(i int) time.Time { return t.born(t.secrets, i, 75) }

func (t *Tenant) secretName(i int) string {
	if odd := t.hostileAt(i, 52, 8); odd != "" {
		return odd
	}
	d := t.dice(kindSecret, i, 3)
	name := secretNames[(i*7+i/len(secretNames)*5)%len(secretNames)]
	if d.chance(30) {
		return name + " (" + d.pick(departments) + ")"
	}
	return name
}

func (t *Tenant) secretID(i int) string { return t.id(kindSecret, 0, i, t.secretBorn(i)) }

// secretOwner is the creator's place; the caller owns some.
func (t *Tenant) secretOwner(i int) int {
	if i%9 == 2 {
		return callerIndex
	}
	d := t.dice(kindSecret, i, 4)
	return t.personBefore(d.n(t.users.size), t.secretBorn(i))
}

func (t *Tenant) secretExpiry(i int) time.Time {
	born := t.secretBorn(i)
	if i%4 == 1 && i/4 < len(soonLeft) && t.start.Sub(born) < 29*24*time.Hour {
		return t.start.Add(soonLeft[i/4]).Truncate(time.Second)
	}
	d := t.dice(kindSecret, i, 5)
	life := secretLives[d.n(len(secretLives))]
	if i == incident {
		life = secretLives[len(secretLives)-1]
	}
	return born.Add(life)
}

// secretClosed is when a secret could no longer be opened, as of the start.
func (t *Tenant) secretClosed(i int) time.Time {
	closed, expires := t.start.Add(-time.Minute), t.secretExpiry(i)
	if t.secretStatus(i) == "SECRET_STATUS_REVOKED" {
		return t.secretRevoked(i)
	}
	if expires.Before(closed) {
		return expires
	}
	return closed
}

// secretRevoked is when a secret that is revoked was: while it could be opened.
func (t *Tenant) secretRevoked(i int) time.Time {
	born, until := t.secretBorn(i), t.secretExpiry(i)
	if t.start.Before(until) {
		until = t.start
	}
	d := t.dice(kindSecret, i, 10)
	return born.Add(time.Duration((0.05 + 0.9*d.fraction()) * float64(until.Sub(born))))
}

// secretMost is how many views a secret allows; 0: any number.
func (t *Tenant) secretMost(i int) int {
	d := t.dice(kindSecret, i, 11)
	switch {
	case i == incident:
		return 25
	case t.secretStatus(i) == "SECRET_STATUS_BURNED":
		return []int{1, 1, 1, 1, 3, 5, 10}[d.n(7)]
	}
	return []int{0, 1, 1, 3, 5, 10, 25, 100, 1000}[d.n(9)]
}

// secretViewCount is how often a secret was opened: as often as it may be where it is burned, else less often.
func (t *Tenant) secretViewCount(i int) int {
	d, most := t.dice(kindSecret, i, 12), t.secretMost(i)
	switch {
	case i == incident:
		return 9
	case t.secretStatus(i) == "SECRET_STATUS_BURNED":
		return most
	case most == 0:
		return d.n(18)
	}
	return d.n(min(most, 60))
}

func (t *Tenant) secretFile(i int) bool {
	d := t.dice(kindSecret, i, 6)
	return d.chance(35) && i != incident
}

func (t *Tenant) secretExternal(i int) bool {
	d := t.dice(kindSecret, i, 7)
	return d.chance(40) && i != incident && i%31 != 28
}

// secretStatus is the status apart from what time does to it, see secretLive.
func (t *Tenant) secretStatus(i int) string {
	d := t.dice(kindSecret, i, 8)
	expiry := t.secretExpiry(i)
	switch throw := d.n(100); {
	case i == incident:
	case throw < 12:
		return "SECRET_STATUS_BURNED"
	case throw < 20 && i%4 != 1:
		return "SECRET_STATUS_REVOKED"
	case throw < 45 && t.start.Sub(expiry) > dataKept:
		return "SECRET_STATUS_DATA_DELETED"
	case i%83 == 71:
		return "SECRET_STATUS_QUARANTINED" // newer than any client
	}
	return "SECRET_STATUS_ACTIVE"
}

// statusNow is a status as it is at this moment: an active secret expires.
func (t *Tenant) statusNow(status string, expires time.Time) string {
	if status == "SECRET_STATUS_ACTIVE" && !expires.IsZero() && !t.now().Before(expires) {
		return "SECRET_STATUS_EXPIRED"
	}
	return status
}

func (t *Tenant) secretLive(rec object) object {
	if rec == nil {
		return nil
	}
	status := rec.text("status")
	if now := t.statusNow(status, rec.time("contentExpiresAt")); now != status {
		return rec.with(object{"status": now})
	}
	return rec
}

func (t *Tenant) secretPeek(i int, field string) any {
	switch field {
	case "displayName":
		return t.secretName(i)
	case "filename":
		if t.secretFile(i) {
			return secretFiles[i%len(secretFiles)]
		}
		return ""
	case "status":
		return t.statusNow(t.secretStatus(i), t.secretExpiry(i))
	case "deletedAt":
		if t.secretStatus(i) != "SECRET_STATUS_REVOKED" {
			return ""
		}
	case "secretType":
		if t.secretFile(i) {
			return "SECRET_TYPE_FILE"
		}
		return "SECRET_TYPE_TEXT"
	case "sharingMode":
		if t.secretExternal(i) {
			return "PAPER_VAULT_SHARING_MODE_EXTERNAL"
		}
		return "PAPER_VAULT_SHARING_MODE_INTERNAL"
	case "creatorUserId":
		return t.userID(t.secretOwner(i))
	case "createdAt":
		return stamp(t.secretBorn(i))
	case "contentExpiresAt":
		return stamp(t.secretExpiry(i))
	}
	return nil
}

// secretRecord makes a PaperSecret (interface.md 2.6). shareUrl holds only the path: the host is that of the request.
func (t *Tenant) secretRecord(i int) object {
	born, status := t.secretBorn(i), t.secretStatus(i)
	d := t.dice(kindSecret, i, 9)
	code, views := t.shareCode(i), t.secretViews(i)
	ids, mails := t.secretReach(i)
	last := born // when something last happened to it
	if len(views) > 0 {
		last = views[len(views)-1].at
	}
	rec := object{
		"vaultId": t.secretID(i), "displayName": t.secretName(i), "secretType": t.secretPeek(i, "secretType"),
		"inputFormat": d.pick([]string{"SECRET_INPUT_FORMAT_PLAINTEXT", "SECRET_INPUT_FORMAT_JSON", "SECRET_INPUT_FORMAT_YAML",
			"SECRET_INPUT_FORMAT_KEY_VALUE"}),
		"ageSuite": d.pick([]string{"AGE_SUITE_X25519", "AGE_SUITE_MLKEM768X25519"}), "sharingMode": t.secretPeek(i, "sharingMode"),
		"status": status, "contentDeleted": false, "contentReady": true, "contentType": "text/plain",
		"contentExpiresAt": stamp(t.secretExpiry(i)),
		"creatorUserId":    t.userID(t.secretOwner(i)), "currentViews": len(views), "maxViews": t.secretMost(i),
		"filename": "", "fileSize": "0", "shareCode": code, "shareUrl": "/secrets/" + code,
		"createdAt": stamp(born), "updatedAt": stamp(last), "deletedAt": nil, "allowedEmails": mails, "allowedUserIds": ids,
	}
	if t.secretFile(i) {
		rec["filename"], rec["contentType"] = secretFiles[i%len(secretFiles)], "application/octet-stream"
		rec["fileSize"] = fmt.Sprint(d.between(180, 9_800_000))
	}
	switch status {
	case "SECRET_STATUS_BURNED":
		rec["contentDeleted"], rec["contentReady"] = true, false
	case "SECRET_STATUS_REVOKED":
		rec["contentDeleted"], rec["contentReady"] = true, false
		rec["deletedAt"], rec["updatedAt"] = stamp(t.secretRevoked(i)), stamp(t.secretRevoked(i))
	case "SECRET_STATUS_DATA_DELETED": // a week after it expired
		rec["contentDeleted"], rec["contentReady"] = true, false
		rec["updatedAt"] = stamp(t.secretExpiry(i).Add(dataKept))
	}
	if i%31 == 28 {
		rec["allowedEmails"], rec["allowedUserIds"] = nil, nil
		delete(rec, "ageSuite")
		delete(rec, "contentType")
	}
	return rec
}

// dataKept is how long the content of a secret that expired is kept.
const dataKept = 7 * 24 * time.Hour

// incident is the secret that was opened by somebody who isn't one of its recipients.
const incident = 6

// secretRecipients are the users a secret is for: at least one where it isn't for people outside; some records don't say who.
func (t *Tenant) secretRecipients(i int) []int {
	d := t.dice(kindSecret, i, 13)
	count := max(1, d.n(6))
	if i == incident {
		count = 2
	}
	if t.secretExternal(i) || i%31 == 28 {
		count = 0
	}
	var users []int
	for range count {
		user := t.personBefore(d.n(t.users.size), t.secretBorn(i))
		if user != t.secretOwner(i) && !slices.Contains(users, user) {
			users = append(users, user)
		}
	}
	if count > 0 && len(users) == 0 {
		return []int{t.personBefore((t.secretOwner(i)+1)%t.users.size, t.secretBorn(i))}
	}
	return users
}

// secretMails are the addresses a secret that is shared outside is for.
func (t *Tenant) secretMails(i int) []string {
	if !t.secretExternal(i) {
		return []string{}
	}
	d := t.dice(kindSecret, i, 14)
	mails := make([]string, d.between(1, 4))
	if i%45 == 30 {
		mails = make([]string, 64)
	}
	for k := range mails {
		mails[k] = outsideMails[(i+k)%len(outsideMails)]
		if turn := k / len(outsideMails); turn > 0 {
			mails[k] = fmt.Sprintf("desk%d.%s", turn, mails[k])
		}
	}
	return mails
}

// secretReach is who may see a secret, as its record has it.
func (t *Tenant) secretReach(i int) (ids, mails []string) {
	ids = []string{}
	for _, user := range t.secretRecipients(i) {
		ids = append(ids, t.userID(user))
	}
	return ids, t.secretMails(i)
}

// secretReaders are who opens a secret: its recipients, or a few people where the record doesn't say who these are.
func (t *Tenant) secretReaders(i int) []reader {
	var readers []reader
	for _, mail := range t.secretMails(i) {
		readers = append(readers, reader{user: -1, mail: mail})
	}
	for _, user := range t.secretRecipients(i) {
		readers = append(readers, reader{user: user})
	}
	if len(readers) > 0 {
		return readers
	}
	d := t.dice(kindSecret, i, 15)
	for range d.between(1, 3) {
		readers = append(readers, reader{user: t.personBefore(d.n(t.users.size), t.secretBorn(i))})
	}
	return readers
}

// presentSecret puts the tenant's address into the share URL.
func (c *call) presentSecret(rec object) object {
	if path := rec.text("shareUrl"); strings.HasPrefix(path, "/") {
		return rec.with(object{"shareUrl": c.base() + path})
	}
	return rec
}

func (t *Tenant) getSecretAdmin(c *call) (any, error) { return t.secretBy(c, false, t.refPlace) }

// getSecret is GET /api/v1/secrets/{vault_id}: the caller's own and those shared with the caller.
func (t *Tenant) getSecret(c *call) (any, error) { return t.secretBy(c, true, t.refPlace) }

// getSecretByCode is GET /api/v1/secrets/code/{share_code}.
func (t *Tenant) getSecretByCode(c *call) (any, error) { return t.secretBy(c, false, t.posOfCode) }

func (t *Tenant) refPlace(id string) (int, bool) {
	r, ok := t.refOf(id)
	return r.pos, ok && r.kind == kindSecret
}

func (t *Tenant) secretBy(c *call, mine bool, find func(string) (int, bool)) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := find(c.params[0])
	rec := t.secrets.at(pos)
	if !ok || rec == nil {
		return nil, notFound("secret")
	}
	me := t.userID(callerIndex)
	if mine && rec.text("creatorUserId") != me && !slices.Contains(rec.strings("allowedUserIds"), me) {
		return nil, fail(http.StatusForbidden, codeForbidden, "the secret belongs to somebody else")
	}
	return object{"secret": c.presentSecret(rec)}, nil
}

// revokeSecret is operation 5: it revokes the caller's own secrets.
func (t *Tenant) revokeSecret(c *call) (any, error) { return t.revoke(c, true) }

// revokeSecretAdmin is DELETE /api/v1/secrets-admin/{vault_id}: any secret of the tenant.
func (t *Tenant) revokeSecretAdmin(c *call) (any, error) { return t.revoke(c, false) }

func (t *Tenant) revoke(c *call, mine bool) (any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	pos, ok := t.place(t.secrets, c.params[0])
	if !ok {
		return nil, notFound("secret")
	}
	before := t.secrets.at(pos)
	if mine && before.text("creatorUserId") != t.userID(callerIndex) {
		return nil, fail(http.StatusForbidden, codeForbidden, "only the creator may revoke this secret here")
	}
	if before.text("deletedAt") != "" {
		return nil, conflict("the secret is revoked already")
	}
	now := stamp(t.now())
	after := before.with(object{"status": "SECRET_STATUS_REVOKED", "contentDeleted": true, "contentReady": false, "deletedAt": now,
		"updatedAt": now})
	return object{"secret": c.presentSecret(c.commit(t.secrets, pos, before, after))}, nil
}
