package api

import (
	"context"
)

// ExportState is how an exporter is doing. Open: unknown values are normal.
type ExportState string

// The known states; waiting between runs is healthy.
const (
	ExportStateUnspecified ExportState = "EXPORT_STATE_UNSPECIFIED"
	ExportStateExporting   ExportState = "EXPORT_STATE_EXPORTING"
	ExportStateWaiting     ExportState = "EXPORT_STATE_WAITING"
	ExportStateError       ExportState = "EXPORT_STATE_ERROR"
)

// Words is the value in plain words; an unknown one as it came.
func (s ExportState) Words() string {
	switch s {
	case "", ExportStateUnspecified:
		return "not set"
	case ExportStateExporting:
		return "exporting"
	case ExportStateWaiting:
		return "waiting"
	case ExportStateError:
		return "error"
	}
	return string(s)
}

// ExportFormat is how events are written. Open: unknown values are normal.
type ExportFormat string

// The known formats.
const (
	ExportFormatUnspecified  ExportFormat = "EXPORT_FORMAT_UNSPECIFIED"
	ExportFormatOCSFJSONZstd ExportFormat = "EXPORT_FORMAT_OCSF_JSON_ZSTD"
	ExportFormatOCSFJSONGzip ExportFormat = "EXPORT_FORMAT_OCSF_JSON_GZIP"
)

// Words is the value in plain words; an unknown one as it came.
func (f ExportFormat) Words() string {
	switch f {
	case "", ExportFormatUnspecified:
		return "not set"
	case ExportFormatOCSFJSONZstd:
		return "OCSF JSON, zstd"
	case ExportFormatOCSFJSONGzip:
		return "OCSF JSON, gzip"
	}
	return string(f)
}

// Exporter sends the system log somewhere (interface.md 2.4). Datasource is nil when the export goes to something else.
type Exporter struct {
	ExportID         string            `json:"exportId"`
	DisplayName      string            `json:"displayName"`
	Datasource       *ExportDatasource `json:"datasource"`
	State            ExportState       `json:"state"`
	WatermarkEventID string            `json:"watermarkEventId"`
	CreatedAt        Time              `json:"createdAt"`
	UpdatedAt        Time              `json:"updatedAt"`
	DeletedAt        Time              `json:"deletedAt"`
	Raw              Original          `json:"-"` // the row as it came
	Problem          string            `json:"-"` // what was odd in it, "" if nothing
}

// ExportDatasource is the one known destination of an exporter.
type ExportDatasource struct {
	DatasourceID string       `json:"datasourceId"`
	Prefix       string       `json:"prefix"`
	Format       ExportFormat `json:"format"`
}

func (e *Exporter) origin() origin { return origin{raw: &e.Raw, problem: &e.Problem, key: e.ExportID} }

// ListExporters lists the exporters (companion.md 7.6).
func (c *Client) ListExporters(ctx context.Context, p PageRequest) (Page[Exporter], error) {
	return getPage[Exporter](ctx, c, "systemlog/exports", p.query(maxPageSize), "list", "")
}

// ExporterSearch narrows an exporter search. Refs are export ids.
type ExporterSearch struct {
	Query       string
	DisplayName string
	Refs        []string
}

// SearchExporters searches exporters (companion.md 7.6).
func (c *Client) SearchExporters(ctx context.Context, s ExporterSearch, p PageRequest) (Page[Exporter], error) {
	type exportRef struct {
		ExportID string `json:"exportId"`
	}
	var wanted []exportRef
	for _, id := range s.Refs {
		wanted = append(wanted, exportRef{id})
	}
	return postPage[Exporter](ctx, c, "search/systemlog/exports", struct {
		Query       string      `json:"query,omitempty"`
		DisplayName string      `json:"displayName,omitempty"`
		Refs        []exportRef `json:"refs,omitempty"`
		paging
	}{s.Query, s.DisplayName, wanted, p.body()}, "list", "")
}

// Exporter reads one exporter (companion.md 7.6).
func (c *Client) Exporter(ctx context.Context, exportID string) (Exporter, error) {
	return getRecord[Exporter](ctx, c, "exporter", "systemlog/exports/{}", exportID)
}

// ExporterChanges are the fields to change; nil leaves a field alone.
type ExporterChanges struct {
	DisplayName  *string
	DatasourceID *string
	Prefix       *string
}

// UpdateExporter changes an exporter (operation 3). It returns ErrNothingChanged or ErrEmptyID when there is nothing to send.
func UpdateExporter(exportID string, changes ExporterChanges) (Request, error) {
	var m mask
	m.add("displayName", changes.DisplayName != nil)
	m.add("datasource.datasourceId", changes.DatasourceID != nil)
	m.add("datasource.prefix", changes.Prefix != nil)
	type datasource struct {
		DatasourceID *string `json:"datasourceId,omitempty"`
		Prefix       *string `json:"prefix,omitempty"`
	}
	type exporter struct {
		DisplayName *string     `json:"displayName,omitempty"`
		Datasource  *datasource `json:"datasource,omitempty"`
	}
	e := exporter{DisplayName: changes.DisplayName}
	if changes.DatasourceID != nil || changes.Prefix != nil {
		e.Datasource = &datasource{changes.DatasourceID, changes.Prefix}
	}
	return update("update exporter", "systemlog/exports/{}", "exporter", e, m, exportID)
}

// ExporterFrom reads the exporter in the answer to a write; nil when there is none.
func ExporterFrom(a Answer) (*Exporter, error) { return answered[Exporter](a, "exporter") }
