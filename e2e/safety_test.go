//go:build linux || darwin

package e2e_test

import (
	"regexp"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// No single answer to a fresh dialog destroys anything.
func TestTheDefaultOfADangerousDialogIsSafe(t *testing.T) {
	t.Parallel()
	dangerous := map[string]struct {
		reach func(s *site, c *console)
		names []string
	}{
		"revoke a secret": {func(s *site, c *console) {
			_, place := s.secretToRevoke(false)
			c.keys("4")
			c.sees(`^Secrets .*(loaded|in all)`)
			c.goTo("Secrets", place)
			c.keys("x")
		}, []string{`Revoke secret\?`, `secret “.+”`, `^.*id [0-9A-Za-z]{27}`, `on tenant .*127\.0\.0\.1:\d+`,
			`nobody can open it any more`}},
		"delete a webhook": {func(_ *site, c *console) {
			c.keys("2")
			c.sees(`27 in all`)
			c.keys("x")
		}, []string{`Delete webhook\?`, `webhook “.+”`, `^.*id [0-9A-Za-z]{27}`, `on tenant .*127\.0\.0\.1:\d+`, `can't be undone`}},
		"delete a hook": {func(_ *site, c *console) { c.keys("x") },
			[]string{`hook “.+”`, `id [0-9A-Za-z]{27}`, `on tenant .*127\.0\.0\.1:\d+`}},
		"revoke a gateway key": {func(_ *site, c *console) {
			c.keys("8")
			c.sees(`^Keys .*(loaded|in all)`)
			c.keys("x")
		}, []string{`key “.+”`, `id [0-9A-Za-z]{27}`, `on tenant .*127\.0\.0\.1:\d+`}},
		"delete a toolset": {func(_ *site, c *console) {
			c.keys("9")
			c.sees(`^Toolsets .*(loaded|in all)`)
			c.keys("x")
		}, []string{`“.+”`, `id [0-9A-Za-z]{27}`, `on tenant .*127\.0\.0\.1:\d+`}},
	}
	for name, d := range dangerous {
		for key, answer := range map[string]string{"enter": "<enter>", "space": "<space>", "esc": "<esc>", "q": "q", "y": "y",
			"the same key": "xxx", "ctrl+c": "<ctrl+c>"} {
			t.Run(name+"/"+key, func(t *testing.T) {
				t.Parallel()
				s := serve(t, tenant.Options{})
				c := s.open(term.Options{Width: 110, Height: 40})
				c.sees(`42 in all`)
				d.reach(s, c)
				for _, text := range d.names {
					c.sees(text)
				}
				c.afterGrace()
				c.keys(answer)
				if key != "ctrl+c" {
					c.settled()
					c.keys("<ctrl+c>")
				}
				c.ends(0)
				s.untouched()
			})
		}
	}
}

func TestAClickOutsideADialogDoesNothing(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{Width: 110, Height: 40})
	c.sees(`42 in all`)
	c.keys("M2")
	c.sees(`27 in all`)
	c.until("the mouse", func(*term.Screen) bool { return c.Mode(1006) })
	c.keys("x")
	c.sees(`Delete webhook\?`)
	c.afterGrace()
	for _, at := range [][2]int{{2, 38}, {109, 0}, {55, 12}, {30, 1}} {
		c.must(c.Click(at[0], at[1]))
	}
	c.settled()
	c.sees(`Delete webhook\?`)
	c.sees(`▏2 Webhooks`)
	s.untouched()
	c.keys("<ctrl+c>")
	c.ends(0)
}

// What a dialog can't show it doesn't do.
func TestADialogThatDoesNotFitCannotBeConfirmed(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	_, place := s.secretToRevoke(false)
	c := s.open(term.Options{})
	c.keys("4")
	c.sees(`^Secrets .*(loaded|in all)`)
	c.goTo("Secrets", place)
	c.must(c.Resize(26, 6))
	c.keys("x")
	c.sees(`Too small to confirm`)
	c.afterGrace()
	c.keys("<tab><enter>", "<right><enter>", "<enter>")
	c.settled()
	s.untouched()
	c.keys("<ctrl+c>")
	c.ends(0)
}

// A record that changes behind an open dialog can't be acted on unseen.
func TestAChangeBehindADialogIsSaid(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id, place := s.secretToRevoke(false)
	c := s.open(term.Options{Width: 110, Height: 40})
	c.keys("4")
	c.sees(`^Secrets .*(loaded|in all)`)
	c.goTo("Secrets", place)
	if err := s.UpdateAs("secrets", id, func(r map[string]any) { r["displayName"] = "Renamed meanwhile" }); err != nil {
		t.Fatal(err)
	}
	c.keys("x") // the record is read again when the dialog opens
	c.sees(`has changed since you pressed the key`)
	c.afterGrace()
	c.keys("<tab><enter>")
	c.settled()
	s.untouched()
	c.keys("<ctrl+c>")
	c.ends(0)
}

// A dialog that may still be on its way to the eye takes no keys, however long it takes: the terminal says when it has come.
func TestADialogOnASlowLineWaitsUntilItCanBeSeen(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id := s.WebhookID(0)
	name := s.text("webhooks", id, "displayName")
	c := s.open(term.Options{Width: 110, Height: 40})
	c.webhooks()
	c.settled() // the terminal has answered what it was asked at the start
	c.HoldAnswers(true)
	c.keys("x")
	c.sees(`Type .*` + regexp.QuoteMeta(name) + `.*confirm`)
	c.afterGrace()
	c.must(c.Type(name))
	c.keys("<enter>")
	c.quiet()
	c.sees(`Delete webhook\?`)
	c.hides(`confirm: .*✓`)
	s.untouched()
	c.HoldAnswers(false)
	c.typeToConfirm(name)
	s.sent(1, "DELETE", "/api/v1/webhooks/"+id, `{}`)
	c.sees(`Deleted webhook`)
	s.quits(c, 1)
}
