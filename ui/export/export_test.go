package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"testing"

	"gatehouse/ui/export"
)

// rowsOf is a source of n rows with a name, a number and nothing.
func rowsOf(n int, made *int) export.RowSource {
	return export.RowSource{Columns: []string{"name", "size", "note"}, Rows: func(context.Context) (int, iter.Seq[export.FileRow], error) {
		return n, func(yield func(export.FileRow) bool) {
			for i := range n {
				*made = i + 1
				row := export.FileRow{ID: fmt.Sprint("id", i), Raw: json.RawMessage(fmt.Sprintf(`{"id":"id%d","size":%d.50}`, i, i)),
					Cell: func(c int) export.FileCell {
						switch c {
						case 0:
							return export.FileCell{Text: fmt.Sprint("row ", i)}
						case 1:
							return export.FileCell{Number: -float64(i), IsNumber: true}
						}
						return export.FileCell{None: true}
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
		{export.FormatCSV, []int{0, 1, 2}, 2, "\ufeffname,size,note\nrow 0,0,\nrow 1,-1,\n"},
		{export.FormatCSV, []int{1}, 0, "\ufeffsize\n"},
		{export.FormatJSON, []int{0, 1, 2}, 2, `[` + "\n" + `{"name":"row 0","size":0,"note":null},` + "\n" +
			`{"name":"row 1","size":-1,"note":null}` + "\n]\n"},
		{export.FormatJSON, []int{0}, 0, "[]\n"},
		{export.FormatJSON, nil, 1, "[\n" + `{"id":"id0","size":0.50}` + "\n]\n"},
		{export.FormatLines, []int{1, 0}, 1, `{"size":0,"name":"row 0"}` + "\n"},
		{export.FormatLines, nil, 2, `{"id":"id0","size":0.50}` + "\n" + `{"id":"id1","size":1.50}` + "\n"},
		{export.FormatLines, nil, 0, ""},
	} {
		var made int
		var out bytes.Buffer
		content := export.FileContent{Format: c.format, Columns: c.columns, Source: rowsOf(c.rows, &made)}
		done, err := content.Write(context.Background(), &out, &export.Tally{})
		if got := out.String(); err != nil || got != c.want || done.Rows != c.rows {
			t.Errorf("%s %v: %q (%d rows, %v), want %q", c.format, c.columns, out.String(), done.Rows, err, c.want)
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
	for _, format := range []string{export.FormatCSV, export.FormatJSON, export.FormatLines} {
		made := 0
		w, t2 := &first{made: &made}, &export.Tally{}
		content := export.FileContent{Format: format, Columns: []int{0, 1, 2}, Source: rowsOf(100_000, &made)}
		done, err := content.Write(context.Background(), w, t2)
		if err != nil || done.Rows != 100_000 || t2.Done.Load() != 100_000 || t2.All.Load() != 100_000 {
			t.Errorf("%s: %d rows, %v", format, done.Rows, err)
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
	inner := source.Rows
	source.Rows = func(ctx context.Context) (int, iter.Seq[export.FileRow], error) {
		n, rows, err := inner(ctx)
		return n, func(yield func(export.FileRow) bool) {
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
	content := export.FileContent{Format: export.FormatCSV, Columns: []int{0}, Source: source}
	if _, err := content.Write(ctx, io.Discard, &export.Tally{}); !errors.Is(err, context.Canceled) || made != 10 {
		t.Errorf("%v after %d rows", err, made)
	}
}

func TestRecordsOfWhichOnlyTheIDIsKnown(t *testing.T) {
	source := export.RowSource{Rows: func(context.Context) (int, iter.Seq[export.FileRow], error) {
		return 1, func(yield func(export.FileRow) bool) { yield(export.FileRow{ID: "a\u009bb"}) }, nil
	}}
	var out bytes.Buffer
	content := export.FileContent{Format: export.FormatLines, Source: source}
	done, err := content.Write(context.Background(), &out, &export.Tally{})
	if want := `{"id":"a\u009bb"}` + "\n"; err != nil || out.String() != want || done.Partial != 1 {
		t.Errorf("%q, %d partial, %v", out.String(), done.Partial, err)
	}
}

func BenchmarkExportCSV(b *testing.B) {
	made := 0
	content := export.FileContent{Format: export.FormatCSV, Columns: []int{0, 1, 2}, Source: rowsOf(100_000, &made)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := content.Write(context.Background(), io.Discard, &export.Tally{}); err != nil {
			b.Fatal(err)
		}
	}
}
