//go:build linux || darwin

package e2e_test

import (
	"encoding/json"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

const settingsPath = "/api/v1/settings/notifications/user"

// settings is what the tenant answers to operation 11, as the body of its companion, with one cell changed.
func settings(t *testing.T, s *site, channel, category string, on bool) string {
	t.Helper()
	whole := s.get(settingsPath)["userNotificationSettings"].(map[string]any)
	channels := whole["channelSettings"].(map[string]any)
	channels[channel].(map[string]any)[category].(map[string]any)["enabled"] = on
	text, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Operation 11 and its companion: the whole object is written, with what gatehouse doesn't know of it.
func TestReadAndSaveMyNotificationSettings(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	off, on := settings(t, s, "email", "reviews", false), settings(t, s, "email", "reviews", true)
	s.ForgetRequests()
	c := s.open(term.Options{Width: 120, Height: 40})
	c.tenantMenu("m", "My notification settings")
	c.sees(`^Approval needed +▣ on · locked`)
	s.asked(1, "GET", settingsPath, "", "")
	c.keys("j<space>")
	c.sees(`Your organization has locked “Approval needed by e-mail”`)
	c.keys("j<space>")
	c.sees(`Access reviews by e-mail: off, not saved`)
	s.untouched()
	c.keys("<ctrl+s>")
	c.sees(`Save settings\?`)
	c.sees(`Access reviews by e-mail: off, was on\.`)
	c.agree("Save settings")
	s.sent(1, "POST", settingsPath, off)
	c.sees(`Saved notification settings\..*u undoes it`)
	c.sees(`^Access reviews +▌○ off `)
	c.keys("u")
	s.sent(2, "POST", settingsPath, on)
	c.sees(`Undone: .*notification settings`)
	c.sees(`^Access reviews +▌● on `)
	s.quits(c, 2)
}
