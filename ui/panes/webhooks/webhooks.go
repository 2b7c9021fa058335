package webhooks

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/span"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/edit"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("webhooks", "Webhooks")
	return host.Declaration{
		Name: "webhooks", Title: "Webhooks", Key: "2", Help: "Go to the webhooks.",
		Views: true, New: New, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "webhooks.create", "new", "Create a webhook.", "n"),
			keymap.Bind(s, "webhooks.edit", "edit", "Edit the webhook.", "e"),
			keymap.Bind(s, "webhooks.test", "test", "Send a test event to the webhook.", "t"),
			keymap.Bind(s, "webhooks.delete", "delete", "Delete the webhook for good.", "x"),
		},
	}
}

func New(e *host.Env, h host.Host) host.Pane { return list.New(webhooks(), e, h) }

func webhooks() list.Resource[string, api.Webhook] {
	d := Declaration()
	return list.Resource[string, api.Webhook]{
		Name: d.Name, Title: d.Title, One: "webhook", Scope: d.Scope,
		Key:     func(w api.Webhook) string { return w.ID },
		Target:  webhookTarget,
		Columns: webhookColumns(),
		Raw:     func(w api.Webhook) api.Original { return w.Raw },
		Problem: func(w api.Webhook) string { return w.Problem },
		Fetch: func(ctx context.Context, c *api.Client, q host.Query, p api.PageRequest) (api.Page[api.Webhook], error) {
			return c.SearchWebhooks(ctx, api.WebhookSearch{Query: q.Text}, p)
		},
		Get: func(ctx context.Context, c *api.Client, w api.Webhook) (api.Webhook, error) {
			return readWebhook(ctx, c, w, action.Draft{})
		},
		ByID: &list.ByID[api.Webhook]{
			Ids:   []list.IDField{{Name: "id", Title: "Webhook id", Help: "The webhook's id, 27 letters and digits."}},
			Of:    func(w api.Webhook) []string { return []string{w.ID} },
			Blank: func(ids []string, name string) api.Webhook { return api.Webhook{ID: ids[0], DisplayName: name} },
		},
		Searches: "names and descriptions",
		Empty:    "This tenant has no webhooks.",
		Next:     []list.Step{{ID: "webhooks.create", Does: "creates one"}},
		Detail:   webhookDetail,
		Copies:   []list.Copyable[api.Webhook]{{Title: "URL", Text: func(w api.Webhook) string { return w.URL }}},
		Verbs: []list.Verb[api.Webhook]{
			{Spec: func(*host.Env) *action.Spec[api.Webhook] { return createWebhook() }, Creates: true,
				Document: func(api.Webhook, *host.Env) form.Spec { return webhookForm("New webhook", "Create", api.Webhook{}) }},
			{Spec: func(*host.Env) *action.Spec[api.Webhook] { return editWebhook() },
				Document: func(w api.Webhook, _ *host.Env) form.Spec { return webhookForm("Edit webhook", "Save", w) }},
			{Spec: func(*host.Env) *action.Spec[api.Webhook] { return testWebhook() }},
			{Spec: func(*host.Env) *action.Spec[api.Webhook] { return deleteWebhook() }},
		},
	}
}

func webhookTarget(w api.Webhook) action.Target {
	return action.Target{Kind: "webhook", Name: w.DisplayName, ID: w.ID}
}

func webhookColumns() []grid.Column[api.Webhook] {
	return []grid.Column[api.Webhook]{
		{Name: "name", Title: "Name", Min: 24, Want: 30, Max: 50, Weight: 2, Text: func(w api.Webhook, _ grid.Env) string {
			return widget.DeletedName(w.DisplayName, api.WebhookStateOf(w))
		},
			Role:   func(w api.Webhook, _ grid.Env) theme.Role { return widget.DeletedRole(api.WebhookStateOf(w)) },
			Export: func(w api.Webhook, _ grid.Env) string { return w.DisplayName }},
		{Name: "url", Title: "URL", Min: 28, Want: 54, Max: 70, Weight: 3, Priority: 1, Middle: true,
			Text: func(w api.Webhook, _ grid.Env) string { return w.URL },
			Role: func(api.Webhook, grid.Env) theme.Role { return theme.Link }},
		{Name: "timeout", Title: "Timeout", Min: 7, Spare: 12, Max: 12, Priority: 3, Align: draw.Right,
			Text: func(w api.Webhook, _ grid.Env) string {
				return host.FirstOf(TimeoutText(w.CallbackTimeout), "default")
			},
			Number: func(w api.Webhook) (float64, bool) { return w.CallbackTimeout.D.Hours() / 24, w.CallbackTimeout.Set() }},
		column.Time("updated", "Updated", 2, func(w api.Webhook) api.Time { return w.UpdatedAt }),
		{Name: "description", Title: "Description", Min: 16, Weight: 2, Priority: 5,
			Text: func(w api.Webhook, _ grid.Env) string { return w.Description },
			Role: func(api.Webhook, grid.Env) theme.Role { return theme.Dim }},
		column.ID(4, func(w api.Webhook) string { return w.ID }),
	}
}

func webhookDetail(w api.Webhook, at list.DetailEnv[api.Webhook]) []widget.Section {
	return []widget.Section{
		{Title: w.DisplayName, Fields: append(widget.DeletedField(api.WebhookStateOf(w), "It gets no events any more."),
			widget.Field{Label: "URL", Value: w.URL, Role: theme.Link},
			widget.Field{Label: "Description", Value: w.Description},
			widget.Field{Label: "Timeout", Value: host.FirstOf(TimeoutText(w.CallbackTimeout), "8d, the default"),
				Note: "How long the tenant waits for the receiver to call back."},
			widget.Field{Label: "Id", IDs: widget.OnlyID(w.ID), Note: at.Age(w.ID, w.CreatedAt)},
		)},
		at.Dates(w.CreatedAt, w.UpdatedAt, w.DeletedAt),
	}
}

// webhookForm edits the fields that operations 14 and 16 take.
func webhookForm(title, submit string, w api.Webhook) form.Spec {
	return form.Spec{Title: title, Submit: submit, Fields: []form.Field{
		{Name: "displayName", Title: "Name", Kind: form.Line, Prose: true, Limit: form.NameLimit, Value: w.DisplayName, Required: true,
			Validate: edit.CheckName,
			Help:     "What people call it, up to 100 characters."},
		{Name: "url", Title: "URL", Kind: form.Line, Value: w.URL, Required: true, Validate: checkWebhookURL,
			Help: "Where events are sent: https, on the default port, reachable from the internet."},
		{Name: "description", Title: "Description", Kind: form.Text, Prose: true, Value: w.Description, Validate: edit.CheckDescription,
			Help: "What it is for, up to 2,048 characters."},
		{Name: "callbackTimeout", Title: "Timeout", Kind: form.Line, Value: TimeoutText(w.CallbackTimeout), Validate: checkTimeout,
			Help: "How long to wait for the receiver to call back, 1d to 30d; empty means 8d."},
	}}
}

// TimeoutText is a timeout as it is read and as the form edits it, "8d", or the wire's own text where that is no duration.
func TimeoutText(d api.Duration) string {
	if !d.Set() || d.Odd {
		return d.Text
	}
	return span.Write(d.D)
}

func TimeoutFrom(text string) (api.Duration, error) {
	if strings.TrimSpace(text) == "" {
		return api.Duration{}, nil
	}
	const day = 24 * time.Hour
	d, err := span.Parse(text, day)
	switch {
	case err != nil:
		return api.Duration{}, err
	case d < day || d > 30*day:
		return api.Duration{}, errors.New("must be from 1 to 30 days, such as 8d or 36h")
	}
	return api.NewDuration(d), nil
}

func checkTimeout(text string) error {
	_, err := TimeoutFrom(text)
	return err
}

// checkWebhookURL follows companion.md 9.4: https, default port, no credentials, public.
func checkWebhookURL(text string) error {
	u, err := url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil:
		return errors.New("is not a URL")
	case u.Scheme != "https":
		return errors.New("must start with https://")
	case u.Hostname() == "":
		return errors.New("has no host name")
	case u.User != nil:
		return errors.New("must not hold a user name or password")
	case u.Port() != "" && u.Port() != "443":
		return errors.New("must use the default port")
	case !public(u.Hostname()):
		return errors.New("must be reachable from the internet")
	}
	return nil
}

// public reports whether a host may be reachable from the internet, as far as its name or address tells.
func public(host string) bool {
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	if addr, err := netip.ParseAddr(name); err == nil {
		addr = addr.Unmap()
		return addr.IsGlobalUnicast() && !addr.IsPrivate() &&
			!slices.ContainsFunc(reserved(), func(p netip.Prefix) bool { return p.Contains(addr) })
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	if last == name || strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x") { // one word, or an address in disguise
		return false
	}
	return !strings.HasSuffix(name, ".localhost") && !strings.HasSuffix(name, ".local") && !strings.HasSuffix(name, ".internal")
}

// reserved are the addresses that look public and are not: shared, for tests and documentation, not assigned (RFC 6890).
func reserved() []netip.Prefix {
	var prefixes []netip.Prefix
	for _, text := range []string{"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4", "64:ff9b::/96", "100::/64", "2001:db8::/32"} {
		prefixes = append(prefixes, netip.MustParsePrefix(text))
	}
	return prefixes
}
