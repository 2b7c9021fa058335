package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
)

// esc takes the raw view away first, side by side with the list or over it, and the record stays named above its JSON.
func TestEscClosesTheRawViewFirst(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("2", "j", "v")
		if size[0] < 140 {
			d.sees(" › ")
		} else if name := strings.Fields(d.line("▌"))[3]; strings.Count(d.screen(), name) < 2 {
			t.Errorf("%s isn't named beside the list:\n%s", name, d.screen())
		}
		d.sees(`"callbackTimeout":`, "v fields")
		d.keys("<esc>")
		d.seesNot(`"callbackTimeout":`, "v fields", "Nothing to go back to")
		if size[0] < 140 {
			d.sees(" › ") // the fields, not yet the list
			d.keys("<esc>")
			d.seesNot(" › ")
		}
		d.keys("<esc>")
		d.reads("Nothing to go back to")
	}
}

// The name of the record stays where the JSON is scrolled.
func TestTheNameStaysAboveTheJSONThatScrolls(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 14})
	d.keys("3", "v", "<enter>")
	name := strings.Join(strings.Fields(d.selected())[3:5], " ")
	d.keys("G")
	if !strings.Contains(rows(d)[2], name) || !strings.Contains(d.screen(), " }") {
		t.Errorf("%q isn't above the end of its JSON:\n%s", name, d.screen())
	}
}

// A raw view that the list covers doesn't come back unasked.
func TestLeavingTheDetailForTheListEndsItsRawView(t *testing.T) {
	d := newDriver(t, driverOptions{w: 80, h: 24})
	d.keys("2", "v", "h", "j", "<enter>")
	d.sees(" › ", "URL")
	d.seesNot(`"callbackTimeout":`)
}

func rows(d *driver) []string { return strings.Split(d.screen(), "\n") }

func TestADocumentNamesTheWayOutOfItsRawView(t *testing.T) {
	for _, pane := range []string{"c", "m"} {
		d := newDriver(t, driverOptions{w: 120, h: 30})
		d.keys("0", pane)
		d.sees("v raw")
		d.keys("v")
		d.sees("v fields")
		d.keys("<esc>")
		d.sees("v raw")
	}
}

// Share codes stay out of the names of audit events, wherever those stand.
func TestTheNameAboveAnAuditEventHoldsNoShareCode(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		share := secretOf(d, 0).ShareCode
		d.fault(tenant.Rule{Path: "/api/v1/search/secrets-admin/audit_events", Body: `{"list":[{"message":"Opened with ` + share + `"}]}`})
		d.keys("4", "A", "<enter>")
		d.sees("Opened with")
		d.seesNot(share)
		d.keys("v")
		d.sees(`"message"`)
		d.seesNot(share)
	}
}

func TestACardNamesItsRecordAboveTheJSON(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {40, 10}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("3", "t", "t", "v")
		d.sees("v fields", "{", strings.Fields(nameOfSuggestion(d, 0))[0])
		d.keys("<esc>")
		d.seesNot("v fields")
	}
}
