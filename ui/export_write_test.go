package ui

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/ui/column"
	"gatehouse/ui/export"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

func TestCellsForFiles(t *testing.T) {
	at := api.Time{Time: time.Date(2026, 11, 27, 22, 24, 32, 5, time.FixedZone("east", 3600))}
	column := column.Time("at", "At", 0, func(r api.Time) api.Time { return r })
	e := host.Frozen{At: startTime}
	if got := export.CellOf(column, at, e); got != (export.FileCell{Text: "2026-11-27T21:24:32Z"}) {
		t.Errorf("a time is %+v", got)
	}
	if got := export.CellOf(column, api.Time{}, e); got != (export.FileCell{}) {
		t.Errorf("no time is %+v", got)
	}
	signed := grid.Column[string]{Signed: true, Text: func(s string, _ grid.Env) string { return s }}
	for text, want := range map[string]string{"● on": "on", "○ data deleted": "data deleted", "–": "–"} {
		if got := export.CellOf(signed, text, e); got.Text != want {
			t.Errorf("%q is %q", text, got.Text)
		}
	}
	number := grid.Column[float64]{Number: func(n float64) (float64, bool) { return n, n >= 0 || math.IsNaN(n) }}
	for n, want := range map[float64]export.FileCell{0.25: {Number: 0.25, IsNumber: true}, -1: {None: true}, math.Inf(1): {None: true}} {
		if got := export.CellOf(number, n, e); got != want {
			t.Errorf("%v is %+v", n, got)
		}
	}
	if got := export.CellOf(number, math.NaN(), e); got != (export.FileCell{None: true}) {
		t.Errorf("not a number is %+v", got)
	}
}

func TestAHundredThousandLoadedRowsAreExported(t *testing.T) {
	d, folder := exporting(t, driverOptions{w: 80, h: 24})
	p := d.At(0).(*list.Pane)
	rows, made := make([]host.AnyRow, 100_000), api.NewOriginal(json.RawMessage(`{}`))
	for i := range rows {
		rows[i] = api.Hook{ID: fmt.Sprint("id", i), DisplayName: fmt.Sprint("made ", i), Priority: int64(i), Raw: made}
	}
	p.Grid.Replace(rows)
	d.keys("/made", "<tab>", "s", "s", "S", "w", "<ctrl+s>")
	d.says("Wrote 100,000 hooks")
	_, text := onlyFile(t, folder)
	got := csvColumn(t, text, "priority")
	if len(got) != 100_000 || got[0] != "99999" || got[99_999] != "0" {
		t.Errorf("%d rows, from %s to %s", len(got), got[0], got[len(got)-1])
	}
}
