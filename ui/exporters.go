package ui

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
)

func newExporters(e *env, l *link) pane { return newList(exporters(), e, l) }

func exporters() resource[string, api.Exporter] {
	return resource[string, api.Exporter]{
		name: "exporters", title: "Exporters", one: "exporter", scope: keymap.ScopeExporters,
		key: func(x api.Exporter) string { return x.ExportID },
		target: func(x api.Exporter) action.Target {
			return action.Target{Kind: "exporter", Name: x.DisplayName, ID: x.ExportID}
		},
		columns: exporterColumns(),
		raw:     func(x api.Exporter) json.RawMessage { return x.Raw },
		problem: func(x api.Exporter) string { return x.Problem },
		fetch:   fetchExporters,
		get:     readExporter,
		byID: &byID[api.Exporter]{
			ids:   []idField{{name: "exportId", title: "Export id", help: "The exporter's id, 27 letters and digits."}},
			of:    func(x api.Exporter) []string { return []string{x.ExportID} },
			blank: func(ids []string, name string) api.Exporter { return api.Exporter{ExportID: ids[0], DisplayName: name} },
		},
		searches: "names",
		empty:    "This tenant doesn't export its system log. Exporters are created in the tenant's web console.",
		detail:   exporterDetail,
		verbs: []verb[api.Exporter]{{
			spec:     func(*env) *action.Spec[api.Exporter] { return exporterEdits().spec() },
			document: func(x api.Exporter, _ *env) form.Spec { return exporterForm(x) },
		}},
		copies: []copyable[api.Exporter]{
			{"watermark", func(x api.Exporter) string { return x.WatermarkEventID }},
			{"datasource id", func(x api.Exporter) string { return datasource(x).DatasourceID }}},
	}
}

// fetchExporters lists the exporters, or searches for them where that is asked for or all that the tenant offers.
func fetchExporters(ctx context.Context, c *api.Client, q query, p api.PageRequest) (api.Page[api.Exporter], error) {
	if q.text != "" {
		return c.SearchExporters(ctx, api.ExporterSearch{Query: q.text}, p)
	}
	page, err := c.ListExporters(ctx, p)
	if api.KindOf(err) != api.KindUnsupported {
		return page, err
	}
	return c.SearchExporters(ctx, api.ExporterSearch{}, p)
}

func readExporter(ctx context.Context, c *api.Client, x api.Exporter) (api.Exporter, error) {
	return c.Exporter(ctx, x.ExportID)
}

// datasource is where an exporter writes, empty when it writes to something else.
func datasource(x api.Exporter) api.ExportDatasource {
	if x.Datasource == nil {
		return api.ExportDatasource{}
	}
	return *x.Datasource
}

func exporterColumns() []grid.Column[api.Exporter] {
	return []grid.Column[api.Exporter]{
		{Name: "state", Title: "State", Min: 11, Max: 18, Signed: true, Text: func(x api.Exporter, _ grid.Env) string { return exporterState(x) },
			Role: func(x api.Exporter, _ grid.Env) theme.Role { return exporterRole(x) }},
		{Name: "name", Title: "Name", Min: 22, Max: 50, Weight: 2, Text: func(x api.Exporter, _ grid.Env) string { return x.DisplayName }},
		{Name: "watermark", Title: "Watermark", Min: 9, Max: 10, Priority: 1, Align: draw.Right,
			Text:    func(x api.Exporter, e grid.Env) string { return watermarkAge(x, e.Now()) },
			Search:  func(x api.Exporter) string { return x.WatermarkEventID },
			Named:   true,
			Export:  func(x api.Exporter, _ grid.Env) string { return fileTime(api.Time{Time: watermarkTime(x)}) },
			Role:    func(api.Exporter, grid.Env) theme.Role { return theme.Dim },
			Compare: func(a, b api.Exporter) int { return watermarkTime(a).Compare(watermarkTime(b)) }},
		{Name: "prefix", Title: "Prefix", Min: 14, Want: 24, Max: 40, Weight: 1, Priority: 2, Text: func(x api.Exporter, _ grid.Env) string { return datasource(x).Prefix },
			Role: func(api.Exporter, grid.Env) theme.Role { return theme.Value }},
		{Name: "format", Title: "Format", Min: 15, Max: 18, Priority: 3, Text: func(x api.Exporter, _ grid.Env) string { return datasource(x).Format.Words() }},
		timeColumn("updated", "Updated", 4, func(x api.Exporter) api.Time { return x.UpdatedAt }),
		{Name: "datasource", Title: "Datasource id", Min: 9, Max: 27, Priority: 6, Middle: true,
			Text: func(x api.Exporter, _ grid.Env) string { return datasource(x).DatasourceID },
			Role: func(api.Exporter, grid.Env) theme.Role { return theme.Dim }},
		idColumn(5, func(x api.Exporter) string { return x.ExportID }),
	}
}

func exporterState(x api.Exporter) string {
	sign := "?"
	switch api.ExporterStateOf(x) {
	case api.ExporterDeleted:
		return "✗ deleted"
	case api.ExporterExporting:
		sign = "▶"
	case api.ExporterWaiting:
		sign = "●"
	case api.ExporterFailing:
		sign = "✗"
	case api.ExporterUnset:
		sign = "○"
	}
	return sign + " " + x.State.Words()
}

func exporterRole(x api.Exporter) theme.Role {
	switch api.ExporterStateOf(x) {
	case api.ExporterDeleted:
		return theme.Dim
	case api.ExporterExporting, api.ExporterWaiting:
		return theme.Good
	case api.ExporterFailing:
		return theme.Bad
	case api.ExporterUnset:
		return theme.Dim
	}
	return theme.Warn
}

// stateMeans says what a state means to somebody who waits for the log.
func stateMeans(x api.Exporter) string {
	switch api.ExporterStateOf(x) {
	case api.ExporterDeleted:
		return "It no longer exports anything."
	case api.ExporterExporting:
		return "It is writing right now. That is healthy."
	case api.ExporterWaiting:
		return "It waits for its next run; it runs every four to five minutes. That is healthy."
	case api.ExporterFailing:
		return "The last run failed. Nothing is exported until one succeeds; the watermark shows how far it got."
	case api.ExporterUnset:
		return "The tenant doesn't say how it is doing."
	}
	return "This console doesn't know the state; it is shown as it came."
}

// watermarkTime is when the last exported event happened, as far as its id tells.
func watermarkTime(x api.Exporter) time.Time {
	at, _ := madeAt(x.WatermarkEventID)
	return at
}

func watermarkAge(x api.Exporter, now time.Time) string {
	switch {
	case x.WatermarkEventID == "":
		return "–"
	case watermarkTime(x).IsZero():
		return "unknown"
	}
	return ago(watermarkTime(x), now)
}

// watermarkMeans says what an exporter's watermark tells.
func watermarkMeans(x api.Exporter, e *env) string {
	switch at := watermarkTime(x); {
	case x.WatermarkEventID == "":
		return "Nothing has been exported yet."
	case at.IsZero():
		return "Everything up to this event is exported. Its id doesn't say when that was."
	default:
		return "Everything up to this event is exported. It happened " + ago(at, e.now()) + " · " + draw.Exact(at, e.location) + "."
	}
}

func exporterDetail(x api.Exporter, at detailEnv[api.Exporter]) []section {
	return []section{
		{title: x.DisplayName, fields: []field{
			{label: "State", value: exporterState(x), role: exporterRole(x), note: stateMeans(x)},
			{label: "Watermark", value: x.WatermarkEventID, note: watermarkMeans(x, at.env)},
			{label: "Id", value: x.ExportID, note: at.age(x.ExportID, x.CreatedAt)},
		}},
		destination(x, at.env),
		at.dates(x.CreatedAt, x.UpdatedAt, x.DeletedAt),
	}
}

// destination is where the log goes.
func destination(x api.Exporter, e *env) section {
	if x.Datasource == nil {
		return section{title: "Destination", fields: []field{{value: "It writes to something that this console doesn't know; " + e.keys.Label("raw") + " shows the raw JSON.", role: theme.Warn}}}
	}
	return section{title: "Destination: a datasource", fields: []field{
		{label: "Datasource id", value: x.Datasource.DatasourceID},
		{label: "Prefix", value: x.Datasource.Prefix, note: ifEmpty(x.Datasource.Prefix, "It is empty: files are written at the top.")},
		{label: "Format", value: x.Datasource.Format.Words(), note: "It is chosen when the exporter is created."},
	}}
}

func exporterEdits() maskEdit[api.Exporter] {
	return maskEdit[api.Exporter]{
		name: "exporters.edit", answer: api.ExporterFrom, read: readExporter,
		applies: func(x api.Exporter) (bool, string) {
			if api.ExporterStateOf(x) == api.ExporterDeleted {
				return false, "it is deleted"
			}
			return true, ""
		},
		form: exporterForm, updated: func(x api.Exporter) api.Time { return x.UpdatedAt },
		request: func(x api.Exporter, d action.Draft) (api.Request, error) {
			return api.UpdateExporter(x.ExportID, api.ExporterChanges{DisplayName: changedText(d, "displayName"),
				DatasourceID: changedText(d, "datasource.datasourceId"), Prefix: changedText(d, "datasource.prefix")})
		},
	}
}

func exporterForm(x api.Exporter) form.Spec {
	locked := ""
	if x.Datasource == nil {
		locked = "It doesn't write to a datasource, and only one destination may be set."
	}
	return form.Spec{Title: "Edit exporter", Fields: []form.Field{
		{Name: "displayName", Title: "Name", Kind: form.Line, Prose: true, Limit: form.NameLimit, Value: x.DisplayName, Required: true, Validate: checkName,
			Help: "What people call it, up to 100 characters."},
		{Name: "datasource.datasourceId", Title: "Datasource id", Kind: form.Line, Value: datasource(x).DatasourceID, Required: locked == "",
			Validate: checkID, Locked: locked, Help: "The datasource that the log is written to. It must exist on the tenant."},
		{Name: "datasource.prefix", Title: "Prefix", Kind: form.Line, Value: datasource(x).Prefix, Validate: checkPrefix, Locked: locked,
			Help: "What the names of the files begin with, such as audit/prod/; empty writes them at the top."},
	}}
}

func checkPrefix(text string) error {
	switch {
	case strings.HasPrefix(text, "/"):
		return errors.New("begins with a slash, which makes a folder without a name")
	case strings.ContainsAny(text, "\\"):
		return errors.New("has a backslash; folders are separated by slashes")
	}
	return nil
}
