package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
)

// Webhook receives event notifications at URL (interface.md 2.9).
type Webhook struct {
	ID              string   `json:"id"`
	DisplayName     string   `json:"displayName"`
	Description     string   `json:"description"`
	URL             string   `json:"url"`
	CallbackTimeout Duration `json:"callbackTimeout"` // 1 to 30 days, default 8
	CreatedAt       Time     `json:"createdAt"`
	UpdatedAt       Time     `json:"updatedAt"`
	DeletedAt       Time     `json:"deletedAt"`
	Raw             Original `json:"-"` // the row as it came
	Problem         string   `json:"-"` // what was odd in it, "" if nothing
}

func (w *Webhook) origin() origin { return origin{raw: &w.Raw, problem: &w.Problem, key: w.ID} }

// WebhookSearch narrows a webhook search. Query is matched against names and descriptions, Refs are ids.
type WebhookSearch struct {
	Query string
	Refs  []string
}

// SearchWebhooks searches webhooks (operation 15).
func (c *Client) SearchWebhooks(ctx context.Context, s WebhookSearch, p PageRequest) (Page[Webhook], error) {
	return postPage[Webhook](ctx, c, "search/webhooks", searchBody{Query: s.Query, Refs: refs(s.Refs), paging: p.body()}, "list", "")
}

// Webhook reads one webhook (companion.md 7.4).
func (c *Client) Webhook(ctx context.Context, id string) (Webhook, error) {
	return getRecord[Webhook](ctx, c, "webhook", "webhooks/{}", id)
}

// NewWebhook is what a webhook is made from; DisplayName and URL are required.
type NewWebhook struct {
	DisplayName     string
	URL             string
	Description     string
	CallbackTimeout Duration
}

// CreateWebhook creates a webhook (operation 16).
func CreateWebhook(w NewWebhook) (Request, error) {
	if w.DisplayName == "" || w.URL == "" {
		return Request{}, errors.New("create webhook: a name and a URL are required")
	}
	body := struct {
		DisplayName     string    `json:"displayName"`
		URL             string    `json:"url"`
		CallbackTimeout *Duration `json:"callbackTimeout,omitempty"`
		Description     string    `json:"description,omitempty"`
	}{DisplayName: w.DisplayName, URL: w.URL, Description: w.Description}
	if w.CallbackTimeout.Set() {
		body.CallbackTimeout = &w.CallbackTimeout
	}
	return build("create webhook", http.MethodPost, "webhooks", body)
}

// WebhookChanges are the fields to change; nil leaves a field alone.
type WebhookChanges struct {
	DisplayName     *string   `json:"displayName,omitempty"`
	Description     *string   `json:"description,omitempty"`
	URL             *string   `json:"url,omitempty"`
	CallbackTimeout *Duration `json:"callbackTimeout,omitempty"`
}

// UpdateWebhook changes a webhook (operation 14). It returns ErrNothingChanged or ErrEmptyID when there is nothing to send.
func UpdateWebhook(id string, changes WebhookChanges) (Request, error) {
	var m mask
	m.add("displayName", changes.DisplayName != nil)
	m.add("description", changes.Description != nil)
	m.add("url", changes.URL != nil)
	m.add("callbackTimeout", changes.CallbackTimeout != nil)
	type webhook struct {
		ID string `json:"id"`
		WebhookChanges
	}
	return update("update webhook", "webhooks/{}", "webhook", webhook{id, changes}, m, id)
}

// DeleteWebhook deletes a webhook (companion.md 7.4).
func DeleteWebhook(id string) (Request, error) {
	return build("delete webhook", http.MethodDelete, "webhooks/{}", nothing{}, id)
}

// TestWebhook sends a test event to a webhook (companion.md 7.4). The answer holds a Delivery.
func TestWebhook(id string) (Request, error) {
	return build("test webhook", http.MethodPost, "webhooks/{}/test", nothing{}, id)
}

// WebhookFrom reads the webhook in the answer to a write; nil when there is none.
func WebhookFrom(a Answer) (*Webhook, error) { return answered[Webhook](a, "webhook") }

// WebhookState is how far a delivery is. Open: unknown values are normal.
type WebhookState string

// The known delivery states.
const (
	WebhookStateUnspecified     WebhookState = "WEBHOOK_STATE_UNSPECIFIED"
	WebhookStatePending         WebhookState = "WEBHOOK_STATE_PENDING"
	WebhookStateRunning         WebhookState = "WEBHOOK_STATE_RUNNING"
	WebhookStateError           WebhookState = "WEBHOOK_STATE_ERROR"
	WebhookStateWaitingCallback WebhookState = "WEBHOOK_STATE_WAITING_CALLBACK"
	WebhookStateProcessResponse WebhookState = "WEBHOOK_STATE_PROCESS_RESPONSE"
	WebhookStateSuccess         WebhookState = "WEBHOOK_STATE_SUCCESS"
	WebhookStateFatalError      WebhookState = "WEBHOOK_STATE_FATAL_ERROR"
)

// Words is the value in plain words; an unknown one as it came.
func (s WebhookState) Words() string {
	switch s {
	case "", WebhookStateUnspecified:
		return "not set"
	case WebhookStatePending:
		return "pending"
	case WebhookStateRunning:
		return "running"
	case WebhookStateError:
		return "error, will be tried again"
	case WebhookStateWaitingCallback:
		return "waiting for callback"
	case WebhookStateProcessResponse:
		return "processing response"
	case WebhookStateSuccess:
		return "delivered"
	case WebhookStateFatalError:
		return "failed"
	}
	return string(s)
}

// Delivery is one notification on its way to a webhook (companion.md 7.4).
type Delivery struct {
	ID              string          `json:"id"`
	WebhookID       string          `json:"webhookId"`
	State           WebhookState    `json:"state"`
	Attempts        int64           `json:"attempts"`
	CreatedAt       Time            `json:"createdAt"`
	UpdatedAt       Time            `json:"updatedAt"`
	LastAttemptedAt Time            `json:"lastAttemptedAt"`
	CompletedAt     Time            `json:"completedAt"`
	ExpiresAt       Time            `json:"expiresAt"`
	Source          json.RawMessage `json:"source"`
	Spec            DeliverySpec    `json:"spec"`
	Raw             Original        `json:"-"` // the row as it came
	Problem         string          `json:"-"` // what was odd in it, "" if nothing
}

// DeliverySpec says where a delivery goes.
type DeliverySpec struct {
	Destination json.RawMessage `json:"destination"` // text or an object, as it came
}

func (d *Delivery) origin() origin { return origin{raw: &d.Raw, problem: &d.Problem, key: d.ID} }

// DeliveryFrom reads the delivery in the answer to a test; nil when there is none.
func DeliveryFrom(a Answer) (*Delivery, error) { return answered[Delivery](a, "webhook") }
