package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/ui/grid"
)

// rowsOf is a source of n rows with a name, a number and nothing.
func rowsOf(n int, made *int) rowSource {
	return rowSource{columns: []string{"name", "size", "note"}, rows: func(context.Context) (int, iter.Seq[fileRow], error) {
		return n, func(yield func(fileRow) bool) {
			for i := range n {
				*made = i + 1
				row := fileRow{id: fmt.Sprint("id", i), raw: json.RawMessage(fmt.Sprintf(`{"id":"id%d","size":%d.50}`, i, i)), cell: func(c int) fileCell {
					switch c {
					case 0:
						return fileCell{text: fmt.Sprint("row ", i)}
					case 1:
						return fileCell{number: -float64(i), isNumber: true}
					}
					return fileCell{none: true}
				}}
				if !yield(row) {
					return
				}
			}
		}, nil
	}}
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		format  string
		columns []int
		rows    int
		want    string
	}{
		{formatCSV, []int{0, 1, 2}, 2, "\ufeffname,size,note\nrow 0,0,\nrow 1,-1,\n"},
		{formatCSV, []int{1}, 0, "\ufeffsize\n"},
		{formatJSON, []int{0, 1, 2}, 2, `[` + "\n" + `{"name":"row 0","size":0,"note":null},` + "\n" + `{"name":"row 1","size":-1,"note":null}` + "\n]\n"},
		{formatJSON, []int{0}, 0, "[]\n"},
		{formatJSON, nil, 1, "[\n" + `{"id":"id0","size":0.50}` + "\n]\n"},
		{formatLines, []int{1, 0}, 1, `{"size":0,"name":"row 0"}` + "\n"},
		{formatLines, nil, 2, `{"id":"id0","size":0.50}` + "\n" + `{"id":"id1","size":1.50}` + "\n"},
		{formatLines, nil, 0, ""},
	} {
		var made int
		var out bytes.Buffer
		content := fileContent{format: c.format, columns: c.columns, source: rowsOf(c.rows, &made)}
		done, err := content.write(context.Background(), &out, &tally{})
		if got := out.String(); err != nil || got != c.want || done.rows != c.rows {
			t.Errorf("%s %v: %q (%d rows, %v), want %q", c.format, c.columns, out.String(), done.rows, err, c.want)
		}
	}
}

// first notes how many rows were made when the first bytes arrived.
type first struct {
	made *int
	at   int
	size int
}

func (f *first) Write(p []byte) (int, error) {
	if f.size == 0 {
		f.at = *f.made
	}
	f.size += len(p)
	return len(p), nil
}

func TestAHundredThousandRowsAreStreamed(t *testing.T) {
	for _, format := range []string{formatCSV, formatJSON, formatLines} {
		made := 0
		w, t2 := &first{made: &made}, &tally{}
		content := fileContent{format: format, columns: []int{0, 1, 2}, source: rowsOf(100_000, &made)}
		done, err := content.write(context.Background(), w, t2)
		if err != nil || done.rows != 100_000 || t2.done.Load() != 100_000 || t2.all.Load() != 100_000 {
			t.Errorf("%s: %d rows, %v", format, done.rows, err)
		}
		if w.at > 10_000 {
			t.Errorf("%s: %d rows were held before anything was written", format, w.at)
		}
	}
}

func TestWritingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	made := 0
	source := rowsOf(1000, &made)
	inner := source.rows
	source.rows = func(ctx context.Context) (int, iter.Seq[fileRow], error) {
		n, rows, err := inner(ctx)
		return n, func(yield func(fileRow) bool) {
			for row := range rows {
				if made == 10 {
					cancel()
				}
				if !yield(row) {
					return
				}
			}
		}, err
	}
	content := fileContent{format: formatCSV, columns: []int{0}, source: source}
	if _, err := content.write(ctx, io.Discard, &tally{}); !errors.Is(err, context.Canceled) || made != 10 {
		t.Errorf("%v after %d rows", err, made)
	}
}

func TestRecordsOfWhichOnlyTheIDIsKnown(t *testing.T) {
	source := rowSource{rows: func(context.Context) (int, iter.Seq[fileRow], error) {
		return 1, func(yield func(fileRow) bool) { yield(fileRow{id: "a\u009bb"}) }, nil
	}}
	var out bytes.Buffer
	content := fileContent{format: formatLines, source: source}
	done, err := content.write(context.Background(), &out, &tally{})
	if want := `{"id":"a\u009bb"}` + "\n"; err != nil || out.String() != want || done.partial != 1 {
		t.Errorf("%q, %d partial, %v", out.String(), done.partial, err)
	}
}

func TestCellsForFiles(t *testing.T) {
	at := api.Time{Time: time.Date(2026, 11, 27, 22, 24, 32, 5, time.FixedZone("east", 3600))}
	column := timeColumn("at", "At", 0, func(r api.Time) api.Time { return r })
	e := frozen{now: startTime}
	if got := cellOf(column, at, e); got != (fileCell{text: "2026-11-27T21:24:32Z"}) {
		t.Errorf("a time is %+v", got)
	}
	if got := cellOf(column, api.Time{}, e); got != (fileCell{}) {
		t.Errorf("no time is %+v", got)
	}
	signed := grid.Column[string]{Signed: true, Text: func(s string, _ grid.Env) string { return s }}
	for text, want := range map[string]string{"● on": "on", "○ data deleted": "data deleted", "–": "–"} {
		if got := cellOf(signed, text, e); got.text != want {
			t.Errorf("%q is %q", text, got.text)
		}
	}
	number := grid.Column[float64]{Number: func(n float64) (float64, bool) { return n, n >= 0 || math.IsNaN(n) }}
	for n, want := range map[float64]fileCell{0.25: {number: 0.25, isNumber: true}, -1: {none: true}, math.Inf(1): {none: true}} {
		if got := cellOf(number, n, e); got != want {
			t.Errorf("%v is %+v", n, got)
		}
	}
	if got := cellOf(number, math.NaN(), e); got != (fileCell{none: true}) {
		t.Errorf("not a number is %+v", got)
	}
}

func TestAHundredThousandLoadedRowsAreExported(t *testing.T) {
	d, folder := exporting(t, driverOptions{w: 80, h: 24})
	p := d.at(0).(*list)
	rows := make([]anyRow, 100_000)
	for i := range rows {
		rows[i] = api.Hook{ID: fmt.Sprint("id", i), DisplayName: fmt.Sprint("made ", i), Priority: int64(i), Raw: json.RawMessage(`{}`)}
	}
	p.grid.Replace(rows)
	d.keys("/made", "<tab>", "s", "s", "S", "w", "<ctrl+s>")
	d.says("Wrote 100,000 hooks")
	_, text := onlyFile(t, folder)
	got := column(t, text, "priority")
	if len(got) != 100_000 || got[0] != "99999" || got[99_999] != "0" {
		t.Errorf("%d rows, from %s to %s", len(got), got[0], got[len(got)-1])
	}
}

func BenchmarkExportCSV(b *testing.B) {
	made := 0
	content := fileContent{format: formatCSV, columns: []int{0, 1, 2}, source: rowsOf(100_000, &made)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := content.write(context.Background(), io.Discard, &tally{}); err != nil {
			b.Fatal(err)
		}
	}
}
