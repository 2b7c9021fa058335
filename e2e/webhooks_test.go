//go:build linux || darwin

package e2e_test

import (
	"fmt"
	"regexp"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

func TestCreateAWebhook(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{Width: 120, Height: 40})
	c.keys("2")
	c.sees(`27 in all`)
	c.keys("n")
	c.sees(`New webhook`)
	c.types("Leaver feed")
	c.keys("<tab>")
	c.types("http://hook.example.com/leavers")
	c.keys("<tab>")
	c.types("Who left, and when")
	c.sees(`must start with https://`)
	c.keys("<ctrl+s>")
	c.settled()
	s.untouched() // a form with a mistake isn't sent
	c.sees(`New webhook`)
	c.keys("<ctrl+u>") // the field with the mistake has the focus
	c.types("https://hook.example.com/leavers")
	c.misses(`must start with https://`)
	c.keys("<ctrl+s>")
	s.sent(1, "POST", "/api/v1/webhooks", `{"displayName":"Leaver feed","url":"https://hook.example.com/leavers",`+
		`"description":"Who left, and when"}`)
	c.sees(`Created webhook “Leaver feed”`)
	c.misses(`New webhook`)
	c.sees(`▌ .*Leaver feed`) // and the cursor is on it
	c.keys("q")
	c.ends(0)
}

// The mask is exactly what was edited, an emptied field is sent as empty, and nothing is sent when nothing changed.
func TestEditAWebhookSendsWhatChanged(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id := s.WebhookID(0)
	if err := s.UpdateAs("webhooks", id, func(r map[string]any) {
		r["displayName"], r["description"], r["url"], r["callbackTimeout"] = "Old", "d", "https://hook.example.com/a", "691200s"
	}); err != nil {
		t.Fatal(err)
	}
	c := s.open(term.Options{Width: 120, Height: 40})
	c.keys("2")
	c.sees(`▌ .*Old`)
	edit := func() {
		c.keys("e")
		c.sees(`Edit webhook`)
	}
	edit()
	c.keys("<ctrl+u>")
	c.types("New")
	c.keys("<ctrl+s>")
	path := "/api/v1/webhooks/" + id
	s.sent(1, "POST", path, fmt.Sprintf(`{"webhook":{"id":%q,"displayName":"New"},"updateMask":"displayName"}`, id))
	c.sees(`▌ .*New `)
	c.misses(`Edit webhook`)

	edit()
	c.keys("<tab><tab>", "<ctrl+e><ctrl+u>", "<ctrl+s>")
	s.sent(2, "POST", path, fmt.Sprintf(`{"webhook":{"id":%q,"description":""},"updateMask":"description"}`, id))
	c.misses(`Edit webhook`)

	edit()
	c.keys("<ctrl+s>")
	c.sees(`Nothing was changed, so nothing was sent`)
	c.misses(`Edit webhook`)
	edit() // a change that is undone in the form is none
	c.must(c.Type("x"))
	c.keys("<backspace><ctrl+s>")
	c.sees(`Nothing was changed, so nothing was sent`)
	s.quits(c, 2)
}

func TestARefusedFormKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	s.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks", Times: 1, Status: 400, Message: "that address is taken"})
	c := s.open(term.Options{Width: 120, Height: 40})
	c.keys("2")
	c.sees(`27 in all`)
	c.keys("n")
	c.sees(`New webhook`)
	c.types("Leaver feed")
	c.keys("<tab>")
	c.sees(`▌ +URL`)
	c.types("https://hook.example.com/leavers")
	c.keys("<ctrl+s>")
	c.sees(`address is taken`)
	c.sees(`New webhook`)
	c.sees(`Leaver feed`)
	c.sees(regexp.QuoteMeta("https://hook.example.com/leavers"))
	c.keys("<ctrl+s>")
	c.misses(`New webhook`)
	c.sees(`Created webhook`)
	if n := len(s.writes()); n != 2 {
		t.Errorf("%d writes came in, want 2", n)
	}
	c.keys("q")
	c.ends(0)
}

// A 200 whose record still has the old value is not a success.
func TestALyingAnswerIsNotSaved(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	s.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks/*", Lie: true})
	old := s.text("webhooks", s.WebhookID(0), "displayName")
	c := s.open(term.Options{Width: 120, Height: 40})
	c.keys("2")
	c.sees(`27 in all`)
	c.keys("e")
	c.sees(`Edit webhook`)
	c.keys("<ctrl+u>")
	c.types("Never arrives")
	c.keys("<ctrl+s>")
	c.sees(`not saved`)
	c.sees(`Never arrives`) // still in the form
	c.keys("<esc>")
	c.settled()
	c.keys("<esc>")
	c.misses(`╭ Edit webhook`)
	c.sees(`▌ .*` + regexp.QuoteMeta(old))
	c.hides(`▌ .*Never arrives`)
	c.keys("q")
	c.ends(0)
}

func TestWebhookTestAndDelete(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id := s.WebhookID(0)
	name := s.text("webhooks", id, "displayName")
	c := s.open(term.Options{Width: 120, Height: 40})
	c.keys("2")
	c.sees(`27 in all`)
	c.keys("t")
	s.sent(1, "POST", "/api/v1/webhooks/"+id+"/test", `{}`)
	c.sees(`Sent a test event to webhook`)
	c.keys("x")
	c.sees(`Delete webhook\?`)
	c.afterGrace()
	c.keys("<enter>") // the name isn't typed
	c.types("wrong")
	c.keys("<enter>")
	c.settled()
	if n := len(s.writes()); n != 1 {
		t.Errorf("%d writes came in, want 1: %v", n, lines(s.writes()))
	}
	c.keys("<ctrl+u>")
	c.types(name)
	c.sees(`Type .*` + regexp.QuoteMeta(name) + `.*confirm`)
	c.keys("<enter>")
	s.sent(2, "DELETE", "/api/v1/webhooks/"+id, `{}`)
	c.sees(`Deleted webhook`)
	c.sees(`26 in all`)
	c.keys("q")
	c.ends(0)
}

// Nobody can type an escape: such a record is confirmed by its id.
func TestAWebhookWhoseNameCannotBeTypedIsDeletedByItsID(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id := s.WebhookID(0)
	s.rename([]string{"A\x1b[31mB"})
	c := s.open(term.Options{Width: 120, Height: 40})
	c.webhooks()
	c.keys("x")
	c.sees(`Type ` + id + ` to confirm`)
	c.afterGrace()
	c.types(id)
	c.afterGrace() // letters that came at once are a burst, and what follows right behind them is of it
	c.keys("<enter>")
	s.sent(1, "DELETE", "/api/v1/webhooks/"+id, `{}`)
	c.sees(`Deleted webhook`)
	c.keys("<ctrl+c>")
	c.ends(0)
}
