package tenant

import (
	"fmt"
	"time"
)

var exporterNames = []string{"Security lake", "Compliance archive", "SIEM intake", "Cold storage", "Fraud analytics", "Regional copy EU",
	"Trial bucket",
	"Data platform feed", "Legacy collector"}

func (t *Tenant) exporterPeek(i int, field string) any {
	if field != "displayName" {
		return nil
	}
	if turn := i / len(exporterNames); turn > 0 {
		return fmt.Sprintf("%s %d", exporterNames[i%len(exporterNames)], turn)
	}
	return exporterNames[i%len(exporterNames)]
}

func (t *Tenant) exporterBorn(i int) time.Time { return t.born(t.exporters, i, 800) }

// datasourceID is the id of the datasource that the exporter at i began with.
func (t *Tenant) datasourceID(i int) string {
	return t.id(kindDatasource, 0, i, t.exporterBorn(i).Add(-time.Hour))
}

// exporterRecord makes an Exporter (interface.md 2.4).
func (t *Tenant) exporterRecord(i int) object {
	born := t.exporterBorn(i)
	state := []string{"WAITING", "EXPORTING", "WAITING", "ERROR", "WAITING", "WAITING", "UNSPECIFIED", "WAITING", "PAUSED"}[i%9]
	format := []string{"OCSF_JSON_ZSTD", "OCSF_JSON_GZIP", "OCSF_JSON_ZSTD", "OCSF_JSON_GZIP", "OCSF_JSON_ZSTD", "OCSF_JSON_ZSTD",
		"UNSPECIFIED",
		"OCSF_PARQUET", "OCSF_JSON_GZIP"}[i%9]
	minute := i % 5
	if state == "ERROR" {
		minute = 51*60 - 1
	}
	minute = min(minute, int(t.start.Sub(born)/time.Minute)-2) // it has exported nothing from before it was there
	mark := t.tickTime(minute)
	rec := object{
		"exportId": t.id(kindExporter, 0, i, born), "displayName": t.exporterPeek(i, "displayName"), "state": "EXPORT_STATE_" + state,
		"datasource": object{"datasourceId": t.datasourceID(i), "prefix": fmt.Sprintf("gatehouse/%s/",
			[]string{"prod", "audit",
				"siem", "cold", "fraud", "eu", "", "feed", "old"}[i%9]), "format": "EXPORT_FORMAT_" + format},
		"watermarkEventId": t.tickID(minute), "createdAt": stamp(born), "updatedAt": stamp(mark), "deletedAt": nil,
	}
	switch i % 9 {
	case 6:
		rec["watermarkEventId"] = ""
	case 8:
		rec["deletedAt"] = stamp(t.ended(kindExporter, i, born))
		rec["updatedAt"] = rec["deletedAt"]
		rec["watermarkEventId"] = "seq:0000482113" // not every watermark is a KSUID
	}
	return rec
}

func (t *Tenant) listExporters(c *call) (any, error) {
	return c.search(t.exporters, "list", nil, nil, nil)
}

// searchExporters is POST /api/v1/search/systemlog/exports.
func (t *Tenant) searchExporters(c *call) (any, error) {
	query, name := c.query(), c.in.text("displayName")
	match := func(r *row) bool { return (name == "" || r.text("displayName") == name) && r.matches(query) }
	return c.search(t.exporters, "list", c.places(t.exporters, "exportId"), match, nil)
}

func (t *Tenant) getExporter(c *call) (any, error) { return c.get(t.exporters, "exporter") }

// updateExporter is operation 3.
func (t *Tenant) updateExporter(c *call) (any, error) {
	return c.update(t.exporters, "exporter", editable{
		paths: []string{"displayName", "datasource", "datasource.datasourceId", "datasource.prefix"},
		check: func(before, after object, _ []string) error {
			if err := checkName(after.text("displayName")); err != nil {
				return err
			}
			source := after.child("datasource")
			id := source.text("datasourceId")
			if id == "" {
				return invalid("datasource.datasourceId is required")
			}
			if r, ok := t.refOf(id); id != before.child("datasource").text("datasourceId") && (!ok || r.kind != kindDatasource) {
				return invalid("datasource.datasourceId: there is no such datasource")
			}
			source["format"] = before.child("datasource")["format"] // chosen at creation
			return nil
		},
	})
}
