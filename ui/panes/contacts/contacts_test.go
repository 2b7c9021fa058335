package contacts_test

import (
	"testing"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/panes/contacts"
)

// Addresses in another order than they were sent in are the same addresses.
func TestTheOrderOfAddressesIsNoChange(t *testing.T) {
	was := api.Contacts{BillingEmails: []string{"a@x.example", "b@x.example"}}
	now := api.Contacts{BillingEmails: []string{"c@x.example", "b@x.example", "a@x.example"}}
	draft := action.Draft{Changed: []string{"billingEmails"},
		Values: map[string]string{"billingEmails": "a@x.example\nb@x.example\nc@x.example"}}
	if v := contacts.ContactsVerdict(was, draft, now, false); v != action.Done {
		t.Errorf("contacts in another order than they were sent in: %v", v)
	}
	if v := contacts.ContactsVerdict(was, draft, api.Contacts{BillingEmails: []string{"b@x.example", "a@x.example"}},
		false); v != action.NotDone {
		t.Errorf("contacts in another order than they were before: %v", v)
	}
}
