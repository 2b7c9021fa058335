package api

import (
	"context"
)

// Contacts are the organization's e-mail addresses (interface.md 2.13).
type Contacts struct {
	BillingEmails    []string `json:"billingEmails"`
	OperationsEmails []string `json:"operationsEmails"`
	SecurityEmails   []string `json:"securityEmails"`
	CreatedAt        Time     `json:"createdAt"`
	UpdatedAt        Time     `json:"updatedAt"`
	Raw              Original `json:"-"` // the object as it came
	Problem          string   `json:"-"` // what was odd in it, "" if nothing
}

func (c *Contacts) origin() origin {
	return origin{raw: &c.Raw, problem: &c.Problem, keyless: true}
}

// Contacts reads the contacts (operation 13).
func (c *Client) Contacts(ctx context.Context) (Contacts, error) {
	return getRecord[Contacts](ctx, c, "contacts", "settings/contacts")
}

// ContactsChanges are the lists to replace; nil leaves a list alone.
type ContactsChanges struct {
	BillingEmails    *[]string `json:"billingEmails,omitempty"`
	OperationsEmails *[]string `json:"operationsEmails,omitempty"`
	SecurityEmails   *[]string `json:"securityEmails,omitempty"`
}

// UpdateContacts changes the contacts (companion.md 7.12). It returns ErrNothingChanged when there is nothing to send.
func UpdateContacts(changes ContactsChanges) (Request, error) {
	var m mask
	m.add("billingEmails", changes.BillingEmails != nil)
	m.add("operationsEmails", changes.OperationsEmails != nil)
	m.add("securityEmails", changes.SecurityEmails != nil)
	changes.BillingEmails = listOf(changes.BillingEmails)
	changes.OperationsEmails = listOf(changes.OperationsEmails)
	changes.SecurityEmails = listOf(changes.SecurityEmails)
	return update("update contacts", "settings/contacts", "contacts", changes, m)
}

// ContactsFrom reads the contacts in the answer to a write; nil when there are none.
func ContactsFrom(a Answer) (*Contacts, error) { return answered[Contacts](a, "contacts") }
