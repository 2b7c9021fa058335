package notifications

import (
	"strings"

	"gatehouse/api"
)

// channel is one way to be told.
type channel struct {
	name, title string
	of          func(*api.ChannelSettings) *api.Channel
	// configurable: the channel says whether it is set up at all.
	configurable bool
}

func notificationChannels() []channel {
	return []channel{
		{"email", "E-mail", func(s *api.ChannelSettings) *api.Channel { return &s.Email }, false},
		{"slack", "Slack", func(s *api.ChannelSettings) *api.Channel { return &s.Slack }, true},
		{"teams", "Teams", func(s *api.ChannelSettings) *api.Channel { return &s.Teams }, true},
	}
}

// category is a row of the matrix: what one is told about.
type category struct {
	name, title string
	is          string
	of          func(*api.Channel) *api.Notification
}

// notificationCategories are the eleven of interface.md 2.12.
func notificationCategories() []category {
	return []category{
		{"approvalNeeded", "Approval needed", "Somebody is waiting for your approval.",
			func(c *api.Channel) *api.Notification { return &c.ApprovalNeeded }},
		{"reviews", "Access reviews", "An access review is waiting for you.", func(c *api.Channel) *api.Notification { return &c.Reviews }},
		{"taskReminders", "Task reminders", "A task of yours is still open.", func(c *api.Channel) *api.Notification { return &c.TaskReminders }},
		{"provisioningRequest", "Provisioning needed", "You need to grant or remove access by hand.",
			func(c *api.Channel) *api.Notification { return &c.ProvisioningRequest }},
		{"requestCreated", "Request created", "An access request was created.",
			func(c *api.Channel) *api.Notification { return &c.RequestCreated }},
		{"commentOnRequest", "Comment on request", "Somebody wrote a comment on a request.",
			func(c *api.Channel) *api.Notification { return &c.CommentOnRequest }},
		{"completion", "Request completed", "A request was completed.", func(c *api.Channel) *api.Notification { return &c.Completion }},
		{"accessProvisioned", "Access provisioned", "Access was granted.",
			func(c *api.Channel) *api.Notification { return &c.AccessProvisioned }},
		{"expiringAccess", "Expiring access", "Some of your access ends soon.",
			func(c *api.Channel) *api.Notification { return &c.ExpiringAccess }},
		{"connectorIssues", "Connector issues", "A connector has a problem.",
			func(c *api.Channel) *api.Notification { return &c.ConnectorIssues }},
		{"system", "System", "News about the service itself.", func(c *api.Channel) *api.Notification { return &c.System }},
	}
}

// setting is one value of the settings: where it stands, and how it reads.
type setting struct {
	path   string // "email.reviews", "slack.digest.frequency"; the name of its edit
	title  string // "Access reviews by e-mail"
	locked func(*api.ChannelSettings) bool
	get    func(*api.ChannelSettings) string
	set    func(*api.ChannelSettings, string)
	words  func(string) string
}

func onOff(value string) string {
	if value == "true" {
		return "on"
	}
	return "off"
}

func truth(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

func switchSetting(path, title string, of func(*api.ChannelSettings) (enabled *bool, locked bool)) setting {
	return setting{path: path, title: title, words: onOff,
		locked: func(s *api.ChannelSettings) bool { _, locked := of(s); return locked },
		get:    func(s *api.ChannelSettings) string { enabled, _ := of(s); return truth(*enabled) },
		set:    func(s *api.ChannelSettings, value string) { enabled, _ := of(s); *enabled = value == "true" },
	}
}

// by is "by e-mail", "in Slack".
func (c channel) by() string {
	if c.name == "email" {
		return "by e-mail"
	}
	return "in " + c.title
}

// whole is the switch of a channel as a whole, which the organization locks by not setting it up.
func (c channel) whole() setting {
	return switchSetting(c.name+".enabled", "Everything "+c.by(),
		func(s *api.ChannelSettings) (*bool, bool) { return &c.of(s).Enabled, false })
}

func (c channel) setting(k category) setting {
	return switchSetting(c.name+"."+k.name, k.title+" "+c.by(), func(s *api.ChannelSettings) (*bool, bool) {
		n := k.of(c.of(s))
		return &n.Enabled, n.Locked
	})
}

// digest are the three values of a channel's digest; the first switches it.
func (c channel) digest() [3]setting {
	locked := func(s *api.ChannelSettings) bool { return c.of(s).Digest.Locked }
	title := "Digest " + c.by()
	return [3]setting{
		switchSetting(c.name+".digest.enabled", title, func(s *api.ChannelSettings) (*bool, bool) {
			d := &c.of(s).Digest
			return &d.Enabled, d.Locked
		}),
		{path: c.name + ".digest.frequency", title: title + ", how often", locked: locked,
			get:   func(s *api.ChannelSettings) string { return string(c.of(s).Digest.Frequency) },
			set:   func(s *api.ChannelSettings, v string) { c.of(s).Digest.Frequency = api.DigestFrequency(v) },
			words: func(v string) string { return api.DigestFrequency(v).Words() }},
		{path: c.name + ".digest.dayOfWeek", title: title + ", which day", locked: locked,
			get:   func(s *api.ChannelSettings) string { return string(c.of(s).Digest.DayOfWeek) },
			set:   func(s *api.ChannelSettings, v string) { c.of(s).Digest.DayOfWeek = api.Weekday(v) },
			words: func(v string) string { return api.Weekday(v).Words() }},
	}
}

// allSettings are all values that can be edited, in the order of the matrix.
func allSettings() []setting {
	var all []setting
	for _, c := range notificationChannels() {
		all = append(all, c.whole())
		for _, k := range notificationCategories() {
			all = append(all, c.setting(k))
		}
		d := c.digest()
		all = append(all, d[:]...)
	}
	return all
}

// edits are changed values by the paths of their settings, not saved yet.
type edits map[string]string

// apply gives the settings with the edits made.
func (e edits) apply(s api.NotificationSettings) api.NotificationSettings {
	for _, each := range allSettings() {
		if value, ok := e[each.path]; ok {
			each.set(&s.ChannelSettings, value)
		}
	}
	return s
}

// onto fits the edits onto settings that were read anew. Edits that the settings show already, or that have been locked, go; clashes are
// those whose value somebody else has changed since before.
func (e edits) onto(before, now api.NotificationSettings) (kept edits, clashes, locked []setting) {
	kept = edits{}
	for _, s := range allSettings() {
		value, ok := e[s.path]
		switch is := s.get(&now.ChannelSettings); {
		case !ok || value == is:
		case s.locked(&now.ChannelSettings):
			locked = append(locked, s)
		default:
			kept[s.path] = value
			if is != s.get(&before.ChannelSettings) {
				clashes = append(clashes, s)
			}
		}
	}
	return kept, clashes, locked
}

// sentences name the edits: "Access reviews by e-mail: off, was on."
func (e edits) sentences(before api.NotificationSettings) []string {
	var all []string
	for _, s := range allSettings() {
		if value, ok := e[s.path]; ok {
			all = append(all, s.title+": "+s.words(value)+", was "+s.words(s.get(&before.ChannelSettings))+".")
		}
	}
	return all
}

// titles are the names of settings as a list in a sentence.
func titles(all []setting) string {
	var names []string
	for _, s := range all {
		names = append(names, s.title)
	}
	return strings.Join(names, "; ")
}
