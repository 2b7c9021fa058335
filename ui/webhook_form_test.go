package ui

import (
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/tenant"
)

func TestTheWebhookFormFollowsTheRulesAsItIsTyped(t *testing.T) {
	urls := map[string]string{
		"http://hooks.example.com/a":           "must start with https://",
		"https://user:pw@hooks.example.com/":   "must not hold a user name or password",
		"https://hooks.example.com:8443/a":     "must use the default port",
		"https://10.1.2.3/a":                   "must be reachable from the internet",
		"https://[::1]/a":                      "must be reachable from the internet",
		"https://169.254.169.254/latest":       "must be reachable from the internet",
		"https://100.64.0.1/a":                 "must be reachable from the internet",
		"https://localhost/a":                  "must be reachable from the internet",
		"https://intranet/a":                   "must be reachable from the internet",
		"https://":                             "has no host name",
		"hooks.example.com":                    "must start with https://",
		"https://hooks.example.com:443/a":      "",
		"https://hooks.example.com/日本?key=v#f": "",
		"https://127.1/a":                      "must be reachable from the internet",
		"https://0x7f.0.0.1/a":                 "must be reachable from the internet",
		"https://[::ffff:10.0.0.1]/a":          "must be reachable from the internet",
		"https://[fd00::1]/a":                  "must be reachable from the internet",
		"https://255.255.255.255/a":            "must be reachable from the internet",
		"https://8.8.4.4/a":                    "",
		"https://[2606:4700::1]/a":             "",
	}
	form := func() *driver {
		d := newDriver(t, driverOptions{w: 100, h: 30})
		d.keys("2", "n", "Name", "<tab>", "https://hooks.example.com/a")
		return d
	}
	d := form()
	for url, want := range urls {
		d.keys("<ctrl+u>")
		d.paste(url)
		if want == "" {
			d.tellsNot("must", "has no host", "is not a URL")
			continue
		}
		d.tells(want)
		d.keys("<ctrl+s>")
		d.wantMutations()
	}
	timeouts := map[string]string{"0": "must be from 1 to 30 days", "31": "must be from 1 to 30 days",
		"abc": "is no length of time", "-3": "must be from 1 to 30 days", "NaN": "is no length of time", "18m": "must be from 1 to 30 days",
		"1": "", "30": "", "2.5": "", "7d": "", "7 days": "", "168h": "", "1d 2h": "", "86400s": ""}
	d = form()
	d.keys("<tab>", "<tab>")
	for text, want := range timeouts {
		d.keys("<ctrl+u>", text)
		if want != "" {
			d.tells(want)
		} else {
			d.tellsNot("must be from")
			d.tellsNot("is no length")
		}
	}
}

func TestAWebhooksNameHasALimit(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("2", "n")
	d.paste(strings.Repeat("x", 101))
	d.tells("Name takes 100 characters; with this it would have 101")
	d.keys("<ctrl+s>")
	d.wantMutations()
}

// editBody is the body of the only edit that was sent.
func (d *driver) editBody(id string) (webhook map[string]any, mask string) {
	d.t.Helper()
	bodies := d.asked("POST /api/v1/webhooks/" + id)
	if len(bodies) != 1 {
		d.t.Fatalf("%d edits were sent", len(bodies))
	}
	var in struct {
		Webhook    map[string]any
		UpdateMask string
	}
	if err := json.Unmarshal([]byte(bodies[0]), &in); err != nil {
		d.t.Fatal(err)
	}
	return in.Webhook, in.UpdateMask
}

func TestTheEditSendsOnlyWhatChanged(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	id := d.tenant.WebhookID(0)
	d.keys("2", "e", "<ctrl+u>", "New", "<ctrl+s>")
	d.sees("Saved webhook")
	webhook, mask := d.editBody(id)
	if mask != "displayName" || len(webhook) != 2 || webhook["displayName"] != "New" || webhook["id"] != id {
		t.Errorf("the mask is %q, the webhook %v", mask, webhook)
	}
	d.tenant.ForgetRequests()
	d.keys("e", "<tab>", "<tab>", "<ctrl+u>", "<ctrl+s>") // the description cleared
	webhook, mask = d.editBody(id)
	if text, sent := webhook["description"]; mask != "description" || !sent || text != "" {
		t.Errorf("clearing the description sent %q, %v", mask, webhook)
	}
	d.tenant.ForgetRequests()
	d.keys("e", "<ctrl+s>")
	d.tells("Nothing was changed, so nothing was sent.")
	d.keys("e", "x", "<backspace>", "<ctrl+s>")
	d.tells("Nothing was changed, so nothing was sent.")
	d.wantMutations()
}

func TestARefusalKeepsWhatWasTyped(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	heal := d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks", Status: 400, Message: "url: the host answers with 404"})
	d.keys("2", "n", "Brand new", "<tab>", "https://hooks.example.com/new", "<ctrl+s>")
	d.tells("the host answers with 404", "Brand new", "https://hooks.example.com/new")
	heal()
	d.keys("<ctrl+s>")
	d.tells("Created webhook “Brand new”")
	if n := len(d.mutations()); n != 2 {
		t.Errorf("%d writes", n)
	}
}

func TestA200WithTheOldValueIsNotSaved(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/webhooks/*", Lie: true})
	d.keys("2", "e", "<ctrl+u>", "New", "<ctrl+s>")
	d.tells("not saved", "New")
	d.tellsNot("Saved webhook")
	d.keys("<esc>", "<esc>")
	d.sees("Incident bridge")
}

func TestARowThatChangedBehindAFormThatCantLookIsSaidBeforeItIsSaved(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/webhooks/*", Status: 403})
	}})
	d.keys("2")
	late := d.holding(func() {
		if err := d.tenant.UpdateAs("webhooks", d.tenant.WebhookID(0),
			func(r map[string]any) { r["description"] = "somebody was here" }); err != nil {
			t.Fatal(err)
		}
		d.keys("r")
	})
	d.keys("e", " II")
	late.deliver()
	d.keys("<ctrl+s>")
	d.tells("has changed since", "Save again")
	d.wantMutations()
	d.keys("<ctrl+s>")
	d.sees("Saved webhook")
	if _, mask := d.editBody(d.tenant.WebhookID(0)); mask != "displayName" {
		t.Errorf("the mask is %q", mask)
	}
}

func TestTypingInAFormIsText(t *testing.T) {
	const all = "qQ?:/jkdDrRaAgG0123456789 ,.x"
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.keys("2", "n", all)
	d.tells(all)
	d.paste("a\nb")
	d.tells(all + "a b")
	d.keys("<tab>", "<tab>")
	d.paste("one\ntwo")
	d.tells("one", "two")
	if d.quit {
		t.Error("typing quit")
	}
	d.wantMutations()
}
