package exporters

import (
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// healthy is how far behind an exporter is that runs every four to five minutes (companion.md 9.7).
const healthy = 5 * time.Minute

// behind is how far what an exporter has written is behind now; false where that isn't known, or it writes no more.
func behind(x api.Exporter, now time.Time) (time.Duration, bool) {
	at := watermarkTime(x)
	if at.IsZero() || api.ExporterStateOf(x) == api.ExporterDeleted {
		return 0, false
	}
	return max(0, now.Sub(at)), true
}

// lagBar are the cells of the bar of an exporter's lag: all of them are the healthy time. lagText are those of its words: "999d".
const (
	lagBar  = 5
	lagText = 4
)

// lagColumn draws how far behind an exporter is as a bar against the healthy time; what is further has a sign.
func lagColumn() grid.Column[api.Exporter] {
	return column.Once("Watermark", grid.Column[api.Exporter]{Name: "watermark", Title: "Behind", Min: lagBar + 2 + lagText, Max: 17,
		Priority: 1, Align: draw.Right,
		Text: func(x api.Exporter, e grid.Env) string {
			lag, known := behind(x, e.Now())
			switch {
			case x.WatermarkEventID == "":
				return "–"
			case watermarkTime(x).IsZero():
				return "unknown"
			case !known: // it is deleted
				return draw.Coarse(max(0, e.Now().Sub(watermarkTime(x))))
			case lag > healthy:
				return draw.Bar(1, lagBar) + "! " + draw.Fit(draw.Coarse(lag), lagText, draw.Right)
			}
			return draw.Bar(float64(lag)/float64(healthy), lagBar) + "  " + draw.Fit(draw.Coarse(lag), lagText, draw.Right)
		},
		Search: func(x api.Exporter) string { return x.WatermarkEventID },
		Named:  true,
		Hours: func(x api.Exporter, e grid.Env) (float64, bool) {
			lag, known := behind(x, e.Now())
			return lag.Hours(), known
		},
		Export: func(x api.Exporter, _ grid.Env) string { return column.FileTime(api.Time{Time: watermarkTime(x)}) },
		Role: func(x api.Exporter, e grid.Env) theme.Role {
			if lag, known := behind(x, e.Now()); known && lag > healthy {
				return theme.Warn
			}
			return theme.Dim
		},
		When: func(x api.Exporter) (time.Time, bool) { at := watermarkTime(x); return at, !at.IsZero() }})
}

// lagField says how far behind it is, in the detail.
func lagField(x api.Exporter, e *host.Env) widget.Field {
	lag, known := behind(x, e.Now())
	if !known {
		return widget.Field{Label: "Behind", Value: "unknown", Role: theme.Dim}
	}
	f := widget.Field{Label: "Behind", Value: draw.Duration(lag.Truncate(time.Second)),
		Bar:  column.Fraction(min(1, float64(lag)/float64(healthy))),
		Note: "A full bar is five minutes, up to which all is well."}
	if lag > healthy {
		f.Value, f.Role, f.Note = "! "+f.Value, theme.Warn, "More than five minutes, up to which all is well."
	}
	return f
}
