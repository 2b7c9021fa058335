package ui

import (
	"fmt"
	"testing"

	"gatehouse/tenant"
)

// advice is a sentence of the screen that says what to press.
type advice struct {
	options driverOptions
	to      []string // what leads there
	advice  string
	follow  []string
	then    string // what is seen after that
}

func advices() []advice {
	const hooks, secrets = "/api/v1/search/hooks", "/api/v1/search/secrets-admin"
	many := driverOptions{tenant: tenant.Options{Rows: 450}}
	failing := func(path string) func(*tenant.Tenant) {
		return func(tn *tenant.Tenant) { tn.Faults().Add(tenant.Rule{Path: path, Status: 500}) }
	}
	return []advice{
		{to: []string{"/", "xqxqx"}, advice: "esc goes back to what was shown.", follow: []string{"<esc>"}, then: "42 in all"},
		{to: []string{"/", "xqxqx", "<enter>"}, advice: "esc clears the filter.", follow: []string{"<esc>"}, then: "42 in all"},
		{options: many, to: []string{"4", "/", "xqxqx"}, advice: "enter and then F loads the rest",
			follow: []string{"<enter>", "F"}, then: "0 of 450"},
		{to: []string{"4", "/", "xqxqx"}, advice: "ctrl+s asks the tenant", follow: []string{"<ctrl+s>"},
			then: "0 found for “xqxqx” on the tenant"},
		{options: many, to: []string{"4", "/", "xqxqx", "<enter>"}, advice: "/ and ctrl+s ask the tenant", follow: []string{"/",
			"<ctrl+s>"}, then: "0 found for “xqxqx” on the tenant"},
		{to: []string{"/", "xqxqx", "<ctrl+s>"}, advice: "esc shows all again.", follow: []string{"<esc>"}, then: "42 in all"},
		{to: []string{"/", "blkpaymnt", "<enter>", "*"}, advice: "space marks a similar one.", follow: []string{" "}, then: "1 marked"},
		{to: []string{"*", "U"}, advice: "U restores them.", follow: []string{"U"}, then: "42 marked"},
		{to: []string{"9", "*", "x"}, advice: "U clears the marks.", follow: []string{"U"}, then: "marks cleared"},
		{to: []string{"V", "j"}, advice: "range of 2 rows, V marks it", follow: []string{"V"}, then: "2 marked"},
		{options: many, to: []string{"4", "*"}, advice: "F loads the rest, then * marks them too.", follow: []string{"F", "*"},
			then: "Marked 450 of 450."},
		{to: []string{"5", "<enter>"}, advice: "space marks a version, c compares it with any other.", follow: []string{" ", "j", "c"},
			then: "What is different"},
		{to: []string{"5"}, advice: "enter shows who changed it, when and what.", follow: []string{"<enter>"},
			then: "What changed since the version before"},
		{to: []string{"4", "A"}, advice: "v shows everything that was recorded.", follow: []string{"v"}, then: "activity_name"},
		{to: []string{"4"}, advice: "Y copies the link.", follow: []string{"Y"}, then: "share URL (it opens the secret)"},
		{to: []string{"0", "m", "j", "j", " "}, advice: "ctrl+s save", follow: []string{"<ctrl+s>"}, then: "Save settings?"},
		{to: []string{"0", "b"}, advice: "f2 shows examples", follow: []string{}, then: "f2 shows examples"},
		{to: []string{"<esc>"}, advice: "Nothing to go back to; q quits.", follow: []string{"q"}, then: ""},
		{to: []string{"t"}, advice: "u undoes it", follow: []string{"u"}, then: "Undone"},
		{options: driverOptions{faults: failing(hooks)}, advice: "r tries again.", follow: []string{"r"}, then: "42 in all"},
		{options: driverOptions{faults: failing(secrets)}, to: []string{"4"}, advice: "r tries again.", follow: []string{"r"},
			then: "180 in all"},
		{options: driverOptions{tenant: tenant.Options{Rows: -1}}, to: []string{"2"}, advice: "n creates one.", follow: []string{"n"},
			then: "New webhook"},
		{options: driverOptions{tenant: tenant.Options{Rows: -1}}, to: []string{"3", "t", "t"}, advice: "goes back to the list",
			follow: []string{"<esc>"}, then: "Role mining has no suggestions."},
		{options: driverOptions{tenant: tenant.Options{Rows: -1}}, to: []string{"1"}, advice: "r looks again.", follow: []string{"r"},
			then: "This tenant has no hooks."},
		{options: driverOptions{tenant: tenant.Options{InterfaceOnly: true}}, to: []string{"6"}, advice: "O opens a role by its id.",
			follow: []string{"O"}, then: "27 letters and digits"},
		{options: driverOptions{tenant: tenant.Options{Rows: 1}}, to: []string{"4", "f", "external", "<enter>", "f", "file", "<enter>"},
			advice: "esc clears the last choice.", follow: []string{"<esc>"}, then: "Secrets"},
		{to: []string{"0", "o"}, advice: "p asks for its app and its name, or their ids.", follow: []string{"p"}, then: "Choose an app"},
		{to: []string{"0", "d"}, advice: "n binds an entitlement", follow: []string{"n"}, then: "Bind an entitlement"},
	}
}

// What the screen advises can be done right there: the key that a sentence names does what it says.
func TestAdviceCanBeFollowed(t *testing.T) {
	for i, c := range advices() {

		t.Run(fmt.Sprint(i, " ", c.advice), func(t *testing.T) {
			c.options.w, c.options.h = 160, 60
			d := newDriver(t, c.options)
			d.keys(c.to...)
			d.reads(c.advice)
			d.tenant.Faults().Reset()
			d.keys(c.follow...)
			if d.quit && c.then == "" {
				return
			}
			d.reads(c.then)
		})
	}
}
