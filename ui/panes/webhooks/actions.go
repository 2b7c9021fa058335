package webhooks

import (
	"context"
	"strconv"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/edit"
)

func createWebhook() *action.Spec[api.Webhook] {
	return &action.Spec[api.Webhook]{
		Name: "webhooks.create", Title: "Create webhook", Doing: "Creating", Done: "Created", Noun: "creation", Repeats: true, New: true,
		Target: func(_ api.Webhook, d action.Draft) action.Target {
			return action.Target{Kind: "webhook", Name: d.Values["displayName"]}
		},
		Request: func(_ api.Webhook, d action.Draft) (api.Request, error) {
			timeout, err := TimeoutFrom(d.Values["callbackTimeout"])
			if err != nil {
				return api.Request{}, err
			}
			return api.CreateWebhook(api.NewWebhook{DisplayName: d.Values["displayName"], URL: strings.TrimSpace(d.Values["url"]),
				Description: d.Values["description"], CallbackTimeout: timeout})
		},
		Answer: api.WebhookFrom,
		Read:   findCreated,
		Check: func(_ api.Webhook, d action.Draft, now api.Webhook, gone bool) action.Verdict {
			if !gone && now.DisplayName == d.Values["displayName"] && now.URL == strings.TrimSpace(d.Values["url"]) {
				return action.Done
			}
			return action.NotDone
		},
		Sets: func(w api.Webhook, d action.Draft) []action.Value {
			return edit.ChangedValues(webhookForm("", "", w), d)
		},
		UpdatedAt:  func(w api.Webhook) api.Time { return w.UpdatedAt },
		InverseNow: func(now api.Webhook) *action.Spec[api.Webhook] { return deleteWebhook() },
	}
}

// findCreated looks for a webhook whose creation was not answered: the newest with the same name and URL.
func findCreated(ctx context.Context, c *api.Client, _ api.Webhook, d action.Draft) (api.Webhook, error) {
	page, err := c.SearchWebhooks(ctx, api.WebhookSearch{Query: d.Values["displayName"]}, api.PageRequest{Size: 100})
	if err != nil {
		return api.Webhook{}, err
	}
	var found api.Webhook
	for _, w := range page.Rows {
		if w.DisplayName == d.Values["displayName"] && w.URL == strings.TrimSpace(d.Values["url"]) && !w.CreatedAt.Before(found.CreatedAt.Time) {
			found = w
		}
	}
	return found, nil
}

func editWebhook() *action.Spec[api.Webhook] {
	return &action.Spec[api.Webhook]{
		Name: "webhooks.edit", Title: "Edit webhook", Doing: "Saving", Done: "Saved", Noun: "edit",
		Applies: webhookLive,
		Request: func(w api.Webhook, d action.Draft) (api.Request, error) {
			changes, err := webhookChanges(d)
			if err != nil {
				return api.Request{}, err
			}
			return api.UpdateWebhook(w.ID, changes)
		},
		Answer:  api.WebhookFrom,
		Read:    readWebhook,
		Decides: webhookDecides,
		Check: func(before api.Webhook, d action.Draft, now api.Webhook, gone bool) action.Verdict {
			if gone {
				return action.ChangedByOthers
			}
			return webhookVerdict(before, d, now)
		},
		Sets: func(w api.Webhook, d action.Draft) []action.Value {
			return edit.ChangedValues(webhookForm("", "", w), d)
		},
		UpdatedAt: func(w api.Webhook) api.Time { return w.UpdatedAt },
		Inverse: func(before api.Webhook, d action.Draft) (*action.Spec[api.Webhook], action.Draft) {
			return editWebhook(), action.Draft{Values: webhookValues(before), Changed: d.Changed}
		},
	}
}

// webhookLive tells why nothing can be done with a webhook.
func webhookLive(w api.Webhook) action.Why {
	if api.WebhookStateOf(w) == api.RecordDeleted {
		return action.WhyIt("is deleted")
	}
	return action.Why{}
}

// webhookDecides are the fields that a person sees before changing or deleting a webhook.
func webhookDecides(w api.Webhook) []action.Value { return edit.FormValues(webhookForm("", "", w)) }

// webhookValues are the fields of the form as it writes them.
func webhookValues(w api.Webhook) map[string]string {
	return map[string]string{"displayName": w.DisplayName, "url": w.URL, "description": w.Description,
		"callbackTimeout": TimeoutText(w.CallbackTimeout)}
}

func webhookChanges(d action.Draft) (api.WebhookChanges, error) {
	var changes api.WebhookChanges
	text := func(name string) *string {
		if !d.Has(name) {
			return nil
		}
		value := d.Values[name]
		if name == "url" {
			value = strings.TrimSpace(value)
		}
		return &value
	}
	changes.DisplayName, changes.Description, changes.URL = text("displayName"), text("description"), text("url")
	if d.Has("callbackTimeout") {
		timeout, err := TimeoutFrom(d.Values["callbackTimeout"])
		if err != nil {
			return changes, err
		}
		changes.CallbackTimeout = &timeout
	}
	return changes, nil
}

// webhookVerdict compares the fields that were sent, and no others.
func webhookVerdict(before api.Webhook, d action.Draft, now api.Webhook) action.Verdict {
	changes, err := webhookChanges(d)
	if err != nil {
		return action.NotDone
	}
	want, was := now, now
	if changes.DisplayName != nil {
		want.DisplayName, was.DisplayName = *changes.DisplayName, before.DisplayName
	}
	if changes.URL != nil {
		want.URL, was.URL = *changes.URL, before.URL
	}
	if changes.Description != nil {
		want.Description, was.Description = *changes.Description, before.Description
	}
	if changes.CallbackTimeout != nil {
		want.CallbackTimeout, was.CallbackTimeout = *changes.CallbackTimeout, before.CallbackTimeout
	}
	switch {
	case sameWebhook(now, want, !d.Has("callbackTimeout") || want.CallbackTimeout.Set()):
		return action.Done
	case sameWebhook(now, was, true):
		return action.NotDone
	}
	return action.ChangedByOthers
}

// sameWebhook compares the editable fields; an emptied timeout comes back as the tenant's default, so it may go unchecked.
func sameWebhook(a, b api.Webhook, timeout bool) bool {
	return a.DisplayName == b.DisplayName && a.URL == b.URL && a.Description == b.Description &&
		(!timeout || a.CallbackTimeout.D == b.CallbackTimeout.D)
}

// readWebhook reads a webhook by its id; where the tenant lacks that, it searches for the one with the id (operation 15).
func readWebhook(ctx context.Context, c *api.Client, w api.Webhook, _ action.Draft) (api.Webhook, error) {
	now, err := c.Webhook(ctx, w.ID)
	if api.KindOf(err) != api.KindUnsupported {
		return now, err
	}
	return api.Find(ctx, func(now api.Webhook) bool { return now.ID == w.ID },
		func(ctx context.Context, token string) (api.Page[api.Webhook], error) {
			return c.SearchWebhooks(ctx, api.WebhookSearch{Refs: []string{w.ID}}, api.PageRequest{Size: 10, Token: token})
		})
}

func testWebhook() *action.Spec[api.Webhook] {
	return &action.Spec[api.Webhook]{
		Name: "webhooks.test", Title: "Send a test event", Doing: "Sending a test event to", Done: "Sent a test event to", Noun: "test event",
		Many: true, Repeats: true,
		Applies: webhookLive,
		Decides: func(w api.Webhook) []action.Value { return []action.Value{{Name: "URL", Is: w.URL}} },
		Read:    readWebhook,
		Request: func(w api.Webhook, _ action.Draft) (api.Request, error) { return api.TestWebhook(w.ID) },
		Says: func(_ action.Draft, a api.Answer) string {
			d, err := api.DeliveryFrom(a)
			if err != nil || d == nil {
				return ""
			}
			return "Delivery " + d.ID + " is " + d.State.Words() + ", attempt " + strconv.FormatInt(d.Attempts, 10) + "."
		},
	}
}

func deleteWebhook() *action.Spec[api.Webhook] {
	return &action.Spec[api.Webhook]{
		Name: "webhooks.delete", Title: "Delete webhook", Doing: "Deleting", Done: "Deleted", Noun: "deletion", Many: true,
		Applies: webhookLive,
		Danger:  func(api.Webhook) action.Danger { return action.Type },
		Word:    func(w api.Webhook) string { return edit.Typeable(w.DisplayName, w.ID) },
		Loses:   func(w api.Webhook) string { return "Events are no longer sent to " + w.URL + ". This can't be undone." },
		Decides: webhookDecides,
		Request: func(w api.Webhook, _ action.Draft) (api.Request, error) { return api.DeleteWebhook(w.ID) },
		Read:    readWebhook,
		Check: func(_ api.Webhook, _ action.Draft, now api.Webhook, gone bool) action.Verdict {
			if gone || api.WebhookStateOf(now) == api.RecordDeleted {
				return action.Done
			}
			return action.NotDone
		},
	}
}
