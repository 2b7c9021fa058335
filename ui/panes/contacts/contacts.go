package contacts

import (
	"context"
	"encoding/json"
	"errors"
	"net/mail"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/document"
	"gatehouse/ui/edit"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("contacts", "Contacts")
	return host.Declaration{
		Name: "contacts", Title: "Contacts", Key: "c", Word: "contacts", Help: "Go to the organization's contacts.",
		About: "Who the vendor writes to about billing, operations and security.",
		Brief: "Who the vendor writes to.",
		New:   New, Reread: reread, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "contacts.edit", "edit", "Edit the addresses.", "e"),
		},
	}
}

// reread reads the contacts, which no list holds.
func reread(e action.Entry) (host.Rereading, bool) {
	return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
		now, err := c.Contacts(ctx)
		return now.Raw.JSON(), "", err
	}, e.Target.Kind == "contacts"
}

func New(e *host.Env, h host.Host) host.Pane { return document.New(contacts(), e, h) }

func contacts() document.Document[api.Contacts] {
	pane := Declaration()
	d := document.Document[api.Contacts]{
		Name: pane.Name, Title: pane.Title, One: "contacts", Scope: pane.Scope,
		Target: func(api.Contacts) action.Target { return action.Target{Kind: "contacts"} },
		Get:    func(ctx context.Context, c *api.Client) (api.Contacts, error) { return c.Contacts(ctx) },
		Raw:    func(c api.Contacts) api.Original { return c.Raw },
		Detail: contactSections,
		Verbs: []list.Verb[api.Contacts]{{Spec: func(*host.Env) *action.Spec[api.Contacts] { return editContacts() },
			Document: func(c api.Contacts, _ *host.Env) form.Spec { return contactsForm(c) }}},
	}
	for _, l := range contactLists() {
		d.Copies = append(d.Copies, list.Copyable[api.Contacts]{Title: l.word + " addresses",
			Text: func(c api.Contacts) string { return strings.Join(*l.of(&c), ", ") }})
	}
	return d
}

// contactList is one of the three lists of addresses.
type contactList struct {
	name, title, word string
	is                string
	of                func(*api.Contacts) *[]string
	change            func(*api.ContactsChanges) **[]string
}

func contactLists() []contactList {
	return []contactList{
		{"billingEmails", "Billing", "billing", "Invoices and everything about payment.",
			func(c *api.Contacts) *[]string { return &c.BillingEmails }, func(c *api.ContactsChanges) **[]string { return &c.BillingEmails }},
		{"operationsEmails", "Operations", "operations", "Maintenance, outages and changes of the service.",
			func(c *api.Contacts) *[]string { return &c.OperationsEmails }, func(c *api.ContactsChanges) **[]string { return &c.OperationsEmails }},
		{"securityEmails", "Security", "security", "Security notices and incidents.",
			func(c *api.Contacts) *[]string { return &c.SecurityEmails }, func(c *api.ContactsChanges) **[]string { return &c.SecurityEmails }},
	}
}

func contactSections(c api.Contacts, e *host.Env) []widget.Section {
	var sections []widget.Section
	if c.Problem != "" {
		sections = append(sections, widget.Section{Fields: []widget.Field{{Label: "Odd", Value: c.Problem, Role: theme.Warn}}})
	}
	for _, l := range contactLists() {
		addresses := *l.of(&c)
		f := widget.Field{Label: l.title, Value: strings.Join(addresses, "\n"), Note: l.is}
		if len(addresses) == 0 {
			f.Value, f.Role = "nobody", theme.Warn
		}
		sections = append(sections, widget.Section{Fields: []widget.Field{f}})
	}
	return append(sections, e.Dates(c.CreatedAt, c.UpdatedAt, api.Time{}))
}

func contactsForm(c api.Contacts) form.Spec {
	s := form.Spec{Title: "Edit contacts", Submit: "Save"}
	for _, l := range contactLists() {
		s.Fields = append(s.Fields, form.Field{Name: l.name, Title: l.title, Kind: form.Lines, Value: strings.Join(*l.of(&c), "\n"),
			Validate: checkAddress, Help: l.is + " One e-mail address a line."})
	}
	return s
}

// checkAddress judges one e-mail address; a name around it is refused.
func checkAddress(text string) error {
	parsed, err := mail.ParseAddress(text)
	switch {
	case err != nil:
		return errors.New("is not an e-mail address")
	case parsed.Address != text:
		return errors.New("write only the address, without a name")
	}
	return nil
}

func editContacts() *action.Spec[api.Contacts] {
	return &action.Spec[api.Contacts]{
		Name: "contacts.edit", Title: "Edit contacts", Doing: "Saving", Done: "Saved", Noun: "edit",
		Request: func(_ api.Contacts, d action.Draft) (api.Request, error) {
			return api.UpdateContacts(contactChanges(d))
		},
		Answer: api.ContactsFrom,
		Read: func(ctx context.Context, c *api.Client, _ api.Contacts, _ action.Draft) (api.Contacts, error) {
			return c.Contacts(ctx)
		},
		Check:     ContactsVerdict,
		Decides:   func(c api.Contacts) []action.Value { return edit.FormValues(contactsForm(c)) },
		Sets:      func(c api.Contacts, d action.Draft) []action.Value { return edit.ChangedValues(contactsForm(c), d) },
		UpdatedAt: func(c api.Contacts) api.Time { return c.UpdatedAt },
		Inverse: func(before api.Contacts, d action.Draft) (*action.Spec[api.Contacts], action.Draft) {
			return editContacts(), action.Draft{Values: contactValues(before), Changed: d.Changed}
		},
	}
}

// contactValues are the lists as the form writes them.
func contactValues(c api.Contacts) map[string]string {
	values := map[string]string{}
	for _, l := range contactLists() {
		values[l.name] = strings.Join(*l.of(&c), "\n")
	}
	return values
}

// contactChanges are the lists that were changed, and no others.
func contactChanges(d action.Draft) api.ContactsChanges {
	var changes api.ContactsChanges
	for _, l := range contactLists() {
		if d.Has(l.name) {
			addresses := splitLines(d.Values[l.name])
			*l.change(&changes) = &addresses
		}
	}
	return changes
}

func splitLines(text string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}

// ContactsVerdict compares the lists that were sent.
func ContactsVerdict(before api.Contacts, d action.Draft, now api.Contacts, _ bool) action.Verdict {
	done, same := true, true
	for _, l := range contactLists() {
		if d.Has(l.name) {
			done = done && widget.SameSet(*l.of(&now), splitLines(d.Values[l.name]))
			same = same && widget.SameSet(*l.of(&now), *l.of(&before))
		}
	}
	switch {
	case done:
		return action.Done
	case same:
		return action.NotDone
	}
	return action.ChangedByOthers
}
