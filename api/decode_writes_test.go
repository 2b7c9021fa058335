package api

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestMissingRecord(t *testing.T) {
	for body, want := range map[string]string{
		`{}`:              `the answer has no "hook"`,
		`{"hook":null}`:   `the answer has no "hook"`,
		`{"hook":[]}`:     `"hook" in the answer is not an object`,
		`{"id":"h1"}`:     `the answer has no "hook"`,
		`{"hook":{}}`:     `"hook" in the answer has no id`,
		`{"hook":"none"}`: `"hook" in the answer is not an object`,
	} {
		f := newFake(t, answer(200, body))
		_, err := newClient(t, f.URL, nil).Hook(context.Background(), "h1")
		if KindOf(err) != KindMalformed || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", body, err, want)
		}
	}
}

func TestLatestRun(t *testing.T) {
	for body, want := range map[string]Kind{`{"run":null}`: KindNotFound, `{}`: KindNotFound, `{"run":7}`: KindMalformed,
		`{"runs":{}}`: KindMalformed} {
		f := newFake(t, answer(200, body))
		if _, err := newClient(t, f.URL, nil).LatestRun(context.Background()); KindOf(err) != want {
			t.Errorf("%s: %v, want %v", body, err, want)
		}
	}
	f := newFake(t, answer(200, `{"run":{"id":"r","status":"RUN_STATUS_FAILED","triggerType":"TRIGGER_TYPE_MANUAL","triggerDetail":"d",`+
		`"totalUsers":5,"cohortsAnalyzed":4,"suggestionsGenerated":3,"errorMessage":"e","completedAt":"2026-01-02T03:04:05Z"}}`))
	run, err := newClient(t, f.URL, nil).LatestRun(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	same(t, run, Run{ID: "r", Status: RunStatusFailed, TriggerType: TriggerTypeManual, TriggerDetail: "d", TotalUsers: 5, CohortsAnalyzed: 4,
		SuggestionsGenerated: 3, ErrorMessage: "e", CompletedAt: at("2026-01-02T03:04:05Z")})
}

func TestRecordsInAnswersToWrites(t *testing.T) {
	for body, want := range map[string]string{`{"webhook":{"id":"w"}}`: "w", `{}`: "", `{"webhook":null}`: "", ``: "", `null`: "", `[]`: "",
		`{"other":{}}`: ""} {
		w, err := WebhookFrom(Answer{Status: 200, Body: json.RawMessage(body)})
		if err != nil || (w == nil) != (want == "") || w != nil && w.ID != want {
			t.Errorf("%q: %+v, %v", body, w, err)
		}
	}
	if _, err := WebhookFrom(Answer{Status: 200, Body: json.RawMessage(`{"webhook":7}`)}); KindOf(err) != KindMalformed {
		t.Errorf("%v, want malformed", err)
	}
	b, err := MonitorBindingFrom(Answer{Body: json.RawMessage(`{"appId":"a","appEntitlementId":"e"}`)})
	if err != nil || b == nil || b.AppID != "a" {
		t.Errorf("%+v, %v", b, err)
	}
	if b, err := MonitorBindingFrom(Answer{Body: json.RawMessage(` { } `)}); b != nil || err != nil {
		t.Errorf("%+v, %v from an empty object", b, err)
	}
	p, err := AccessProfileFrom(Answer{Body: json.RawMessage(`{"accessProfileId":"p","celExpression":"true"}`)})
	if err != nil || p.ID != "p" || p.CELExpression != "true" {
		t.Errorf("%+v, %v", p, err)
	}
	d, err := DeliveryFrom(Answer{Body: json.RawMessage(`{"webhook":{"id":"d","webhookId":"w","state":"WEBHOOK_STATE_SUCCESS","attempts":2,` +
		`"spec":{"destination":"https://x.example"},"source":{"a":1}}}`)})
	if err != nil || d.State != WebhookStateSuccess || d.Attempts != 2 || string(d.Spec.Destination) != `"https://x.example"` ||
		d.Problem != "" {
		t.Errorf("%+v, %v", d, err)
	}
	if id := TriggeredRunID(Answer{Body: json.RawMessage(`{"runId":"r"}`)}); id != "r" {
		t.Errorf("run id %q", id)
	}
	if id := TriggeredRunID(Answer{}); id != "" {
		t.Errorf("run id %q from an empty answer", id)
	}
}

func TestSuggestionUsersWithCoverage(t *testing.T) {
	body := `{"list":[{"id":"u1","displayName":"One"},{"id":"u2"}],"usersWithCoverage":[{"user":{"id":"u2"},"coveredCount":3},` +
		`{"user":{"id":"u3","displayName":"Three"}},{"user":null},7],"nextPageToken":"n"}`
	page, err := cohortPage(json.RawMessage(body))
	if err != nil || page.Next != "n" || len(page.Rows) != 3 {
		t.Fatalf("%+v %v", page, err)
	}
	if page.Rows[0].ID != "u1" || page.Rows[0].Covered != nil || *page.Rows[1].Covered != 3 || page.Rows[2].DisplayName != "Three" ||
		*page.Rows[2].Covered != 0 {
		t.Errorf("%+v", page.Rows)
	}
	page, err = cohortPage(json.RawMessage(`{"usersWithCoverage":[{"user":{"id":"u1"},"coveredCount":1}],"nextPageToken":"m"}`))
	if err != nil || page.Next != "m" || len(page.Rows) != 1 {
		t.Errorf("without a list: %+v %v", page, err)
	}
	if _, err = cohortPage(json.RawMessage(`{"users":[{"id":"u1"}]}`)); err == nil {
		t.Error("a list under another name was taken for no users")
	}
}

func TestNotificationSettingsDecode(t *testing.T) {
	f := newFake(t, answer(200, `{"userNotificationSettings":{"channelSettings":{"email":{"enabled":true,"taskReminders":{"enabled":true,`+
		`"locked":true},"digest":{"enabled":true,"locked":true,"frequency":"DIGEST_FREQUENCY_WEEKLY","dayOfWeek":"WEEKDAY_FRIDAY"}},`+
		`"slack":{"isConfigured":true},"teams":null}}}`))
	s, err := newClient(t, f.URL, nil).NotificationSettings(context.Background())
	if err != nil || s.Problem != "" {
		t.Fatal(err, s.Problem)
	}
	want := ChannelSettings{
		Email: Channel{Enabled: true, TaskReminders: Notification{true, true}, Digest: Digest{true, true, DigestFrequencyWeekly, WeekdayFriday}},
		Slack: Channel{IsConfigured: true},
	}
	if s.ChannelSettings != want {
		t.Errorf("%+v", s.ChannelSettings)
	}
}

func TestPersonalClientFrom(t *testing.T) {
	p, err := PersonalClientFrom(Answer{Body: json.RawMessage(`{"client":{"id":"i","clientId":"c@acme.example/pcc","displayName":"laptop",` +
		`"expiresTime":"2026-12-28T10:00:00Z"},"clientSecret":"CANARY1"}`)})
	if !p.Expires.Equal(time.Date(2026, 12, 28, 10, 0, 0, 0, time.UTC)) {
		t.Errorf("expires %v", p.Expires)
	}
	if err != nil || p.ID != "i" || p.ClientID != "c@acme.example/pcc" || p.DisplayName != "laptop" || p.ClientSecret != "CANARY1" {
		t.Errorf("%v %v", p.ClientSecret, err)
	}
	if _, err := PersonalClientFrom(Answer{Body: json.RawMessage(`{}`)}); KindOf(err) != KindMalformed {
		t.Errorf("%v, want malformed", err)
	}
}
