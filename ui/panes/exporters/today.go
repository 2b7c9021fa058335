package exporters

import (
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/watch"
	"gatehouse/ui/widget"
)

// today is what of the exporters needs somebody now: what fails, exports nothing.
func today(e *host.Env, l host.Host) host.Topic {
	return watch.List[string, api.Exporter]{Resource: exporters(), Rows: 100, Lines: []watch.Line[api.Exporter]{{
		TodayLine: host.TodayLine{Name: "exporters.failing", One: "exporter is failing", Many: "exporters are failing",
			None: "No exporter is failing", Role: theme.Bad},
		Title: "Exporters that fail",
		Is:    func(x api.Exporter, _ time.Time) bool { return api.ExporterStateOf(x) == api.ExporterFailing },
		Item: func(x api.Exporter, e *host.Env) host.TodayItem {
			item := host.TodayItem{Why: widget.Piece{Role: theme.Dim, Text: "never"}, Name: x.DisplayName}
			if at := watermarkTime(x); !at.IsZero() {
				item.Why.Text = host.Ago(at, e.Clock())
			}
			return item
		},
	}}}.Topic(e, l)
}
