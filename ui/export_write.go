package ui

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
	"sync/atomic"

	"gatehouse/api"
)

// The formats of an export, which are also the endings of its files.
const (
	formatCSV   = "csv"
	formatJSON  = "json"
	formatLines = "jsonl"
)

// fileRow is a record on its way into a file.
type fileRow struct {
	raw  json.RawMessage // as it came; empty when nothing but its id is known
	id   string
	cell func(column int) fileCell
}

// fileCell is a column of a record: a number, a text from the tenant, or nothing.
type fileCell struct {
	text     string
	number   float64
	isNumber bool
	none     bool
}

// rowSource is rows as they were when it was made. It is read outside the update loop.
type rowSource struct {
	columns []string // names, by the number that fileRow.cell takes
	// rows counts the rows and goes through them, in the order shown. The only error is the context's.
	rows func(context.Context) (n int, all iter.Seq[fileRow], err error)
}

// fileContent is what goes into a file.
type fileContent struct {
	format  string
	columns []int    // of each record; nil: whole records
	conceal []string // members of whole records that are left out
	source  rowSource
}

// written is what came of writing.
type written struct {
	path    string
	rows    int
	defused int // cells that got an apostrophe
	partial int // records of which nothing but the id is known
}

// tally is how far a writer is, for the screen.
type tally struct{ done, all atomic.Int64 }

// rowWriter puts records into one format.
type rowWriter interface {
	begin() error
	row(fileRow) error
	end() error
}

// write streams the content to w: one record at a time is in memory beside the rows that are loaded anyway.
func (c *fileContent) write(ctx context.Context, w io.Writer, t *tally) (written, error) {
	n, rows, err := c.source.rows(ctx)
	if err != nil {
		return written{}, err
	}
	t.all.Store(int64(n))
	var done written
	buffered := bufio.NewWriterSize(w, 64<<10)
	out := c.writer(buffered, &done)
	if err := out.begin(); err != nil {
		return done, err
	}
	for row := range rows {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		if err := out.row(row); err != nil {
			return done, err
		}
		done.rows++
		t.done.Add(1)
	}
	if err := out.end(); err != nil {
		return done, err
	}
	return done, buffered.Flush()
}

func (c *fileContent) writer(w *bufio.Writer, done *written) rowWriter {
	if c.format == formatCSV {
		return &csvRows{content: c, buffered: w, out: csv.NewWriter(w), done: done}
	}
	return &jsonRows{content: c, out: w, array: c.format == formatJSON, done: done}
}

type csvRows struct {
	content  *fileContent
	buffered *bufio.Writer
	out      *csv.Writer
	cells    []string
	done     *written
}

// utf8Mark tells a spreadsheet that a text is UTF-8; without it, all but ASCII is garbled there.
const utf8Mark = "\ufeff"

func (r *csvRows) begin() error {
	if _, err := r.buffered.WriteString(utf8Mark); err != nil {
		return err
	}
	for _, i := range r.content.columns {
		r.cells = append(r.cells, r.content.source.columns[i])
	}
	return r.out.Write(r.cells)
}

func (r *csvRows) row(row fileRow) error {
	for at, i := range r.content.columns {
		cell := row.cell(i)
		if cell.isNumber {
			r.cells[at] = number(cell.number)
			continue
		}
		text, defused := csvCell(cell.text)
		if defused {
			r.done.defused++
		}
		r.cells[at] = text
	}
	return r.out.Write(r.cells)
}

func (r *csvRows) end() error {
	r.out.Flush()
	return r.out.Error()
}

// number writes a number without an exponent, as short as it reads back the same.
func number(n float64) string { return strconv.FormatFloat(n+0, 'f', -1, 64) } // -0 is 0

type jsonRows struct {
	content *fileContent
	out     *bufio.Writer
	array   bool
	begun   bool
	done    *written
}

func (r *jsonRows) begin() error { return nil }

func (r *jsonRows) row(row fileRow) error {
	text, err := r.record(row)
	if err != nil {
		return fmt.Errorf("the record %s is not JSON: %w", row.id, err)
	}
	between := "\n"
	switch {
	case r.array && r.begun:
		between = ",\n"
	case r.array:
		between = "[\n"
	case !r.begun:
		between = ""
	}
	r.begun = true
	if _, err := r.out.WriteString(between); err != nil {
		return err
	}
	_, err = r.out.Write(text)
	return err
}

func (r *jsonRows) end() error {
	end := "\n"
	switch {
	case r.array && r.begun:
		end = "\n]\n"
	case r.array:
		end = "[]\n"
	case !r.begun:
		end = ""
	}
	_, err := r.out.WriteString(end)
	return err
}

// record is a record on one line.
func (r *jsonRows) record(row fileRow) ([]byte, error) {
	if r.content.columns != nil {
		return r.object(row)
	}
	if len(row.raw) == 0 {
		r.done.partial++
		text, err := json.Marshal(map[string]string{"id": row.id})
		return api.EscapeHidden(text), err
	}
	raw, err := leaveOut(row.raw, r.content.conceal)
	if err != nil {
		return nil, err
	}
	return plainJSON(raw)
}

// object is the chosen columns by name, in their order.
func (r *jsonRows) object(row fileRow) ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for at, i := range r.content.columns {
		if at > 0 {
			out.WriteByte(',')
		}
		if err := writeJSON(&out, r.content.source.columns[i]); err != nil {
			return nil, err
		}
		out.WriteByte(':')
		cell := row.cell(i)
		switch {
		case cell.isNumber:
			out.WriteString(number(cell.number))
		case cell.none:
			out.WriteString("null")
		default:
			if err := writeJSON(&out, cell.text); err != nil {
				return nil, err
			}
		}
	}
	out.WriteByte('}')
	return api.EscapeHidden(out.Bytes()), nil
}

// into writes the content to a file.
func (c *fileContent) into(ctx context.Context, d *disk, path string, replace bool, t *tally) (done written, err error) {
	err = d.write(ctx, path, replace, func(w io.Writer) error {
		done, err = c.write(ctx, w, t)
		return err
	})
	done.path = path
	return done, err
}
