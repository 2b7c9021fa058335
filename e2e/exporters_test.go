//go:build linux || darwin

package e2e_test

import (
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// Operation 3: the mask has nested paths, and an emptied prefix is sent as empty.
func TestEditAnExporterAndTakeItBack(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id := s.ExporterID(0)
	s.change("exporters", id, func(r map[string]any) {
		r["displayName"] = "Lake"
		r["datasource"] = map[string]any{"datasourceId": s.DatasourceID(1), "prefix": "prod/", "format": "EXPORT_FORMAT_OCSF_JSON_GZIP"}
	})
	c := s.open(term.Options{Width: 160, Height: 45})
	c.list("7", "Exporters")
	c.sees(`^▌ .*Lake `)
	path := "/api/v1/systemlog/exports/" + id
	for i, step := range []struct{ keys, text, body, is, back, was string }{
		{"<ctrl+u>", "Pond", `{"exporter":{"displayName":"Pond"},"updateMask":"displayName"}`, `^▌ .*Pond `,
			`{"exporter":{"displayName":"Lake"},"updateMask":"displayName"}`, `^▌ .*Lake `},
		{"<tab><ctrl+u>", s.DatasourceID(2), `{"exporter":{"datasource":{"datasourceId":"` + s.DatasourceID(2) +
			`"}},"updateMask":"datasource.datasourceId"}`, `Datasource id +` + s.DatasourceID(2) + `$`,
			`{"exporter":{"datasource":{"datasourceId":"` + s.DatasourceID(1) + `"}},"updateMask":"datasource.datasourceId"}`,
			`Datasource id +` + s.DatasourceID(1) + `$`},
		{"<tab><tab><ctrl+u>", "", `{"exporter":{"datasource":{"prefix":""}},"updateMask":"datasource.prefix"}`, `Prefix +–$`,
			`{"exporter":{"datasource":{"prefix":"prod/"}},"updateMask":"datasource.prefix"}`, `Prefix +prod/$`},
	} {
		c.keys("e")
		c.sees(`Edit exporter`)
		c.keys(step.keys)
		c.types(step.text)
		c.keys("<ctrl+s>")
		s.sent(2*i+1, "POST", path, step.body)
		c.sees(`Saved exporter .*u undoes it`)
		c.sees(step.is)
		c.keys("u")
		s.sent(2*i+2, "POST", path, step.back)
		c.sees(step.was)
	}
	s.quits(c, 6)
}
