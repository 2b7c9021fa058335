package tenant

import (
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"
)

var webhookNames = []string{"Incident bridge", "Access changes to warehouse", "Ticket sync", "Offboarding watcher", "Audit mirror",
	"Payroll events",
	"Badge system", "Risk feed", "On-call pager", "Request digest", "Vault expiry notices", "Partner portal sync", "リリース通知",
	"Data lake intake",
	"Certification progress", "Grant reconciliation", "Журнал доступа", "Chat announcements", "Contractor end dates",
	"Metrics tap"}

var webhookTexts = []string{
	"Opens an incident when a sensitive grant is made outside of a change.",
	"Every grant and revocation, for the warehouse's access history.",
	"Keeps requests and tickets in step. Owner: service desk.",
	"Tells downstream systems that somebody leaves.",
	"A second copy of the audit trail, kept by the compliance team.",
	"Changes to payroll entitlements, for the four-eyes check.",
	"Doors follow access: badges are switched on and off from here.",
	"Feeds the risk engine with grants as they happen.",
	"Pages whoever is on call when a connector fails.",
	"Collects requests for the evening digest.",
	"Warns creators before a shared secret expires.",
	"Partners see only their own people's changes.",
}

var webhookHosts = []string{"hooks.example.com", "events.example.com", "intake.example.com", "bridge.example.com", "automation.example.com"}

func (t *Tenant) webhookName(i int) string {
	if odd := t.hostileAt(i, 24, 2); odd != "" {
		return odd
	}
	name := webhookNames[i%len(webhookNames)]
	if turn := i / len(webhookNames); turn > 0 {
		d := t.dice(kindWebhook, i, 4)
		return name + ", " + d.pick(locations)
	}
	return name
}

func (t *Tenant) webhookPeek(i int, field string) any {
	switch field {
	case "displayName":
		return t.webhookName(i)
	case "description":
		if i%13 == 11 {
			return ""
		}
		return webhookTexts[i%len(webhookTexts)]
	}
	return nil
}

// webhookRecord makes a Webhook (interface.md 2.9).
func (t *Tenant) webhookRecord(i int) object {
	born := t.born(t.webhooks, i, 520)
	d := t.dice(kindWebhook, i, 2)
	path := strings.ReplaceAll(strings.ToLower(webhookNames[i%len(webhookNames)]), " ", "-")
	rec := object{
		"id": t.id(kindWebhook, 0, i, born), "displayName": t.webhookName(i), "description": t.webhookPeek(i, "description"),
		"url":             "https://" + d.pick(webhookHosts) + "/v1/" + url.PathEscape(path) + "/" + d.hex(8),
		"callbackTimeout": fmt.Sprintf("%ds", d.between(1, 30)*86400),
		"createdAt":       stamp(born), "updatedAt": stamp(t.touched(kindWebhook, i, born)), "deletedAt": nil,
	}
	switch {
	case i%13 == 5:
		rec["callbackTimeout"] = "691200s"
	case i%27 == 21:
		rec["deletedAt"] = stamp(t.ended(kindWebhook, i, born))
		rec["updatedAt"] = rec["deletedAt"]
	case i%27 == 23:
		rec["callbackTimeout"] = "93784.5s"
		delete(rec, "description")
	case i%27 == 26:
		rec["url"] = "https://hooks.example.com/v1/" + strings.Repeat("very-long-path-", 14) + "end?key=" + d.hex(12)
		rec["callbackTimeout"] = ""
	}
	return rec
}

// searchWebhooks is operation 15.
func (t *Tenant) searchWebhooks(c *call) (any, error) {
	query := c.query()
	return c.search(t.webhooks, "list", c.places(t.webhooks, "id"), func(r *row) bool { return r.matches(query) }, nil)
}

func (t *Tenant) getWebhook(c *call) (any, error) { return c.get(t.webhooks, "webhook") }

func (t *Tenant) deleteWebhook(c *call) (any, error) { return c.remove(t.webhooks) }

// createWebhook is operation 16.
func (t *Tenant) createWebhook(c *call) (any, error) {
	now := t.now()
	rec := object{
		"displayName": c.in.text("displayName"), "description": c.in.text("description"), "url": c.in.text("url"),
		"callbackTimeout": c.in.text("callbackTimeout"), "createdAt": stamp(now), "updatedAt": stamp(now), "deletedAt": nil,
	}
	if err := checkWebhook(nil, rec, nil); err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	pos := -t.webhooks.created - 1
	if !c.lie {
		pos = t.webhooks.reserve()
	}
	rec["id"] = t.id(kindWebhook, 0, pos, now)
	if !c.lie {
		t.webhooks.put(pos, rec, c.lag, now)
		c.noteRecord(t.webhooks, pos, nil, rec)
	}
	return object{"webhook": rec}, nil
}

// updateWebhook is operation 14.
func (t *Tenant) updateWebhook(c *call) (any, error) {
	return c.update(t.webhooks, "webhook", editable{
		paths: []string{"displayName", "description", "url", "callbackTimeout"}, check: checkWebhook,
	})
}

// checkWebhook holds a webhook to companion.md 9.4: a name, a public https URL on the default port, 1 to 30 days (8 if not set).
func checkWebhook(_, after object, _ []string) error {
	if err := checkName(after.text("displayName")); err != nil {
		return err
	}
	if utf8.RuneCountInString(after.text("description")) > 2048 {
		return invalid("description must be at most 2048 characters")
	}
	if err := checkWebhookURL(after.text("url")); err != nil {
		return err
	}
	text := after.text("callbackTimeout")
	if text == "" {
		after["callbackTimeout"] = "691200s"
		return nil
	}
	d, ok := seconds(text)
	if !ok {
		return invalid("callbackTimeout must be a duration such as 691200s")
	}
	if d < 24*time.Hour || d > 30*24*time.Hour {
		return invalid("callbackTimeout must be 1 to 30 days")
	}
	return nil
}

// testWebhook is POST /api/v1/webhooks/{id}/test: it queues one delivery.
func (t *Tenant) testWebhook(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.place(t.webhooks, c.params[0])
	if !ok {
		return nil, notFound("webhook")
	}
	rec := t.webhooks.at(pos)
	if rec.text("deletedAt") != "" {
		return nil, conflict("the webhook is deleted")
	}
	now := t.now()
	expires := now.Add(8 * 24 * time.Hour)
	if d, ok := seconds(rec.text("callbackTimeout")); ok && d > 0 {
		expires = now.Add(d)
	}
	return object{"webhook": object{
		"id": t.id(kindDelivery, 0, int(t.serial.Add(1)), now), "webhookId": rec["id"], "state": "WEBHOOK_STATE_PENDING", "attempts": 0,
		"createdAt": stamp(now), "updatedAt": stamp(now), "lastAttemptedAt": nil, "completedAt": nil, "expiresAt": stamp(expires),
		"source": object{"test": object{}}, "spec": object{"destination": rec["url"]},
	}}, nil
}
