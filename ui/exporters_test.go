package ui

import (
	"strings"
	"testing"

	"gatehouse/tenant"
)

const exporterEdit = "POST /api/v1/systemlog/exports/{}"

func TestExportersSayHowTheyAreDoing(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("7")
	d.sees("9 in all", "● waiting", "▶ exporting", "✗ error", "○ not set", "✗ deleted", "That is healthy.",
		"1m ago", "unknown", "Everything up to this event is exported. It", "happened 1m ago · 2026-11-27 11:59:00 UTC")
	d.keys("j", "j", "j")
	d.sees("The last run failed.", "2d ago · 2026-11-25 09:00:00 UTC")
	d.keys("G")
	d.sees("Legacy collector", "doesn't say when that was.", "It no longer exports anything.")
	d.keys("e")
	d.sees("This exporter is deleted.")
}

func TestAnUnknownExporterStateIsShownAsItCame(t *testing.T) {
	d := newDriver(t, driverOptions{})
	if err := d.tenant.UpdateAs("exporters", d.tenant.ExporterID(0),
		func(x map[string]any) { x["state"] = "EXPORT_STATE_PAUSED" }); err != nil {
		t.Fatal(err)
	}
	d.keys("7")
	d.sees("? EXPORT_STATE_PA", "This console doesn't know the state")
}

func TestExportersAreSearchedByTheTenant(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("7", "/", "storage", "<ctrl+s>")
	d.sees("1 found for “storage” on the tenant", "Cold storage")
	if n := len(d.bodies("POST /api/v1/search/systemlog/exports")); n != 1 {
		t.Errorf("%d searches", n)
	}
}

func TestExporterEditsHaveNestedMaskPaths(t *testing.T) {
	for name, c := range map[string]struct {
		keys []string
		want string // OTHER is the id of another datasource
	}{
		"name": {[]string{"<ctrl+u>", "Lake"}, `{"exporter":{"displayName":"Lake"},"updateMask":"displayName"}`},
		"source": {[]string{"<tab>", "<ctrl+u>", "OTHER"},
			`{"exporter":{"datasource":{"datasourceId":"OTHER"}},"updateMask":"datasource.datasourceId"}`},
		"prefix": {[]string{"<tab>", "<tab>", "<ctrl+u>"}, `{"exporter":{"datasource":{"prefix":""}},"updateMask":"datasource.prefix"}`},
		"all": {[]string{"<ctrl+u>", "Lake", "<tab>", "<ctrl+u>", "OTHER", "<tab>", "<ctrl+u>", "a/"},
			`{"exporter":{"displayName":"Lake","datasource":{"datasourceId":"OTHER","prefix":"a/"}},"updateMask":"displayName,` +
				`datasource.datasourceId,datasource.prefix"}`},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{})
			other := d.tenant.DatasourceID(2)
			d.keys("7", "e")
			for _, key := range c.keys {
				d.keys(strings.ReplaceAll(key, "OTHER", other))
			}
			d.keys("<ctrl+s>")
			d.sees("Saved exporter", "u undoes it")
			if got := d.bodies(exporterEdit); len(got) != 1 || got[0] != strings.ReplaceAll(c.want, "OTHER", other) {
				t.Fatalf("sent %q, want %s", got, c.want)
			}
			d.keys("u")
			d.sees("Undone: the edit of exporter", "Security lake", "gatehouse/prod/")
		})
	}
}

func TestTheExporterFormRefusesWhatCantBe(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("7", "e", "<tab>", "<ctrl+u>", "<ctrl+s>")
	d.sees("required")
	d.keys("a/b", "<ctrl+s>")
	d.sees("no spaces, slashes")
	d.keys("<ctrl+u>", "ds1", "<tab>", "<ctrl+u>", "/x", "<ctrl+s>")
	d.sees("begins with a slash")
	if d.mutations() != nil {
		t.Errorf("sent %v", d.mutations())
	}
}

func TestAnExporterWithoutADatasourceKeepsItsDestination(t *testing.T) {
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/systemlog/exports", RowMerge: []byte(`{"datasource":null}`)})
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/systemlog/exports/*", Merge: []byte(`{"exporter":{"datasource":null}}`)})
	}})
	d.keys("7")
	d.sees("writes to something that this console doesn't know")
	d.keys("e", "<tab>")
	d.sees("Edit exporter", "locked: It doesn't write to a datasource")
}

func TestExportersAreListedByTheSearchWhereThereIsNoList(t *testing.T) {
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Method: "GET", Path: "/api/v1/systemlog/exports", Status: 501})
	}})
	d.keys("7")
	d.sees("9 in all", "Security lake")
}
