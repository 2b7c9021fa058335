package exporters

import (
	"context"
	"errors"
	"strings"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/edit"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("exporters", "Exporters")
	return host.Declaration{
		Name: "exporters", Title: "Exporters", Key: "7", Help: "Go to the system log exporters.",
		Views: true, New: New, Today: today, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "exporters.edit", "edit", "Edit the exporter.", "e"),
		},
	}
}

func New(e *host.Env, h host.Host) host.Pane { return list.New(exporters(), e, h) }

func exporters() list.Resource[string, api.Exporter] {
	d := Declaration()
	return list.Resource[string, api.Exporter]{
		Name: d.Name, Title: d.Title, One: "exporter", Scope: d.Scope,
		Key: func(x api.Exporter) string { return x.ExportID },
		Target: func(x api.Exporter) action.Target {
			return action.Target{Kind: "exporter", Name: x.DisplayName, ID: x.ExportID}
		},
		Columns: exporterColumns(),
		Raw:     func(x api.Exporter) api.Original { return x.Raw },
		Problem: func(x api.Exporter) string { return x.Problem },
		Fetch:   fetchExporters,
		Get:     readExporter,
		ByID: &list.ByID[api.Exporter]{
			Ids:   []list.IDField{{Name: "exportId", Title: "Export id", Help: "The exporter's id, 27 letters and digits."}},
			Of:    func(x api.Exporter) []string { return []string{x.ExportID} },
			Blank: func(ids []string, name string) api.Exporter { return api.Exporter{ExportID: ids[0], DisplayName: name} },
		},
		Searches: "names",
		Empty:    "This tenant doesn't export its system log. Exporters are created in the tenant's web console.",
		Detail:   exporterDetail,
		Verbs: []list.Verb[api.Exporter]{{
			Spec:     func(*host.Env) *action.Spec[api.Exporter] { return exporterEdits().Spec() },
			Document: func(x api.Exporter, _ *host.Env) form.Spec { return exporterForm(x) },
		}},
		Copies: []list.Copyable[api.Exporter]{
			{Title: "watermark", Text: func(x api.Exporter) string { return x.WatermarkEventID }},
			{Title: "datasource id", Text: func(x api.Exporter) string { return datasource(x).DatasourceID }}},
	}
}

// fetchExporters lists the exporters, or searches for them where that is asked for or all that the tenant offers.
func fetchExporters(ctx context.Context, c *api.Client, q host.Query, p api.PageRequest) (api.Page[api.Exporter], error) {
	if q.Text != "" {
		return c.SearchExporters(ctx, api.ExporterSearch{Query: q.Text}, p)
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
		{Name: "state", Title: "State", Min: 11, Max: 18, Signed: true, Middle: true,
			Text: func(x api.Exporter, _ grid.Env) string { return exporterState(x) },
			Role: func(x api.Exporter, _ grid.Env) theme.Role { return exporterRole(x) }},
		{Name: "name", Title: "Name", Min: 22, Max: 50, Weight: 2, Text: func(x api.Exporter, _ grid.Env) string { return x.DisplayName }},
		lagColumn(),
		{Name: "prefix", Title: "Prefix", Min: 14, Want: 24, Max: 40, Weight: 1, Priority: 2,
			Text: func(x api.Exporter, _ grid.Env) string { return datasource(x).Prefix },
			Role: func(api.Exporter, grid.Env) theme.Role { return theme.Value }},
		{Name: "format", Title: "Format", Min: 15, Max: 18, Priority: 3, Middle: true,
			Text: func(x api.Exporter, _ grid.Env) string { return datasource(x).Format.Words() }},
		column.Time("updated", "Updated", 4, func(x api.Exporter) api.Time { return x.UpdatedAt }),
		{Name: "datasource", Title: "Datasource id", Min: 9, Max: 27, Priority: 6, Middle: true,
			Text: func(x api.Exporter, _ grid.Env) string { return datasource(x).DatasourceID },
			Role: func(api.Exporter, grid.Env) theme.Role { return theme.Dim }},
		column.ID(5, func(x api.Exporter) string { return x.ExportID }),
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
	at, _ := host.MadeAt(x.WatermarkEventID)
	return at
}

// watermarkMeans says what an exporter's watermark tells.
func watermarkMeans(x api.Exporter, e *host.Env) string {
	switch at := watermarkTime(x); {
	case x.WatermarkEventID == "":
		return "Nothing has been exported yet."
	case at.IsZero():
		return "Everything up to this event is exported. Its id doesn't say when that was."
	default:
		return "Everything up to this event is exported. It happened " + host.Ago(at, e.Clock()) + " · " + draw.Exact(at, e.Location) + "."
	}
}

func exporterDetail(x api.Exporter, at list.DetailEnv[api.Exporter]) []widget.Section {
	return []widget.Section{
		{Title: x.DisplayName, Fields: []widget.Field{
			{Label: "State", Value: exporterState(x), Role: exporterRole(x), Note: stateMeans(x)},
			lagField(x, at.Env),
			{Label: "Watermark", Value: x.WatermarkEventID, Note: watermarkMeans(x, at.Env)},
			{Label: "Id", IDs: widget.OnlyID(x.ExportID), Note: at.Age(x.ExportID, x.CreatedAt)},
		}},
		destination(x, at.Env),
		at.Dates(x.CreatedAt, x.UpdatedAt, x.DeletedAt),
	}
}

// destination is where the log goes.
func destination(x api.Exporter, e *host.Env) widget.Section {
	if x.Datasource == nil {
		return widget.Section{Title: "Destination",
			Fields: []widget.Field{{Value: "It writes to something that this console doesn't know; " + e.Keys.Label("raw") +
				" shows the raw JSON.", Role: theme.Warn}}}
	}
	return widget.Section{Title: "Destination: a datasource", Fields: []widget.Field{
		{Label: "Datasource id", IDs: widget.OnlyID(x.Datasource.DatasourceID)},
		{Label: "Prefix", Value: x.Datasource.Prefix, Note: widget.IfEmpty(x.Datasource.Prefix, "It is empty: files are written at the top.")},
		{Label: "Format", Value: x.Datasource.Format.Words(), Note: "It is chosen when the exporter is created."},
	}}
}

func exporterEdits() edit.Mask[api.Exporter] {
	return edit.Mask[api.Exporter]{
		Name: "exporters.edit", Answer: api.ExporterFrom, Read: readExporter,
		Applies: func(x api.Exporter) action.Why {
			if api.ExporterStateOf(x) == api.ExporterDeleted {
				return action.WhyIt("is deleted")
			}
			return action.Why{}
		},
		Form: exporterForm, Updated: func(x api.Exporter) api.Time { return x.UpdatedAt },
		Request: func(x api.Exporter, d action.Draft) (api.Request, error) {
			return api.UpdateExporter(x.ExportID, api.ExporterChanges{DisplayName: edit.ChangedText(d, "displayName"),
				DatasourceID: edit.ChangedText(d, "datasource.datasourceId"), Prefix: edit.ChangedText(d, "datasource.prefix")})
		},
	}
}

func exporterForm(x api.Exporter) form.Spec {
	locked := ""
	if x.Datasource == nil {
		locked = "It doesn't write to a datasource, and only one destination may be set."
	}
	return form.Spec{Title: "Edit exporter", Fields: []form.Field{
		{Name: "displayName", Title: "Name", Kind: form.Line, Prose: true, Limit: form.NameLimit, Value: x.DisplayName, Required: true,
			Validate: edit.CheckName,
			Help:     "What people call it, up to 100 characters."},
		{Name: "datasource.datasourceId", Title: "Datasource id", Kind: form.Line, Value: datasource(x).DatasourceID, Required: locked == "",
			Validate: host.CheckID, Locked: locked, Help: "The datasource that the log is written to. It must exist on the tenant."},
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
