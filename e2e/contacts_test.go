//go:build linux || darwin

package e2e_test

import (
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

const contactsPath = "/api/v1/settings/contacts"

// Operation 13 and its companion: only the list that was changed is sent.
func TestReadAndEditTheContacts(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{Width: 120, Height: 40})
	c.tenantMenu("c", "Contacts")
	c.sees(`^Billing +accounts@halden\.example`)
	c.sees(`^Operations +platform-oncall@halden\.example`)
	s.asked(1, "GET", contactsPath, "", "")
	c.keys("e")
	c.sees(`Edit contacts`)
	c.keys("<tab>")
	c.must(c.PasteBracketed("\nOnce <once@halden.example>"))
	c.sees(`write only the address`)
	c.keys("<ctrl+s>")
	c.settled()
	s.untouched()
	c.keys("<ctrl+u>")
	c.types("oncall-2@halden.example")
	c.sees(`\+ oncall-2@halden\.example`)
	c.keys("<ctrl+s>")
	s.sent(1, "POST", contactsPath,
		`{"contacts":{"operationsEmails":["platform-oncall@halden.example","oncall-2@halden.example"]},"updateMask":"operationsEmails"}`)
	c.sees(`Saved contacts\..*u undoes it`)
	c.sees(`^ +oncall-2@halden\.example`)
	c.keys("u")
	s.sent(2, "POST", contactsPath, `{"contacts":{"operationsEmails":["platform-oncall@halden.example"]},"updateMask":"operationsEmails"}`)
	c.misses(`oncall-2@halden\.example`)

	c.keys("e")
	c.sees(`Edit contacts`)
	c.keys("<tab><ctrl+u><ctrl+s>")
	s.sent(3, "POST", contactsPath, `{"contacts":{"operationsEmails":[]},"updateMask":"operationsEmails"}`)
	c.sees(`^Operations +nobody`)
	s.quits(c, 3)
}
