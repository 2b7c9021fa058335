package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
)

// DigestFrequency is how often a digest comes. Open: unknown values are normal.
type DigestFrequency string

// The known frequencies.
const (
	DigestFrequencyUnspecified DigestFrequency = "DIGEST_FREQUENCY_UNSPECIFIED"
	DigestFrequencyDaily       DigestFrequency = "DIGEST_FREQUENCY_DAILY"
	DigestFrequencyWeekly      DigestFrequency = "DIGEST_FREQUENCY_WEEKLY"
)

// Words is the value in plain words; an unknown one as it came.
func (f DigestFrequency) Words() string {
	switch f {
	case "", DigestFrequencyUnspecified:
		return "not set"
	case DigestFrequencyDaily:
		return "daily"
	case DigestFrequencyWeekly:
		return "weekly"
	}
	return string(f)
}

// Weekday is a day of the week. Open: unknown values are normal.
type Weekday string

// The known days.
const (
	WeekdayUnspecified Weekday = "WEEKDAY_UNSPECIFIED"
	WeekdayMonday      Weekday = "WEEKDAY_MONDAY"
	WeekdayTuesday     Weekday = "WEEKDAY_TUESDAY"
	WeekdayWednesday   Weekday = "WEEKDAY_WEDNESDAY"
	WeekdayThursday    Weekday = "WEEKDAY_THURSDAY"
	WeekdayFriday      Weekday = "WEEKDAY_FRIDAY"
	WeekdaySaturday    Weekday = "WEEKDAY_SATURDAY"
	WeekdaySunday      Weekday = "WEEKDAY_SUNDAY"
)

// Words is the value in plain words; an unknown one as it came.
func (d Weekday) Words() string {
	switch d {
	case "", WeekdayUnspecified:
		return "not set"
	case WeekdayMonday:
		return "Monday"
	case WeekdayTuesday:
		return "Tuesday"
	case WeekdayWednesday:
		return "Wednesday"
	case WeekdayThursday:
		return "Thursday"
	case WeekdayFriday:
		return "Friday"
	case WeekdaySaturday:
		return "Saturday"
	case WeekdaySunday:
		return "Sunday"
	}
	return string(d)
}

// NotificationSettings are the caller's preferences, merged with the organization's defaults (interface.md 2.12).
type NotificationSettings struct {
	ChannelSettings ChannelSettings `json:"channelSettings"`
	Raw             Original        `json:"-"` // the object as it came
	Problem         string          `json:"-"` // what was odd in it, "" if nothing
}

// ChannelSettings are the three channels.
type ChannelSettings struct {
	Email Channel `json:"email"`
	Slack Channel `json:"slack"`
	Teams Channel `json:"teams"`
}

// Channel is one way to be told. IsConfigured is not given for e-mail.
type Channel struct {
	Enabled             bool         `json:"enabled"`
	IsConfigured        bool         `json:"isConfigured"`
	AccessProvisioned   Notification `json:"accessProvisioned"`
	ApprovalNeeded      Notification `json:"approvalNeeded"`
	CommentOnRequest    Notification `json:"commentOnRequest"`
	Completion          Notification `json:"completion"`
	ConnectorIssues     Notification `json:"connectorIssues"`
	ExpiringAccess      Notification `json:"expiringAccess"`
	ProvisioningRequest Notification `json:"provisioningRequest"`
	RequestCreated      Notification `json:"requestCreated"`
	Reviews             Notification `json:"reviews"`
	System              Notification `json:"system"`
	TaskReminders       Notification `json:"taskReminders"`
	Digest              Digest       `json:"digest"`
}

// Notification is one category in one channel. Locked means that the organization decided.
type Notification struct {
	Enabled bool `json:"enabled"`
	Locked  bool `json:"locked"`
}

// Digest is a summary in one channel.
type Digest struct {
	Enabled   bool            `json:"enabled"`
	Locked    bool            `json:"locked"`
	Frequency DigestFrequency `json:"frequency"`
	DayOfWeek Weekday         `json:"dayOfWeek"`
}

func (s *NotificationSettings) origin() origin {
	return origin{raw: &s.Raw, problem: &s.Problem, keyless: true}
}

// NotificationSettings reads the caller's settings (operation 11).
func (c *Client) NotificationSettings(ctx context.Context) (NotificationSettings, error) {
	return getRecord[NotificationSettings](ctx, c, "userNotificationSettings", "settings/notifications/user")
}

// UpdateNotificationSettings saves the whole object (companion.md 7.12): s.Raw with those modelled fields changed that differ from it, so
// that members unknown here are kept as they were read. It returns ErrNothingChanged when nothing differs.
func UpdateNotificationSettings(s NotificationSettings) (Request, error) {
	var before NotificationSettings
	if firstByte(s.Raw.JSON()) == '{' {
		decodeLenient(s.Raw.JSON(), &before)
	}
	if reflect.DeepEqual(before.ChannelSettings, s.ChannelSettings) {
		return Request{}, ErrNothingChanged
	}
	return sendNotificationSettings(before, s)
}

// RestoreNotificationSettings saves the object exactly as it was read, changed fields ignored: the way back after an update.
func RestoreNotificationSettings(s NotificationSettings) (Request, error) {
	channels, ok := member(s.Raw.JSON(), "channelSettings")
	if !ok {
		return Request{}, fmt.Errorf("restore notification settings: %w", ErrNothingChanged)
	}
	return build("restore notification settings", http.MethodPost, "settings/notifications/user", notificationBody{channels})
}

type notificationBody struct {
	ChannelSettings json.RawMessage `json:"channelSettings"`
}

func sendNotificationSettings(before, after NotificationSettings) (Request, error) {
	const what = "save notification settings"
	channels, _ := member(after.Raw.JSON(), "channelSettings")
	merged, err := mergeChanges(channels, reflect.ValueOf(before.ChannelSettings), reflect.ValueOf(after.ChannelSettings))
	if err != nil {
		return Request{}, fmt.Errorf("%s: %w", what, err)
	}
	return build(what, http.MethodPost, "settings/notifications/user", notificationBody{merged})
}

// mergeChanges gives the JSON object raw with those members replaced in which the structs differ. Everything else stays as it is.
func mergeChanges(raw json.RawMessage, before, after reflect.Value) (json.RawMessage, error) {
	members := map[string]json.RawMessage{}
	eachMember(raw, func(name string, value json.RawMessage) { members[name] = value })
	for i := range after.NumField() {
		from, to := before.Field(i), after.Field(i)
		if from.Equal(to) {
			continue
		}
		name := after.Type().Field(i).Tag.Get("json")
		var err error
		if to.Kind() == reflect.Struct {
			members[name], err = mergeChanges(members[name], from, to)
		} else {
			members[name], err = encode(to.Interface())
		}
		if err != nil {
			return nil, err
		}
	}
	return encode(members)
}

// NotificationSettingsFrom reads the settings in the answer to a write; nil when there are none.
func NotificationSettingsFrom(a Answer) (*NotificationSettings, error) {
	return answered[NotificationSettings](a, "userNotificationSettings")
}
