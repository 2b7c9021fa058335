package tenant

// documents are the records that a tenant has one of; nil: as they were made.
type documents struct {
	contacts      object
	notifications object
}

func (t *Tenant) contactsNow() object {
	if t.contacts != nil {
		return t.contacts
	}
	born := t.start.AddDate(-2, -3, 0)
	return object{
		"billingEmails": []string{"accounts@" + mailDomain, "mara.lindqvist@" + mailDomain}, "operationsEmails": []string{"platform-oncall@" +
			mailDomain},
		"securityEmails": []string{"security@" + mailDomain, "ciso-office@" + mailDomain, "sec-alerts@" + mailDomain},
		"createdAt":      stamp(born), "updatedAt": stamp(born.AddDate(1, 0, 9)),
	}
}

// getContacts is operation 13.
func (t *Tenant) getContacts(*call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return object{"contacts": t.contactsNow()}, nil
}

// updateContacts is POST /api/v1/settings/contacts.
func (t *Tenant) updateContacts(c *call) (any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	before := t.contactsNow()
	lists := []string{"billingEmails", "operationsEmails", "securityEmails"}
	after, err := c.masked(before, "contacts", editable{paths: lists, check: func(_, after object, _ []string) error {
		for _, list := range lists {
			if err := checkTexts(after, list); err != nil {
				return err
			}
			for _, each := range after.strings(list) {
				if !mailAddress(each) {
					return invalid("%s: %q is not an e-mail address", list, each)
				}
			}
		}
		return nil
	}})
	if err != nil {
		return nil, err
	}
	after["updatedAt"] = stamp(t.now())
	if !c.lie {
		t.contacts = after
		c.note("Update", "contacts", "", "")
	}
	if c.lie || c.stale {
		after = before
	}
	return object{"contacts": after}, nil
}

// notificationCategories are the eleven of interface.md 2.12.
var notificationCategories = []string{"accessProvisioned", "approvalNeeded", "commentOnRequest", "completion", "connectorIssues",
	"expiringAccess",
	"provisioningRequest", "requestCreated", "reviews", "system", "taskReminders"}

var notificationChannels = []string{"email", "slack", "teams"}

// notificationsNow are the caller's settings merged with the organization's defaults, which lock some of them.
func (t *Tenant) notificationsNow() object {
	if t.notifications != nil {
		return t.notifications
	}
	channels := object{}
	for n, name := range notificationChannels {
		channel := object{"enabled": n < 2}
		for k, category := range notificationCategories {
			channel[category] = object{"enabled": (k*3+n)%4 != 2, "locked": category == "approvalNeeded" || category == "system" && n == 0}
		}
		frequency, day := "DIGEST_FREQUENCY_WEEKLY", "WEEKDAY_MONDAY"
		if n == 1 {
			frequency, day = "DIGEST_FREQUENCY_DAILY", "WEEKDAY_UNSPECIFIED"
		}
		channel["digest"] = object{"enabled": n == 0, "locked": n == 2, "frequency": frequency, "dayOfWeek": day}
		channels[name] = channel
	}
	channels.child("slack")["isConfigured"] = true
	channels.child("teams")["isConfigured"] = false
	channels.child("email")["agentActivity"] = object{"enabled": true, "locked": false} // newer than any client
	return object{"channelSettings": channels}
}

// getNotifications is operation 11.
func (t *Tenant) getNotifications(*call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return object{"userNotificationSettings": t.notificationsNow()}, nil
}

// updateNotifications is POST /api/v1/settings/notifications/user: the whole object replaces the former. What the organization
// decided (locked members, isConfigured) stays as it is, whatever is sent.
func (t *Tenant) updateNotifications(c *call) (any, error) {
	sent := c.in.child("channelSettings")
	if sent == nil {
		return nil, invalid("channelSettings is required")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	before := t.notificationsNow()
	channels := object{}
	for _, name := range notificationChannels {
		channel := sent.child(name).clone()
		if channel == nil {
			channel = object{"enabled": false}
		}
		keepLocked(channel, before.child("channelSettings").child(name))
		channels[name] = channel
	}
	after := object{"channelSettings": channels}
	if !c.lie {
		t.notifications = after
		c.note("Update", "notification settings", t.userID(callerIndex), "")
	}
	if c.lie || c.stale {
		after = before
	}
	return object{"userNotificationSettings": after}, nil
}

// keepLocked restores what a person can't change in a channel.
func keepLocked(channel, before object) {
	if configured, ok := before["isConfigured"]; ok {
		channel["isConfigured"] = configured
	}
	for name, value := range before {
		was, ok := value.(object)
		if !ok {
			continue
		}
		if locked, _ := was["locked"].(bool); locked {
			channel[name] = was
			continue
		}
		if now := channel.child(name); now != nil {
			now["locked"] = false
		}
	}
}
