package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// fourPanes are the panes of this test by their keys: what their lists are read with, and what an empty list says.
var fourPanes = map[string]struct{ list, empty, one string }{
	"6": {"/api/v1/iam/roles", "The tenant shows you no roles", "role"},
	"7": {"/api/v1/systemlog/exports", "This tenant doesn't export its system log.", "exporter"},
	"8": {"/api/v1/llm-gateway/keys", "This tenant has no LLM gateway keys.", "key"},
	"9": {"/api/v1/mcp_toolsets/search", "This tenant has no toolsets.", "toolset"},
}

func TestFourPanesWithoutRows(t *testing.T) {
	for key, pane := range fourPanes {
		for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
			d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: -1}, w: size[0], h: size[1]})
			d.keys(key)
			d.reads(pane.empty)
			for _, k := range []string{"x", "e", "<enter>", "v", "y", "Y", "<esc>", "G", "*", "s", "S", "O", "<esc>", "?", "<esc>"} {
				d.keys(k)
			}
			d.reads(pane.empty)
			if d.mutations() != nil {
				t.Errorf("sent %v", d.mutations())
			}
		}
	}
}

func TestFourPanesWithOneRow(t *testing.T) {
	for key := range fourPanes {
		d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 1}, w: 80, h: 24})
		d.keys(key)
		d.sees("1 in all")
		d.keys("j", "k", "G", "g", "<enter>")
		d.sees("1 of 1", "Id")
	}
}

func TestFourPanesWithManyRows(t *testing.T) {
	for key, pane := range fourPanes {
		d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 100_000}})
		d.keys(key)
		d.sees("loaded, more below")
		asked := 0
		for _, r := range d.tenant.Requests() {
			if r.Path == pane.list {
				asked++
			}
		}
		if asked == 0 || asked > 8 {
			t.Errorf("pane %s asked for %d pages before anybody went down", key, asked)
		}
		d.keys("<ctrl+f>", "<ctrl+f>", "<enter>")
		d.sees("Id")
	}
}

func TestFourPanesForbidden(t *testing.T) {
	for key, pane := range fourPanes {
		d := newDriver(t, driverOptions{w: 80, h: 24, faults: func(tn *tenant.Tenant) {
			tn.Faults().Add(tenant.Rule{Method: "GET", Path: pane.list, Status: 403, Message: "role missing"})
		}})
		d.keys(key)
		d.reads("You may not list the "+pane.one+"s. The tenant says: role missing.", "O opens "+widget.Article(pane.one)+
			" by its id")
		d.tenant.Faults().Reset()
		d.keys("r")
		d.sees(" in all")
	}
}

func TestFourPanesFailing(t *testing.T) {
	for key, pane := range fourPanes {
		d := newDriver(t, driverOptions{w: 80, h: 24, faults: func(tn *tenant.Tenant) {
			tn.Faults().Add(tenant.Rule{Method: "GET", Path: pane.list, HTML: true})
		}})
		d.keys(key)
		d.sees("could not be loaded", "; r tries")
		d.tenant.Faults().Reset()
		d.keys("r")
		d.sees(" in all")
		d.fault(tenant.Rule{Method: "GET", Path: pane.list, Status: 503})
		d.keys("r")
		d.sees("The tenant has a problem right now.")
		if strings.Contains(d.screen(), "could not be loaded") {
			t.Errorf("pane %s lost its rows:\n%s", key, d.screen())
		}
	}
}

func TestFourPanesOffline(t *testing.T) {
	for key := range fourPanes {
		d := newDriver(t, driverOptions{w: 80, h: 24})
		online := d.offline()
		d.keys(key)
		d.sees("The tenant can't be reached", "Check the network; r tries again.")
		online()
		d.keys("r")
		d.sees(" in all")
	}
}

func TestOddRowsOfTheFourPanesAreKept(t *testing.T) {
	for key, pane := range fourPanes {
		d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
			tn.Faults().Add(tenant.Rule{Method: "GET", Path: pane.list,
				RowMerge: []byte(`{"displayName":7,"createdAt":"yesterday","permissions":"all","toolCount":"many","datasource":[]}`)})
		}})
		d.keys(key)
		d.sees("odd rows")
		d.reads("The tenant sent something")
	}
}

func TestRefusedCredentialsAreNamedByTheirSource(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30, auth: func(*tenant.Tenant, string) api.Auth {
		return api.Auth{Token: "wrong", Source: "GATEHOUSE_ACCESS_TOKEN"}
	}})
	d.tells("The tenant doesn't accept the credentials from GATEHOUSE_ACCESS_TOKEN.", "Fix them there, then restart gatehouse.")
}

// Words in place of rows have the whole width: there is no record to show beside them.
func TestWordsInPlaceOfRowsHaveTheWholeWidth(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 45, tenant: tenant.Options{Rows: -1}})
	for _, key := range []string{"1", "2", "3", "4", "6", "7", "8", "9"} {
		d.keys(key)
		d.seesNot("││")
	}
	d = newDriver(t, driverOptions{w: 160, h: 45})
	d.sees("││")
	d.keys("/", "no such hook anywhere")
	d.sees("No match in ")
	d.seesNot("││")
}

// On the smallest screen what to do stands there whole; what is cut before it ends in a sign of that.
func TestWhatToDoIsNeverCut(t *testing.T) {
	words := []string{"You may not see this on this tenant. The tenant says: the role that is needed for it is one of five, and you have " +
		"none of them.",
		"Ask for the role that allows it, then press r."}
	d := newDriver(t, driverOptions{})
	for h := 3; h < 12; h++ {
		lines := host.Message(words, 40, h, d.model.env.Theme)
		text := strings.Join(strings.Fields(ansi.Strip(strings.Join(lines, " "))), " ")
		if len(lines) != h || !strings.HasSuffix(text, words[1]) {
			t.Errorf("%d lines: %q", h, text)
		}
		if whole := strings.HasPrefix(text, words[0]); whole == strings.Contains(text, "…") {
			t.Errorf("%d lines: the cut isn't told: %q", h, text)
		}
	}
}

// What a tenant doesn't offer leaves the row of keys once it has said so; the help and the palette say why.
func TestWhatTheTenantDoesNotOfferLeavesTheKeys(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 45, tenant: tenant.Options{InterfaceOnly: true}})
	d.keys("2")
	d.sees("x delete")
	d.keys("x", nameOf(d, "webhooks"), "<enter>")
	d.tells("This tenant doesn't offer this operation.")
	d.keys("<esc>")
	d.seesNot("x delete", "refused")
	d.keys(":", "delete webhook")
	d.tells("not offered here; it can be tried again")
}
