package exporters_test

import (
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/panes/exporters"
	"gatehouse/ui/panetest"
)

func open(t *testing.T, o panetest.Options) *panetest.Frame {
	t.Helper()
	return panetest.Open(t, exporters.Declaration(), o)
}

func TestExportersSayHowTheyAreDoing(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Sees("9 in all", "● waiting", "▶ exporting", "✗ error", "○ not set", "✗ deleted", "That is healthy.",
		"  1m ", "unknown", "1m ago · 2026-11-27 11:59:00")
	d.Keys("j", "j", "j")
	d.Sees("The last run failed.", "2d ago · 2026-11-25 09:00:00 UTC")
	d.Keys("G")
	d.Sees("Legacy collector", "doesn't say when that was.", "It no longer exports anything.")
	d.Keys("e")
	d.Sees("This exporter is deleted.")
}

func TestExportersAreSearchedByTheTenant(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Keys("/", "storage", "<ctrl+s>")
	d.Sees("1 found for “storage” on the tenant", "Cold storage")
	if n := len(d.Bodies("POST /api/v1/search/systemlog/exports")); n != 1 {
		t.Errorf("%d searches", n)
	}
}

func TestTheExporterFormRefusesWhatCantBe(t *testing.T) {
	d := open(t, panetest.Options{})
	d.Keys("e", "<tab>", "<ctrl+u>", "<ctrl+s>")
	d.Sees("required")
	d.Keys("a/b", "<ctrl+s>")
	d.Sees("no spaces, slashes")
	d.Keys("<ctrl+u>", "ds1", "<tab>", "<ctrl+u>", "/x", "<ctrl+s>")
	d.Sees("begins with a slash")
	if d.Mutations() != nil {
		t.Errorf("sent %v", d.Mutations())
	}
}

func TestAnExporterWithoutADatasourceKeepsItsDestination(t *testing.T) {
	d := open(t, panetest.Options{Before: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/systemlog/exports", RowMerge: []byte(`{"datasource":null}`)})
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/systemlog/exports/*", Merge: []byte(`{"exporter":{"datasource":null}}`)})
	}})
	d.Sees("writes to something that this console doesn't know")
	d.Keys("e", "<tab>")
	d.Sees("Edit exporter", "locked: It doesn't write to a datasource")
}

func TestExportersAreListedByTheSearchWhereThereIsNoList(t *testing.T) {
	d := open(t, panetest.Options{Before: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/systemlog/exports", Status: 501})
	}})
	d.Sees("9 in all", "Security lake")
}
