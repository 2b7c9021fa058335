package ui

import (
	"strings"
	"testing"
)

const exporterEdit = "POST /api/v1/systemlog/exports/{}"

func TestAnUnknownExporterStateIsShownAsItCame(t *testing.T) {
	d := newDriver(t, driverOptions{})
	if err := d.tenant.UpdateAs("exporters", d.tenant.ExporterID(0),
		func(x map[string]any) { x["state"] = "EXPORT_STATE_PAUSED" }); err != nil {
		t.Fatal(err)
	}
	d.keys("7")
	d.sees("? EXPORT_STATE_PA", "This console doesn't know the state")
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
